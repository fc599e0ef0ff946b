"""Thresholding histogram encoding: a one-hot row with noise, cut to bits.

Estimates: `counting.pure_estimate`; standard errors and variance: `noise_variance`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from ldp_course import counting
from ldp_course.arguments import check_epsilon, check_number, set_attributes
from ldp_course.counting import by_chunk, channel_of_bits
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate


@dataclass(frozen=True, repr=False)
class ThresholdingHistogram:
    """Send bits: which of k entries with Laplace noise are above a threshold θ.

    p = 1 - e^(ε(θ-1)/2) / 2 and q = e^(-εθ/2) / 2, with the ε of the noise. Nobody sees
    the noise, nor its gaps (see `summing_histogram`), so `epsilon`, ln(p(1-q) /
    ((1-p)q)), is smaller. If the server cuts the noisy entries, the estimates are the
    same and the ε is that of the noise. Wang et al. (2017). Chapter "Choosing a
    protocol".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    noise_epsilon : float, the ε of the noise, from 1e-6 to 30: its scale is 2 over it
    threshold : float, θ, from 0 to 1

    Examples
    --------
    >>> thresholding = ThresholdingHistogram.optimized(range(4), noise_epsilon=1.0)
    >>> round(thresholding.threshold, 3), round(thresholding.epsilon, 3)
    (0.619, 0.896)
    """

    reports = "bits"
    domain: tuple
    noise_epsilon: float
    threshold: float
    p: float = field(init=False)
    q: float = field(init=False)
    epsilon: float = field(init=False)

    def __post_init__(self) -> None:
        domain = check_domain(self.domain)
        noise_epsilon = check_epsilon(self.noise_epsilon, "noise_epsilon")
        allowed = "a number from 0 to 1"
        threshold = check_number("threshold", self.threshold, allowed, 0, 1)
        own_is_cut = math.exp(noise_epsilon * (threshold - 1) / 2) / 2
        p, q = 1 - own_is_cut, math.exp(-noise_epsilon * threshold / 2) / 2
        epsilon = math.log(p / q) + math.log((1 - q) / own_is_cut)
        set_attributes(
            self,
            domain=domain,
            noise_epsilon=noise_epsilon,
            threshold=threshold,
            p=p,
            q=q,
            epsilon=epsilon,
            _own_is_cut=own_is_cut,
        )

    @classmethod
    def optimized(cls, domain: Sequence, noise_epsilon: float) -> Self:
        """Take the threshold in [1/2, 1] with the smallest variance for rare values."""
        domain = check_domain(domain)
        noise_epsilon = check_epsilon(noise_epsilon, "noise_epsilon")

        def variance(threshold: float) -> float:
            return cls(domain[:2], noise_epsilon, threshold).variance(1, 0.0)

        smallest = minimize_scalar(
            variance, bounds=(0.5, 1), method="bounded", options={"xatol": 1e-8}
        )
        return cls(domain, noise_epsilon, float(smallest.x))

    def __repr__(self) -> str:
        noise, threshold = f"{self.noise_epsilon:.4f}", f"{self.threshold:.4f}"
        return counting.describe(
            self, f"noise_epsilon={noise}, threshold={threshold}, "
        )

    encode = counting.encode_one_hot

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw the bits that leave each device, uint8, (n, k), independently."""
        bits = counting.check_rows(self, "encoded", encoded)
        reports = np.empty(bits.shape, np.uint8)
        return by_chunk(self._cut, bits, rng, reports, len(self.domain))

    def _cut(self, bits: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        noise = rng.laplace(scale=2 / self.noise_epsilon, size=bits.shape)
        return bits + noise > self.threshold

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        return counting.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Return Pr[report | value], as possible_reports(). At most 12 values."""
        own_bit, other_bit = (self._own_is_cut, self.p), (1 - self.q, self.q)
        return channel_of_bits(len(self.domain), own_bit, other_bit)

    simulate = counting.simulate_pure

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        k, count = len(self.domain), counting.count_ones
        return counting.collect_pure(self, self._cut, count, values, rng, k, rows=True)

    variance = counting.pure_variance
    possible_reports = counting.possible_bits
    supported = counting.supported_by_bits
    support = counting.support_by_bits
