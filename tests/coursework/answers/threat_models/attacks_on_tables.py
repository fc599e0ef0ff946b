"""Threat models, questions 1 to 3: rows that stand alone, guesses, names for rows."""

import numpy as np
import pandas as pd

from coursework.threat_models import reference as tables

# Question 1: stands_alone(rows, columns), alone_count


def _alone_pandas(rows, columns):
    return ~pd.DataFrame(rows).duplicated(columns, keep=False)


def alone(function, count=lambda t: sum(tables.alone(t.rows, t.columns))):
    return lambda t: [function, count(t)]


ALONE_RIGHT = {
    "counter": alone(tables.alone),
    "pandas": alone(_alone_pandas),
}
ALONE_WRONG = {
    "True and False exchanged": (
        alone(lambda r, c: [not x for x in tables.alone(r, c)]),
        1,
        "True and False are exchanged",
    ),
    "nobody": (alone(lambda r, c: [False] * len(r)), 1),
}


# Question 2: guess_right(rows, columns, secret), mean_guess
def guess(
    function, mean=lambda t: np.mean(tables.guesses(t.rows, t.columns, t.secret))
):
    return lambda t: [function, mean(t)]


def _guess_pandas(rows, columns, secret):
    groups = pd.DataFrame(rows).groupby(columns)[secret]
    return groups.transform(lambda group: group.value_counts(normalize=True).max())


GUESS_RIGHT = {
    "counter": guess(tables.guesses),
    "pandas": guess(_guess_pandas),
}
GUESS_WRONG = {
    "always 1": (guess(lambda rows, columns, secret: [1.0] * len(rows)), 1),
    "columns ignored": (
        guess(lambda rows, columns, secret: tables.guesses(rows, [], secret)),
        1,
    ),
}


# Question 3: link(rows, register, columns), victim_secret
def secret_of_victim(t):
    claims = tables.link(t.rows, t.register, t.columns)
    return t.rows[next(place for place, name in claims.items() if name == t.victim)][
        t.secret
    ]


def linked(function, secret=secret_of_victim):
    return lambda t: [function, secret(t)]


def _link_pandas(rows, register, columns):
    table = pd.DataFrame(rows).rename_axis("row").reset_index()[["row", *columns]]
    table = table[~table.duplicated(columns, keep=False)]
    pairs = table.merge(pd.DataFrame(register), on=columns)
    pairs = pairs[~pairs.duplicated("row", keep=False)]
    return dict(zip(pairs["row"], pairs["name"]))


LINK_RIGHT = {
    "dict of names": linked(tables.link),
    "pandas": linked(_link_pandas),
}
LINK_WRONG = {
    "pairs": (linked(lambda *given: list(tables.link(*given).items())), 1, "must return a dict"),
    "a claim for every row": (
        linked(
            lambda rows, register, columns: dict.fromkeys(range(len(rows)), register[0]["name"])
        ),
        1,
    ),
}  # fmt: skip

RIGHT = {"singled_out": ALONE_RIGHT, "best_guess": GUESS_RIGHT, "linkage": LINK_RIGHT}
WRONG = {"singled_out": ALONE_WRONG, "best_guess": GUESS_WRONG, "linkage": LINK_WRONG}
