"""Whose notebook is it, and which assignment: every form that a learning platform or a colleague
may hand over.
"""

import csv
import io
import json
import random
import re
import unicodedata
import zipfile
from contextlib import suppress
from dataclasses import replace

import nbformat
import pytest
from kinds import KINDS
from sample_class import hand_in, write

from coursework.grading.collect import NoRoster, collect
from coursework.grading.identifiers import id_of
from coursework.grading.reading import read_notebook
from coursework.grading.roster import OnlyNames, Roster
from coursework.grading.writing import read_table, write_table

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


def roster(lms, tmp_path, content, name=None):
    path = tmp_path / f"{name or lms}.csv"
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


NAMES = "Full name,Email address,Grade\nVic Tim,vic@x.org,\nMal Lory,mal@x.org,\n"
VIC = "Vic Tim_{}_assignsubmission_file_/hw.ipynb"


@pytest.mark.parametrize("numbers", [[99], [12, 99]])
def test_nobody_hands_in_for_another_by_taking_her_name(sample, text, tmp_path, numbers):
    """Mal called herself Vic Tim after the grade book was exported."""
    place = zipped(tmp_path / "in.zip", {VIC.format(one): text for one in numbers})
    told = "has no column Identifier.*--worksheet worksheet.csv.*--trust-names"
    with pytest.raises(OnlyNames, match=told):
        collect(place, [sample], roster("moodle", tmp_path, NAMES))
    other = {"bob.ipynb": text} | {VIC.format(one): text for one in numbers}
    (found,), refused = collect(
        zipped(tmp_path / "more.zip", other), [sample], roster("moodle", tmp_path, NAMES)
    )
    assert found.student == "bob" and len(refused) == len(numbers)
    assert all("may have taken another's name" in one.reason for one in refused)
    book = roster("moodle", tmp_path, NAMES)
    lines = "Identifier,Full name,Email address\nParticipant 99,Vic Tim,MAL@x.org\n"
    book.take_numbers(roster("moodle", tmp_path, lines + "Participant 12,Vic Tim,vic@x.org\n", "w"))
    found, _ = collect(place, [sample], book)
    assert sorted(one.student for one in found) == ["mal@x.org", "vic@x.org"][: len(numbers)]


def test_where_names_are_trusted_two_people_of_one_name_are_refused(sample, text, tmp_path):
    book = roster("moodle", tmp_path, NAMES)
    book.trust_names = True
    place = zipped(tmp_path / "in.zip", {VIC.format(number): text for number in (12, 99)})
    found, refused = collect(place, [sample], book)
    assert not found and len(refused) == 2
    assert all("several students hand in under one name" in one.reason for one in refused)
    book = roster("moodle", tmp_path, NAMES.replace("Mal Lory", "Vic Tim"))
    book.trust_names = True
    _, (refused, _) = collect(place, [sample], book)
    assert "2 students have the name Vic Tim" in refused.reason


def test_a_number_that_nobody_has_does_not_fall_back_on_the_name(sample, text, tmp_path):
    name = "Ada Lovelace_77777_assignsubmission_file_/hw.ipynb"
    _, (refused,) = collect(
        zipped(tmp_path / "in.zip", {name: text}), [sample], roster("moodle", tmp_path, MOODLE)
    )
    assert "with number 77777 is not in the grade book" in refused.reason


def test_a_worksheet_without_numbers_is_refused(tmp_path):
    with pytest.raises(ValueError, match="w.csv has no column Identifier: is it the grading"):
        roster("moodle", tmp_path, NAMES).take_numbers(roster("moodle", tmp_path, NAMES, "w"))


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


