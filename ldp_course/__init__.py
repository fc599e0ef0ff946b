"""The companion module of the course Local Differential Privacy.

Ground floor: `data`, `estimate`, `privacy`. Middle floor, one mechanism a file: `RandomizedResponse`,
`UnaryEncoding`, `GridUnaryEncoding`, `DirectEncoding` and the package `rappor`. Top floor: `explore` (figures with sliders), `plots`.
Imports point down only.
"""

from .direct_encoding import DirectEncoding
from .estimate import Estimate, clip, norm, norm_mul, norm_sub
from .grid_unary_encoding import GridUnaryEncoding
from .randomized_response import RandomizedResponse
from .unary_encoding import UnaryEncoding

__version__ = "0.1.0"

__all__ = [
    "DirectEncoding",
    "Estimate",
    "GridUnaryEncoding",
    "RandomizedResponse",
    "UnaryEncoding",
    "clip",
    "norm",
    "norm_mul",
    "norm_sub",
]
