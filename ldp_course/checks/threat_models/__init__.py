"""Assignment "Threat models": what an attacker learns from tables, repeated answers, reports and
pseudonyms.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from scipy.special import bdtrc

from ldp_course.checks.answers import as_number, as_vector, close, same
from ldp_course.checks.feedback import Finding, question
from ldp_course.checks.threat_models import tables
from ldp_course.checks.threat_models.export import (
    people_with_answers,
    private_export,
    useful_export,
)
from ldp_course.checks.threat_models.faults import letter
from ldp_course.checks.threat_models.formats import formats_of
from ldp_course.checks.threat_models.pseudonyms import Recipe
from ldp_course.checks.threat_models.task import Task, task
from ldp_course.privacy import privacy_loss

__all__ = ["CHECKS", "Task", "task"]

SETS_OF_COLUMNS = (
    ["age"],
    ["age", "sex"],
    ["age", "district"],
    ["age", "sex", "district"],
    ["district"],
)


@question(points=2)
def singled_out(stands_alone, alone_count, *, student, rng):
    """Question 1: the rows that nobody shares."""
    own = task(student)
    yield _own_number("alone_count", alone_count, sum(tables.alone(own.rows, own.columns)))

    def explain(columns: list[str], found: np.ndarray, expected: np.ndarray) -> str:
        if same(found, 1 - expected):
            return "True and False are exchanged: True is for a row that stands alone"
        told = (
            f"with the columns {columns} you find {found.sum():g} rows that stand alone; right are"
            f" {expected.sum():g}"
        )
        if found.sum() == expected.sum():
            return f"{told}, but not the rows that you name"
        more = ": no row of a group of two or more is alone, not the first one either"
        return told + more if found.sum() > expected.sum() else told

    rows = tables.some_people(200, rng)
    wrong = _row_by_row(rows, stands_alone, tables.alone, "True or False for each row", explain)
    yield Finding(
        not wrong,
        wrong or "rows that stand alone in tables of other people, with one, two and three columns",
        1,
    )


@question(points=2)
def best_guess(guess_right, mean_guess, *, student, rng):
    """Question 2: how often a guess at the secret is right."""
    own = task(student)
    right = float(np.mean(tables.guesses(own.rows, own.columns, own.secret)))
    yield _own_number("mean_guess", mean_guess, right, exact=False)
    rows = tables.some_people(200, rng)

    def explain(columns: list[str], found: np.ndarray, expected: np.ndarray) -> str:
        worst = int(np.argmax(np.abs(found - expected)))
        size = sum(tables.key(row, columns) == tables.key(rows[worst], columns) for row in rows)
        told = (
            f"in a group of {size}, with the columns {columns}, you say {found[worst]:.3f};"
            " right is "
        )
        return told + f"{expected[worst]:.3f}, the share of the most frequent secret in the group"

    def ask(rows: list[dict], columns: list[str]):
        return guess_right(rows, columns, "answer")

    def best(rows: list[dict], columns: list[str]) -> list[float]:
        return tables.guesses(rows, columns, "answer")

    wrong = _row_by_row(rows, ask, best, "one probability for each row", explain)
    yield Finding(not wrong, wrong or "the chance of the best guess, in tables of other people", 1)


@question(points=3)
def linkage(link, victim_secret, *, student, rng):
    """Question 3: names for rows."""
    own = task(student)
    found = tables.link(own.rows, own.register, own.columns)
    row = own.rows[next(place for place, name in found.items() if name == own.victim)]
    holds = isinstance(victim_secret, str) and victim_secret == row[own.secret]
    told = f"victim_secret = {victim_secret!r}" + (
        "" if holds else f" is not what the table says about {own.victim}"
    )
    yield Finding(holds, "victim_secret: not answered yet" if victim_secret is None else told, 1)
    rows = tables.some_people(150, rng)
    register = [
        {key: row[key] for key in ("name", "age", "sex", "district")}
        for row in tables.some_people(220, rng)
    ]
    for columns in SETS_OF_COLUMNS[1:4]:
        expected = tables.link(rows, register, columns)
        claims = link(
            [dict(row) for row in rows], [dict(person) for person in register], list(columns)
        )
        if not isinstance(claims, dict):
            yield Finding(False, "your function must return a dict: row number -> name")
            return
        if claims == expected:
            continue
        alone = tables.alone(rows, columns)
        wrong = [place for place in claims if place not in range(len(rows)) or not alone[place]]
        told = "your claims differ from those that the two conditions allow"
        if wrong:
            told = (
                f"with columns {columns} you name {len(wrong)} rows that do not stand alone in the"
                " table"
            )
        elif set(claims) - set(expected):
            told = (
                f"with columns {columns} you name rows that more than one person on the register"
                " fits"
            )
        elif set(expected) - set(claims):
            told = f"with columns {columns} you miss {len(set(expected) - set(claims))} rows"
        yield Finding(False, told, 2)
        return
    yield Finding(True, "names for rows of other tables", 2)


@question(points=2)
def averaging(answers_needed, days, *, student, rng):
    """Question 4: how many fresh answers make an attacker certain."""
    own = task(student)
    yield _own_number("days", days, _needed(own.truth_probability, own.certainty))
    cases = []
    while len(cases) < 20:  # in a single case a wrong rule may be right by luck
        p, certainty = float(rng.uniform(0.65, 0.95)), float(rng.choice([0.9, 0.95, 0.99, 0.999]))
        near = np.abs(_majority_right(p) - certainty).min()
        if near > 1e-6:  # rounding errors cannot matter
            cases.append((p, certainty))
    for p, certainty in cases:
        expected, found = _needed(p, certainty), as_number(answers_needed(p, certainty))
        if math.isnan(found):
            yield Finding(False, "answers_needed must return one number", 1)
            return
        if found != expected:
            before = _majority_right(p)[max(expected - 3, 0) // 2]
            told = (
                f"truth probability {p:.4f}, certainty {certainty:g}: you say {found:g}, right is"
                f" {expected}"
            )
            if found % 2 == 0:
                told += "; an even number of answers can end in a tie"
            elif found > expected:
                told += f"; {expected} answers are enough"
            else:
                told += (
                    f"; with {max(expected - 2, 1)} the majority is right with probability"
                    f" {before:.5f}"
                )
            yield Finding(False, told, 1)
            return
    yield Finding(True, "the numbers of answers for other probabilities", 1)


@question(points=3)
def three_formats(epsilons, *, student, rng):
    """Question 5: the exact ε of three ways to report."""
    given = epsilons if isinstance(epsilons, dict) else {}
    for name, (_, channel) in formats_of(student).items():
        right, found = privacy_loss(channel), as_number(given.get(name))
        holds = close(found, right)
        told = f"format {name}: ε = {found:.4g}"
        if math.isnan(found):
            told = (
                f"format {name}: not answered yet"
                if given.get(name) is None
                else f"epsilons[{name!r}] is no number"
            )
        elif math.isinf(right) and not holds:
            told += " is not right: look for a report that some value can never send"
        elif not holds and close(found, right / math.log(2)):
            told += " is not right: ε uses the natural logarithm"
        elif not holds:
            told += (
                " is not right: write Pr[report | value] for each value, and compare in each column"
            )
        yield Finding(holds, told, 1)


@question(points=2)
def dictionary_attack(recover, recovered, *, student, rng):
    """Question 6: the ids behind pseudonyms."""
    recipe = Recipe.of(student)
    holds = isinstance(recovered, list | tuple) and list(recovered) == list(recipe.hidden)
    told = f"recovered = {recovered!r}"
    told += "" if holds else ": these are not the three ids, in the order of the pseudonyms"
    yield Finding(holds, "recovered: not answered yet" if recovered is None else told, 1)
    salt = "".join(rng.choice(list("0123456789abcdef"), size=8))
    ids = [f"{rng.choice(list(recipe.letters))}{rng.integers(1000):03}" for _ in range(6)]
    ids += [f"{recipe.letters[0]}000", f"{recipe.letters[-1]}999"]
    pseudonyms = [recipe.pseudonym(identity, salt) for identity in ids]
    stranger = int(rng.integers(6))
    pseudonyms[stranger], ids[stranger] = recipe.pseudonym("no id at all", salt), None
    found = recover(list(pseudonyms), salt)
    found = list(found) if isinstance(found, list | tuple | np.ndarray) else found
    holds = found == ids
    told = "these are not the ids behind other pseudonyms, with another salt"
    if not holds and isinstance(found, list) and len(found) == len(ids):
        hits = sum(a == b for a, b in zip(found, ids, strict=True))
        told = f"{hits} of {len(ids)} are right"
        told += (
            "; for a pseudonym that no id gives, return None" if found[stranger] is not None else ""
        )
        told += f"; a pseudonym is {recipe}" if hits <= 1 else ""
    right = "ids behind other pseudonyms, with another salt"
    yield Finding(
        holds,
        right if holds else f"{told}; try every id with the salt that your function is given",
        1,
    )


@question(points=3)
def mended_export(export, fault, *, student, rng):
    """Question 7: the student's own "anonymous" export, mended, with a diagnosis."""
    own_fault = letter(task(student).faulty_code)
    named = isinstance(fault, str) and fault.strip().lower() == own_fault
    told = f"fault = {fault!r}" + ("" if named else " is not what is wrong in your program")
    yield Finding(named, "fault: not answered yet" if fault is None else told, 1)
    k = int(rng.integers(3, 7))
    rows = people_with_answers(k, rng)
    private = private_export(export, rows, k, rng)
    yield private
    if private.holds:
        yield useful_export(export, rows, k, rng)


