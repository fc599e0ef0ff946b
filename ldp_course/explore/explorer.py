"""Make a figure with sliders: `explore(picture, epsilon=[...], ...)`.

It calls `picture` for every state and keeps the numbers, which JavaScript (the folder
`script`) draws on the book's pages. In JupyterLab, sliders of ipywidgets call `picture`
again, and the same JavaScript draws.

A *state* is a value of each slider, and of `draw` where there are draws. A *payload* is
a picture's sentence and its rounded numbers, as JavaScript gets them.
"""

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from ldp_course.arguments import check_type
from ldp_course.explore import jupyterlab, page
from ldp_course.explore.axes import make_axis
from ldp_course.explore.live import Live, Range
from ldp_course.explore.picture import Picture
from ldp_course.explore.predict import Predict, make_question
from ldp_course.explore.states import (
    check_choices,
    check_names,
    check_pictures,
    check_state,
)
from ldp_course.explore.values import check_text, kind
from ldp_course.figure_words import WORDS

DIGITS = 4  # significant ones of a float that is drawn
LIVE_DIGITS = 9  # of a live picture, whose interval may be very short


class GivenAxis(NamedTuple):
    """What `explore` is told of an axis; `make_axis` makes the axis of it."""

    label: str
    scale: str
    range: tuple[float, float] | None


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
    predict: Predict | None = None,
    live: Live | None = None,
    id: str | None = None,
    **sliders: Sequence | Range,
) -> "Explorer":
    """Return a figure with a slider for each further keyword, as `epsilon=[0.5, 1]`.

    Parameters
    ----------
    picture : callable
        Gets the sliders' values by keyword and returns a Picture. The same values must
        give the same picture, so a generator is made inside it, from a fixed seed.
    title, x, y : str, the heading of the figure, and the labels of its axes
    start : dict, optional, the value of each slider at first; else its middle one
    x_scale, y_scale : {"linear", "log"}
    x_range, y_range : (low, high), optional; a number beyond the range is an arrow at
        the border
    labels : dict, optional, the text beside a slider, where its name is not enough
    try_this, notice : str, what to move, and what to look at
    draws : int, optional
        How many draws the button "Draw again" steps through, 2 or more. `picture` then
        gets one more keyword, `draw` (0 to draws - 1), for its seed:
        `np.random.default_rng([seed, draw])`.
    predict : Predict, optional, what the reader guesses before anything is shown
    live : Live, optional, how a page draws by itself; then nothing but the starting
        state is stored, and a slider may be a Range
    id : str, optional, the figure's address is #explorer-<id>; by default made from the
        title
    **sliders : sequence of numbers or of str, one to three, each with at least 2 values
        At most 400 states in all, each draw counted. Or a Range, if `live` is given,
        and then up to four.

    Examples
    --------
    >>> from ldp_course.explore import Line, Picture, explore
    >>> def picture(n):
    ...     return Picture([Line("error", x=[1, 2], y=[1 / n, 2 / n])], f"{n} people.")
    >>> explore(picture, n=[10, 100, 1000], title="Error", x="share", y="error")
    Explorer('Error', 3 states of n)
    """
    # grouped, as Explorer treats both axes alike, and all texts
    axes = {"x": GivenAxis(x, x_scale, x_range), "y": GivenAxis(y, y_scale, y_range)}
    texts = {"title": title, "try_this": try_this, "notice": notice}
    start = {} if start is None else start
    labels = {} if labels is None else labels
    return Explorer(
        picture, sliders, axes, texts,
        start=start, labels=labels, draws=draws, live=live, predict=predict, id=id,
    )  # fmt: skip


