"""Direct encoding, GRR or k-ary randomized response: name your value or another.

Estimates: `counting.pure_estimate`; standard errors and variance: `noise_variance`.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import check_codes, check_epsilon, set_attributes
from ldp_course.counting import by_chunk
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate


@dataclass(frozen=True, repr=False)
class DirectEncoding:
    """Report the true value with probability p, and each other value with q.

    p = e^ε / (e^ε + k - 1) and q = 1 / (e^ε + k - 1). Kairouz, Bonawitz and Ramage
    (2016); Wang et al. (2017). Chapter "Better bits, or a name".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> direct = DirectEncoding(["red", "green", "blue"], epsilon=1.0)
    >>> direct.collect(["blue"] * 1000, np.random.default_rng(1)).frequencies.round(2)
    array([0.  , 0.02, 0.98])
    """

    reports = "values"
    domain: tuple
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        odds = math.exp(-epsilon)
        p = 1 / (1 + (len(domain) - 1) * odds)
        set_attributes(self, domain=domain, epsilon=epsilon, p=p, q=p * odds)

    __repr__ = counting.describe
    encode = counting.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw the positions that leave each device, intp of shape (n,)."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty(len(encoded), np.intp)
        return by_chunk(self._truth_or_any, encoded, rng, reports)

    def _truth_or_any(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw the truth with probability p - q, and otherwise any of the k values."""
        truthful = rng.random(len(truth)) < self.p - self.q
        any_value = rng.integers(len(self.domain), size=len(truth))
        return np.where(truthful, truth, any_value)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        return counting.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Return Pr[report | value], shape (k, k): p on the diagonal, q elsewhere."""
        return np.where(np.eye(len(self.domain), dtype=bool), self.p, self.q)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw an estimate for true counts, with 2 k random numbers."""
        # Bin(n_v, p - q) people name their value, the rest any, all equally likely
        counts = counting.check_simulation(self, counts, rng)
        truthful = rng.binomial(counts, self.p - self.q)
        evenly = np.full(len(counts), 1 / len(counts))
        others = rng.multinomial((counts - truthful).sum(), evenly)
        return counting.pure_estimate(self, truthful + others, int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        return counting.collect_pure(self, self._truth_or_any, self._count, values, rng)

    _count = counting.count_positions

    variance = counting.pure_variance

    def possible_reports(self) -> np.ndarray:
        """Return all k positions, intp of shape (k,), as the channel's columns."""
        return np.arange(len(self.domain))

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which value each report names: booleans, shape (n, k)."""
        k = len(self.domain)
        return check_codes("reports", reports, k)[:, None] == np.arange(k)

    support = counting.support_by_position
