"""An instructor's own files on the way from a zip to the grade book, with the real
command.

A right answer of the sample fails one of three tests with probability at most 1e-6
each.
"""

import re
import zipfile

import nbformat
import pytest
from kinds import answers
from sample_class import column, feedback, grade, hand_in, salt_in

from coursework.grading.writing import read_table

CLASS = {"Kim Lee": "kim@x.org", "Sam Ray": "sam@x.org", "Zoe Day": "zoe@x.org"}
LATE = """penalty_per_day = 0.25
[due]
randomized_response = 2026-03-01T12:00:00
"""
TIMES = """student,assignment,handed_in
kim@x.org,randomized_response,2026-03-01T11:00:00
sam@x.org,randomized_response,2026-03-02T11:00:00
"""


@pytest.fixture(scope="module")
def place(needs_jail, sample, tmp_path_factory):
    place = tmp_path_factory.mktemp("class")
    files = {
        "late.toml": LATE,
        "times.csv": TIMES,
        "pairs.csv": "student,partner\nzoe@x.org,kim@x.org\n",
    }
    rows = [f"{name},{mail}," for name, mail in CLASS.items()]
    title = "Assignment: randomized_response (Real)"
    files["export.csv"] = "\n".join([f"Full name,Email address,{title}", *rows]) + "\n"
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    with zipfile.ZipFile(place / "hw.zip", "w") as bundle:
        for number, (who, named) in enumerate([
            ("Kim Lee", "zoe@x.org"),
            ("Sam Ray", "sam@x.org"),
        ]):
            notebook = hand_in(sample, named, *answers("correct"))
            folder = f"{who}_{number}_assignsubmission_file_"
            bundle.writestr(
                f"{folder}/randomized_response.ipynb", nbformat.writes(notebook)
            )
    salt_in(place)
    return place


def run(place, *more):
    options = ["--moodle", place / "export.csv", "--trust-names"]
    options += ["--pairs", place / "pairs.csv"]
    options += ["--late", place / "late.toml", "--handed-in", place / "times.csv"]
    return grade(place / "hw.zip", *options, *more, salt=place / "salt")


@pytest.mark.deep
def test_pairs_late_days_and_marks_reach_the_grade_book(place, sample):
    first = run(place)
    assert first.returncode == 0, first.stderr
    assert (
        "Not in the feedback zip, give them their pages yourself: zoe@x.org"
        in first.stdout
    )
    output = place / "hw-grades"
    to_mark = output / "marking" / "to_mark.csv"
    waiting = read_table(to_mark)
    assert len(waiting) == 2
    lines = [
        f"{row['student']},{row['assignment']},{row['question']},{row['of']},Good"
        for row in waiting
    ]
    (place / "unreadable.csv").write_text("student,points\nkim,2\n", encoding="utf-8")
    refused = run(place, "--marks", place / "unreadable.csv")
    assert refused.returncode == 1 and "No mark was taken in" in refused.stderr
    assert "2 as before" in refused.stdout and not re.search(
        r"^\d+/\d+ ", refused.stderr, re.MULTILINE
    )
    (place / "marks.csv").write_text(
        "\n".join(["student,assignment,question,points,comment", *lines]),
        encoding="utf-8",
    )
    second = run(place, "--marks", place / "marks.csv")
    assert "marks.csv: 2 marks taken in" in second.stdout, second.stdout + second.stderr
    totals = {row["student"]: row for row in read_table(output / "totals.csv")}
    full = f"{sample.points:g}"
    earned = {
        who: (row["points"], row["late"], row["final"]) for who, row in totals.items()
    }
    penalty, less = f"{sample.points / 4:g}", f"{sample.points * 3 / 4:g}"
    assert earned == {
        "kim@x.org": (full, "0", full),
        "zoe@x.org": (full, "0", full),
        "sam@x.org": (full, penalty, less),
    }
    assert (
        "the individual numbers are those of zoe@x.org" in totals["kim@x.org"]["notes"]
    )
    (column,) = [
        name for name in read_table(output / "moodle.csv")[0] if "Assignment" in name
    ]
    filled = {
        row["Email address"]: row[column] for row in read_table(output / "moodle.csv")
    }
    assert filled == {who: row["final"] for who, row in totals.items()}
    page = feedback(output, "zoe@x.org")
    assert "handed in by kim@x.org, in a pair" in page
    assert "Good" in page
    with zipfile.ZipFile(output / "feedback_moodle_randomized_response.zip") as bundle:
        assert len(bundle.namelist()) == 2
    rows = read_table(output / "questions.csv")
    assert {row["graded"] for row in rows} == {"2"}, "a pair counts once"


EXPORT = (
    "Student,ID,SIS User ID,SIS Login ID,Randomized response (77)\n    Points"
    " Possible,,,,12\n"
    '"Roe, Jo",8001.0,j1,jo,\n"Points Possible, Al",8002.0,a1,al,\n"Dee,'
    ' Max",8003.0,m1,max,\n'
    '"Student, Test",8004.0,,f00d,\n'
)
FILES = {  # name in Canvas: what stands in it as an id, and the written answer
    "roejo_8001_91_hw.ipynb": ("jo", "It hides who said what."),
    "possible_LATE_8002_92_hw.ipynb": ("Al", "=1+1"),
    "deemax_8003_93_hw.ipynb": ("Max Dee", ""),
}


@pytest.mark.deep
def test_the_screen_lists_the_decisions_of_the_instructor(needs_jail, sample, tmp_path):
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as bundle:
        for name, (who, reason) in FILES.items():
            notebook = hand_in(sample, who, *answers("correct"), reason=reason)
            bundle.writestr(name, nbformat.writes(notebook))
    files = {"export.csv": EXPORT, "late.toml": LATE}
    files["times.csv"] = "student,assignment,handed_in\n"
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    salt = salt_in(tmp_path)
    options = ["--canvas", tmp_path / "export.csv", "--late", tmp_path / "late.toml"]
    options += ["--handed-in", tmp_path / "times.csv"]
    done = grade(tmp_path / "hw.zip", *options, salt=salt)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("Starting …\nReading ") and "\n3/3  " in done.stderr
    for message in (
        "Ids in export.csv have become decimals",
        "_LATE_ in the file's name), but their times are unknown: al. Nothing was"
        " taken off",
        "name no id of theirs: max.",
        "canvas.csv, randomized_response: grades entered: 0",
        "left as it was, answers not yet marked: al, jo",
        "left as it was until marks are given, no written answer: max",
    ):
        assert message in done.stdout, message
    assert "no graded submission" not in done.stdout, (
        "Canvas's test student is not missing"
    )
    output = tmp_path / "hw-grades"
    notes = column(output, "notes")
    assert notes["jo"] == "" and "nothing was taken off" in notes["al"]
    to_mark = output / "marking" / "to_mark.csv"
    texts = [row["text"] for row in read_table(to_mark)]
    assert sorted(texts) == ["=1+1", "It hides who said what."]
    assert "'=1+1" in to_mark.read_text("utf-8"), "a spreadsheet runs nothing"
    again = grade(tmp_path / "hw.zip", *options, salt=salt)
    assert "3 as before" in again.stdout and "1/3" not in again.stderr
