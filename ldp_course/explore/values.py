"""Check the numbers and texts of an explorer, and write them for readers.

Used by every other file here. `script/numbers.js` writes the same numbers in the
browser; tests/vectors/explorer.json holds both to the same texts.
"""

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

from ldp_course.arguments import check_type, reject

COLORED = re.compile(r"\[([^\]|]+)\|([^\]]+)\]")  # as in script/numbers.js


def kind(value: object) -> str:
    return type(value).__name__


def check_text(name: str, text: str, may_be_empty: bool = False) -> None:
    check_type(name, text, str, "a text")
    if not text.strip() and not may_be_empty:
        reject(name, f"= {text!r} is empty", "a text")


def plain_values(name: str, values: Any, allowed: str) -> list:
    """Return a list, range, array or pandas column as plain Python values."""
    if not hasattr(values, "tolist"):
        check_type(name, values, Sequence, allowed)
    plain = values.tolist() if hasattr(values, "tolist") else list(values)
    if not isinstance(plain, list):
        reject(name, f"= {values!r} is a single value", allowed, TypeError)
    return [value.item() if isinstance(value, np.generic) else value for value in plain]


def check_finite(problem: str, value: Any, name: str, allowed: str) -> None:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{problem}; {name} must be {allowed}")
    if not math.isfinite(value):
        raise ValueError(f"{problem}; {name} must be {allowed}")


def plain_numbers(name: str, values: Any, is_x: bool) -> tuple:
    """Return finite numbers; x may be different texts, others may have gaps."""
    allowed = (
        "texts, or of finite numbers" if is_x else "finite numbers (None for a gap)"
    )
    plain = plain_values(name, values, f"a list of {allowed}")
    if is_x and plain and all(isinstance(value, str) for value in plain):
        if len(set(plain)) < len(plain):
            raise ValueError(
                f"{name} = {plain!r} repeats a text; each text must occur once"
            )
        return tuple(plain)
    for position, value in enumerate(plain):
        if value is not None or is_x:
            problem = f"{name} has {value!r}, a {kind(value)}, at position {position}"
            check_finite(problem, value, name, f"a list of {allowed}")
    return tuple(
        v if v is None else (int if isinstance(v, Integral) else float)(v)
        for v in plain
    )


def rounded(value: Any, digits: int = 4) -> Any:
    """Return a float to so many digits, the same on every machine; else what it is.

    A tuple becomes a list, each of its values rounded.
    """
    if isinstance(value, tuple):
        return [rounded(each, digits) for each in value]
    if not isinstance(value, float):
        return value
    value = float(f"{value:.{digits}g}")
    return int(value) if value.is_integer() else value


def value_text(value: float | str) -> str:
    """Write a number as a reader expects it, exactly, 32,561; a text stays as it is."""
    if isinstance(value, str):
        return value
    return f"{Decimal(repr(value)):,f}".replace("-", "−")


def cell_text(value: float | str | None) -> str:
    """Write a number exactly, 32561, for spreadsheets; a text stays, None is empty."""
    return (
        f"{Decimal(repr(value)):f}" if isinstance(value, int | float) else value or ""
    )


def uncolored(sentence: str) -> str:
    """Return a sentence without the labels that its numbers belong to.

    >>> uncolored("You need [11,243|local model] people.")
    'You need 11,243 people.'
    """
    return COLORED.sub(r"\1", sentence)
