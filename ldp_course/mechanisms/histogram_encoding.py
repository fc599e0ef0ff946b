"""Histogram encoding: a one-hot row with Laplace noise on every entry, as it is or cut at a threshold.

Wang et al. (2017). Derived in the chapter "More protocols".

For learning only. Laplace noise in floating point has gaps: some sums are possible from a 0 and impossible from a 1
(Mironov, 2012). Whoever sees such a number in full precision often learns the value, whatever ε says. If the device sends
only which entries are above a threshold, the gaps stay hidden: p and q are those of the formula up to rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from ldp_course.arguments import (
    check_counts,
    check_domain,
    check_epsilon,
    check_integer,
    check_not_empty,
    check_number,
    check_rng,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.bits import BitRows, channel_of_bits, check_bit_rows, one_hot
from ldp_course.mechanisms.shared import FrequencyOracle, check_frequency, chunks


@dataclass(frozen=True)
class SummingHistogram(FrequencyOracle):
    """Send all k noisy entries; the server adds them up. Two one-hot rows differ by 1 in two entries: the scale is 2/ε.

    domain: the k possible values; epsilon: natural-log ε > 0, by the density of the Laplace distribution.
    A report supports no value by yes or no, so this is not a pure protocol: it has no p and no q.
    """

    domain: tuple
    epsilon: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "epsilon", check_epsilon(self.epsilon))

    @property
    def scale(self) -> float:
        """Scale of the noise, 2/ε; its variance is twice the square of that."""
        return 2 / self.epsilon

    def __repr__(self) -> str:
        return f"SummingHistogram({len(self.domain)} values, scale={self.scale:.4f}, epsilon={self.epsilon:.4f})"

    def encode(self, values: ArrayLike) -> np.ndarray:
        """One-hot rows, uint8 of shape (n, k)."""
        return one_hot(super().encode(values), len(self.domain))

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Noisy rows as they leave each device, float64 of shape (n, k)."""
        check_rng(rng)
        encoded = check_bit_rows("encoded", encoded, len(self.domain))
        reports = np.empty(encoded.shape)
        for rows in chunks(len(encoded), self._report_width):
            reports[rows] = encoded[rows] + rng.laplace(scale=self.scale, size=reports[rows].shape)
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """Raises ValueError: a noisy row supports every value a little."""
        raise ValueError(
            "reports are rows of noisy numbers; a summing histogram has no support (ThresholdingHistogram has)"
        )

    def channel(self) -> np.ndarray:
        """Raises ValueError: the reports are continuous. The density gives `epsilon`; privacy.audit can check it."""
        raise ValueError(
            "a report is k numbers out of a continuum, so channel() has no table; "
            "epsilon follows from the density of the noise, and privacy.audit can look for a contradiction"
        )

    def variance(self, n: int, frequency: ArrayLike) -> np.ndarray | float:
        """8 / (n ε²), whatever the frequency of the value among the n people."""
        n = check_integer("n", n, 1)
        result = np.full_like(check_frequency("frequency", frequency), 2 * self.scale**2 / n)
        return result if result.ndim else float(result)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them.

        Laplace noise is the difference of two exponentials, so n of them add up to that of two Gamma(n) numbers.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        n = int(counts.sum())
        plus, minus = rng.gamma(n, self.scale, (2, len(counts)))
        return self._estimate(counts + (plus - minus), n)

    @property
    def _report_width(self) -> int:
        return len(self.domain)

    def _total(self, reports: np.ndarray) -> np.ndarray:
        """Sum of every entry, shape (k,)."""
        return sum(reports[rows].sum(axis=0) for rows in chunks(len(reports), self._report_width))

    def _estimate(self, sums: np.ndarray, n: int) -> Estimate:
        frequencies = sums / n
        return Estimate(
            self.domain, n, frequencies, np.full_like(frequencies, math.sqrt(self.variance(n, 0.0)))
        )

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of {len(self.domain)} finite numbers, one row a person"
        array = np.asarray(reports)
        if array.ndim != 2 or array.shape[1] != len(self.domain):
            raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
        check_not_empty(name, array)
        if array.dtype.kind != "f":
            raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
        if not np.isfinite(array).all():
            raise ValueError(
                f"{name} holds {array[~np.isfinite(array)][0]}; {name} must be {allowed}"
            )
        return array


@dataclass(frozen=True)
class ThresholdingHistogram(BitRows):
    """Send which of the k noisy entries are above a threshold θ: a unary encoding whose bits come from Laplace noise.

    domain: the k possible values; noise_epsilon: the ε that the noise is made for (its scale is 2 over it);
    threshold: θ, from 0 to 1. p = 1 - e^(ε(θ-1)/2) / 2 and q = e^(-εθ/2) / 2, with that ε.

    If the device sends bits, as here, nobody sees the noise itself, and `epsilon` is smaller than `noise_epsilon`.
    If it sends the noisy entries and the server cuts them, the estimates are the same and the ε is `noise_epsilon`.
    """

    domain: tuple
    noise_epsilon: float
    threshold: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(
            self, "noise_epsilon", check_epsilon(self.noise_epsilon, "noise_epsilon")
        )
        allowed = "a number from 0 to 1"
        threshold = check_number("threshold", self.threshold, allowed)
        if not 0 <= threshold <= 1:
            raise ValueError(
                f"threshold = {self.threshold!r} is not allowed; threshold must be {allowed}"
            )
        object.__setattr__(self, "threshold", threshold)

    @classmethod
    def optimized(cls, domain: tuple, noise_epsilon: float) -> ThresholdingHistogram:
        """The threshold with the smallest variance for rare values, between 1/2 and 1, found numerically."""
        check_epsilon(noise_epsilon, "noise_epsilon")
        found = minimize_scalar(
            lambda threshold: cls(domain, noise_epsilon, threshold).variance(1, 0.0),
            bounds=(0.5, 1),
            method="bounded",
            options={"xatol": 1e-8},
        )
        return cls(domain, noise_epsilon, float(found.x))

    @property
    def p(self) -> float:
        """Probability that a 1 with noise is above the threshold."""
        return 1 - self._one_is_cut

    @property
    def q(self) -> float:
        """Probability that a 0 with noise is above the threshold."""
        return math.exp(-self.noise_epsilon * self.threshold / 2) / 2

    @property
    def epsilon(self) -> float:
        """ln(p(1-q) / ((1-p)q)), as for every unary encoding: the ε of the bits."""
        return math.log(self.p / self.q) + math.log((1 - self.q) / self._one_is_cut)

    @property
    def _one_is_cut(self) -> float:
        return math.exp(self.noise_epsilon * (self.threshold - 1) / 2) / 2

    def __repr__(self) -> str:
        return (
            f"ThresholdingHistogram({len(self.domain)} values, noise_epsilon={self.noise_epsilon:.4f}, "
            f"threshold={self.threshold:.4f}, p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"
        )

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k): 1 where the entry with its noise is above θ."""
        check_rng(rng)
        encoded = self._check_reports("encoded", encoded)
        reports = np.empty(encoded.shape, dtype=np.uint8)
        for rows in chunks(len(encoded), self._report_width):
            noise = rng.laplace(scale=2 / self.noise_epsilon, size=reports[rows].shape)
            reports[rows] = encoded[rows] + noise > self.threshold
        return reports

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, 2^k): column j is the report whose bit i is (j >> i) & 1. At most 12 values."""
        if_one, if_zero = (self._one_is_cut, self.p), (1 - self.q, self.q)
        return channel_of_bits(len(self.domain), if_one, if_zero)
