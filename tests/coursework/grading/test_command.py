"""From release to grade book: each kind of submission gets what it deserves, and can
change nothing else.

A right answer of the sample fails one of three tests with probability at most 1e-6
each.
"""

import re
import socket
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from kinds import KINDS, answers
from sample_class import (
    NAME,
    ROOT,
    SAMPLE,
    book_of,
    column,
    digest,
    feedback,
    grade,
    hand_in,
    marks,
    named,
    salt_in,
    write,
)  # fmt: skip

from coursework.grading.grade import generator

# What the audit must give: points of the first and of the second question.
DESERVED = {
    "correct": (6, 2), "wrong": (0, 0), "half": (6, 0), "blank": (0, 0), "crash": (0, 2),
    "segfault": (0, 2), "endless": (0, 2), "three_gib": (0, 2), "edits_the_tests": (0, 0),
    "monkeypatches": (0, 0), "rewrites_cells": (0, 0), "reads_hidden_files": (0, 0),
    "writes": (6, 2), "tells_the_inputs": (0, 2), "garbage_on_the_pipe": (0, 2),
    "fork_bomb": (0, 2), "prints_without_end": (6, 2),
}  # fmt: skip
SECRETS = [
    "SECRET-OF-THE-ENVIRONMENT",
    "SECRET-OF-THE-HOME",
    "BEGIN SOLUTION",
    "WRITTEN BY ANOTHER STUDENT",
]
DEEP = {"segfault", "endless", "three_gib", "garbage_on_the_pipe", "fork_bomb"}
DEEP |= {"prints_without_end"}
KINDS_OF_CPU = 10  # seconds of processor time; a right notebook needs about two


@pytest.fixture(scope="session")
def class_(needs_jail, sample, tmp_path_factory, deep):
    """The run that all tests here look at."""
    kinds = sorted(KINDS.keys() if deep else KINDS.keys() - DEEP)
    place = tmp_path_factory.mktemp("class")
    home, submitted, output = (place / n for n in ("home", "submitted", "grades"))
    home.mkdir()
    (home / "diary.txt").write_text(SECRETS[1])
    salt = salt_in(place / "private")
    for name, content in {
        f"unreadable/{NAME}.ipynb": "{ no notebook",
        "empty/essay.docx": "my homework",
    }.items():
        (submitted / name).parent.mkdir(parents=True)
        (submitted / name).write_text(content)
    listener = socket.create_server(("127.0.0.1", 0))
    places = [home, salt.parent, SAMPLE, ROOT / "coursework", submitted, output]
    others = [place, ROOT / "data", ROOT / "ldp_course", Path("/etc")]
    texts = {
        "places": [f"{folder}/**" for folder in places]
        + ["/home/**", "/root/*", "/etc/*", "/proc/[0-9]*/environ"],
        "words": ["5a175a17", *SECRETS[:2], "BEGIN " + "SOLUTION", SECRETS[3]],
        "writable": [str(folder) for folder in places + others],
        "address": listener.getsockname(),
    }
    for kind in kinds:
        reason = "" if kind == "blank" else SECRETS[3]
        notebook = hand_in(sample, kind, *answers(kind, **texts), reason=reason)
        if kind == "edits_the_tests":
            for cell in notebook.cells:
                if cell.metadata.get("nbgrader", {}).get("grade"):
                    cell.metadata.nbgrader.points = 100
                    cell.source = "100.0"
        if kind == "wrong":
            shows = nbformat.v4.new_output("execute_result", {"text/plain": "6.0"})
            named(notebook)["forced_answers"].outputs = [shows]
        copied = " (1)" if kind == "half" else ""
        write(notebook, submitted / kind / f"{NAME}{copied}.ipynb")
    before = digest(place, ROOT)

    def run():
        environment = {"HOME": str(home), "LDP_SECRET": SECRETS[0]}
        options = "--output", output, "--cpu-seconds", KINDS_OF_CPU
        return grade(submitted, *options, env=environment, salt=salt)

    first = run()
    after = digest(place, ROOT)
    listener.setblocking(False)
    yield SimpleNamespace(
        run=first, again=run, output=output, before=before, after=after, salt=salt,
        listener=listener, texts=texts, kinds=kinds,
    )  # fmt: skip
    listener.close()


def test_the_command_ends_well(class_):
    assert class_.run.returncode == 0, class_.run.stderr
    assert f"{len(class_.kinds)} graded, 2 not graded" in class_.run.stdout


def test_each_kind_of_answer_gets_its_points(class_):
    given = marks(class_.output)
    questions = "forced_answers", "share_of_liars"
    assert {
        kind: tuple(float(given[kind, name]) for name in questions)
        for kind in class_.kinds
    } == {kind: DESERVED[kind] for kind in class_.kinds}


def test_zero_points_come_with_a_reason(class_):
    texts = column(class_.output, "notes")
    nothing = "2 of 2 cells for code are as they were given out"
    assert texts["blank"] == nothing and nothing in feedback(class_.output, "blank")
    if "segfault" in class_.kinds:
        crashed = "the answer to forced answers crashed (signal 11); it was left out"
        assert crashed in texts["segfault"]
    for kind, reason in {
        "crash": "your code ended the Python process",
        "endless": f"it used more than {KINDS_OF_CPU} seconds of processor time",
        "three_gib": "your code raised MemoryError",
        "blank": "✗ not answered</li>",
        "wrong": "truth no, answer yes: 0 of 20,000",
        "garbage_on_the_pipe": "your code did not keep to the grading&#x27;s format",
        # whichever limit is met first
        "fork_bomb": "your code raised OSError|GiB of memory",
    }.items():
        if kind in class_.kinds:
            assert re.search(reason, feedback(class_.output, kind)), kind


