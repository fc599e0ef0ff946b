"""A figure with sliders that lives with a kernel and without one.

`explore(picture, epsilon=[...], n=[...], ...)` calls `picture` for every state of the sliders and keeps the numbers.
On the book's pages `explore.js` draws them, with no kernel. In JupyterLab, ipywidgets sliders call `picture` again
and the same script draws the new numbers. Every chapter uses it.

Where chance plays a part, `draws=8` keeps the numbers of eight draws, and a button steps through them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from ldp_course.explore import live, page
from ldp_course.explore.axes import make_axis
from ldp_course.explore.picture import Picture
from ldp_course.explore.states import check_choices, check_draws, check_pictures

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
    draws: int | None = None,
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
    draws     how many draws the button "Draw again" steps through; None for a picture without chance. With it,
              `picture` is called with one more keyword, `draw` (0, 1, … draws − 1), for the seed of its generator:
              `np.random.default_rng([seed, draw])`

    One to three sliders and at most 400 states, each draw counted. Raises ValueError or TypeError, naming the argument,
    its value and what is allowed, for anything that cannot be drawn.
    """
    return Explorer(
        picture,
        sliders,
        axes={"x": (x, x_scale, x_range), "y": (y, y_scale, y_range)},
        start={} if start is None else start,
        labels={} if labels is None else labels,
        texts={"title": title, "try_this": try_this, "notice": notice},
        draws=draws,
    )


class Explorer:
    """The figure that `explore` returns; a notebook cell that ends with it shows it.

    `pictures` is the list of its states, each a dict such as {"epsilon": 0.5, "draw": 0}, with their Pictures.
    """

    def __init__(self, picture, sliders, *, axes, start, labels, texts, draws):
        for name, text in {**texts, "x": axes["x"][0], "y": axes["y"][0]}.items():
            _check_text(name, text, may_be_empty=name in ("try_this", "notice"))
        self.texts = texts
        self.title = texts["title"]
        self.id = "explorer-" + _slug(self.title)
        self.picture = picture
        self.draws = check_draws(draws)
        self.choices = check_choices(
            picture, sliders, self.draws
        )  # of each slider, and of the draw
        self.sliders = {name: values for name, values in self.choices.items() if name in sliders}
        _check_state("start", start, self.sliders)
        self.start = {
            name: values[len(values) // 2] for name, values in self.sliders.items()
        } | start
        if self.draws:
            self.start["draw"] = 0
        _check_names("labels", labels, self.sliders)
        for name, text in labels.items():
            _check_text(f"labels[{name!r}]", text)
        self.labels = {
            name: SLIDER_LABELS.get(name, name.replace("_", " ")) for name in self.sliders
        } | labels

        states = [dict(zip(self.choices, values)) for values in product(*self.choices.values())]
        pictures = [self.state(**state) for state in states]
        check_pictures(states, pictures, self.draws)
        if self.state().payload() != pictures[states.index(self.start)].payload():
            raise ValueError(
                f"picture gave two different pictures for {self.start}; make its generator inside it, from a fixed seed"
            )
        self.payloads = [
            self._numbered(picture, **state) for state, picture in zip(states, pictures)
        ]
        self.pictures = list(zip(states, pictures))
        self.axes = {axis: make_axis(axis, *axes[axis], pictures) for axis in ("x", "y")}
        self.chart = {"title": self.title, **self.axes}  # what stays when a slider moves
        self.widget = None

    def __repr__(self):
        return f"Explorer({self.title!r}, {len(self.payloads)} states of {', '.join(self.choices)})"

    def state(self, **values) -> Picture:
        """Call `picture` again for these values of the sliders (the starting value for one left out)."""
        _check_state("state", values, self.choices)
        made = self.picture(**(self.start | values))
        if not isinstance(made, Picture):
            raise TypeError(
                f"picture returned {made!r}, a {type(made).__name__}; picture must return a Picture"
            )
        return made

    def payload(self, **values) -> dict:
        """Call `picture` again and return the numbers as they are drawn: ready for JSON, floats to 4 digits."""
        return self._numbered(self.state(**values), **values)

    def _numbered(self, picture: Picture, draw: int = 0, **values) -> dict:
        """The payload of a picture; its sentence begins with the number of the draw."""
        payload = picture.payload()
        if self.draws:
            payload["sentence"] = f"Draw {draw + 1} of {self.draws}. {payload['sentence']}"
        return payload

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        bundle = {"text/plain": repr(self), "text/html": self.to_html()}
        view = live.live_view(self)
        return bundle if view is None else {**bundle, live.VIEW: view}

    def to_html(self) -> str:
        """The figure for a page without a kernel: readable as it is, moved by explore.js where that is loaded."""
        return page.figure(self)


def _slug(title: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower().replace("ε", "epsilon")).strip("-")
    if not slug:
        raise ValueError(
            f"title = {title!r} has no letter from a to z and no digit; the figure's id is made of them"
        )
    return slug


def _check_text(name: str, text: str, may_be_empty: bool = False) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{name} = {text!r} is a {type(text).__name__}; {name} must be a text")
    if not text.strip() and not may_be_empty:
        raise ValueError(f"{name} = {text!r} is empty; {name} must be a text")


def _check_names(argument: str, values: dict, choices: dict) -> None:
    if not isinstance(values, dict):
        raise TypeError(
            f"{argument} = {values!r} is a {type(values).__name__}; {argument} must be a dict"
        )
    for name in values:
        if name not in choices:
            raise ValueError(
                f"{argument} names {name!r}, which is no slider; the sliders are {list(choices)}"
            )


def _check_state(argument: str, values: dict, choices: dict) -> None:
    _check_names(argument, values, choices)
    for name, value in values.items():
        if value not in choices[name]:
            raise ValueError(
                f"{argument} has {name} = {value!r}; {name} must be one of {choices[name]}"
            )
