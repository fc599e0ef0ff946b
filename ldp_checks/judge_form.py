"""Check what every answer that randomizes must do, whatever the mechanism.

It draws all chance from the generator `rng`, leaves its input as it was, and returns
reports whose types tell nothing about the truth.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ldp_checks.findings import AnswerRaised, Finding, NothingReturned, of_error
from ldp_checks.statistical_limits import ERROR

# calls that compare types: their first truths are all alike once in 2,000, if yes or no
CALLS = 12
ONE_PERSON = "a table had one person"
OTHER_FORM = (
    "the type of your table differs between calls, which may tell the first truth;"
    " always return an array of one type"
)


def generator(rng: np.random.Generator) -> np.random.Generator:
    """Return a new generator, to hand to a student's function."""
    return np.random.default_rng(int(rng.integers(2**63)))


def uses_its_generator(
    function: Callable, *arguments, rng: np.random.Generator, points: float = 0
) -> Finding:
    """Check that equal generators give equal answers, and all others different ones.

    One generator, used twice, is in two states. It calls function(*arguments, rng).
    The arguments must leave room for chance: two honest answers may agree with a
    probability of ERROR / 100 at most.
    """
    seeds = [int(seed) for seed in rng.choice(2**62, size=2, replace=False)]
    used = np.random.default_rng(seeds[0])
    sources = used, used, *map(np.random.default_rng, seeds)
    first, second, again, other = (
        np.asarray(function(*arguments, source)) for source in sources
    )
    if not np.array_equal(first, again):
        message = "two calls with equal generators differ: draw all chance from `rng`"
        return Finding(False, message, points)
    if np.array_equal(_rounded(first), _rounded(other)):
        message = (
            "two calls with different generators give the same answer: draw from `rng`"
        )
        return Finding(False, message, points)
    if np.array_equal(_rounded(first), _rounded(second)):
        message = (
            "one generator, used in two calls, gives the same noise twice, and the"
            " second table can be compared with the first: call the methods of `rng`,"
            " and make no other generator of its seed or state"
        )
        return Finding(False, message, points)
    return Finding(True, "all chance comes from `rng`", points, ERROR / 50)


def _rounded(answer: np.ndarray) -> np.ndarray:
    """Round numbers: noise in their last digits does not randomize a report."""
    try:
        return answer.astype(float).round(6) if answer.dtype.kind in "fO" else answer
    except (TypeError, ValueError, OverflowError):
        return answer


def keeps_its_input(function: Callable, *inputs, points: float = 0) -> Finding:
    """Check that function(*inputs) leaves the arrays among its inputs as they were."""
    given = [v.copy() if isinstance(v, np.ndarray) else v for v in inputs]
    function(*given)
    arrays = [pair for pair in zip(inputs, given) if isinstance(pair[0], np.ndarray)]
    if not all(np.array_equal(before, after) for before, after in arrays):
        message = "your function changed the array it was given; work on a copy"
        return Finding(False, message, points)
    return Finding(True, "the input is left as it was", points)


def alone(call: Callable[[], object], *shapes: tuple[int, ...]) -> tuple[str, bool]:
    """Say what is wrong with the answer for one person, "" if nothing is.

    And whether it can be judged: `as_reports` takes a number for a table of one.

    shapes: of the tables that it returns
    """
    try:
        answer = call()
        parts = [answer] if len(shapes) == 1 else answer
        actual = [np.shape(part) for part in parts]
    except AnswerRaised as raised:
        message = of_error("your function", raised.__cause__).message
        return f"{ONE_PERSON}: {message}", False
    except NothingReturned:
        return f"{ONE_PERSON}: your function returned None", False
    except (TypeError, ValueError):  # no pair, or rows of different lengths
        return f"{ONE_PERSON}: you returned a table of another form", False
    if len(actual) != len(shapes):
        return f"{ONE_PERSON}: you returned another number of tables", False
    for got, shape in zip(actual, shapes):
        if got != shape:
            what = "a number" if got == () else f"an array of shape {got}"
            message = f"{ONE_PERSON}: you returned {what} for it"
            readable = list(map(math.prod, actual)) == list(map(math.prod, shapes))
            return f"{message}; return an array of shape {shape}", readable
    return "", True


def of_this_shape(answer: object, shape: tuple[int, ...]) -> object:
    """Return a table of one person in its shape, anything else as it is.

    Functions of others lose an axis of length 1; what is wrong with it says `alone`.
    """
    if np.size(answer) == math.prod(shape):
        return np.reshape(answer, shape)
    return answer


def small_table_points(points: float) -> float:
    """Return what tables of one person or of nobody are worth, of a last part."""
    return min(points, 0.25)


def as_reports(
    answer: object, shape: tuple[int, ...], kinds: int, by_place: bool = False
) -> np.ndarray | str:
    """Return reports as codes from 0 to kinds - 1, or what is wrong with their form.

    A sentence is returned if something besides the report could tell the truth, and ""
    for any other form.

    by_place: whether entries at different places of a report may have different types
    """
    try:
        raw = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return ""
    if raw.shape != shape and 1 in shape[:2]:
        answer = raw = of_this_shape(raw, shape)
    if raw.shape != shape or raw.dtype.kind not in "biufO":
        return ""
    if not isinstance(answer, np.ndarray) or raw.dtype == object:
        parts = [answer]
        for depth, length in enumerate(shape, start=1):
            parts = [part for whole in parts for part in whole]
            step = length if by_place and depth == len(shape) else 1
            for start in range(step):
                if _differ(parts[start::step]):
                    return (
                        "your reports are of several types: the type of a report may"
                        " tell the truth; return an array of one type"
                    )
    try:
        numbers = raw.astype(float)
    except (TypeError, ValueError, OverflowError):
        return ""
    if not np.isfinite(numbers).all():
        return ""
    codes = numbers.astype(int, copy=False)
    if not ((codes == numbers) & (codes >= 0) & (codes < kinds)).all():
        return ""
    if raw.dtype.itemsize > 8 or not np.asarray(raw == codes, dtype=bool).all():
        return (
            "your reports have more digits than a whole number needs, which may tell"
            " the truth; return an array of integers"
        )
    if np.signbit(numbers).any():
        return (
            "some reports are -0.0, which is not the same as 0.0 and may tell the truth"
        )
    return codes


def _differ(parts: list) -> bool:
    """Return whether rows or entries show more of themselves than their numbers."""
    types = set(map(type, parts))
    if len(types) == 1 and types <= {bool, int, float, list, tuple}:
        return False  # as `_type_of` would say of each, in a fifth of the time
    return len(set(map(_type_of, parts))) > 1


def _type_of(part: object) -> tuple:
    """Return what a row or an entry shows of itself besides its numbers."""
    writeable = (part.flags.writeable,) if isinstance(part, np.ndarray) else ()
    return (type(part), getattr(part, "dtype", None), *writeable)


def form_of(answer: object) -> tuple:
    """Return what a whole table shows besides its numbers and their places."""
    rows = answer if isinstance(answer, list | tuple) else ()
    types_of_rows = frozenset(_type_of(row) for row in rows)
    return _type_of(answer), np.asarray(answer).dtype.str, types_of_rows


def changes_form(
    function: Callable, table: np.ndarray, rng: np.random.Generator, pair: bool = False
) -> bool:
    """Return whether the form of what it returns depends on the people in the table.

    pair: whether it returns two tables
    """
    forms = set()
    for _ in range(CALLS):
        people = rng.integers(len(table), size=len(table))
        answer = function(table[people], generator(rng))
        tables = answer if pair else [answer]
        forms.add((type(tables), *map(form_of, tables)))
    return len(forms) > 1
