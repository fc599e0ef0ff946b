"""Answers in the form that a check needs, or a sentence that says what is wrong with their form."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def table(answer, shape: tuple[int, int], bits: bool = True) -> np.ndarray | str:
    """A table of numbers, as floats; of 0s and 1s if `bits`."""
    try:
        array = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        return "your function must return a table of numbers"
    if array.shape != shape:
        return f"your function must return a table of shape {shape}; its shape was {array.shape}"
    if not (np.isin(array, (0, 1)) if bits else np.isfinite(array)).all():
        return "every entry must be 0 or 1" if bits else "every entry must be a finite number"
    return array


def vector(answer, length: int, what: str) -> np.ndarray | str:
    """A list of finite numbers, as floats."""
    try:
        array = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        array = np.full(0, np.nan)
    if array.shape != (length,) or not np.isfinite(array).all():
        return f"your function must return {what}, in a list or array of {length}"
    return array


def number(answer) -> float:
    """A number, also one in an array of its own; NaN for anything else."""
    try:
        return float(np.asarray(answer, dtype=float).reshape(()))
    except (TypeError, ValueError):
        return float("nan")


def raised(function: Callable, *arguments) -> str:
    """The name of the error that a call raises, or "nothing"."""
    try:
        with np.errstate(all="ignore"):
            function(*arguments)
    except Exception as error:  # whatever a student's function may raise
        return type(error).__name__
    return "nothing"
