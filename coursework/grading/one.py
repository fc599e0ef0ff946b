"""Grades one submission, in a process of its own."""

from __future__ import annotations

import json
import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path

from coursework.assignments import Assignment, grade_ids, load, names
from coursework.grading.audit import Verdict, audit, same_id
from coursework.grading.cycle import GradeBook
from coursework.grading.jail import Jail, Limits
from coursework.grading.submissions import Submission, read_notebook
from ldp_course.checks.feedback import Finding

MEMORY = 6 * 2**30  # of the trusted side, whatever a kernel sends


@dataclass(frozen=True)
class Course:
    """What all submissions of a run share."""

    sources: Path
    checks: str
    packages: tuple[Path, ...]
    gradebook: Path
    seed: bytes
    limits: Limits


def grade(course: Course, submission: Submission, result: Path, key: str) -> None:
    """Write the result of one submission, or why it could not be graded, as JSON."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (
        0,
        1,
        2,
    ):  # the kernel inherits them, and must not write to the instructor's terminal
        os.dup2(nowhere, stream)
    try:
        text = json.dumps({"key": key, **_grade(course, submission)})
    except Exception as error:
        reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        text = json.dumps({"key": key, "reason": reason})
    partial = result.with_suffix(".part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(result)


def _grade(course: Course, submission: Submission) -> dict:
    notebook = read_notebook(submission.content)
    assignment = load(submission.assignment, course.sources, course.checks)
    tests = {
        question.grade_id: question.check for question in assignment.questions if question.check
    }
    _demand_its_questions(grade_ids(notebook.cells), assignment, course)

    jail = Jail(course.limits, course.packages, assignment.files)
    start = time.perf_counter()
    cells = [
        (assignment.place(cell), cell.source)
        for cell in notebook.cells
        if cell.cell_type == "code" and not grade_ids([cell]) & set(tests)
    ]
    verdict = audit(
        cells, list(tests.values()), (submission.student, *submission.other_ids), course.seed, jail
    )
    audited = time.perf_counter()
    book = GradeBook(course.gradebook)
    scores, notes = book.autograde(notebook, assignment, submission.student, jail)
    points = {grade_id: verdict.points(check) for grade_id, check in tests.items()}
    book.overrule(assignment.name, submission.student, points)
    return {
        "student": submission.student,
        "assignment": assignment.name,
        "path": submission.path,
        "numbers_of": verdict.student,
        "notes": [*_different_id(verdict), *verdict.notes, *notes],
        "questions": [
            {
                "grade_id": question.grade_id,
                "points": question.points,
                "nbgrader": scores.get(question.grade_id),
                "audit": points.get(question.grade_id),
                "findings": (
                    [_plain(one) for one in verdict.findings[question.check.name]]
                    if question.check
                    else []
                ),
            }
            for question in assignment.questions
        ],
        "seconds": {"audit": audited - start, "nbgrader": time.perf_counter() - audited},
    }


def _demand_its_questions(ids: set[str], assignment: Assignment, course: Course) -> None:
    """ValueError if the notebook has no question of its assignment. Cells such as `student` are in
    every one.
    """
    if ids & assignment.question_ids:
        return
    others = [load(name, course.sources, course.checks) for name in names(course.sources)]
    if fitting := [other.name for other in others if ids & other.question_ids]:
        raise ValueError(
            f"this is the notebook of {' and '.join(fitting)}, not of {assignment.name}"
        )
    raise ValueError(f"none of its cells is a question of the assignment {assignment.name}")


def _plain(finding: Finding) -> dict:
    """A check may say whether something holds with a bool of NumPy, which JSON does not know."""
    return {
        "holds": bool(finding.holds),
        "message": finding.message,
        "points": float(finding.points),
    }


def _different_id(verdict: Verdict) -> list[str]:
    if same_id(verdict.student, verdict.told):
        return []
    told = str(verdict.told)[:60]
    return [
        f"the notebook says student = {told!r}; graded with the numbers of {verdict.student!r}, who"
        " handed it in"
    ]
