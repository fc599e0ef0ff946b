"""The source notebooks and their checks, for all assignments alike."""

import nbformat
import numpy as np
import pytest
from sampling import sampled
from soundness import (
    ASSIGNMENTS,
    CHECKS,
    SOURCES,
    findings,
    solved,
    task,
)

from coursework.keys import key_file, path_of
from ldp_checks.findings import earned

STUDENTS = [f"s{number}" for number in range(20)]
FOR_ALL_ALIKE = {
    ("randomized_response", "report_unequal"),
    ("randomized_response", "estimate_unequal"),
    ("randomized_response", "mended_client"),
    ("unary_encoding", "epsilon_of"),
}
INDIVIDUAL = sorted(set(CHECKS) - FOR_ALL_ALIKE)
each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


def solution_points(assignment: str, student: str) -> dict[str, tuple[float, float]]:
    """Return the points that the answers in a source notebook get, by question.

    Beside them are the most that they could get.
    """
    names, points = {"display": lambda thing: None}, {}
    for cell in nbformat.read(
        SOURCES / assignment / "source.ipynb", as_version=4
    ).cells:
        about = cell.metadata.get("nbgrader", {})
        if cell.cell_type != "code":
            continue
        if about.get("grade"):
            points[about["grade_id"]] = (eval(cell.source, names), about["points"])
        else:
            exec(
                f"student = {student!r}"
                if about.get("grade_id") == "student"
                else cell.source,
                names,
            )
    return points


@pytest.mark.parametrize("student", sampled(STUDENTS, 4))
@each_assignment
def test_the_solutions_get_all_points(assignment, student, capsys):
    points = solution_points(assignment, student)
    assert list(points) == list(ASSIGNMENTS[assignment])
    assert all(earned == most for earned, most in points.values()), (
        capsys.readouterr().out
    )


@each_assignment
def test_the_key_is_up_to_date(assignment):
    """If not: `make keys`."""
    assert path_of(assignment).read_text(encoding="utf-8") == key_file(assignment)


@each_assignment
def test_the_points_sum_to_20(assignment):
    cells = nbformat.read(SOURCES / assignment / "source.ipynb", 4).cells
    assert (
        sum(cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells) == 20
    )


def answers_of(question, student):
    return solved(*question)(task(question[0], student))


@pytest.mark.parametrize("question", CHECKS, ids=" - ".join)
def test_a_stub_has_no_points_and_a_missing_return_is_called_so(question):
    def stub(*arguments):
        raise NotImplementedError

    answers = answers_of(question, "ada")
    unanswered = [stub if callable(answer) else None for answer in answers]
    results = findings(*question, lambda t: unanswered, "ada")
    assert earned(results) == 0 and all("yet" in thing.message for thing in results), (
        results
    )
    forgetful = [
        (lambda *given, **named: None) if callable(thing) else thing
        for thing in answers
    ]
    messages = " ".join(
        thing.message for thing in findings(*question, lambda t: forgetful, "ada")
    )
    if any(map(callable, answers)):
        assert "returned None: is a `return` missing?" in messages


@pytest.mark.parametrize(
    "question", sampled(INDIVIDUAL, 7, ids=map(" - ".join, INDIVIDUAL))
)
def test_a_copied_answer_loses_points(question):
    """By the audit, as the shipped key tells nothing of a choice among few answers.
    Some students have the same numbers, so a few may keep all points.
    """
    copied = answers_of(question, "ada")
    points = [
        earned(findings(*question, lambda t: copied, student, audit=True))
        for student in STUDENTS
    ]
    assert np.mean(np.array(points) < CHECKS[question].points) >= 1 / 3
