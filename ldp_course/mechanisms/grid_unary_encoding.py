"""Unary encoding with probabilities that 16 random bits draw exactly: fast, and the promised ε to the last digit.

A computer draws a probability such as 1 / (e + 1) only up to rounding. On the grid of multiples of 1/65,536 nothing is
rounded: a whole number below 65,536 lies below 65,536 p with probability p. Two bytes a bit are also less work than
the eight of a float. Discussed in the chapter "Choosing a protocol".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_rng
from ldp_course.mechanisms.shared import chunks
from ldp_course.mechanisms.unary_encoding import UnaryEncoding

STEPS = 1 << 16  # of the grid between 0 and 1


@dataclass(frozen=True, repr=False)
class GridUnaryEncoding(UnaryEncoding):
    """Unary encoding whose p and q are multiples of 1/65,536, strictly between 0 and 1.

    `symmetric` and `optimized` take the nearest p and q that promise at least as much privacy: `epsilon` is theirs,
    a little below the one asked for, and every estimate and variance uses them.
    Raises ValueError for a p or q that is no multiple, and for an ε so small that p and q fall together.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, value in (("p", self.p), ("q", self.q)):
            if not (value * STEPS).is_integer() or not 0 < value < 1:
                raise ValueError(
                    f"{name} = {value!r} is not on the grid; {name} must be a multiple of 1/{STEPS} between 0 and 1"
                )

    @classmethod
    def symmetric(cls, domain: tuple, epsilon: float) -> GridUnaryEncoding:
        """Ones and zeros are treated alike, as in `UnaryEncoding.symmetric`."""
        return cls._nearest(UnaryEncoding.symmetric(domain, epsilon), epsilon)

    @classmethod
    def optimized(cls, domain: tuple, epsilon: float) -> GridUnaryEncoding:
        """The smallest variance for rare values, as in `UnaryEncoding.optimized`."""
        return cls._nearest(UnaryEncoding.optimized(domain, epsilon), epsilon)

    @classmethod
    def _nearest(cls, exact: UnaryEncoding, epsilon: float) -> GridUnaryEncoding:
        p, q = math.floor(exact.p * STEPS) / STEPS, math.ceil(exact.q * STEPS) / STEPS
        if p <= q:
            raise ValueError(
                f"epsilon = {epsilon!r} is too small for the grid: p and q would both be {q!r}"
            )
        return cls(exact.domain, p, q)

    def __repr__(self) -> str:
        return "Grid" + super().__repr__()

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k): all bits of all people are drawn independently."""
        check_rng(rng)
        encoded = self._check_reports("encoded", encoded)
        q = np.uint16(
            self.q * STEPS
        )  # a bit 0 becomes 1 if its draw lies below q, a bit 1 stays 1 if it lies below p
        p_minus_q = np.uint16(
            round((self.p - self.q) * STEPS) % STEPS
        )  # wraps round if p < q, as `limit` does
        reports = np.empty(encoded.shape, dtype=np.uint8)
        for rows in chunks(len(encoded), self._report_width):
            limit = encoded[rows].astype(np.uint16)
            limit *= p_minus_q
            limit += q
            reports[rows] = sixteen_bits(rng, limit.shape) < limit
        return reports


def sixteen_bits(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    """Whole numbers from 0 to 65,535, uniform and independent: four from each 64-bit draw."""
    size = math.prod(shape)
    draws = rng.integers(2**64, size=-(-size // 4), dtype=np.uint64)
    return draws.view(np.uint16)[:size].reshape(shape)
