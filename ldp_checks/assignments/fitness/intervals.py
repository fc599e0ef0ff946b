"""Check, on many tables, whether the intervals around an estimate hold."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ldp_checks.answers import as_numbers
from ldp_checks.findings import Finding
from ldp_checks.statistical_limits import ERROR
from ldp_course.binomial import lowest_count

TABLES = 300
COVERED = 0.93  # a usual interval of a small table covers a little less than 95 %
NARROW, WIDE = 0.93, 1.15  # times 2 x 1.96 standard errors, on average
THREE = (
    "return three numbers: the estimate, the low end and the high end of its 95 %"
    " interval"
)


def triples(answer: Callable, tables: list[np.ndarray]) -> np.ndarray | str:
    """Return the answers for all tables, shape (tables, 3), or what is wrong."""
    rows = [as_numbers(answer(table.copy()), (3,)) for table in tables]
    return THREE if any(row is None for row in rows) else np.array(rows)


def interval_finding(
    answer: Callable, tables: np.ndarray, truth: float, why: str, points: float
) -> Finding:
    """Judge coverage and width of intervals around estimates that are right.

    tables: 0s and 1s, shape (tables, people, reports of a person); people are
        independent
    why: what to think about if an interval is too narrow
    """
    rows = triples(answer, [table.squeeze() for table in tables])
    if isinstance(rows, str):
        return Finding(False, rows, points)
    of_people, n = tables.mean(axis=2), tables.shape[1]
    means = of_people.mean(axis=1)
    # the estimates lie on a line over the means
    slope = np.ptp(rows[:, 0]) / np.ptp(means)
    error = slope * of_people.std() / math.sqrt(n)
    ratio = float(np.mean(rows[:, 2] - rows[:, 1]) / (2 * 1.96 * error))
    covered = int(((rows[:, 1] <= truth) & (truth <= rows[:, 2])).sum())
    least = lowest_count(len(rows), COVERED, ERROR)
    message = (
        f"the interval covers the truth in {covered} of {len(rows)} tables of {n}"
        f" people, and is {ratio:.2f} times as wide as 2 x 1.96 standard errors"
    )
    if not NARROW <= ratio <= WIDE or covered < least:
        hint = f". It is too narrow: {why}" if ratio < NARROW else ""
        hint = hint or (
            ". It is wider than needed" if ratio > WIDE else ". Where is its middle?"
        )
        return Finding(False, message + hint, points)
    return Finding(True, message, points, ERROR)
