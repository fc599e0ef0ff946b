"""Judge results by seals, where the right one may not be read off the installed files.

A key holds, for each item that is asked and each combination of the givens on which it
depends, seals: of the right result, and of known mistakes. A seal is a salted digest of
a result on a grid whose cell has the right result in its middle, and is as wide as the
tolerance: a right result always fits, and a wrong one with probability 1e-12.
`key.json` beside the questions is made by `python -m coursework.keys` from the solution
in `coursework/<name>/source.ipynb`, which students do not get. The audit judges by the
same code with seals that it makes at once, for inputs nobody has seen.

What a student writes down (a number, a letter, a name) is one of a few thousand at
most, so a digest of it would be opened within a second by trying all. `key.json` has
only a check number of it, the remainder of a digest by `Item.residues`: a right answer
always has it, one in so many wrong ones has it by chance, and known mistakes do not
have it. Whoever tries all answers is left with all those that have it. Only the audit,
which has the solution, compares the answer itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np

TOLERANCE = 0.005  # of a number that a student writes down: three digits are enough
EXACT = 1e-6  # of what a function returns: single precision is enough
STEPS = 256  # a right result's place in its cell is rounded to one of so many
NOTED = "is noted; of so few possible answers only the grading says which one is right"
MAY_BE = (
    "may be right: it has the right check number, as about one in {residues} wrong"
    " answers has. The grading compares the answer itself"
)
# of right results; (sentence, reach, seal) of mistakes
Seals = tuple[list[str], list[tuple[str, float, str]]]


@dataclass(frozen=True)
class Item:
    """Ask for a number, a choice, or what a function returns.

    givens: attributes of the task that decide which result is right
    inputs: for a function: inputs(given, source) are the tuples of arguments with which
        it is called; `given` has the givens only, and all chance is from
        `source.random()`
    tolerance: 0 for anything that must be exact: counts, choices, lists of names
    reach: what counts next to 0
    residues: what is written down is shipped as a check number that one in so many
        wrong answers has; 1 if there are few answers to choose from, of which nothing
        may be told
    """

    givens: str = ""
    inputs: Callable[[SimpleNamespace, Random], list[tuple]] | None = None
    tolerance: float = TOLERANCE
    reach: float = EXACT
    residues: int = 16

    def given(self, task: object) -> SimpleNamespace:
        """Return the givens of this item, of a task that may have others."""
        names = self.givens.split()
        return SimpleNamespace(**{name: getattr(task, name) for name in names})


@dataclass(frozen=True)
class Key:
    """Hold what an assignment asks, and the seals for it.

    seals: (name, given, inputs) -> the seals
    fresh: whether inputs are new in every call, else they are always the same
    """

    assignment: str
    items: Mapping[str, Item]
    seals: Callable[[str, SimpleNamespace, list[tuple] | None], Seals]
    fresh: bool = False

    def inputs(self, name: str, task: object, rng: np.random.Generator) -> list[tuple]:
        """Return the arguments with which a function is called.

        The items "f" and "f, also" get the same ones.
        """
        given = self.items[name].given(task)
        if self.fresh:
            seed = int(rng.integers(2**62))
        else:
            seed = case_of(self.assignment, name.partition(",")[0], given)
        return self.items[name].inputs(given, Random(seed))

    @property
    def exact(self) -> bool:
        """Return whether it compares what is written down, not a check number of it."""
        return self.fresh

    def judge(
        self, name: str, task: object, result: object, inputs: list[tuple] | None = None
    ) -> tuple[bool, str]:
        """Return whether a result is right, and the sentence of its known mistake.

        If only the check number of a right result is known: return whether the result
        has it, and then a sentence that says so.

        result: for a function, the list of what it returns for `inputs`
        """
        item = self.items[name]
        given = item.given(task)
        right, mistakes = self.seals(name, given, inputs)
        salt = case_of(self.assignment, name, given)
        if not item.inputs and not self.exact:
            if not any(has_check_number(seal, result, item, salt) for seal in right):
                return False, ""
            sentence = NOTED if item.residues == 1 else MAY_BE
            return True, sentence.format(residues=item.residues)
        tolerance = (item.tolerance, item.reach)
        if any(seal and fits(seal, result, *tolerance, salt) for seal in right):
            return True, ""
        for sentence, reach, seal in mistakes:
            cell = (1e-9, reach) if reach else tolerance
            if seal and fits(seal, result, *cell, salt):
                return False, sentence
        return False, ""

    def against(
        self, name: str, task: object, inputs: list[tuple] | None = None
    ) -> Callable:
        """Return `judge` for one item, as `number_finding` and others take it."""
        return lambda result: self.judge(name, task, result, inputs)


def _key_file(assignment: str) -> dict:
    path = Path(__file__).parent / "assignments" / assignment / "key.json"
    return json.loads(path.read_text(encoding="utf-8"))


@lru_cache
def key_of(assignment: str) -> Key:
    """Return the key that is shipped."""
    module = import_module(f"ldp_checks.assignments.{assignment}.questions")
    file = _key_file(assignment)

    def seals(name: str, given: SimpleNamespace, inputs: object) -> Seals:
        entry = file["asked"][name]
        case = f"{case_of(assignment, name, given):x}"
        right, *mistakes = entry["seals"][case].split()
        known = zip(entry["mistakes"], mistakes)
        return right.strip("-").split("|"), [
            (sentence, reach, seal.strip("-")) for (sentence, reach), seal in known
        ]

    return Key(assignment, module.ITEMS, seals)


@lru_cache
def programs_of(assignment: str) -> list[str]:
    """Return the faulty programs that an assignment gives out."""
    return _key_file(assignment)["programs"]


def case_of(assignment: str, name: str, given: SimpleNamespace) -> int:
    """Return a number for one combination of givens, which also salts its seals."""
    givens = (f"{name}={plain(value)}" for name, value in vars(given).items())
    text = "|".join([assignment, name, *givens])
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)


def seal(result: object, tolerance: float, reach: float, salt: int) -> str:
    """Return the place of each number in its cell, and the digest of the cells."""
    places = places_of(result, tolerance, reach)
    if places is None:
        return ""
    return f"{places}.{_digest(_cells(result, places, tolerance, reach), salt)[:10]}"


def fits(
    sealed: str, result: object, tolerance: float, reach: float, salt: int
) -> bool:
    """Return whether a result lies in the cells of a seal."""
    places, digest = sealed.split(".")
    cells = _cells(result, places, tolerance, reach)
    return cells is not None and _digest(cells, salt)[:10] == digest


def check_number(
    result: object, places: str, nonce: int, item: Item, salt: int
) -> int | None:
    """Return a number below `item.residues` for the cells of a result.

    None if the result has other places.
    """
    cells = _cells(result, places, item.tolerance, item.reach)
    if cells is None:
        return None
    return int(_digest(cells, f"{salt}|{nonce}"), 16) % item.residues


def has_check_number(sealed: str, result: object, item: Item, salt: int) -> bool:
    """Return whether a result has the check number in "places.number.nonce"."""
    places, number, nonce = sealed.split(".")
    return check_number(result, places, int(nonce), item, salt) == int(number)


def places_of(result: object, tolerance: float, reach: float) -> str | None:
    """Return each number's place in its cell; None if not all are numbers."""
    if not tolerance:
        return ""
    numbers = in_a_row(result)
    if numbers is None:
        return None
    on_grid = _on_grid(numbers, tolerance, reach)
    part = np.where(np.isfinite(on_grid), on_grid, 0) % 1
    return bytes((np.rint(part * STEPS).astype(int) % STEPS).tolist()).hex()


