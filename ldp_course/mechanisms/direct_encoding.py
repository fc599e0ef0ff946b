"""Direct encoding: say your value, or another at random. Also GRR or k-ary randomized response."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_codes
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import shared


@dataclass(frozen=True, repr=False)
class DirectEncoding:
    """Report the true value with p = e^ε / (e^ε + k - 1), each other with q = 1 / (e^ε + k - 1).

    Kairouz, Bonawitz and Ramage (2016); Wang et al. (2017). Chapter "Histograms that make sense".

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

    domain: tuple
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = shared.check_domain_and_epsilon(self.domain, self.epsilon)
        odds = math.exp(-epsilon)
        p = 1 / (1 + (len(domain) - 1) * odds)
        vars(self).update(domain=domain, epsilon=epsilon, p=p, q=p * odds)

    __repr__ = shared.describe
    encode = shared.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Positions as they leave each device, intp of shape (n,)."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        return shared.by_chunk(self._keep_or_draw, encoded, rng, np.empty(len(encoded), np.intp))

    def _keep_or_draw(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """With probability p - q the truth is kept; otherwise any of the k values is drawn."""
        kept = rng.random(len(truth)) < self.p - self.q
        return np.where(kept, truth, rng.integers(len(self.domain), size=len(truth)))

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        return shared.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, k): p on the diagonal, q elsewhere."""
        return np.where(np.eye(len(self.domain), dtype=bool), self.p, self.q)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """For true counts: Bin(n_v, p - q) people keep their value, the rest spread evenly."""
        counts = shared.check_simulation(self, counts, rng)
        kept = rng.binomial(counts, self.p - self.q)
        spread = rng.multinomial((counts - kept).sum(), np.full(len(counts), 1 / len(counts)))
        return shared.pure_estimate(self, kept + spread, int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        drawn = shared.drawn_by_chunk(self._keep_or_draw, values, self.domain, rng)
        counts = sum(np.bincount(part, minlength=len(self.domain)) for part in drawn)
        return shared.pure_estimate(self, counts, len(values))

    variance = shared.pure_variance

    def possible_reports(self) -> np.ndarray:
        """All k positions, intp of shape (k,), as the channel's columns."""
        return np.arange(len(self.domain))

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """The one value that each report names: booleans, shape (n, k)."""
        k = len(self.domain)
        return check_codes("reports", reports, k)[:, None] == np.arange(k)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports that name each value, int64 of shape (k,)."""
        reports = check_codes("reports", reports, len(self.domain))
        return np.bincount(reports.astype(np.intp, copy=False), minlength=len(self.domain))
