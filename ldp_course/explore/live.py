"""Chance that is live: the page draws by itself, at values that nobody has stored.

Used by `explorer`. On a page `script/models.js` draws, with the binomial counts of
`script/chance.js`; in JupyterLab the chapter's picture does, with the module.
"""

import math
from dataclasses import dataclass

import numpy as np

from ldp_course.arguments import check_integer, check_type, refuse
from ldp_course.explore.values import check_finite, check_text, kind

STEPS = 60  # of a slider, to a factor of ten


@dataclass(frozen=True)
class Range:
    """Let a slider of a live explorer stand anywhere from `low` to `high`.

    It moves in small steps, numbers of 3 digits, among them all those of one digit, so
    that a reader can stop there. An address may ask for any number: the nearest is
    shown.

    Parameters
    ----------
    low, high : numbers, low < high; whole ones make a slider of whole numbers
    also : sequence of numbers, further places to stop at, from low to high
    scale : {"log", "linear"}, whether equal steps are equal factors

    Examples
    --------
    >>> Range(100, 10_000_000).stops[:3], len(Range(0.1, 6).stops)
    ([100, 104, 108], 108)
    """

    low: float
    high: float
    also: tuple = ()
    scale: str = "log"

    def __post_init__(self):
        for name in ("low", "high"):
            value = getattr(self, name)
            check_finite(
                f"{name} = {value!r}, a {kind(value)}", value, name, "a number"
            )
        if self.scale not in ("log", "linear"):
            refuse("scale", self.scale, "one of ('log', 'linear')")
        least = 0 if self.scale == "log" else -math.inf
        if not least < self.low < self.high:
            refuse("low", self.low, f"above {least} and below high = {self.high!r}")
        for value in self.also:
            if not self.low <= value <= self.high:
                refuse("also", value, f"from {self.low!r} to {self.high!r}")

    @property
    def stops(self) -> list:
        """Return every value that the slider can take, rising."""
        number = int if isinstance(self.low, int) else float
        is_log = self.scale == "log"
        steps = math.ceil(STEPS * math.log10(self.high / self.low)) if is_log else 80
        spaced = (np.geomspace if is_log else np.linspace)(
            self.low, self.high, steps + 1
        )
        values = [number(float(f"{value:.3g}")) for value in spaced]
        exact = [self.low, *self.also, self.high]
        if is_log:
            tens = range(
                math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
            )
            exact += [number(float(f"{k}e{ten}")) for ten in tens for k in range(1, 10)]
        for value in exact:
            if self.low <= value <= self.high:
                away = spaced / value - 1 if is_log else spaced - value
                values[np.argmin(np.abs(away))] = value
        return sorted(set(values))


@dataclass(frozen=True)
class Live:
    """Say how a page draws an explorer by itself, each time anew.

    The explorer's picture then gets two more keywords: `rng`, the generator to draw
    with, and `runs`, how many more draws to make after the first, for a Cloud; 0 at
    first. It is the reference: a model takes the same binomial counts, in the same
    order, and makes the same numbers and the same sentence of them.

    Parameters
    ----------
    model : str, the name of a model in `script/models.js`
    sentence : str, filled in as by `str.format`; the model says which names it has
    more : str, what follows it after more draws; without it there is no such button
    data : dict, optional, for JSON: what the model needs to know of the chapter
    seed : int, of the generator that draws the starting state, which is stored

    Examples
    --------
    >>> Live("poll", "At ε = {epsilon:g} the poll says {share:.1f} %.").more
    ''
    """

    model: str
    sentence: str
    more: str = ""
    data: dict | None = None
    seed: int = 1

    def __post_init__(self):
        for name in ("model", "sentence", "more"):
            check_text(name, getattr(self, name), may_be_empty=name == "more")
        check_type("data", self.data, dict | None, "a dict, or None")
        check_integer("seed", self.seed, 0)

    def payload(self) -> dict:
        """Return what the script needs to know, for JSON."""
        return {"model": self.model, "sentence": self.sentence, "more": self.more} | {
            "data": self.data or {}
        }
