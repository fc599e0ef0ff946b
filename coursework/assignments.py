"""Load an assignment: its source notebook, and which check each test cell calls."""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

import nbformat

from coursework.cells import is_grade, is_solution
from coursework.keys import audited
from coursework.release import data_files, student_notebook, title
from ldp_checks.assignment_checks import checks_in
from ldp_checks.findings import Check

FOLDER = Path(__file__).resolve().parent
HEADING = re.compile(r"## (.+?)(?: \([^()]*\b(?:points?|written)\b[^()]*\))?\n")
IMPORT = re.compile(r"^from ([\w.]+) import (\w+) as checks$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """Describe a graded cell: its check, if it calls one; else a person marks it."""

    grade_id: str
    points: float
    check: Check | None
    title: str  # as in the notebook: "8. In writing", or "5a. …" if it has parts
    answers: tuple[str, ...]  # the cells that hold its answer


@dataclass(frozen=True)
class Assignment:
    """Hold a source notebook with its questions, and what its grades depend on."""

    name: str
    source: nbformat.NotebookNode
    questions: list[Question]
    files: tuple[Path, ...]  # data beside the source
    package: Path  # the folder of the package that its checks belong to
    # of all that a grade depends on: the source, its data, the checks, the module, the
    # grading
    digest: str

    @property
    def points(self) -> float:
        return sum(question.points for question in self.questions)

    @property
    def title(self) -> str:
        """Return its first heading, without the word "Assignment"."""
        return title(self.source).removeprefix("Assignment: ")

    @property
    def grade_ids(self) -> set[str]:
        return grade_ids(self.source.cells)

    @property
    def question_ids(self) -> set[str]:
        return {question.grade_id for question in self.questions}

    def place(self, grade_id: str | None) -> str | None:
        """Name a cell in words for students; None if it belongs to no question."""
        for question in self.questions:
            if grade_id in question.answers:
                return f"the answer to {question.title}"
            if grade_id == question.grade_id:
                return f"the check of {question.title}"
        return None

    @cached_property
    def student_notebook(self) -> nbformat.NotebookNode:
        """Return what students get. It is made once: copy it before a change."""
        return student_notebook(self.source)

    def released(self, grade_id: str) -> str:
        """Return the text of a cell as students get it."""
        cells = self.student_notebook.cells
        return next(cell.source for cell in cells if grade_id in grade_ids([cell]))


def grade_ids(cells: list) -> set[str]:
    """Return nbgrader's names of cells, also if a student has damaged the metadata."""
    metadata = [cell.metadata.get("nbgrader") for cell in cells]
    ids = [entry.get("grade_id") for entry in metadata if isinstance(entry, dict)]
    return {name for name in ids if isinstance(name, str)}


def names(folder: Path = FOLDER) -> list[str]:
    """Return the assignments in a folder: each is a folder with a source.ipynb."""
    return sorted(path.parent.name for path in folder.glob("*/source.ipynb"))


def load(name: str, folder: Path = FOLDER) -> Assignment:
    """Load one assignment; ValueError if its cells and its checks do not fit together.

    The course's own are judged by the solutions in their sources. Another names the
    module of its checks in one of its cells: `from … import … as checks`.
    """
    path = folder / name / "source.ipynb"
    source = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    if imported := IMPORT.search("\n".join(cell.source for cell in source.cells)):
        checks = checks_in(importlib.import_module(".".join(imported.groups())))
        package = imported[1].partition(".")[0]
    else:
        checks, package = audited(name), "ldp_checks"
    packages = dict.fromkeys(("ldp_course", "ldp_checks", "coursework", package))
    code = [
        Path(importlib.import_module(package).__file__).resolve().parent
        for package in packages
    ]
    files = data_files(path)
    digest = hashlib.sha256(_without_outputs(source.cells))
    for file in files:
        digest.update(file.read_bytes())
    for package_folder in code:
        for file in sorted(package_folder.rglob("*.py")):
            digest.update(file.read_bytes())
    questions = list(_questions(source.cells, checks, path))
    return Assignment(name, source, questions, files, code[-1], digest.hexdigest())


def _without_outputs(cells: list) -> bytes:
    """Return what a grade depends on.

    To open and run a notebook changes other parts of it.
    """
    parts = [
        [cell.cell_type, cell.source, cell.metadata.get("nbgrader")] for cell in cells
    ]
    return json.dumps(parts, sort_keys=True).encode()


def _questions(cells: list, checks: dict[str, Check], path: Path) -> Iterator[Question]:
    heading, answers, graded = "", (), []
    for cell in cells:
        is_text = cell.cell_type == "markdown"
        if is_text and (match := HEADING.match(cell.source + "\n")):
            heading = match[1]
        if is_solution(cell):
            answers += (cell.metadata.nbgrader.grade_id,)
        if is_grade(cell):
            graded.append((heading, cell, answers))
            answers = ()
    for heading, group in groupby(graded, key=lambda question: question[0]):
        parts = list(group)
        for place, (_, cell, answers) in enumerate(parts):
            name = cell.metadata.nbgrader.grade_id.replace("_", " ")
            title = heading or name
            if heading and len(parts) > 1:
                letter = chr(ord("a") + place)
                title, numbers = re.subn(r"^\d+", rf"\g<0>{letter}", heading)
                title += "" if numbers else f" ({name})"
            yield _question(cell, checks, path, title, answers)


def _question(
    cell, checks: dict[str, Check], path: Path, title: str, answers: tuple[str, ...]
) -> Question:
    grade_id = cell.metadata.nbgrader.grade_id
    points = float(cell.metadata.nbgrader.points)
    if is_solution(cell) or cell.cell_type != "code":
        return Question(grade_id, points, None, title, answers)
    match ast.parse(cell.source).body:
        case [ast.Expr(ast.Call(ast.Attribute(attr=called)))] if called in checks:
            check = checks[called]  # in `checks.called(…)`
        case _:
            raise ValueError(
                f"{path}: test cell {grade_id!r} must be one line that calls one of:"
                f" {', '.join(checks)}"
            )
    if points != check.points:
        raise ValueError(
            f"{path}: {grade_id!r} has {points:g} points, its check {called}"
            f" {check.points:g}"
        )
    return Question(grade_id, points, check, title, answers)
