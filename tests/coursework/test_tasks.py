"""The individual numbers of the assignments: they never change, and they differ."""

import hashlib
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from answers.ship_it import rows
from soundness import ASSIGNMENTS, task

each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


def plain(thing):
    """Return text that is the same everywhere: of arrays of floats a rounded sum."""
    # a file of the pilot, whose bytes are the library's affair
    if isinstance(thing, bytes):
        return [int(part.sum()) for part in rows([thing])]
    if isinstance(thing, np.ndarray):
        return round(float(thing.sum()), 1) if thing.dtype == float else thing.tolist()
    if isinstance(thing, SimpleNamespace):
        return plain(vars(thing))
    if isinstance(thing, dict):
        return {key: plain(part) for key, part in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(part) for part in thing]
    return f"{thing:.9g}" if isinstance(thing, float) else str(thing)


def own_answers(assignment):
    return import_module(f"answers.{assignment}")


def digest(assignment, student):
    own = task(assignment, student)
    public = [
        name for name in dir(own) if not name.startswith("_") and name != "student"
    ]
    values = {name: getattr(own, name) for name in public}
    shown = {
        name: plain(value) for name, value in values.items() if not callable(value)
    }
    return hashlib.sha256(f"{shown}".encode()).hexdigest()[:12]


@each_assignment
def test_the_numbers_of_a_student_are_the_same_on_every_machine(assignment):
    digests = [
        digest(assignment, student) for student in ("ada", "grace", "Zoë.Müller")
    ]
    assert digests == own_answers(assignment).DIGESTS
    assert digest(assignment, " Ada ") == digests[0]


@each_assignment
def test_numbers_differ_between_students_and_range_over_all_choices(assignment):
    tasks = [task(assignment, f"student {number}") for number in range(400)]
    few = own_answers(assignment).CHOICES.split()
    for name, choices in zip(few[::2], few[1::2]):
        assert len({repr(getattr(own, name)) for own in tasks}) == int(choices), name
