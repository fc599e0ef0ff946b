"""Hold what is right in "Threat models", and what known mistakes lead to.

Students do not get this file.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from functools import lru_cache
from types import SimpleNamespace

import numpy as np
from scipy import stats

from ldp_checks.assignments.threat_models.questions import SETS_OF_COLUMNS
from ldp_checks.assignments.threat_models.task import (
    CERTAINTIES,
    COLUMNS,
    NOT_PRIVATE,
    PRIVATE,
    TRUTH_PROBABILITIES,
    VARIANTS,
    tables_of,
)
from ldp_course.privacy import privacy_loss

# Question 7: an export that is called anonymous and is not.
TEMPLATE = '''\
def export(rows, k, rng):
    """Rows without names, from groups of at least k people."""
    groups = Counter({counted} for row in rows)
    kept = [row for row in rows if {large_enough}]
    {order}
    return [
        {{
            "decade": row["age"] // 10 * 10,
            "district": row["district"],
            "answer": row["answer"],{more}
        }}
        for row in kept
    ]
'''
NO_FAULT = {
    "counted": '(row["age"] // 10, row["district"])',
    "large_enough": 'groups[row["age"] // 10, row["district"]] >= k',
    "order": "kept = [kept[place] for place in rng.permutation(len(kept))]",
    "more": "",
}
FAULTS = {
    "a": {
        "more": '\n            "id":'
        ' hashlib.md5(str(row["card"]).encode()).hexdigest(),'
    },
    "b": {"counted": 'row["district"]', "large_enough": 'groups[row["district"]] >= k'},
    "c": {"large_enough": '1 + groups[row["age"] // 10, row["district"]] >= k'},
    "d": {"order": 'kept = sorted(kept, key=lambda row: row["name"])'},
    "e": {
        "order": 'kept = sorted(kept, key=lambda row: (row["district"], row["age"]))'
    },
}


def program(fault: str | None) -> str:
    """Return the source text, with one fault or with none."""
    return TEMPLATE.format(**NO_FAULT | FAULTS.get(fault, {}))


PROGRAMS = [program(fault) for fault in FAULTS]


# Question 5: the channel of each format.
def draws_or_keeps(k: int, keeps: float, others: int) -> np.ndarray:
    """Return a channel that keeps the true one of k values, or draws from `others`."""
    lie = (1 - keeps) / others
    return np.full((k, k), lie) + np.eye(k) * (keeps - lie * (others < k))


CHANNELS = [
    lambda width: [
        [1 - value // width[0], value // width[0]] for value in range(2 * width[0])
    ],
    lambda truth: [[truth, 1 - truth], [0, 1]],
    lambda truth: [[truth, 0, 1 - truth], [0, truth, 1 - truth]],
    lambda yes, no: [[1 - no, no], [yes, 1 - yes]],
    lambda k, keeps: draws_or_keeps(k, keeps, k),
    lambda k, keeps: draws_or_keeps(k[0], keeps, k[1]),
    lambda steps: [
        [steps[(report - value) % 4] for report in range(4)] for value in range(4)
    ],
]
FORMATS = {
    words.format(*given): channel(*given)
    for (words, gaps), channel in zip(
        (NOT_PRIVATE | PRIVATE).items(), CHANNELS, strict=True
    )
    for given in itertools.product(*gaps)
}
CASES = {
    "": [()],
    "variant": [(variant,) for variant in range(VARIANTS)],
    "columns": [(columns,) for columns in SETS_OF_COLUMNS],
    "truth_probability certainty": list(
        itertools.product(TRUTH_PROBABILITIES, CERTAINTIES)
    ),
    **{name: [(text,) for text in FORMATS] for name in "ABC"},
    "faulty_code": [(code,) for code in PROGRAMS],
}


def key(row: dict, columns: list[str]) -> tuple:
    return tuple(row[column] for column in columns)


def alone(rows, columns) -> list[bool]:
    """Return whether no other row has the same values in these columns."""
    sizes = Counter(key(row, columns) for row in rows)
    return [sizes[key(row, columns)] == 1 for row in rows]


def firsts(rows, columns) -> list[bool]:
    """Return whether no row above has the same values."""
    values = [key(row, columns) for row in rows]
    return [value not in values[:place] for place, value in enumerate(values)]


def guesses(
    rows, columns, secret="answer", right=lambda group, own: max(group.values())
):
    """Return, for each row, the share of the most frequent secret in its group.

    A group has the same values in these columns.
    """
    groups = defaultdict(Counter)
    for row in rows:
        groups[key(row, columns)][row[secret]] += 1
    own = [(groups[key(row, columns)], row[secret]) for row in rows]
    return [right(group, mine) / group.total() for group, mine in own]


def link(
    rows, register, columns, rows_alone=True, people_alone=True, which=0
) -> dict[int, str]:
    """Return row number -> name, where one row and one person have these values.

    The people are on the register.
    """
    names = defaultdict(list)
    for person in register:
        names[key(person, columns)].append(person["name"])
    fits = {
        place: names[key(row, columns)]
        for place, (row, single) in enumerate(zip(rows, alone(rows, columns)))
        if single or not rows_alone
    }
    allowed = {1} if people_alone else range(1, len(register) + 1)
    return {
        place: people[which] for place, people in fits.items() if len(people) in allowed
    }


@lru_cache(maxsize=VARIANTS)
def tables(given) -> SimpleNamespace:
    return SimpleNamespace(**tables_of(given))


def of_tables(function):
    """Turn function(rows, secret) into one of the table that a student has."""
    return lambda g: function(tables(g.variant).rows, tables(g.variant).secret)


def victim_secret(given) -> str:
    t = tables(given.variant)
    claims = link(t.rows, t.register, COLUMNS)
    return t.rows[next(row for row in claims if claims[row] == t.victim)][t.secret]


def smallest(enough) -> int:
    return next((n for n in range(1, 2_001, 2) if enough(n)), -1)


def needed(p: float, certainty: float) -> int:
    return smallest(lambda n: stats.binom.sf(n // 2, n, p) >= certainty)


def normal(p: float, certainty: float) -> int:
    z = stats.norm.ppf(certainty)
    return smallest(lambda n: (p - 0.5) * math.sqrt(n) >= z * math.sqrt(p * (1 - p)))


def released(
    rows, k, group=lambda row: (row["age"] // 10, row["district"]), up=0
) -> list[tuple]:
    """Return what may be released of groups of at least k, sorted.

    It is decade, district and answer of each person.
    """
    sizes = Counter(map(group, rows))
    rows_left = [row for row in rows if sizes[group(row)] >= k]
    return sorted(
        (row["age"] // 10 * 10 + up, row["district"], row["answer"])
        for row in rows_left
    )


def epsilon(name: str, change=lambda value: value):
    return lambda g: change(privacy_loss(FORMATS[getattr(g, name)]))


NEEDED = {
    "two fewer answers are enough": lambda p, c: needed(p, c) + 2,
    "with so few the majority is right with probability less than the certainty": (
        lambda p, c: needed(p, c) - 2
    ),
    "this is the normal approximation; add up the binomial law": normal,
    "this asks for one true answer; the majority must be true": (
        lambda p, c: smallest(lambda n: 1 - (1 - p) ** n >= c)
    ),
}
RIGHT = {
    "alone_count": of_tables(lambda rows, secret: sum(alone(rows, COLUMNS))),
    "stands_alone": lambda g, *given: alone(*given),
    "mean_guess": of_tables(
        lambda rows, secret: np.mean(guesses(rows, COLUMNS, secret))
    ),
    "guess_right": lambda g, *given: guesses(*given),
    "victim_secret": victim_secret,
    "link": lambda g, *given: link(*given),
    "days": lambda g: needed(g.truth_probability, g.certainty),
    # whatever rounding does
    "answers_needed": [
        lambda g, p, c, off=off: needed(p, c + off) for off in (0, -1e-12, 1e-12)
    ],
    **{f"epsilons[{name!r}]": epsilon(name) for name in "ABC"},
    "fault": lambda g: list(FAULTS)[PROGRAMS.index(g.faulty_code)],
    "export": lambda g, *given: released(*given),
}
MISTAKES = {
    "alone_count": {
        "this is the number of groups, also of larger ones": of_tables(
            lambda rows, secret: sum(firsts(rows, COLUMNS))
        ),
    },
    "stands_alone": {
        "True and False are exchanged: True is for a row that stands alone": (
            lambda g, *given: np.logical_not(alone(*given))
        ),
        "no row of a group of two or more is alone, not the first one either": (
            lambda g, *given: firsts(*given)
        ),
        "look at all given columns, not at the first one only": (
            lambda g, rows, columns: alone(rows, columns[:1])
        ),
    },
    "mean_guess": {
        "this is the guess of somebody who knows no column": of_tables(
            lambda rows, secret: guesses(rows, [], secret)[0]
        ),
    },
    "guess_right": {
        "this is the share of the own secret; right is the share of the most frequent"
        " one": (
            lambda g, *given: guesses(*given, right=lambda group, own: group[own])
        ),
        "these are numbers of people; divide by the size of the group": (
            lambda g, *given: guesses(
                *given, right=lambda group, own: max(group.values()) * group.total()
            )
        ),
    },
    "link": {
        "you name rows that do not stand alone in the table": (
            lambda g, *given: link(*given, rows_alone=False)
        ),
        "you name rows that more than one person on the register fits": (
            lambda g, *given: link(*given, people_alone=False)
        ),
        "you name rows that more than one person on the register fits, and the last is"
        " not surer": (lambda g, *given: link(*given, people_alone=False, which=-1)),
        "the rows are counted from 1; the first one is row 0": (
            lambda g, *given: {place + 1: name for place, name in link(*given).items()}
        ),
    },
    "days": {
        why: lambda g, wrong=wrong: wrong(g.truth_probability, g.certainty)
        for why, wrong in NEEDED.items()
    },
    "answers_needed": {
        why: lambda g, *given, wrong=wrong: wrong(*given)
        for why, wrong in NEEDED.items()
    },
    **{
        f"epsilons[{name!r}]": {
            "ε uses the natural logarithm": epsilon(
                name, lambda value: value / math.log(2)
            ),
            "this is the largest ratio; ε is its logarithm": epsilon(name, math.exp),
        }
        for name in "ABC"
    },
    "export": {
        "a group of exactly k people is left out; k are enough": (
            lambda g, rows, k: released(rows, k + 1)
        ),
        "people are counted by exact age; decade and district make a group": (
            lambda g, *given: released(
                *given, lambda row: (row["age"], row["district"])
            )
        ),
        "the decade is the age rounded down to a multiple of 10, not up": (
            lambda g, *given: released(*given, up=10)
        ),
    },
}
