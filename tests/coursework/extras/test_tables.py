"""Marks in from a table, and tables and zips out."""

import csv
import re
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from coursework.extras import feedback_zips, marks_in, questions
from coursework.grading import pages
from coursework.grading.results import Graded
from coursework.grading.writing import printable, visible
from ldp_course import __version__
from tests.coursework.extras.small_class import graded, mark

PSEUDONYMS = {"kim": "student-1", "sam": "student-2"}
CLASS = [graded("kim", 4), graded("sam", 0, written=1.5), graded("zoe", 4, written=0)]


def write(path, *lines):
    path.write_text(
        "\n".join(["student,assignment,question,points,comment", *lines]), "utf-8"
    )
    return path


def test_marks_are_taken_by_id_or_pseudonym_and_a_line_without_points_waits(tmp_path):
    path = write(
        tmp_path / "marks.csv",
        'student-1,survey,leaflet,"1,5",Good',
        "zoe,survey,leaflet,2,",
        "student-2,survey,leaflet,,later",
    )
    assert marks_in.read(path, CLASS, PSEUDONYMS) == (
        [
            marks_in.Entry("kim", "survey", "leaflet", 1.5, "Good"),
            marks_in.Entry("zoe", "survey", "leaflet", 2, ""),
        ],
        [],
    )


def test_a_table_with_faults_is_refused_with_every_line_at_fault(tmp_path):
    path = write(
        tmp_path / "marks.csv",
        "eve,survey,leaflet,1,",
        "kim,survey,essay,1,",
        "sam,survey,leaflet,2.5,",
        "zoe,survey,leaflet,1,",
        "zoe,survey,leaflet,2,",
    )

    class Book:
        key = SimpleNamespace(pseudonyms=PSEUDONYMS)

        def set_mark(self, *mark):
            pytest.fail("a mark was taken in")

    with pytest.raises(ValueError, match="No mark was taken in") as raised:
        marks_in.take_in(path, CLASS, Book())
    message = str(raised.value)
    assert message.startswith(
        "No mark was taken in. marks.csv: line 2: no submission of 'eve'"
    )
    assert "line 3: 'essay' is none of its questions: client, leaflet" in message
    assert "line 4: points '2.5' are not from 0 to 2" in message
    assert "line 6: a second line for zoe survey leaflet" in message
    assert "line 5" not in message


