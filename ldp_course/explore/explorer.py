"""`explore(picture, epsilon=[...], ...)`: a figure with sliders, with a kernel and without one.

It calls `picture` for every state of the sliders and keeps the numbers. On the book's pages the
script draws them; in JupyterLab, sliders of ipywidgets call `picture` again and the same script
draws. Uses every other file here. Used by every chapter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from ldp_course.explore import live, page
from ldp_course.explore.axes import make_axis
from ldp_course.explore.picture import Picture
from ldp_course.explore.states import (
    check_choices,
    check_names,
    check_pictures,
    check_state,
)
from ldp_course.explore.values import check_text, kind
from ldp_course.words import WORDS


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
    id: str | None = None,
    **sliders: Sequence,
) -> Explorer:
    """Return a figure with one slider for each further keyword, such as `epsilon=[0.5, 1, 2]`.

    Parameters
    ----------
    picture : callable
        Gets the sliders' values by keyword and returns a Picture. The same values must give the
        same picture, so a generator is made inside it, from a fixed seed.
    title, x, y : str
        The heading of the figure, and the labels of its axes.
    start : dict, optional
        The value of each slider at first; the middle one where none is given.
    x_scale, y_scale : {"linear", "log"}
    x_range, y_range : (low, high), optional
        The default fits all states. A number beyond the range is an arrow at the border.
    labels : dict, optional
        The text beside a slider, where its name is not enough.
    try_this, notice : str
        What to move, and what to look at.
    draws : int, optional
        How many draws the button "Draw again" steps through, 2 or more. `picture` then gets one
        more keyword, `draw` (0 to draws - 1), for its seed: `np.random.default_rng([seed, draw])`.
    id : str, optional
        The figure's address on its page is #explorer-<id>; the default is made from the title.
    **sliders : sequence of numbers or of str
        One to three, at least 2 values each, at most 400 states in all, each draw counted.

    Returns
    -------
    Explorer

    Raises
    ------
    TypeError, ValueError
        For anything that cannot be drawn: names the argument, its value and what is allowed.

    Examples
    --------
    >>> from ldp_course.explore import Line, Picture, explore
    >>> def picture(n):
    ...     return Picture([Line("error", x=[1, 2], y=[1 / n, 2 / n])], f"{n} people.")
    >>> explore(picture, n=[10, 100, 1000], title="Error", x="share", y="error")
    Explorer('Error', 3 states of n)
    """
    return Explorer(
        picture,
        sliders,
        axes={"x": (x, x_scale, x_range), "y": (y, y_scale, y_range)},
        start={} if start is None else start,
        labels={} if labels is None else labels,
        texts={"title": title, "try_this": try_this, "notice": notice},
        draws=draws,
        id=id,
    )


class Explorer:
    """The figure that `explore` returns; a notebook cell that ends with it shows it.

    Attributes
    ----------
    pictures : list of (dict, Picture)
        All states, such as {"epsilon": 0.5, "draw": 0}, each with what it shows.
    payloads : list of dict
        The same as they are drawn: floats have 4 digits.
    title, id, choices, start, labels, axes
        What `explore` made of its arguments.

    Examples
    --------
    >>> from ldp_course.explore import Bars, Picture, explore
    >>> shown = explore(lambda n: Picture([Bars("a", x=["yes"], y=[n])], f"{n} yes."),
    ...                 n=[1, 2], title="Counts", x="answer", y="people", id="counts")
    >>> shown.id, shown.state(n=1).sentence
    ('explorer-counts', '1 yes.')
    """

    def __init__(
        self,
        picture: Callable[..., Picture],
        sliders: dict,
        *,
        axes: dict,
        start: dict,
        labels: dict,
        texts: dict,
        draws: int | None,
        id: str | None,
    ):
        for name, text in {**texts, "x": axes["x"][0], "y": axes["y"][0]}.items():
            check_text(name, text, may_be_empty=name in ("try_this", "notice"))
        self.texts = texts
        self.title, self.id = texts["title"], _id(texts["title"], id)
        self.picture = picture
        self.choices = check_choices(picture, sliders, draws)  # of sliders, and of the draw
        self.draws = None if draws is None else int(draws)
        self.sliders = {name: values for name, values in self.choices.items() if name in sliders}
        check_state("start", start, self.sliders)
        middle = {name: values[len(values) // 2] for name, values in self.sliders.items()}
        self.start = middle | start | ({"draw": 0} if self.draws else {})
        check_names("labels", labels, self.sliders)
        for name, text in labels.items():
            check_text(f"labels[{name!r}]", text)
        names = {name: WORDS.get(f"slider_{name}", name.replace("_", " ")) for name in self.sliders}
        self.labels = names | labels

        states = [dict(zip(self.choices, values)) for values in product(*self.choices.values())]
        pictures = [self.state(**state) for state in states]
        check_pictures(states, pictures, self.draws)
        if self.state().payload() != pictures[states.index(self.start)].payload():
            found = f"picture gave two different pictures for {self.start}"
            raise ValueError(f"{found}; make its generator inside it, from a fixed seed")
        self.pictures = list(zip(states, pictures))
        self.payloads = [self._numbered(picture, **state) for state, picture in self.pictures]
        self.axes = {axis: make_axis(axis, *axes[axis], pictures) for axis in ("x", "y")}
        self.chart = {"title": self.title, **self.axes}  # what stays when a slider moves
        self._slider_texts = [
            page.slider(name, values, self.labels[name], self.start[name])
            for name, values in self.sliders.items()
        ]
        self._content = page.content(texts, self.axes["x"]["label"], self.payload())
        self.widget = None

    def __repr__(self) -> str:
        return f"Explorer({self.title!r}, {len(self.payloads)} states of {', '.join(self.choices)})"

    def state(self, **values) -> Picture:
        """Call `picture` again for these values; for one left out, with its starting value."""
        check_state("state", values, self.choices)
        made = self.picture(**(self.start | values))
        if not isinstance(made, Picture):
            found = f"picture returned {made!r}, a {kind(made)}"
            raise TypeError(f"{found}; picture must return a Picture")
        return made

    def payload(self, **values) -> dict:
        """Call `picture` again and return the numbers as they are drawn, ready for JSON."""
        return self._numbered(self.state(**values), **values)

    def _numbered(self, picture: Picture, draw: int = 0, **values) -> dict:
        """The payload of a picture; its sentence begins with the number of the draw."""
        payload = picture.payload()
        if self.draws:
            numbers = {"draw": draw + 1, "draws": self.draws}
            payload["sentence"] = WORDS["draw"].format(**numbers, sentence=payload["sentence"])
        return payload

    def to_html(self) -> str:
        """The figure for a page without a kernel: readable, and moved by `script()`."""
        grid = page.grid(self.chart, self.draws, self._slider_texts, self.payloads)
        return page.figure(self.id, self._content, grid)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        bundle = {"text/plain": repr(self), "text/html": self.to_html()}
        if live.wanted() and self.widget is None:
            parts = (self._content, self.chart, self._slider_texts, self.choices)
            self.widget = live.make_widget(*parts, self.payload)
        view = live.view_of(self.widget) if live.wanted() else None
        return bundle if view is None else {**bundle, live.VIEW: view}


def _id(title: str, id: str | None) -> str:
    if id is not None and not (isinstance(id, str) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id)):
        raise ValueError(f"id = {id!r}; id must be words of a-z and 0-9, joined by hyphens")
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower().replace("ε", "epsilon")).strip("-")
    if not (id or slug):
        raise ValueError(f"title = {title!r} has no letter from a to z and no digit; give an id")
    return f"explorer-{id or slug}"
