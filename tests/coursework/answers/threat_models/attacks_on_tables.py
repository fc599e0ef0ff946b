"""Threat models, questions 1 to 3: rows that stand alone, guesses, names for rows."""

from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pandas as pd

from coursework.threat_models import reference as tables


# Question 1: stands_alone(rows, columns), alone_count
def _alone_by_comparison(rows, columns):
    return [sum(all(a[c] == b[c] for c in columns) for b in rows) == 1 for a in rows]


def _alone_pandas(rows, columns):
    return ~pd.DataFrame(rows).duplicated(columns, keep=False)


def _alone_numpy(rows, columns):
    _, number, size = np.unique(
        [[str(r[c]) for c in columns] for r in rows],
        axis=0,
        return_inverse=True,
        return_counts=True,
    )
    return size[number.reshape(-1)] == 1


def alone(function, count=lambda t: sum(tables.alone(t.rows, t.columns))):
    return lambda t: [function, count(t)]


ALONE_RIGHT = {
    "counter": alone(tables.alone),
    "pandas": alone(_alone_pandas),
    "pandas, as a list": alone(lambda rows, columns: _alone_pandas(rows, columns).tolist()),
    "comparison of all pairs": alone(_alone_by_comparison),
    "NumPy": alone(_alone_numpy, lambda t: np.int64(sum(tables.alone(t.rows, t.columns)))),
    "0 and 1": alone(lambda rows, columns: [int(single) for single in tables.alone(rows, columns)]),
    "group sizes": alone(
        lambda rows, columns: pd.DataFrame(rows).groupby(columns)["age"].transform("size") == 1
    ),
}
ALONE_WRONG = {
    "not answered": (lambda t: [tables.alone, None], 1),
    "number of another table": (
        alone(tables.alone, lambda t: sum(tables.alone(t.rows, t.columns)) + 1),
        1,
    ),
    "share for number": (
        alone(tables.alone, lambda t: np.mean(tables.alone(t.rows, t.columns))),
        1,
    ),
    "number of groups": (
        alone(tables.alone, lambda t: len({tables.key(r, t.columns) for r in t.rows})),
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
    "the last of a group, too": (
        alone(lambda r, c: ~pd.DataFrame(r).duplicated(c, keep="last")),
        1,
    ),
    "groups of two are alone": (
        alone(lambda r, c: pd.DataFrame(r).groupby(c)["age"].transform("size") <= 2),
        1,
    ),
    "group sizes": (alone(lambda r, c: pd.DataFrame(r).groupby(c)["age"].transform("size")), 1),
    "all columns": (alone(lambda r, c: tables.alone(r, list(r[0]))), 1),
    "first column only": (alone(lambda r, c: tables.alone(r, c[:1])), 1),
    "each column on its own": (
        alone(lambda r, c: [any(x) for x in zip(*(tables.alone(r, [k]) for k in c))]),
        1,
    ),
    "nobody": (alone(lambda r, c: [False] * len(r)), 1),
    "everybody": (alone(lambda r, c: [True] * len(r)), 1),
    "only a number": (alone(lambda r, c: sum(tables.alone(r, c))), 1),
    "row numbers": (alone(lambda r, c: [n for n, x in enumerate(tables.alone(r, c)) if x]), 1),
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
    "array": guess(lambda *given: np.array(tables.guesses(*given))),
    "rounded mean": guess(
        tables.guesses,
        lambda t: round(float(np.mean(tables.guesses(t.rows, t.columns, t.secret))), 4),
    ),
    "lists": guess(
        _group_share(lambda mine, group, rows: Counter(group).most_common(1)[0][1] / len(group))
    ),
    "Fractions": guess(
        lambda *given: [Fraction(x).limit_denominator(1000) for x in tables.guesses(*given)]
    ),
}
GUESS_WRONG = {
    "not answered": (lambda t: [tables.guesses, None], 1),
    "mean over groups": (
        guess(
            tables.guesses,
            lambda t: np.mean(
                list(
                    {
                        tables.key(r, t.columns): g
                        for r, g in zip(t.rows, tables.guesses(t.rows, t.columns, t.secret))
                    }.values()
                )
            ),
        ),
        1,
    ),
    "without any column": (
        guess(
            tables.guesses,
            lambda t: max(Counter(r[t.secret] for r in t.rows).values()) / len(t.rows),
        ),
        1,
    ),
    "share of the own secret": (
        guess(_group_share(lambda mine, group, rows: group.count(mine) / len(group))),
        1,
    ),
    "one of the group": (
        guess(_group_share(lambda mine, group, rows: 1 / len(group))),
        1,
        "the share of the most frequent secret in the group",
    ),
    "one of the secrets": (guess(_group_share(lambda mine, group, rows: 1 / len(set(group)))), 1),
    "counts": (guess(_group_share(lambda mine, group, rows: max(map(group.count, group)))), 1),
    "share of all people": (
        guess(_group_share(lambda mine, group, rows: max(map(group.count, group)) / len(rows))),
        1,
    ),
    "percent": (
        guess(
            _group_share(lambda mine, group, rows: 100 * max(map(group.count, group)) / len(group))
        ),
        1,
    ),
    "whether the guess is right": (
        guess(_group_share(lambda mine, group, rows: mine == max(group, key=group.count))),
        1,
    ),
    "always 1": (guess(lambda rows, columns, secret: [1.0] * len(rows)), 1),
    "one a group": (
        guess(lambda rows, columns, secret: list(set(tables.guesses(rows, columns, secret)))),
        1,
    ),
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
    "conditions in turn": linked(_claims(True, True)),
    "NumPy row numbers": linked(
        lambda *given: {np.int64(place): name for place, name in tables.link(*given).items()}
    ),
    "from the last row": linked(lambda *given: dict(reversed(tables.link(*given).items()))),
}
LINK_WRONG = {
    "not answered": (lambda t: [tables.link, None], 2),
    "another secret": (linked(tables.link, _other_secret), 2),
    "the name for the secret": (linked(tables.link, lambda t: t.victim), 2),
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
    "any match": (linked(_claims(False, False)), 1),
    "the last of several": (linked(_claims(True, False, last=True)), 1),
    "row numbers from 1": (
        linked(lambda *given: {place + 1: name for place, name in tables.link(*given).items()}),
        1,
    ),
    "names first": (
        linked(lambda *given: {name: place for place, name in tables.link(*given).items()}),
        1,
    ),
    "pairs": (linked(lambda *given: list(tables.link(*given).items())), 1, "must return a dict"),
    "only the age": (
        linked(lambda rows, register, columns: tables.link(rows, register, columns[:1])),
        1,
    ),
    "no claims": (linked(lambda rows, register, columns: {}), 1),
    "a claim for every row": (
        linked(
            lambda rows, register, columns: dict.fromkeys(range(len(rows)), register[0]["name"])
        ),
        1,
    ),
    "text for numbers": (
        linked(lambda *given: {str(place): name for place, name in tables.link(*given).items()}),
        1,
    ),
}

RIGHT = {
    "singled_out": ALONE_RIGHT,
    "best_guess": GUESS_RIGHT,
    "linkage": LINK_RIGHT,
}
WRONG = {
    "singled_out": ALONE_WRONG,
    "best_guess": GUESS_WRONG,
    "linkage": LINK_WRONG,
}