CELLS = [
    {"cell_type": kind, "source": f"# ε{at}", "metadata": {}}
    for at in range(3)
    for kind in ("code", "markdown", "raw")
]
SOURCE = json.dumps({"nbformat": 4, "cells": CELLS}, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_notebook_in_any_unicode_is_read(encoding):
    found = read_notebook(SOURCE.encode(encoding))
    assert found == read_notebook(SOURCE.encode()) and len(found.cells) == 9


@pytest.mark.parametrize(
    "content, told",
    [
        (SOURCE.replace("ε", "ü").encode("cp1252"), r"not in UTF-8 \(line 6\).*Latin-1"),
        (SOURCE.encode("mac-roman", "replace").replace(b"?", b"\x9f"), "not in UTF-8"),
        (f"<<<<<<< ours\n{SOURCE}".encode(), r"merge conflict in it \(line 1: <<<<<<<\)"),
        (SOURCE.replace("},", "},\r\n=======\r\n", 1).encode(), "merge conflict"),
        (SOURCE.replace(" ]", "  >>>>>>> theirs\n ]").encode(), "line 4.: >>>>>>>.*nbdime"),
        (b"\r\n \t", "the file is empty"),
        (bytes(4096), "without any text"),
        (b"\xef\xbb\xbf", "without any text"),
        (b"\n<HTML lang=de><title>Anmelden</title>", "a web page .* sign-in"),
        (b'<?xml version="1.0"?><Error>AccessDenied</Error>', "HTML or XML"),
        (SOURCE.encode()[:200], "cut off"),
        (SOURCE.encode("utf-16")[:333], "cut off"),
        (SOURCE.encode()[: SOURCE.encode().index("ε".encode()) + 1], "cut off"),
        (SOURCE.rstrip("}\n").encode(), "cut off"),
        (SOURCE.replace("cells", "ce\nlls").encode(), "no longer JSON from line 3 on"),
        ((SOURCE + SOURCE).encode(), "no longer JSON from line"),
        (b'{"accounts": [], "version": 2}', "no notebook, because it has no cells"),
        (b'"a text"', "no notebook, because it has no cells"),
        (b"import numpy as np\n", "it is text, but no notebook"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF file"),
        (b"PK\x03\x04\x14\x00", "a zip, or a document"),
        (b"{\\rtf1\\ansi", "a word processor"),
        (b"\x89PNG\r\n", "a picture"),
        (b"[" * 100_000, "deeper than any notebook"),
        (b'{"nbformat": ' + b"7" * 5_000 + b"}", "too long to read"),
        (b'{"nbformat": 4}', "no list of cells"),
        (b'{"nbformat": 4, "cells": [{"cell_type": "sql"}]}', "cell 1 of 1 is not as Jupyter"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_why_a_file_cannot_be_read_and_what_to_do(content, told):
    with pytest.raises(ValueError, match=f"(?s){told}") as raised:
        read_notebook(content)
    assert not re.search(r"[A-Za-z]Error\b|Exception", str(raised.value))
    assert re.search("hand it in again|hand in the file", str(raised.value))


def test_whatever_is_done_to_a_notebook_the_reason_is_a_sentence():
    rng, read = random.Random(26), 0
    for _ in range(500):
        content = bytearray(SOURCE.encode(rng.choice(["utf-8", "utf-16", "latin-1"]), "replace"))
        for _ in range(rng.randrange(1, 4)):
            at, size = rng.randrange(len(content) + 1), rng.choice([0, 1, 50, 10_000])
            other = [b"", b"\n<<<<<<< a\n", b"\0", b"}", b'"', b"\xe9", b"<", content[:at]]
            content[at : at + size] = rng.choice(other)
        try:
            read += bool(read_notebook(bytes(content)))
        except ValueError as error:
            told = str(error)
            assert re.match(
                "damaged notebook: (its?|the file|cell|Git) |a notebook of format ", told
            )
            assert re.search("hand it in again|hand in the file|JupyterLab", told), told
            assert not re.search(r"[A-Za-z]Error\b|Exception", told), told
    assert 10 < read < 490


@pytest.mark.parametrize(
    "content",
    [b" \n" * 2**20, b"{" + b"\n <<<" * 2**20, b"\n" * 2**22 + b"x"],
    ids=["blanks", "marks", "lines"],
)
def test_a_file_made_to_be_read_slowly_is_refused_at_once(content):
    """A pattern that looks at all blanks from each line on would need days."""
    with pytest.raises(ValueError, match="damaged notebook"):
        read_notebook(content)


@pytest.mark.parametrize(
    "names, students",
    [
        (["hw\\ada\\a.ipynb", "hw\\bob\\b.ipynb", "hw\\ada\\", "hw\\bob\\x\\"], {"ada", "bob"}),
        (["ada\\randomized_response\\x.ipynb", "bob/randomized_response/x.ipynb"], {"ada", "bob"}),
        (["__MACOSX\\ada\\x.ipynb", "ada\\.ipynb_checkpoints\\x.ipynb", "ada\\x.ipynb"], {"ada"}),
        (["..\\..\\ada\\x.ipynb", "bob\\..\\ada\\y.ipynb"], set()),
    ],
)  # fmt: skip
def test_folders_of_a_zip_that_an_old_windows_program_made(sample, text, tmp_path, names, students):
    found, refused = collect(zipped(tmp_path / "in.zip", dict.fromkeys(names, text)), [sample])
    assert {one.student for one in found} == students
    assert students or {one.reason for one in refused} == {"its path leads out of the folder"}


def test_a_wrong_assignment_is_named_with_the_right_one(sample, text, tmp_path):
    others = [replace(sample, name=name, source=nbformat.v4.new_notebook()) for name in ("a", "b")]
    place = zipped(
        tmp_path / "in.zip", {"ada.ipynb": text, "bob.ipynb": text, "c.ipynb": b"", "x.pdf": b""}
    )
    told = (
        "no notebook is of b, but 2 of 3 are of randomized_response.*ASSIGNMENT=randomized_response"
    )
    with pytest.raises(ValueError, match=told):
        collect(place, [*others, sample], only="b")


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
    assert "so it was not saved or not copied to its end" in reasons["carl.ipynb"]
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


SPOILT = (
    "Student,ID,SIS User ID,SIS Login ID,Randomized response (77)\n    Points Possible,,,,12.0\n"
    '"One, A",{},{},{},\n"Two, B",{},{},{},\n'
)


@pytest.mark.parametrize(
    "first, second, numbers",
    [
        (("8122.0", "31.0", "20250042.0"), ("81220.0", "310.0", "20250420.0"), (8122, 81220)),
        (('"8,122"', "31", '"20,250,042"'), ("81220", "310", '"20,250,420"'), (8122, 81220)),
        (("8.122", "31", "20.250.042"), ("81.220", "310", "20.250.420"), (8122, 81220)),
        (('"=""8122"""', "31", "20250042"), ('"=""81220"""', "310", "20250420"), (8122, 81220)),
        (("8.122E+03", "31", "20250042"), ("8.1220E+04", "310", "20250420"), (8122, 81220)),
    ],
)
def test_ids_that_a_program_made_numbers_of_are_read_as_they_were(tmp_path, first, second, numbers):
    written = SPOILT.format(*first, *second)
    book = roster("canvas", tmp_path, written)
    assert book.students() == ["20250042", "20250420"]
    assert [book.student_of(str(one)) for one in numbers] == book.students()
    assert book.student_of("812") is book.student_of("812200") is None
    assert "20250042" in book.ids_of(first[2].strip('"'))
    assert book.name_of("20250420.0") == "20250420", "in a table for pairs or late days"
    assert book.fill(4, {"20250042": 11}, points=12) == ["20250420"]
    book.write(tmp_path / "filled.csv")
    kept = (tmp_path / "filled.csv").read_bytes().decode().replace("\r\n", "\n")
    cells = list(csv.reader(io.StringIO(kept)))
    assert cells[2] == [*next(csv.reader([written.splitlines()[2][:-1]])), "11"]
    changed = any("have become decimals" in one for one in book.notices)
    assert changed == (id_of(first[2]) != first[2] or "8122" not in first[0][:7])


def test_whatever_a_program_makes_of_ids_nobody_gets_anothers_mark(tmp_path):
    """Of 300 books with ids in many forms, some of them also another student's: each number leads
    to its own row, or to nobody.
    """
    rng = random.Random(26)
    forms = ("{}", "{}.0", "{:,}", "{},0", '="{}"', "{:.2E}", "{:.6E}", "{}.00")
    for _ in range(300):
        numbers = rng.sample(range(1, rng.choice([40, 2_000, 90_000, 10**8])), 6)
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Quiz (3)"])
        for place, number in enumerate(numbers):
            ids = (rng.choice(forms).format(one) for one in (number, *rng.sample(numbers, 2)))
            rows.writerow([f"Student {place}", *ids, ""])
        book, found = roster("canvas", tmp_path, text.getvalue()), set()
        for place, number in enumerate(numbers):
            with suppress(ValueError):
                if student := book.student_of(str(number)):
                    book.fill(4, {student: number}, points=3)
                    found.add(place)
        given = [row[4] for row in book.rows]
        wanted = [f"{number:g}" if at in found else "" for at, number in enumerate(numbers)]
        assert given == wanted, text.getvalue()


@pytest.mark.parametrize(
    "lost", ["8.12E+04", "8E+04", "8,1E+4", "1.2345678901234568e+16", "81.000"]
)
def test_an_id_that_may_have_lost_digits_is_nobodys_and_is_named(tmp_path, lost):
    """81,000 may be 81 with three decimals, and 8.12E+04 anything from 81,150 to 81,250."""
    book = roster("canvas", tmp_path, SPOILT.format("812", "31", "ada", f'"{lost}"', "310", "bob"))
    assert book.student_of("812") == "ada"
    for number in ("81200", "81000", "81234", "80000", "81", "8", "12345678901234567"):
        with pytest.raises(ValueError, match="for certain. These ids in canvas.csv have lost"):
            book.student_of(number)
    (told,) = book.notices
    assert f"line 4, Two, B: ID {lost}" in told and "Export it again" in told
    assert book.name_of("bob") == "bob", "another column tells who that is"


@pytest.mark.parametrize("login", ["12e4", "7E3", "1_000", "3.5", "a4711.0", "0x10", "007"])
def test_a_login_that_looks_a_bit_like_a_number_stays(tmp_path, login):
    book = roster("canvas", tmp_path, SPOILT.format("812", "31", login, "813", "32", "bob"))
    assert book.students() == [login, "bob"] and book.notices == []


def test_a_book_of_canvas_without_its_own_numbers_says_so(tmp_path):
    book = roster("canvas", tmp_path, "Student,SIS Login ID,Quiz (3)\nOne,ada,\n")
    with pytest.raises(ValueError, match="canvas.csv has no column ID, by which Canvas names"):
        book.student_of("812")
    book = roster("canvas", tmp_path, SPOILT.format("812", "31", "ada", "812.0", "32", "bob"))
    with pytest.raises(ValueError, match="2 students have the number 812 in canvas.csv. Export"):
        book.student_of("812")


def test_zeros_that_were_taken_off_are_said(tmp_path):
    book = roster("canvas", tmp_path, SPOILT.format("812", "31", "42", "813", "32", "bob"))
    with pytest.raises(ValueError, match="'0042' is nobody's id .* One, A has 42 there. Export"):
        book.name_of("0042")


def test_who_is_called_like_the_maximum_is_a_student(sample, text, tmp_path):
    for name in ("Points Possible", "Points Possible, Max"):
        lines = CANVAS.replace("Lovelace, Ada", name).replace("ada,A,,", "ada,A,3,")
        book = roster("canvas", tmp_path, lines)
        assert book.fill(5, {"ada": 7}, points=12) == ["grace", "alan"]
        with pytest.raises(ValueError, match="at most 12 points there, but 20"):
            book.fill(5, {"ada": 7}, points=20)


def test_an_id_that_is_anothers_login_costs_nobody_a_grade(sample, text, tmp_path):
    """Grace's SIS id is Ada's login; Canvas's own numbers still tell who they are."""
    book = roster("canvas", tmp_path, CANVAS.replace("4712,s2", "4712,ADA"))
    names = ["lovelaceada_4711_99_a.ipynb", "hoppergrace_4712_98_a.ipynb"]
    found, refused = collect(
        zipped(tmp_path / "in.zip", dict.fromkeys(names, text)), [sample], book
    )
    assert sorted(one.student for one in found) == ["grace", "s1"] and not refused
    assert "ada" in found[1].other_ids, "Ada may still write it into her notebook"
    assert book.fill(5, {one.student: 9 for one in found}, points=12) == ["alan"]
    assert [row[5] for row in book.rows] == ["12", "9", "9", ""]


def test_canvas_test_student_is_not_missing(tmp_path):
    more = '"Student, Test",4799,,ab12cd34,A,,\n"Student, Testa",4800,s9,testa,A,,\n'
    book = roster("canvas", tmp_path, CANVAS + more)
    assert book.fill(5, {"ada": 7, "grace": 8, "alan": 9}, points=12) == ["testa"]
    assert "ab12cd34" in book.students(), "an instructor may try the assignment as that student"


@pytest.mark.parametrize(
    "more, told",
    [
        ("Total\n", "line 6: it has 1 cells, and the first line has 7. If it is about no student"),
        ('"Bell, Eve",4714,s4\n', "line 6: it has 3 cells"),
        ('"Bell, Eve",4714,s4,eve,A,,,12\n', "line 6: it has 8 cells"),
        ('"Bell, Eve",4714,s4,eve,A,,"\n', "line 6: its cells cannot be told apart"),
        ('"Bell, Eve",4714,s4,eve\0,A,,\n', r"line 6: it holds U\+0000"),
    ],
)
def test_a_row_that_is_cut_off_or_too_long_is_named(tmp_path, more, told):
    with pytest.raises(ValueError, match=f"canvas.csv, {told}"):
        roster("canvas", tmp_path, CANVAS + more)


def test_empty_cells_and_lines_at_the_end_do_no_harm(tmp_path):
    lines = CANVAS.replace("ada,A,,", "ada,A,,,,") + "\n,,,,,,\n   \n"
    assert roster("canvas", tmp_path, lines).students() == ["ada", "grace", "alan"]


@pytest.mark.parametrize("unseen", ["\u202e", "\u200b", "\ufeff", "\x07", "\u2066"])
def test_an_id_with_a_character_that_nobody_sees_is_nobodys(tmp_path, unseen):
    book = roster("canvas", tmp_path, CANVAS.replace(",grace,", f",gra{unseen}ce,"))
    assert book.students() == ["ada", "s2", "alan"], "another id of hers is taken"
    (told,) = book.notices
    assert "line 4, Hopper, Grace: SIS Login ID gra\\" in told and unseen not in told


def test_a_table_shows_what_nobody_sees(tmp_path):
    cells = [
        "a\0b",
        "x\u202ey",
        "\u2067=1",
        "zero\u200bwidth",
        "two\nlines",
        "half \ud800",
        "naïve é",
    ]
    write_table(tmp_path / "t.csv", [["note"], *[[cell] for cell in cells]])
    read = [row["note"] for row in read_table(tmp_path / "t.csv")]
    shown = [r"a\x00b", r"x\u202ey", r"\u2067=1", r"zero\u200bwidth", "two\nlines", r"half \ud800"]
    assert read == [*shown, "naïve é"]


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
