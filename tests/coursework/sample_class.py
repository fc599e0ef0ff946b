"""A class that hands in the sample assignment, and the command that grades it."""

import copy
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import nbformat

from coursework.grading.key import Key
from coursework.grading.nbgrader_gradebook import GradeBook
from coursework.grading.writing import read_table

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent / "sample"
NAME = "randomized_response"


def named(notebook):
    """The cells of nbgrader, by name."""
    cells = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    return {cell.metadata.nbgrader.grade_id: cell for cell in cells}


def hand_in(assignment, student, first, second, reason="It says less about the truth."):
    """A student's notebook with these two answers and a written one."""
    notebook = copy.deepcopy(assignment.student_notebook)
    cells = named(notebook)
    cells["student"].source = f"student = {student!r}"
    cells["forced_answers_answer"].source = first
    cells["share_answer"].source = second
    if reason:
        cells["reason"].source = reason
    return notebook


def write(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    return path


def salt_in(folder):
    """The secret of the grading, which only its owner can read."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "salt").write_text("5a17" * 16)
    (folder / "salt").chmod(0o600)
    return folder / "salt"


def grade(*arguments, env=None, salt, sources=SAMPLE / "sources"):
    """Run the command as an instructor does."""
    command = [sys.executable, "-m", "coursework.grading", *map(str, arguments)]
    command += ["--salt-file", str(salt)]
    command += ["--assignments", str(sources)] if sources else []
    paths = os.pathsep.join([str(ROOT), str(SAMPLE)])
    env = {**os.environ, "PYTHONPATH": paths, **(env or {})}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


def column(output, name, table="totals.csv"):
    """A column of a table of results, by student."""
    return {row["student"]: row[name] for row in read_table(output / table)}


def marks(output, name="audit"):
    """A column of the grades, by student and question."""
    rows = read_table(output / "grades.csv")
    return {(row["student"], row["question"]): row[name] for row in rows}


def feedback(output, student, assignment=NAME):
    return (output / "feedback" / student / f"{assignment}.html").read_text("utf-8")


def book_of(output):
    return GradeBook(output / "nbgrader", Key(output / "key.csv"))


SKIPPED = {"grades", ".git", ".venv", "_build", "__pycache__"}
SKIPPED |= {".pytest_cache", ".ruff_cache", ".cache"}


def digest(*folders):
    """Every file's hash, but for what the command itself writes."""
    files = {}
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = [name for name in below if name not in SKIPPED]
            for path in (Path(folder, name) for name in names):
                if path.is_file():
                    files[path] = hashlib.sha256(path.read_bytes()).hexdigest()
    return files
