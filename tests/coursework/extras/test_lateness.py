"""A penalty stands beside what was earned, with its reason."""

import csv

import pytest

from coursework.extras import lateness
from coursework.grading.results import Submission
from tests.book.parts import ROOT
from tests.coursework.extras.small_class import graded

POLICY = """
free_late_days = 2
penalty_per_day = 0.25
last_day = 5
[due]
survey = 2026-03-01T12:00:00+01:00
words = 2026-03-10T12:00:00+01:00
[extensions.survey]
"Zoe" = 2026-03-04T12:00:00+01:00
"""
TIMES = """student,assignment,handed_in
kim,survey,2026-03-01T12:00:00+01:00
sam,survey,2026-03-02T12:00:01+01:00
zoe,survey,2026-03-04T11:00:00+01:00
ann,survey,2026-03-04T12:00:00+01:00
ann,words,2026-03-11T11:00:00+01:00
bob,survey,2026-03-07T12:00:00+01:00
"""


def read(tmp_path, policy=POLICY, times=TIMES, name_of=str):
    for name, text in (("late.toml", policy), ("times.csv", times)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = {"survey", "words"}
    return lateness.read(tmp_path / "late.toml", tmp_path / "times.csv", name_of, names)


def test_free_days_then_a_share_of_the_points_for_each_day(tmp_path):
    policy = read(tmp_path)
    names = ("kim", "sam", "zoe", "ann", "bob", "eve")
    results = {one.student: one for one in lateness.apply([graded(n, 4, 2) for n in names], policy)}
    final = {name: (one.points, one.penalty, one.final) for name, one in results.items()}
    assert final == {
        "kim": (6, 0, 6),  # in the last second
        "sam": (6, 0, 6),  # 2 days, both free
        "zoe": (6, 0, 6),  # an extension
        "ann": (6, 1.5, 4.5),  # 3 days, one of them charged
        "bob": (6, 6, 0),  # 6 days: later than the last day
        "eve": (6, 0, 6),  # nobody knows when
    }
    assert results["kim"].notes == results["zoe"].notes == ()
    assert results["sam"].notes == ("2 days late, 2 free: 0 points off",)
    assert results["ann"].notes == ("3 days late, 2 free: 1.5 points off",)
    assert results["bob"].notes == ("6 days late, later than the last day: no points",)
    assert results["eve"].notes == ("time of submission unknown: not checked for lateness",)
    (second,) = lateness.apply([graded("ann", 4, 2, "words")], policy)
    assert second.notes == ("1 day late, 0 free: 1.5 points off",), "free days are used up"
    lateness.write(results.values(), policy, tmp_path / "late.csv")
    lines = list(csv.DictReader((tmp_path / "late.csv").open(encoding="utf-8")))
    assert [line["student"] for line in lines] == ["kim", "sam", "zoe", "ann", "bob"]
    ann = lines[3]
    assert (ann["days late"], ann["free"], ann["charged"]) == ("3", "2", "1")
    assert (ann["earned"], ann["penalty"], ann["final"]) == ("6", "1.5", "4.5")


def test_the_files_of_the_guide_can_be_read(tmp_path):
    guide = (ROOT / "book" / "teaching_coursework.md").read_text("utf-8")
    policy, times = guide.partition("### Late days")[2].split("```\n")[1:4:2]
    rule = read(tmp_path, policy, times)
    assert rule.late("kim@example.org") == {}, "an extension"
    assert rule.late("Kim@example.org") == {}, "capital letters make no difference"
    assert (rule.free_late_days, rule.penalty_per_day, rule.last_day) == (3, 0.1, 5)


def test_a_partner_is_as_late_as_the_submission(tmp_path):
    (copy,) = lateness.apply([graded("eve", 4, 2, handed_in_by="ann")], read(tmp_path))
    assert copy.penalty == 1.5


def test_a_day_counts_for_both_of_a_pair(tmp_path):
    """Ann hands in the first one 3 days late, her partner the second, a day late."""
    times = TIMES.replace("ann,words", "eve,words")
    policy = read(tmp_path, times=times).with_partners(
        {"ann": "eve", "eve": "ann"}, {"survey", "words"}
    )
    for who, other in (("ann", "eve"), ("eve", "ann")):
        assert [(late.days, late.free) for late in policy.late(who).values()] == [(3, 2), (1, 0)]
        (copy,) = lateness.apply([graded(who, 4, 2, "words", handed_in_by=other)], policy)
        assert copy.penalty == 1.5
    extended = read(tmp_path).with_partners({"zoe": "kim", "kim": "zoe"}, {"survey"})
    assert extended.due_for("kim", "survey") == extended.due_for("zoe", "survey")


def test_any_id_of_a_student_counts_and_one_of_nobody_is_refused(tmp_path):
    ids = {name: name.lower() for name in ("kim", "sam", "zoe", "Zoe", "ann", "bob")}
    ids["s17"] = "ann"

    def name_of(known):
        if known not in ids:
            raise ValueError(f"{known!r} is nobody's id in export.csv")
        return ids[known]

    policy = read(tmp_path, times=TIMES.replace("ann,words", "s17,words"), name_of=name_of)
    assert policy.late("ann").keys() == {"survey", "words"}
    with pytest.raises(ValueError, match="line 6: 'amn' is nobody's id in export.csv"):
        read(tmp_path, times=TIMES.replace("ann,words", "amn,words"), name_of=name_of)
    with pytest.raises(ValueError, match="extensions.survey: 'Zoey' is nobody's id"):
        read(tmp_path, policy=POLICY.replace("Zoe", "Zoey"), name_of=name_of)


def test_whoever_has_a_time_and_no_submission_is_named(tmp_path):
    there = [Submission(who, "survey", "", b"") for who in ("kim", "sam", "zoe", "eve")]
    sentences = read(tmp_path).without_submission(there, {"eve": "bob", "bob": "eve"})
    assert sentences == ["--handed-in: 'ann' has no submission of survey here"]


@pytest.mark.parametrize(
    ("policy", "times", "named"),
    [
        ("free_days = 2\n" + POLICY, TIMES, "late.toml: 'free_days' is not one of"),
        (POLICY.replace("0.25", "25"), TIMES, "late.toml: penalty_per_day is a share"),
        (POLICY.replace("= 2\n", "= -1\n"), TIMES, "free_late_days = -1 must be a number"),
        (POLICY.replace("[extensions.survey]", "[extensions.poll]"), TIMES, "no due date of poll"),
        (POLICY.replace("T12:00:00+01:00", ""), TIMES, "is no date with a time"),
        ("due = ", TIMES, "late.toml cannot be read as TOML"),
        (POLICY, TIMES.replace("2026-03-07T12:00:00+01:00", "yesterday"), "line 7: 'yesterday'"),
        (POLICY, TIMES.replace("bob,survey", "bob,poll"), "line 7: late.toml has no due date"),
        (POLICY, TIMES.replace("11:00:00+01:00", "11:00:00"), "some times have a zone"),
        (POLICY, TIMES.replace("handed_in", "time"), "has no column handed_in"),
        (POLICY, TIMES.replace(",", ";"), "Save it with commas"),
        (POLICY, TIMES + "kim,survey,2026-03-01T13:00:00+01:00\n", "line 8: a second time of kim"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place(tmp_path, policy, times, named):
    with pytest.raises(ValueError, match="late.toml|times.csv") as told:
        read(tmp_path, policy, times)
    assert named in str(told.value)
