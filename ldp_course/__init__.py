"""The companion module of the course Local Differential Privacy.

Mechanisms, estimates and what can be done to them are imported from here, the rest from
its part. Imports point down only: `explore` → `shuffle`, `poisoning` → mechanisms,
`rappor`, `numbers` → `privacy`, `estimate`, `data`. What tells students how they did is
beside it, in `ldp_checks`.
"""

from ldp_course.estimate import (
    Estimate,
    base_cut,
    clip,
    norm,
    norm_mul,
    norm_sub,
    power,
)
from ldp_course.mechanisms.count_mean_sketch import CountMeanSketch
from ldp_course.mechanisms.direct_encoding import DirectEncoding
from ldp_course.mechanisms.hadamard import HadamardResponse
from ldp_course.mechanisms.hadamard_count_mean_sketch import HadamardCountMeanSketch
from ldp_course.mechanisms.local_hashing import LocalHashing
from ldp_course.mechanisms.randomized_response import RandomizedResponse
from ldp_course.mechanisms.subset_selection import SubsetSelection
from ldp_course.mechanisms.summing_histogram import SummingHistogram
from ldp_course.mechanisms.thresholding_histogram import ThresholdingHistogram
from ldp_course.mechanisms.unary_encoding import UnaryEncoding

__version__ = "0.1.0"

__all__ = [
    "CountMeanSketch", "DirectEncoding", "HadamardCountMeanSketch",
    "HadamardResponse", "LocalHashing", "RandomizedResponse", "SubsetSelection",
    "SummingHistogram", "ThresholdingHistogram", "UnaryEncoding",
    "Estimate", "base_cut", "clip", "norm", "norm_mul", "norm_sub", "power",
]  # fmt: skip
