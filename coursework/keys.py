"""Write the key of each assignment, by which the checks judge answers (`make keys`).

    python -m coursework.keys [ASSIGNMENT …]

What is right stands in coursework/<name>/reference.py, which students do not get:

CASES     givens, as in `Item` -> all combinations that a student may have
RIGHT     item -> right(given, *arguments), or a list of functions if several are right
MISTAKES  item -> {hint to the student: wrong(given, *arguments), or (wrong, reach)}
PROGRAMS  the faulty programs that students get, in the order in which ids choose
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import numpy as np

from ldp_checks import assignments
from ldp_checks.assignment_checks import names, questions
from ldp_checks.findings import Check
from ldp_checks.sealed_answers import (
    Item,
    Key,
    Seals,
    case_of,
    check_number,
    fits,
    in_a_row,
    places_of,
    seal,
)

PACKAGE = "coursework"
# no wheel holds this text: the nonces, and the places of infinite numbers, come from it
UNKNOWN = (
    "what no wheel holds: of a number without end it makes a place, of all a nonce"
)


def reference_of(name: str) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}.{name}.reference")


def reference_key(name: str) -> Key:
    """Return the key of the audit: it has new inputs, and asks the reference."""
    reference = reference_of(name)
    items = importlib.import_module(f"{assignments.__name__}.{name}.questions").ITEMS

    def seals_of(what: str, given: SimpleNamespace, inputs: list | None) -> Seals:
        return seals(name, reference, items[what], what, given, inputs)

    return Key(name, items, seals_of, fresh=True)


def audited(name: str) -> dict[str, Check]:
    """Return the checks of an assignment as the audit asks them, by the reference."""
    key = reference_key(name)
    return {
        question: check.judged_by(key) for question, check in questions(name).items()
    }


def _right_functions(reference: ModuleType, what: str) -> list[Callable]:
    right = reference.RIGHT[what]
    return right if isinstance(right, list) else [right]


def seals(
    name: str,
    reference: ModuleType,
    item: Item,
    what: str,
    given: SimpleNamespace,
    inputs: list[tuple] | None,
) -> Seals:
    """Return the seals of one item, for one combination of givens."""
    salt = case_of(name, what, given)

    def result(function: Callable) -> object:
        with np.errstate(all="ignore"):
            if inputs is None:
                return function(given)
            return [function(given, *arguments) for arguments in inputs]

    def seal_of(value: object, tolerance: float, reach: float) -> str:
        """Return the seal, "" for what should be numbers and is not."""
        if item.tolerance > 0 and in_a_row(value) is None:
            return ""
        return seal(value, tolerance, reach, salt)

    right = [
        seal_of(result(function), item.tolerance, item.reach)
        for function in _right_functions(reference, what)
    ]
    mistakes = []
    for sentence, wrong in reference.MISTAKES.get(what, {}).items():
        function, reach = wrong if isinstance(wrong, tuple) else (wrong, 0)
        tolerance = (1e-9, reach) if reach else (item.tolerance, item.reach)
        mistakes.append((sentence, reach, seal_of(result(function), *tolerance)))
    return list(dict.fromkeys(filter(None, right))), mistakes


def check_numbers(
    name: str, reference: ModuleType, item: Item, what: str, given: SimpleNamespace
) -> list[str]:
    """Return what is shipped of a right answer that a student writes down.

    It is a check number that no known mistake has.
    """
    salt = case_of(name, what, given)
    hidden = Random(f"{UNKNOWN} {name} {what} {vars(given)}")
    mistakes = reference.MISTAKES.get(what, {}).values()
    numbers = []
    for function in _right_functions(reference, what):
        value = function(given)
        sealed = seal(value, item.tolerance, item.reach, salt)
        places = places_of(value, item.tolerance, item.reach)
        if places is None:
            continue
        # an infinite number has the place 0, which would tell that it is one
        if places and not np.isfinite(in_a_row(value)).all():
            places = f"{hidden.randrange(256):02x}"
        wrong = [(m[0] if isinstance(m, tuple) else m)(given) for m in mistakes]
        wrong = [
            w for w in wrong if not fits(sealed, w, item.tolerance, item.reach, salt)
        ]
        while True:
            nonce = hidden.randrange(1_000)
            number = check_number(value, places, nonce, item, salt)
            if item.residues == 1 or all(
                check_number(w, places, nonce, item, salt) != number for w in wrong
            ):
                break
        numbers.append(f"{places}.{number}.{nonce}")
    return list(dict.fromkeys(numbers))


def key_file(name: str) -> str:
    """Return the text of key.json."""
    reference = reference_of(name)
    programs = {"programs": getattr(reference, "PROGRAMS", [])}
    path = path_of(name)
    if not path.exists():  # the questions ask for the programs when they are imported
        path.write_text(json.dumps(programs), encoding="utf-8")
    module = importlib.import_module(f"{assignments.__name__}.{name}.questions")
    shipped = Key(name, module.ITEMS, lambda *_: ([], []))
    entries = {}
    for what, item in module.ITEMS.items():
        rows, sentences = {}, []
        for case in reference.CASES[item.givens]:
            given = SimpleNamespace(**dict(zip(item.givens.split(), case, strict=True)))
            if item.inputs:
                inputs = shipped.inputs(what, given, None)
                right, mistakes = seals(name, reference, item, what, given, inputs)
            else:
                with np.errstate(all="ignore"):
                    right = check_numbers(name, reference, item, what, given)
                mistakes = []
            sentences = [(sentence, reach) for sentence, reach, _ in mistakes]
            row = ["|".join(right), *(sealed for _, _, sealed in mistakes)]
            key = f"{case_of(name, what, given):x}"
            rows[key] = " ".join(sealed or "-" for sealed in row)
        entries[what] = {"mistakes": sentences, "seals": rows}
    file = {**programs, "asked": entries}
    return json.dumps(file, ensure_ascii=False, indent=0) + "\n"


def path_of(name: str) -> Path:
    return Path(assignments.__file__).parent / name / "key.json"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "assignments", nargs="*", metavar="ASSIGNMENT", help="default: all"
    )
    for name in parser.parse_args().assignments or names():
        path_of(name).write_text(key_file(name), encoding="utf-8")
        print(path_of(name))


if __name__ == "__main__":
    main()
