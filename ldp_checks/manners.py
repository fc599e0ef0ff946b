"""What any answer that randomizes must do, whatever the mechanism: draw all chance from the
generator `rng`, and leave its input as it was.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ldp_checks.feedback import Finding
from ldp_checks.statistics import ERROR


def generator(rng: np.random.Generator) -> np.random.Generator:
    """A new generator, to hand to a student's function."""
    return np.random.default_rng(int(rng.integers(2**63)))


def uses_its_generator(
    function: Callable, *arguments, rng: np.random.Generator, points: float = 0
) -> Finding:
    """function(*arguments, rng): equal generators give equal answers, different ones different
    answers.

    The arguments must leave room for chance: two honest answers may agree with a probability of
    ERROR / 100 at most.
    """
    seeds = [int(seed) for seed in rng.choice(2**62, size=2, replace=False)]
    first, again, other = (
        np.asarray(function(*arguments, np.random.default_rng(seed)))
        for seed in (seeds[0], seeds[0], seeds[1])
    )
    if not np.array_equal(first, again):
        return Finding(
            False, "two calls with equal generators differ: draw all chance from `rng`", points
        )
    if np.array_equal(_plain(first), _plain(other)):
        return Finding(
            False,
            "two calls with different generators give the same answer: draw from `rng`",
            points,
        )
    return Finding(True, "all chance comes from `rng`", points, ERROR / 100)


def _plain(answer: np.ndarray) -> np.ndarray:
    """Without the last digits of numbers: a difference there is no draw of a report."""
    try:
        return answer.astype(float).round(6) if answer.dtype.kind in "fO" else answer
    except (TypeError, ValueError, OverflowError):
        return answer


def keeps_its_input(function: Callable, values: np.ndarray, *further, points: float = 0) -> Finding:
    """function(values, *further) leaves `values` as they were."""
    given = values.copy()
    function(given, *further)
    if not np.array_equal(given, values):
        return Finding(
            False, "your function changed the array it was given; work on a copy", points
        )
    return Finding(True, "the input is left as it was", points)
