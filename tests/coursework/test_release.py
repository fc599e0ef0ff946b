"""What students get is the source without its answers, and nothing else differs."""

import zipfile

import nbformat
import pytest
from nbgrader.utils import is_grade, is_locked, is_solution
from sample_class import SAMPLE

from coursework import assignments
from coursework.release import README, release, title

SOURCES = [
    ("sample_checks", SAMPLE / "sources" / "randomized_response" / "source.ipynb")
]
SOURCES += [
    ("ldp_checks", path) for path in sorted(assignments.FOLDER.glob("*/source.ipynb"))
]
NAMES = [f"{checks}-{path.parent.name}" for checks, path in SOURCES]
each_source = pytest.mark.parametrize("checks, path", SOURCES, ids=NAMES)


def load(checks, path):
    return assignments.load(path.parent.name, path.parent.parent)


@each_source
def test_the_stub_is_the_solution_minus_the_answers(checks, path):
    assignment = load(checks, path)
    stub = assignment.student_notebook
    assert [cell.id for cell in stub.cells] == [
        cell.id for cell in assignment.source.cells
    ]
    for solved, given in zip(assignment.source.cells, stub.cells, strict=True):
        if is_solution(solved):
            assert (
                "BEGIN SOLUTION" in solved.source and "END SOLUTION" in solved.source
            ), solved.id
            before, _, rest = solved.source.partition("### BEGIN SOLUTION")
            _, _, after = rest.partition("### END SOLUTION")
            assert given.source.startswith(before) and given.source.endswith(
                after.removeprefix("\n")
            )
            wanted = (
                "raise NotImplementedError()"
                if solved.cell_type == "code"
                else "YOUR ANSWER HERE"
            )
            assert wanted in given.source
        else:
            assert given.source == solved.source
        assert "SOLUTION" not in given.source and not given.get("outputs")
        if is_grade(solved) or is_solution(solved):
            assert not given.metadata.deletable and given.metadata.get(
                "editable", True
            ) != is_locked(solved)


@each_source
def test_points_agree_with_the_checks_and_something_is_marked_by_a_person(checks, path):
    assignment = load(checks, path)  # raises if a cell and its check differ in points
    assert any(question.check for question in assignment.questions)
    assert any(question.check is None for question in assignment.questions)
    assert len(assignment.grade_ids) == sum(
        "nbgrader" in cell.metadata for cell in assignment.source.cells
    )


@pytest.mark.parametrize("name", assignments.names())
def test_nothing_beside_a_source_of_the_course_is_given_out(name):
    assert assignments.load(name).files == ()


def test_a_zip_holds_all_that_a_student_needs(tmp_path):
    wheel = tmp_path / "ldp_course-0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    path = release(SOURCES[0][1], wheel, tmp_path)
    with zipfile.ZipFile(path) as bundle:
        names = {"randomized_response.ipynb", "README.txt", "class.csv", wheel.name}
        assert set(bundle.namelist()) == {
            f"randomized_response/{name}" for name in names
        }
        notebook = nbformat.reads(
            bundle.read("randomized_response/randomized_response.ipynb").decode(),
            as_version=4,
        )
        assert notebook.metadata.language_info.name == "python"
        readme = bundle.read("randomized_response/README.txt").decode()
    assert readme == README.format(
        title=title(notebook),
        wheel=wheel.name,
        notebook="randomized_response.ipynb",
        packages="jupyterlab",  # fmt: skip
    )
