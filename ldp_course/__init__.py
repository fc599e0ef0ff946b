"""The companion module of the course Local Differential Privacy.

Ground floor: `data`, `estimate`, `privacy`. Middle floor, the mechanisms: `RandomizedResponse`, `UnaryEncoding`,
`GridUnaryEncoding`, `DirectEncoding`, the more advanced `LocalHashing`, `HadamardResponse`, `SubsetSelection`, `SummingHistogram`,
`ThresholdingHistogram`, `CountMeanSketch`, `HadamardCountMeanSketch`, and the package `rappor`.
Top floor: `explore` (figures with sliders), `plots`.
Imports point down only.
"""

from .count_mean_sketch import CountMeanSketch, HadamardCountMeanSketch
from .direct_encoding import DirectEncoding
from .estimate import Estimate, clip, norm, norm_mul, norm_sub
from .grid_unary_encoding import GridUnaryEncoding
from .hadamard import HadamardResponse
from .histogram_encoding import SummingHistogram, ThresholdingHistogram
from .local_hashing import LocalHashing
from .randomized_response import RandomizedResponse
from .subset_selection import SubsetSelection
from .unary_encoding import UnaryEncoding

__version__ = "0.1.0"

__all__ = [
    "CountMeanSketch",
    "DirectEncoding",
    "Estimate",
    "GridUnaryEncoding",
    "HadamardCountMeanSketch",
    "HadamardResponse",
    "LocalHashing",
    "RandomizedResponse",
    "SubsetSelection",
    "SummingHistogram",
    "ThresholdingHistogram",
    "UnaryEncoding",
    "clip",
    "norm",
    "norm_mul",
    "norm_sub",
]
