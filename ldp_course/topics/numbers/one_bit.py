"""Round the number to an end of the range at random, then use randomized response."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_answers, check_epsilon, check_rng, set_attributes
from ldp_course.topics.numbers import means
from ldp_course.topics.numbers.mean_estimate import MeanEstimate


@dataclass(frozen=True)
class OneBitMean:
    """Report a bit that is 1 with probability 1/2 + x / (2 bound).

    The bound is (e^ε+1)/(e^ε-1). Three names, one mechanism: Duchi, Jordan and
    Wainwright's (2018) in one dimension; rounding to -1 or 1 at random with mean x,
    then randomized response; Microsoft's 1BitMean (Ding, Kulkarni and Yekhanin 2017). A
    bit stands for the number bound or -bound. Derived in the chapter "Numbers".

    Parameters
    ----------
    low, high : float, ends of the range
    epsilon : float, natural-log ε from 1e-6 to 30
    p : float, kept bits: e^ε / (e^ε + 1); q = 1 - p

    Examples
    --------
    >>> one_bit = OneBitMean(17, 90, epsilon=1.0)
    >>> one_bit.channel([17, 53.5, 90]).round(3).tolist()
    [[0.731, 0.269], [0.5, 0.5], [0.269, 0.731]]
    """

    low: float
    high: float
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)
    bound: float = field(init=False)

    def __post_init__(self) -> None:
        low, high = means.check_range(self.low, self.high)
        epsilon = check_epsilon(self.epsilon)
        q = math.exp(-epsilon) / (1 + math.exp(-epsilon))
        bound = 1 / math.tanh(epsilon / 2)
        set_attributes(
            self, low=low, high=high, epsilon=epsilon, p=1 - q, q=q, bound=bound
        )

    encode = means.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return bits as they leave each device, uint8 of shape (n,)."""
        encoded = means.check_encoded(encoded)
        return means.perturb_by_chunk(self._draw, encoded, rng, np.uint8)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return rng.random(len(x)) < chance_of_one(x, self.bound)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        reports = check_answers("reports", reports)
        return self._estimate(np.count_nonzero(reports), len(reports))

    def _estimate(self, ones: int, n: int) -> MeanEstimate:
        numbers = np.array([-self.bound, self.bound])
        counts = np.array([n - ones, ones])
        return means.estimate_from_counts(self, numbers, counts)

    def channel(self, values: ArrayLike | None = None) -> np.ndarray:
        """Return Pr[bit | value], (values, 2); by default for both ends."""
        x = means.encode(self, [self.low, self.high] if values is None else values)
        ones = chance_of_one(x, self.bound)
        return np.stack([1 - ones, ones], axis=1)

    def simulate(
        self, values: ArrayLike, counts: ArrayLike, rng: np.random.Generator
    ) -> MeanEstimate:
        """Draw the estimate for so many people with each of the values."""
        check_rng(rng)
        x = means.encode(self, values)
        counts = means.check_counts(values, counts)
        return self._estimate(
            rng.binomial(counts, chance_of_one(x, self.bound)).sum(), counts.sum()
        )

    collect = means.collect_bits

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of the mean: bound² - x² for each person on the scale."""
        return means.variance_in_unit(self, n, value, lambda x: self.bound**2 - x**2)


def chance_of_one(x: np.ndarray, bound: float) -> np.ndarray:
    """Return Pr[bit 1] of numbers on the scale."""
    return 0.5 + x / (2 * bound)
