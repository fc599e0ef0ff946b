"""Compute limits that a correct random answer keeps, but for a stated probability.

No seed is fixed: a correct answer may draw in any order. The limits are exact and wide
enough that neither a class of 300, nor the tests of this course, which judge each of
many right answers 1,000 times, should ever meet a wrong verdict.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ldp_course.audit import clopper_pearson_high, clopper_pearson_low
from ldp_course.binomial import highest_count, lowest_count

# that a correct answer fails one test; a check has less than 100, so 1e-6 in all
ERROR = 1e-8


@lru_cache(maxsize=1024)
def binomial_limits(
    n: int, probability: float, error: float = ERROR
) -> tuple[int, int]:
    """Return the (lowest, highest) count; n draws leave them with Pr <= `error`."""
    lowest = lowest_count(n, probability, error / 2)
    return lowest, highest_count(n, probability, error / 2)


def within_limits(
    count: int,
    n: int,
    probability: float,
    error: float = ERROR,
    counted: str = "{count:,} of {n:,}",
) -> tuple[bool, str]:
    """Return whether a count may come from n draws, and a sentence that says so.

    counted: how the sentence begins; what was counted, with {count:,} and {n:,}
    """
    low, high = binomial_limits(n, probability, error)
    sentence = (
        f"{counted.format(count=count, n=n)}; a correct answer lies in [{low:,},"
        f" {high:,}] except with probability {error:g}"
    )
    return low <= count <= high, sentence


def epsilon_shown(counts: np.ndarray, error: float = ERROR) -> float:
    """Return a lower bound of ε, wrong with probability at most `error`.

    counts[v, r]: how many of the reports made from value v were r, shape (values,
    reports). The bound is the largest ln(low bound of Pr[r | v] / high bound of
    Pr[r | w]) over all pairs, with Clopper-Pearson bounds that share `error`.
    """
    low, high = probability_bounds(np.asarray(counts), error)
    ratio = (low.max(axis=0) / high.min(axis=0)).max()
    return max(0.0, math.log(ratio)) if ratio > 0 else 0.0


def probability_bounds(
    counts: np.ndarray, error: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return Clopper-Pearson bounds of Pr[r | v]; all of them share `error`."""
    n, share = counts.sum(axis=1, keepdims=True), error / (2 * counts.size)
    return clopper_pearson_low(counts, n, share), clopper_pearson_high(counts, n, share)
