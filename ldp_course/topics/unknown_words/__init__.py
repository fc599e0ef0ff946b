"""Find common words that nobody listed: each person reports a hashed piece, once.

`encode` and `perturb` run on the device, `assign` and `aggregate` on the server, and
`simulate` is the exact law of the result at any number of people. `channel_given` is
exact for one task, as a report has one of 2^63 seeds. Chapter "Words on no list".
"""

from ldp_course.topics.unknown_words.found_words import FoundWords, noise_cut
from ldp_course.topics.unknown_words.prefix_tree import PrefixTree
from ldp_course.topics.unknown_words.segment_pairs import SegmentPairs

__all__ = ["FoundWords", "PrefixTree", "SegmentPairs", "noise_cut"]
