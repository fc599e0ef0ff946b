"""Summing histogram encoding: a one-hot row with Laplace noise, summed by the server.

For learning only. Laplace noise in floating point has gaps: some sums are possible from
a 0 and impossible from a 1, and give the value away, whatever ε says (Mironov, 2012).
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    as_array,
    check_epsilon,
    check_frequency,
    check_not_empty,
    check_people,
    reject,
    set_attributes,
)
from ldp_course.counting import by_chunk, chunks
from ldp_course.domains import check_domain, in_order
from ldp_course.estimate import Estimate


@dataclass(frozen=True, repr=False)
class SummingHistogram:
    """Send all k noisy entries, with noise of scale 2/ε.

    Two one-hot rows differ by 1 in two entries. A report supports no value by yes or
    no, so there is no p, no q and no support. Wang et al. (2017). Chapter "Choosing a
    protocol".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    epsilon : float, natural-log ε from 1e-6 to 30, by the density of the noise

    Examples
    --------
    >>> summing = SummingHistogram(["red", "green", "blue"], epsilon=1.0)
    >>> summing.aggregate([[1.5, -0.5, 0.0], [0.5, 0.5, 1.0]]).frequencies
    array([1. , 0. , 0.5])
    """

    reports = "noisy bits"
    domain: tuple
    epsilon: float
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        set_attributes(self, domain=domain, epsilon=epsilon, scale=2 / epsilon)

    def __repr__(self) -> str:
        numbers = f"scale={self.scale:.4f}, epsilon={self.epsilon:.4f}"
        return f"SummingHistogram({len(self.domain)} values, {numbers})"

    encode = counting.encode_one_hot

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw the noisy rows that leave each device, float64 of shape (n, k)."""
        k = len(self.domain)
        encoded = counting.check_rows(self, "encoded", encoded)
        return by_chunk(self._add_noise, encoded, rng, np.empty(encoded.shape), k)

    def _add_noise(self, bits: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return bits + rng.laplace(scale=self.scale, size=bits.shape)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        reports = self._check(reports)
        parts = chunks(reports, len(self.domain))
        return self._estimate(sum(part.sum(axis=0) for part in parts), len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        k = len(self.domain)
        allowed = f"rows of {k} finite numbers, one row a person"
        reports = in_order("reports", reports, None, self.domain, complete=True)
        reports = as_array("reports", reports, allowed)
        if reports.ndim != 2 or reports.shape[1] != k:
            reject("reports", f"has shape {reports.shape}", allowed)
        check_not_empty("reports", reports)
        if reports.dtype.kind != "f":
            reject("reports", f"has dtype {reports.dtype}", allowed, TypeError)
        if not np.isfinite(reports).all():
            wrong = reports[~np.isfinite(reports)][0]
            reject("reports", f"holds {wrong}", allowed)
        return reports.astype(float, copy=False)

    def _estimate(self, sums: np.ndarray, n: int) -> Estimate:
        standard_errors = np.full(len(sums), math.sqrt(self.variance(n, 0.0)))
        return Estimate.computed(self.domain, n, sums / n, standard_errors)

    def channel(self) -> np.ndarray:
        """Raise ValueError: reports are continuous, and `epsilon` is by density."""
        raise ValueError(
            "a report is k numbers out of a continuum, so channel() has no table, and "
            "possible_reports() no list; epsilon follows from the density of the "
            "noise, and audit can look for a contradiction"
        )

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw an estimate for true counts, with 2 k random numbers."""
        # the sum of n Laplace numbers is a difference of two Gamma(n) numbers
        counts = counting.check_simulation(self, counts, rng)
        n = int(counts.sum())
        plus, minus = rng.gamma(n, self.scale, (2, len(counts)))
        return self._estimate(counts + (plus - minus), n)

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        parts = counting.reports_by_chunk(
            self._add_noise, values, self.domain, rng, len(self.domain), rows=True
        )
        return self._estimate(sum(part.sum(axis=0) for part in parts), len(values))

    def variance(self, n: int, frequency: ArrayLike) -> np.ndarray | float:
        """Return 8 / (n ε²), whatever the value's frequency among the n people."""
        n, f = check_people("n", n), check_frequency("frequency", frequency)
        return counting.number_if_single(np.full_like(f, 2 * self.scale**2 / n))

    possible_reports = channel  # there is no list either
