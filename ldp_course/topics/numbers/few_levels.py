"""Round the number at random to one of a few levels, then use randomized response."""

import math
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_integer,
    check_rng,
    set_attributes,
)
from ldp_course.topics.numbers import means
from ldp_course.topics.numbers.mean_estimate import MeanEstimate

MOST_LEVELS = 1024


@dataclass(frozen=True)
class FewLevelsMean:
    """Round at random to one of `levels` equally spaced numbers, and report it.

    The mean of the rounded number is the true one. The level is kept with probability p
    = e^ε / (e^ε + levels - 1), each other one has q = e^-ε p. Two levels are the one
    bit. Waudby-Smith, Wu and Ramdas (ICML 2023). Used in the chapter "Numbers".

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
        low, high = means.check_range(self.low, self.high)
        levels = check_integer("levels", self.levels, 2, MOST_LEVELS)
        epsilon = check_epsilon(self.epsilon)
        p = 1 / (1 + (levels - 1) * math.exp(-epsilon))
        set_attributes(self, low=low, high=high, levels=levels, epsilon=epsilon, p=p)
        set_attributes(self, q=p * math.exp(-epsilon))

    @classmethod
    def optimized(cls, low: float, high: float, epsilon: float) -> Self:
        """Choose the number of levels whose largest variance is the smallest."""
        best, least = None, math.inf
        for levels in range(2, MOST_LEVELS + 1):
            mechanism = cls(low, high, levels, epsilon)
            largest = mechanism._largest_variance()
            if largest > least:  # it falls, then rises
                break
            best, least = mechanism, largest
        return best

    encode = means.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return levels from 0 as they leave each device, int64 of shape (n,)."""
        encoded = means.check_encoded(encoded)
        return means.perturb_by_chunk(self._draw, encoded, rng, np.int64)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        stays = rng.random(len(x)) < self.p - self.q
        random = rng.integers(self.levels, size=len(x))
        place = (x + 1) / 2 * (self.levels - 1)
        rounded = np.floor(place + rng.random(len(x))).astype(np.int64)
        return np.where(stays, np.minimum(rounded, self.levels - 1), random)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        reports = check_codes("reports", reports, self.levels)
        counts = np.bincount(reports.astype(np.intp), minlength=self.levels)
        return self._estimate(counts)

    def _estimate(self, counts: np.ndarray) -> MeanEstimate:
        return means.estimate_from_counts(self, self.numbers(), counts)

    def numbers(self) -> np.ndarray:
        """Return the number for which each level stands on the scale."""
        return np.linspace(-1, 1, self.levels) / (self.p - self.q)

    def channel(self, values: ArrayLike | None = None) -> np.ndarray:
        """Return Pr[level | value], (values, levels); by default for the levels.

        A value between two levels has a mixture of their rows, so ε is that of the
        levels.
        """
        if values is None:
            values = np.linspace(self.low, self.high, self.levels)
        place = (means.encode(self, values) + 1) / 2 * (self.levels - 1)
        near = np.clip(1 - np.abs(place[:, None] - np.arange(self.levels)), 0, 1)
        return self.q + (self.p - self.q) * near

    def simulate(
        self, values: ArrayLike, counts: ArrayLike, rng: np.random.Generator
    ) -> MeanEstimate:
        """Draw the estimate for so many people with each of the values."""
        check_rng(rng)
        channel = self.channel(values)
        counts = means.check_counts(values, counts)
        return self._estimate(rng.multinomial(counts, channel).sum(axis=0))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> MeanEstimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks of people."""
        parts = means.drawn_by_chunk(self._draw, self.encode, values, rng)
        return self._estimate(
            sum(np.bincount(part, minlength=self.levels) for part in parts)
        )

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of the mean: of rounding, then of randomized response."""
        return means.variance_in_unit(self, n, value, self._variance_on_scale)

    def _variance_on_scale(self, x: np.ndarray) -> np.ndarray:
        step, keep = 2 / (self.levels - 1), self.p - self.q
        from_level = np.mod(x + 1, step)
        squares = x**2 + from_level * (step - from_level)  # after rounding
        evenly = (np.linspace(-1, 1, self.levels) ** 2).mean()
        return (keep * squares + (1 - keep) * evenly) / keep**2 - x**2

    def _largest_variance(self) -> float:
        """Return the largest variance of one report, in squared units."""
        # between two levels it is a parabola that opens down; its top is where keep
        # times the sum of both levels is 2x
        levels = np.linspace(-1, 1, self.levels)
        middles = (levels[1:] + levels[:-1]) / 2
        tops = np.clip(middles / (self.p - self.q), levels[:-1], levels[1:])
        half = (self.high - self.low) / 2
        variances = self._variance_on_scale(np.concatenate([levels, tops]))
        return float(half**2 * variances.max())
