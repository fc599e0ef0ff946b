"""Check what every answer that randomizes must do, whatever the mechanism.

It draws all chance from the generator `rng`, leaves its input as it was, and returns
reports whose types tell nothing about the truth.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ldp_checks.findings import Finding
from ldp_checks.statistical_limits import ERROR

# calls that compare types: their first truths are all alike once in 2,000, if yes or no
CALLS = 12
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
    """Check that equal generators give equal answers, and others different ones.

    It calls function(*arguments, rng). The arguments must leave room for chance: two
    honest answers may agree with a probability of ERROR / 100 at most.
    """
    seeds = [int(seed) for seed in rng.choice(2**62, size=2, replace=False)]
    first, again, other = (
        np.asarray(function(*arguments, np.random.default_rng(seed)))
        for seed in (seeds[0], seeds[0], seeds[1])
    )
    if not np.array_equal(first, again):
        message = "two calls with equal generators differ: draw all chance from `rng`"
        return Finding(False, message, points)
    if np.array_equal(_rounded(first), _rounded(other)):
        message = (
            "two calls with different generators give the same answer: draw from `rng`"
        )
        return Finding(False, message, points)
    return Finding(True, "all chance comes from `rng`", points, ERROR / 100)


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


def as_reports(
    answer: object, shape: tuple[int, ...], kinds: int, by_place: bool = False
) -> np.ndarray | str:
    """Return reports as codes from 0 to kinds - 1, or what is wrong with their form.

    A sentence is returned if something besides the report could tell the truth, and ""
    for any other form.

    by_place: whether entries at different places of a report may have different types
    """
    answer = _as_array(answer)
    try:
        raw = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return ""
    if raw.shape != shape or raw.dtype.kind not in "biufO":
        return ""
    if not isinstance(answer, np.ndarray) or raw.dtype == object:
        parts = [answer]
        for depth, length in enumerate(shape, start=1):
            parts = [part for whole in parts for part in whole]
            step = length if by_place and depth == len(shape) else 1
            for start in range(step):
                if len(set(map(_type_of, parts[start::step]))) > 1:
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


def _as_array(answer: object) -> object:
    """Return a column or a table of pandas as an array, anything else as it is."""
    return answer.to_numpy() if hasattr(answer, "to_numpy") else answer


def _type_of(part: object) -> tuple:
    """Return what a row or an entry shows of itself besides its numbers."""
    writeable = (part.flags.writeable,) if isinstance(part, np.ndarray) else ()
    return (type(part), getattr(part, "dtype", None), *writeable)


def form_of(answer: object) -> tuple:
    """Return what a whole table shows besides its numbers and their places."""
    answer = _as_array(answer)
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
