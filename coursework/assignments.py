"""An assignment: its source notebook, and which check each test cell calls."""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbgrader import utils

from coursework.keys import audited
from coursework.release import data_files, student_notebook, title
from ldp_checks.feedback import Check
from ldp_checks.sheet import checks_in

FOLDER = Path(__file__).resolve().parent
HEADING = re.compile(r"## (.+?)(?: \([^()]*\b(?:points?|written)\b[^()]*\))?\n")
IMPORT = re.compile(r"^from ([\w.]+) import (\w+) as checks$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """A graded cell: with the check that it calls, or without if a person marks it."""

    grade_id: str
    points: float
    check: Check | None
    title: str  # the heading above it, and its name: "8. In writing (participants)"
    answers: tuple[str, ...]  # the cells that hold its answer


@dataclass(frozen=True)
class Assignment:
    name: str
    source: nbformat.NotebookNode
    questions: list[Question]
    files: tuple[Path, ...]  # data beside the source
    package: Path  # the folder of the package that its checks belong to
    # of all that a grade depends on: the source, its data, the checks, the module, the grading
    digest: str

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def title(self) -> str:
        """Its first heading, without the word "Assignment"."""
        return title(self.source).removeprefix("Assignment: ")

    @property
    def grade_ids(self) -> set[str]:
        return grade_ids(self.source.cells)

    @property
    def question_ids(self) -> set[str]:
        return {question.grade_id for question in self.questions}

    def place(self, grade_id: str | None) -> str | None:
        """Which cell that is, in words that a student understands; None if it is of no question."""
        for question in self.questions:
            if grade_id in question.answers:
                return f"the answer to {question.title}"
            if grade_id == question.grade_id:
                return f"the check of {question.title}"
        return None

    @cached_property
    def student_notebook(self) -> nbformat.NotebookNode:
        """What students get. It is made once: copy it before a change."""
        return student_notebook(self.source)

    def released(self, grade_id: str) -> str:
        """What a cell says when students get it."""
        cells = self.student_notebook.cells
        return next(cell.source for cell in cells if grade_id in grade_ids([cell]))


def grade_ids(cells: list) -> set[str]:
    """nbgrader's names of cells, also where a student has damaged the metadata."""
    about = [cell.metadata.get("nbgrader") for cell in cells]
    told = [one.get("grade_id") for one in about if isinstance(one, dict)]
    return {name for name in told if isinstance(name, str)}


def names(folder: Path = FOLDER) -> list[str]:
    """The assignments in a folder: each is a folder with a source.ipynb."""
    return sorted(path.parent.name for path in folder.glob("*/source.ipynb"))


def load(name: str, folder: Path = FOLDER) -> Assignment:
    """One assignment; ValueError if its cells and its checks do not fit together.

    The course's own are judged by their references. Another names the module of its checks in one
    of its cells: `from … import … as checks`.
    """
    path = folder / name / "source.ipynb"
    source = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    if imported := IMPORT.search("\n".join(cell.source for cell in source.cells)):
        known = checks_in(importlib.import_module(".".join(imported.groups())))
        package = imported[1].partition(".")[0]
    else:
        known, package = audited(name), "ldp_checks"
    code = [
        Path(importlib.import_module(one).__file__).resolve().parent
        for one in dict.fromkeys(("ldp_course", "ldp_checks", "coursework", package))
    ]
    digest = hashlib.sha256(_without_outputs(source.cells))
    for file in [
        *data_files(path),
        *(file for folder in code for file in sorted(folder.rglob("*.py"))),
    ]:
        digest.update(file.read_bytes())
    questions = list(_questions(source.cells, known, path))
    return Assignment(name, source, questions, data_files(path), code[-1], digest.hexdigest())


def _without_outputs(cells: list) -> bytes:
    """What a grade depends on: to open and run a notebook changes other parts of it."""
    parts = [[cell.cell_type, cell.source, cell.metadata.get("nbgrader")] for cell in cells]
    return json.dumps(parts, sort_keys=True).encode()


def _questions(cells: list, known: dict[str, Check], path: Path) -> Iterator[Question]:
    heading, answers = "", ()
    for cell in cells:
        if cell.cell_type == "markdown" and (match := HEADING.match(cell.source + "\n")):
            heading = match[1]
        if utils.is_solution(cell):
            answers += (cell.metadata.nbgrader.grade_id,)
        if utils.is_grade(cell):
            yield _question(cell, known, path, heading, answers)
            answers = ()


def _question(
    cell, known: dict[str, Check], path: Path, heading: str, answers: tuple[str, ...]
) -> Question:
    grade_id, points = cell.metadata.nbgrader.grade_id, float(cell.metadata.nbgrader.points)
    name = grade_id.replace("_", " ")
    title = f"{heading} ({name})" if heading else name
    if utils.is_solution(cell) or cell.cell_type != "code":
        return Question(grade_id, points, None, title, answers)
    called = _called(cell.source)
    if called not in known:
        raise ValueError(
            f"{path}: test cell {grade_id!r} must be one line that calls one of: {', '.join(known)}"
        )
    if points != known[called].points:
        raise ValueError(
            f"{path}: {grade_id!r} has {points:g} points, its check {called}"
            f" {known[called].points:g}"
        )
    return Question(grade_id, points, known[called], title, answers)


def _called(source: str) -> str | None:
    """`name` in `checks.name(…)`."""
    match ast.parse(source).body:
        case [ast.Expr(ast.Call(ast.Attribute(attr=name)))]:
            return name
    return None