class Explorer:
    """Show the figure that `explore` returns, where a notebook cell ends with it.

    Attributes
    ----------
    pictures : list of (dict, Picture), states such as {"epsilon": 0.5, "draw": 0} and
        their Picture
    title, id, choices, start, labels, axes, predict : what `explore` made of its
        arguments; all others are for `page` and `jupyterlab`

    Examples
    --------
    >>> from ldp_course.explore import Bars, Picture, explore
    >>> counts = lambda n: Picture([Bars("a", x=["yes"], y=[n])], f"{n} yes.")
    >>> figure = explore(counts, n=[1, 2], title="Counts", x="answer", y="people")
    >>> figure.picture_at(n=1).sentence
    '1 yes.'
    """

    def __init__(
        self,
        picture: Callable[..., Picture],
        sliders: dict[str, Sequence | Range],
        given_axes: dict[str, GivenAxis],
        texts: dict[str, str],
        *,
        start: dict,
        labels: dict[str, str],
        draws: int | None,
        live: Live | None,
        predict: Predict | None,
        id: str | None,
    ) -> None:
        # what it was given
        allowed = "a Predict, such as Predict(question, series)"
        check_type("predict", predict, Predict | None, allowed)
        check_type("live", live, Live | None, "a Live, such as Live(model, sentence)")
        if predict is not None:
            texts = {**texts, "question": predict.question}
        axis_labels = {name: given.label for name, given in given_axes.items()}
        for name, text in (texts | axis_labels).items():
            check_text(name, text, may_be_empty=name in ("try_this", "notice"))
        self.picture = picture  # the function; `pictures`, below, are what it returned
        self.texts = texts  # around the chart: see page.content
        self.title = texts["title"]
        self.id = _figure_id(self.title, id)
        self.live = live
        self.predict = predict

        # its states: a value of each of `choices`, which are the sliders and `draw`
        self.choices = check_choices(picture, sliders, draws, live)
        # a plain int, as JSON knows no NumPy integer
        self.draws = None if draws is None else int(draws)
        # of each Range: "log" or "linear"
        self.scales = {
            name: given.scale
            for name, given in sliders.items()
            if isinstance(given, Range)
        }
        self.sliders = {name: self.choices[name] for name in sliders}
        self.start = self._starting_state(start)
        self.labels = self._slider_labels(labels)
        self.pictures = self._all_pictures()

        # what stays when a slider moves
        marks = [
            mark for _, picture_there in self.pictures for mark in picture_there.series
        ]
        self.axes = {
            name: make_axis(name, marks, given.label, given.scale, given.range)
            for name, given in given_axes.items()
        }
        self.question = None
        if predict is not None:
            at_start, y_axis = self.picture_at(), self.axes["y"]
            self.question = make_question(predict, self.id, at_start, y_axis)
        self.widget = None  # made in JupyterLab only

    def _starting_state(self, start: dict) -> dict:
        """Return the value of each slider at first: as given, or its middle one."""
        check_state("start", start, self.sliders)
        middle = {
            name: values[len(values) // 2] for name, values in self.sliders.items()
        }
        first_draw = {"draw": 0} if self.draws else {}
        return middle | start | first_draw

    def _slider_labels(self, labels: dict) -> dict:
        check_names("labels", labels, self.sliders)
        for name, text in labels.items():
            check_text(f"labels[{name!r}]", text)
        names = {
            name: WORDS.get(f"slider_{name}", name.replace("_", " "))
            for name in self.sliders
        }
        return names | labels

    def _all_pictures(self) -> list[tuple[dict, Picture]]:
        """Return each state that a page stores, with its picture.

        A live page draws all others by itself.
        """
        states = [self.start]
        if not self.live:
            all_values = product(*self.choices.values())
            states = [dict(zip(self.choices, values)) for values in all_values]
        pictures = [self.picture_at(**state) for state in states]
        check_pictures(states, pictures, self.draws)
        self._check_repeatable(pictures[states.index(self.start)])
        return list(zip(states, pictures))

    def _check_repeatable(self, at_start: Picture) -> None:
        """Refuse a function that gives another picture of the same state.

        JupyterLab calls it at each move, and shows what a page has stored.
        """
        if at_start.payload() != self.picture_at().payload():
            raise ValueError(
                f"picture gave two different pictures for {self.start}; make its "
                "generator inside it, from a fixed seed"
            )

    def __repr__(self) -> str:
        names = ", ".join(self.choices)
        return f"Explorer({self.title!r}, {len(self.pictures)} states of {names})"

    def picture_at(self, **values) -> Picture:
        """Call `picture` again for these values; others have their starting value.

        A live one also takes `rng` and `runs`; without them it repeats the draw that is
        stored.
        """
        chance_keywords = {}
        if self.live:
            stored = np.random.default_rng(self.live.seed)
            chance_keywords["rng"] = values.pop("rng", stored)
            chance_keywords["runs"] = values.pop("runs", 0)
        check_state("state", values, self.choices)
        picture = self.picture(**(self.start | values), **chance_keywords)
        if not isinstance(picture, Picture):
            problem = f"picture returned {picture!r}, a {kind(picture)}"
            raise TypeError(f"{problem}; picture must return a Picture")
        return picture

    def payload(self, **values) -> dict:
        """Call `picture` again and return the numbers as they are drawn, for JSON."""
        return self._payload_of(self.picture_at(**values), values.get("draw", 0))

    def _payload_of(self, picture: Picture, draw: int = 0) -> dict:
        """Return the numbers; where there are draws, the sentence says which it is."""
        payload = picture.payload(LIVE_DIGITS if self.live else DIGITS)
        if self.draws:
            payload["sentence"] = WORDS["draw"].format(
                draw=draw + 1, draws=self.draws, sentence=picture.sentence
            )
        return payload

    @property
    def chart(self) -> dict:
        """Return the title and the axes, for JSON."""
        return {"title": self.title, **self.axes}

    @property
    def drawn_sliders(self) -> list[dict]:
        """Return the sliders as they are drawn, for JSON."""
        return [
            page.slider(
                name, stops, self.labels[name], self.start[name], self.scales.get(name)
            )
            for name, stops in self.sliders.items()
        ]

    def content(self) -> str:
        """Return the HTML around the chart: title, texts, and the starting state."""
        return page.content(self.texts, self.axes["x"]["label"], self.payload())

    def to_html(self) -> str:
        """Return the figure for a page without a kernel, moved by `page.script()`."""
        payloads = [
            self._payload_of(picture, state.get("draw", 0))
            for state, picture in self.pictures
        ]
        live = self.live.payload() if self.live else None
        grid = page.grid(
            self.chart, self.draws, self.drawn_sliders, payloads, self.question, live
        )
        return page.figure(self.id, self.content(), grid)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        """Return what Jupyter shows: HTML, and the widget where a kernel runs it."""
        bundle = {"text/plain": repr(self), "text/html": self.to_html()}
        if not jupyterlab.wanted():
            return bundle
        if self.widget is None:
            self.widget = jupyterlab.make_widget(self)
        view = jupyterlab.view_of(self.widget)
        return bundle if view is None else bundle | {jupyterlab.VIEW: view}


def _figure_id(title: str, id: str | None) -> str:
    """Return the figure's address on a page: of the given words, or of its title."""
    if id is not None:
        pattern = r"[a-z0-9]+(-[a-z0-9]+)*"
        if not isinstance(id, str) or not re.fullmatch(pattern, id):
            allowed = "id must be words of a-z and 0-9, joined by hyphens"
            raise ValueError(f"id = {id!r}; {allowed}")
    words = id or slug(title)
    if not words:
        raise ValueError(
            f"title = {title!r} has no letter from a to z and no digit; give an id"
        )
    return f"explorer-{words}"


def slug(title: str) -> str:
    """Return the words of a title as an address has them: "error-at-epsilon-1"."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("ε", "epsilon")).strip("-")