def in_a_row(result: object) -> np.ndarray | None:
    """Return all numbers of a result, which may be a list of arrays of several shapes.

    None if there is NaN or anything else in it.
    """
    try:
        parts = result if isinstance(result, list | tuple) else [result]
        row = [np.ravel(np.asarray(part)).astype(float) for part in parts]
    except (TypeError, ValueError, OverflowError):
        return None
    numbers = np.concatenate(row) if row else np.zeros(0)
    return None if np.isnan(numbers).any() else numbers


def plain(thing: object) -> str:
    """Return as text what must be equal.

    1, 1.0 and True are the same; a tuple and an array as well.
    """
    if isinstance(thing, Mapping):
        entries = sorted(f"{plain(k)}: {plain(v)}" for k, v in thing.items())
        return "{" + ", ".join(entries) + "}"
    if isinstance(thing, np.ndarray):
        return plain(thing.tolist())
    if isinstance(thing, str):
        return repr(str(thing))
    if isinstance(thing, bytes):
        return repr(thing)
    if isinstance(thing, Iterable):
        return "[" + ", ".join(map(plain, thing)) + "]"
    try:
        return f"{float(thing):.12g}"
    except (TypeError, ValueError, OverflowError):
        return repr(thing)


def _on_grid(numbers: np.ndarray, tolerance: float, reach: float) -> np.ndarray:
    """Return numbers on a scale with cells of length 1.

    A cell is as wide as the tolerance on both sides, and 1 % more: places in a cell are
    rounded. arcsinh is linear within `reach` of 0, and a logarithm farther out.
    """
    return np.arcsinh(numbers * (tolerance / reach)) / (2.02 * tolerance)


def _cells(result: object, places: str, tolerance: float, reach: float) -> str | None:
    """Return the cells of the grid that has these places in the middle of its cells.

    None if the result is of another form.
    """
    if not tolerance:
        return plain(result)
    steps, numbers = np.array(list(bytes.fromhex(places))), in_a_row(result)
    if numbers is None or numbers.shape != steps.shape:
        return None
    cells = np.floor(_on_grid(numbers, tolerance, reach) - steps / STEPS + 0.5)
    return " ".join(f"{cell:.0f}" for cell in cells)


def _digest(text: str, salt: object) -> str:
    return hashlib.sha256(f"{salt}|{text}".encode()).hexdigest()
