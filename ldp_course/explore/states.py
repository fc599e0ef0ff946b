"""Check the states of an explorer: its sliders, its draws, and their pictures.

Used by `explorer`.
"""

import inspect
import math
from collections.abc import Callable, Sequence

from ldp_course.arguments import check_integer, check_type, reject
from ldp_course.explore.live import Range
from ldp_course.explore.picture import Picture
from ldp_course.explore.values import check_finite, kind, plain_values

MOST_STATES = 400  # a page holds them all


def check_choices(
    picture: Callable, sliders: dict, draws: int | None, live: object = None
) -> dict[str, list]:
    """Return the values of each slider and, where there are draws, of `draw`."""
    check_type("picture", picture, Callable, "a function that returns a Picture")
    most = 4 if live else 3
    if not 1 <= len(sliders) <= most:
        allowed = f"there must be 1 to {most}, such as epsilon=[0.5, 1, 2]"
        raise ValueError(f"sliders = {list(sliders)}; {allowed}")
    choices = {
        name: _check_slider(name, values, live is not None)
        for name, values in sliders.items()
    }
    if live is not None:
        if draws is not None:
            raise ValueError(f"draws = {draws!r} with live; it draws anew each time")
        _check_call(picture, {**choices, "rng": None, "runs": 0})
        return choices
    if draws is not None:
        draws = check_integer("draws", draws, 2)
        if "draw" in choices:
            problem = f"draw = {choices['draw']!r} with draws = {draws}"
            raise ValueError(f"{problem}; a slider beside draws needs another name")
        choices["draw"] = list(range(draws))
    _check_call(picture, choices)
    states = math.prod(len(values) for values in choices.values())
    if states > MOST_STATES:
        sizes = " × ".join(f"{len(values)} {name}" for name, values in choices.items())
        raise ValueError(
            f"{sizes} = {states} states; there may be at most {MOST_STATES}"
        )
    return choices


def _check_call(picture: Callable, keywords: dict) -> None:
    try:
        inspect.signature(picture).bind(**keywords)
    except TypeError as error:
        problem = f"picture cannot be called with the keywords {list(keywords)}"
        raise TypeError(f"{problem}: {error}") from None


def _check_slider(name: str, values: Sequence | Range, is_live: bool) -> list:
    if isinstance(values, Range):
        if not is_live:
            allowed = "a list of values; a Range can be moved only with live"
            reject(name, f"= {values!r} is a Range", allowed, TypeError)
        return values.stops
    allowed = "a list of at least 2 different finite numbers or texts"
    values = plain_values(name, values, allowed)
    for value in values:
        if not isinstance(value, str):
            check_finite(
                f"{name} holds {value!r}, a {kind(value)}", value, name, allowed
            )
    if len(values) < 2 or len(set(values)) < len(values):
        reject(name, f"= {values!r} is too short or repeats a value", allowed)
    return values


def check_names(argument: str, values: dict, choices: dict) -> None:
    check_type(argument, values, dict, "a dict")
    for name in values:
        if name not in choices:
            problem = f"{argument} names {name!r}, which is no slider"
            raise ValueError(f"{problem}; the sliders are {list(choices)}")


def check_state(argument: str, values: dict, choices: dict) -> None:
    check_names(argument, values, choices)
    for name, value in values.items():
        if value not in choices[name]:
            problem = f"{argument} has {name} = {value!r}"
            raise ValueError(f"{problem}; {name} must be one of {choices[name]}")


def check_pictures(
    states: list[dict], pictures: list[Picture], draws: int | None
) -> None:
    """Raise ValueError unless the pictures of all states fit together.

    The legend stays from state to state; somewhere, numbers change from draw to draw.
    """
    legends = [
        [(s.mark, s.label, *s.lists) for s in picture.series] for picture in pictures
    ]
    for state, legend in zip(states, legends):
        if legend != legends[0]:
            problem = f"picture has the series {legend} for {state}"
            problem += f", but {legends[0]} for {states[0]}"
            raise ValueError(f"{problem}; all states must have the same series")
    if draws:  # the draws of one position of the sliders follow each other
        payloads = [picture.payload() for picture in pictures]
        groups = [
            payloads[first : first + draws] for first in range(0, len(payloads), draws)
        ]
        if all(group == group[:1] * draws for group in groups):
            hint = "seed its generator with draw: np.random.default_rng([1, draw])"
            raise ValueError(f"picture is the same in all {draws} draws; {hint}")