def test_a_mark_of_an_earlier_text_is_refused(tmp_path):
    path = tmp_path / "to_mark.csv"
    marks_in.write(
        CLASS,
        PSEUDONYMS,
        path,
        lambda result, question: f"=1\n{result.student} wrote\u202e",
    )
    lines = [
        line["text"] for line in csv.DictReader(path.open(encoding="utf-8", newline=""))
    ]
    assert lines[0] == "'=1\nkim wrote\\u202e", (
        "as it stands, and nothing runs or is turned round"
    )
    path.write_text(
        path.read_text("utf-8").replace("leaflet,2,,", "leaflet,2,2,"), "utf-8"
    )
    (code, written) = CLASS[0].marks
    again = replace(CLASS[0], marks=(code, replace(written, answer="another")))
    entries, changed = marks_in.read(path, [again, *CLASS[1:]], PSEUDONYMS)
    assert [result.student for result in entries] == ["sam", "zoe"] and changed == [
        "kim survey leaflet"
    ]
    assert "to_mark-before.csv" in marks_in.write([again, *CLASS[1:]], PSEUDONYMS, path)
    assert "leaflet,2,2," in (tmp_path / "to_mark-before.csv").read_text("utf-8")
    lines = {
        line["student"]: line for line in csv.DictReader(path.open(encoding="utf-8"))
    }
    assert (lines["student-1"]["points"], lines["student-1"]["answer"]) == (
        "",
        "text-another",
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_table_that_any_spreadsheet_saved_as_unicode_is_read(tmp_path, encoding):
    text = (
        "student,assignment,question,points,comment\r\nzoe,survey,leaflet,2,größer\r\n"
    )
    (tmp_path / "marks.csv").write_bytes(text.encode(encoding))
    ((entry,), _) = marks_in.read(tmp_path / "marks.csv", CLASS, PSEUDONYMS)
    assert (entry.student, entry.points, entry.comment) == ("zoe", 2, "größer")


@pytest.mark.parametrize(
    "line, message",
    [
        (
            "zoe,survey,leaflet,2,Good, but short",
            "line 2 has more cells .*' but short' is one",
        ),
        ("zoe,survey,leaflet,2,a\0b", r"line 2: it holds U\+0000"),
        ("zoe\u202e,survey,leaflet,2,", r"line 2: no submission of 'zoe\\u202e'"),
    ],
)
def test_a_line_that_would_lose_content_is_refused(tmp_path, line, message):
    with pytest.raises(ValueError, match=message):
        marks_in.read(write(tmp_path / "marks.csv", line), CLASS, PSEUDONYMS)


@pytest.mark.parametrize(
    ("path", "named"),
    [
        (
            "hw/kimlee_LATE_4711_815_a_b-1.ipynb",
            ("canvas", "kimlee_LATE_4711_815_a_b-1.html"),
        ),
        (
            "Kim Lee_12_assignsubmission_file_/survey.ipynb",
            ("moodle", "Kim Lee_12_assignsubmission_file_/feedback_survey.html"),
        ),
        ("submitted/kim/survey/survey.ipynb", None),
    ],
)
def test_feedback_pages_have_the_names_that_the_lms_gave(path, named):
    assert feedback_zips.name_in_lms(path, "survey") == named


def test_no_page_and_no_folder_of_an_earlier_name_stays(tmp_path):
    for name in ("bob@x.org", "robert@x.org"):
        pages.write_results([graded(name)], [], tmp_path)
    assert [path.name for path in (tmp_path / "feedback").iterdir()] == ["robert@x.org"]


@pytest.mark.parametrize("text", [
    "می\u200cخواهم", "क्\u200dष", "നന്\u200d", "گفته\u200c است", "👩\u200d💻", "❤\ufe0f\u200d🔥",
])  # fmt: skip
def test_joiners_that_belong_to_a_script_are_shown_as_they_are(text):
    assert visible(text) == printable(text) == text


@pytest.mark.parametrize("text", [
    "a\u200cb", "<\u200dscript", "\u200c", "1\u200d2", "中\u200d文", "می\u202eخ", "क्\u2066ष",
])  # fmt: skip
def test_other_unseen_characters_are_numbers(text):
    assert "\\u20" in visible(text) and visible(text).isprintable()


def test_a_feedback_page_has_its_date_and_version():
    page = pages.feedback(graded("kim", notes=("wrote “a\u202eb”",)))
    made = re.search(r"made on (\d\d \w+ \d{4}) with version (\S+) of the course", page)
    assert abs(datetime.strptime(made[1], "%d %B %Y") - datetime.now()) < timedelta(
        days=2
    )
    assert made[2] == __version__
    assert "wrote “a\\u202eb”" in page, "what turns a line round is seen"


def test_a_blank_answer_is_entered_only_when_marking_has_begun(tmp_path, capsys):
    """Its 0 is entered as soon as somebody has a mark, or if nobody waits for one."""
    pytest.importorskip("nbgrader")
    from coursework.grading.__main__ import _fill
    from coursework.grading.grade_book import Roster

    code, leaflet = mark("client", 4), mark("leaflet", 0.0, 2.0)
    blank = Graded("ann", "survey", "", "ann", (code, leaflet), ())
    questions = [
        SimpleNamespace(grade_id="client", check=len),
        SimpleNamespace(grade_id="leaflet", check=None),
    ]
    known = {"survey": SimpleNamespace(questions=questions, title="Survey", points=6)}
    names = "ann", "kim", "zoe"
    lines = ["Student,SIS Login ID,Survey (7)", *(f"{name},{name}," for name in names)]
    (tmp_path / "export.csv").write_text("\n".join(lines), encoding="utf-8")
    for others, entered in (
        ([graded("kim", 4), graded("zoe", 4)], ["", "", ""]),
        # no mark can change the 0 of who came after the last day
        ([graded("kim", 4), graded("zoe", 4, penalty=6)], ["", "", "0"]),
        # it is late, and nobody knows by how much
        ([graded("kim", 4, held="late"), graded("zoe", 4, written=1)], ["4", "", "5"]),
        ([graded("kim", 4, 1, held="late"), graded("zoe", 4, 1)], ["4", "", "5"]),
        ([graded("kim", 4), graded("zoe", 4, written=1)], ["4", "", "5"]),
        ([], ["4", "", ""]),
    ):
        roster = Roster.read("canvas", tmp_path / "export.csv")
        assert _fill(roster, [blank, *others], known, None, tmp_path) == 0
        filled = csv.DictReader((tmp_path / "canvas.csv").open(encoding="utf-8"))
        assert [row["Survey (7)"] for row in filled] == entered
        waiting = (
            "until marks are given, no written answer: ann" in capsys.readouterr().out
        )
        assert waiting == (entered[0] == "")


def test_the_screen_says_which_answers_need_a_look():
    pytest.importorskip("nbgrader")
    from coursework.grading.__main__ import _waiting

    assert _waiting([graded("kim", written=1), graded("zoe", 4, penalty=6)]) == []
    below = mark("leaflet", None, 2.0, pending=True, elsewhere=True)
    changed = mark("leaflet", None, 2.0, pending=True, manual=1.5)
    ann, sam = (
        Graded(name, "survey", "", name, (one,), ())
        for name, one in (("ann", below), ("sam", changed))
    )
    assert _waiting([graded("kim"), ann, sam, replace(ann, handed_in_by="ann")]) == [
        "Answers that wait for a person: 3",
        "  Their own cell is empty, but other cells hold text of the student's own (1): ann",
        "  They have changed since they were marked (1): sam",
    ]


def test_what_a_person_wrote_into_a_grade_book_stays(tmp_path, capsys):
    pytest.importorskip("nbgrader")
    from coursework.grading.__main__ import _fill
    from coursework.grading.grade_book import Roster

    questions = [SimpleNamespace(grade_id="leaflet", check=None)]
    known = {"survey": SimpleNamespace(questions=questions, title="Survey", points=6)}
    before = {"kim": "EX", "zoe": "3,5", "sam": "-", "ann": "", "max": "Excused"}
    lines = [
        f"{name},{name},{cell!r}".replace("'", '"') for name, cell in before.items()
    ]
    lines.insert(0, "Student,SIS Login ID,Survey (7)")
    (tmp_path / "export.csv").write_text("\n".join(lines), encoding="utf-8")
    roster = Roster.read("canvas", tmp_path / "export.csv")
    results = [graded(name, 4, written=1) for name in before]
    assert _fill(roster, results, known, None, tmp_path) == 0
    filled = csv.DictReader((tmp_path / "canvas.csv").open(encoding="utf-8"))
    assert [row["Survey (7)"] for row in filled] == ["EX", "5", "5", "5", "Excused"]
    assert "no number stands there: kim (EX), max (Excused)" in capsys.readouterr().out


def test_hard_questions_come_first_with_their_most_frequent_finding(tmp_path):
    partner = graded("ann", 0, written=1.5, handed_in_by="sam")
    questions.write([*CLASS, graded("eve", 2), partner], tmp_path / "questions.csv")
    rows = csv.DictReader((tmp_path / "questions.csv").open(encoding="utf-8"))
    other, waiting = rows
    assert waiting["pending"] == "2", "what waits for a person comes last"
    marked = [graded("kim", 4, written=1), graded("sam", 0, written=0.5)]
    questions.write([*marked, partner], tmp_path / "questions.csv")
    rows = csv.DictReader((tmp_path / "questions.csv").open(encoding="utf-8"))
    assert [row["question"] for row in rows] == ["leaflet", "client"]
    figures = ("question", "graded", "pending", "mean", "of")
    shares = ("share of full points", "share of no points")
    assert [waiting[name] for name in figures] == ["leaflet", "2", "2", "0.75", "2"]
    assert [waiting[name] for name in shares] == ["0", "0.5"]
    assert [other[name] for name in figures] == ["client", "4", "0", "2.5", "4"]
    assert [other[name] for name in shares] == ["0.5", "0.25"]
    assert other["most frequent finding"] == "12 of 2,000 reports are 1; expected 48"
    assert (other["students with it"], waiting["students with it"]) == ("2", "0")
