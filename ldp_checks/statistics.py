"""Limits that a correct random answer keeps, except with a probability that each message states.

No seed is fixed: a correct answer may draw in any order. The limits are exact and wide enough that
neither a class of 300, nor the tests of this course, which judge each of many right answers 1,000
times, should ever meet a wrong verdict.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ldp_course.binomial import highest_count, highest_probability, lowest_count, lowest_probability

ERROR = 1e-8  # that a correct answer fails one test; a check has less than 100, so 1e-6 in all


@lru_cache(maxsize=1024)
def binomial_limits(n: int, probability: float, error: float = ERROR) -> tuple[int, int]:
    """Counts (lowest, highest) that n independent draws leave with probability at most `error`."""
    return lowest_count(n, probability, error / 2), highest_count(n, probability, error / 2)


def within_limits(
    count: int,
    n: int,
    probability: float,
    error: float = ERROR,
    counted: str = "{count:,} of {n:,}",
) -> tuple[bool, str]:
    """Whether a count may come from n draws with this probability, and the sentence that says so.

    counted: how the sentence begins; what was counted, with {count:,} and {n:,}
    """
    low, high = binomial_limits(n, probability, error)
    stated = counted.format(count=count, n=n)
    sentence = (
        f"{stated}; a correct answer lies in [{low:,}, {high:,}] except with probability {error:g}"
    )
    return low <= count <= high, sentence


def epsilon_shown(counts: np.ndarray, error: float = ERROR) -> float:
    """A lower bound of ε from counts, shape (values, reports); wrong with probability at most
    `error`.

    counts[v, r]: how many of the reports made from value v were r. The largest ln(low bound of Pr[r
    | v] / high bound of Pr[r | w]) over all pairs, with Clopper-Pearson bounds that share `error`.
    """
    counts = np.asarray(counts)
    n = counts.sum(axis=1, keepdims=True)
    share = error / (2 * counts.size)
    low, high = lowest_probability(counts, n, share), highest_probability(counts, n, share)
    ratio = (low.max(axis=0) / high.min(axis=0)).max()
    return max(0.0, math.log(ratio)) if ratio > 0 else 0.0
