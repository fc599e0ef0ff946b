"""Grade one submission: run its cells once, and ask its functions with hidden inputs.

The cells and functions run in the sandbox, which only answers "what does this function
return for that?". The checks and the verdict stay in this process.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import re
from collections.abc import Sequence

import nbformat
import numpy as np

from coursework.assignments import Assignment, Question, grade_ids
from coursework.grading.own_text import Cell, written
from coursework.grading.reading import read_notebook
from coursework.grading.results import Graded, Mark, Submission
from coursework.grading.sandbox.notebook import Ended, Notebook, Sandbox, quoted
from ldp_checks.findings import Check, Finding, earned

# Begins a note about a wrong id, by which __main__ counts such notebooks.
OTHER_ID = "the notebook says student = "
ELSEWHERE = (
    "The cell for the answer is empty, but others hold text: a person looks at it."
)
# The size of a hidden input, such as "(7,)" or "(1000, 8)".
SHAPE = re.compile(r"\(\d+,(?: \d+(?:, \d+)*)?\)")
# A number long enough to be a seed.
LONG_NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3}){3,}(?:\.\d+)?"  # 1,234,567,890
    r"|\d{7,}(?:\.\d+)?"  # 20240117, and the digits of 0.1234567
)
MOST_MESSAGE, MOST_NOTES = 1000, 20  # characters of a message; notes about one notebook


def grade(
    submission: Submission,
    assignment: Assignment,
    assignments: Sequence[Assignment],
    secret: bytes,
    sandbox: Sandbox,
) -> tuple[Graded, list[Cell]]:
    """Return the result and the cells with what they printed.

    assignments : all of them, to name the right one if this is another's notebook
    secret : decides the hidden inputs, see `generator`

    Raise ValueError if there is nothing to grade.
    """
    submitted = read_notebook(submission.content)
    _demand_its_questions(grade_ids(submitted.cells), assignment, assignments)
    cells = _cells(submitted, assignment)
    checked = [question for question in assignment.questions if question.check]
    # these cells ask a check for the student; here `ask_checks` does
    check_cells = {question.grade_id for question in checked}
    to_run = [
        cell
        for cell in cells
        if cell.kind == "code" and cell.grade_id not in check_cells
    ]
    notebook = Notebook(
        [(_place(cell, assignment), cell.source) for cell in to_run],
        sandbox,
        {file.name: file.read_bytes() for file in assignment.files},
    )
    # Each student's task has numbers of its own: `numbers_of` says whose were used, and
    # `claimed_id` what the notebook's `student` says.
    numbers_of, claimed_id, findings = ask_checks(
        notebook,
        [question.check for question in checked],
        ids=(submission.student, *submission.other_ids),
        secret=secret,
        seed_id=submission.number,
    )
    for index, reply in notebook.outputs.items():
        to_run[index].ran = reply
    marks = tuple(
        _mark(question, findings, cells, assignment)
        for question in assignment.questions
    )
    notes = [
        *submission.notes,
        *_id_notes(claimed_id, numbers_of),
        *_run_notes(notebook.notes, cells, assignment),
        # with another student's numbers the points need not agree
        *(_point_notes(marks) if same_id(numbers_of, claimed_id) else ()),
    ]
    result = Graded(
        student=submission.student,
        assignment=assignment.name,
        path=submission.path,
        numbers_of=numbers_of,
        marks=marks,
        notes=tuple(notes),
        seconds=notebook.seconds,
    )
    return result, cells


def _demand_its_questions(
    ids: set[str], assignment: Assignment, assignments: Sequence[Assignment]
) -> None:
    """Raise ValueError if the notebook has no question of its assignment.

    Cells such as `student` are in every notebook.
    """
    if ids & assignment.question_ids:
        return
    if fitting := [other.name for other in assignments if ids & other.question_ids]:
        raise ValueError(
            f"this is the notebook of {' and '.join(fitting)}, not of {assignment.name}"
        )
    raise ValueError(
        f"none of its cells is a question of the assignment {assignment.name}"
    )


def _cells(submitted: nbformat.NotebookNode, assignment: Assignment) -> list[Cell]:
    """Return the cells, each of the kind that was released under its name.

    A student may have made another kind of it.
    """
    kinds = {
        name: cell.cell_type
        for cell in assignment.source.cells
        for name in grade_ids([cell])
    }
    cells, seen = [], set()
    for cell in submitted.cells:
        # nbgrader's name of it, if it was released under that name
        grade_id = next(iter(grade_ids([cell]) & kinds.keys()), None)
        submitted_cell = Cell(
            kind=kinds.get(grade_id, cell.cell_type),
            source=cell.source,
            grade_id=grade_id,
            first=grade_id not in seen,
            as_given=cell.metadata.get("as_given", False),
            shown=_points_shown(cell),
            attachments=cell.get("attachments", {}),
        )
        cells.append(submitted_cell)
        seen.add(grade_id)
    return cells


def _points_shown(cell) -> float | None:
    """Return the points that a check's output in the student's own notebook says."""
    for output in cell.get("outputs", []):
        text = output.get("data", {}).get("text/plain", "")
        if isinstance(text, str) and len(text) < 20:  # a longer one is no points
            with contextlib.suppress(ValueError):
                return float(text)
    return None


def _place(cell: Cell, assignment: Assignment) -> str:
    """Return which cell that is, in words that a student understands."""
    first = cell.source.strip().partition("\n")[0]
    return assignment.place(cell.grade_id) or (
        f"the cell that begins with {quoted(first[:60].strip())}"
    )


def ask_checks(
    notebook: Notebook,
    checks: Sequence[Check],
    ids: Sequence[str],
    secret: bytes,
    seed_id: str = "",
) -> tuple[str, object, dict[str, list[Finding]]]:
    """Ask every check; return whose numbers count, the notebook's `student`, findings.

    ids : of the student who handed it in; the numbers are those of the id that the
        notebook names, else of the first
    secret : with `seed_id` and the check's name it decides the hidden inputs
    seed_id : the LMS's number of the student, which stays when ids change; if "", the
        first id
    """
    notebook.names = sorted(
        {name for check in checks for name in check.answers} | {"student"}
    )
    try:
        claimed_id = None
        with contextlib.suppress(Ended, LookupError):
            claimed_id = notebook.answer("student")
        # without a readable `student` the first id counts
        numbers_of = next((name for name in ids if same_id(name, claimed_id)), ids[0])
        findings = {}
        for check in checks:
            rng = generator(secret, seed_id or ids[0], check.name)
            findings[check.name] = _findings_in_time(notebook, check, numbers_of, rng)
        return numbers_of, claimed_id, findings
    finally:
        notebook.close()


def same_id(student: str, other: object) -> bool:
    """Return whether two ids are the same, but for case and spaces around them."""
    return isinstance(other, str) and student.strip().lower() == other.strip().lower()


def generator(secret: bytes, *names: str) -> np.random.Generator:
    """Return the generator of hidden inputs, the same one at every regrading.

    Without the secret nobody can tell what it draws.
    """
    digest = hmac.digest(secret, json.dumps(names).encode(), hashlib.sha256)
    return np.random.default_rng(int.from_bytes(digest, "big"))


def _findings_in_time(
    notebook: Notebook, check: Check, student: str, rng: np.random.Generator
) -> list[Finding]:
    """Return what a check finds, within the time that the notebook has.

    What an answer returns may take for ever to sort or to hash.
    """
    try:
        notebook.ensure_started()
    except Ended as end:
        return [Finding(False, f"your notebook could not be asked: it {end}")]
    try:  # in a process of its own, whose processor time is limited
        return notebook.judged(lambda: _findings(notebook, check, student, rng))
    except Ended as end:
        return [Finding(False, f"your code {end}")]


def _findings(
    notebook: Notebook, check: Check, student: str, rng: np.random.Generator
) -> list[Finding]:
    try:
        answers = [notebook.answer(name) for name in check.answers]
    except LookupError as missing:
        return [Finding(False, missing.args[0])]
    findings = check.findings(*answers, student=student, rng=rng)
    if notebook.end:
        # The check saw only that a call raised Ended: findings.of_error puts this name
        # into `own`. Why the process ended is known here.
        failed = f" ({Ended.__name__})"
        findings = [f for f in findings if not f.own.startswith(failed)]
        findings.append(Finding(False, f"your code {notebook.end}"))
    return findings


def _mark(
    question: Question, findings: dict, cells: list[Cell], assignment: Assignment
) -> Mark:
    if question.check is None:
        text, elsewhere = written(question, cells, assignment)  # of the student's own
        return _mark_for_person(question, text, elsewhere)
    return _mark_of_check(question, findings[question.check.name], cells)


def _mark_for_person(question: Question, text: str, elsewhere: str) -> Mark:
    """Return the mark of an answer in writing: none yet, or 0 if there is no answer."""
    if text:  # what stands elsewhere as well is shown beside it
        findings, pending = (), True
    elif elsewhere:
        findings, pending = (Finding(False, ELSEWHERE),), True
    else:
        findings, pending = (Finding(False, "No response."),), False
    return Mark(
        **_common_fields(question, text + elsewhere),
        audit=None if pending else 0.0,
        shown=None,
        findings=findings,
        written=True,
        elsewhere=pending and not text,
        pending=pending,
    )


def _mark_of_check(
    question: Question, findings: Sequence[Finding], cells: list[Cell]
) -> Mark:
    """Return the mark that the findings give, and what the notebook showed."""
    answers = [cell.source for cell in cells if cell.grade_id in question.answers]
    plain = tuple(map(_without_hidden_inputs, findings))
    shown = [
        cell.shown
        for cell in cells
        if cell.grade_id == question.grade_id and cell.first
    ]
    return Mark(
        **_common_fields(question, "\n".join(answers).strip()),
        audit=min(max(earned(plain), 0.0), question.points),
        shown=shown[0] if shown else None,
        findings=plain,
    )


def _common_fields(question: Question, answer: str) -> dict:
    """Return the fields that every Mark has; of the answer only a digest is kept."""
    return {
        "question": question.grade_id,
        "title": question.title,
        "points": question.points,
        "answer": hashlib.sha256(answer.encode()).hexdigest()[:16],
    }


def _without_hidden_inputs(finding: Finding) -> Finding:
    """Return a finding that JSON can hold, and that tells no hidden input.

    A check may say whether something holds with a bool of NumPy, which JSON does not
    know. What a student's function returns may have hidden inputs, or a seed, as its
    shape or its number; the words that it chose (`own`) are for the student's own run.
    """
    message = LONG_NUMBER.sub("…", SHAPE.sub("(…)", finding.message))
    if len(message) > MOST_MESSAGE:
        message = f"{message[:MOST_MESSAGE]} … (cut: {len(message):,} characters)"
    return Finding(
        bool(finding.holds), message, float(finding.points), float(finding.error)
    )


def _id_notes(claimed_id: object, numbers_of: str) -> list[str]:
    """Return what is to be said of a notebook that names no id of its student."""
    if same_id(numbers_of, claimed_id):
        return []
    return [
        f"{OTHER_ID}{quoted(str(claimed_id)[:60])}; graded with the numbers of"
        f" {numbers_of!r}, who handed it in"
    ]


def _run_notes(
    notes: list[str], cells: list[Cell], assignment: Assignment
) -> list[str]:
    """Return what is to be said about running the cells.

    That a cell which nobody has filled in raises NotImplementedError is no news, and
    would hide the rest.
    """
    given = {
        name: cell.source.strip()
        for cell in assignment.student_notebook.cells
        for name in grade_ids([cell])
        if cell.cell_type == "code"
    }
    untouched = [
        cell
        for cell in cells
        if cell.as_given or cell.source.strip() == given.get(cell.grade_id)
    ]
    no_news = {
        f"{_place(cell, assignment)} raised NotImplementedError" for cell in untouched
    }
    news = [note for note in notes if note not in no_news]
    lines = news[:MOST_NOTES]
    if (more := len(news) - MOST_NOTES) > 0:
        lines.append(f"and {more:,} more notes")
    for_code = {name for q in assignment.questions if q.check for name in q.answers}
    blank = {cell.grade_id for cell in untouched} & for_code
    if blank:
        lines.append(
            f"{len(blank)} of {len(for_code)} cells for code are as they were given out"
        )
    return lines


def _point_notes(marks: Sequence[Mark]) -> list[str]:
    """Return where the notebook shows all points, and the audit gives none."""
    return [
        f"{mark.title}: the notebook shows {mark.shown:g} of {mark.points:g} points as"
        f" it was handed in, the audit gives {mark.audit:g}"
        for mark in marks
        if mark.shown == mark.points and mark.audit == 0
    ]
