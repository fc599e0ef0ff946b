"""Report numbers near the true one with a large density, others with a small one."""

import math
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, set_attributes
from ldp_course.topics.numbers import means
from ldp_course.topics.numbers.mean_estimate import MeanEstimate


@dataclass(frozen=True)
class PiecewiseMean:
    """Report a number up to `bound`; near the truth it is e^ε times as dense.

    With z = e^(ε/2): bound = (z+1)/(z-1), and the dense piece from (bound+1) x/2 -
    (bound-1)/2 has the length bound - 1. Wang et al. (ICDE 2019). Derived in the
    chapter "Numbers".

    Parameters
    ----------
    low, high : float, ends of the range
    epsilon : float, natural-log ε from 1e-6 to 30, by the two densities

    Examples
    --------
    >>> piecewise = PiecewiseMean(-1, 1, epsilon=2.0)
    >>> piecewise.density([0.0, 2.0], value=0).round(4).tolist()
    [0.6281, 0.085]
    """

    low: float
    high: float
    epsilon: float
    bound: float = field(init=False)

    def __post_init__(self) -> None:
        low, high = means.check_range(self.low, self.high)
        epsilon = check_epsilon(self.epsilon)
        set_attributes(
            self, low=low, high=high, epsilon=epsilon, bound=1 / math.tanh(epsilon / 4)
        )

    encode = means.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return numbers as they leave each device, float64 of shape (n,)."""
        return means.perturb_by_chunk(self._draw, means.check_encoded(encoded), rng)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return draw(x, self.epsilon, self.bound, rng)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        return means.estimate(self, [means.check_reports(reports, self.bound)])

    def density(self, reports: ArrayLike, value: float) -> np.ndarray:
        """Return the density of a report at these numbers, given the true value."""
        left = left_end(means.encode_single(self, value), self.bound)
        reports = means.check_reports(reports)
        z = math.exp(-self.epsilon / 2)  # powers of e^(-ε/2) cannot overflow
        dense = (1 - z) / (2 * z * (1 + z))
        near = (left <= reports) & (reports <= left + self.bound - 1)
        inside = np.abs(reports) <= self.bound
        elsewhere = np.where(inside, dense * math.exp(-self.epsilon), 0.0)
        return np.where(near, dense, elsewhere)

    collect = means.collect

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of the mean.

        With z = e^(ε/2) it is x²/(z-1) + (z+3)/(3 (z-1)²) for each person on the scale.
        """
        of_report = partial(variance_of_report, epsilon=self.epsilon)
        return means.variance_in_unit(self, n, value, of_report)


def draw(
    x: np.ndarray, epsilon: float, bound: float, rng: np.random.Generator
) -> np.ndarray:
    """Draw reports: the dense piece with probability z/(z+1), else one of the tails."""
    left = left_end(x, bound)
    near = rng.random(len(x)) < 1 / (1 + math.exp(-epsilon / 2))
    place = rng.random(len(x))
    tail = place * (bound + 1) - bound
    tail += (tail >= left) * (bound - 1)
    return np.where(near, left + place * (bound - 1), tail)


def left_end(x: np.ndarray, bound: float) -> np.ndarray:
    """Return where the dense piece of numbers on the scale begins."""
    return (bound + 1) * x / 2 - (bound - 1) / 2


def variance_of_report(x: np.ndarray, epsilon: float) -> np.ndarray:
    """Return the variance of one report, for numbers on the scale."""
    less = math.expm1(epsilon / 2)  # z - 1
    return x**2 / less + (less + 4) / (3 * less**2)
