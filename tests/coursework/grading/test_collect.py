"""Whose notebook is it, and which assignment: every form that a learning platform or a colleague
may hand over.
"""

import json
import unicodedata
import zipfile
from dataclasses import replace

import nbformat
import pytest
from kinds import KINDS
from sample_class import hand_in, write

from coursework.grading.collect import NoRoster, collect
from coursework.grading.reading import read_notebook
from coursework.grading.roster import Roster

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Randomized response (77),Final\n"
    "    Points Possible,,,,,12,\n"
    '"Lovelace, Ada",4711,s1,ada,A,,\n"Hopper, Grace",4712,s2,grace,A,,\n'
    '"Turing, Alan",4713,s3,alan,A,,\n'
)
MOODLE = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
    "Participant 12345,Ada Lovelace,ada@uni.example,Submitted,,12\n"
    "Participant 12346,Grace Hopper,grace@uni.example,,,12\n"
)


@pytest.fixture
def text(sample):
    return nbformat.writes(hand_in(sample, "ada", *KINDS["correct"])).encode()


def zipped(path, files):
    with zipfile.ZipFile(path, "w") as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return path


def roster(lms, tmp_path, content):
    path = tmp_path / f"{lms}.csv"
    path.write_text(content, encoding="utf-8")
    return Roster.read(lms, path)


@pytest.mark.parametrize(
    "name",
    [
        "submitted/ada/randomized_response/randomized_response.ipynb",
        "ada/randomized_response (1).ipynb",
        "ada.ipynb",
    ],
)
def test_folders_of_nbgrader_and_plain_ones(sample, text, tmp_path, name):
    place = tmp_path / "in"
    (place / name).parent.mkdir(parents=True)
    (place / name).write_bytes(text)
    (found,), refused = collect(place, [sample])
    assert (found.student, found.assignment, refused) == ("ada", "randomized_response", [])
    (found,), refused = collect(zipped(tmp_path / "in.zip", {name: text}), [sample])
    assert (found.student, refused) == ("ada", [])


@pytest.mark.parametrize(
    "names",
    [
        ["class/ada/hw.ipynb", "class/bob/part/hw.ipynb", "class/list.csv"],
        ["a/b/Ada Lovelace_12345_assignsubmission_file_/hw.ipynb",
         "a/b/Grace Hopper_12346_assignsubmission_file_/deep/hw.ipynb", "a/b/grades.csv"],
    ],
)  # fmt: skip
def test_a_folder_around_the_students_folders(sample, text, tmp_path, names):
    place = zipped(tmp_path / "in.zip", dict.fromkeys(names, text))
    found, refused = collect(place, [sample], roster("moodle", tmp_path, MOODLE))
    assert len(found) == 2 and all(one.path.endswith(".csv") for one in refused)
    assert {one.student.lower()[:3] for one in found} <= {"ada", "bob", "gra"}


def test_a_folder_that_may_be_a_students_own_is_named(sample, text, tmp_path):
    """Alone in a folder of late ones, Mallory may name somebody else inside."""
    path = zipped(tmp_path / "late.zip", {"mallory/submitted/victim/x.ipynb": text})
    (one,), refused = collect(path, [sample])
    assert one.student == "victim" and not refused
    assert any("mallory/submitted/ was taken for the folder of the class" in n for n in one.notes)


@pytest.mark.parametrize("name", ["अनिता", "ไทยกุ้ง", "O’Brien", "Zoe\u0308"])
def test_names_in_many_languages(sample, text, tmp_path, name):
    path = zipped(tmp_path / "in.zip", {f"{name}/x.ipynb": text, "ada/x.ipynb": text})
    found, refused = collect(path, [sample])
    assert {one.student for one in found} == {unicodedata.normalize("NFC", name), "ada"}
    assert not refused


def test_what_a_student_hides_is_listed_unless_there_is_more(sample, text, tmp_path):
    files = {
        "ada/.ipynb_checkpoints/hw.ipynb": text,
        "bob/.ipynb_checkpoints/hw-checkpoint.ipynb": text,
        "bob/hw.ipynb": text,
        "__MACOSX/bob/hw.ipynb": b"",
        "bob/__MACOSX/._hw.ipynb": b"",
    }
    place = zipped(tmp_path / "in.zip", files)
    (found,), (refused,) = collect(place, [sample])
    assert (found.student, refused.student) == ("bob", "ada")
    assert "handed in nothing else" in refused.reason


def test_a_name_that_looks_like_moodles_folder_is_the_own_one(sample, text, tmp_path):
    folder = "Ada Lovelace_1_assignsubmission_file_ X_12346_assignsubmission_file_"
    place = zipped(tmp_path / "in.zip", {f"{folder}/hw.ipynb": text})
    (found,), _ = collect(place, [sample], roster("moodle", tmp_path, MOODLE))
    assert found.student == "grace@uni.example", "the number is Moodle's own"


