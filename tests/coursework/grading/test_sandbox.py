"""Without a sandbox no student code runs, and the command says why and what to do."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from kinds import KINDS
from sample_class import grade, hand_in, write

from coursework.grading.__main__ import options
from coursework.grading.key import Key
from coursework.grading.nbgrader_gradebook import GradeBook
from coursework.grading.sandbox.bubblewrap import CONTAINER
from coursework.grading.sandbox.notebook import Notebook, Sandbox

FAKE = """#!/bin/sh
echo "bwrap: No permissions to create a new namespace" >&2
exit 1
"""


def test_continuous_integration_has_a_jail(why_no_jail):
    """Elsewhere the tests that need it are skipped."""
    if os.environ.get("CI") == "true" and why_no_jail:
        pytest.fail(why_no_jail, pytrace=False)


@pytest.fixture
def submitted(sample, tmp_path):
    harmful = f"open({str(tmp_path / 'ran')!r}, 'w').write('')\n" + KINDS["correct"][0]
    write(
        hand_in(sample, "ada", harmful, KINDS["correct"][1]),
        tmp_path / "submitted" / "ada.ipynb",
    )
    return tmp_path / "submitted"


def programs(folder, but):
    """A PATH with every program of this machine but one."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).glob("*"):
            link = folder / program.name
            if program.name != but and not link.is_symlink():
                link.symlink_to(program)
    return folder


FORBIDDEN = (
    "bubblewrap cannot make a sandbox here; it says: bwrap: No permissions to create a"
    " new namespace"
)


@pytest.mark.parametrize(
    "fake, reason",
    [(None, "The program bwrap is missing"), (FAKE, FORBIDDEN)],
    ids=["missing", "forbidden"],
)
def test_no_student_code_runs_without_a_sandbox(submitted, tmp_path, fake, reason):
    path = programs(tmp_path / "bin", but="bwrap")
    if fake:
        (path / "bwrap").write_text(fake)
        (path / "bwrap").chmod(0o755)
    run = grade(submitted, env={"PATH": str(path)}, salt=tmp_path / "salt")
    assert run.returncode == 2
    for text in (reason, "never run without the sandbox", "podman run"):
        assert text in run.stderr
    # nothing was run or written
    assert {path.name for path in tmp_path.iterdir()} == {"bin", "submitted"}


@pytest.mark.deep
@pytest.mark.filterwarnings(
    "ignore:Object of type"
)  # nbgrader fills in a row before it adds it
def test_formgraders_autograde_runs_no_student_code_and_changes_no_mark(
    sample, tmp_path
):
    book = GradeBook(tmp_path / "nbgrader", Key(tmp_path / "key.csv"))
    book.add(sample)
    harmful = f"open({str(tmp_path / 'ran')!r}, 'w').write('')"
    submitted, name = book.folder / "submitted" / "ada", "randomized_response"
    write(hand_in(sample, "ada", harmful, ""), submitted / name / f"{name}.ipynb")
    book.key.pseudonyms["ada"] = "ada"
    book.database.update_or_create_student("ada")
    book.database.update_or_create_submission(name, "ada")
    book.set_mark(name, "ada", "forced_answers", 6)
    book.close()
    command = [sys.executable, "-m", "nbgrader", "autograde", name, "--force"]
    run = subprocess.run(command, cwd=book.folder, capture_output=True, text=True)
    assert "Autograding" in run.stderr and run.returncode == 0, run.stderr
    assert not (tmp_path / "ran").exists()
    book = GradeBook(tmp_path / "nbgrader", Key(tmp_path / "key.csv"))
    notebook = book.database.find_submission_notebook(name, name, "ada")
    manual = {mark.name: mark.manual_score for mark in notebook.grades}
    assert manual["forced_answers"] == 6
    book.close()


def test_submissions_results_and_secret_outlive_the_container():
    (mounted,) = re.findall(r'-v "\$\(dirname "\$PWD"\)":(\S+)', CONTAINER)
    submissions, text = re.search(
        r'SUBMISSIONS=(\S+) OPTIONS="(.*?)"', CONTAINER
    ).groups()
    understood = options([submissions, *text.split()])
    assert {understood.submissions.parent, understood.salt_file.parent} == {
        Path(mounted)
    }
    assert "-w /course" in CONTAINER, (
        "with the image's own course and environment, not the mounted ones"
    )


def test_the_secret_is_made_once_for_its_owner_outside_the_repository(
    submitted, tmp_path
):
    from coursework.grading.__main__ import REPOSITORY, read_salt

    salt = tmp_path / "private" / "salt"
    first = read_salt(salt)
    assert len(first) == 64 and read_salt(salt) == first
    assert salt.stat().st_mode & 0o777 == 0o600
    salt.chmod(0o644)
    with pytest.raises(ValueError, match="can be read by others; run: chmod 600"):
        read_salt(salt)
    with pytest.raises(ValueError, match="lies in the repository"):
        read_salt(REPOSITORY / "salt")


def test_only_a_named_package_below_tmp_stays_in_sight(needs_jail):
    """A course may be cloned there."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        package = Path(name).resolve() / "course" / "own_checks"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("word = 'found'")
        (package.parent / "beside").write_text("not for students")
        source = f"""
import os, own_checks
seen = own_checks.word, os.listdir({str(package.parent)!r})
try:
    open({str(package / "__init__.py")!r}, "a")
    seen += ("written",)
except OSError:
    pass
"""
        with Sandbox(packages=[package]) as sandbox:
            notebook = Notebook([("cell 1", source)], sandbox, names=["seen"])
            assert notebook.answer("seen") == ("found", ["own_checks"]), notebook.notes
            notebook.close()


def test_a_set_arrives_as_a_list_in_a_fixed_order(sandbox):
    """To build it again from what a student's cell wrote could take for ever."""
    notebook = Notebook([("cell 1", 'named = {"b", "a", "c"}\nnone = set()')], sandbox)
    notebook.names = ["named", "none"]
    assert [notebook.answer(name) for name in ("named", "none")] == [
        ["a", "b", "c"],
        [],
    ]
    notebook.close()
