"""What an attacker learns from a table: the answers that questions 1 to 3 are compared with."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np


def key(row: dict, columns: list[str]) -> tuple:
    return tuple(row[column] for column in columns)


def alone(rows: list[dict], columns: list[str]) -> list[bool]:
    """Whether no other row has the same values in these columns."""
    sizes = Counter(key(row, columns) for row in rows)
    return [sizes[key(row, columns)] == 1 for row in rows]


def guesses(rows: list[dict], columns: list[str], secret: str) -> list[float]:
    """For each row, the share of the most frequent secret among the rows with the same values in
    these columns.
    """
    groups = defaultdict(Counter)
    for row in rows:
        groups[key(row, columns)][row[secret]] += 1
    return [
        max(group.values()) / group.total() for group in (groups[key(row, columns)] for row in rows)
    ]


def link(rows: list[dict], register: list[dict], columns: list[str]) -> dict[int, str]:
    """Row number -> name, where one row and one person on the register have these values."""
    names = defaultdict(list)
    for person in register:
        names[key(person, columns)].append(person["name"])
    single = alone(rows, columns)
    found = {place: names[key(row, columns)] for place, row in enumerate(rows) if single[place]}
    return {place: matches[0] for place, matches in found.items() if len(matches) == 1}


def some_people(people: int, rng: np.random.Generator) -> list[dict]:
    """Rows with groups of many sizes, with names, in the order of the names."""
    ages = rng.integers(18, 60, people)
    districts = rng.choice(
        ["North", "South", "East", "West", "Centre"], size=people, p=[0.4, 0.3, 0.15, 0.1, 0.05]
    )
    sexes = rng.choice(["f", "m"], size=people)
    answers = rng.choice(["yes", "no", "maybe"], size=people)
    cards = rng.choice(90_000, size=people, replace=False) + 10_000
    return [
        {
            "name": f"Person {number:04}",
            "card": int(cards[number]),
            "age": int(ages[number]),
            "sex": str(sexes[number]),
            "district": str(districts[number]),
            "answer": str(answers[number]),
        }
        for number in range(people)
    ]
