"""A figure with sliders that lives with a kernel and without one.

`explore(picture, epsilon=[...], n=[...], ...)` calls `picture` for every state of the sliders and keeps the numbers.
On the book's pages `explore.js` draws them, with no kernel. In JupyterLab, ipywidgets sliders call `picture` again
and the same script draws the new numbers. Every chapter uses it.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Sequence
from itertools import product
from numbers import Real

from ldp_course import _explore_html, _explore_widget
from ldp_course._explore_axis import make_axis
from ldp_course._explore_picture import Band, Bars, Line, Picture, Points, plain_values

__all__ = ["Band", "Bars", "Explorer", "Line", "Picture", "Points", "explore"]

MOST_SLIDERS = 3
MOST_STATES = 400
SLIDER_LABELS = {"epsilon": "ε (privacy loss)", "n": "N (people)"}


def explore(
    picture: Callable[..., Picture],
    *,
    title: str,
    x: str,
    y: str,
    start: dict | None = None,
    x_scale: str = "linear",
    y_scale: str = "linear",
    x_range: tuple[float, float] | None = None,
    y_range: tuple[float, float] | None = None,
    labels: dict[str, str] | None = None,
    try_this: str = "",
    notice: str = "",
    **sliders: Sequence,
) -> Explorer:
    """Return a figure with one slider for each further keyword, such as `epsilon=[0.5, 1, 2]`.

    picture   a function of the sliders' values, called by keyword, that returns a Picture. It must be pure: the same
              values give the same picture, so a generator is made inside it, from a fixed seed.
    title     the heading of the figure, and its name for screen readers
    x, y      labels of the axes
    start     the value of each slider at first; the middle one where none is given
    x_scale, y_scale   "linear" or "log"
    x_range, y_range   (low, high) of an axis. None fits all states at once, so that the axes never move.
              A number beyond the range is drawn as an arrow at the border.
    labels    the text next to a slider, where its name is not enough
    try_this, notice   what to move, and what to look at

    One to three sliders and at most 400 states. Raises ValueError or TypeError, naming the argument, its value and
    what is allowed, for anything that cannot be drawn.
    """
    return Explorer(
        picture,
        sliders,
        axes={"x": (x, x_scale, x_range), "y": (y, y_scale, y_range)},
        start={} if start is None else start,
        labels={} if labels is None else labels,
        texts={"title": title, "try_this": try_this, "notice": notice},
    )


class Explorer:
    """The figure that `explore` returns; a notebook cell that ends with it shows it."""

    def __init__(self, picture, sliders, *, axes, start, labels, texts):
        for name, text in {**texts, "x": axes["x"][0], "y": axes["y"][0]}.items():
            _check_text(name, text, may_be_empty=name in ("try_this", "notice"))
        self.texts = texts
        self.title = texts["title"]
        self.id = "explorer-" + _slug(self.title)
        self.picture = picture
        self.sliders = _check_sliders(picture, sliders)
        self._check_state("start", start)
        self.start = {name: values[len(values) // 2] for name, values in self.sliders.items()} | start
        self._check_names("labels", labels)
        for name, text in labels.items():
            _check_text(f"labels[{name!r}]", text)
        self.labels = {name: SLIDER_LABELS.get(name, name.replace("_", " ")) for name in self.sliders} | labels

        states = [dict(zip(self.sliders, values)) for values in product(*self.sliders.values())]
        pictures = [self.state(**state) for state in states]
        self.payloads = [picture.payload() for picture in pictures]
        _check_same_series(states, self.payloads)
        if self.payload() != self.payloads[states.index(self.start)]:
            raise ValueError(
                f"picture gave two different pictures for {self.start}; make its generator inside it, from a fixed seed"
            )
        self.axes = {axis: make_axis(axis, *axes[axis], pictures) for axis in ("x", "y")}
        self.chart = {"title": self.title, **self.axes}  # what stays when a slider moves
        self.widget = None

    def __repr__(self):
        return f"Explorer({self.title!r}, {len(self.payloads)} states of {', '.join(self.sliders)})"

    def state(self, **values) -> Picture:
        """Call `picture` again for these values of the sliders (the starting value for one left out)."""
        self._check_state("state", values)
        made = self.picture(**(self.start | values))
        if not isinstance(made, Picture):
            raise TypeError(f"picture returned {made!r}, a {type(made).__name__}; picture must return a Picture")
        return made

    def payload(self, **values) -> dict:
        """Call `picture` again and return the numbers as they are drawn: ready for JSON, floats to 4 digits."""
        return self.state(**values).payload()

    def _check_names(self, argument, values):
        if not isinstance(values, dict):
            raise TypeError(f"{argument} = {values!r} is a {type(values).__name__}; {argument} must be a dict")
        for name in values:
            if name not in self.sliders:
                raise ValueError(f"{argument} names {name!r}, which is no slider; the sliders are {list(self.sliders)}")

    def _check_state(self, argument, values):
        self._check_names(argument, values)
        for name, value in values.items():
            if value not in self.sliders[name]:
                raise ValueError(f"{argument} has {name} = {value!r}; {name} must be one of {list(self.sliders[name])}")

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        bundle = {"text/plain": repr(self), "text/html": self.to_html()}
        view = _explore_widget.live_view(self)
        return bundle if view is None else {**bundle, _explore_widget.VIEW: view}

    def to_html(self) -> str:
        """The figure for a page without a kernel: readable as it is, moved by explore.js where that is loaded."""
        return _explore_html.figure(self)


def _slug(title: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower().replace("ε", "epsilon")).strip("-")
    if not slug:
        raise ValueError(f"title = {title!r} has no letter from a to z and no digit; the figure's id is made of them")
    return slug


def _check_text(name: str, text: str, may_be_empty: bool = False) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{name} = {text!r} is a {type(text).__name__}; {name} must be a text")
    if not text.strip() and not may_be_empty:
        raise ValueError(f"{name} = {text!r} is empty; {name} must be a text")


def _check_sliders(picture: Callable, sliders: dict) -> dict[str, list]:
    if not callable(picture):
        found = f"picture = {picture!r} is a {type(picture).__name__}"
        raise TypeError(f"{found}; picture must be a function that returns a Picture")
    if not 1 <= len(sliders) <= MOST_SLIDERS:
        raise ValueError(f"sliders = {list(sliders)}; there must be 1 to {MOST_SLIDERS}, such as epsilon=[0.5, 1, 2]")
    checked = {name: _check_slider(name, values) for name, values in sliders.items()}
    try:
        inspect.signature(picture).bind(**checked)
    except TypeError as error:
        raise TypeError(f"picture cannot be called with the sliders {list(checked)}: {error}") from None
    states = math.prod(len(values) for values in checked.values())
    if states > MOST_STATES:
        sizes = " × ".join(f"{len(values)} {name}" for name, values in checked.items())
        raise ValueError(f"{sizes} = {states} states; there may be at most {MOST_STATES}, since a page holds them all")
    return checked


def _check_slider(name: str, values: Sequence) -> list:
    allowed = "a list of at least 2 different finite numbers or texts"
    values = plain_values(name, values, allowed)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (str, Real)):
            raise TypeError(f"{name} holds {value!r}, a {type(value).__name__}; {name} must be {allowed}")
        if not isinstance(value, str) and not math.isfinite(value):
            raise ValueError(f"{name} holds {value!r}; {name} must be {allowed}")
    if len(values) < 2 or len(set(values)) < len(values):
        raise ValueError(f"{name} = {values!r} is too short or repeats a value; {name} must be {allowed}")
    return values


def _check_same_series(states: list[dict], payloads: list[dict]) -> None:
    """The legend must not change while a slider moves."""
    kinds = [[(s["mark"], s["label"], *_explore_html.lists_of(s)) for s in payload["series"]] for payload in payloads]
    for state, kind in zip(states, kinds):
        if kind != kinds[0]:
            raise ValueError(
                f"picture has the series {kind} for {state}, but {kinds[0]} for {states[0]}; "
                "all states must have the same series"
            )
