"""Marks of written answers from a table. Either all of its lines are taken in, or none.

    student,assignment,question,points,comment
    student-4711,randomized_response,promise,2.5,"Names no limit."

`to_mark.csv` is such a table, with the answers that a person marks, to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from coursework.extras import tables
from coursework.grading.gradebook import GradeBook
from coursework.grading.results import Graded, Mark
from coursework.grading.writing import write_table

HEADER = ["student", "assignment", "question", "of", "points", "comment"]


@dataclass(frozen=True)
class Entry:
    student: str
    assignment: str
    question: str
    points: float
    comment: str


def read(path: Path, graded: Iterable[Graded], pseudonyms: dict[str, str]) -> list[Entry]:
    """What the table says; ValueError with every line at fault. A line without points waits.

    pseudonyms: of the students; either name may stand in the table
    """
    names = {name.lower(): student for student, name in pseudonyms.items()}
    results = {(one.student.lower(), one.assignment): one for one in graded}
    entries, faults, seen = [], [], set()
    for line, row in tables.rows(path, ("student", "assignment", "question", "points")):
        student = names.get(row["student"].lower(), row["student"])
        one = results.get((student.lower(), row["assignment"]))
        if one is None:
            faults.append(
                f"line {line}: no submission of {row['student']!r} for {row['assignment']!r}"
            )
            continue
        marks = {mark.question: mark for mark in one.marks}
        if row["question"] not in marks:
            known = ", ".join(marks)
            faults.append(f"line {line}: {row['question']!r} is none of its questions: {known}")
            continue
        place = one.student, one.assignment, row["question"]
        if place in seen:
            faults.append(f"line {line}: a second line for {' '.join(place)}")
        seen.add(place)
        if not row["points"]:
            continue
        points = _number(row["points"])
        most = marks[row["question"]].points
        if points is None or not 0 <= points <= most:
            faults.append(f"line {line}: points {row['points']!r} are not from 0 to {most:g}")
        else:
            entries.append(Entry(*place, points, row.get("comment", "")))
    tables.demand(path, faults)
    return entries


def take_in(path: Path, graded: list[Graded], book: GradeBook) -> str:
    """Enter all marks of the table; ValueError, and none is entered, if it has a fault."""
    try:
        entries = read(path, graded, book.pseudonyms)
    except ValueError as error:
        raise ValueError(f"No mark was taken in. {error}") from None
    for one in entries:
        book.set_mark(one.assignment, one.student, one.question, one.points, one.comment)
    return f"{path.name}: {len(entries)} marks taken in"


def write(graded: Iterable[Graded], pseudonyms: dict[str, str], path: Path) -> str:
    """The answers that a person marks, with what is known. If the file holds points that were not
    taken in it stays as it is, and the sentence that is returned says so.
    """
    lines = {
        (pseudonyms.get(one.student, one.student), one.assignment, mark.question): mark
        for one in graded
        for mark in one.marks
        if mark.audit is None
    }
    if path.exists():
        for _, row in tables.rows(path, ("student", "assignment", "question", "points")):
            mark = lines.get((row["student"], row["assignment"], row["question"]))
            if row["points"] and (mark is None or _number(row["points"]) != _given(mark)):
                return (
                    f"{path} holds other marks than the grade book, so it was left as it is. Give"
                    " it with --marks, or delete it."
                )
    table = [
        [*place, f"{mark.points:g}", "" if _given(mark) is None else f"{_given(mark):g}",
         " ".join(mark.comments)]
        for place, mark in sorted(lines.items())
    ]  # fmt: skip
    write_table(path, [HEADER, *table])
    return ""


def _given(mark: Mark) -> float | None:
    return None if mark.pending else mark.manual


def _number(text: str) -> float | None:
    """A decimal comma is one, too."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
