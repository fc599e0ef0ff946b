"""Few levels: round the number at random to one of a few levels, then randomized response."""

import math
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_codes, check_epsilon, check_integer, check_rng
from ldp_course.numbers import shared
from ldp_course.numbers.mean_estimate import MeanEstimate

MOST_LEVELS = 1024


@dataclass(frozen=True)
class FewLevelsMean:
    """Round to one of `levels` equally spaced numbers, with the true mean; report one of them.

    The level is kept with probability p = e^ε / (e^ε + levels - 1), each other one has q = e^-ε p.
    Two levels are the one bit. Waudby-Smith, Wu and Ramdas (ICML 2023). Used in the chapter
    "Numbers".

    Parameters
    ----------
    low, high : float, ends of the range
    levels : int, from 2 to 1024
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> three = FewLevelsMean(-1, 1, levels=3, epsilon=2.0)
    >>> three.channel().round(3).tolist()
    [[0.787, 0.107, 0.107], [0.107, 0.787, 0.107], [0.107, 0.107, 0.787]]
    """

    low: float
    high: float
    levels: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        low, high = shared.check_range(self.low, self.high)
        levels = check_integer("levels", self.levels, 2, MOST_LEVELS)
        epsilon = check_epsilon(self.epsilon)
        p = 1 / (1 + (levels - 1) * math.exp(-epsilon))
        vars(self).update(low=low, high=high, levels=levels, epsilon=epsilon, p=p)
        vars(self).update(q=p * math.exp(-epsilon))

    @classmethod
    def optimized(cls, low: float, high: float, epsilon: float) -> Self:
        """The number of levels whose largest variance over the range is smallest."""
        best, least = None, math.inf
        for levels in range(2, MOST_LEVELS + 1):
            one = cls(low, high, levels, epsilon)
            largest = one._largest_variance()
            if largest > least:  # it falls, then rises
                break
            best, least = one, largest
        return best

    encode = shared.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Levels as they leave each device, 0 to levels - 1, int64 of shape (n,)."""
        return shared.perturb_by_chunk(self._draw, shared.check_encoded(encoded), rng, np.int64)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        kept = rng.random(len(x)) < self.p - self.q
        drawn = rng.integers(self.levels, size=len(x))
        place = (x + 1) / 2 * (self.levels - 1)
        rounded = np.floor(place + rng.random(len(x))).astype(np.int64)
        return np.where(kept, np.minimum(rounded, self.levels - 1), drawn)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        reports = check_codes("reports", reports, self.levels)
        return self._estimate(np.bincount(reports.astype(np.intp), minlength=self.levels))

    def _estimate(self, counts: np.ndarray) -> MeanEstimate:
        return shared.estimate_from_counts(self, self.numbers(), counts)

    def numbers(self) -> np.ndarray:
        """The number on the scale for which each level stands in the estimate, shape (levels,)."""
        return np.linspace(-1, 1, self.levels) / (self.p - self.q)

    def channel(self, values: ArrayLike | None = None) -> np.ndarray:
        """Pr[level | value], shape (values, levels); without values of the levels themselves.

        A value between two levels has a mixture of their rows, so ε is that of the levels.
        """
        values = np.linspace(self.low, self.high, self.levels) if values is None else values
        place = (shared.encode(self, values) + 1) / 2 * (self.levels - 1)
        near = np.clip(1 - np.abs(place[:, None] - np.arange(self.levels)), 0, 1)
        return self.q + (self.p - self.q) * near

    def simulate(
        self, values: ArrayLike, counts: ArrayLike, rng: np.random.Generator
    ) -> MeanEstimate:
        """For so many people with each of the values: one multinomial draw a value."""
        check_rng(rng)
        channel = self.channel(values)
        counts = shared.check_counts(channel[:, 0], counts)
        return self._estimate(rng.multinomial(counts, channel).sum(axis=0))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> MeanEstimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        drawn = shared.drawn_by_chunk(self._draw, self.encode, values, rng)
        return self._estimate(sum(np.bincount(part, minlength=self.levels) for part in drawn))

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """E[number²] - x² for each person on the scale: rounding, then the randomized response."""
        return shared.variance_in_unit(self, n, value, self._variance_on_scale)

    def _variance_on_scale(self, x: np.ndarray) -> np.ndarray:
        step, keep = 2 / (self.levels - 1), self.p - self.q
        from_level = np.mod(x + 1, step)
        squares = x**2 + from_level * (step - from_level)  # after rounding
        evenly = (np.linspace(-1, 1, self.levels) ** 2).mean()
        return (keep * squares + (1 - keep) * evenly) / keep**2 - x**2

    def _largest_variance(self) -> float:
        """The largest variance of one report over all numbers of the range, in squared units.

        Between two levels it is a parabola that opens down; its top is where keep times the sum of
        both levels is 2x.
        """
        levels = np.linspace(-1, 1, self.levels)
        middles = (levels[1:] + levels[:-1]) / 2
        tops = np.clip(middles / (self.p - self.q), levels[:-1], levels[1:])
        half = (self.high - self.low) / 2
        return float(half**2 * self._variance_on_scale(np.concatenate([levels, tops])).max())

    def possible_reports(self) -> np.ndarray:
        """All levels, int64, as the channel's columns."""
        return np.arange(self.levels)
