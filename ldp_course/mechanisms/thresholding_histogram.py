"""Thresholding histogram encoding: a one-hot row with Laplace noise, cut to bits at a threshold."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize_scalar

from ldp_course.arguments import check_bits, check_epsilon, check_number
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import shared
from ldp_course.mechanisms.tables import channel_of_bits


@dataclass(frozen=True, repr=False)
class ThresholdingHistogram:
    """Send which of the k noisy entries are above a threshold θ: bits, as in a unary encoding.

    p = 1 - e^(ε(θ-1)/2) / 2 and q = e^(-εθ/2) / 2, with the ε of the noise. Nobody sees the noise,
    nor its gaps (see `summing_histogram`), so `epsilon`, ln(p(1-q) / ((1-p)q)), is smaller. If the
    server cuts the noisy entries, the estimates are the same and the ε is that of the noise.
    Wang et al. (2017). Chapter "Choosing a protocol".

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

    domain: tuple
    noise_epsilon: float
    threshold: float
    p: float = field(init=False)
    q: float = field(init=False)
    epsilon: float = field(init=False)

    def __post_init__(self) -> None:
        domain = check_domain(self.domain)
        noise_epsilon = check_epsilon(self.noise_epsilon, "noise_epsilon")
        threshold = check_number("threshold", self.threshold, "a number from 0 to 1", 0, 1)
        one_is_cut = math.exp(noise_epsilon * (threshold - 1) / 2) / 2
        p, q = 1 - one_is_cut, math.exp(-noise_epsilon * threshold / 2) / 2
        epsilon = math.log(p / q) + math.log((1 - q) / one_is_cut)
        vars(self).update(domain=domain, noise_epsilon=noise_epsilon, threshold=threshold)
        vars(self).update(p=p, q=q, epsilon=epsilon, _one_is_cut=one_is_cut)

    @classmethod
    def optimized(cls, domain: Sequence, noise_epsilon: float) -> Self:
        """The threshold with the smallest variance for rare values, found between 1/2 and 1."""
        domain, noise_epsilon = check_domain(domain), check_epsilon(noise_epsilon, "noise_epsilon")

        def variance(threshold: float) -> float:
            return cls(domain[:2], noise_epsilon, threshold).variance(1, 0.0)

        found = minimize_scalar(
            variance, bounds=(0.5, 1), method="bounded", options={"xatol": 1e-8}
        )
        return cls(domain, noise_epsilon, float(found.x))

    def __repr__(self) -> str:
        sizes = f"noise_epsilon={self.noise_epsilon:.4f}, threshold={self.threshold:.4f}, "
        return shared.describe(self, sizes)

    encode = shared.encode_one_hot

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k), all drawn independently."""
        bits = check_bits("encoded", encoded, len(self.domain))
        like = np.empty(bits.shape, np.uint8)
        return shared.by_chunk(self._cut, bits, rng, like, len(self.domain))

    def _cut(self, bits: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """1 where entry + noise > θ."""
        return bits + rng.laplace(scale=2 / self.noise_epsilon, size=bits.shape) > self.threshold

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        return shared.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, 2^k), columns as possible_reports(). At most 12 values."""
        if_one, if_zero = (self._one_is_cut, self.p), (1 - self.q, self.q)
        return channel_of_bits(len(self.domain), if_one, if_zero)

    simulate = shared.simulate_pure

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        drawn = shared.drawn_from_one_hot(self._cut, values, self.domain, rng)
        return shared.pure_estimate(self, shared.add_up_bits(drawn), len(values))

    variance = shared.pure_variance
    possible_reports = shared.possible_bits
    supported = shared.supported_by_bits
    support = shared.support_by_bits
