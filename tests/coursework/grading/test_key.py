"""Who is who from one run to the next: an LMS changes names, and not its numbers."""

import zipfile

import nbformat
import pytest
from kinds import answers
from sample_class import NAME, column, grade, hand_in, salt_in

from coursework.grading.batch import rename
from coursework.grading.grade_book import Roster
from coursework.grading.key import Key
from coursework.grading.writing import read_table

HEADER = "Student,ID,SIS User ID,SIS Login ID,Email,Quiz (7)\n"
FIRST = HEADER + (
    '"Kim, A",101,s1,kim01,kim@x.org,\n"Mal, M",102,s2,mal02,mal@x.org,\n'
    '"Bob, C",103,s3,bob@x.org,,\n'
)


@pytest.fixture
def follow(tmp_path):
    """What the next run knows of a grade book: the key, the book, and what it says."""

    def follow(content, lms="canvas", worksheet=None, graded=None):
        path = tmp_path / "export.csv"
        path.write_text(content, encoding="utf-8")
        roster, key = Roster.read(lms, path), Key(tmp_path / "key.csv")
        if worksheet:
            (tmp_path / "sheet.csv").write_text(worksheet, encoding="utf-8")
            roster.take_numbers(Roster.read(lms, tmp_path / "sheet.csv"))
        said = key.follow(roster)
        for student in graded or roster.students():
            key.pseudonym(student)
        key.write()
        return key.pseudonyms, roster, said

    return follow


def test_a_student_with_another_login_keeps_the_pseudonym(follow):
    before, _, said = follow(FIRST)
    assert said == []
    second = FIRST.replace("bob@x.org", "robert@x.org")
    after, roster, said = follow(second)
    assert said == ["export.csv: line 4 was bob@x.org, now robert@x.org (ID 103)"]
    assert after["robert@x.org"] == before["bob@x.org"] and "bob@x.org" not in after
    assert roster.number_of("robert@x.org") == "ID 103"
    assert roster.name_of("BOB@x.org") == "robert@x.org", "the notebook has the old one"
    after, roster, said = follow(second)
    assert said == [] and roster.name_of("bob@x.org") == "robert@x.org", "remembered"


@pytest.mark.parametrize("taken", ["kim01", "s1", "101", "KIM01"])
def test_nobody_takes_an_id_by_an_e_mail_address(follow, taken):
    """Mal chose Kim's login as an address, before the first run or after it."""
    attack = FIRST.replace("mal@x.org", taken)
    for contents in ([attack], [FIRST, attack]):
        for content in contents:
            pseudonyms, roster, said = follow(content)
        assert roster.students() == ["kim01", "mal02", "bob@x.org"] and said == []
        assert roster.name_of(taken) == "kim01"
        assert taken.lower() not in map(str.lower, roster.ids_of("mal02"))
        assert len(pseudonyms) == 3


def test_who_had_an_address_first_has_it(follow):
    follow(FIRST)
    both = FIRST.replace("mal@x.org", "kim@x.org")
    _, roster, _ = follow(both)
    assert roster.name_of("kim@x.org") == "kim01"
    assert "kim@x.org" not in roster.ids_of("mal02")
    moved = FIRST.replace("kim@x.org", "new@x.org").replace("mal@x.org", "kim@x.org")
    _, roster, _ = follow(moved)
    assert roster.name_of("kim@x.org") == "kim01", "she had it"


def test_two_who_exchange_their_logins_are_told_apart(follow, tmp_path):
    before, _, _ = follow(FIRST)
    swapped = (
        FIRST.replace("kim01", "x").replace("mal02", "kim01").replace("x,", "mal02,")
    )
    after, roster, said = follow(swapped)
    assert (after["mal02"], after["kim01"]) == (before["kim01"], before["mal02"])
    assert len(said) == 2 and roster.name_of("kim01") == "kim01"
    for name in ("kim01", "mal02"):
        (tmp_path / NAME).mkdir(exist_ok=True)
        (tmp_path / NAME / f"{name}.json").write_text(name)
    rename(tmp_path, {"kim01": "mal02", "mal02": "kim01"})
    assert (tmp_path / NAME / "kim01.json").read_text() == "mal02"


