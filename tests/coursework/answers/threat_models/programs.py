"""Answer "Threat models", questions 6 and 7: ids behind pseudonyms, and an export."""

import hashlib
from collections import Counter

import numpy as np
import pandas as pd

from coursework.threat_models.reference import FAULTS, PROGRAMS, program
from ldp_checks.assignments.threat_models.task import pseudonyms_of


def letter(code):
    return list(FAULTS)[PROGRAMS.index(code)]


# Question 6: recover(pseudonyms, salt), recovered
def hidden(t):
    recipe, published = pseudonyms_of(t.student)
    ids = [f"{letter}{number:03}" for letter in t.letters for number in range(1000)]
    identities = {recipe.pseudonym(identity, t.salt): identity for identity in ids}
    return [identities[pseudonym] for pseudonym in published]


def recipe_of(t):
    return pseudonyms_of(t.student)[0]


def attack(t, change_pseudonym=None, ids=None, unknown=None):
    recipe = recipe_of(t)
    ids = ids or [
        f"{letter}{number:03}" for letter in recipe.letters for number in range(1000)
    ]
    make = change_pseudonym or (lambda identity, salt: recipe.pseudonym(identity, salt))

    def recover(pseudonyms, salt):
        table = {make(identity, salt): identity for identity in ids}
        return [table.get(pseudonym, unknown) for pseudonym in pseudonyms]

    return recover


def pseudonyms(make):
    """The function, and what it says about the student's own pseudonyms."""
    return lambda t: [make(t), make(t)(t.pseudonyms, t.salt)]


def _function_only(make):
    return lambda t: [make(t), hidden(t)]


DICTIONARY_RIGHT = {
    "a table": pseudonyms(attack),
}
DICTIONARY_WRONG = {
    "own salt for all": (
        _function_only(
            lambda t: attack(t, lambda i, s: recipe_of(t).pseudonym(i, t.salt))
        ),
        1,
    ),
    "no leading zeros": (
        _function_only(
            lambda t: attack(t, ids=[f"{a}{b}" for a in t.letters for b in range(1000)])
        ),
        1,
    ),
    "the pseudonyms": (_function_only(lambda t: lambda p, s: p), 1),
}


# Question 7: export(rows, k, rng), fault
def written(source):
    names = {"hashlib": hashlib, "Counter": Counter}
    exec(source, names)
    return names["export"]


right_export = written(program(None))


def mended(export=right_export, fault=None):
    return lambda t: [export, fault or letter(t.faulty_code)]


def _sorted(rows, k, rng):
    """Without chance: the released rows in an order of their own."""
    released = right_export(rows, k, np.random.default_rng(0))
    return sorted(
        released, key=lambda row: (row["decade"], row["district"], row["answer"])
    )


def _pandas(rows, k, rng):
    table = pd.DataFrame(rows)
    table["decade"] = table["age"] // 10 * 10
    size = table.groupby(["decade", "district"])["age"].transform("size")
    released = table.loc[size >= k, ["decade", "district", "answer"]]
    return released.sample(frac=1, random_state=rng).to_dict("records")


def _ordered(order, share=lambda row, k, size: size >= k, **more):
    """Make an export by parts: who is released, in which order, with which columns."""

    def export(rows, k, rng):
        def group(row):
            return row["age"] // 10, row["district"]

        sizes = Counter(map(group, rows))
        released = order([row for row in rows if share(row, k, sizes[group(row)])], rng)
        return [
            {
                "decade": row["age"] // 10 * 10,
                "district": row["district"],
                "answer": row["answer"],
            }
            | {name: column(row) for name, column in more.items()}
            for row in released
        ]

    return export


def _shuffled(rows, rng):
    rows = list(rows)
    rng.shuffle(rows)
    return rows


def _always_the_same(rows, rng):
    return [rows[place] for place in np.random.default_rng(0).permutation(len(rows))]


EXPORT_RIGHT = {
    "permutation": mended(),
    "sorted by all columns": mended(_sorted),
    "pandas": mended(_pandas),
}
EXPORT_WRONG = {
    "not mended": (lambda t: [written(t.faulty_code), letter(t.faulty_code)], 1),
    "another letter": (
        lambda t: [right_export, "abcde"["abcde".index(letter(t.faulty_code)) - 1]],
        2,
    ),
    "a salted pseudonym": (
        mended(
            _ordered(
                _shuffled, id=lambda row: hashlib.sha256(f"salt{row['card']}".encode()).hexdigest()
            )
        ),
        1,
    ),
    "groups of k - 1": (
        mended(_ordered(_shuffled, share=lambda row, k, size: size >= k - 1)),
        1,
        "is released",
    ),
    "the order of the table": (mended(_ordered(lambda rows, rng: rows)), 1),
    "the oldest first": (
        mended(
            _ordered(lambda rows, rng: sorted(_shuffled(rows, rng), key=lambda row: -row["age"]))
        ),
        1,
    ),
    "the same order at every call": (mended(_ordered(_always_the_same)), 1, "moves them back"),
    "nothing": (mended(lambda rows, k, rng: []), 1, "this is no export"),
}  # fmt: skip

RIGHT = {"dictionary_attack": DICTIONARY_RIGHT, "mended_export": EXPORT_RIGHT}
WRONG = {"dictionary_attack": DICTIONARY_WRONG, "mended_export": EXPORT_WRONG}
