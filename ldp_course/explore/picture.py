"""Describe what one state of an explorer draws: marks, and a sentence.

A chapter writes a function that returns a Picture; `explore` makes a figure with
sliders of it.
"""

import math
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from typing import ClassVar

from ldp_course.arguments import check_type, reject, set_attributes
from ldp_course.explore.values import (
    COLORED,
    kind,
    plain_numbers,
    plain_values,
    rounded,
)


@dataclass(frozen=True)
class Mark:
    """Describe one series: its label, and lists of a number or None for each x."""

    mark: ClassVar[str]
    label: str
    x: Sequence

    def __post_init__(self):
        if not isinstance(self.label, str) or not self.label.strip():
            raise TypeError(
                f"label = {self.label!r} of {kind(self)} must be a text, not empty"
            )
        for name in self.lists:
            values = self._plain(name)
            set_attributes(self, **{name: values})
            if len(values) != len(self.x):
                problem = f"{name} of {self} has {len(values)} values"
                problem += f" and x has {len(self.x)}"
                raise ValueError(f"{problem}; they must be as many")
        if self.has_categories and isinstance(self, Line):
            raise TypeError(f"x of {self} holds texts; the x of a Line must be numbers")
        if ("low" in self.lists) != ("high" in self.lists):
            raise ValueError(
                f"{self} has only one of low and high; give both or neither"
            )
        for low, high in zip(self.low, self.high) if "low" in self.lists else ():
            if low is None and high is None:
                continue
            has_gap = low is None or high is None
            if has_gap or (low > high and not math.isclose(low, high)):
                problem = f"low = {low!r} and high = {high!r} of {self} are no interval"
                raise ValueError(f"{problem}; low must be at most high, or both None")

    def _plain(self, name: str) -> tuple:
        return plain_numbers(f"{name} of {self}", getattr(self, name), name == "x")

    def __str__(self) -> str:
        return f"{kind(self)}({self.label!r})"

    @property
    def lists(self) -> tuple[str, ...]:
        """Return the names of the lists that this series has, x first."""
        given = [
            f
            for f in fields(self)
            if f.default is MISSING or vars(self)[f.name] is not None
        ]
        return tuple(field.name for field in given if field.name != "label")

    @property
    def has_categories(self) -> bool:
        return any(isinstance(value, str) for value in self.x)


@dataclass(frozen=True)
class Bars(Mark):
    """Draw one bar for each x, from 0 to y.

    Parameters
    ----------
    label : str, the name of the series in the legend
    x : sequence of str or of numbers
    y : sequence of numbers or None, as many as x; None leaves a bar out

    Examples
    --------
    >>> Bars("true counts", x=["yes", "no"], y=[62, 138]).y
    (62, 138)
    """

    mark = "bars"
    y: Sequence


@dataclass(frozen=True)
class Points(Mark):
    """Draw one point for each x at y; `low` and `high` together add an interval.

    >>> Points("estimate", x=["yes"], y=[57.3], low=[40.1], high=[74.5]).high
    (74.5,)
    """

    mark = "points"
    y: Sequence
    low: Sequence | None = None
    high: Sequence | None = None


@dataclass(frozen=True)
class Line(Mark):
    """Draw a line through the points (x, y), x numbers; a None in y cuts it.

    >>> Line("standard error", x=[1, 2, 4], y=[0.5, None, 0.2]).y
    (0.5, None, 0.2)
    """

    mark = "line"
    y: Sequence


@dataclass(frozen=True)
class Band(Mark):
    """Fill the area between `low` and `high`; a None in both cuts it.

    If x are texts, each has a box of its own.

    >>> Band("95 % of runs", x=[1, 2], low=[0, 1], high=[4, 3]).low
    (0, 1)
    """

    mark = "band"
    low: Sequence
    high: Sequence


@dataclass(frozen=True)
class Cloud(Mark):
    """Draw a small dot for each of many numbers at each x, in no table of numbers.

    A series without any x is in no chart and in no legend: a cloud before it is drawn.

    Parameters
    ----------
    label : str, the name of the series in the legend
    x : sequence of str or of numbers
    y : sequence of sequences of numbers, one for each x

    Examples
    --------
    >>> Cloud("3 more draws", x=["yes", "no"], y=[[57, 61, 64], [143, 139, 136]]).y[0]
    (57, 61, 64)
    """

    mark = "cloud"
    y: Sequence

    def _plain(self, name: str) -> tuple:
        if name == "x":
            return super()._plain(name)
        rows = plain_values(f"y of {self}", self.y, "a list of lists of numbers")
        return tuple(plain_numbers(f"y of {self}", row, is_x=False) for row in rows)


@dataclass(frozen=True)
class Picture:
    """Describe what one state of the sliders shows.

    Parameters
    ----------
    series : list of Bars, Points, Line, Band and Cloud, each with its own label
    sentence : str, what is seen
        Its first sentence is the claim above the chart, of at most 14 words; screen
        readers say it after each move of a slider. There, `[2|bits]` is a number in
        the color of the series "bits". The rest stands with the numbers.

    Examples
    --------
    >>> bars = Bars("bits", x=["0", "1"], y=[0.25, 0.75])
    >>> Picture([bars], "Three in four are 1.").sentence
    'Three in four are 1.'
    """

    series: Sequence[Mark]
    sentence: str

    def __post_init__(self):
        allowed = "a list of Bars, Points, Line, Band and Cloud, at least one"
        allowed += ", each with its own label"
        check_type("series", self.series, (list, tuple), allowed)
        for series in self.series:
            if not isinstance(series, Mark):
                problem = f"series holds {series!r}, a {kind(series)}"
                raise TypeError(f"{problem}; series must be {allowed}")
        labels = [series.label for series in self.series]
        if not labels or len(set(labels)) < len(labels):
            reject("series", f"has the labels {labels}", allowed)
        if not isinstance(self.sentence, str) or not self.sentence.strip():
            raise TypeError(
                f"sentence = {self.sentence!r} must be a text that says what is seen"
            )
        for number, label in COLORED.findall(self.sentence):
            if label not in labels:
                allowed = f"a text that colors with a label of: {', '.join(labels)}"
                reject("sentence", f"colors {number} as {label!r}", allowed)
        set_attributes(self, series=tuple(self.series))

    def payload(self, digits: int = 4) -> dict:
        """Return the picture as drawn, floats to so many digits, for JSON."""
        payloads = []
        for series in self.series:
            payload = {"mark": series.mark, "label": series.label}
            for name in series.lists:
                payload[name] = rounded(getattr(series, name), digits)
            payloads.append(payload)
        return {"sentence": self.sentence, "series": payloads}