def _row_by_row(
    rows: list[dict], ask: Callable, right: Callable, what: str, explain: Callable
) -> str | None:
    """What is wrong with ask(rows, columns), which must be right(rows, columns), one number for
    each row.
    """
    for columns in SETS_OF_COLUMNS:
        expected = np.array(right(rows, columns), dtype=float)
        found = as_vector(ask([dict(row) for row in rows], list(columns)), len(rows), what)
        if isinstance(found, str):
            return found
        if not same(found, expected):
            return explain(columns, found, expected)
    return None


def _own_number(name: str, answer, right: float, exact: bool = True) -> Finding:
    if answer is None:
        return Finding(False, f"{name}: not answered yet", 1)
    holds = as_number(answer) == right if exact else close(as_number(answer), right)
    return Finding(
        holds, f"{name} = {answer}" + ("" if holds else " is not right for your data"), 1
    )


def _majority_right(p: float) -> np.ndarray:
    """Pr[the majority of T answers is true] for T = 1, 3, 5, …"""
    answers = np.arange(1, 1002, 2)
    return bdtrc(answers // 2, answers, p)


def _needed(p: float, certainty: float) -> int:
    return 2 * int(np.argmax(_majority_right(p) >= certainty)) + 1


CHECKS = [
    singled_out,
    best_guess,
    linkage,
    averaging,
    three_formats,
    dictionary_attack,
    mended_export,
]
