"""The states of an explorer: the values of its sliders, its draws, and what their pictures must have in common."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from numbers import Integral, Real

from ldp_course.explore.page import lists_of
from ldp_course.explore.picture import Picture, plain_values

MOST_SLIDERS = 3
MOST_STATES = 400


def check_draws(draws: int | None) -> int | None:
    allowed = "a whole number of at least 2, or None for a picture without chance"
    if draws is None:
        return None
    if isinstance(draws, bool) or not isinstance(draws, Integral):
        raise TypeError(f"draws = {draws!r} is a {type(draws).__name__}; draws must be {allowed}")
    if draws < 2:
        raise ValueError(f"draws = {draws!r} is too few; draws must be {allowed}")
    return int(draws)


def check_choices(picture: Callable, sliders: dict, draws: int | None) -> dict[str, list]:
    """Return the values of each slider and, where there are draws, of `draw`."""
    if not callable(picture):
        found = f"picture = {picture!r} is a {type(picture).__name__}"
        raise TypeError(f"{found}; picture must be a function that returns a Picture")
    if not 1 <= len(sliders) <= MOST_SLIDERS:
        raise ValueError(
            f"sliders = {list(sliders)}; there must be 1 to {MOST_SLIDERS}, such as epsilon=[0.5, 1, 2]"
        )
    choices = {name: _check_slider(name, values) for name, values in sliders.items()}
    if draws and "draw" in choices:
        raise ValueError(
            f"draw = {choices['draw']!r} with draws = {draws}; a slider beside draws needs another name"
        )
    if draws:
        choices["draw"] = list(range(draws))
    try:
        inspect.signature(picture).bind(**choices)
    except TypeError as error:
        raise TypeError(
            f"picture cannot be called with the keywords {list(choices)}: {error}"
        ) from None
    states = math.prod(len(values) for values in choices.values())
    if states > MOST_STATES:
        sizes = " × ".join(f"{len(values)} {name}" for name, values in choices.items())
        raise ValueError(
            f"{sizes} = {states} states; there may be at most {MOST_STATES}, since a page holds them all"
        )
    return choices


def _check_slider(name: str, values: Sequence) -> list:
    allowed = "a list of at least 2 different finite numbers or texts"
    values = plain_values(name, values, allowed)
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (str, Real)):
            raise TypeError(
                f"{name} holds {value!r}, a {type(value).__name__}; {name} must be {allowed}"
            )
        if not isinstance(value, str) and not math.isfinite(value):
            raise ValueError(f"{name} holds {value!r}; {name} must be {allowed}")
    if len(values) < 2 or len(set(values)) < len(values):
        raise ValueError(
            f"{name} = {values!r} is too short or repeats a value; {name} must be {allowed}"
        )
    return values


def check_pictures(states: list[dict], pictures: list[Picture], draws: int | None) -> None:
    """The legend must not change from state to state; somewhere, the numbers must change from draw to draw."""
    payloads = [picture.payload() for picture in pictures]
    kinds = [
        [(s["mark"], s["label"], *lists_of(s)) for s in payload["series"]] for payload in payloads
    ]
    for state, kind in zip(states, kinds):
        if kind != kinds[0]:
            raise ValueError(
                f"picture has the series {kind} for {state}, but {kinds[0]} for {states[0]}; "
                "all states must have the same series"
            )
    # the draws of one position of the sliders follow each other
    groups = (
        [payloads[first : first + draws] for first in range(0, len(payloads), draws)]
        if draws
        else []
    )
    if draws and all(group == group[:1] * draws for group in groups):
        raise ValueError(
            f"picture is the same in all {draws} draws; seed its generator with draw: np.random.default_rng([1, draw])"
        )
