"""Whether an export keeps its four rules.

The answers of the people are all different, so each released row shows whose it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from ldp_course.checks.behaviour import generator
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, within_limits
from ldp_course.checks.threat_models.tables import some_people

KEYS = {"decade", "district", "answer"}


def people_with_answers(k: int, rng: np.random.Generator) -> list[dict]:
    """About 400 people, each with another answer; one group has exactly k - 1 people, one exactly
    k.
    """
    small, enough = (30, "East"), (40, "East")
    while True:
        rows, sizes = [], Counter()
        for row in some_people(400, rng):
            sizes[_group(row)] += 1
            if sizes[_group(row)] <= {small: k - 1, enough: k}.get(_group(row), 400):
                rows.append(row)
        if sizes[small] >= k - 1 and sizes[enough] >= k:
            break
    for row, answer in zip(rows, rng.permutation(len(rows)), strict=True):
        row["answer"] = f"answer {answer:03}"
    return rows


def private_export(export: Callable, rows: list[dict], k: int, rng: np.random.Generator) -> Finding:
    """Nothing but the three columns, no group below k, and an order that says nothing."""
    released = export([dict(row) for row in rows], k, generator(rng))
    if not isinstance(released, list) or not all(isinstance(row, dict) for row in released):
        return Finding(False, "your function must return a list of dicts", 1)
    extra = sorted({str(key) for row in released for key in row} - KEYS)
    if extra:
        return Finding(
            False, f"{', '.join(extra)} is released too; only decade, district and answer may be", 1
        )
    if not all(set(row) == KEYS for row in released) or len(released) < len(rows) / 4:
        return Finding(False, f"{len(released)} complete rows of {len(rows)}: this is no export", 1)
    place = {row["answer"]: number for number, row in enumerate(rows)}
    if not all(row["answer"] in place for row in released):
        return Finding(False, "an answer is not in the table; release the answers as they are", 1)
    order = [place[row["answer"]] for row in released]
    true_groups = [_group(rows[number]) for number in order]
    smallest = min(Counter(true_groups).values())
    if smallest < k:
        return Finding(
            False, f"k = {k}, but a group (decade and district) of {smallest} is released", 1
        )
    ages = [row["age"] for row in rows]
    for what, rank in (("the exact ages", ages), ("the order of the input", range(len(rows)))):
        ascending, pairs = _ascending(order, true_groups, rank)
        independent, sentence = within_limits(ascending, pairs, 0.5, ERROR / 10)
        if not independent:
            return Finding(
                False,
                f"the order of the rows reveals {what} (pairs in ascending order: {sentence})",
                1,
            )
    if order == _second_order(export, rows, k, rng):
        return Finding(
            False,
            "the rows move in the same way at every call: whoever knows the program moves them"
            " back",
            1,
        )
    told = f"three columns, groups of at least {smallest} (k = {k}), and an order that says nothing"
    return Finding(True, told, 1, 2 * ERROR / 10)


def useful_export(export: Callable, rows: list[dict], k: int, rng: np.random.Generator) -> Finding:
    """Everybody in a group of at least k is released, with the right decade; the input stays as it
    was.
    """
    given = [dict(row) for row in rows]
    released = Counter(
        (row["decade"], row["district"], row["answer"]) for row in export(given, k, generator(rng))
    )
    sizes = Counter(_group(row) for row in rows)
    expected = Counter((*_group(row), row["answer"]) for row in rows if sizes[_group(row)] >= k)
    told = (
        f"{expected.total()} people are in groups of at least k = {k}; you release"
        f" {released.total()}"
    )
    if released == expected and given != rows:
        return Finding(False, "your function changed the table that it was given", 1)
    wrong = (released - expected).total()
    told += f", {wrong} of them with a wrong decade or district" if wrong else ""
    return Finding(released == expected, told, 1)


def _group(row: dict) -> tuple:
    return row["age"] // 10 * 10, row["district"]


def _ascending(order: list[int], groups: list[tuple], rank) -> tuple[int, int]:
    """Of pairs of people of one group, as they follow each other in the release: how many ascend in
    rank, of how many.

    Pairs do not overlap and ties are left out. Each pair ascends with probability 1/2 if the order
    says nothing.
    """
    waiting, ascending, pairs = {}, 0, 0
    for person, group in zip(order, groups, strict=True):
        if group not in waiting:
            waiting[group] = person
            continue
        before = waiting.pop(group)
        pairs += rank[before] != rank[person]
        ascending += rank[before] < rank[person]
    return ascending, pairs


def _second_order(
    export: Callable, rows: list[dict], k: int, rng: np.random.Generator
) -> list[int]:
    """The order of a second release, with another generator, of the same people with their answers
    exchanged.
    """
    answers = rng.permutation([row["answer"] for row in rows]).tolist()
    place = {answer: number for number, answer in enumerate(answers)}
    changed = [row | {"answer": answer} for row, answer in zip(rows, answers, strict=True)]
    return [place[row["answer"]] for row in export(changed, k, generator(rng))]
