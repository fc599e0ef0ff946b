"""The source notebooks and their checks, for all assignments alike."""

import nbformat
import numpy as np
import pytest
from soundness import ASSIGNMENTS, CHECKS, SOURCES, findings, solution_points, tables, task

from coursework.keys import key_file, path_of
from ldp_course.checks.feedback import earned
from ldp_course.checks.key import programs_of

STUDENTS = [f"s{number}" for number in range(20)]
FOR_ALL_ALIKE = {
    ("randomized_response", "report_unequal"),
    ("randomized_response", "estimate_unequal"),
    ("randomized_response", "mended_client"),
    ("unary_encoding", "epsilon_of"),
}
RIGHT = tables("RIGHT")
FIRST = {
    case[:2]: make for case, make in reversed(RIGHT.items())
}  # one right answer to each question


@pytest.mark.parametrize(
    "student", [*STUDENTS[:4], *(pytest.param(one, marks=pytest.mark.deep) for one in STUDENTS[4:])]
)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_solutions_get_all_points(assignment, student, capsys):
    points = solution_points(assignment, student)
    assert list(points) == list(ASSIGNMENTS[assignment])
    assert all(earned == most for earned, most in points.values()), capsys.readouterr().out


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_these_students_meet_every_faulty_program(assignment):
    given = {
        value
        for student in STUDENTS
        for value in vars(task(assignment, student)).values()
        if isinstance(value, str)
    }
    assert set(programs_of(assignment)) <= given


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_key_is_up_to_date(assignment):
    """If not: `make keys`."""
    assert path_of(assignment).read_text(encoding="utf-8") == key_file(assignment)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_points_sum_to_20(assignment):
    cells = nbformat.read(SOURCES / assignment / "source.ipynb", 4).cells
    assert sum(cell.metadata.get("nbgrader", {}).get("points", 0) for cell in cells) == 20
    assert all(
        len(line) <= 80
        for cell in cells
        if cell.cell_type == "code"
        for line in cell.source.splitlines()
    )


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_an_id_is_asked_for(assignment):
    with pytest.raises(ValueError, match="student = '' is no id"):
        task(assignment, "")


@pytest.mark.parametrize("question", CHECKS, ids=" - ".join)
def test_an_unanswered_question_has_no_points(question):
    def stub(*arguments):
        raise NotImplementedError

    def unanswered(t):
        answers = FIRST[question](t)
        answers = answers if isinstance(answers, list) else [answers]
        return [stub if callable(answer) else None for answer in answers]

    found = findings(*question, unanswered, "ada")
    assert earned(found) == 0 and all("yet" in one.message for one in found), found


@pytest.mark.parametrize("question", sorted(set(CHECKS) - FOR_ALL_ALIKE), ids=" - ".join)
def test_a_copied_answer_loses_points(question):
    """A right answer of one student, handed in by others. Some have the same numbers, so a few may
    keep all points.
    """
    copied = FIRST[question](task(question[0], "ada"))
    points = [earned(findings(*question, lambda t: copied, student)) for student in STUDENTS]
    assert np.mean(np.array(points) < CHECKS[question].points) >= 1 / 3
