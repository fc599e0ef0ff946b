"""Judge an answer again and again: another student, other hidden inputs and other coins each time.

`make test` judges each answer QUICK times, `make test-deep` DEEP times, and `make soundness` as
often as COURSEWORK_TIMES says. Slow answers, which loop over people or bits, are judged a twentieth
as often.
No seed is fixed; a failure prints the one that repeats it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Collection
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest

from ldp_course.checks import ASSIGNMENTS
from ldp_course.checks.feedback import Finding, earned, report

SOURCES = Path(__file__).parents[2] / "coursework"
QUICK, DEEP, SLOW = 2, 30, 20
TIMES = int(os.environ.get("COURSEWORK_TIMES", 0))
REPEATED = pytest.mark.parametrize(
    "times", [TIMES] if TIMES else [QUICK, pytest.param(DEEP, marks=pytest.mark.deep)]
)
STUDENTS = [f"student {secrets.randbelow(10**6)}" for _ in range(100)]  # other ones in each run
CHECKS = {
    (assignment, check.name): check
    for assignment, checks in ASSIGNMENTS.items()
    for check in checks
}


def tables(kind: str) -> dict:
    """All answers of a kind, RIGHT, SLOW or WRONG: (assignment, question, name) -> how to make the
    answer, and more.
    """
    return {
        (assignment, question, name): answer
        for assignment in ASSIGNMENTS
        for question, answers in getattr(import_module(f"answers.{assignment}"), kind).items()
        for name, answer in answers.items()
    }


@lru_cache(maxsize=1_000)
def task(assignment: str, student: str):
    return import_module(f"ldp_course.checks.{assignment}").task(student)


def findings(
    assignment: str, question: str, make: Callable, student: str, seed: int | None = None
) -> list[Finding]:
    """What the check finds. make(task of the student) is the answer, or a list of the answers that
    the check takes.
    """
    answers = make(task(assignment, student))
    answers = answers if isinstance(answers, list) else [answers]
    return CHECKS[assignment, question].findings(
        *answers, student=student, rng=np.random.default_rng(seed)
    )


def judge(
    assignment: str,
    question: str,
    make: Callable,
    points: float | set[float],
    said: Collection[str] = (),
    *,
    times: int,
    slow: bool = False,
) -> int:
    """Assert what happens to an answer, every time. Returns how often it was judged.

    points: the most that it earns, or a set of what it may earn
    said: sentences, or parts of them, that the student reads about what does not hold
    """
    times = max(times // (SLOW if slow else 1), 1)
    for _ in range(times):
        seed = secrets.randbits(64)
        student = STUDENTS[seed % len(STUDENTS)]
        found = findings(assignment, question, make, student, seed)
        told = f"{student}, seed {seed}\n{report(CHECKS[assignment, question], found)}"
        holds = earned(found) in points if isinstance(points, set) else earned(found) <= points
        assert holds, f"{points} points expected; {told}"
        wrong = " ".join(one.message for one in found if not one.holds)
        assert all(sentence in wrong for sentence in said), f"{said} expected; {told}"
    return times


def solution_points(assignment: str, student: str) -> dict[str, tuple[float, float]]:
    """The points that the answers in a source notebook get, question by question, and the most that
    they could.
    """
    names, points = {"display": lambda thing: None}, {}
    for cell in nbformat.read(SOURCES / assignment / "source.ipynb", as_version=4).cells:
        about = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code":
            continue
        if about.get("grade"):
            points[about["grade_id"]] = (eval(cell.source, names), about["points"])
        else:
            exec(
                f"student = {student!r}" if about.get("grade_id") == "student" else cell.source,
                names,
            )
    return points
