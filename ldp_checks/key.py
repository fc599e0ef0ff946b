"""Whether a result is right, where the right one may not be read off what a student installs.

A key holds, for each thing that is asked and each combination of the givens on which it depends,
seals: of the right result, and of known mistakes. A seal is a salted digest of a result on a grid
whose cell has the right result in its middle, and is as wide as the tolerance: a right result
always fits, and a wrong one with probability 1e-12. `key.json` beside the questions is made by
`python -m coursework.keys` from `coursework/<name>/reference.py`, which students do not get. The
audit judges by the same code with seals that it makes at once, for inputs nobody has seen.

What a student writes down (a number, a letter, a name) is one of a few thousand at most, so a
digest of it would be opened within a second by trying all. `key.json` has only a check number of
it, the remainder of a digest by `Asked.residues`: a right answer always has it, one in so many
wrong ones has it by chance, and known mistakes do not have it. Whoever tries all answers is left
with all those that have it. Only the audit, which has the reference, compares the answer itself.
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
STEPS = 256  # places of a right result in its cell that are told apart
NOTED = "is noted; of so few possible answers only the grading says which one is right"
MAY_BE = (
    "may be right: it has the right check number, as about one in {residues} wrong answers has. The"
    " grading compares the answer itself"
)
Seals = tuple[list[str], list[tuple[str, float, str]]]  # right ones; (sentence, reach, seal)


@dataclass(frozen=True)
class Asked:
    """A number, a choice, or what a function returns.

    givens: attributes of the task that decide which result is right
    inputs: for a function: inputs(given, source) are the tuples of arguments with which it is
        called; `given` has the givens only, and all chance is from `source.random()`
    tolerance: 0 for anything that must be exact: counts, choices, lists of names
    reach: what counts next to 0
    residues: what is written down is shipped as a check number that one in so many wrong answers
        has; 1 if there are few answers to choose from, of which nothing may be told
    """

    givens: str = ""
    inputs: Callable[[SimpleNamespace, Random], list[tuple]] | None = None
    tolerance: float = TOLERANCE
    reach: float = EXACT
    residues: int = 16

    def given(self, task: object) -> SimpleNamespace:
        return SimpleNamespace(**{name: getattr(task, name) for name in self.givens.split()})


@dataclass(frozen=True)
class Key:
    """What an assignment asks, and the seals for it.

    sealed: (name, given, inputs) -> the seals
    fresh: whether inputs are new in every call, else they are always the same
    """

    assignment: str
    asked: Mapping[str, Asked]
    sealed: Callable[[str, SimpleNamespace, list[tuple] | None], Seals]
    fresh: bool = False

    def inputs(self, name: str, task: object, rng: np.random.Generator) -> list[tuple]:
        """The arguments with which a function is called. What is asked as "f" and as "f, also" gets
        the same ones.
        """
        given = self.asked[name].given(task)
        first = name.partition(",")[0]
        seed = int(rng.integers(2**62)) if self.fresh else case_of(self.assignment, first, given)
        return self.asked[name].inputs(given, Random(seed))

    @property
    def exact(self) -> bool:
        """Whether it compares what a student writes down, not a check number of it."""
        return self.fresh

    def judge(
        self, name: str, task: object, result: object, inputs: list[tuple] | None = None
    ) -> tuple[bool, str]:
        """Whether a result is right, and the sentence of the known mistake that it is, if any.

        If all that is known is its check number: whether it has that, and, if it has, a sentence
        that says so.

        result: for a function, the list of what it returns for `inputs`
        """
        asked = self.asked[name]
        given = asked.given(task)
        right, mistakes = self.sealed(name, given, inputs)
        salt = case_of(self.assignment, name, given)
        if not asked.inputs and not self.exact:
            may_be = any(has_check_number(one, result, asked, salt) for one in right)
            told = NOTED if asked.residues == 1 else MAY_BE.format(residues=asked.residues)
            return may_be, told if may_be else ""
        if any(seal and fits(seal, result, asked.tolerance, asked.reach, salt) for seal in right):
            return True, ""
        for sentence, reach, seal in mistakes:
            tolerance = (1e-9, reach) if reach else (asked.tolerance, asked.reach)
            if seal and fits(seal, result, *tolerance, salt):
                return False, sentence
        return False, ""

    def against(self, name: str, task: object, inputs: list[tuple] | None = None) -> Callable:
        """`judge` for one question, as `answers.number_finding` and others want it."""
        return lambda result: self.judge(name, task, result, inputs)


@lru_cache
def key_of(assignment: str) -> Key:
    """The key that is shipped."""
    package = f"ldp_checks.assignments.{assignment}"
    module = import_module(f"{package}.questions")
    stored = json.loads(Path(module.__file__).with_name("key.json").read_text(encoding="utf-8"))

    def sealed(name: str, given: SimpleNamespace, inputs: object) -> Seals:
        about = stored["asked"][name]
        right, *mistakes = about["seals"][f"{case_of(assignment, name, given):x}"].split()
        told = zip(about["mistakes"], mistakes)
        found = [(why, reach, seal.strip("-")) for (why, reach), seal in told]
        return right.strip("-").split("|"), found

    return Key(assignment, module.ASKED, sealed)


@lru_cache
def programs_of(assignment: str) -> list[str]:
    """The faulty programs that an assignment gives out."""
    path = Path(__file__).parent / "assignments" / assignment / "key.json"
    return json.loads(path.read_text(encoding="utf-8"))["programs"]


def case_of(assignment: str, name: str, given: SimpleNamespace) -> int:
    """A number for one combination of givens; also the salt of its seals."""
    text = "|".join([assignment, name, *(f"{k}={plain(v)}" for k, v in vars(given).items())])
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)


def seal(result: object, tolerance: float, reach: float, salt: int) -> str:
    """The place of each number in its cell, and the digest of the cells."""
    places = places_of(result, tolerance, reach)
    if places is None:
        return ""
    return f"{places}.{_digest(_cells(result, places, tolerance, reach), salt)[:10]}"


def fits(sealed: str, result: object, tolerance: float, reach: float, salt: int) -> bool:
    """Whether a result lies in the cells of a seal."""
    places, digest = sealed.split(".")
    cells = _cells(result, places, tolerance, reach)
    return cells is not None and _digest(cells, salt)[:10] == digest


def check_number(result: object, places: str, nonce: int, asked: Asked, salt: int) -> int | None:
    """A number below `asked.residues` for the cells of a result; None if it has other places."""
    cells = _cells(result, places, asked.tolerance, asked.reach)
    return None if cells is None else int(_digest(cells, f"{salt}|{nonce}"), 16) % asked.residues


def has_check_number(sealed: str, result: object, asked: Asked, salt: int) -> bool:
    """Whether a result has the check number that "places.number.nonce" tells."""
    places, number, nonce = sealed.split(".")
    return check_number(result, places, int(nonce), asked, salt) == int(number)


def places_of(result: object, tolerance: float, reach: float) -> str | None:
    """The place of each number in its cell; None for NaN or anything else but numbers."""
    if not tolerance:
        return ""
    numbers = in_a_row(result)
    if numbers is None:
        return None
    on_grid = _on_grid(numbers, tolerance, reach)
    part = np.where(np.isfinite(on_grid), on_grid, 0) % 1
    return bytes((np.rint(part * STEPS).astype(int) % STEPS).tolist()).hex()


def in_a_row(result: object) -> np.ndarray | None:
    """All numbers of a result, which may be a list of arrays of different shapes; None for NaN or
    anything else.
    """
    try:
        parts = result if isinstance(result, list | tuple) else [result]
        row = [np.ravel(np.asarray(part)).astype(float) for part in parts]
    except (TypeError, ValueError, OverflowError):
        return None
    numbers = np.concatenate(row) if row else np.zeros(0)
    return None if np.isnan(numbers).any() else numbers


def plain(thing: object) -> str:
    """What must be equal, as text: 1, 1.0 and True are the same, a tuple and an array as well."""
    if isinstance(thing, Mapping):
        return "{" + ", ".join(sorted(f"{plain(k)}: {plain(v)}" for k, v in thing.items())) + "}"
    if isinstance(thing, np.ndarray):
        return plain(thing.tolist())
    if isinstance(thing, str):
        return repr(str(thing))
    if isinstance(thing, Iterable) and not isinstance(thing, bytes):
        return "[" + ", ".join(map(plain, thing)) + "]"
    try:
        number = float(thing) if not isinstance(thing, bytes) else None
    except (TypeError, ValueError, OverflowError):
        number = None
    return repr(thing) if number is None else f"{number:.12g}"


def _on_grid(numbers: np.ndarray, tolerance: float, reach: float) -> np.ndarray:
    """Numbers on a scale on which a cell of length 1 is as wide as the tolerance on both sides, and
    1 % more: places in a cell are rounded.
    """
    return np.arcsinh(numbers * (tolerance / reach)) / (2.02 * tolerance)


def _cells(result: object, places: str, tolerance: float, reach: float) -> str | None:
    """The cells of a grid that has these places in the middle of its cells; None if the result is
    of another form.
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
