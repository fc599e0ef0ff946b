"""A class that hands in the sample assignment, and the command that grades it."""

import copy
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[2]
SAMPLE = Path(__file__).parent / "sample"


def hand_in(assignment, student, first, second, reason="It says less about the truth."):
    """A student's notebook with these two answers and a written one."""
    notebook = copy.deepcopy(assignment.student_notebook)
    by_id = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }
    by_id["student"].source = f"student = {student!r}"
    by_id["forced_answers_answer"].source = first
    by_id["share_answer"].source = second
    if reason:
        by_id["reason"].source = reason
    return notebook


def write(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
    return path


def grade(*arguments, env=None, salt):
    """Run the command as an instructor does."""
    command = [sys.executable, "-m", "coursework.grading", *map(str, arguments)]
    command += ["--assignments", str(SAMPLE / "sources"), "--salt-file", str(salt)]
    paths = os.pathsep.join([str(ROOT), str(SAMPLE)])
    env = {**os.environ, "PYTHONPATH": paths, **(env or {})}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)


SKIPPED = {"grades", ".git", ".venv", "_build", "__pycache__"}
SKIPPED |= {".pytest_cache", ".ruff_cache", ".cache"}


def digest(*folders):
    """Every file's hash, but for what the command itself writes."""
    found = {}
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = [name for name in below if name not in SKIPPED]
            for path in (Path(folder, name) for name in names):
                if path.is_file():
                    found[path] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found
