"""What a reader may expect of the checks of the exercises: right answers pass in every style, wrong
ones are told why.

Chance is in the checks that draw reports. Each fails a right answer with probability at most 1e-8,
and is tried here 3 times, in the deep tests 100 times.
"""

import math
from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest

from ldp_course.checks.chapters import epsilon, randomized_response
from ldp_course.checks.sheet import checks_in
from tests.checks.exercise_answers import CHAPTERS, RIGHT, WRONG

EXERCISES = {
    f"{chapter}.{name}": check
    for chapter in CHAPTERS
    for name, check in checks_in(import_module(f"ldp_course.checks.chapters.{chapter}")).items()
}
BOOK = Path(__file__).parents[2] / "book"


def found(check, *answers, seed=None):
    return check.findings(*answers, rng=np.random.default_rng(seed))


def messages(check, *answers):
    return [finding.message for finding in found(check, *answers) if not finding.holds]


RANDOM = [name for name, check in EXERCISES.items() if check.draws]


def test_every_exercise_is_tried():
    assert set(RIGHT) == set(WRONG) == set(EXERCISES) and len(EXERCISES) == 129


@pytest.mark.parametrize(("name", "style"), [(name, style) for name in RIGHT for style in (0, 1)])
def test_a_right_answer_passes(name, style):
    assert not messages(EXERCISES[name], *RIGHT[name][style])


@pytest.mark.parametrize("times", [3, pytest.param(100, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", RANDOM)
def test_a_right_answer_passes_many_times(name, times):
    for run in range(times):
        failed = messages(EXERCISES[name], *RIGHT[name][run % 2])
        assert not failed, (name, run % 2, failed)


@pytest.mark.parametrize(
    ("name", "place"), [(name, i) for name, rows in WRONG.items() for i in range(len(rows))]
)
def test_a_mistake_is_explained(name, place):
    """Where there is chance, another fault may be seen first, in up to one of ten runs."""
    assert len(WRONG[name]) >= 3
    answers, part = WRONG[name][place]
    for _ in range(6 if name in RANDOM else 1):
        said = messages(EXERCISES[name], *answers)
        if any(part in message for message in said):
            return
    pytest.fail(str(said))


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize("blank", [None, ...])
def test_a_blank_answer_is_not_a_wrong_one(name, blank):
    parts = len(EXERCISES[name].answers)
    assert all(
        "not answered yet" in message for message in messages(EXERCISES[name], *parts * [blank])
    )
    assert (
        len(messages(EXERCISES[name], *parts * [blank])) == len(messages(EXERCISES[name])) == parts
    )


@pytest.mark.parametrize("name", EXERCISES)
def test_an_answer_of_a_wrong_kind_gets_a_sentence(name):
    parts = len(EXERCISES[name].answers)
    for odd in ("a word", [], {}, object(), 1j, True, math.nan, print):
        said = messages(EXERCISES[name], *parts * [odd])
        assert said and not [message for message in said if "raised" in message], (odd, said)


def test_an_answer_may_be_given_by_name_and_partly(capsys):
    epsilon.three_rows(report=2, rng=np.random.default_rng(0))
    assert capsys.readouterr().out.splitlines() == [
        "three rows: 1 of 3 hold",
        "  ✗ epsilon: not answered yet",
        "  ✗ values: not answered yet",
        "  ✓ report = 2 is right",
    ]


def test_what_an_answer_raises_is_told_and_the_rest_still_checked():
    def stub(r, p1, p2):
        raise NotImplementedError

    _, loss = RIGHT["randomized_response.forced_response"][0]
    said = [finding.message for finding in found(randomized_response.forced_response, stub, loss)]
    assert (
        said[0] == "estimate(0.4, 0.2, 0.1): not implemented yet"
        and "epsilon(p1, p2) is right" in said
    )


@pytest.mark.parametrize("path", sorted(BOOK.glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_chapter_shows_each_check_and_its_solution_passes_it(path):
    cells = nbformat.read(path, as_version=4).cells
    solved = [cell for cell in cells if "hide-cell" in cell.metadata.get("tags", [])]
    text = "\n".join(cell.source for cell in cells if cell not in solved)
    solutions = [
        cell
        for cell in cells
        if "hide-cell" in cell.metadata.get("tags", []) and "exercises." in cell.source
    ]
    printed = "".join(output.get("text", "") for cell in solutions for output in cell.outputs)
    assert f"from ldp_course.checks.chapters import {path.stem} as exercises" in text
    for name in (name.partition(".")[2] for name in EXERCISES if name.startswith(f"{path.stem}.")):
        assert f"exercises.{name}(" in text and any(
            f"exercises.{name}(" in cell.source for cell in solutions
        )
        assert f"{name.replace('_', ' ')}: " in printed
    assert "✓" in printed and "✗" not in printed
