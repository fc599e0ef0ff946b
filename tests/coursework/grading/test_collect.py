"""Whose notebook is it, and which assignment: every form that a learning platform or a
colleague may hand over.
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
from coursework.grading.grade_book import OnlyNames, Roster
from coursework.grading.identifiers import id_of
from coursework.grading.reading import read_notebook
from coursework.grading.writing import read_table, write_table

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Randomized response (77),Final\n"
    "    Points Possible,,,,,12,\n"
    '"Lovelace, Ada",4711,s1,ada,A,,\n"Hopper, Grace",4712,s2,grace,A,,\n'
    '"Turing, Alan",4713,s3,alan,A,,\n'
)
GRADE = 5  # the column of the assignment
MOODLE = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
    "Participant 12345,Ada Lovelace,ada@uni.example,Submitted,,12\n"
    "Participant 12346,Grace Hopper,grace@uni.example,,,12\n"
)


@pytest.fixture
def text(sample):
    return nbformat.writes(hand_in(sample, "ada", *KINDS["correct"])).encode()


@pytest.fixture
def of(sample, text, tmp_path):
    """What is collected from a zip of files, and what is refused: of(names, book) for
    right notebooks with these names, or of({name: content}).
    """

    def of(files, book=None, others=(), **more):
        files = files if isinstance(files, dict) else dict.fromkeys(files, text)
        place = zipped(tmp_path / "in.zip", files)
        return collect(place, [*others, sample], book, **more)

    return of


@pytest.fixture
def canvas(tmp_path):
    return lambda content=CANVAS: roster("canvas", tmp_path, content)


@pytest.fixture
def moodle(tmp_path):
    return lambda content=MOODLE, name="moodle": roster(
        "moodle", tmp_path, content, name
    )


def zipped(path, files):
    with zipfile.ZipFile(path, "w") as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return path


def roster(lms, tmp_path, content, name=None):
    path = tmp_path / f"{name or lms}.csv"
    path.write_text(content, encoding="utf-8")
    return Roster.read(lms, path)


def students(submissions):
    return sorted(submission.student for submission in submissions)


@pytest.mark.parametrize(
    "name",
    [
        "submitted/ada/randomized_response/randomized_response.ipynb",
        "ada/randomized_response (1).ipynb",
        "ada.ipynb",
    ],
)
def test_folders_of_nbgrader_and_plain_folders_are_read(
    sample, text, tmp_path, of, name
):
    place = tmp_path / "in" / name
    place.parent.mkdir(parents=True)
    place.write_bytes(text)
    for (submission,), refused in (collect(tmp_path / "in", [sample]), of([name])):
        assert submission.student == "ada" and not refused
        assert submission.assignment == "randomized_response"


@pytest.mark.parametrize(
    "names",
    [
        ["class/ada/hw.ipynb", "class/gra/part/hw.ipynb", "class/list.csv"],
        ["a/b/Ada Lovelace_12345_assignsubmission_file_/hw.ipynb",
         "a/b/Grace Hopper_12346_assignsubmission_file_/deep/hw.ipynb", "a/b/grades.csv"],
    ],
)  # fmt: skip
def test_a_folder_around_the_class_is_passed_over(of, moodle, names):
    submissions, refused = of(names, moodle())
    assert [student.lower()[:3] for student in students(submissions)] == ["ada", "gra"]
    assert all(file.path.endswith(".csv") for file in refused)


def test_a_folder_that_may_be_a_students_own_is_noted(of):
    """Alone in a folder of late ones, Mallory may name somebody else inside."""
    (submission,), refused = of(["mallory/submitted/victim/x.ipynb"])
    assert submission.student == "victim" and not refused
    note = "mallory/submitted/ was taken for the folder of the class"
    assert any(note in said for said in submission.notes)


@pytest.mark.parametrize("name", ["अनिता", "ไทยกุ้ง", "O’Brien", "Zoe\u0308"])
def test_ids_may_have_letters_of_any_language(of, name):
    submissions, refused = of([f"{name}/x.ipynb", "ada/x.ipynb"])
    wanted = {unicodedata.normalize("NFC", name), "ada"}
    assert set(students(submissions)) == wanted and not refused


def test_a_notebook_in_a_hidden_folder_is_listed_unless_there_is_another(of):
    (submission,), (refused,) = of([
        "ada/.ipynb_checkpoints/hw.ipynb", "bob/.ipynb_checkpoints/hw-checkpoint.ipynb",
        "bob/hw.ipynb", "__MACOSX/bob/hw.ipynb", "bob/__MACOSX/._hw.ipynb",
    ])  # fmt: skip
    assert (submission.student, refused.student) == ("bob", "ada")
    assert "handed in nothing else" in refused.reason


def test_a_name_that_looks_like_moodles_folder_is_the_students_own(of, moodle):
    folder = "Ada Lovelace_1_assignsubmission_file_ X_12346_assignsubmission_file_"
    (submission,), _ = of([f"{folder}/hw.ipynb"], moodle())
    assert submission.student == "grace@uni.example", "the number is Moodle's own"


def test_notebooks_of_several_assignments_in_a_download_are_refused(of, canvas, sample):
    """Another assignment's notebook could change an old grade, or reach the wrong
    column."""
    others, book = [replace(sample, name="survey")], canvas()
    for names in (
        ["lovelaceada_4711_99_survey.ipynb",
         "hoppergrace_4712_98_randomized_response.ipynb"],
        ["ada/survey.ipynb", "grace/randomized_response.ipynb"],
    ):  # fmt: skip
        message = r"randomized_response: grace; survey: ada.*ASSIGNMENT="
        with pytest.raises(ValueError, match=message):
            of(names, book, others)
        submissions, _ = of(names, book, others, only="randomized_response")
        assert {one.assignment for one in submissions} == {"randomized_response"}
    names = ["ada/survey/hw.ipynb", "grace/randomized_response/hw.ipynb"]
    assert len(of(names, book, others)[0]) == 2, "the folders tell it"


NAMES = "Full name,Email address,Grade\nVic Tim,vic@x.org,\nMal Lory,mal@x.org,\n"
VIC = "Vic Tim_{}_assignsubmission_file_/hw.ipynb"


@pytest.mark.parametrize("numbers", [[99], [12, 99]])
def test_nobody_hands_in_for_another_by_taking_her_name(of, moodle, numbers):
    """Mal called herself Vic Tim after the grade book was exported."""
    files = [VIC.format(number) for number in numbers]
    message = "has no column Identifier.*--worksheet worksheet.csv.*--trust-names"
    with pytest.raises(OnlyNames, match=message):
        of(files, moodle(NAMES))
    (submission,), refused = of(["bob.ipynb", *files], moodle(NAMES))
    assert submission.student == "bob" and len(refused) == len(numbers)
    assert all("may have taken another's name" in file.reason for file in refused)
    book = moodle(NAMES)
    lines = "Identifier,Full name,Email address\nParticipant 99,Vic Tim,MAL@x.org\n"
    book.take_numbers(moodle(lines + "Participant 12,Vic Tim,vic@x.org\n", "w"))
    assert students(of(files, book)[0]) == ["mal@x.org", "vic@x.org"][: len(numbers)]


def test_two_people_of_the_same_name_are_refused_where_names_are_trusted(of, moodle):
    files = [VIC.format(number) for number in (12, 99)]
    for listed, reason in (
        (NAMES, "several students hand in under one name"),
        (NAMES.replace("Mal Lory", "Vic Tim"), "2 students have the name Vic Tim"),
    ):
        book = moodle(listed)
        book.trust_names = True
        submissions, refused = of(files, book)
        assert not submissions and len(refused) == 2
        assert all(reason in file.reason for file in refused)


def test_a_name_in_capital_letters_is_that_of_a_notebook(of, canvas):
    names = ["submitted/ada/hw.IPYNB", "submitted/grace/HW.Ipynb"]
    assert students(of(names)[0]) == ["ada", "grace"]
    (submission,), refused = of(["ADA.IPYNB"])
    assert submission.student == "ADA" and not refused
    (submission,), refused = of(["lovelaceada_4711_99_hw.IPYNB"], canvas())
    assert submission.student == "ada" and not refused


def test_a_zip_that_is_cut_off_is_refused_as_such(sample, text, tmp_path):
    whole = zipped(tmp_path / "in.zip", {"ada.ipynb": text, "bob.ipynb": text})
    content = whole.read_bytes()
    for size in (len(content) // 2, len(content) - 10, 100):
        whole.write_bytes(content[:size])
        with pytest.raises(ValueError, match="in.zip is a zip that is cut off"):
            collect(whole, [sample])
    whole.write_bytes(b"Rar!" + content[:100])
    with pytest.raises(ValueError, match="neither a folder nor a zip"):
        collect(whole, [sample])


def test_an_unknown_number_does_not_fall_back_on_the_name(of, moodle):
    _, (refused,) = of(["Ada Lovelace_77777_assignsubmission_file_/hw.ipynb"], moodle())
    assert "with number 77777 is not in the grade book" in refused.reason


def test_a_worksheet_without_numbers_is_refused(moodle):
    message = "w.csv has no column Identifier: is it the grading"
    with pytest.raises(ValueError, match=message):
        moodle(NAMES).take_numbers(moodle(NAMES, "w"))


def test_a_damaged_entry_of_a_zip_costs_a_single_file(sample, text, tmp_path):
    path = zipped(tmp_path / "in.zip", {"bob.ipynb": text})
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("ada.ipynb", text)
    raw = bytearray(path.read_bytes())
    place = raw.rindex(b"ada.ipynb", 0, raw.rindex(b"PK\x01\x02")) + len("ada.ipynb")
    raw[place : place + 40] = bytes(40)
    path.write_bytes(raw)
    (submission,), (refused,) = collect(path, [sample])
    assert (submission.student, refused.path) == ("bob", "ada.ipynb")
    assert refused.reason == "damaged or encrypted in the zip"


def test_canvas_files_belong_to_the_students_with_their_numbers(of, canvas):
    files = [
        "lovelaceada_4711_99_randomized_response-1.ipynb",
        "hoppergrace_LATE_4712_98_a1 (1).ipynb",
        "unknown_9999_97_randomized_response.ipynb",
        "turingalan_4713_96_essay.pdf",
    ]
    with pytest.raises(NoRoster, match="--canvas export.csv"):
        of(files)
    submissions, refused = of(files, canvas())
    assert students(submissions) == ["ada", "grace"]
    assert {file.student: file.reason for file in refused} == {
        "": "the student with number 9999 is not in the grade book canvas.csv",
        "alan": "not a notebook (.ipynb)",
    }


def test_a_notebook_made_to_stall_a_validator_is_read_at_once():
    """Tags that must differ are compared in pairs: 20,000 of them would take more than
    an hour."""
    tags, outputs = [{"a": n} for n in range(20_000)], [{"output_type": "zz"}] * 100_000
    code = {"cell_type": "code", "metadata": {}, "id": "x"}
    cells = [
        {"cell_type": "markdown", "source": ["a\n", "b"], "metadata": {"tags": tags}},
        code | {"source": "1", "outputs": outputs},
        code | {"source": "2"},
    ]
    notebook = {"nbformat": 4, "nbformat_minor": None, "metadata": [], "cells": cells}
    cells = read_notebook(json.dumps(notebook).encode()).cells
    assert [cell.source for cell in cells] == ["a\nb", "1", "2"]
    assert len(cells[1].outputs) == 100 and not cells[0].metadata


CELLS = [
    {"cell_type": kind, "source": f"# ε{at}", "metadata": {}}
    for at in range(3)
    for kind in ("code", "markdown", "raw")
]
SOURCE = json.dumps({"nbformat": 4, "cells": CELLS}, indent=1, ensure_ascii=False)


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_a_notebook_in_any_unicode_is_read(encoding):
    notebook = read_notebook(SOURCE.encode(encoding))
    assert notebook == read_notebook(SOURCE.encode()) and len(notebook.cells) == 9


HEADING = {"cell_type": "heading", "level": 2**70, "source": "x", "metadata": {}}
OVERFLOWS = {"nbformat": 3, "metadata": {}, "worksheets": [{"cells": [HEADING]}]}
HALF = {"cell_type": "raw", "source": "\ud800", "metadata": {}}
LONE = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [HALF]}
UNREADABLE = [
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
    # an OverflowError in a library that reads notebooks, and a text that cannot be written
    (json.dumps(OVERFLOWS).encode(), ""), (json.dumps(LONE).encode(), ""),
    (b'{"nbformat": [], "nbformat_minor": 4, "metadata": {}, "cells": []}', ""),
    # a pattern that looks at all blanks from each line on would need days
    (b" \n" * 2**20, ""), (b"{" + b"\n <<<" * 2**20, ""), (b"\n" * 2**22 + b"x", ""),
]  # fmt: skip


@pytest.mark.parametrize("content, reason", UNREADABLE, ids=range(len(UNREADABLE)))
def test_an_unreadable_file_is_refused_with_a_cause_and_a_remedy(content, reason):
    with pytest.raises(ValueError, match=f"(?s){reason}") as raised:
        read_notebook(content)
    assert is_a_sentence(str(raised.value))


def is_a_sentence(message):
    """Whether it says what is wrong and what to do, and nothing of Python."""
    begins = "damaged notebook: (its?|the file|cell|Git) |a notebook of format "
    remedy = "hand it in again|hand in the file|Open it in JupyterLab and save it"
    return (
        re.match(begins, message)
        and re.search(remedy, message)
        and not re.search(r"[A-Za-z]Error\b|Exception", message)
    )


def test_the_reason_for_any_damaged_notebook_is_a_sentence():
    rng, read = random.Random(26), 0
    for _ in range(500):
        encoding = rng.choice(["utf-8", "utf-16", "latin-1"])
        content = bytearray(SOURCE.encode(encoding, "replace"))
        for _ in range(rng.randrange(1, 4)):
            at, size = rng.randrange(len(content) + 1), rng.choice([0, 1, 50, 10_000])
            other = (
                b"",
                b"\n<<<<<<< a\n",
                b"\0",
                b"}",
                b'"',
                b"\xe9",
                b"<",
                content[:at],
            )
            content[at : at + size] = rng.choice(other)
        try:
            read += bool(read_notebook(bytes(content)))
        except ValueError as error:
            message = str(error)
            assert is_a_sentence(message), message
    assert 10 < read < 490


@pytest.mark.parametrize(
    "names, found",
    [
        (["hw\\ada\\a.ipynb", "hw\\bob\\b.ipynb", "hw\\ada\\", "hw\\bob\\x\\"], ["ada", "bob"]),
        (["ada\\randomized_response\\x.ipynb", "bob/randomized_response/x.ipynb"], ["ada", "bob"]),
        (["__MACOSX\\ada\\x.ipynb", "ada\\.ipynb_checkpoints\\x.ipynb", "ada\\x.ipynb"], ["ada"]),
    ],
)  # fmt: skip
def test_backslashes_in_a_zip_separate_folders(of, names, found):
    assert students(of(names)[0]) == found


def test_a_zip_cannot_write_anywhere(of):
    submissions, refused = of([
        "../../x.ipynb", "y/../../x.ipynb", "..\\..\\ada\\x.ipynb", "bob\\..\\ada\\y.ipynb",
    ])  # fmt: skip
    assert submissions == []
    assert {file.reason for file in refused} == {"its path leads out of the folder"}


def test_a_wrong_assignment_is_refused_with_the_right_name(of, text, sample):
    empty = nbformat.v4.new_notebook()
    others = [replace(sample, name=name, source=empty) for name in "ab"]
    files = {"ada.ipynb": text, "bob.ipynb": text, "c.ipynb": b"", "x.pdf": b""}
    message = (
        "no notebook is of b, but 2 of 3 are of"
        " randomized_response.*ASSIGNMENT=randomized_response"
    )
    with pytest.raises(ValueError, match=message):
        of(files, others=others, only="b")


def test_what_is_unclear_is_refused_with_a_reason(sample, tmp_path):
    place = tmp_path / "in"
    for kind, name in (("wrong", ""), ("half", " (1)")):
        notebook = hand_in(sample, "bob", *KINDS[kind])
        write(notebook, place / "bob" / f"randomized_response{name}.ipynb")
    (place / "carl.ipynb").write_bytes(b"\x00\xff")
    write(nbformat.v4.new_notebook(), place / "dora.ipynb")
    (place / "eve.ipynb").symlink_to("/etc/hostname")
    submissions, refused = collect(place, [sample])
    assert submissions == []
    reasons = {file.path: file.reason for file in refused}
    for path, reason in {
        "bob/randomized_response.ipynb": "2 different notebooks of one student",
        "carl.ipynb": "so it was not saved or not copied to its end",
        "dora.ipynb": "neither its name nor its cells tell the assignment"
        " (randomized_response)",
        "eve.ipynb": "a link",
    }.items():
        assert reason in reasons[path]
    assert {file.assignment for file in refused} == {"randomized_response", ""}


def test_a_single_column_is_filled_and_the_rest_stays(canvas, tmp_path):
    book = canvas()
    column = book.column("randomized_response")
    assert book.fill(column, {"ada": 11.5, "GRACE": 0}, points=12) == ["alan"]
    book.write(tmp_path / "filled.csv")
    written = (tmp_path / "filled.csv").read_text("utf-8").replace("\r\n", "\n")
    filled = CANVAS.replace("ada,A,,", "ada,A,11.5,")
    assert written == filled.replace("grace,A,,", "grace,A,0,")


@pytest.mark.parametrize("name", ["ada", "ADA", "s1", "4711"])
def test_a_student_may_use_any_id_of_her_row(of, canvas, name):
    book = canvas()
    (submission,), _ = of([f"{name}.ipynb"], book)
    assert submission.student == "ada" and "s1" in submission.other_ids
    book.fill(GRADE, {name: 7}, points=12)
    assert "7" in book.rows[1]


def test_an_id_of_two_students_is_refused(of, canvas):
    book = canvas(CANVAS.replace("4712,s2", "4712,ADA"))
    reason = "'ada' is an id of 2 students in canvas.csv: Lovelace, Ada; Hopper, Grace"
    _, (refused,) = of(["ada.ipynb"], book)
    assert refused.reason == reason
    with pytest.raises(ValueError, match=reason):
        book.fill(GRADE, {"ada": 7}, points=12)


def test_an_id_that_is_anothers_login_costs_nobody_a_grade(of, canvas):
    """Grace's SIS id is Ada's login; Canvas's own numbers still tell who they are."""
    book = canvas(CANVAS.replace("4712,s2", "4712,ADA"))
    submissions, refused = of(
        ["lovelaceada_4711_99_a.ipynb", "hoppergrace_4712_98_a.ipynb"], book
    )
    assert students(submissions) == ["grace", "s1"] and not refused
    assert "ada" in submissions[1].other_ids, "Ada may still write it into her notebook"
    nines = dict.fromkeys(students(submissions), 9)
    assert book.fill(GRADE, nines, points=12) == ["alan"]
    assert [row[GRADE] for row in book.rows] == ["12", "9", "9", ""]


