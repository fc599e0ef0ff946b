"""The axes of an explorer: one range for the numbers of all states, so that it never moves.

Uses `values` and `picture`. Used by `explorer`. The ticks are the script's, which knows the room
for them.
"""

from __future__ import annotations

import math
from itertools import pairwise

from ldp_course.explore.picture import Bars, Mark, Picture, Points
from ldp_course.explore.values import plain_values, rounded

SCALES = ("linear", "log")


def make_axis(
    axis: str, label: str, scale: str, given: tuple | None, pictures: list[Picture]
) -> dict:
    """Return {label, scale, range}, or {label, categories} where x are texts.

    A range that is not given fits all numbers of all pictures: tightly along lines, with room for
    bars and points along x, and out to the next round number along y. Bars begin at 0, so their
    y axis holds 0 and is linear.
    """
    name = f"{axis}_scale"
    if scale not in SCALES:
        raise ValueError(f"{name} = {scale!r} is not allowed; {name} must be one of {SCALES}")
    series = [series for picture in pictures for series in picture.series]
    if axis == "x" and any(one.has_categories for one in series):
        return _categories(label, scale, given, series)

    numbers = _numbers(axis, series)
    if not numbers:
        raise ValueError(f"the pictures hold no {axis} at all; one must have a number to draw")
    starts_at_zero = axis == "y" and any(isinstance(one, Bars) for one in series)
    if scale == "log" and (starts_at_zero or min(numbers) <= 0):
        found = "bars, which begin at 0" if starts_at_zero else f"{min(numbers)!r}"
        raise ValueError(f"{name} = 'log' cannot show {found}; use 'linear', or None (a gap)")
    if given is not None:
        low, high = _check_range(axis, given, scale, starts_at_zero)
        if axis == "x":
            _check_nothing_left_out(series, low, high)
    elif axis == "y":
        held = [*numbers, 0] if starts_at_zero else numbers
        low, high = _round_range(min(held), max(held), scale)
    else:
        low, high = _padded_range(numbers, series, scale)
    return {"label": label, "scale": scale, "range": [_short(low), _short(high)]}


def _categories(label: str, scale: str, given: tuple | None, series: list[Mark]) -> dict:
    if not all(one.has_categories or not one.x for one in series):
        raise ValueError("x holds texts in one series and numbers in another; x must be all one")
    if scale != "linear" or given is not None:
        found = f"x_scale = {scale!r}, x_range = {given!r}"
        raise ValueError(f"{found} with texts as x; leave both out")
    names = dict.fromkeys(name for one in series for name in one.x)
    return {"label": label, "categories": list(names)}


def _numbers(axis: str, series: list[Mark]) -> list[float]:
    names = ("x",) if axis == "x" else ("y", "low", "high")
    lists = [getattr(one, name) for one in series for name in names if name in one.lists]
    return [rounded(value) for values in lists for value in values if value is not None]


def _check_range(axis: str, given: tuple, scale: str, starts_at_zero: bool) -> tuple[float, float]:
    name, beyond = f"{axis}_range", ", low > 0 on a log axis" if scale == "log" else ""
    allowed = f"two finite numbers (low, high) with low < high{beyond}"
    values = plain_values(name, given, allowed)
    are_numbers = all(type(value) in (int, float) and math.isfinite(value) for value in values)
    if not (are_numbers and len(values) == 2 and values[0] < values[1]) or (
        scale == "log" and values[0] <= 0
    ):
        raise ValueError(f"{name} = {given!r} is not allowed; {name} must be {allowed}")
    if starts_at_zero and not values[0] <= 0 <= values[1]:
        raise ValueError(f"{name} = {given!r} leaves out 0, where bars begin; {name} must hold 0")
    return tuple(values)


def _check_nothing_left_out(series: list[Mark], low: float, high: float) -> None:
    for one in series:
        for value in one.x if isinstance(one, (Bars, Points)) else ():
            if not low <= value <= high:
                found = f"x_range = ({low}, {high}) leaves out x = {value!r} of {one}"
                raise ValueError(f"{found}; x_range must hold it")


def _round_range(low: float, high: float, scale: str) -> tuple[float, float]:
    """Widen to round numbers: 1, 2 or 5 times a power of ten on a log axis, else whole steps."""
    if scale == "log":
        low = max(k * _unit(low) for k in (1, 2, 5) if k * _unit(low) <= low)
        high = min(k * _unit(high) for k in (1, 2, 5, 10) if k * _unit(high) >= high)
        return (low, high) if low < high else (low / 2, high * 2)
    if low == high:
        low, high = low - 1, high + 1
    rough = (high - low) / 5
    step = min(k * _unit(rough) for k in (1, 2, 5, 10) if k * _unit(rough) >= rough)
    return step * math.floor(low / step), step * math.ceil(high / step)


def _unit(value: float) -> float:
    """The power of ten at or below a positive number, without the errors of a logarithm."""
    return float("1e" + f"{value:.17e}".split("e")[1])


def _padded_range(numbers: list[float], series: list[Mark], scale: str) -> tuple[float, float]:
    """Room along x: half the smallest distance for bars, 4 % for points, none for lines."""
    forth, back = (math.log10, lambda v: 10.0**v) if scale == "log" else (float, float)
    places = sorted({forth(v) for v in numbers})
    room = 0.0 if len(places) > 1 else 0.5
    if any(isinstance(one, Points) for one in series):
        room = max(room, 0.04 * (places[-1] - places[0]))
    if any(isinstance(one, Bars) for one in series) and len(places) > 1:
        room = max(room, min(right - left for left, right in pairwise(places)) / 2)
    return back(places[0] - room), back(places[-1] + room)


def _short(value: float) -> float:
    """The same number on every machine: 12 digits, without the last bits of a computation."""
    value = float(f"{value:.12g}")
    return int(value) if value.is_integer() and abs(value) < 1e15 else value
