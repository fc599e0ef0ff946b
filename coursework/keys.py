"""Write the key of each assignment, by which the checks judge answers (`make keys`).

    python -m coursework.keys [ASSIGNMENT …]

What is right is what the solution in coursework/<name>/source.ipynb gives: a check is
asked about it as about a student's answer. Further things stand in mistakes.py there;
`s` has the names of the solution, with `s.task`. Students get neither.

CASES     givens, as in `Item` -> all combinations that a student may have
MISTAKES  item -> {hint to the student: wrong(s, *arguments), or (wrong, reach)}
RIGHT     item -> [right(s, *arguments), …], where not only the solution is right
PROGRAMS  the faulty programs that students get, in the order in which ids choose
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import pickle
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace

import numpy as np

from coursework.solutions import With, solution
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
VARIABLE = re.compile(r"\w+")  # of an item such as "bounds[0]" or "faults of client"
# no wheel holds this text: the nonces, and the places of infinite numbers, come from it
UNKNOWN = (
    "what no wheel holds: of a number without end it makes a place, of all a nonce"
)


def mistakes_of(name: str) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}.{name}.mistakes")


def items_of(name: str) -> dict[str, Item]:
    return importlib.import_module(f"{assignments.__name__}.{name}.questions").ITEMS


@lru_cache
def somebody(name: str) -> object:
    """Return the task of a student who does not matter."""
    module = importlib.import_module(f"{assignments.__name__}.{name}.task")
    return module.task("somebody")


@lru_cache(maxsize=64)
def solution_given(name: str, given: bytes) -> SimpleNamespace:
    """Return the solution for these numbers; all others are those of somebody.

    given: the numbers by name, pickled, so that a run that is asked for again is known
    """
    return solution(name, With(somebody(name), **pickle.loads(given)))


def reference_key(name: str) -> Key:
    """Return the key of the audit: it has new inputs, and asks the solution."""

    def seals_of(what: str, given: SimpleNamespace, inputs: list | None) -> Seals:
        return seals(Reference(name, what, given), inputs)

    return Key(name, items_of(name), seals_of, fresh=True)


def audited(name: str) -> dict[str, Check]:
    """Return the checks of an assignment as the audit asks them, by the solution."""
    key = reference_key(name)
    return {
        question: check.judged_by(key) for question, check in questions(name).items()
    }


class Reference:
    """Know what is right of one item, for one combination of givens."""

    def __init__(self, name: str, what: str, given: SimpleNamespace):
        self.name, self.what, self.given = name, what, given
        self.item, self.mistakes = items_of(name)[what], mistakes_of(name)
        self.solution = solution_given(name, pickle.dumps(vars(given)))

    def result(self, wrong: Callable, inputs: list[tuple] | None) -> object:
        """Return what a function of the solution gives for all inputs."""
        with np.errstate(all="ignore"):
            if inputs is None:
                return wrong(self.solution)
            return [wrong(self.solution, *arguments) for arguments in inputs]

    def right(self, inputs: list[tuple] | None) -> list:
        """Return all results that are right."""
        functions = getattr(self.mistakes, "RIGHT", {}).get(self.what)
        if functions is None:
            return [self._judged(inputs)]
        return [self.result(function, inputs) for function in functions]

    def wrong(self, inputs: list[tuple] | None) -> list[tuple[str, float, object]]:
        """Return the sentence, the reach and the result of each known mistake."""
        known = self.mistakes.MISTAKES.get(self.what, {}).items()
        pairs = [(why, w if isinstance(w, tuple) else (w, 0)) for why, w in known]
        return [(why, reach, self.result(w, inputs)) for why, (w, reach) in pairs]

    def _judged(self, inputs: list[tuple] | None) -> object:
        """Return what a check takes from the answers of the solution, to be judged."""
        variable = VARIABLE.match(self.what)[0]
        listener = Listener(self, inputs)
        further = {"task": self.solution.task, "key": listener, "student": "somebody"}
        further["rng"] = np.random.default_rng(0)
        for check in questions(self.name).values():
            wanted = inspect.signature(check.function).parameters
            if variable in check.answers:
                answers = {n: getattr(self.solution, n) for n in check.answers}
                named = {n: thing for n, thing in further.items() if n in wanted}
                try:
                    for _ in check.function(**answers, **named):
                        pass
                except Heard as heard:
                    return heard.args[0]
        raise LookupError(f"{self.name}: no check asks for {self.what!r}")


class Heard(BaseException):
    """End a check that has shown what it takes from an answer."""


class Listener:
    """Take the place of a key, to hear what a check asks about one item."""

    exact = True

    def __init__(self, reference: Reference, inputs: list[tuple] | None):
        self._reference, self._inputs = reference, inputs
        self._key = Key(reference.name, items_of(reference.name), lambda *_: ([], []))

    def _meant(self, task: object) -> bool:
        """Return whether these are the item's own givens, and not only its name."""
        return self._reference.item.given(task) == self._reference.given

    def inputs(self, name: str, task: object, rng: np.random.Generator) -> list[tuple]:
        # "f" and "f, also" are asked with the same inputs, by whatever name
        is_same = self._function_of(name) == self._function_of(self._reference.what)
        if is_same and self._meant(task):
            return self._inputs
        return self._key.inputs(name, task, rng)

    def _function_of(self, name: str) -> tuple[str, Callable | None]:
        return name.partition(",")[0], self._key.items[name].inputs

    def judge(
        self, name: str, task: object, result: object, inputs: list | None = None
    ) -> tuple[bool, str]:
        if name == self._reference.what and self._meant(task):
            raise Heard(result)
        return True, ""

    def against(
        self, name: str, task: object, inputs: list[tuple] | None = None
    ) -> Callable:
        return lambda result: self.judge(name, task, result, inputs)


