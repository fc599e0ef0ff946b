"""What an answer shows besides its numbers: types that may tell the truth."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ldp_checks.manners import generator

CALLS = 12  # of which the first truths are all alike once in 2,000, if they are yes or no
OTHER_FORM = (
    "the type of your table differs between calls, which may tell the first truth; always return"
    " an array of one type"
)


def make_of(part: object) -> tuple:
    """What a row or an entry shows besides its numbers, also when it is read from afar."""
    array = (part.flags.writeable,) if isinstance(part, np.ndarray) else ()
    return (type(part), getattr(part, "dtype", None), *array)


def plain(answer: object) -> object:
    """A column or a table of pandas as an array."""
    return answer.to_numpy() if hasattr(answer, "to_numpy") else answer


def form_of(answer: object) -> tuple:
    """What a whole table shows besides its numbers and their places."""
    answer = plain(answer)
    of_rows = {make_of(row) for row in answer} if isinstance(answer, list | tuple) else ()
    return make_of(answer), np.asarray(answer).dtype.str, frozenset(of_rows)


def changes_form(
    function: Callable, table: np.ndarray, rng: np.random.Generator, pair: bool = False
) -> bool:
    """Whether what it returns has another form for other people, drawn from the table.

    pair: whether it returns two tables
    """
    forms = set()
    for _ in range(CALLS):
        people = rng.integers(len(table), size=len(table))
        answer = function(table[people], generator(rng))
        tables = answer if pair else [answer]
        forms.add((type(tables), *map(form_of, tables)))
    return len(forms) > 1
