"""What an explorer draws: bars, points with intervals, lines and bands, and one sentence about them.

A chapter writes a function that returns a Picture; `ldp_course.explore` makes a figure with sliders of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import ClassVar

import numpy as np


@dataclass(frozen=True)
class Mark:
    """One series of a picture: its label in the legend, and one number for each x (None = a gap)."""

    mark: ClassVar[str]
    label: str
    x: Sequence

    def __post_init__(self):
        if not isinstance(self.label, str) or not self.label.strip():
            raise TypeError(
                f"label = {self.label!r} of {type(self).__name__} must be a text for the legend"
            )
        object.__setattr__(self, "x", _positions(f"x of {self}", self.x))
        for name in self.lists[1:]:
            heights = _heights(f"{name} of {self}", getattr(self, name))
            if len(heights) != len(self.x):
                raise ValueError(
                    f"{name} of {self} has {len(heights)} values and x has {len(self.x)}; they must be as many"
                )
            object.__setattr__(self, name, heights)

    def __str__(self):
        return f"{type(self).__name__}({self.label!r})"

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the lists that this series has, x first."""
        return tuple(
            f.name for f in fields(self) if f.name != "label" and getattr(self, f.name) is not None
        )

    @property
    def has_categories(self) -> bool:
        return any(isinstance(value, str) for value in self.x)


@dataclass(frozen=True)
class Bars(Mark):
    """One bar for each x (texts or numbers), from 0 to y."""

    mark = "bars"
    y: Sequence


@dataclass(frozen=True)
class Points(Mark):
    """One point for each x (texts or numbers) at y; with `low` and `high`, an interval around it."""

    mark = "points"
    y: Sequence
    low: Sequence | None = None
    high: Sequence | None = None

    def __post_init__(self):
        if (self.low is None) != (self.high is None):
            raise ValueError(f"{self} has only one of low and high; give both or neither")
        super().__post_init__()
        if self.low is not None:
            _check_intervals(self)


@dataclass(frozen=True)
class Line(Mark):
    """A line through the points (x, y); x are numbers."""

    mark = "line"
    y: Sequence

    def __post_init__(self):
        super().__post_init__()
        _check_numeric_x(self)


@dataclass(frozen=True)
class Band(Mark):
    """The area between `low` and `high`; x are numbers."""

    mark = "band"
    low: Sequence
    high: Sequence

    def __post_init__(self):
        super().__post_init__()
        _check_numeric_x(self)
        _check_intervals(self)


@dataclass(frozen=True)
class Picture:
    """What one state of the sliders shows: the series, and a sentence that says what is seen."""

    series: Sequence[Mark]
    sentence: str

    def __post_init__(self):
        allowed = "a list of Bars, Points, Line and Band, at least one, each with its own label"
        if not isinstance(self.series, (list, tuple)):
            raise TypeError(
                f"series = {self.series!r} is a {type(self.series).__name__}; series must be {allowed}"
            )
        for one in self.series:
            if not isinstance(one, Mark):
                raise TypeError(
                    f"series holds {one!r}, a {type(one).__name__}; series must be {allowed}"
                )
        labels = [one.label for one in self.series]
        if not labels or len(set(labels)) < len(labels):
            raise ValueError(f"series has the labels {labels}; series must be {allowed}")
        if not isinstance(self.sentence, str) or not self.sentence.strip():
            raise TypeError(f"sentence = {self.sentence!r} must be a text that says what is seen")
        object.__setattr__(self, "series", tuple(self.series))

    def payload(self) -> dict:
        """The picture as it is drawn, ready for JSON: floats to 4 significant digits, the rest as it is."""
        series = [
            {"mark": one.mark, "label": one.label}
            | {name: [rounded(value) for value in getattr(one, name)] for name in one.lists}
            for one in self.series
        ]
        return {"sentence": self.sentence, "series": series}


def rounded(value):
    """A float to 4 significant digits, the same on every machine; whole numbers, texts and gaps as they are."""
    if not isinstance(value, float):
        return value
    value = float(f"{value:.4g}")
    return int(value) if value.is_integer() else value


def plain_values(name: str, values, allowed: str) -> list:
    """Return a list, a range, an array or a pandas column as a list of plain Python values."""
    if isinstance(values, (str, bytes)) or not (
        isinstance(values, Sequence) or hasattr(values, "tolist")
    ):
        raise TypeError(
            f"{name} = {values!r} is a {type(values).__name__}; {name} must be {allowed}"
        )
    plain = values.tolist() if hasattr(values, "tolist") else list(values)
    if not isinstance(plain, list):
        raise TypeError(f"{name} = {values!r} is a single value; {name} must be {allowed}")
    return [value.item() if isinstance(value, np.generic) else value for value in plain]


def _positions(name: str, values) -> tuple:
    allowed = "a list of texts, or of finite numbers"
    plain = plain_values(name, values, allowed)
    texts = sum(isinstance(value, str) for value in plain)
    if texts == 0:
        return tuple(
            _number(name, position, value, allowed) for position, value in enumerate(plain)
        )
    if texts < len(plain):
        raise TypeError(
            f"{name} = {plain!r} mixes texts with other values; {name} must be {allowed}"
        )
    if len(set(plain)) < len(plain):
        raise ValueError(f"{name} = {plain!r} repeats a text; each text must occur once")
    return tuple(plain)


def _heights(name: str, values) -> tuple:
    allowed = "a list of finite numbers (None for a gap)"
    plain = plain_values(name, values, allowed)
    return tuple(
        v if v is None else _number(name, position, v, allowed) for position, v in enumerate(plain)
    )


def _number(name: str, position: int, value, allowed: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, Real):
        found = f"{value!r}, a {type(value).__name__}"
        raise TypeError(f"{name} has {found}, at position {position}; {name} must be {allowed}")
    if not math.isfinite(value):
        raise ValueError(f"{name} has {value!r} at position {position}; {name} must be {allowed}")
    return int(value) if isinstance(value, Integral) else float(value)


def _check_numeric_x(series: Mark) -> None:
    if series.has_categories:
        raise TypeError(
            f"x of {series} holds texts; the x of a {type(series).__name__} must be numbers"
        )


def _check_intervals(series: Points | Band) -> None:
    for position, (low, high) in enumerate(zip(series.low, series.high)):
        if (low is None) != (high is None) or (
            low is not None and low > high and not math.isclose(low, high)
        ):
            raise ValueError(
                f"low = {low!r} and high = {high!r} of {series} at position {position} are no interval; "
                "low must be at most high, or both None"
            )
