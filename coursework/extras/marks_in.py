"""Marks of written answers from a table. Either all of its lines are taken in, or none.

    student,assignment,question,points,comment
    student-4711,randomized_response,promise,2.5,"Names no limit."

`to_mark.csv` is such a table, with the answers that a person marks, to be filled in. Its column
`text` is what the student wrote, and `answer` tells apart texts: a mark for an earlier text is not
taken in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from coursework.extras import tables
from coursework.grading.gradebook import GradeBook
from coursework.grading.results import Graded, Mark
from coursework.grading.writing import write_table

HEADER = ["student", "assignment", "question", "of", "points", "comment", "answer", "text"]


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
    """What the table says, and whose answers have changed since; ValueError with every line at
    fault. A line without points waits.

    pseudonyms: of the students; either name may stand in the table, or another id
    name_of: the student who has an id; ValueError if nobody has
    """
    names = {name.lower(): student for student, name in pseudonyms.items()}
    results = {(one.student.lower(), one.assignment): one for one in graded}
    entries, changed, faults, seen = [], [], [], set()
    for line, row in tables.rows(path, ("student", "assignment", "question", "points")):
        student = names.get(row["student"].lower(), row["student"])
        with suppress(ValueError):
            student = name_of(student)
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
        if _of_earlier_text(row, marks[row["question"]]):
            changed.append(" ".join(place))
            continue
        points = _number(row["points"])
        most = marks[row["question"]].points
        if points is None or not 0 <= points <= most:
            faults.append(f"line {line}: points {row['points']!r} are not from 0 to {most:g}")
        else:
            entries.append(Entry(*place, points, row.get("comment", "")))
    tables.demand(path, faults)
    return entries, changed


def take_in(
    path: Path, graded: list[Graded], book: GradeBook, name_of: Callable[[str], str] = str
) -> str:
    """Enter all marks of the table; ValueError, and none is entered, if it has a fault."""
    try:
        entries, changed = read(path, graded, book.pseudonyms, name_of)
    except ValueError as error:
        raise ValueError(f"No mark was taken in. {error}") from None
    for one in entries:
        book.set_mark(one.assignment, one.student, one.question, one.points, one.comment)
    told = f"{path.name}: {len(entries)} marks taken in"
    if changed:
        told += f"; not taken in, as the answer has changed since: {', '.join(changed)}"
    return told


def write(
    graded: Iterable[Graded], pseudonyms: dict[str, str], path: Path,
    text_of: Callable[[Graded, str], str] = lambda graded, question: "",
) -> str:  # fmt: skip
    """The answers that a person marks, with what is known. If the file holds points that were not
    taken in it stays as it is, and the sentence that is returned says so.

    text_of: the answer to a question, as its marker may see it
    """
    results = list(graded)
    lines = {
        (pseudonyms.get(one.student, one.student), one.assignment, mark.question): mark
        for one in results
        for mark in one.marks
        if mark.audit is None
    }
    written = {(pseudonyms.get(one.student, one.student), one.assignment): one for one in results}
    earlier = False  # whether a mark or a comment is about a text that has changed since
    if path.exists():
        for _, row in tables.rows(path, ("student", "assignment", "question", "points")):
            mark = lines.get((row["student"], row["assignment"], row["question"]))
            if mark is not None and _of_earlier_text(row, mark):
                earlier = earlier or bool(row["points"] or row.get("comment"))
                continue
            if row["points"] and (mark is None or _number(row["points"]) != _given(mark)):
                return (
                    f"{path} holds other marks than the grade book, so it was left as it is. Give"
                    " it with --marks, or delete it."
                )
    table = [
        [*place, f"{mark.points:g}", "" if _given(mark) is None else f"{_given(mark):g}",
         " ".join(mark.comments), _digest(mark), text_of(written[place[:2]], mark.question)]
        for place, mark in sorted(lines.items())
    ]  # fmt: skip
    if earlier:
        kept = path.with_stem(f"{path.stem}-before")
        path.replace(kept)
        told = f"Some answers have changed since they were marked; what you wrote is in {kept}."
    write_table(path, [HEADER, *table])
    return told if earlier else ""


def _of_earlier_text(row: dict[str, str], mark: Mark) -> bool:
    return bool(row.get("answer")) and row["answer"] != _digest(mark)


def _digest(mark: Mark) -> str:
    """The digest of the answer, as no spreadsheet takes for a number."""
    return f"text-{mark.answer}"


def _given(mark: Mark) -> float | None:
    return None if mark.pending else mark.manual


def _number(text: str) -> float | None:
    """A decimal comma is one, too."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
