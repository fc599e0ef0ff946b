"""Exact limits of a binomial count, and exact bounds of its probability. Arrays broadcast.

scipy.stats has both, but takes half a second to import; scipy.special is quick.
"""

from bisect import bisect_left

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, bdtrc, betainccinv, betaincinv


def lowest_probability(successes: ArrayLike, trials: ArrayLike, error: float) -> np.ndarray:
    """The one-sided Clopper-Pearson bound: the truth is lower with probability at most `error`."""
    successes, trials = np.asarray(successes), np.asarray(trials)
    low = betaincinv(np.maximum(successes, 1), trials - successes + 1, error)
    return np.where(successes > 0, low, 0.0)


def highest_probability(successes: ArrayLike, trials: ArrayLike, error: float) -> np.ndarray:
    """The one-sided Clopper-Pearson bound: the truth is higher with probability at most `error`."""
    successes, trials = np.asarray(successes), np.asarray(trials)
    high = betainccinv(successes + 1, np.maximum(trials - successes, 1), error)
    return np.where(successes < trials, high, 1.0)


def lowest_count(trials: int, probability: float, error: float) -> int:
    """The smallest c with Pr[count <= c] >= error: a lower count has probability below `error`."""
    return bisect_left(range(trials), error, key=lambda count: bdtr(count, trials, probability))


def highest_count(trials: int, probability: float, error: float) -> int:
    """The smallest c with Pr[count > c] <= error: a higher count has at most that probability."""
    return bisect_left(range(trials), -error, key=lambda count: -bdtrc(count, trials, probability))
