"""Ask the reader for a guess before the figure shows what comes out.

Used by `explorer`. `script/guess.js` says how far off a guess is, `script/predict.js`
takes it.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from ldp_course.arguments import check_type, refuse, set_attributes
from ldp_course.explore.picture import Band, Line, Mark, Picture
from ldp_course.explore.values import (
    check_finite,
    check_text,
    kind,
    plain_values,
    rounded,
    value_text,
)

MOST_HANDLES = 8
TEXTS = "a list of texts, labels of other series"


@dataclass(frozen=True)
class Predict:
    """Let the reader guess heights of one series in the starting state, by handles.

    Parameters
    ----------
    question : str, what is asked; it names the starting state, for sliders are not
        shown yet
    series : str
        The label of the series to guess: its y, or the upper end of a Band. It stays
        unseen until the reader has guessed or skipped, as do sentence, `try_this` and
        `notice`.
    at : sequence, optional
        The x of the handles, 1 to 8 of the series' own; else all of Bars and Points,
        and five of a Line or Band.
    hides : sequence of str, optional, labels of other series that would give the answer
        away
    unit : str, optional, follows a difference of two heights: "people", "percentage
        points"
    place : str, optional, how an x is called in words: "{x} questions", "ε = {x}"

    Examples
    --------
    >>> from ldp_course.explore import Bars, Picture, Predict, explore
    >>> def poll(n):
    ...     return Picture([Bars("said yes", x=["all"], y=[n / 4])], f"{n / 4:g} yes.")
    >>> guess = Predict("How many of 200 say yes?", "said yes", unit="people")
    >>> explore(poll, n=[100, 200], predict=guess, title="Poll", x="who", y="people")
    Explorer('Poll', 2 states of n)
    """

    question: str
    series: str
    at: Sequence | None = None
    hides: Sequence[str] = ()
    unit: str = ""
    place: str = "{x}"

    def __post_init__(self):
        for name in ("question", "series", "unit", "place"):
            check_text(name, getattr(self, name), may_be_empty=name == "unit")
        if "{x}" not in self.place:
            refuse(
                "place", self.place, "a text with {x} in it, such as '{x} questions'"
            )
        hides = plain_values("hides", self.hides, TEXTS)
        for label in hides:
            check_type("hides", label, str, TEXTS)
        set_attributes(self, hides=tuple(hides))
        if self.at is not None:
            set_attributes(self, at=tuple(_check_at(self.at)))


def _check_at(at: Sequence) -> list:
    allowed = f"a list of 1 to {MOST_HANDLES} different x of the series"
    values = plain_values("at", at, allowed)
    for value in values:
        if not isinstance(value, str):
            check_finite(f"at holds {value!r}, a {kind(value)}", value, "at", allowed)
    if not 1 <= len(values) <= MOST_HANDLES or len(set(values)) < len(values):
        refuse("at", values, allowed)
    return values


def make_question(predict: Predict, id: str, start: Picture, y_axis: dict) -> dict:
    """Return what the script needs to ask, or refuse a start that has no guess."""
    labels = [series.label for series in start.series]
    for name, label in [
        ("series", predict.series),
        *(("hides", text) for text in predict.hides),
    ]:
        if label not in labels:
            problem = f"predict has {name} {label!r}, which the picture does not draw"
            raise ValueError(f"{problem}; its series are {labels}")
    series = start.series[labels.index(predict.series)]
    rows = _rows(series, predict.at)
    low, high = y_axis["range"]
    for row in rows:
        if not low <= _heights(series)[row] <= high:
            problem = f"{series} is {_heights(series)[row]!r} at x = {series.x[row]!r}"
            raise ValueError(f"{problem}, beyond y_range; a handle cannot reach it")
    question = {
        "series": predict.series,
        "hides": [predict.series, *predict.hides],
        "rows": rows,
        "places": [
            predict.place.replace("{x}", value_text(rounded(series.x[row])))
            for row in rows
        ],
        "unit": predict.unit,
    }
    # a guess is remembered until the question, its numbers or the axis change
    text = json.dumps([predict.question, question, start.payload(), y_axis])
    return question | {"key": f"{id}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"}


def _heights(series: Mark) -> Sequence:
    return series.high if isinstance(series, Band) else series.y


def _rows(series: Mark, at: Sequence | None) -> list[int]:
    """Return the places among the x of a series where the reader guesses."""
    given = [row for row, value in enumerate(_heights(series)) if value is not None]
    if at is None:
        if isinstance(series, (Line, Band)) and len(given) > 5:
            given = [given[round(k * (len(given) - 1) / 4)] for k in range(5)]
        at = [series.x[row] for row in given]
        if not 1 <= len(at) <= MOST_HANDLES or len(set(at)) < len(at):
            problem = f"{series} has values at x = {at}; {MOST_HANDLES} different"
            raise ValueError(
                f"{problem} ones at most can be guessed: choose some with Predict(at=…)"
            )
    places = {series.x[row]: row for row in reversed(given)}
    for value in at:
        if value not in places:
            problem = f"at has {value!r}, where {series} has no value"
            raise ValueError(f"{problem}; at must be some of {list(places)[::-1]}")
    if sum(series.x[row] in at for row in given) > len(at):
        raise ValueError(
            f"{series} has two values at one x of at = {list(at)}; it must have one"
        )
    return sorted(places[value] for value in at)