def test_a_grade_book_that_does_not_fit_is_not_filled(canvas, moodle):
    book = canvas()
    for grades, points, message in (
        ({"ada": 1, "eve": 2}, 12, "not in canvas.csv: eve; no grade was entered"),
        ({"ada": 1}, 20, "at most 12 points there, but 20 in the assignment"),
    ):
        with pytest.raises(ValueError, match=message):
            book.fill(GRADE, grades, points=points)
    with pytest.raises(ValueError, match="0 columns fit 'rappor'; name one with --col"):
        book.column("rappor")
    assert all(not row[GRADE] or "Possible" in row[0] for row in book.rows)
    with pytest.raises(ValueError, match="has none of the columns .*: is it Moodle's"):
        moodle("a,b\n1,2\n")


SPOILT = (
    "Student,ID,SIS User ID,SIS Login ID,Randomized response (77)\n"
    "    Points Possible,,,,12.0\n"
    '"One, A",{},{},{},\n"Two, B",{},{},{},\n'
)


@pytest.mark.parametrize(
    "first, second",
    [
        (("8122.0", "31.0", "20250042.0"), ("81220.0", "310.0", "20250420.0")),
        (('"8,122"', "31", '"20,250,042"'), ("81220", "310", '"20,250,420"')),
        (("8.122", "31", "20.250.042"), ("81.220", "310", "20.250.420")),
        (('"=""8122"""', "31", "20250042"), ('"=""81220"""', "310", "20250420")),
        (("8.122E+03", "31", "20250042"), ("8.1220E+04", "310", "20250420")),
    ],
)
def test_ids_that_have_become_numbers_are_read_as_they_were(
    canvas, tmp_path, first, second
):
    written = SPOILT.format(*first, *second)
    book = canvas(written)
    assert book.students() == ["20250042", "20250420"]
    assert [book.student_of(number) for number in ("8122", "81220")] == book.students()
    assert book.student_of("812") is book.student_of("812200") is None
    assert "20250042" in book.ids_of(first[2].strip('"'))
    assert book.name_of("20250420.0") == "20250420", "in a table for pairs or late days"
    assert book.fill(4, {"20250042": 11}, points=12) == ["20250420"]
    book.write(tmp_path / "filled.csv")
    text = (tmp_path / "filled.csv").read_bytes().decode().replace("\r\n", "\n")
    cells = list(csv.reader(io.StringIO(text)))
    assert cells[2] == [*next(csv.reader([written.splitlines()[2][:-1]])), "11"]
    changed = any("have become decimals" in notice for notice in book.notices)
    assert changed == (id_of(first[2]) != first[2] or "8122" not in first[0][:7])


