"""Answers in the form that a check needs, and whether numbers and choices are right.

How exact an answer must be, in the assignments and in the exercises of the chapters:
- a number that a student writes down: half a percent (TOLERANCE), so that three digits are enough;
- what a function returns: a part in a million (EXACT), so that single precision is enough;
- how many people, rows or answers: exact. A number may always be infinite. A text is no number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.checks.feedback import Finding

TOLERANCE = 0.005
EXACT = 1e-6


def is_blank(answer: object) -> bool:
    """Whether there is no answer yet."""
    return answer is None or answer is ...


def as_numbers(answer: object, shape: tuple[int, ...] = ()) -> np.ndarray | None:
    """Real numbers of any kind (Fraction, NumPy scalar) as floats of this shape; None for anything
    else, and for NaN.

    One number may also be an array of one element.
    """
    try:
        raw = np.asarray(answer)
        if raw.dtype.kind not in "iufO":
            return None
        numbers = raw.astype(float)
    except (TypeError, ValueError, OverflowError):
        return None
    if shape == () and numbers.size == 1:
        numbers = numbers.reshape(())
    return None if numbers.shape != shape or np.isnan(numbers).any() else numbers


def as_number(answer: object) -> float:
    """One real number as a float; NaN for anything else."""
    number = as_numbers(answer)
    return math.nan if number is None else float(number)


def as_codes(answer: object, people: int, kinds: int) -> np.ndarray | None:
    """One whole number from 0 to kinds - 1 for each person; None for anything else. False is 0,
    True is 1.
    """
    try:
        raw = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return None
    if raw.dtype.kind not in "biufO" or raw.shape != (people,):
        return None
    return raw.astype(int) if (raw[:, None] == np.arange(kinds)).any(axis=1).all() else None


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
    """A table of numbers, as floats, of 0s and 1s if `bits`; or a sentence that says what is wrong
    with its form.
    """
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


def same(found: object, right: object, tolerance: float = EXACT, reach: float = EXACT) -> bool:
    """Whether numbers are equal, give or take `tolerance` of their size and `reach`, which counts
    next to 0.
    """
    found, right = np.asarray(found, dtype=float), np.asarray(right, dtype=float)
    return found.shape == right.shape and np.allclose(found, right, rtol=tolerance, atol=reach)


def close(number: float, right: float) -> bool:
    """Whether a number that a student wrote down is right."""
    return same(number, right, TOLERANCE)


def recognised(
    answer: object,
    mistakes: Mapping[str, object],
    tolerance: float = TOLERANCE,
    reach: float = EXACT,
) -> str:
    """ ": " and the sentence of the known mistake that leads to this answer, or the nearest of
    several; "" if none does.

    mistakes: {what to tell the student: the wrong answer}
    """
    found = {why: wrong for why, wrong in mistakes.items() if same(answer, wrong, tolerance, reach)}
    if len(found) < 2:
        return "".join(f": {why}" for why in found)
    return f": {min(found, key=lambda why: np.abs(np.subtract(answer, found[why])).max())}"


def shown(numbers: ArrayLike) -> str:
    """Numbers as a person writes them."""
    if np.ndim(numbers):
        return "(" + ", ".join(map(shown, numbers)) + ")"
    number = float(numbers)
    if number.is_integer():
        return f"{int(number):,}"
    return (
        str(number)
        if not math.isfinite(number)
        else f"{number:,.0f}"
        if abs(number) >= 1_000
        else f"{number:.4g}"
    )


def number_finding(
    name: str,
    answer: object,
    right: ArrayLike,
    mistakes: Mapping[str, object] = MappingProxyType({}),
    hint: str = "",
    points: float = 0,
    tolerance: float = TOLERANCE,
) -> Finding:
    """Whether a student wrote down the right number, or the right numbers in this order.

    mistakes: as in `recognised`
    hint: what to think about if it is another mistake
    tolerance: 0 for a count; any other only where a known mistake is nearer than half a percent, or
    the givens are rough
    """
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet", points)
    numbers = as_numbers(answer, np.shape(right))
    if numbers is None:
        wanted = f"{np.size(right)} numbers" if np.ndim(right) else "one number"
        return Finding(False, f"{name} = {str(answer)[:40]!r}; {name} must be {wanted}", points)
    if same(numbers, right, tolerance):
        return Finding(True, f"{name} = {shown(numbers)} is right", points)
    why = recognised(numbers, mistakes, tolerance) or (f": {hint}" if hint else "")
    return Finding(False, f"{name} = {shown(numbers)} is not right{why}", points)


def choice_finding(
    name: str, answer: object, right: str, choices: Sequence[str], hint: str, points: float = 0
) -> Finding:
    """Whether a string is the right one of the choices; capitals and spaces around it do not
    matter.
    """
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet", points)
    said = next(
        (choice for choice in choices if str(answer).strip().lower() == choice.lower()), None
    )
    if said is None:
        allowed = ", ".join(map(repr, choices))
        return Finding(
            False, f"{name} = {str(answer)[:40]!r}; {name} must be one of {allowed}", points
        )
    if said == right:
        return Finding(True, f"{name} = {said!r} is right", points)
    return Finding(False, f"{name} = {said!r} is not right: {hint}", points)