def test_a_login_that_is_given_to_somebody_new_has_a_new_pseudonym(follow):
    before, _, _ = follow(FIRST)
    after, _, _ = follow(FIRST.replace("103,s3", "109,s9"))
    assert after["bob@x.org"] != before["bob@x.org"]
    assert after["bob@x.org (earlier)"] == before["bob@x.org"], "his marks stay his"


MOODLE = "Full name,Email address,Grade\nBob,bob@x.org,\nKim,kim@x.org,\n"
SHEET = "Identifier,Full name,Email address\nParticipant 12,Bob,bob@x.org\n"


def test_moodles_numbers_are_of_one_assignment(follow):
    before, _, _ = follow(MOODLE, "moodle", SHEET)
    after, _, said = follow(MOODLE, "moodle", SHEET.replace("12", "99"))
    assert after == before and said == []
    other = [text.replace("bob@", "robert@") for text in (MOODLE, SHEET)]
    after, roster, said = follow(other[0], "moodle", other[1].replace("12", "99"))
    assert after["robert@x.org"] == before["bob@x.org"]
    assert said == [
        "export.csv: line 2 was bob@x.org, now robert@x.org (Identifier 99)"
    ]
    assert roster.name_of("bob@x.org") == "robert@x.org"


def test_an_address_of_two_students_stops_no_run(follow):
    content = SHEET + "Participant 13,Bob,bob@x.org\nParticipant 14,Kim,kim@x.org\n"
    for _ in range(2):
        _, roster, said = follow(content, "moodle", graded=["kim@x.org"])
        assert said == [] and roster.student_of("14") == "kim@x.org"


def test_a_key_of_an_earlier_version_is_taken_over(follow, tmp_path):
    (tmp_path / "key.csv").write_text("student,pseudonym\nkim01,student-1\n")
    pseudonyms, _, said = follow(FIRST)
    assert pseudonyms["kim01"] == "student-1" and said == []
    pseudonyms, _, _ = follow(FIRST.replace("kim01", "kim77"))
    assert pseudonyms["kim77"] == "student-1"


def test_a_row_that_stands_twice_is_named(tmp_path):
    path = tmp_path / "export.csv"
    path.write_text(FIRST + '"Kim, A",101,s1,kim01,kim@x.org,\n', encoding="utf-8")
    roster = Roster.read("canvas", path)
    message = "lines 2 and 5 of export.csv are about one student, Kim, A. Delete"
    for ask, known in ((roster.student_of, "101"), (roster.name_of, "kim01")):
        with pytest.raises(ValueError, match=message):
            ask(known)
    assert roster.student_of("102") == "mal02"


@pytest.mark.deep
def test_a_mark_and_the_hidden_inputs_stay_when_a_login_changes(
    needs_jail, sample, tmp_path
):
    """Half of the runs with other inputs would show other numbers of the messages."""
    notebook = hand_in(sample, "bob@x.org", *answers("wrong"))
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as bundle:
        bundle.writestr("bobc_103_9_hw.ipynb", nbformat.writes(notebook))
    salt, output, pages = salt_in(tmp_path), tmp_path / "hw-grades", []
    to_mark = output / "marking" / "to_mark.csv"
    for login in ("bob@x.org", "bob@x.org", "robert@x.org"):
        export = FIRST.replace("bob@x.org", login).replace("Quiz", NAME)
        (tmp_path / "export.csv").write_text(export, encoding="utf-8")
        options = ["--canvas", tmp_path / "export.csv"]
        if to_mark.exists():
            text = to_mark.read_text("utf-8").replace("reason,4,,", "reason,4,3,")
            to_mark.write_text(text, encoding="utf-8")
            options += ["--marks", to_mark]
        run = grade(tmp_path / "hw.zip", *options, salt=salt)
        assert run.returncode == 0, run.stderr
        page = (output / "feedback" / login / f"{NAME}.html").read_text("utf-8")
        pages.append(page.replace(login, "bob@x.org"))
    assert "line 4 was bob@x.org, now robert@x.org (ID 103)" in run.stdout
    assert pages[1] == pages[2] and "names no id" not in run.stdout
    assert column(output, "pending") == {"robert@x.org": "0"}
    assert [path.name for path in (output / "feedback").iterdir()] == ["robert@x.org"]
    (row,) = (one for one in read_table(output / "canvas.csv") if one["ID"] == "103")
    assert float(row[f"{NAME} (7)"]) >= 3
