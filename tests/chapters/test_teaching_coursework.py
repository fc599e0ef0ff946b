"""Claims of the page "Assignments and grading", computed."""

import tomllib

import pytest

from coursework.exam.sheet import ASSIGNMENTS
from ldp_checks.findings import ANSWER_SECONDS
from ldp_checks.judge_tables import MOST_PEOPLE
from tests.book.parts import ROOT, points


def test_which_python(chapter):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    python = project["requires-python"].removeprefix(">=")
    chapter.says("You need a machine with Python {} or newer", python)
    chapter.says("**Students** need Python {} or newer", python)
    chapter.says("FROM docker.io/library/python:{} RUN", python)


def test_points(chapter):
    (by_tests, by_person), *others = (points(name) for name in ASSIGNMENTS)
    assert all(other == [by_tests, by_person] for other in others)
    in_all = by_tests + by_person
    text = "Of the {} points of an assignment a program gives {} and a person {}"
    chapter.says(text, in_all, by_tests, by_person)
    chapter.says("with *{} points* and file upload", in_all)
    chapter.says("the same in both places, which is {}.", in_all)
    chapter.says("so a total can be above {};", in_all)
    chapter.says("earns all {} points for code", by_tests)
    chapter.says("those of answers on paper, of {} for code.", by_tests)
    chapter.says("less weight than their {} of {} points", by_tests, in_all)


def test_limits_of_a_notebook(chapter):
    pytest.importorskip("nbgrader")
    from coursework.grading.files import LARGEST
    from coursework.grading.sandbox.limits import Limits

    limits = Limits()
    chapter.says("{} seconds for each cell, and for all that", limits.cpu_seconds)
    chapter.says("{} for all cells together (`--seconds`)", limits.seconds)
    chapter.says("stops a function after {} such seconds", ANSWER_SECONDS)
    text = "{} GiB of memory for all of its processes together"
    chapter.says(text, limits.memory >> 30)
    chapter.says("{} MiB of files in `/tmp`", limits.temporary >> 20)
    text = "files of {} MiB, {} processes"
    chapter.says(text, limits.file_size >> 20, limits.processes)
    chapter.says("A notebook over {} MiB is not read", LARGEST >> 20)


def test_how_many_people_are_in_the_tables_of_the_audit(chapter):
    chapter.says("up to {:,} people, any share of each value", MOST_PEOPLE)


def test_how_much_of_an_answer_is_in_the_table_of_marks(chapter):
    pytest.importorskip("nbgrader")
    from coursework.grading.nbgrader_gradebook import MOST_TEXT

    chapter.says(
        "It holds up to {:,} characters, also of the student's text", MOST_TEXT
    )


def test_ids_that_have_become_numbers(chapter):
    from coursework.grading.identifiers import id_of

    chapter.says('(`4711.0`, `20,250,042`, `="4711"`) are read as the whole numbers')
    assert [id_of(text) for text in ("4711.0", "20,250,042", '="4711"')] == [
        "4711",
        "20250042",
        "4711",
    ]
    chapter.says(
        "If digits may be lost (`2.025E+07`), or if there are two readings (`4.000`), "
        "the id"
    )
    assert id_of("2.025E+07") is id_of("4.000") is None
