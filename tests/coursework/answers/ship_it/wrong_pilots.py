"""Ship it or stop it: known mistakes of who counts the pilot."""

import numpy as np

from .pilots import by_module, from_files


def given(change):
    """Count other rows: change(task, ids, made, arrived, bits) -> the same four."""

    def make(task):
        count = by_module(task)
        return lambda *rows: count(*change(task, *rows))

    return from_files(make)


def after(change):
    """What another makes of the right results: change(counts, errors, *rows)."""

    def make(task):
        count = by_module(task)
        return lambda *rows: change(*count(*rows), *rows)

    return from_files(make)


def keep(condition):
    def change(task, *rows):
        place = condition(task, *rows)
        return tuple(row[place] for row in rows)

    return change


def new_ids(task, ids, made, arrived, bits):
    return np.arange(len(ids)), made, arrived, bits


def only_clean(task):
    """Right for usual tables; a special case for a day with few people."""

    def day_counts(*rows):
        counts, errors = by_module(task)(*rows)
        return (
            (counts, errors)
            if (rows[1] == task.pilot_day).sum() > 20
            else (counts * 0, errors)
        )

    return day_counts


WRONG = {
    "day_of_the_pilot": {
        "counts retries twice": (given(new_ids), 0, "count each id once"),
        "leaves out late ones": (
            given(keep(lambda task, ids, made, arrived, bits: made == arrived)),
            0,
            "reports that came late are left out",
        ),
        "cut at 0": (
            after(lambda counts, errors, *rows: (np.maximum(counts, 0), errors)),
            {0, 2.5},  # if no estimate of the tables is below 0, the unusual ones tell
        ),
        "nothing for few people": (from_files(only_clean), 2.5, "only one person reports"),
        "one array": (after(lambda counts, errors, *rows: counts), 0, "return two arrays"),
    }
}  # fmt: skip
