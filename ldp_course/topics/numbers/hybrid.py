"""Choose between piecewise and one bit by a coin that ignores the number."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, set_attributes
from ldp_course.topics.numbers import means, one_bit, piecewise
from ldp_course.topics.numbers.mean_estimate import MeanEstimate

# ε at which the piecewise mechanism and the one bit have the same variance at the
# middle of the range, by Cardano's formula: 0.609
_ROOT = 405 * math.sqrt(241)
SWITCH = math.log((2 * math.cbrt(6353 - _ROOT) + 2 * math.cbrt(6353 + _ROOT) - 5) / 27)


@dataclass(frozen=True)
class HybridMean:
    """Report piecewise with probability 1 - e^(-ε/2), else by one bit.

    Below ε = 0.609 it is always one bit. The variance does not depend on the number
    (above 0.609): its worst case is the smallest of the three, not its error on data
    near the middle. Wang et al. (ICDE 2019). Derived in the chapter "Numbers".

    Parameters
    ----------
    low, high : float, ends of the range
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> hybrid = HybridMean(-1, 1, epsilon=2.0)
    >>> round(hybrid.chance_of_piecewise, 4)
    0.6321
    >>> hybrid.variance(1, [0, 1]).round(4).tolist()
    [1.0423, 1.0423]
    """

    low: float
    high: float
    epsilon: float
    chance_of_piecewise: float = field(init=False)
    bound: float = field(init=False)  # the largest report

    def __post_init__(self) -> None:
        low, high = means.check_range(self.low, self.high)
        epsilon = check_epsilon(self.epsilon)
        chance = -math.expm1(-epsilon / 2) if epsilon > SWITCH else 0.0
        bound = 1 / math.tanh(epsilon / 4 if chance else epsilon / 2)
        set_attributes(self, low=low, high=high, epsilon=epsilon, bound=bound)
        set_attributes(
            self,
            chance_of_piecewise=chance,
            _bound_of_one_bit=1 / math.tanh(epsilon / 2),
        )

    encode = means.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return numbers as they leave each device, float64 of shape (n,)."""
        return means.perturb_by_chunk(self._draw, means.check_encoded(encoded), rng)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        chosen = rng.random(len(x)) < self.chance_of_piecewise
        ones = rng.random(len(x)) < one_bit.chance_of_one(x, self._bound_of_one_bit)
        reports = np.where(ones, self._bound_of_one_bit, -self._bound_of_one_bit)
        reports[chosen] = piecewise.draw(x[chosen], self.epsilon, self.bound, rng)
        return reports

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        return means.estimate(self, [means.check_reports(reports, self.bound)])

    collect = means.collect

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of the mean: that of both parts, mixed."""
        # the means of both parts are equal, so that no other term comes in
        return means.variance_in_unit(self, n, value, self._variance_on_scale)

    def _variance_on_scale(self, x: np.ndarray) -> np.ndarray:
        share = self.chance_of_piecewise
        of_bit = self._bound_of_one_bit**2 - x**2
        of_piecewise = piecewise.variance_of_report(x, self.epsilon)
        return share * of_piecewise + (1 - share) * of_bit