def test_changed_ids_never_give_a_mark_to_another_student(canvas):
    """Of 300 books with ids in many forms, some of them also another student's: each
    number leads to its own row, or to nobody.
    """
    rng = random.Random(26)
    forms = ("{}", "{}.0", "{:,}", "{},0", '="{}"', "{:.2E}", "{:.6E}", "{}.00")
    for _ in range(300):
        numbers = rng.sample(range(1, rng.choice([40, 2_000, 90_000, 10**8])), 6)
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Quiz (3)"])
        for place, number in enumerate(numbers):
            own = (number, *rng.sample(numbers, 2))
            ids = [rng.choice(forms).format(other) for other in own]
            rows.writerow([f"Student {place}", *ids, ""])
        book, filled = canvas(text.getvalue()), set()
        for number in numbers:
            with suppress(ValueError):
                if student := book.student_of(str(number)):
                    book.fill(4, {student: number}, points=3)
                    filled.add(number)
        wanted = [f"{number:g}" if number in filled else "" for number in numbers]
        assert [row[4] for row in book.rows] == wanted, text.getvalue()


@pytest.mark.parametrize(
    "lost", ["8.12E+04", "8E+04", "8,1E+4", "1.2345678901234568e+16", "81.000"]
)
def test_an_id_that_may_have_lost_digits_counts_for_nobody(canvas, lost):
    """81,000 may be 81 with three decimals, and 8.12E+04 anything from 81,150 to
    81,250."""
    book = canvas(SPOILT.format("812", "31", "ada", f'"{lost}"', "310", "bob"))
    assert book.student_of("812") == "ada"
    message = "for certain. These ids in canvas.csv have lost"
    for number in ("81200", "81000", "81234", "80000", "81", "8", "12345678901234567"):
        with pytest.raises(ValueError, match=message):
            book.student_of(number)
    (notice,) = book.notices
    assert f"line 4, Two, B: ID {lost}" in notice and "Export it again" in notice
    assert book.name_of("bob") == "bob", "another column tells who that is"


