"""The exercises of the chapter "Threat models"."""

from __future__ import annotations

import hashlib

from ldp_course.checks.answers import choice_finding, number_finding
from ldp_course.checks.exercises._exercise import exercise
from ldp_course.checks.exercises._functions import not_a_function
from ldp_course.checks.feedback import Finding

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
S = 0.54  # share of the population on each list


@exercise
def k_anonymity(removed, removed_with_decades, still_unique):
    """Rows to remove for 5-anonymity, without and with decades, and how many are then unique."""
    from ldp_course.data import load_adult

    adult = load_adult()
    known = ["age", "sex", "race", "native_country", "education"]
    decades = adult.assign(age=adult["age"] // 10 * 10)

    def sizes(table, missing_is_a_value=True):
        groups = table.groupby(known, dropna=not missing_is_a_value)["income"].transform("size")
        return groups.fillna(0).to_numpy()

    def fewer(table, k, missing_is_a_value=True):
        return int((sizes(table, missing_is_a_value) < k).sum())

    def mistakes(table):
        return {
            "this keeps the rows that should go": len(table) - fewer(table, 5),
            "groups of exactly 5 are large enough": fewer(table, 6),
            "a group of 4 is not enough: at least 4 others": fewer(table, 4),
            "this counts unique rows only": fewer(table, 2),
            "this loses the rows without a country; take dropna=False": fewer(table, 5, False),
            "this counts groups, not rows": int(
                (table.groupby(known, dropna=False).size() < 5).sum()
            ),
        }

    for name, answer, table in (
        ("removed", removed, adult),
        ("removed_with_decades", removed_with_decades, decades),
    ):
        yield number_finding(name, answer, fewer(table, 5), mistakes(table), tolerance=0)
    unique = {
        "this is for exact ages": fewer(adult, 2),
        "these are all small groups": fewer(decades, 5),
    }
    yield number_finding("still_unique", still_unique, fewer(decades, 2), unique, tolerance=0)


@exercise
def safe_in_the_group(rows, income):
    """How many rows fit a colleague, and his income."""
    yield number_finding(
        "rows", rows, 28, {"keep all rows that fit; nothing else tells them apart": 1}, tolerance=0
    )
    yield choice_finding(
        "income", income, ">50K", (">50K", "<=50K"), "look at the income of every row that fits"
    )


@exercise
def two_lists(probability, ratio):
    """Probability of a right guess after two lists, and how well they fit m = 2 against m = 1."""
    mistakes = {
        "two lists do not tell the two people apart: exchange them": 0.75,
        "you know that two people share the key": 1,
        "the second list does not count against you either": 0.25,
    }
    yield number_finding("probability", probability, 0.5, mistakes)
    wrong = {
        "this is for one list": 2 * (1 - S),
        "the match may be either of the two people": (1 - S) ** 2,
        "each list must miss the other person": 2 * (1 - S) * 1 / S,
        "this is the probability under m = 2; divide by the one under m = 1": (
            2 * S**2 * (1 - S) ** 2
        ),
        "this is m = 1 over m = 2": 1 / (2 * (1 - S) ** 2),
    }
    yield number_finding("ratio", ratio, 2 * (1 - S) ** 2, wrong, tolerance=0.02)


@exercise
def pseudonyms(recover):
    """The attack on hashed ids: from a pseudonym back to the id."""
    missing = list(not_a_function("recover", recover, "published"))
    if missing:
        yield from missing
        return
    everybody = [f"{a}{letter}{b:02}" for a in range(10) for letter in LETTERS for b in range(100)]
    ids = ["7B42", *everybody[::263]]  # 7B42 is behind `published`
    hashes = [hashlib.md5(identity.encode()).hexdigest() for identity in ids]
    found = [_or_none(recover, published) for published in hashes]
    missed = [identity for one, identity in zip(found, ids, strict=True) if str(one) != identity]
    if not missed:
        yield Finding(True, f"recover: the id behind each of {len(ids)} pseudonyms")
        return
    if all(str(one) == "7B42" for one in found):
        hint = "every pseudonym leads to 7B42; look up the one that is given"
    elif found[0] in (hashes[0], hashlib.md5(hashes[0].encode()).hexdigest()):
        hint = "a hash of the hash leads no way back; hash all ids and look it up"
    elif all(identity[2] == "0" for identity in missed):
        hint = "the last two digits may be 00 to 09"
    else:
        hint = "hash all 26,000 ids: digit, letter, digit, digit"
    yield Finding(
        False, f"recover: {len(missed)} of {len(ids)} ids not found, one is {missed[0]}: {hint}"
    )


def _or_none(recover, published):
    """What the attack finds; None if it finds nothing or fails."""
    try:
        return recover(published)
    except (KeyError, IndexError, StopIteration):
        return None
