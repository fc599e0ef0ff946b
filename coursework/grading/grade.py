"""Grades one submission: runs its cells once, in the sandbox, and asks its functions with inputs
that the student cannot know.

The checks and the verdict stay in this process. The sandbox only answers "what does this function
return for that?".
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import nbformat
import numpy as np

from coursework.assignments import Assignment, Question, grade_ids
from coursework.grading.reading import read_notebook
from coursework.grading.results import Graded, Mark, Submission
from coursework.grading.sandbox.notebook import Ended, Notebook, Sandbox, quoted
from ldp_checks.feedback import Check, Finding, earned

OTHER_ID = "the notebook says student = "  # a note that begins so is about a wrong id
ELSEWHERE = "The cell for the answer is empty, but others hold text: a person looks at it."
SHAPE = re.compile(r"\(\d+,(?: \d+(?:, \d+)*)?\)")
LONG = re.compile(r"\d{1,3}(?:,\d{3}){3,}(?:\.\d+)?|\d{7,}(?:\.\d+)?|(?<=\.)\d{7,}")  # numbers
MOST_MESSAGE, MOST_NOTES = 1000, 20  # characters of a message; notes about one notebook


@dataclass
class Cell:
    """A cell that was handed in."""

    kind: str
    source: str
    grade_id: str | None  # nbgrader's name of it; a part of a split cell has the same
    first: bool = True  # of those with this name
    shown: float | None = None  # the points that its output says
    attachments: dict = field(default_factory=dict)
    ran: dict = field(default_factory=dict)  # what running it printed


def grade(
    submission: Submission,
    assignment: Assignment,
    assignments: Sequence[Assignment],
    secret: bytes,
    sandbox: Sandbox,
) -> tuple[Graded, list[Cell]]:
    """The result, and the cells with what they printed; ValueError if there is nothing to grade."""
    notebook = read_notebook(submission.content)
    _demand_its_questions(grade_ids(notebook.cells), assignment, assignments)
    cells = _cells(notebook, assignment)
    tests = {question.grade_id for question in assignment.questions if question.check}
    run = [cell for cell in cells if cell.kind == "code" and cell.grade_id not in tests]
    checks = [question.check for question in assignment.questions if question.check]
    ids = (submission.student, *submission.other_ids)
    confined = Notebook(
        [(_place(cell, assignment), cell.source) for cell in run],
        sandbox,
        {file.name: file.read_bytes() for file in assignment.files},
    )
    numbers_of, told, found = audit(confined, checks, ids, secret)
    for index, reply in confined.outputs.items():
        run[index].ran = reply
    marks = tuple(_mark(question, found, cells, assignment) for question in assignment.questions)
    another = _different_id(numbers_of, told)
    notes = [*submission.notes, *another, *_cut(confined.notes)]
    notes += [
        f"{mark.title}: the notebook shows {mark.shown:g} of {mark.points:g} points as it was"
        f" handed in, the audit gives {mark.audit:g}"
        for mark in marks
        if mark.shown == mark.points and mark.audit == 0 and not another
    ]
    return Graded(
        submission.student, assignment.name, submission.path, numbers_of, marks, tuple(notes),
        confined.seconds,
    ), cells  # fmt: skip


def audit(
    notebook: Notebook, checks: Sequence[Check], ids: Sequence[str], secret: bytes
) -> tuple[str, object, dict[str, list[Finding]]]:
    """Ask every check: whose numbers were used, what the notebook calls its student, and what was
    found.

    ids: of the student by whom the submission came; the numbers are those of the one that the
        notebook names, else of the first
    secret: with the student and the check's name it decides the hidden inputs
    """
    notebook.names = sorted({name for check in checks for name in check.answers} | {"student"})
    try:
        told = _told(notebook)
        numbers_of = next((name for name in ids if same_id(name, told)), ids[0])
        found = {
            check.name: _judged(notebook, check, numbers_of, generator(secret, ids[0], check.name))
            for check in checks
        }
        return numbers_of, told, found
    finally:
        notebook.close()


def _place(cell: Cell, assignment: Assignment) -> str:
    """Which cell that is, in words that a student understands."""
    first = cell.source.strip().partition("\n")[0]
    return assignment.place(cell.grade_id) or (
        f"the cell that begins with {quoted(first[:60].strip())}"
    )


def same_id(one: str, other: object) -> bool:
    return isinstance(other, str) and one.strip().lower() == other.strip().lower()


def generator(secret: bytes, *names: str) -> np.random.Generator:
    """The same hidden inputs at every regrading, and nobody can tell them without the secret."""
    digest = hmac.digest(secret, json.dumps(names).encode(), hashlib.sha256)
    return np.random.default_rng(int.from_bytes(digest, "big"))


def _cells(notebook: nbformat.NotebookNode, assignment: Assignment) -> list[Cell]:
    """The cells, each of the kind that was released under its name, whatever the student made of
    it.
    """
    kinds = {name: cell.cell_type for cell in assignment.source.cells for name in grade_ids([cell])}
    cells, seen = [], set()
    for cell in notebook.cells:
        (name,) = grade_ids([cell]) & kinds.keys() or (None,)
        kind = kinds.get(name, cell.cell_type)
        cells.append(
            Cell(
                kind, cell.source, name, name not in seen, _shown(cell), cell.get("attachments", {})
            )
        )
        seen.add(name)
    return cells


def _shown(cell) -> float | None:
    """The points that a check gave in the student's own notebook, as far as its output says."""
    for output in cell.get("outputs", []):
        text = output.get("data", {}).get("text/plain", "")
        try:
            return float(text) if isinstance(text, str) and len(text) < 20 else None
        except ValueError:
            continue
    return None


