"""A notebook without an id runs, its checks say what is missing, and no id is in it."""

import copy

import nbformat
import pytest
from soundness import CHECKS, SOURCES, solved, task

from coursework.assignments import grade_ids, names
from coursework.release import README, student_notebook

each_assignment = pytest.mark.parametrize("assignment", names())


def source_of(assignment):
    return nbformat.read(SOURCES / assignment / "source.ipynb", as_version=4)


@each_assignment
def test_even_a_right_answer_gets_nothing_until_there_is_an_id(assignment, capsys):
    for case in (case for case in CHECKS if case[0] == assignment):
        for student in ("your-id", " Your-ID "):
            answers = solved(*case)(task(assignment, student))
            assert CHECKS[case](*answers, student=student) == 0
            printed = capsys.readouterr().out
            assert "write your own id in place of your-id, in quotes" in printed
            assert printed.count("✗") == 1 and "✓" not in printed


@each_assignment
def test_a_new_notebook_runs_and_misses_only_the_answers(assignment, capsys):
    known = {"display": print}
    for cell in student_notebook(source_of(assignment)).cells:
        if cell.cell_type != "code":
            continue
        try:
            exec(cell.source, known)
        except NotImplementedError:
            pass
        except NameError:
            assert cell.metadata.nbgrader.grade, cell.source
    assert 'still says student = "your-id"' in capsys.readouterr().out


@each_assignment
def test_an_id_is_wanted_and_an_instructors_own_is_not_given_out(
    assignment,
):
    with pytest.raises(ValueError, match="student = '' is not an id"):
        task(assignment, "")
    source = source_of(assignment)
    tried = copy.deepcopy(source)
    (cell,) = [cell for cell in tried.cells if "student" in grade_ids([cell])]
    cell.source = 'student = "prof"'
    assert student_notebook(tried) == student_notebook(source)
    assert cell.source == 'student = "prof"', "the source stays as it is"
    for sentence in (
        README.replace("\n   ", " "),
        "\n".join(cell.source for cell in source.cells),
    ):
        assert "the id that your instructor told you" in sentence
        assert "(your login, e-mail address or number, not your name)" in sentence
