"""The individual numbers of the assignments: they never change, and they differ."""

import hashlib
from types import SimpleNamespace

import numpy as np
import pytest
from answers.ship_it.pilots import rows
from soundness import ASSIGNMENTS, task

PINNED = {
    "fitness": ["9a24299de865", "1404ba900201", "ef8f841bcd1b"],
    "randomized_response": ["72076094a60b", "20b864ac2edb", "fdbad31b5d75"],
    "rappor": ["ef4e4a6544d7", "4488a23ed6e4", "4161489267af"],
    "ship_it": ["1a86a3be1824", "1e10afee7206", "f0f1808c3caa"],
    "telemetry": ["8c1d8f5aeb33", "ce5df897cdf4", "2c5e2b78f2a8"],
    "threat_models": ["d89c62d08e9c", "2ec13210831f", "309c39af5f06"],
    "unary_encoding": ["7352b2d48a11", "2c61d788d072", "34d6ca2d8bf3"],
}
# How many different values 400 students get: all choices that there are, where these are few.
CHOICES = {
    "fitness": "low 3 high 4 pulse_epsilon 6 longest 4 wave_epsilon 3 goal 4 budget 8",
    "randomized_response": "yes_faces 5 no_faces 5 topic 6 heads_of 4 broken_code 6",
    "rappor": "k 2 h 2 f 4 g 8 p 4 days 4 devices 4 false_alarms 2 faulty_code 4",
    "ship_it": "design 3 epsilon 4 values 8 noisy_code 12 client_code 3 server_code 6 pilot_day 3",
    "telemetry": "values 8 people 6 weeks 4 budget 5 share 3 story 6",
    "threat_models": "publisher 5 faulty_code 5 truth_probability 6 certainty 4 recipe 32",
    "unary_encoding": "survey 6 width 3 most 2 p 4 q 4 asked 4 share 4 faulty_code 5",
}
each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


def plain(thing):
    """As text that is the same on every machine: of arrays of floats a rounded sum."""
    if isinstance(thing, bytes):  # a file of the pilot, whose bytes are the library's affair
        return [int(part.sum()) for part in rows([thing])]
    if isinstance(thing, np.ndarray):
        return round(float(thing.sum()), 1) if thing.dtype == float else thing.tolist()
    if isinstance(thing, SimpleNamespace):
        return plain(vars(thing))
    if isinstance(thing, dict):
        return {key: plain(one) for key, one in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain(one) for one in thing]
    return f"{thing:.9g}" if isinstance(thing, float) else str(thing)


def digest(assignment, student):
    own = task(assignment, student)
    public = [name for name in dir(own) if not name.startswith("_") and name != "student"]
    values = {name: getattr(own, name) for name in public}
    told = {name: plain(value) for name, value in values.items() if not callable(value)}
    return hashlib.sha256(f"{told}".encode()).hexdigest()[:12]


@each_assignment
def test_the_numbers_of_a_student_are_the_same_on_every_machine(assignment):
    found = [digest(assignment, student) for student in ("ada", "grace", "Zoë.Müller")]
    assert found == PINNED[assignment]
    assert digest(assignment, " Ada ") == found[0]


@each_assignment
def test_numbers_differ_between_students_and_range_over_all_choices(assignment):
    tasks = [task(assignment, f"student {number}") for number in range(400)]
    few = CHOICES[assignment].split()
    for name, choices in zip(few[::2], few[1::2]):
        assert len({repr(getattr(one, name)) for one in tasks}) == int(choices), name
