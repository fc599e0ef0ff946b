"""The companion module of the course Local Differential Privacy.

Ground floor: `data`, `estimate`, `privacy`. Middle floor, one mechanism a file: `RandomizedResponse`,
`UnaryEncoding`, `DirectEncoding`, `LocalHashing`, `HadamardResponse`, `SubsetSelection` and the package `rappor`. Top floor: `explore` (figures with sliders), `plots`.
Imports point down only.
"""

from .direct_encoding import DirectEncoding
from .estimate import Estimate, clip, norm, norm_mul, norm_sub
from .hadamard import HadamardResponse
from .local_hashing import LocalHashing
from .randomized_response import RandomizedResponse
from .subset_selection import SubsetSelection
from .unary_encoding import UnaryEncoding

__version__ = "0.1.0"

__all__ = [
    "DirectEncoding",
    "Estimate",
    "HadamardResponse",
    "LocalHashing",
    "RandomizedResponse",
    "SubsetSelection",
    "UnaryEncoding",
    "clip",
    "norm",
    "norm_mul",
    "norm_sub",
]
