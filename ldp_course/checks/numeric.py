"""Checks of answers that are a number, and of functions that return one: no chance in them.

`mistakes` are wrong answers that are known, each with the sentence that tells the student what it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ldp_course.checks.behaviour import keeps_its_input
from ldp_course.checks.feedback import Finding

THREE_DECIMALS = 1e-3
EXACT = 1e-6  # single precision is enough


def as_number(answer) -> float | None:
    """The answer as a float; None if it is not one real number."""
    if isinstance(answer, str | bool) or np.ndim(answer) != 0 or np.iscomplexobj(answer):
        return None
    try:
        return float(answer)
    except (TypeError, ValueError):
        return None


def close(number: float, other: float, tolerance: float) -> bool:
    return math.isclose(number, other, rel_tol=0, abs_tol=tolerance)


def recognised(numbers: list[float], mistakes: dict[str, list[float]], tolerance: float) -> str:
    """": " and the sentence of the mistake that leads to all these numbers; "" if none does."""
    for why, wrong in mistakes.items():
        if all(close(number, other, tolerance) for number, other in zip(numbers, wrong, strict=True)):
            return f": {why}"
    return ""


def number_finding(answer, right: float, name: str, mistakes: dict[str, float], points: float) -> Finding:
    """Whether the answer is this number, to three decimals."""
    if answer is None:
        return Finding(False, f"{name} is not answered yet", points)
    number = as_number(answer)
    if number is None:
        return Finding(False, f"{name} must be one number", points)
    if close(number, right, THREE_DECIMALS):
        return Finding(True, f"{name} is right", points)
    hint = recognised([number], {why: [wrong] for why, wrong in mistakes.items()}, THREE_DECIMALS)
    return Finding(False, f"{name} is not {number:.4g}{hint}", points)


def estimate_findings(
    estimate: Callable[..., float],
    right: Callable[..., float],
    ordinary: list[tuple[np.ndarray, ...]],
    extreme: list[tuple[np.ndarray, ...]],
    mistakes: dict[str, Callable[..., float]],
    points: float,
) -> Iterator[Finding]:
    """estimate(*table) must equal right(*table), the only unbiased estimate that there is.

    ordinary, extreme: tables for which the right estimate is a share, and for which it lies below 0 or above 1
    points: half for ordinary tables, a quarter for extreme ones, a quarter for leaving the input as it is
    """
    numbers = [as_number(estimate(*(column.copy() for column in table))) for table in ordinary]
    if None in numbers:
        yield Finding(False, "return one number", points / 2)
        return
    exact = [right(*table) for table in ordinary]
    if not recognised(numbers, {"exact": exact}, EXACT):
        wrong = {why: [mistake(*table) for table in ordinary] for why, mistake in mistakes.items()}
        hint = recognised(numbers, wrong, EXACT)
        if not hint and np.allclose(numbers, exact, rtol=0, atol=0.01):
            hint = ": close, but an estimate that is rounded is not unbiased"
        yield Finding(False, f"this is not the unbiased estimate{hint}", points / 2)
        return
    yield Finding(True, "the estimate is right on average, for every table of truths", points / 2)

    numbers = [as_number(estimate(*(column.copy() for column in table))) for table in extreme]
    exact = [right(*table) for table in extreme]
    if None not in numbers and recognised(numbers, {"exact": exact}, EXACT):
        yield Finding(True, "it may lie below 0 and above 1", points / 4)
    else:
        why = "an unbiased estimate lies below 0 or above 1 at times; if it is cut or moved there, its mean is wrong"
        yield Finding(False, why, points / 4)
    yield keeps_its_input(estimate, *ordinary[0], points=points / 4)
