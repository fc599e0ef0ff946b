"""From release to grade book: each kind of submission gets what it deserves, and can change nothing
else.

A right answer of the sample fails one of three tests with probability at most 1e-6 each.
"""

import re
import socket
from pathlib import Path

import nbformat
import pytest
from kinds import KINDS, answers
from sample_class import ROOT, SAMPLE, digest, grade, hand_in, write

from coursework.grading.grade import generator
from coursework.grading.gradebook import GradeBook
from coursework.grading.writing import read_table

# What the audit must give: points of the first and of the second question.
DESERVED = {
    "correct": (6, 2),
    "wrong": (0, 0),
    "half": (6, 0),
    "blank": (0, 0),
    "crash": (0, 2),
    "segfault": (0, 2),
    "endless": (0, 2),
    "three_gib": (0, 2),
    "edits_the_tests": (0, 0),
    "monkeypatches": (0, 0),
    "rewrites_cells": (0, 0),
    "reads_hidden_files": (0, 0),
    "writes": (6, 2),
    "tells_the_inputs": (0, 2),
    "garbage_on_the_pipe": (0, 2),
    "fork_bomb": (0, 2),
    "prints_without_end": (6, 2),
}
SECRETS = [
    "SECRET-OF-THE-ENVIRONMENT",
    "SECRET-OF-THE-HOME",
    "BEGIN SOLUTION",
    "WRITTEN BY ANOTHER STUDENT",
]
DEEP = {
    "segfault",
    "endless",
    "three_gib",
    "garbage_on_the_pipe",
    "fork_bomb",
    "prints_without_end",
}
KINDS_OF_CPU = 10  # seconds of processor time; a right notebook needs about two


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(sorted(KINDS.keys() - DEEP), id="some kinds"),
        pytest.param(sorted(KINDS), id="all kinds", marks=pytest.mark.deep),
    ],
)
def class_(needs_jail, sample, tmp_path_factory, request):
    """The run that all tests here look at."""
    kinds = request.param
    place = tmp_path_factory.mktemp("class")
    home, submitted, output, salt = (
        place / "home",
        place / "submitted",
        place / "grades",
        place / "private" / "salt",
    )
    home.mkdir()
    (home / "diary.txt").write_text(SECRETS[1])
    salt.parent.mkdir()
    salt.write_text("5a17" * 16)
    salt.chmod(0o600)
    (submitted / "unreadable").mkdir(parents=True)
    (submitted / "unreadable" / "randomized_response.ipynb").write_text("{ no notebook")
    (submitted / "empty").mkdir()
    (submitted / "empty" / "essay.docx").write_text("my homework")
    listener = socket.create_server(("127.0.0.1", 0))
    places = [home, salt.parent, SAMPLE, ROOT / "coursework", submitted, output]
    told = {
        "places": [f"{folder}/**" for folder in places]
        + ["/home/**", "/root/*", "/etc/*", "/proc/[0-9]*/environ"],
        "words": ["5a175a17", *SECRETS[:2], "BEGIN " + "SOLUTION", SECRETS[3]],
        "writable": [
            str(folder)
            for folder in [*places, place, ROOT / "data", ROOT / "ldp_course", Path("/etc")]
        ],
        "address": listener.getsockname(),
    }
    for kind in kinds:
        notebook = hand_in(
            sample, kind, *answers(kind, **told), reason="" if kind == "blank" else SECRETS[3]
        )
        if kind == "edits_the_tests":
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("grade"):
                    cell.metadata.nbgrader.points = 100
                    cell.source = "100.0"
        if kind == "wrong":
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("grade_id") == "forced_answers":
                    shows = nbformat.v4.new_output("execute_result", {"text/plain": "6.0"})
                    cell.outputs = [shows]
        write(
            notebook,
            submitted / kind / f"randomized_response{' (1)' if kind == 'half' else ''}.ipynb",
        )
    before = digest(place, ROOT)
    arguments = [submitted, "--output", output, "--cpu-seconds", KINDS_OF_CPU]
    environment = {"HOME": str(home), "LDP_SECRET": SECRETS[0]}
    run = grade(*arguments, env=environment, salt=salt)
    after = digest(place, ROOT)
    listener.setblocking(False)
    yield {
        "run": run, "output": output, "before": before, "after": after, "salt": salt,
        "listener": listener,
        "again": lambda: grade(*arguments, env=environment, salt=salt), "told": told,
        "kinds": kinds,
    }  # fmt: skip
    listener.close()


