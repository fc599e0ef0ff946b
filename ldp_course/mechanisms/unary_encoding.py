"""Unary encoding: one bit for each possible value, every bit flipped on its own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_bits, check_epsilon, check_probability
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import shared
from ldp_course.mechanisms.tables import channel_of_bits


@dataclass(frozen=True, repr=False)
class UnaryEncoding:
    """Send k bits, 1 at the true value: a 1 stays 1 with probability p, a 0 becomes 1 with q.

    Its ε is |ln(p(1-q) / ((1-p)q))|, since two one-hot rows differ in two bits: infinite where p or
    q is 0 or 1. Erlingsson, Pihur and Korolova (2014) for the symmetric form (basic one-time
    RAPPOR), Wang et al. (2017) for the optimized one. Chapter "Unary encoding".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    p, q : float, probabilities, p ≠ q

    Examples
    --------
    >>> UnaryEncoding.optimized(["red", "green", "blue"], epsilon=1.0)
    UnaryEncoding(3 values, p=0.5000, q=0.2689, epsilon=1.0000)
    """

    domain: tuple
    p: float
    q: float
    epsilon: float = field(init=False)

    def __post_init__(self) -> None:
        domain = check_domain(self.domain)
        p, q = check_probability("p", self.p), check_probability("q", self.q)
        if p == q:
            raise ValueError(f"p = q = {p!r}: the bits say nothing; p must differ from q")
        certain = {p, q} & {0.0, 1.0}
        loss = math.inf if certain else abs(math.log(p / q) + math.log((1 - q) / (1 - p)))
        vars(self).update(domain=domain, p=p, q=q, epsilon=loss)

    @classmethod
    def symmetric(cls, domain: Sequence, epsilon: float) -> Self:
        """Ones and zeros are treated alike: p = e^(ε/2) / (e^(ε/2) + 1), q = 1 - p."""
        odds = math.exp(-check_epsilon(epsilon) / 2)
        return cls(domain, 1 / (1 + odds), odds / (1 + odds))

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """The smallest variance for rare values: p = 1/2, q = 1 / (e^ε + 1)."""
        odds = math.exp(-check_epsilon(epsilon))
        return cls(domain, 0.5, odds / (1 + odds))

    __repr__ = shared.describe
    encode = shared.encode_one_hot

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k), all drawn independently."""
        bits = check_bits("encoded", encoded, len(self.domain))
        like = np.empty(bits.shape, np.uint8)
        return shared.by_chunk(self._flip, bits, rng, like, len(self.domain))

    def _flip(self, bits: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """A bit is 1 if its uniform number lies below p, where it was 1, or q, where it was 0."""
        uniform, ones = rng.random(bits.shape), bits == 1
        flipped = uniform < self.q
        flipped[ones] = uniform[ones] < self.p
        return flipped

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        return shared.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, 2^k), columns as possible_reports(). At most 12 values."""
        if_one, if_zero = (1 - self.p, self.p), (1 - self.q, self.q)
        return channel_of_bits(len(self.domain), if_one, if_zero)

    simulate = shared.simulate_pure

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        drawn = shared.drawn_from_one_hot(self._flip, values, self.domain, rng)
        return shared.pure_estimate(self, shared.add_up_bits(drawn), len(values))

    variance = shared.pure_variance
    possible_reports = shared.possible_bits
    supported = shared.supported_by_bits
    support = shared.support_by_bits