def test_files_of_several_assignments_in_one_box_of_an_lms(sample, text, tmp_path):
    """Another assignment's notebook could change an old grade, or reach the wrong column."""
    other = replace(sample, name="survey")
    book = roster("canvas", tmp_path, CANVAS)
    for names in (
        ["lovelaceada_4711_99_survey.ipynb", "hoppergrace_4712_98_randomized_response.ipynb"],
        ["ada/survey.ipynb", "grace/randomized_response.ipynb"],
    ):
        place = zipped(tmp_path / "in.zip", dict.fromkeys(names, text))
        told = r"randomized_response: grace; survey: ada.*ASSIGNMENT="
        with pytest.raises(ValueError, match=told):
            collect(place, [sample, other], book)
        found, _ = collect(place, [sample, other], book, only="randomized_response")
        assert {one.assignment for one in found} == {"randomized_response"}
    names = ["ada/survey/hw.ipynb", "grace/randomized_response/hw.ipynb"]
    place = zipped(tmp_path / "in.zip", dict.fromkeys(names, text))
    assert len(collect(place, [sample, other], book)[0]) == 2, "the folders tell it"


def test_two_students_of_one_name_are_told_apart_by_number_or_refused(sample, text, tmp_path):
    place = zipped(tmp_path / "in.zip", {"Ada Day_7_assignsubmission_file_/hw.ipynb": text})
    lines = ["Full name,Email address,Grade", "Ada Day,a@x.org,", "Ada Day,b@x.org,"]
    _, (refused,) = collect(place, [sample], roster("moodle", tmp_path, "\n".join(lines) + "\n"))
    assert "2 students have the name Ada Day" in refused.reason


def test_a_damaged_entry_of_a_zip_costs_one_file(sample, text, tmp_path):
    path = zipped(tmp_path / "in.zip", {"bob.ipynb": text})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("ada.ipynb", text)
    raw = bytearray(path.read_bytes())
    place = raw.rindex(b"ada.ipynb", 0, raw.rindex(b"PK\x01\x02")) + len("ada.ipynb")
    raw[place : place + 40] = bytes(40)
    path.write_bytes(raw)
    (found,), (refused,) = collect(path, [sample])
    assert (found.student, refused.path) == ("bob", "ada.ipynb")
    assert refused.reason == "damaged or encrypted in the zip"


def test_canvas(sample, text, tmp_path):
    place = zipped(
        tmp_path / "in.zip",
        {
            "lovelaceada_4711_99_randomized_response-1.ipynb": text,
            "hoppergrace_LATE_4712_98_a1 (1).ipynb": text,
            "unknown_9999_97_randomized_response.ipynb": text,
            "turingalan_4713_96_essay.pdf": b"%PDF",
        },
    )
    with pytest.raises(NoRoster, match="--canvas export.csv"):
        collect(place, [sample])
    found, refused = collect(place, [sample], roster("canvas", tmp_path, CANVAS))
    assert sorted(one.student for one in found) == ["ada", "grace"]
    assert {one.student: one.reason for one in refused} == {
        "": "the student with number 9999 is not in the grade book canvas.csv",
        "alan": "not a notebook (.ipynb)",
    }


HEADING = {"cell_type": "heading", "level": 2**70, "source": "x", "metadata": {}}
LONE = {"cell_type": "raw", "source": "\ud800", "metadata": {}}


@pytest.mark.parametrize(
    "notebook",
    [
        {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [HEADING]}]},
        {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [LONE]},
        {"nbformat": [], "nbformat_minor": 4, "metadata": {}, "cells": []},
        [],
    ],
)
def test_no_file_ends_the_reading_of_a_class(notebook):
    """What a library that reads notebooks makes of these is an OverflowError, or a text that cannot
    be written.
    """
    with pytest.raises(ValueError, match="damaged notebook|a notebook of format"):
        read_notebook(json.dumps(notebook).encode())


def test_what_takes_a_validator_hours_or_all_memory_is_read_at_once():
    """Tags that must differ are compared in pairs: 20,000 of them would take more than an hour."""
    tags, outputs = [{"a": n} for n in range(20_000)], [{"output_type": "zz"}] * 100_000
    cells = [
        {"cell_type": "markdown", "source": ["a\n", "b"], "metadata": {"tags": tags}},
        {"cell_type": "code", "source": "1", "metadata": {}, "outputs": outputs, "id": "x"},
        {"cell_type": "code", "source": "2", "metadata": {}, "id": "x"},
    ]
    notebook = {"nbformat": 4, "nbformat_minor": None, "metadata": [], "cells": cells}
    found = read_notebook(json.dumps(notebook).encode()).cells
    assert [cell.source for cell in found] == ["a\nb", "1", "2"]
    assert len(found[1].outputs) == 100 and not found[0].metadata


