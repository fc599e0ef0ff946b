"""Choose the axes of an explorer: one range for all states, with room at both ends.

Used by `explorer`. The ticks are the script's, which knows the room for them.
"""

import math
from itertools import pairwise

from ldp_course.arguments import refuse
from ldp_course.explore.picture import Bars, Cloud, Mark, Points
from ldp_course.explore.values import plain_values, rounded


def make_axis(
    axis: str, marks: list[Mark], label: str, scale: str, given: tuple | None
) -> dict:
    """Return {label, scale, range}, or {label, categories} where x are texts.

    Without a `given` range it fits all marks: tightly along lines, with room for bars
    and points along x, and out to the next round number along y. Bars begin at 0: their
    y is linear, from 0.
    """
    if scale not in ("linear", "log"):
        refuse(f"{axis}_scale", scale, "one of ('linear', 'log')")
    marks = [mark for mark in marks if not isinstance(mark, Cloud)]
    if axis == "x" and any(mark.has_categories for mark in marks):
        return _categories(label, scale, given, marks)

    names = ("x",) if axis == "x" else ("y", "low", "high")
    lists = [
        getattr(mark, name) for mark in marks for name in mark.lists if name in names
    ]
    numbers = [
        rounded(value) for values in lists for value in values if value is not None
    ]
    if not numbers:
        raise ValueError(
            f"the pictures hold no {axis} at all; one must have a number to draw"
        )
    starts_at_zero = axis == "y" and any(isinstance(mark, Bars) for mark in marks)
    if scale == "log" and (starts_at_zero or min(numbers) <= 0):
        mark = "bars, which begin at 0" if starts_at_zero else f"{min(numbers)!r}"
        problem = f"{axis}_scale = 'log' cannot show {mark}"
        raise ValueError(f"{problem}; use 'linear', or None (a gap)")
    if given is not None:
        low, high = _check_range(f"{axis}_range", given, scale, starts_at_zero)
        drawn_at_x = (m for m in marks if axis == "x" and isinstance(m, (Bars, Points)))
        for mark in drawn_at_x:
            for value in mark.x:
                if not low <= value <= high:
                    fault = f"= ({low}, {high}) leaves out x = {value!r} of {mark}"
                    raise ValueError(f"x_range {fault}; x_range must hold it")
    elif axis == "y":
        held = [*numbers, 0] if starts_at_zero else numbers
        low, high = _round_range(min(held), max(held), scale)
    else:
        low, high = _padded_range(numbers, marks, scale)
    return {"label": label, "scale": scale, "range": [_short(low), _short(high)]}


def _categories(label: str, scale: str, given: tuple | None, marks: list[Mark]) -> dict:
    if not all(mark.has_categories or not mark.x for mark in marks):
        raise ValueError(
            "x holds texts in one series and numbers in another; x must be all one"
        )
    if scale != "linear" or given is not None:
        problem = f"x_scale = {scale!r}, x_range = {given!r}"
        raise ValueError(f"{problem} with texts as x; leave both out")
    return {
        "label": label,
        "categories": list(dict.fromkeys(x for mark in marks for x in mark.x)),
    }


def _check_range(
    name: str, given: tuple, scale: str, starts_at_zero: bool
) -> tuple[float, float]:
    allowed, least = "two finite numbers (low, high) with low < high", -math.inf
    if scale == "log":
        allowed, least = f"{allowed}, low > 0 on a log axis", 0
    values = plain_values(name, given, allowed)
    are_numbers = all(
        type(value) in (int, float) and math.isfinite(value) for value in values
    )
    if not (are_numbers and len(values) == 2 and least < values[0] < values[1]):
        refuse(name, given, allowed)
    if starts_at_zero and not values[0] <= 0 <= values[1]:
        raise ValueError(
            f"{name} = {given!r} leaves out 0, where bars begin; {name} must hold 0"
        )
    return tuple(values)


def _round_range(low: float, high: float, scale: str) -> tuple[float, float]:
    """Widen to whole steps, on a log axis to 1, 2 or 5 times a power of ten."""
    if scale == "log":
        low = max(k * _unit(low) for k in (1, 2, 5) if k * _unit(low) <= low)
        high = _next_round(high)
        return (low, high) if low < high else (low / 2, high * 2)
    if low == high:
        low, high = low - 1, high + 1
    step = _next_round((high - low) / 5)
    return step * math.floor(low / step), step * math.ceil(high / step)


def _next_round(value: float) -> float:
    return min(k * _unit(value) for k in (1, 2, 5, 10) if k * _unit(value) >= value)


def _unit(value: float) -> float:
    """Return the power of ten at or below a positive number, exactly."""
    # a logarithm would have errors
    return float("1e" + f"{value:.17e}".split("e")[1])


def _padded_range(
    numbers: list[float], marks: list[Mark], scale: str
) -> tuple[float, float]:
    """Add room along x: half the smallest distance for bars, 4 % for points."""
    forth, back = (math.log10, lambda v: 10.0**v) if scale == "log" else (float, float)
    places = sorted({forth(v) for v in numbers})
    room = 0.0 if len(places) > 1 else 0.5
    if any(isinstance(mark, Points) for mark in marks):
        room = max(room, 0.04 * (places[-1] - places[0]))
    if any(isinstance(mark, Bars) for mark in marks) and len(places) > 1:
        room = max(room, min(right - left for left, right in pairwise(places)) / 2)
    return back(places[0] - room), back(places[-1] + room)


def _short(value: float) -> float:
    """Return the number with 12 digits, so that it is the same on every machine."""
    value = float(f"{value:.12g}")
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
