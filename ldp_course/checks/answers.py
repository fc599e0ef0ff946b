"""Answers that are plain values: a number, or a choice from a list."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from ldp_course.checks.feedback import Finding

TOLERANCE = 0.005  # relative: three correct digits are enough


def as_number(answer: object) -> float | None:
    """A number of any kind (Fraction, NumPy scalar, array of one element) as a float; None if it is no finite number."""
    try:
        number = float(np.asarray(answer).item())
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def number_finding(
    name: str, answer: object, right: float, hint: str, mistakes: Mapping[float, str], points: float
) -> Finding:
    """Whether a number is right to three digits.

    hint: what to think about if it is wrong; mistakes: values that a known mistake gives, and what to say then
    """
    if answer is None:
        return Finding(False, f"{name} is not answered yet", points)
    number = as_number(answer)
    if number is None:
        return Finding(False, f"{name} = {str(answer)[:40]} is no finite number", points)
    if math.isclose(number, right, rel_tol=TOLERANCE):
        return Finding(True, f"{name} = {number:.4g} is right", points)
    says = next((text for wrong, text in mistakes.items() if math.isclose(number, wrong, rel_tol=TOLERANCE)), hint)
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
