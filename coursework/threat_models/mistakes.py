"""Hold what known mistakes lead to in "Threat models", and the faulty programs.

Students do not get this file. `s` is the solution.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict

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
)

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


# Question 5: all texts of formats
FORMATS = [
    words.format(*numbers)
    for words, gaps in (NOT_PRIVATE | PRIVATE).items()
    for numbers in itertools.product(*gaps)
]
CASES = {
    "": [()],
    "variant": [(variant,) for variant in range(VARIANTS)],
    "known": [(columns,) for columns in SETS_OF_COLUMNS],
    "truth_probability certainty": list(
        itertools.product(TRUTH_PROBABILITIES, CERTAINTIES)
    ),
    **{name: [(text,) for text in FORMATS] for name in "ABC"},
    "faulty_code": [(code,) for code in PROGRAMS],
}


def key(row: dict, columns: list[str]) -> tuple:
    return tuple(row[column] for column in columns)


def firsts(rows, columns) -> list[bool]:
    """Return whether no row above has the same values."""
    values = [key(row, columns) for row in rows]
    return [value not in values[:place] for place, value in enumerate(values)]


def guesses(rows, columns, right):
    """Return right(secrets of the group, own secret) for each row.

    A group has the same values in these columns.
    """
    groups = defaultdict(Counter)
    for row in rows:
        groups[key(row, columns)][row["answer"]] += 1
    return [right(groups[key(row, columns)], row["answer"]) for row in rows]


def link(s, rows, register, columns, rows_alone=True, which=0) -> dict[int, str]:
    """Return row number -> name, also where several people on the register fit.

    Or, without rows_alone, where one person fits a row that has doubles.
    """
    names = defaultdict(list)
    for person in register:
        names[key(person, columns)].append(person["name"])
    fits = {
        place: names[key(row, columns)]
        for place, (row, single) in enumerate(zip(rows, s.stands_alone(rows, columns)))
        if single or not rows_alone
    }
    allowed = range(1, len(register) + 1) if rows_alone else {1}
    return {
        place: people[which] for place, people in fits.items() if len(people) in allowed
    }


def smallest(enough) -> int:
    return next((n for n in range(1, 2_001, 2) if enough(n)), -1)


def normal(s, p: float, certainty: float) -> int:
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


NEEDED = {
    "two fewer answers are enough": lambda s, p, c: s.answers_needed(p, c) + 2,
    "with so few the majority is right with probability less than the certainty": (
        lambda s, p, c: s.answers_needed(p, c) - 2
    ),
    "this is the normal approximation; add up the binomial law": normal,
    "this asks for one true answer; the majority must be true": (
        lambda s, p, c: smallest(lambda n: 1 - (1 - p) ** n >= c)
    ),
}
MISTAKES = {
    "alone_count": {
        "this is the number of groups, also of larger ones": lambda s: sum(
            firsts(s.task.rows, COLUMNS)
        ),
    },
    "stands_alone": {
        "True and False are exchanged: True is for a row that stands alone": (
            lambda s, *given: np.logical_not(s.stands_alone(*given))
        ),
        "no row of a group of two or more is alone, not the first one either": (
            lambda s, *given: firsts(*given)
        ),
        "look at all given columns, not at the first one only": (
            lambda s, rows, columns: s.stands_alone(rows, columns[:1])
        ),
    },
    "mean_guess": {
        "this is the guess of somebody who knows no column": lambda s: s.guess_right(
            s.task.rows, [], s.task.secret
        )[0],
    },
    "guess_right": {
        "this is the share of the own secret; right is the share of the most frequent"
        " one": (
            lambda s, *given: guesses(
                *given, right=lambda group, own: group[own] / group.total()
            )
        ),
        "these are numbers of people; divide by the size of the group": (
            lambda s, *given: guesses(
                *given, right=lambda group, own: max(group.values())
            )
        ),
    },
    "link": {
        "you name rows that do not stand alone in the table": (
            lambda s, *given: link(s, *given, rows_alone=False)
        ),
        "you name rows that more than one person on the register fits": (
            lambda s, *given: link(s, *given)
        ),
        "you name rows that more than one person on the register fits, and the last is"
        " not surer": (lambda s, *given: link(s, *given, which=-1)),
        "the rows are counted from 1; the first one is row 0": (
            lambda s, *given: {
                place + 1: name for place, name in s.link(*given).items()
            }
        ),
    },
    "days": {
        why: lambda s, wrong=wrong: wrong(s, s.task.truth_probability, s.task.certainty)
        for why, wrong in NEEDED.items()
    },
    "answers_needed": NEEDED,
    **{
        f"epsilons[{name!r}]": {
            "ε uses the natural logarithm": lambda s, name=name: (
                s.epsilons[name] / math.log(2)
            ),
            "this is the largest ratio; ε is its logarithm": lambda s, name=name: (
                math.exp(s.epsilons[name])
            ),
        }
        for name in "ABC"
    },
    "export": {
        "a group of exactly k people is left out; k are enough": (
            lambda s, rows, k: released(rows, k + 1)
        ),
        "people are counted by exact age; decade and district make a group": (
            lambda s, *given: released(
                *given, lambda row: (row["age"], row["district"])
            )
        ),
        "the decade is the age rounded down to a multiple of 10, not up": (
            lambda s, *given: released(*given, up=10)
        ),
    },
}
