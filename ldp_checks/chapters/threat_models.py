"""Check the exercises of the chapter "Threat models"."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator

import numpy as np

from ldp_checks.answers import (
    as_number,
    ask,
    attempt,
    choice,
    formula,
    is_blank,
    number,
    require_function,
    shown,
)
from ldp_checks.findings import Fault, Finding, exercise

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@exercise
def stand_alone(stand_alone):
    """Your turn: how many rows of a table share their values with no other row."""
    import pandas as pd

    require_function("stand_alone", stand_alone, "table, columns")
    ages = pd.DataFrame({
        "age": [20, 20, 31, 31, 40],
        "town": ["A", "B", None, "C", "C"],
    })
    more = pd.DataFrame({
        "age": [20, 20, 20, 31, 40, 40],
        "town": [None, None, "A", "A", "A", "A"],
    })
    cases = [(ages, ["age"], 1), (ages, ["age", "town"], 5), (more, ["age", "town"], 2)]
    for table, columns, right in cases:
        call = (
            f"stand_alone of {len(table)} rows with the ages {shown(table['age'])},"
            f" {columns}"
        )
        answer = ask(call, stand_alone, table.copy(), list(columns))
        rows = as_number(answer)
        if rows != right:
            values = table.groupby(columns, dropna=False).ngroups
            mistakes = {
                len(table)
                - right: "these are the rows that have a double; count the others",
                values: "this counts different values; a value of two rows stands for"
                " nobody alone",
                len(table)
                - values: "these are repeats; count the rows that have no double",
            }
            why = mistakes.get(rows, "count the rows whose values nobody else has")
            message = f"{call}: your answer is {shown(rows)}, not {right}: {why}"
            raise Fault(message if np.isfinite(rows) else f"{call} must be one number")
    yield Finding(True, "stand_alone(table, columns) is right")


@exercise
def score(score):
    """Your turn: how much more a person agrees with published averages than others."""
    rng = np.random.default_rng(1)
    averages = rng.integers(30, 71, size=4) / 100
    person, study = rng.integers(2, size=4), rng.integers(2, size=(3, 4))
    cases = [
        (np.array([1, 0]), np.array([0.6, 0.3])),
        (person, averages),
        (study, averages),
    ]

    def results(person, averages):
        right = (person - 0.5) @ (averages - 0.5)
        return right, {
            "subtract ½ from the traits, too": person @ (averages - 0.5),
            "subtract ½ from the averages, too": (person - 0.5) @ averages,
            "subtract ½ from both first": person @ averages,
            "this is the mean; add the products up": right / len(averages),
        }

    yield formula("score", score, results, cases)


@exercise
def k_anonymity(removed, removed_with_decades, still_unique):
    """Exercise 1: rows to remove for 5-anonymity, also with decades; unique rows."""
    from ldp_course.data import load_adult

    adult = load_adult()
    known = ["age", "sex", "race", "native_country", "education"]
    decades = adult.assign(age=adult["age"] // 10 * 10)

    def sizes(table, missing_is_a_value=True):
        groups = table.groupby(known, dropna=not missing_is_a_value)[
            "income"
        ].transform("size")
        return groups.fillna(0).to_numpy()

    def fewer(table, k, missing_is_a_value=True):
        return int((sizes(table, missing_is_a_value) < k).sum())

    def mistakes(table):
        return {
            "this keeps the rows that should go": len(table) - fewer(table, 5),
            "groups of exactly 5 are large enough": fewer(table, 6),
            "a group of 4 is not enough: at least 4 others": fewer(table, 4),
            "this counts unique rows only": fewer(table, 2),
            "this loses the rows without a country; take dropna=False": fewer(
                table, 5, False
            ),
            "this counts groups, not rows": int(
                (table.groupby(known, dropna=False).size() < 5).sum()
            ),
        }

    for name, answer, table in (
        ("removed", removed, adult),
        ("removed_with_decades", removed_with_decades, decades),
    ):
        yield number(name, answer, fewer(table, 5), mistakes(table), tolerance=0)
    unique = {
        "this is for exact ages": fewer(adult, 2),
        "these are all small groups": fewer(decades, 5),
    }
    yield number("still_unique", still_unique, fewer(decades, 2), unique, tolerance=0)


@exercise
def safe_in_the_group(rows, largest):
    """Exercise 2: rows in groups of 5 or more with one income; the largest rich one."""
    wrong_rows = {
        "these are all rows that agree; keep groups of five or more": 10_567,
        "this counts groups, not rows": 294,
        "this loses the rows without a country; take dropna=False": 5_001,
    }
    wrong_largest = {
        "this group earns at most 50K": 194,
        "this is the largest group of all": 197,
    }
    yield number("rows", rows, 5_006, wrong_rows, tolerance=0)
    yield number("largest", largest, 28, wrong_largest, tolerance=0)


@exercise
def pseudonyms(recover):
    """Exercise 3: the attack on hashed ids: from a pseudonym back to the id."""
    require_function("recover", recover, "published")
    everybody = [
        f"{a}{letter}{b:02}"
        for a in range(10)
        for letter in LETTERS
        for b in range(100)
    ]
    # 7B42 is behind `published`, and a message names the first that is not found
    ids = [*everybody[::263], "7B42"]
    hashes = [hashlib.md5(identity.encode()).hexdigest() for identity in ids]
    missing = KeyError, IndexError, StopIteration
    recovered = [attempt(recover, answer, catch=missing) for answer in hashes]
    missed = [
        identity
        for answer, identity in zip(recovered, ids, strict=True)
        if str(answer) != identity
    ]
    if not missed:
        yield Finding(True, f"recover: the id behind each of {len(ids)} pseudonyms")
        return
    if all(str(answer) == "7B42" for answer in recovered):
        hint = "every pseudonym leads to 7B42; look up the one that is given"
    elif recovered[0] in (hashes[0], hashlib.md5(hashes[0].encode()).hexdigest()):
        hint = "a hash of the hash leads no way back; hash all ids and look it up"
    elif all(identity[2] == "0" for identity in missed):
        hint = "the last two digits may be 00 to 09"
    else:
        hint = "hash all 26,000 ids: digit, capital letter, digit, digit"
    yield Finding(
        False,
        f"recover: {len(missed)} of {len(ids)} ids not found, one is {missed[0]}:"
        f" {hint}",
    )


class Refused(ValueError):
    """Say that the office of an exercise does not answer."""


@exercise
def differencing(read_bit, spread, differences):
    """Exercise 4: one person's bit from large groups' totals; what noise changes."""
    try:
        yield _bits_read(read_bit)
    except Fault as fault:  # the numbers are still judged
        yield fault.finding
    of_one, of_difference = 5**2 / 3, 2 * 5**2 / 3
    mistakes = {
        "this is the standard error of one answer; a difference has two": (
            math.sqrt(of_one)
        ),
        "this is the variance; take its square root": of_difference,
        "variances add up, standard errors do not": 2 * math.sqrt(of_one),
        "this is the largest difference": 10,
    }
    yield number("spread", spread, math.sqrt(of_difference), mistakes)
    mistakes = {
        "a difference has the errors of two answers": 16 * of_one,
        "the standard error falls with the square root of the number": (
            4 * math.sqrt(of_difference)
        ),
        "each difference has two answers; count the differences": 32 * of_difference,
        "the standard error should be a quarter, not one": of_difference,
    }
    right = math.ceil(16 * of_difference)
    yield number("differences", differences, right, mistakes)


def _bits_read(read_bit) -> Finding:
    n, least = 5_000, 1_000
    require_function("read_bit", read_bit, "ask, person, n")
    secret = np.random.default_rng(4).integers(2, size=n)

    def office(group):
        members = np.asarray(group)
        if members.shape != (n,) or not np.isin(members, (0, 1)).all():
            raise ValueError(f"ask takes {n:,} values that are True or False")
        if not least <= members.sum() <= n - least:
            raise Refused(f"a group of {members.sum():,} of {n:,} people")
        return int(secret[members.astype(bool)].sum())

    people = [0, n - 1, *range(7, n, 613)]
    bits = []
    for person in people:
        answer = attempt(read_bit, office, person, n, catch=Refused)
        if isinstance(answer, Refused):
            raise Fault(
                f"read_bit: the office refused {answer}; ask about groups with at least"
                f" {least:,} people inside and {least:,} outside"
            )
        bits.append(as_number(answer))
    right = secret[people]
    missed = int((np.array(bits) != right).sum())
    if not missed:
        return Finding(True, f"read_bit: the bits of {len(people)} people are right")
    if np.array_equal(np.negative(bits), right):
        hint = "subtract the total without the person from the total with this person"
    elif not np.any(bits):
        hint = "the same people are in both of your groups; only `person` may differ"
    elif np.max(bits) > 1:
        hint = "this is a total, or your groups differ in more than one person"
    else:
        hint = "the two groups must differ in `person`, and in nobody else"
    return Finding(
        False, f"read_bit: wrong for {missed} of {len(people)} people: {hint}"
    )


SEEN = (
    "nothing",
    "raw, named",
    "raw, no name",
    "noisy, named",
    "noisy, no name",
    "noisy totals",
)
PARTIES = {
    "listener": "what is encrypted says nothing without the key",
    "service": "what the meter sends arrives here, with the house number",
    "company": "it gets what the service passes on, with a random number",
    "thief": "the service's data have the house numbers",
    "public": "only totals are published, and they have noise",
}


@exercise
def trust_table(today, mended):
    """Exercise 5: what each party of a system sees, before and after it is mended."""
    of_today = dict(
        zip(
            PARTIES,
            ("nothing", "raw, named", "raw, no name", "raw, named", "noisy totals"),
            strict=True,
        )
    )
    of_mended = {party: of_today[party].replace("raw", "noisy") for party in PARTIES}
    yield from _seen("today", today, of_today)
    yield from _seen("mended", mended, of_mended)


def _seen(name: str, answer, right: dict[str, str]) -> Iterator[Finding]:
    if is_blank(answer):
        yield Finding(False, f"{name}: not answered yet")
        return
    if not isinstance(answer, dict) or set(answer) != set(right):
        parties = ", ".join(map(repr, right))
        yield Finding(False, f"{name} must be a dictionary with the parties {parties}")
        return
    findings = [
        choice(f'{name}["{party}"]', answer[party], right[party], SEEN, hint)
        for party, hint in PARTIES.items()
    ]
    wrong = [finding for finding in findings if not finding.holds]
    yield from wrong or [Finding(True, f"{name}: all {len(right)} parties are right")]
