"""Answers in the form that a check needs, and whether numbers and choices are right.

How exact an answer must be, in all assignments:
- a number that a student writes down: half a percent (TOLERANCE), so that three digits are enough;
- what a function returns: a part in a million (EXACT), so that single precision is enough;
- how many people, rows or answers: exact. A number may always be infinite. A text is no number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ldp_course.checks.feedback import Finding

TOLERANCE = 0.005
EXACT = 1e-6


def as_number(answer: object) -> float:
    """A real number of any kind (Fraction, NumPy scalar, array of one element) as a float; NaN for anything else."""
    try:
        array = np.asarray(answer)
        return math.nan if array.dtype.kind in "bcSU" else float(array.item())
    except (TypeError, ValueError, OverflowError):
        return math.nan


def as_vector(answer: object, length: int, what: str) -> np.ndarray | str:
    """A list of finite numbers, as floats; or a sentence that says what is wrong with its form."""
    try:
        array = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        array = np.full(0, np.nan)
    if array.shape != (length,) or not np.isfinite(array).all():
        return f"your function must return {what}, in a list or array of {length}"
    return array


def as_table(answer: object, shape: tuple[int, int], bits: bool = True) -> np.ndarray | str:
    """A table of numbers, as floats, of 0s and 1s if `bits`; or a sentence that says what is wrong with its form."""
    try:
        array = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        return "your function must return a table of numbers"
    if array.shape != shape:
        return f"your function must return a table of shape {shape}; its shape was {array.shape}"
    if not (np.isin(array, (0, 1)) if bits else np.isfinite(array)).all():
        return "every entry must be 0 or 1" if bits else "every entry must be a finite number"
    return array


def raised(function: Callable, *arguments) -> str:
    """The name of the error that a call raises, or "nothing"."""
    try:
        with np.errstate(all="ignore"):
            function(*arguments)
    except Exception as error:  # whatever a student's function may raise
        return type(error).__name__
    return "nothing"


def close(number: float, right: float) -> bool:
    """Whether a number that a student wrote down is right."""
    return math.isclose(number, right, rel_tol=TOLERANCE)


def same(found: object, right: object, size: float = 1) -> bool:
    """Whether what a function returned is right; size: of the numbers from which it is computed, as n people."""
    found, right = np.asarray(found, dtype=float), np.asarray(right, dtype=float)
    return found.shape == right.shape and np.allclose(found, right, rtol=EXACT, atol=EXACT * size)


def number_finding(
    name: str, answer: object, right: float, hint: str, mistakes: Mapping[float, str], points: float
) -> Finding:
    """Whether a number that a student wrote down is right.

    hint: what to think about if it is wrong
    mistakes: values that a known mistake gives, and what to say then; the nearest counts
    """
    if answer is None:
        return Finding(False, f"{name} is not answered yet", points)
    number = as_number(answer)
    if math.isnan(number):
        return Finding(False, f"{name} = {str(answer)[:40]!r} is no number", points)
    if close(number, right):
        return Finding(True, f"{name} = {number:.4g} is right", points)
    near = [wrong for wrong in mistakes if close(number, wrong)]
    says = mistakes[min(near, key=lambda wrong: abs(wrong - number))] if near else hint
    return Finding(False, f"{name} = {number:.4g} is not right: {says}", points)


def choice_finding(name: str, answer: object, right: str, choices: Sequence[str], hint: str, points: float) -> Finding:
    """Whether a string is the right one of the choices; capitals and spaces around it do not matter."""
    if answer is None:
        return Finding(False, f"{name} is not answered yet", points)
    said = str(answer).strip().lower()
    if said not in choices:
        known = ", ".join(map(repr, choices))
        return Finding(False, f"{name} = {str(answer)[:40]!r} is none of the choices: {known}", points)
    if said == right:
        return Finding(True, f"{name} = {said!r} is right", points)
    return Finding(False, f"{name} = {said!r} is not right: {hint}", points)
