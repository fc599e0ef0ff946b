"""Take in marks of written answers from a table: either all of its lines, or none.

    student,assignment,question,points,comment
    student-4711,randomized_response,promise,2.5,"Names no limit."

`to_mark.csv` is such a table, with the answers that a person marks, to be filled in.
Its column `text` is what the student wrote, and `answer` tells texts apart: a mark for
an earlier text is not taken in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from coursework.extras import tables
from coursework.grading.nbgrader_gradebook import GradeBook
from coursework.grading.results import Graded, Mark
from coursework.grading.writing import write_table

NEEDED = "student", "assignment", "question", "points"
HEADER = [
    "student", "assignment", "question", "of", "points", "comment", "answer", "text",
]  # fmt: skip


@dataclass(frozen=True)
class Entry:
    student: str
    assignment: str
    question: str
    points: float
    comment: str


def read(
    path: Path, graded: Iterable[Graded], pseudonyms: dict[str, str],
    name_of: Callable[[str], str] = str,
) -> tuple[list[Entry], list[str]]:  # fmt: skip
    """Return the table's marks, and the answers that have changed since.

    pseudonyms : of the students; the table may have either name, or another id
    name_of : the student who has an id; ValueError if nobody has it

    A line without points waits. Raise ValueError with every line at fault.
    """
    names = {name.lower(): student for student, name in pseudonyms.items()}
    results = {(result.student.lower(), result.assignment): result for result in graded}
    entries, changed, faults, seen = [], [], [], set()
    for line, row in tables.rows(path, NEEDED):
        student = names.get(row["student"].lower(), row["student"])
        with suppress(ValueError):
            student = name_of(student)
        result = results.get((student.lower(), row["assignment"]))
        if result is None:
            faults.append(
                f"line {line}: no submission of {row['student']!r} for"
                f" {row['assignment']!r}"
            )
            continue
        marks = {mark.question: mark for mark in result.marks}
        mark = marks.get(row["question"])
        if mark is None:
            faults.append(
                f"line {line}: {row['question']!r} is none of its questions:"
                f" {', '.join(marks)}"
            )
            continue
        place = result.student, result.assignment, mark.question
        if place in seen:
            faults.append(f"line {line}: a second line for {' '.join(place)}")
        seen.add(place)
        if not row["points"]:
            continue
        if _is_about_earlier_text(row, mark):
            changed.append(" ".join(place))
            continue
        points = _number(row["points"])
        if points is None or not 0 <= points <= mark.points:
            faults.append(
                f"line {line}: points {row['points']!r} are not from 0 to"
                f" {mark.points:g}"
            )
        else:
            entries.append(Entry(*place, points, row.get("comment", "")))
    tables.demand(path, faults)
    return entries, changed


def take_in(
    path: Path,
    graded: list[Graded],
    book: GradeBook,
    name_of: Callable[[str], str] = str,
) -> str:
    """Enter all marks of the table; ValueError, and no mark, if it has a fault."""
    try:
        entries, changed = read(path, graded, book.key.pseudonyms, name_of)
    except ValueError as error:
        raise ValueError(f"No mark was taken in. {error}") from None
    for entry in entries:
        book.set_mark(
            entry.assignment, entry.student, entry.question, entry.points, entry.comment
        )
    message = f"{path.name}: {len(entries)} marks taken in"
    if changed:
        answers = ", ".join(changed)
        message += f"; not taken in, as the answer has changed since: {answers}"
    return message


def write(
    graded: Iterable[Graded], pseudonyms: dict[str, str], path: Path,
    text_of: Callable[[Graded, str], str] = lambda graded, question: "",
) -> str:  # fmt: skip
    """Write the answers that a person marks, and return what to say about it.

    If the file holds points that were not taken in it stays as it is, and the sentence
    that is returned says so.

    text_of : the answer to a question, as its marker may see it
    """
    marks, results = {}, {}
    for result in graded:
        student = pseudonyms.get(result.student, result.student)
        for mark in result.marks:
            if mark.audit is None:
                place = student, result.assignment, mark.question
                marks[place], results[place] = mark, result
    outdated = False  # whether a mark or a comment is about a text that has changed
    for _, row in tables.rows(path, NEEDED) if path.exists() else ():
        mark = marks.get((row["student"], row["assignment"], row["question"]))
        if mark is not None and _is_about_earlier_text(row, mark):
            outdated = outdated or bool(row["points"] or row.get("comment"))
        elif row["points"] and (
            mark is None or _number(row["points"]) != _points_by_hand(mark)
        ):
            return (
                f"{path} holds other marks than the grade book, so it was left as it"
                " is. Give it with --marks, or delete it."
            )
    table = []
    for place, mark in sorted(marks.items()):
        points = _points_by_hand(mark)
        table.append([
            *place, f"{mark.points:g}", "" if points is None else f"{points:g}",
            " ".join(mark.comments), _digest(mark),
            text_of(results[place], mark.question),
        ])  # fmt: skip
    message = ""
    if outdated:
        backup = path.with_stem(f"{path.stem}-before")
        path.replace(backup)
        message = (
            "Some answers have changed since they were marked; what you wrote is in"
            f" {backup}."
        )
    write_table(path, [HEADER, *table])
    return message


def _is_about_earlier_text(row: dict[str, str], mark: Mark) -> bool:
    return bool(row.get("answer")) and row["answer"] != _digest(mark)


def _digest(mark: Mark) -> str:
    """Return the answer's digest in a form that no spreadsheet takes for a number."""
    return f"text-{mark.answer}"


def _points_by_hand(mark: Mark) -> float | None:
    return None if mark.pending else mark.manual


def _number(text: str) -> float | None:
    """Return a number that may have a decimal comma; None if the text is not one."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
