"""`make keys`: writes the key of each assignment, by which the checks judge what students hand in.

    python -m coursework.keys [ASSIGNMENT …]

What is right stands in coursework/<name>/reference.py, which students do not get:

CASES     givens, as in `Asked` -> all combinations that a student may have
RIGHT     what is asked -> right(given, *arguments), or a list of functions if several are right
MISTAKES  what is asked -> {what to tell the student: wrong(given, *arguments), or (wrong, reach)}
PROGRAMS  the faulty programs that students get, in the order in which ids choose among them
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
from ldp_checks.feedback import Check
from ldp_checks.key import (
    Asked,
    Key,
    Seals,
    case_of,
    check_number,
    fits,
    in_a_row,
    places_of,
    seal,
)
from ldp_checks.sheet import names, questions

PACKAGE = "coursework"
UNKNOWN = "what no wheel holds: of a number without end it makes a place, of all a nonce"


def reference_key(name: str) -> Key:
    """The key of the audit: it draws new inputs, and asks the reference at once."""
    reference = importlib.import_module(f"{PACKAGE}.{name}.reference")
    asked = importlib.import_module(f"{assignments.__name__}.{name}.questions").ASKED

    def sealed(what: str, given: SimpleNamespace, inputs: list[tuple] | None) -> Seals:
        return seals(name, reference, asked[what], what, given, inputs)

    return Key(name, asked, sealed, fresh=True)


def audited(name: str) -> dict[str, Check]:
    """The checks of an assignment as the audit asks them: judged by the reference."""
    key = reference_key(name)
    return {question: check.judged_by(key) for question, check in questions(name).items()}


def seals(
    name: str,
    reference: ModuleType,
    asked: Asked,
    what: str,
    given: SimpleNamespace,
    inputs: list[tuple] | None,
) -> Seals:
    """The seals of one thing that is asked, for one combination of givens."""
    salt = case_of(name, what, given)

    def result(function: Callable) -> object:
        with np.errstate(all="ignore"):
            if inputs is None:
                return function(given)
            return [function(given, *arguments) for arguments in inputs]

    def is_nan(value: object) -> bool:
        return asked.tolerance > 0 and in_a_row(value) is None

    right = reference.RIGHT[what]
    right = [result(one) for one in (right if isinstance(right, list) else [right])]
    right = [seal(one, asked.tolerance, asked.reach, salt) for one in right if not is_nan(one)]
    mistakes = []
    for sentence, wrong in reference.MISTAKES.get(what, {}).items():
        function, reach = wrong if isinstance(wrong, tuple) else (wrong, 0)
        tolerance = (1e-9, reach) if reach else (asked.tolerance, asked.reach)
        value = result(function)
        mistakes.append((sentence, reach, "" if is_nan(value) else seal(value, *tolerance, salt)))
    return list(dict.fromkeys(right)), mistakes


def check_numbers(
    name: str, reference: ModuleType, asked: Asked, what: str, given: SimpleNamespace
) -> list[str]:
    """What is shipped of a right answer that a student writes down: a check number that no known
    mistake has.
    """
    salt, hidden = case_of(name, what, given), Random(f"{UNKNOWN} {name} {what} {vars(given)}")
    right = reference.RIGHT[what]
    made = []
    for function in right if isinstance(right, list) else [right]:
        value = function(given)
        sealed = seal(value, asked.tolerance, asked.reach, salt)
        places = places_of(value, asked.tolerance, asked.reach)
        if places is None:
            continue
        if places and not np.isfinite(in_a_row(value)).all():  # else its place would tell it
            places = f"{hidden.randrange(256):02x}"
        wrong = [
            mistake[0](given) if isinstance(mistake, tuple) else mistake(given)
            for mistake in reference.MISTAKES.get(what, {}).values()
        ]
        wrong = [one for one in wrong if not fits(sealed, one, asked.tolerance, asked.reach, salt)]
        while True:
            nonce = hidden.randrange(1_000)
            number = check_number(value, places, nonce, asked, salt)
            if asked.residues == 1 or all(
                check_number(one, places, nonce, asked, salt) != number for one in wrong
            ):
                break
        made.append(f"{places}.{number}.{nonce}")
    return list(dict.fromkeys(made))


def key_file(name: str) -> str:
    """The text of key.json."""
    reference = importlib.import_module(f"{PACKAGE}.{name}.reference")
    programs = {"programs": getattr(reference, "PROGRAMS", [])}
    path = path_of(name)
    if not path.exists():  # the questions ask for the programs when they are imported
        path.write_text(json.dumps(programs), encoding="utf-8")
    module = importlib.import_module(f"{assignments.__name__}.{name}.questions")
    shipped = Key(name, module.ASKED, lambda *_: ([], []))
    asked = {}
    for what, about in module.ASKED.items():
        stored, says = {}, []
        for case in reference.CASES[about.givens]:
            given = SimpleNamespace(**dict(zip(about.givens.split(), case, strict=True)))
            if about.inputs:
                inputs = shipped.inputs(what, given, None)
                right, mistakes = seals(name, reference, about, what, given, inputs)
            else:
                with np.errstate(all="ignore"):
                    right, mistakes = check_numbers(name, reference, about, what, given), []
            says = [(sentence, reach) for sentence, reach, _ in mistakes]
            row = ["|".join(right) or "-", *(one or "-" for _, _, one in mistakes)]
            stored[f"{case_of(name, what, given):x}"] = " ".join(row)
        asked[what] = {"mistakes": says, "seals": stored}
    return json.dumps({**programs, "asked": asked}, ensure_ascii=False, indent=0) + "\n"


def path_of(name: str) -> Path:
    return Path(assignments.__file__).parent / name / "key.json"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all")
    for name in parser.parse_args().assignments or names():
        path_of(name).write_text(key_file(name), encoding="utf-8")
        print(path_of(name))


if __name__ == "__main__":
    main()
