"""Unary encoding: one bit for each possible value, every bit flipped on its own.

Erlingsson et al. (2014) for the symmetric form (basic one-time RAPPOR), Wang et al. (2017) for the
optimized one. Derived in the chapter "Unary encoding".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_domain, check_epsilon, check_probability, check_rng
from ldp_course.mechanisms.bits import BitRows, channel_of_bits
from ldp_course.mechanisms.shared import chunks


@dataclass(frozen=True)
class UnaryEncoding(BitRows):
    """Send k bits, of which the one of the true value is 1: a 1 stays 1 with probability p, a 0 becomes 1 with q.

    domain: the k possible values; p, q: probabilities, p ≠ q
    """

    domain: tuple
    p: float
    q: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "p", check_probability("p", self.p))
        object.__setattr__(self, "q", check_probability("q", self.q))
        if self.p == self.q:
            raise ValueError(
                f"p = q = {self.p!r}: the bits say nothing about the value; p must differ from q"
            )

    @classmethod
    def symmetric(cls, domain: tuple, epsilon: float) -> UnaryEncoding:
        """Ones and zeros are treated alike: p = e^(ε/2) / (e^(ε/2) + 1), q = 1 - p."""
        odds_of_flip = math.exp(-check_epsilon(epsilon) / 2)
        return cls(domain, 1 / (1 + odds_of_flip), odds_of_flip / (1 + odds_of_flip))

    @classmethod
    def optimized(cls, domain: tuple, epsilon: float) -> UnaryEncoding:
        """The smallest variance for rare values: p = 1/2, q = 1 / (e^ε + 1)."""
        odds = math.exp(-check_epsilon(epsilon))
        return cls(domain, 0.5, odds / (1 + odds))

    @property
    def epsilon(self) -> float:
        """|ln(p(1-q) / ((1-p)q))|: two one-hot vectors differ in two bits. Infinite if p or q is 0 or 1."""
        p, q = self.p, self.q
        if {p, q} & {0.0, 1.0}:
            return math.inf
        return abs(math.log(p / q) + math.log((1 - q) / (1 - p)))

    def __repr__(self) -> str:
        return f"UnaryEncoding({len(self.domain)} values, p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k): all bits of all people are drawn independently."""
        check_rng(rng)
        encoded = self._check_reports("encoded", encoded)
        reports = np.empty(encoded.shape, dtype=np.uint8)
        for rows in chunks(len(encoded), self._report_width):
            uniform = rng.random(reports[rows].shape)
            ones = encoded[rows] == 1
            bits = uniform < self.q
            bits[ones] = uniform[ones] < self.p
            reports[rows] = bits
        return reports

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, 2^k): column j is the report whose bit i is (j >> i) & 1.

        Raises ValueError if k is above 12: use `epsilon` then, whose formula the small cases verify.
        """
        return channel_of_bits(
            len(self.domain), if_one=(1 - self.p, self.p), if_zero=(1 - self.q, self.q)
        )