def book_of(output):
    return GradeBook(output / "nbgrader", output / "key.csv")


def points(class_, column="audit"):
    rows = read_table(class_["output"] / "grades.csv")
    return {(row["student"], row["question"]): row[column] for row in rows}


def test_the_command_ends_well(class_):
    assert class_["run"].returncode == 0, class_["run"].stderr
    assert f"{len(class_['kinds'])} graded, 2 not graded" in class_["run"].stdout


def test_each_kind_gets_what_it_deserves(class_):
    given = points(class_)
    assert {
        kind: (float(given[kind, "forced_answers"]), float(given[kind, "share_of_liars"]))
        for kind in class_["kinds"]
    } == {kind: DESERVED[kind] for kind in class_["kinds"]}


def test_zero_points_come_with_a_reason(class_):
    told = {row["student"]: row["notes"] for row in read_table(class_["output"] / "totals.csv")}
    nothing = "the answer to share of liars raised NotImplementedError"
    assert told["blank"] == nothing and nothing in feedback(class_, "blank")
    if "segfault" in class_["kinds"]:
        crashed = "the answer to forced answers crashed (signal 11); it was left out"
        assert crashed in told["segfault"]
    for kind, reason in {
        "crash": "your code ended the Python process",
        "endless": f"it used more than {KINDS_OF_CPU} seconds of processor time",
        "three_gib": "your code raised MemoryError",
        "blank": "not implemented yet",
        "wrong": "truth no, answer yes: 0 of 20,000",
        "garbage_on_the_pipe": "your code did not keep to the grading&#x27;s format",
    }.items():
        assert kind not in class_["kinds"] or reason in feedback(class_, kind), kind
    if "fork_bomb" in class_["kinds"]:  # whichever limit is met first
        reasons = "your code raised OSError", "GiB of memory"
        assert any(reason in feedback(class_, "fork_bomb") for reason in reasons)


def test_what_cannot_be_graded_is_listed_with_a_reason(class_):
    refused = {
        row["student"]: row["reason"] for row in read_table(class_["output"] / "not_graded.csv")
    }
    assert refused == {
        "unreadable": "damaged notebook: it is cut off: the file ends in the middle, so it was not"
        " copied to its end. Save the notebook, look at whether it opens in Jupyter, and hand it in"
        " again",
        "empty": "not a notebook (.ipynb)",
    }
    assert not {"unreadable", "empty"} & {
        row["student"] for row in read_table(class_["output"] / "totals.csv")
    }


def test_nothing_outside_a_submission_changed(class_):
    assert class_["after"] == class_["before"]
    with pytest.raises(BlockingIOError):
        class_["listener"].accept()


def test_no_student_read_what_is_hidden(class_):
    for path in class_["output"].rglob("*"):
        if path.is_file() and path.parts[-3:-1] != ("source", "randomized_response"):
            text = path.read_bytes()
            assert (
                b"5a175a17" not in text or b"wanted = " in text
            )  # the attack itself names what it looks for
            if "tells_the_inputs" not in str(path):
                assert not re.search(rb"STOLEN \w", text), path


def test_the_attacks_are_real(class_, tmp_path):
    """Outside the jail they succeed: else the tests above would show nothing."""
    (tmp_path / "file").write_text("5a175a17")
    told = {**class_["told"], "places": [f"{tmp_path}/**"], "writable": [str(tmp_path)]}
    for kind in ("reads_hidden_files", "writes"):
        with pytest.raises(RuntimeError, match="STOLEN"):
            exec(answers(kind, **told)[0], {})