def seals(reference: Reference, inputs: list[tuple] | None) -> Seals:
    """Return the seals of one item, for one combination of givens."""
    item = reference.item
    salt = case_of(reference.name, reference.what, reference.given)

    def seal_of(value: object, tolerance: float, reach: float) -> str:
        """Return the seal, "" for what should be numbers and is not."""
        if item.tolerance > 0 and in_a_row(value) is None:
            return ""
        return seal(value, tolerance, reach, salt)

    right = [
        seal_of(value, item.tolerance, item.reach) for value in reference.right(inputs)
    ]
    mistakes = []
    for sentence, reach, value in reference.wrong(inputs):
        tolerance = (1e-9, reach) if reach else (item.tolerance, item.reach)
        mistakes.append((sentence, reach, seal_of(value, *tolerance)))
    return list(dict.fromkeys(filter(None, right))), mistakes


def check_numbers(reference: Reference) -> list[str]:
    """Return what is shipped of a right answer that a student writes down.

    It is a check number that no known mistake has.
    """
    name, what, item = reference.name, reference.what, reference.item
    salt = case_of(name, what, reference.given)
    hidden = Random(f"{UNKNOWN} {name} {what} {vars(reference.given)}")
    numbers = []
    for value in reference.right(None):
        sealed = seal(value, item.tolerance, item.reach, salt)
        places = places_of(value, item.tolerance, item.reach)
        if places is None:
            continue
        # an infinite number has the place 0, which would tell that it is one
        if places and not np.isfinite(in_a_row(value)).all():
            places = f"{hidden.randrange(256):02x}"
        wrong = [
            w
            for _, _, w in reference.wrong(None)
            if not fits(sealed, w, item.tolerance, item.reach, salt)
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
    further = mistakes_of(name)
    programs = {"programs": getattr(further, "PROGRAMS", [])}
    path = path_of(name)
    if not path.exists():  # the questions ask for the programs when they are imported
        path.write_text(json.dumps(programs), encoding="utf-8")
    items = items_of(name)
    shipped = Key(name, items, lambda *_: ([], []))
    entries = {what: {"mistakes": [], "seals": {}} for what in items}
    cases = [(givens, case) for givens, all in further.CASES.items() for case in all]
    for givens, case in cases:
        given = SimpleNamespace(**dict(zip(givens.split(), case, strict=True)))
        for what in (what for what, item in items.items() if item.givens == givens):
            reference = Reference(name, what, given)
            if items[what].inputs:
                inputs = shipped.inputs(what, given, None)
                right, mistakes = seals(reference, inputs)
            else:
                right, mistakes = check_numbers(reference), []
            row = ["|".join(right), *(sealed for _, _, sealed in mistakes)]
            key = f"{case_of(name, what, given):x}"
            entries[what]["mistakes"] = [(why, reach) for why, reach, _ in mistakes]
            entries[what]["seals"][key] = " ".join(sealed or "-" for sealed in row)
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
