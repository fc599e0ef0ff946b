"""A penalty stands beside what was earned, with its reason."""

import re

import pytest

from coursework.extras import lateness, worksheet
from coursework.grading.grade_book import Roster
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


def read(tmp_path, policy=POLICY, times=TIMES):
    for name, text in (("late.toml", policy), ("times.csv", times)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    names = {"survey", "words"}
    return lateness.read(tmp_path / "late.toml", tmp_path / "times.csv", str, names)


def test_days_beyond_the_free_ones_cost_a_share_of_the_points(tmp_path):
    policy = read(tmp_path)
    names = ("kim", "sam", "zoe", "ann", "bob", "eve")
    results = {
        result.student: result
        for result in lateness.apply([graded(n, 4, 2) for n in names], policy)
    }
    final = {
        name: (result.points, result.penalty, result.final)
        for name, result in results.items()
    }
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
    assert results["eve"].notes == (
        "time of submission unknown: not checked for lateness",
    )
    (second,) = lateness.apply([graded("ann", 4, 2, "words")], policy)
    assert second.notes == ("1 day late, 0 free: 1.5 points off",), (
        "free days are used up"
    )


def test_what_canvas_says_of_files_whose_time_is_unknown(tmp_path):
    """Canvas names what is late, so another file of Canvas is on time."""
    names = ("zoe", "eve", "max", "sue")
    sent = [Submission(name, "survey", "", b"", late=late)
            for name, late in zip(names, (True, True, False, None))]  # fmt: skip
    policy = read(tmp_path).with_marked(sent)
    results = lateness.apply([graded(name, 4, 2) for name in names], policy)
    assert [result.penalty for result in results] == [0, 0, 0, 0]
    assert [result.notes for result in results] == [
        (),  # the time is known, and there is an extension
        ("handed in late, but when is unknown: nothing was taken off",),
        (),
        ("time of submission unknown: not checked for lateness",),
    ]
    late, unknown = policy.without_time(results)
    assert (
        "(_LATE_ in the file's name), but their times are unknown: eve. Nothing" in late
    )
    assert "The time of submission is unknown for sue, so" in unknown


SHEET = """Identifier,Full name,Email address,Status,Grade,Last modified (submission)
Participant 1,Kim,KIM,Submitted,,"Sunday, 1 March 2026, 12:00 PM"
Participant 2,Sam,sam,Submitted,,"Monday, March 2, 2026, 12:01 PM"
Participant 3,Ann,ann,Submitted,,"2 March 2026, 23:59"
Participant 4,Bob,bob,No submission,,-
"""


def test_times_come_from_moodles_worksheet(tmp_path):
    (tmp_path / "sheet.csv").write_text(SHEET, encoding="utf-8")
    times = worksheet.times(Roster.read("moodle", tmp_path / "sheet.csv"), str.lower)
    assert {who: time.isoformat() for who, time in times.items()} == {
        "kim": "2026-03-01T12:00:00", "sam": "2026-03-02T12:01:00", "ann": "2026-03-02T23:59:00",
    }  # fmt: skip
    policy = read(tmp_path, times="student,assignment,handed_in\n")
    policy = policy.with_worksheet(times, {"survey"})
    assert {who: list(policy.late(who)) for who in ("Kim", "sam", "ann", "bob")} == {
        "Kim": [], "sam": ["survey"], "ann": ["survey"], "bob": [],
    }  # fmt: skip
    assert [policy.late(who)["survey"].days for who in ("sam", "ann")] == [2, 2]
    worksheet.write(times, {"survey"}, policy, tmp_path / "made.csv")
    assert read(tmp_path, times=(tmp_path / "made.csv").read_text("utf-8")) == policy
    with pytest.raises(ValueError, match="one assignment, and here are survey, words"):
        policy.with_worksheet(times, {"survey", "words"})


@pytest.mark.parametrize(
    "written", ["Sonntag, 1. März 2026, 12:00", "soon", "31 February 2026, 10:00 AM"]
)
def test_an_unreadable_time_is_refused_with_its_line(tmp_path, written):
    sheet = SHEET.replace("2 March 2026, 23:59", written)
    (tmp_path / "sheet.csv").write_text(sheet, encoding="utf-8")
    with pytest.raises(
        ValueError, match="sheet.csv: line 4: .* is not a time such as .*English"
    ):
        worksheet.times(Roster.read("moodle", tmp_path / "sheet.csv"))


BERLIN = 'zone = "Europe/Berlin"\n'
NEW_YORK = 'zone = "America/New_York"\n'
CLOCKS = [  # rule, due date, when it was handed in, days late
    # the next evening, after clocks went back; and the night after, when they went on
    ("", "2026-10-24T23:59:00+02:00", "2026-10-25T23:30:00+01:00", 1),
    ("", "2026-10-24T23:59:00", "2026-10-25T23:30:00", 1),
    ("", "2027-03-27T23:59:00+01:00", "2027-03-29T00:30:00+02:00", 2),
    ("", "2026-10-31T23:59:00-04:00", "2026-11-01T23:30:00-05:00", 1),
    ("", "2026-04-04T23:59:00+11:00", "2026-04-05T23:30:00+10:00", 1),
    # with the zone's name instants tell it, too
    (BERLIN, "2026-10-24T23:59:00+02:00", "2026-10-25T22:30:00Z", 1),
    (BERLIN, "2026-10-24T23:59:00", "2026-10-25T23:30:00+01:00", 1),
    (BERLIN, "2026-10-24T21:59:00Z", "2026-10-25T23:30:00", 1),
    (BERLIN, "2027-03-27T23:59:00", "2027-03-28T22:30:00Z", 2),
    (NEW_YORK, "2027-03-14T04:59:00Z", "2027-03-15T03:30:00Z", 1),
    (NEW_YORK, "2027-03-13T23:59:00", "2027-03-15T00:30:00", 2),
    # an instant, or another part of the world, in the zone of the due date
    ("", "2026-12-04T23:59:00+01:00", "2026-12-04T22:58:00Z", 0),
    ("", "2026-12-04T23:59:00+01:00", "2026-12-05T23:30:00Z", 2),
    ("", "2026-12-04T23:59:00+01:00", "2026-12-04T17:58:00-05:00", 0),
    ("", "2026-12-04T23:59:00Z", "2026-12-06T00:30:00Z", 2),
    # in the hour that clocks show twice
    ("", "2026-10-25T02:30:00+01:00", "2026-10-25T02:45:00+02:00", 0),
]  # fmt: skip


@pytest.mark.parametrize("rule, due, handed_in, days", CLOCKS)
def test_days_are_counted_on_the_wall_clock_of_the_due_date(
    tmp_path, rule, due, handed_in, days
):
    policy = f"{rule}penalty_per_day = 0.1\n[due]\nsurvey = {due}\n"
    times = f"student,assignment,handed_in\nkim,survey,{handed_in}\n"
    late = read(tmp_path, policy, times).late("kim")
    assert late.get("survey", lateness.Late(0, 0)).days == days


@pytest.mark.parametrize(
    "rule, due, shown, days",
    [
        ("", "2026-10-24T23:59:00+02:00", "Sunday, 25 October 2026, 11:30 PM", 1),
        (BERLIN, "2026-10-24T21:59:00Z", "Sunday, 25 October 2026, 11:30 PM", 1),
        ("", "2027-03-27T23:59:00+01:00", "Monday, 29 March 2027, 12:30 AM", 2),
        (NEW_YORK, "2027-03-14T04:59:00Z", "Monday, 15 March 2027, 12:30 AM", 2),
        ("", "2026-12-04T23:59:00", "Friday, 4 December 2026, 11:59 PM", 0),
    ],
)
def test_moodles_worksheet_and_its_table_say_the_same(tmp_path, rule, due, shown, days):
    policy = f"{rule}[due]\nsurvey = {due}\n"
    (tmp_path / "sheet.csv").write_text(
        f'Identifier,Email address,{worksheet.COLUMN}\nP 1,kim,"{shown}"\n', "utf-8"
    )
    times = worksheet.times(Roster.read("moodle", tmp_path / "sheet.csv"))
    known = read(tmp_path, policy, "student,assignment,handed_in\n")
    known = known.with_worksheet(times, {"survey"})
    worksheet.write(times, {"survey"}, known, tmp_path / "made.csv")
    for rule in (known, read(tmp_path, policy, (tmp_path / "made.csv").read_text())):
        assert rule.late("kim").get("survey", lateness.Late(0, 0)).days == days


@pytest.mark.parametrize("text", ["2026-03-01", "20260301", "2026-W09-7"])
def test_a_date_without_a_time_of_day_is_refused(tmp_path, text):
    times = f"student,assignment,handed_in\nkim,survey,{text}\n"
    with pytest.raises(ValueError, match=f"line 2: '{text}' is a date without a time"):
        read(tmp_path, times=times)


def test_who_came_after_the_last_day_waits_for_no_mark(tmp_path):
    (late,) = lateness.apply([graded("bob", 4)], read(tmp_path))
    (free,) = lateness.apply([graded("sam", 4)], read(tmp_path))
    assert (late.final, late.pending, free.pending) == (0, 0, 2)


def test_the_files_of_the_guide_can_be_read(tmp_path):
    guide = (ROOT / "book" / "teaching_coursework.md").read_text("utf-8")
    policy, times = guide.partition("### Late days")[2].split("```\n")[1:4:2]
    rule = read(tmp_path, policy, times)
    assert rule.late("kim@example.org") == {}, "an extension"
    assert rule.late("Kim@example.org") == {}, "capital letters make no difference"
    assert (rule.free_late_days, rule.penalty_per_day, rule.last_day) == (3, 0.1, 5)


def test_a_late_day_counts_for_both_of_a_pair(tmp_path):
    """Ann hands in the first one 3 days late, her partner the second, a day late."""
    times = TIMES.replace("ann,words", "eve,words")
    policy = read(tmp_path, times=times).with_partners(
        {"ann": "eve", "eve": "ann"}, {"survey", "words"}
    )
    for who, other in (("ann", "eve"), ("eve", "ann")):
        assert [(late.days, late.free) for late in policy.late(who).values()] == [
            (3, 2),
            (1, 0),
        ]
        (copy,) = lateness.apply(
            [graded(who, 4, 2, "words", handed_in_by=other)], policy
        )
        assert copy.penalty == 1.5


@pytest.mark.parametrize(
    ("policy", "times", "named"),
    [
        ("free_days = 2\n" + POLICY, TIMES, "late.toml: 'free_days' is not one of"),
        (POLICY.replace("T12:00:00+01:00", ""), TIMES, "is not a date with a time"),
        ('zone = "CET-ish"\n' + POLICY, TIMES, "zone = 'CET-ish' is no name of a zone"),
        (POLICY.replace("+01:00", ""), TIMES, 'add the zone .* zone = "Europe/Berlin"'),
        (POLICY, TIMES.replace("2026-03-07T12:00:00+01:00", "yesterday"), "line 7: 'yesterday'"),
        (POLICY, TIMES.replace("11:00:00+01:00", "11:00:00"), "some times have a zone"),
        (POLICY, TIMES + "kim,survey,2026-03-01T13:00:00+01:00\n", "line 8: a second time of kim"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_its_line(tmp_path, policy, times, named):
    with pytest.raises(ValueError, match="late.toml|times.csv") as raised:
        read(tmp_path, policy, times)
    assert re.search(named, str(raised.value))
