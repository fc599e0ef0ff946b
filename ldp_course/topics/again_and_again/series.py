"""Invent a series of hours a day that begins with real answers."""

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_integer, check_rng, check_whole

HABIT, SPREAD, FREE_WEEKEND, NEW_HABIT, MOST = 0.7, 0.5, 0.8, 1 / 180, 16


def invented_days(
    hours_per_week: ArrayLike, days: int, rng: np.random.Generator
) -> np.ndarray:
    """Invent hours on each day, which nobody measured: whole numbers (n, days).

    A person's habit is a fifth of the hours a week, rounded. On a day it is followed
    with probability 0.7; else the difference of two geometric numbers (1/2) is added.
    On two days of seven it is 0 with probability 0.8. Each day, with probability 1/180,
    a new habit is drawn from the people's. All hours lie from 0 to 16. Chapter "Again
    and again".

    Parameters
    ----------
    hours_per_week : array of whole numbers from 0 to 168, shape (n,)
    days : int, 1 to 10,000; the days 5 and 6 of each seven are free

    Examples
    --------
    >>> invented_days([40, 20], days=7, rng=np.random.default_rng(3)).tolist()
    [[8, 8, 7, 7, 8, 9, 0], [4, 4, 4, 4, 4, 0, 0]]
    """
    allowed = "whole numbers from 0 to 168"
    weekly = check_whole(
        "hours_per_week", hours_per_week, 168, allowed, any_labels=True
    )
    days = check_integer("days", days, 1, 10_000)
    check_rng(rng)
    n, habits = len(weekly), np.rint(weekly / 5).astype(np.int16)
    current, hours = habits.copy(), np.empty((n, days), dtype=np.int16)
    for day in range(days):
        current = np.where(rng.random(n) < NEW_HABIT, rng.choice(habits, n), current)
        apart = rng.geometric(SPREAD, n) - rng.geometric(SPREAD, n)
        today = current + np.where(rng.random(n) < HABIT, 0, apart)
        is_free = (day % 7 >= 5) & (rng.random(n) < FREE_WEEKEND)
        hours[:, day] = np.where(is_free, 0, np.clip(today, 0, MOST))
    return hours