@pytest.mark.parametrize("login", ["12e4", "7E3", "1_000", "3.5", "a4711.0", "007"])
def test_a_login_that_resembles_a_number_stays(canvas, login):
    book = canvas(SPOILT.format("812", "31", login, "813", "32", "bob"))
    assert book.students() == [login, "bob"] and book.notices == []


@pytest.mark.parametrize(
    "lines, message",
    [
        ("Student,SIS Login ID,Quiz (3)\nOne,ada,\n", "canvas.csv has no column ID, by which"),
        (SPOILT.format("812", "31", "ada", "812.0", "32", "bob"),
         "2 students have the number 812 in canvas.csv. Export"),
    ],
)  # fmt: skip
def test_a_canvas_book_without_numbers_of_its_own_is_refused(canvas, lines, message):
    with pytest.raises(ValueError, match=message):
        canvas(lines).student_of("812")


def test_lost_leading_zeros_are_hinted_at(canvas):
    book = canvas(SPOILT.format("812", "31", "42", "813", "32", "bob"))
    message = "'0042' is nobody's id .* One, A has 42 there. Export"
    with pytest.raises(ValueError, match=message):
        book.name_of("0042")


@pytest.mark.parametrize("name", ["Points Possible", "Points Possible, Max"])
def test_a_student_named_points_possible_is_a_student(canvas, name):
    lines = CANVAS.replace("Lovelace, Ada", name).replace("ada,A,,", "ada,A,3,")
    book = canvas(lines)
    assert book.fill(GRADE, {"ada": 7}, points=12) == ["grace", "alan"]
    with pytest.raises(ValueError, match="at most 12 points there, but 20"):
        book.fill(GRADE, {"ada": 7}, points=20)


