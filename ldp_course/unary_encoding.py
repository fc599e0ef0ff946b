"""Unary encoding: one bit for each possible value, every bit flipped on its own.

OUE, the optimized form, is `UnaryEncoding.optimized`, with its variance. Estimates,
standard errors and variances of all that counts: counting.py.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    check_epsilon,
    check_probability,
    set_attributes,
)
from ldp_course.counting import by_chunk, channel_of_bits
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate


@dataclass(frozen=True, repr=False)
class UnaryEncoding:
    """Send k bits: the 1 at the true value stays 1 with p, each 0 becomes 1 with q.

    Its ε is |ln(p(1-q) / ((1-p)q))|, since two one-hot rows differ in two bits:
    infinite where p or q is 0 or 1. Erlingsson, Pihur and Korolova (2014) for the
    symmetric form (basic one-time RAPPOR), Wang et al. (2017) for the optimized one.
    Chapter "Unary encoding".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    p, q : float, probabilities, p ≠ q

    Examples
    --------
    >>> UnaryEncoding.optimized(["red", "green", "blue"], epsilon=1.0)
    UnaryEncoding(3 values, p=0.5000, q=0.2689, epsilon=1.0000)
    """

    reports = "bits"
    domain: tuple
    p: float
    q: float
    epsilon: float = field(init=False)

    def __post_init__(self) -> None:
        domain = check_domain(self.domain)
        p, q = check_probability("p", self.p), check_probability("q", self.q)
        if p == q:
            raise ValueError(
                f"p = q = {p!r}: the bits say nothing; p must differ from q"
            )
        epsilon = math.inf
        if not {p, q} & {0.0, 1.0}:
            epsilon = abs(math.log(p / q) + math.log((1 - q) / (1 - p)))
        set_attributes(self, domain=domain, p=p, q=q, epsilon=epsilon)

    @classmethod
    def symmetric(cls, domain: Sequence, epsilon: float) -> Self:
        """Treat ones and zeros alike: p = e^(ε/2) / (e^(ε/2) + 1), q = 1 - p."""
        odds = math.exp(-check_epsilon(epsilon) / 2)
        return cls(domain, 1 / (1 + odds), odds / (1 + odds))

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """Take p = 1/2, q = 1 / (e^ε + 1): the smallest variance for rare values.

        For a value that nobody has it is 4 e^ε / (n (e^ε - 1)²).
        """
        odds = math.exp(-check_epsilon(epsilon))
        return cls(domain, 0.5, odds / (1 + odds))

    __repr__ = counting.describe
    encode = counting.encode_one_hot

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw bits as they leave each device, uint8 of shape (n, k), independently.

        p and q are exact, or rounded up to a multiple of 2^-61 if below 1/512.
        """
        bits = counting.check_rows(self, "encoded", encoded)
        reports = np.empty(bits.shape, np.uint8)
        return by_chunk(self._flip, bits, rng, reports, len(self.domain))

    _flip = counting.flip_bits
    _flip_one_hot = counting.flip_one_hot

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        return counting.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Return Pr[report | value], as possible_reports(). At most 12 values."""
        own_bit, other_bit = (1 - self.p, self.p), (1 - self.q, self.q)
        return channel_of_bits(len(self.domain), own_bit, other_bit)

    simulate = counting.simulate_pure

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        k, count = len(self.domain), counting.count_ones
        return counting.collect_pure(self, self._flip_one_hot, count, values, rng, k)

    variance = counting.pure_variance
    possible_reports = counting.possible_bits
    supported = counting.supported_by_bits
    support = counting.support_by_bits
