"""Ship it or stop it: known mistakes of who counts the pilot."""

import numpy as np

from .pilots import by_module, from_files


def given(change):
    """A right count of other rows: change(task, ids, made, arrived, bits) -> the same four."""

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


def arrived_for_made(task, ids, made, arrived, bits):
    return ids, arrived, arrived, bits


def every_day(task, ids, made, arrived, bits):
    return ids, np.full(len(ids), task.pilot_day), arrived, bits


def rows_for_ids(task, ids, made, arrived, bits):
    return np.unique(bits, axis=0, return_inverse=True)[1].reshape(-1), made, arrived, bits


def last_id_bits(task, ids, made, arrived, bits):
    """Only ids that came once."""
    _, where, times = np.unique(ids, return_inverse=True, return_counts=True)
    return tuple(row[times[where.reshape(-1)] == 1] for row in (ids, made, arrived, bits))


def other_epsilon(task):
    from dataclasses import replace

    return from_files(by_module)(replace(task, pilot_epsilon=task.pilot_epsilon + 0.5))


def claimed_epsilon(task):
    from dataclasses import replace

    other = task.epsilon if task.epsilon != task.pilot_epsilon else 3
    return from_files(by_module)(replace(task, pilot_epsilon=other))


def without_last_file(task):
    """The file that is there twice stands last today."""
    count = from_files(by_module)(task)
    return lambda files: count(files[:-1])


def only_clean(task):
    """Right for usual tables; a special case for a day with few people."""

    def day_counts(*rows):
        counts, errors = by_module(task)(*rows)
        return (counts, errors) if (rows[1] == task.pilot_day).sum() > 20 else (counts * 0, errors)

    return day_counts


def each_file_once(task):
    count = given(new_ids)(task)
    return lambda files: count(sorted(set(files), key=files.index))


WRONG = {
    "day_of_the_pilot": {
        "counts retries twice": (given(new_ids), 0, "count each id once"),
        "each file once": (each_file_once, 0, "an id may be in several"),
        "leaves out late ones": (
            given(keep(lambda task, ids, made, arrived, bits: made == arrived)), 0,
            "reports that came late are left out",
        ),
        "by arrival": (given(arrived_for_made), 0, "made"),
        "all days": (given(every_day), 0, "reports of all days"),
        "drops equal rows": (given(rows_for_ids), 0, "equal rows of bits may come from two people"),
        "drops all that was repeated": (given(last_id_bits), 0, "not right"),
        "another ε": (other_epsilon, 0, "not right"),
        "the ε of the product": (claimed_epsilon, 0, "not right"),
        "cut at 0": (
            after(lambda counts, errors, *rows: (np.maximum(counts, 0), errors)),
            {0, 2.5},  # if no estimate of the tables is below 0, the unusual ones tell
        ),
        "rounded": (
            after(lambda counts, errors, *rows: (np.rint(counts), errors)), 0, "do not round"
        ),
        "shares": (
            after(lambda counts, errors, *rows: (counts / counts.sum(), errors)), 0, "not right"
        ),
        "the truth scaled to n": (
            after(lambda counts, errors, *rows: (counts * 1.02, errors)), 0, "not right"
        ),
        "errors of shares": (
            after(lambda counts, errors, *rows: (counts, errors / 70)), 2.25,
            "the standard errors are not right",
        ),
        "variances": (
            after(lambda counts, errors, *rows: (counts, errors**2)), 2.25,
            "the standard errors are not right",
        ),
        "no errors": (
            after(lambda counts, errors, *rows: (counts, np.zeros(len(counts)))), 2.25,
            "the standard errors are not right",
        ),
        "half widths": (
            after(lambda counts, errors, *rows: (counts, 1.96 * errors)), 2.25,
            "the standard errors are not right",
        ),
        "nothing for few people": (from_files(only_clean), 2.5, "only one person reports"),
        "leaves out the last file": (without_last_file, 2.75, "in another order"),
        "one array": (after(lambda counts, errors, *rows: counts), 0, "return two arrays"),
        "a table the other way": (
            after(lambda counts, errors, *rows: np.stack([counts, errors], axis=1)), 0,
            "return two arrays",
        ),
        "texts": (
            after(lambda counts, errors, *rows: (counts.astype(str), errors.astype(str))), 0,
            "return two arrays",
        ),
    }
}  # fmt: skip
