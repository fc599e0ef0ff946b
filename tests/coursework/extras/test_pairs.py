"""Two ids, one submission: both get it, and it is said whose numbers count."""

import pytest

from coursework.extras import pairs
from coursework.grading.results import Submission
from tests.coursework.extras.small_class import graded


def read(tmp_path, text):
    path = tmp_path / "pairs.csv"
    path.write_text("student,partner\n" + text, encoding="utf-8")
    return pairs.read(path)


def test_both_get_the_points_and_a_note(tmp_path):
    partners = read(tmp_path, "Kim,sam\n")
    handed_in = pairs.either_id([Submission("kim", "survey", "kim.ipynb", b"")], partners)
    assert handed_in[0].other_ids == ("sam",), "the notebook may name either"
    first, second, alone = pairs.for_both(
        [graded("kim", 3, 2, numbers_of="sam"), graded("zoe")], partners
    )
    assert (first.student, second.student, alone.student) == ("kim", "sam", "zoe")
    assert first.points == second.points == 5
    assert first.notes == ("in a pair with sam; the individual numbers are those of sam",)
    assert second.notes == ("handed in by kim, in a pair; the individual numbers are those of sam",)
    assert (first.handed_in_by, second.handed_in_by, alone.notes) == ("", "kim", ())


def test_an_id_of_nobody_is_refused(tmp_path):
    (tmp_path / "pairs.csv").write_text("student,partner\nkim,olav\n", encoding="utf-8")

    def name_of(known):
        if known != "kim":
            raise ValueError(f"{known!r} is nobody's id in export.csv")
        return known

    with pytest.raises(ValueError, match="line 2: 'olav' is nobody's id in export.csv"):
        pairs.read(tmp_path / "pairs.csv", name_of)


def test_every_line_at_fault_is_named(tmp_path):
    with pytest.raises(ValueError, match="pairs.csv: line 3") as told:
        read(tmp_path, "kim,sam\nzoe,Zoe\nsam,ann\nbob,\n")
    assert "line 4: sam is in a pair already" in str(told.value)
    assert "line 5: a pair has two different ids, not bob and " in str(told.value)