def test_what_is_unclear_is_refused_with_a_reason(sample, text, tmp_path):
    place = tmp_path / "in"
    write(hand_in(sample, "bob", *KINDS["wrong"]), place / "bob" / "randomized_response.ipynb")
    write(hand_in(sample, "bob", *KINDS["half"]), place / "bob" / "randomized_response (1).ipynb")
    (place / "carl.ipynb").write_bytes(b"\x00\xff")
    write(nbformat.v4.new_notebook(), place / "dora.ipynb")
    (place / "eve.ipynb").symlink_to("/etc/hostname")
    found, refused = collect(place, [sample])
    assert found == []
    reasons = {one.path: one.reason for one in refused}
    assert reasons["bob/randomized_response.ipynb"].startswith(
        "2 different notebooks of one student"
    )
    assert reasons["carl.ipynb"] == "damaged notebook: UnicodeDecodeError"
    assert (
        reasons["dora.ipynb"]
        == "neither its name nor its cells tell the assignment (randomized_response)"
    )
    assert reasons["eve.ipynb"] == "a link"


def test_a_zip_cannot_write_anywhere(sample, text, tmp_path):
    found, refused = collect(
        zipped(tmp_path / "in.zip", {"../../x.ipynb": text, "y/../../x.ipynb": text}), [sample]
    )
    assert found == []
    assert {one.reason for one in refused} == {"its path leads out of the folder"}


def test_one_column_is_filled_and_the_rest_stays(tmp_path):
    book = roster("canvas", tmp_path, CANVAS)
    missing = book.fill(book.column("randomized_response"), {"ada": 11.5, "GRACE": 0}, points=12)
    assert missing == ["alan"]
    book.write(tmp_path / "filled.csv")
    written = (tmp_path / "filled.csv").read_text(encoding="utf-8").replace("\r\n", "\n")
    assert written == CANVAS.replace("ada,A,,", "ada,A,11.5,").replace("grace,A,,", "grace,A,0,")


@pytest.mark.parametrize("name", ["ada", "ADA", "s1", "4711"])
def test_a_student_may_use_any_id_of_the_own_row(sample, text, tmp_path, name):
    book = roster("canvas", tmp_path, CANVAS)
    (found,), _ = collect(zipped(tmp_path / "in.zip", {f"{name}.ipynb": text}), [sample], book)
    assert found.student == "ada" and "s1" in found.other_ids
    book.fill(book.column("randomized_response"), {name: 7}, points=12)
    assert "7" in book.rows[1]


def test_an_id_of_two_students_is_refused(sample, text, tmp_path):
    book = roster("canvas", tmp_path, CANVAS.replace("4712,s2", "4712,ADA"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ada.ipynb").write_bytes(text)
    reason = "'ada' is an id of 2 students in canvas.csv: Lovelace, Ada; Hopper, Grace"
    _, (refused,) = collect(tmp_path / "in", [sample], book)
    assert refused.reason == reason
    with pytest.raises(ValueError, match=reason):
        book.fill(5, {"ada": 7}, points=12)


def test_a_grade_book_that_does_not_fit_is_not_filled(tmp_path):
    book = roster("canvas", tmp_path, CANVAS)
    with pytest.raises(ValueError, match="not in canvas.csv: eve; no grade was entered"):
        book.fill(5, {"ada": 1, "eve": 2}, points=12)
    with pytest.raises(ValueError, match="at most 12 points there, but 20 in the assignment"):
        book.fill(5, {"ada": 1}, points=20)
    with pytest.raises(ValueError, match="0 columns fit 'rappor'; name one with --column"):
        book.column("rappor")
    assert all(not row[5] or "Possible" in row[0] for row in book.rows)
    with pytest.raises(ValueError, match="has none of the columns .*: is it Moodle's export"):
        roster("moodle", tmp_path, "a,b\n1,2\n")


@pytest.mark.parametrize(
    "content, told",
    [
        (CANVAS.replace(",", ";").encode(), "Student;ID;"),
        (CANVAS.encode("utf-16"), "is not text in UTF-8"),
        (b"", "or empty"),
    ],
)
def test_an_export_in_another_form_is_named_with_what_to_do(tmp_path, content, told):
    (tmp_path / "export.csv").write_bytes(content)
    with pytest.raises(
        ValueError,
        match=f"export.csv.*{told}.*comma-separated CSV in UTF-8, with the LMS .* English",
    ):
        Roster.read("canvas", tmp_path / "export.csv")