def test_feedback_shows_messages_and_no_hidden_input(class_):
    for kind in class_["kinds"]:
        page = feedback(class_, kind)
        assert "5a175a17" not in page and "STOLEN" not in page and "bit_generator" not in page
        rng = generator(class_["salt"].read_bytes(), kind, "forced_answers")
        rng.integers(2**62)
        hidden = rng.integers(0, 2, 60).tolist()
        digits = "".join(re.findall(r"\d", re.sub(r"<style>.*</style>", "", page, flags=re.DOTALL)))
        assert "".join(map(str, hidden)) not in digits and "0" * 60 not in digits


def feedback(class_, kind):
    return (class_["output"] / "feedback" / kind / "randomized_response.html").read_text(
        encoding="utf-8"
    )


def test_what_a_notebook_shows_counts_nothing_and_is_told_where_the_audit_gives_nothing(class_):
    shown, final = points(class_, "shown"), points(class_, "final")
    assert (shown["wrong", "forced_answers"], final["wrong", "forced_answers"]) == ("6", "0")
    told = {row["student"]: row["notes"] for row in read_table(class_["output"] / "totals.csv")}
    shows = "forced answers: the notebook shows 6 of 6 points as it was handed in, the audit gives"
    assert shows in told["wrong"]
    assert "the notebook shows" not in told["correct"]


def test_a_written_answer_waits_for_a_person_and_a_second_run_takes_the_mark(class_, sample):
    assert points(class_, "final")["correct", "reason"] == "pending"
    assert points(class_, "final")["blank", "reason"] == "0"
    book = book_of(class_["output"])
    book.add(sample)
    book.set_mark("randomized_response", "correct", "reason", 3, "Say <b>less</b>.")
    notebook = book.database.find_submission_notebook(
        "randomized_response", "randomized_response", book.pseudonym("correct")
    )
    (code,) = [mark for mark in notebook.grades if mark.name == "forced_answers"]
    (below,) = [one for one in notebook.comments if one.name == "forced_answers_answer"]
    code.extra_credit, below.manual_comment = 2, "Short and clear."
    book.database.db.commit()
    book.close()
    results = [path for path in (class_["output"] / "state").rglob("*.json") if path.stem in KINDS]
    audited = {path: path.stat().st_mtime_ns for path in results}
    assert class_["again"]().returncode == 0
    assert {path: path.stat().st_mtime_ns for path in results} == audited, (
        "nothing was graded twice"
    )
    (total,) = [
        row for row in read_table(class_["output"] / "totals.csv") if row["student"] == "correct"
    ]
    assert (total["points"], total["of"], total["pending"]) == ("13", "12", "0")
    given = [
        points(class_, column)["correct", "forced_answers"]
        for column in ("audit", "extra", "final", "of")
    ]
    assert given == ["6", "2", "8", "6"], "extra credit counts"
    page = feedback(class_, "correct")
    assert (
        "Say &lt;b&gt;less&lt;/b&gt;." in page
        and "13 of 12 points" in page
        and "Short and clear." in page
    )
    assert "No response." in feedback(class_, "blank") and "No response." not in page


@pytest.mark.deep
def test_a_second_run_with_another_class_list_and_a_lost_grade_book(needs_jail, sample, tmp_path):
    write(hand_in(sample, "ada", *KINDS["half"]), tmp_path / "my class" / "ada.ipynb")
    (tmp_path / "salt").write_text("5a17" * 16)
    (tmp_path / "salt").chmod(0o600)
    exported, output = tmp_path / "export.csv", tmp_path / "my class-grades"
    for listed, status in (("ada", 0), ("bob", 1)):
        exported.write_text(f"Student,ID,SIS Login ID,Randomized response (7)\nA,1,{listed},\n")
        run = grade(tmp_path / "my class", "--canvas", exported, salt=tmp_path / "salt")
        assert run.returncode == status and "1 graded, 0 not graded" in run.stdout, run.stderr
        assert (output / "canvas.csv").exists() == (listed == "ada"), "none of an earlier run stays"
        (output / "nbgrader" / "gradebook.db").unlink()
    assert run.stdout.startswith("Not in export.csv: ada."), "a stranger is named at once"
    assert (
        "canvas.csv was not written: not in export.csv: ada" in run.stderr
    )  # though the written answer is not marked