def test_canvas_test_student_is_not_missing(canvas):
    more = '"Student, Test",4799,,ab12cd34,A,,\n"Student, Testa",4800,s9,testa,A,,\n'
    book, grades = canvas(CANVAS + more), {"ada": 7, "grace": 8, "alan": 9}
    assert book.fill(GRADE, grades, points=12) == ["testa"]
    # an instructor may try the assignment as that student
    assert "ab12cd34" in book.students()


@pytest.mark.parametrize(
    "more, reason",
    [
        ("Total\n", "line 6: it has 1 cells, and the first line has 7. If it is about no student"),
        ('"Bell, Eve",4714,s4\n', "line 6: it has 3 cells"),
        ('"Bell, Eve",4714,s4,eve,A,,,12\n', "line 6: it has 8 cells"),
        ('"Bell, Eve",4714,s4,eve,A,,"\n', "line 6: its cells cannot be told apart"),
        ('"Bell, Eve",4714,s4,eve\0,A,,\n', r"line 6: it holds U\+0000"),
    ],
)  # fmt: skip
def test_a_row_with_too_few_or_too_many_cells_is_refused(canvas, more, reason):
    with pytest.raises(ValueError, match=f"canvas.csv, {reason}"):
        canvas(CANVAS + more)


def test_empty_cells_and_lines_at_the_end_do_no_harm(canvas):
    lines = CANVAS.replace("ada,A,,", "ada,A,,,,") + "\n,,,,,,\n   \n"
    assert canvas(lines).students() == ["ada", "grace", "alan"]


