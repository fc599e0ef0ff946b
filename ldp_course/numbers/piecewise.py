"""Piecewise: a number near the true one with a large density, any other with a small one."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon
from ldp_course.numbers import shared
from ldp_course.numbers.mean_estimate import MeanEstimate


@dataclass(frozen=True)
class PiecewiseMean:
    """Report a number between -bound and bound; near the truth it is e^ε times as dense.

    With z = e^(ε/2): bound = (z+1)/(z-1), and the dense piece from (bound+1) x/2 - (bound-1)/2 has
    the length bound - 1. Wang et al. (ICDE 2019). Derived in the chapter "Numbers".

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
        low, high = shared.check_range(self.low, self.high)
        epsilon = check_epsilon(self.epsilon)
        vars(self).update(low=low, high=high, epsilon=epsilon, bound=1 / math.tanh(epsilon / 4))

    encode = shared.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Numbers as they leave each device, float64 of shape (n,)."""
        return shared.perturb_by_chunk(self._draw, shared.check_encoded(encoded), rng)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return draw(x, self.epsilon, self.bound, rng)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        return shared.estimate(self, [shared.check_reports(reports, self.bound)])

    def density(self, reports: ArrayLike, value: float) -> np.ndarray:
        """The density of a report at each of these numbers, if the person holds `value`."""
        left = left_end(shared.encode_one(self, value), self.bound)
        reports = shared.check_reports(reports)
        z = math.exp(-self.epsilon / 2)  # all in powers of e^(-ε/2), which cannot overflow
        dense = (1 - z) / (2 * z * (1 + z))
        near = (left <= reports) & (reports <= left + self.bound - 1)
        inside = np.abs(reports) <= self.bound
        return np.where(near, dense, np.where(inside, dense * math.exp(-self.epsilon), 0.0))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> MeanEstimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        return shared.estimate(self, shared.drawn_by_chunk(self._draw, self.encode, values, rng))

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """x²/(z-1) + (z+3)/(3 (z-1)²) for each person on the scale."""
        return shared.variance_in_unit(
            self, n, value, lambda x: variance_of_report(x, self.epsilon)
        )


def draw(x: np.ndarray, epsilon: float, bound: float, rng: np.random.Generator) -> np.ndarray:
    """Reports of numbers on the scale: the piece with probability z/(z+1), else both tails."""
    left = left_end(x, bound)
    near = rng.random(len(x)) < 1 / (1 + math.exp(-epsilon / 2))
    place = rng.random(len(x))
    tail = place * (bound + 1) - bound
    tail += (tail >= left) * (bound - 1)
    return np.where(near, left + place * (bound - 1), tail)


def left_end(x: np.ndarray, bound: float) -> np.ndarray:
    """Where the dense piece of numbers on the scale begins."""
    return (bound + 1) * x / 2 - (bound - 1) / 2


def variance_of_report(x: np.ndarray, epsilon: float) -> np.ndarray:
    """For numbers on the scale."""
    less = math.expm1(epsilon / 2)  # z - 1
    return x**2 / less + (less + 4) / (3 * less**2)
