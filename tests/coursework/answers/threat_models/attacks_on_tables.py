"""Threat models, questions 1 to 3: rows that stand alone, guesses, names for rows."""

from collections import defaultdict

import numpy as np
import pandas as pd

from coursework.threat_models import reference as tables


# Question 1: stands_alone(rows, columns), alone_count
def _alone_by_comparison(rows, columns):
    return [sum(all(a[c] == b[c] for c in columns) for b in rows) == 1 for a in rows]


def _alone_pandas(rows, columns):
    return ~pd.DataFrame(rows).duplicated(columns, keep=False)


def alone(function, count=lambda t: sum(tables.alone(t.rows, t.columns))):
    return lambda t: [function, count(t)]


ALONE_RIGHT = {
    "counter": alone(tables.alone),
    "pandas": alone(_alone_pandas),
    "comparison of all pairs": alone(_alone_by_comparison),
}
ALONE_WRONG = {
    "not answered": (lambda t: [tables.alone, None], 1),
    "number of another table": (
        alone(tables.alone, lambda t: sum(tables.alone(t.rows, t.columns)) + 1),
        1,
    ),
    "True and False exchanged": (
        alone(lambda r, c: [not x for x in tables.alone(r, c)]),
        1,
        "True and False are exchanged",
    ),
    "the first of a group, too": (
        alone(lambda r, c: ~pd.DataFrame(r).duplicated(c)),
        1,
        "not the first one either",
    ),
    "nobody": (alone(lambda r, c: [False] * len(r)), 1),
}


# Question 2: guess_right(rows, columns, secret), mean_guess
def guess(function, mean=lambda t: np.mean(tables.guesses(t.rows, t.columns, t.secret))):
    return lambda t: [function, mean(t)]


def _guess_pandas(rows, columns, secret):
    groups = pd.DataFrame(rows).groupby(columns)[secret]
    return groups.transform(lambda group: group.value_counts(normalize=True).max())


def _guess_by_comparison(rows, columns, secret):
    found = []
    for row in rows:
        mine = [
            other[secret]
            for other in rows
            if tables.key(other, columns) == tables.key(row, columns)
        ]
        found.append(max(mine.count(one) for one in mine) / len(mine))
    return found


def _group_share(change):
    def guess_right(rows, columns, secret):
        groups = defaultdict(list)
        for row in rows:
            groups[tables.key(row, columns)].append(row[secret])
        return [change(row[secret], groups[tables.key(row, columns)], rows) for row in rows]

    return guess_right


GUESS_RIGHT = {
    "counter": guess(tables.guesses),
    "pandas": guess(_guess_pandas),
    "comparison": guess(_guess_by_comparison),
}
GUESS_WRONG = {
    "not answered": (lambda t: [tables.guesses, None], 1),
    "share of the own secret": (
        guess(_group_share(lambda mine, group, rows: group.count(mine) / len(group))),
        1,
    ),
    "one of the group": (
        guess(_group_share(lambda mine, group, rows: 1 / len(group))),
        1,
        "the share of the most frequent secret in the group",
    ),
    "always 1": (guess(lambda rows, columns, secret: [1.0] * len(rows)), 1),
    "columns ignored": (guess(lambda rows, columns, secret: tables.guesses(rows, [], secret)), 1),
}


# Question 3: link(rows, register, columns), victim_secret
def secret_of_victim(t):
    claims = tables.link(t.rows, t.register, t.columns)
    return t.rows[next(place for place, name in claims.items() if name == t.victim)][t.secret]


def linked(function, secret=secret_of_victim):
    return lambda t: [function, secret(t)]


def _link_pandas(rows, register, columns):
    table = pd.DataFrame(rows).rename_axis("row").reset_index()[["row", *columns]]
    table = table[~table.duplicated(columns, keep=False)]
    pairs = table.merge(pd.DataFrame(register), on=columns)
    pairs = pairs[~pairs.duplicated("row", keep=False)]
    return dict(zip(pairs["row"], pairs["name"]))


def _link_by_comparison(rows, register, columns):
    claims = {}
    for place, row in enumerate(rows):
        twins = [other for other in rows if tables.key(other, columns) == tables.key(row, columns)]
        names = [
            one["name"] for one in register if tables.key(one, columns) == tables.key(row, columns)
        ]
        if len(twins) == len(names) == 1:
            claims[place] = names[0]
    return claims


def _claims(rows_alone, people_alone, last=False):
    """Claims with one of the two conditions left out."""

    def link(rows, register, columns):
        single, claims = tables.alone(rows, columns), {}
        for place, row in enumerate(rows):
            names = [
                one["name"]
                for one in register
                if tables.key(one, columns) == tables.key(row, columns)
            ]
            if (
                names
                and (single[place] or not rows_alone)
                and (len(names) == 1 or not people_alone)
            ):
                claims[place] = names[-1 if last else 0]
        return claims

    return link


def _other_secret(t):
    return next(row[t.secret] for row in t.rows if row[t.secret] != secret_of_victim(t))


LINK_RIGHT = {
    "dict of names": linked(tables.link),
    "pandas": linked(_link_pandas),
    "comparison": linked(_link_by_comparison),
}
LINK_WRONG = {
    "not answered": (lambda t: [tables.link, None], 2),
    "another secret": (linked(tables.link, _other_secret), 2),
    "rows need not be alone": (
        linked(_claims(False, True)),
        1,
        "that do not stand alone in the table",
    ),
    "several people may fit": (
        linked(_claims(True, False)),
        1,
        "more than one person on the register fits",
    ),
    "pairs": (linked(lambda *given: list(tables.link(*given).items())), 1, "must return a dict"),
    "a claim for every row": (
        linked(
            lambda rows, register, columns: dict.fromkeys(range(len(rows)), register[0]["name"])
        ),
        1,
    ),
}

RIGHT = {"singled_out": ALONE_RIGHT, "best_guess": GUESS_RIGHT, "linkage": LINK_RIGHT}
WRONG = {"singled_out": ALONE_WRONG, "best_guess": GUESS_WRONG, "linkage": LINK_WRONG}
