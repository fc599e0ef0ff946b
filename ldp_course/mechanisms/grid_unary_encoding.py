"""Unary encoding with probabilities that 16 random bits draw exactly: fast, and no rounding in ε.

A whole number below 65,536 lies below 65,536 p with probability p: exactly, if p is a multiple of
1/65,536. A float would be rounded, and takes eight bytes a bit in place of two.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_bits, shown
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import shared
from ldp_course.mechanisms.unary_encoding import UnaryEncoding

STEPS = 1 << 16  # of the grid between 0 and 1


@dataclass(frozen=True, repr=False)
class GridUnaryEncoding(UnaryEncoding):
    """A unary encoding whose p and q are multiples of 1/65,536, drawn exactly with 16 random bits.

    `symmetric` and `optimized` take the nearest p and q that promise at least as much privacy:
    `epsilon` is theirs, a little below the one asked for. Chapter "Choosing a protocol".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    p, q : float, multiples of 1/65,536 strictly between 0 and 1, p ≠ q

    Examples
    --------
    >>> GridUnaryEncoding.optimized(range(4), epsilon=1.0)
    GridUnaryEncoding(4 values, p=0.5000, q=0.2690, epsilon=0.9999)
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, value in (("p", self.p), ("q", self.q)):
            if not (value * STEPS).is_integer() or not 0 < value < 1:
                allowed = f"a multiple of 1/{STEPS} between 0 and 1"
                raise ValueError(f"{name} = {value!r} is not on the grid; {name} must be {allowed}")

    @classmethod
    def symmetric(cls, domain: Sequence, epsilon: float) -> Self:
        """Ones and zeros are treated alike, as in `UnaryEncoding.symmetric`."""
        return cls._nearest(UnaryEncoding.symmetric(domain, epsilon), epsilon)

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """The smallest variance for rare values, as in `UnaryEncoding.optimized`."""
        return cls._nearest(UnaryEncoding.optimized(domain, epsilon), epsilon)

    @classmethod
    def _nearest(cls, exact: UnaryEncoding, epsilon: float) -> Self:
        p, q = math.floor(exact.p * STEPS) / STEPS, math.ceil(exact.q * STEPS) / STEPS
        if p <= q:
            found = f"epsilon = {shown(epsilon)} is too small for the grid: p = q = {q!r}"
            raise ValueError(f"{found}; epsilon must be larger")
        return cls(exact.domain, p, q)

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k), all drawn independently."""
        bits = check_bits("encoded", encoded, len(self.domain))
        like = np.empty(bits.shape, np.uint8)
        return shared.by_chunk(self._flip_on_grid, bits, rng, like, len(self.domain))

    def _flip_on_grid(self, bits: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A 0 becomes 1 if its draw lies below 65,536 q, a 1 stays 1 if it lies below 65,536 p."""
        limit = bits.astype(np.uint16)
        limit *= np.uint16(round((self.p - self.q) * STEPS) % STEPS)  # wraps round if p < q
        limit += np.uint16(self.q * STEPS)
        return sixteen_bits(rng, limit.shape) < limit

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        drawn = shared.drawn_from_one_hot(self._flip_on_grid, values, self.domain, rng)
        return shared.pure_estimate(self, shared.add_up_bits(drawn), len(values))


def sixteen_bits(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Whole numbers from 0 to 65,535, uniform and independent, uint16: four from a 64-bit draw."""
    size = math.prod(shape)
    draws = rng.integers(2**64, size=-(-size // 4), dtype=np.uint64)
    return draws.view(np.uint16)[:size].reshape(shape)
