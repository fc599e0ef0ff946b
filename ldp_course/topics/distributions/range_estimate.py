"""Hold what the server knows of a distribution: bins, ranges and quantiles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ldp_course.arguments import (
    check_confidence,
    check_flag,
    check_numbers,
    check_people,
    refuse,
    reject,
    set_attributes,
)
from ldp_course.estimate import Estimate
from ldp_course.topics.distributions.ranges import isotonic
from ldp_course.topics.numbers.means import check_range

ROUNDING = 1e-12
# for the width of a band: draws from the normal law, with a fixed seed, if at least so
# many of them lie beyond it
DRAWS, SEED, BEYOND = 4_000, 1, 20


@dataclass(frozen=True, eq=False)
class RangeEstimate:
    """Hold unbiased estimates for neighboring bins of a range, with all covariances.

    Nothing is clipped. The uncertainty is about *these n people*: noise, and who was
    asked what. Intervals are normal: trust them with thousands of people. Chapter
    "Distributions and ranges".

    Parameters
    ----------
    low, high : float, ends of the range
    n : int, people who reported
    frequencies : array of shape (k,), estimated shares of bins of equal width, with the
        sum 1
    covariance : array of shape (k, k), of `frequencies`

    Examples
    --------
    >>> noise = np.array([[4, -2, -2], [-2, 4, -2], [-2, -2, 4]]) / 10_000
    >>> estimate = RangeEstimate(0, 30, 5_000, [0.2, 0.5, 0.3], noise)
    >>> young = estimate.ranges([(0, 20)])
    >>> young.counts.round().tolist(), young.standard_errors.round(3).tolist()
    ([3500.0], [0.02])
    >>> estimate.quantiles([0.5]).tolist()
    [15.0]
    """

    low: float
    high: float
    n: int
    frequencies: np.ndarray
    covariance: np.ndarray

    def __post_init__(self) -> None:
        low, high = check_range(self.low, self.high)
        shares = check_numbers("frequencies", self.frequencies, SHARES)
        is_list = shares.ndim == 1 and len(shares)
        if not is_list or not math.isclose(shares.sum(), 1, abs_tol=1e-6):
            refuse("frequencies", self.frequencies, SHARES)
        k = len(shares)
        square = f"a symmetric table of shape ({k}, {k}), no variance below 0"
        table = check_numbers("covariance", self.covariance, square, shape=(k, k))
        if not np.allclose(table, table.T) or (np.diag(table) < -1e-12).any():
            refuse("covariance", self.covariance, square)
        set_attributes(self, low=low, high=high, n=check_people("n", self.n))
        set_attributes(self, frequencies=shares, covariance=table)

    @property
    def edges(self) -> np.ndarray:
        """Return the ends of the bins, float64 of shape (k + 1,)."""
        return np.linspace(self.low, self.high, len(self.frequencies) + 1)

    @property
    def cumulative(self) -> np.ndarray:
        """Return the estimated shares below each edge, (k + 1,); they may fall."""
        return np.concatenate([[0], np.cumsum(self.frequencies)[:-1], [1]])

    def ranges(self, ends: Sequence[tuple[float, float]]) -> Estimate:
        """Return the share of people in each range from one edge to another.

        An `Estimate`, whose domain is texts such as "29.5 to 39.5": the ages 30 to 39.
        """
        ends = check_numbers("ends", ends, PAIRS)
        if ends.ndim != 2 or ends.shape[1:] != (2,) or not len(ends):
            reject("ends", f"has shape {ends.shape}", PAIRS)
        places = (ends - self.low) / (self.high - self.low) * len(self.frequencies)
        steps = np.round(places)
        if not np.allclose(places, steps, rtol=0, atol=1e-6):
            worst = np.abs(places - steps).max(axis=1).argmax()
            refuse("ends", ends[worst].tolist(), PAIRS)
        inside = (steps >= 0) & (steps <= len(self.frequencies))
        names = tuple(f"{low:.12g} to {high:.12g}" for low, high in ends)
        repeated = len(set(names)) < len(names)
        if repeated or not inside.all() or (steps[:, 0] >= steps[:, 1]).any():
            refuse("ends", ends.tolist(), PAIRS)
        bins = np.arange(len(self.frequencies))
        chosen = ((bins >= steps[:, :1]) & (bins < steps[:, 1:])).astype(float)
        variances = np.einsum("rk,rk->r", chosen @ self.covariance, chosen)
        errors = np.sqrt(np.maximum(variances, 0))
        return Estimate(names, self.n, chosen @ self.frequencies, errors)

    def band(self, confidence: float = 0.95, simultaneous: bool = True) -> tuple:
        """Return low and high ends for the true share of people below each edge.

        Each has the shape (k + 1,). With `simultaneous`, all hold together with this
        confidence: the factor is that of the largest of k - 1 normal errors with these
        correlations, from 4,000 draws with a fixed seed; above a confidence of 0.995
        that of independent errors, which is never smaller (Šidák 1967). The true shares
        never fall, so that such a band does not either. Without, each holds alone.
        """
        confidence = check_confidence(confidence)
        together = check_flag("simultaneous", simultaneous)
        errors = np.sqrt(np.maximum(np.diag(self._below), 0))
        together = together and len(errors) > 0
        factor = self._factor(confidence) if together else _normal_factor(confidence)
        margin = np.concatenate([[0], factor * errors, [0]])
        low, high = (np.clip(self.cumulative + side * margin, 0, 1) for side in (-1, 1))
        if together:
            low = np.maximum.accumulate(low)
            high = np.minimum.accumulate(high[::-1])[::-1]
        return low, high

    def _factor(self, confidence: float) -> float:
        """Return how many standard errors hold all shares below the inner edges."""
        if (1 - confidence) * DRAWS < BEYOND:
            return _normal_factor(confidence ** (1 / len(self._below)))
        factor = float(np.quantile(self._largest_errors, confidence))
        return max(factor, _normal_factor(confidence))

    @cached_property
    def _below(self) -> np.ndarray:
        """Return the covariance of the shares below the inner edges."""
        return np.cumsum(np.cumsum(self.covariance, axis=0), axis=1)[:-1, :-1]

    @cached_property
    def _largest_errors(self) -> np.ndarray:
        """Return the largest standardized error of each draw of these shares."""
        values, vectors = np.linalg.eigh(self._below)
        root = vectors * np.sqrt(np.maximum(values, 0))
        errors = np.sqrt(np.maximum(np.diag(self._below), 0))
        scale = np.divide(1, errors, out=np.zeros(len(errors)), where=errors > 0)
        drawn = (root * scale[:, None]) @ _normal(len(errors))
        return np.maximum(drawn.max(axis=0), -drawn.min(axis=0))

    def quantiles(self, levels: ArrayLike) -> np.ndarray:
        """Return the middle of the bin in which each share of people is reached."""
        levels = _check_levels(levels)
        below = np.cumsum(isotonic(self.frequencies))
        return self._middle(np.searchsorted(below, levels - ROUNDING))

    def _middle(self, bins: np.ndarray) -> np.ndarray:
        width = (self.high - self.low) / len(self.frequencies)
        return self.low + width * (np.minimum(bins, len(self.frequencies) - 1) + 0.5)

    def quantile_intervals(
        self, levels: ArrayLike, confidence: float = 0.95, simultaneous: bool = True
    ) -> tuple:
        """Return low and high ends for the true quantiles: middles of bins.

        These are the bins that the `band` leaves possible. With `simultaneous`,
        quantiles at all levels hold together with at least this confidence; else each
        does on its own.
        """
        levels = _check_levels(levels)[..., None] - ROUNDING
        low, high = self.band(confidence, simultaneous)
        first = np.argmax(high[1:] >= levels, axis=1)
        last = len(self.frequencies) - 1 - np.argmax(low[-2::-1] < levels, axis=1)
        last = np.where(levels[:, 0] <= 0, first, last)
        return self._middle(first), self._middle(np.maximum(first, last))

    def __repr__(self) -> str:
        return f"RangeEstimate({len(self.frequencies)} bins from {self.n:,} people)"


SHARES = "a list or array of finite numbers with the sum 1, one a bin"
LEVELS = "a list or array of shares between 0 and 1"
PAIRS = "pairs of edges of bins, such as [(29.5, 39.5)], the lower first, no pair twice"


def _check_levels(levels: ArrayLike) -> np.ndarray:
    levels = check_numbers("levels", levels, LEVELS, 0, 1)
    if levels.ndim != 1 or not len(levels):
        refuse("levels", levels, LEVELS)
    return levels


def _normal_factor(confidence: float) -> float:
    return float(ndtri((1 + confidence) / 2))


@lru_cache(maxsize=1)
def _normal(edges: int) -> np.ndarray:
    return np.random.default_rng(SEED).standard_normal((DRAWS, edges)).T.copy()
