"""The companion module of the course Local Differential Privacy.

What lies beside this file is the small module that chapters 1 to 9 import. `topics` has
one room for each later chapter, with the chapter's name, and `explore` the figures with
sliders. Imports point down only: `topics` → mechanisms, `rappor` → `counting`,
`privacy`, `estimate`, `domains`. What tells students how they did is in `ldp_checks`.
"""

from ldp_course.direct_encoding import DirectEncoding
from ldp_course.estimate import (
    Estimate,
    base_cut,
    clip,
    norm,
    norm_mul,
    norm_sub,
    power,
)
from ldp_course.randomized_response import RandomizedResponse
from ldp_course.topics.more_protocols.count_mean_sketch import CountMeanSketch
from ldp_course.topics.more_protocols.hadamard import HadamardResponse
from ldp_course.topics.more_protocols.hadamard_count_mean_sketch import (
    HadamardCountMeanSketch,
)
from ldp_course.topics.more_protocols.local_hashing import LocalHashing
from ldp_course.topics.more_protocols.short_seeds import ShortSeeds
from ldp_course.topics.more_protocols.subset_selection import SubsetSelection
from ldp_course.topics.more_protocols.summing_histogram import SummingHistogram
from ldp_course.topics.more_protocols.thresholding_histogram import (
    ThresholdingHistogram,
)
from ldp_course.unary_encoding import UnaryEncoding

__version__ = "1.0.0"

__all__ = [
    "CountMeanSketch", "DirectEncoding", "HadamardCountMeanSketch",
    "HadamardResponse", "LocalHashing", "RandomizedResponse", "ShortSeeds",
    "SubsetSelection", "SummingHistogram", "ThresholdingHistogram", "UnaryEncoding",
    "Estimate", "base_cut", "clip", "norm", "norm_mul", "norm_sub", "power",
]  # fmt: skip