@pytest.mark.parametrize("unseen", ["\u202e", "\u200b", "\ufeff", "\x07", "\u2066"])
def test_an_id_with_an_invisible_character_counts_for_nobody(canvas, unseen):
    book = canvas(CANVAS.replace(",grace,", f",gra{unseen}ce,"))
    assert book.students() == ["ada", "s2", "alan"], "another id of hers is taken"
    (notice,) = book.notices
    assert "line 4, Hopper, Grace: SIS Login ID gra\\" in notice
    assert unseen not in notice


def test_a_table_shows_invisible_characters(tmp_path):
    shown = {
        "a\0b": r"a\x00b", "x\u202ey": r"x\u202ey", "\u2067=1": r"\u2067=1",
        "zero\u200bwidth": r"zero\u200bwidth", "half \ud800": r"half \ud800",
        "two\nlines": "two\nlines", "naïve é": "naïve é",
    }  # fmt: skip
    write_table(tmp_path / "t.csv", [["note"], *[[cell] for cell in shown]])
    assert [row["note"] for row in read_table(tmp_path / "t.csv")] == [*shown.values()]


@pytest.mark.parametrize(
    "content, reason",
    [
        (CANVAS.replace(",", ";").encode(), "Student;ID;"),
        (CANVAS.encode("utf-16"), "is not text in UTF-8"),
        (b"", "or empty"),
    ],
)
def test_an_export_in_another_form_is_refused_with_a_remedy(tmp_path, content, reason):
    (tmp_path / "export.csv").write_bytes(content)
    remedy = "comma-separated CSV in UTF-8, with the LMS .* English"
    with pytest.raises(ValueError, match=f"export.csv.*{reason}.*{remedy}"):
        Roster.read("canvas", tmp_path / "export.csv")
