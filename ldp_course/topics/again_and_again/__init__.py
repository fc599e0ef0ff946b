"""Report every day under local differential privacy, with a memory of past answers.

A device remembers. Its memory is drawn once and holds the permanent answer to each
value; a report of a day is made from it. So the words of a mechanism get a memory
between them:

encode     the value as it will be protected, day by day
remember   what each device keeps for ever; in practice derived from a secret, as in
           `rappor`
perturb    what leaves the device on one day: reads the memory, adds fresh noise
aggregate  one day's reports -> `Estimate` (or `MeanEstimate`), unbiased, not clipped
channel    Pr[one report | value], memory averaged out
simulate   the exact law of one day's `aggregate`; days share memories, so that for
           days together `collect_days` is the way

The chains are two layers of noise, of which one report is a mechanism that you know.
`memories` lists what a small device may remember, and from it follow, by enumeration,
`sequence_channel`, `sequence_loss` and `pair_loss`. RAPPOR's own memory is in
`ldp_course.rappor`.
"""

from ldp_course.topics.again_and_again.alpha_point import AlphaPoint
from ldp_course.topics.again_and_again.bit_flips import BitFlips
from ldp_course.topics.again_and_again.direct_chain import DirectChain
from ldp_course.topics.again_and_again.hashing_chain import HashingChain
from ldp_course.topics.again_and_again.sequences import (
    SequenceLoss,
    pair_loss,
    sequence_channel,
    sequence_loss,
)
from ldp_course.topics.again_and_again.series import invented_days
from ldp_course.topics.again_and_again.unary_chain import UnaryChain

__all__ = [
    "AlphaPoint", "BitFlips", "DirectChain", "HashingChain", "SequenceLoss",
    "UnaryChain", "invented_days", "pair_loss", "sequence_channel", "sequence_loss",
]  # fmt: skip
