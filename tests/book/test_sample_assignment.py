"""Teachers see an assignment as students get it, made without the extras for grading."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import sample_assignment

from ldp_checks.individual_numbers import PLACEHOLDER
from tests.book.parts import BOOK, ROOT

PAGE = (BOOK / "teaching_sample.md").read_text(encoding="utf-8")


def filled_in():
    source = [PAGE]
    sample_assignment.fill_in(None, "book/teaching_sample", source)
    return source[0]


def test_the_page_has_the_students_notebook_and_no_right_answer():
    pytest.importorskip("nbgrader")
    page, released = filled_in(), sample_assignment.assigned().student_notebook
    for cell in released.cells:
        source = cell.source
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "student":
            source = source.replace(PLACEHOLDER, sample_assignment.STUDENT)
        assert all(line.lstrip("#") in page for line in source.splitlines())
    right = vars(sample_assignment.solved())
    answers = [
        np.ravel(right[name]).tolist()
        for question in sample_assignment.assigned().questions
        for name in (question.check.answers if question.check else ())
        if not callable(right[name])
    ]
    numbers = [number for each in answers for number in each if number != "yes"]
    assert len(numbers) == 4
    assert not any(f"{number:.4g}" in page for number in numbers)


def test_the_feedback_has_right_wrong_and_missing_answers():
    feedback = sample_assignment.feedback()
    for words in "✓ every report", "✗ epsilon_of_survey = ", "✗ not answered":
        assert words in feedback
    assert "yet" not in feedback  # the written answer is marked, too
    assert feedback.count("<h4>") == len(sample_assignment.assigned().questions)


def test_the_marks_of_the_written_answer_are_possible_by_its_rubric():
    (question,) = [q for q in sample_assignment.assigned().questions if not q.check]
    points = [points for points, _ in sample_assignment.MARKED]
    assert len(sample_assignment.rubric()) == len(points) == question.points
    assert set(points) <= {0, 0.5, 1}
    assert len(sample_assignment.leaflet().split()) <= 150  # as the question asks


def test_the_site_is_built_without_the_extras_for_grading():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    book = {requirement.partition(">")[0] for requirement in extras["book"]}
    grading = {requirement.partition(">")[0] for requirement in extras["grading"]}
    paths = os.pathsep.join(map(str, (ROOT, Path(sample_assignment.__file__).parent)))
    program = f"""
import sys
sys.modules |= dict.fromkeys({sorted(grading - book)!r})
import sample_assignment
sample_assignment.fill_in(None, "", [{PAGE!r}])
"""
    subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": paths},
        check=True,
    )
