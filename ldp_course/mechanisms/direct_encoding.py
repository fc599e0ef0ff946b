"""Direct encoding: say your value, or another one picked at random. Also called GRR or k-ary randomized response.

Kairouz, Bonawitz and Ramage (2016); Wang et al. (2017). Derived in the chapter "Histograms that make sense".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_counts, check_domain, check_epsilon, check_rng
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.shared import FrequencyOracle, chunks


@dataclass(frozen=True)
class DirectEncoding(FrequencyOracle):
    """Report the true value with probability p = e^ε / (e^ε + k - 1), each other value with q = 1 / (e^ε + k - 1).

    domain: the k possible values; epsilon: natural-log ε > 0
    """

    domain: tuple
    epsilon: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "epsilon", check_epsilon(self.epsilon))

    @property
    def p(self) -> float:
        """Probability of reporting the true value."""
        return 1 / (1 + (len(self.domain) - 1) * math.exp(-self.epsilon))

    @property
    def q(self) -> float:
        """Probability of reporting one given other value."""
        return self.p * math.exp(-self.epsilon)

    def __repr__(self) -> str:
        return f"DirectEncoding({len(self.domain)} values, p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Positions as they leave each device, intp of shape (n,).

        With probability p - q the truth is kept; otherwise any of the k values is drawn, the truth included.
        """
        check_rng(rng)
        encoded = self._check_reports("encoded", encoded)
        reports = np.empty(len(encoded), dtype=np.intp)
        for rows in chunks(len(encoded)):
            truth = encoded[rows]
            kept = rng.random(len(truth)) < self.p - self.q
            reports[rows] = np.where(kept, truth, rng.integers(len(self.domain), size=len(truth)))
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """A report supports the one value that it names: booleans, shape (n, k)."""
        return np.asarray(reports)[:, None] == np.arange(len(self.domain))

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Number of reports of each value, shape (k,)."""
        counts = np.zeros(len(self.domain), dtype=np.int64)
        for rows in chunks(len(reports)):
            counts += np.bincount(reports[rows].astype(np.intp), minlength=len(self.domain))
        return counts

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, k): p on the diagonal, q elsewhere."""
        channel = np.full((len(self.domain), len(self.domain)), self.q)
        np.fill_diagonal(channel, self.p)
        return channel

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them.

        Bin(n_v, p - q) people keep their value; the rest spread over the domain by one uniform multinomial.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        kept = rng.binomial(counts, self.p - self.q)
        spread = rng.multinomial((counts - kept).sum(), np.full(len(counts), 1 / len(counts)))
        return self._estimate(kept + spread, int(counts.sum()))