def _mark(question: Question, found: dict, cells: list[Cell], assignment: Assignment) -> Mark:
    parts = [cell.source for cell in cells if cell.grade_id in question.answers]
    text = "\n".join(parts).strip()
    if question.check is None and (not text or text == _given(question, assignment)):
        text, elsewhere = "", _text_of_their_own(cells, assignment)
    else:
        elsewhere = ""
    about = {
        "question": question.grade_id,
        "title": question.title,
        "points": question.points,
        "written": question.check is None,
        "answer": hashlib.sha256(f"{text}{elsewhere}".encode()).hexdigest()[:16],
    }
    if question.check is None:
        said = (ELSEWHERE if elsewhere else "No response.",) if not text else ()
        audit = 0.0 if not text and not elsewhere else None
        return Mark(
            **about,
            audit=audit,
            shown=None,
            findings=tuple(Finding(False, one) for one in said),
            pending=audit is None,
        )
    findings = tuple(_plain(one) for one in found[question.check.name])
    points = min(max(earned(findings), 0.0), question.points)
    shown = next(
        (cell.shown for cell in cells if cell.grade_id == question.grade_id and cell.first), None
    )
    return Mark(**about, audit=points, shown=shown, findings=findings)


def _given(question: Question, assignment: Assignment) -> str:
    return assignment.released(question.grade_id).strip()


def _text_of_their_own(cells: list[Cell], assignment: Assignment) -> str:
    """Cells of text that were not given out: the answer may stand in them."""
    given = {cell.source.strip() for cell in assignment.student_notebook.cells}
    own = (cell.source.strip() for cell in cells if cell.kind != "code" and not cell.grade_id)
    return "\n".join(source for source in own if source not in given)


def _plain(finding: Finding) -> Finding:
    """A check may say whether something holds with a bool of NumPy, which JSON does not know. What
    a student's function returns may have hidden inputs, or a seed, as its shape or its number; the
    words that it chose (`own`) are for the student's own run.
    """
    message = LONG.sub("…", SHAPE.sub("(…)", finding.message))
    if len(message) > MOST_MESSAGE:
        message = f"{message[:MOST_MESSAGE]} … (cut: {len(message):,} characters)"
    return Finding(bool(finding.holds), message, float(finding.points), float(finding.error))


def _cut(notes: list[str]) -> list[str]:
    more = len(notes) - MOST_NOTES
    return [*notes[:MOST_NOTES], f"and {more:,} more notes"] if more > 0 else notes


def _told(notebook: Notebook) -> object:
    try:
        return notebook.answer("student")
    except (Ended, LookupError):
        return None


def _judged(
    notebook: Notebook, check: Check, student: str, rng: np.random.Generator
) -> list[Finding]:
    """What a check finds, within the time that the notebook has: what an answer returns may take
    for ever to sort or to hash.
    """
    try:
        notebook.demand()
    except Ended as end:
        return [Finding(False, f"your notebook could not be asked: it {end}")]
    try:
        return notebook.judged(lambda: _ask(notebook, check, student, rng))
    except Ended as end:
        return [Finding(False, f"your code {end}")]


def _ask(notebook: Notebook, check: Check, student: str, rng: np.random.Generator) -> list[Finding]:
    try:
        answers = [notebook.answer(name) for name in check.answers]
    except LookupError as missing:
        return [Finding(False, missing.args[0])]
    found = check.findings(*answers, student=student, rng=rng)
    if notebook.end:
        found = [one for one in found if not one.own.startswith(f" ({Ended.__name__})")]
        found.append(Finding(False, f"your code {notebook.end}"))
    return found


def _demand_its_questions(
    ids: set[str], assignment: Assignment, assignments: Sequence[Assignment]
) -> None:
    """ValueError if the notebook has no question of its assignment. Cells such as `student` are in
    every one.
    """
    if ids & assignment.question_ids:
        return
    if fitting := [other.name for other in assignments if ids & other.question_ids]:
        raise ValueError(
            f"this is the notebook of {' and '.join(fitting)}, not of {assignment.name}"
        )
    raise ValueError(f"none of its cells is a question of the assignment {assignment.name}")


def _different_id(numbers_of: str, told: object) -> list[str]:
    if same_id(numbers_of, told):
        return []
    return [
        f"{OTHER_ID}{quoted(str(told)[:60])}; graded with the numbers of"
        f" {numbers_of!r}, who handed it in"
    ]