def test_ungraded_files_are_listed_with_a_reason(class_):
    refused = column(class_.output, "reason", "not_graded.csv")
    assert refused == {
        "unreadable": "damaged notebook: it is cut off: the file ends in the middle, so it was not"
        " copied to its end. Save the notebook, look at whether it opens in Jupyter, and hand it in"
        " again",
        "empty": "not a notebook (.ipynb)",
    }
    assert not refused.keys() & column(class_.output, "notes").keys()


def test_nothing_outside_a_submission_changed(class_):
    assert class_.after == class_.before
    with pytest.raises(BlockingIOError):
        class_.listener.accept()


def test_no_student_read_what_is_hidden(class_):
    for path in class_.output.rglob("*"):
        if path.is_file() and path.parts[-3:-1] != ("source", NAME):
            text = path.read_bytes()
            # the attack itself names what it looks for
            assert b"5a175a17" not in text or b"wanted = " in text
            if "tells_the_inputs" not in str(path):
                assert not re.search(rb"STOLEN \w", text), path


def test_the_attacks_are_real(class_, tmp_path):
    """Outside the jail they succeed: else the tests above would show nothing."""
    (tmp_path / "file").write_text("5a175a17")
    own = {"places": [f"{tmp_path}/**"], "writable": [str(tmp_path)]}
    for kind in ("reads_hidden_files", "writes"):
        with pytest.raises(RuntimeError, match="STOLEN"):
            exec(answers(kind, **class_.texts | own)[0], {})


def test_feedback_shows_messages_and_no_hidden_input(class_):
    for kind in class_.kinds:
        page = feedback(class_.output, kind)
        for text in ("5a175a17", "STOLEN", "bit_generator"):
            assert text not in page
        rng = generator(class_.salt.read_bytes(), kind, "forced_answers")
        rng.integers(2**62)
        hidden = "".join(map(str, rng.integers(0, 2, 60).tolist()))
        shown = re.sub(r"<style>.*</style>", "", page, flags=re.DOTALL)
        digits = "".join(re.findall(r"\d", shown))
        assert hidden not in digits and "0" * 60 not in digits


def test_points_in_a_notebooks_output_count_nothing_but_are_noted(class_):
    wrong = "wrong", "forced_answers"
    assert marks(class_.output, "shown")[wrong] == "6"
    assert marks(class_.output, "final")[wrong] == "0"
    texts = column(class_.output, "notes")
    shows = "forced answers: the notebook shows 6 of 6 points as it was handed in, the audit gives"
    assert shows in texts["wrong"]
    assert "the notebook shows" not in texts["correct"]


def test_a_written_answer_waits_until_a_second_run_takes_its_mark(class_, sample):
    final = marks(class_.output, "final")
    assert (final["correct", "reason"], final["blank", "reason"]) == ("pending", "0")
    book = book_of(class_.output)
    book.add(sample)
    book.set_mark(NAME, "correct", "reason", 3, "Say <b>less</b>.")
    notebook = book.database.find_submission_notebook(
        NAME, NAME, book.pseudonym("correct")
    )
    grades = {mark.name: mark for mark in notebook.grades}
    comments = {cell.name: cell for cell in notebook.comments}
    grades["forced_answers"].extra_credit = 2
    comments["forced_answers_answer"].manual_comment = "Short and clear."
    book.database.db.commit()
    book.close()
    results = [
        path for path in (class_.output / "state").rglob("*.json") if path.stem in KINDS
    ]
    audited = [path.stat().st_mtime_ns for path in results]
    assert class_.again().returncode == 0
    assert [path.stat().st_mtime_ns for path in results] == audited, (
        "nothing was graded twice"
    )
    total = {
        name: column(class_.output, name)["correct"]
        for name in ("points", "of", "pending")
    }
    assert total == {"points": "13", "of": "12", "pending": "0"}
    given = [
        marks(class_.output, name)["correct", "forced_answers"]
        for name in ("audit", "extra", "final", "of")
    ]
    assert given == ["6", "2", "8", "6"], "extra credit counts"
    page, blank = (feedback(class_.output, kind) for kind in ("correct", "blank"))
    for text in ("Say &lt;b&gt;less&lt;/b&gt;.", "13 of 12 points", "Short and clear."):
        assert text in page
    assert "No response." in blank and "No response." not in page


@pytest.mark.deep
def test_a_second_run_follows_a_new_class_list_and_mends_a_lost_grade_book(
    needs_jail, sample, tmp_path
):
    write(hand_in(sample, "ada", *KINDS["half"]), tmp_path / "my class" / "ada.ipynb")
    salt = salt_in(tmp_path)
    exported, output = tmp_path / "export.csv", tmp_path / "my class-grades"
    for number, listed, status in ((1, "ada", 0), (2, "bob", 1)):
        exported.write_text(
            f"Student,ID,SIS Login ID,Randomized response (7)\nA,{number},{listed},\n"
        )
        run = grade(tmp_path / "my class", "--canvas", exported, salt=salt)
        assert run.returncode == status, run.stderr
        assert "1 graded, 0 not graded" in run.stdout, run.stderr
        # none of an earlier run stays
        assert (output / "canvas.csv").exists() == (listed == "ada")
        (output / "nbgrader" / "gradebook.db").unlink()
    # a stranger is named at once, though the written answer is not marked
    assert run.stdout.startswith("Not in export.csv: ada.")
    assert "canvas.csv was not written: not in export.csv: ada" in run.stderr
