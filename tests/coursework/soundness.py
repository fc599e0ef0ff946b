"""How often an answer is judged: COURSEWORK_TIMES=1000 for the full count, fewer in `make test`.

Every run draws fresh entropy. A failure prints it: `check.findings(…, rng=np.random.default_rng(entropy))` repeats it.
"""

import os
from pathlib import Path

import nbformat
import numpy as np

from ldp_course.checks.feedback import earned, report

RUNS = int(os.environ.get("COURSEWORK_TIMES", "20"))
STUDENTS = [f"student{number:02}" for number in range(25)]


def judge(check, make_answers, lowest, highest, runs=RUNS):
    """The check gives between `lowest` and `highest` points in every run.

    make_answers: student -> the answers, in the order of check.answers
    """
    answers = {student: make_answers(student) for student in STUDENTS[: min(runs, len(STUDENTS))]}
    for run in range(runs):
        student = STUDENTS[run % len(answers)]
        entropy = np.random.SeedSequence().entropy
        found = check.findings(*answers[student], student=student, rng=np.random.default_rng(entropy))
        told = f"{student}, entropy {entropy}\n{report(check, found)}"
        assert lowest - 1e-9 <= earned(found) <= highest + 1e-9, told


def messages(check, answers, student):
    """All that the check says about one answer, as one text."""
    return report(check, check.findings(*answers, student=student, rng=np.random.default_rng()))


def solution_points(assignment, student):
    """The points that the answers in a source notebook get, question by question, for this student."""
    path = Path(__file__).parents[2] / "coursework" / assignment / "source.ipynb"
    names, points = {"display": lambda thing: None}, {}
    for cell in nbformat.read(path, as_version=4).cells:
        about = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code":
            continue
        if about.get("grade"):
            points[about["grade_id"]] = (eval(cell.source, names), about["points"])
        else:
            exec(f"student = {student!r}" if about.get("grade_id") == "student" else cell.source, names)
    return points
