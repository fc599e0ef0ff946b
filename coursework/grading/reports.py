"""What a run leaves for people: tables and feedback pages."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from html import escape
from pathlib import Path

from coursework.grading.submissions import NotGraded

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46rem;
        margin: 2rem auto; padding: 0 1rem; }}
h2 {{ font-size: 1.1rem; margin: 1.5rem 0 0; }}
ul {{ list-style: none; padding-left: 0; margin: .3rem 0; }}
li {{ padding-left: 1.5rem; text-indent: -1.5rem; overflow-wrap: anywhere; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{total}</p>
{body}
</body>
</html>
"""


@dataclass(frozen=True)
class Mark:
    """One question of one submission: what each said, and what counts."""

    grade_id: str
    title: str
    points: float
    nbgrader: float | None
    audit: float | None
    manual: float | None
    extra: float
    pending: bool
    comments: list[str]
    findings: list[dict]

    @property
    def final(self) -> float | None:
        """A person's word, else the audit's, else nbgrader's (0 for an empty written answer), and
        what a person added.

        None while pending.
        """
        if self.pending:
            return None
        given = (
            points for points in (self.manual, self.audit, self.nbgrader) if points is not None
        )
        return next((points + self.extra for points in given), None)


@dataclass(frozen=True)
class Graded:
    student: str
    assignment: str
    numbers_of: str  # the id whose numbers count
    marks: list[Mark]
    notes: list[str]

    @property
    def points(self) -> float:
        return sum(mark.final or 0 for mark in self.marks)

    @property
    def most(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def pending(self) -> float:
        return sum(mark.points for mark in self.marks if mark.final is None)


def write_grades(graded: list[Graded], path: Path) -> None:
    """One line a question."""
    header = [
        "student",
        "assignment",
        "question",
        "nbgrader",
        "audit",
        "manual",
        "extra",
        "final",
        "of",
    ]
    lines = [
        [one.student, one.assignment, mark.grade_id]
        + [
            _shown(points)
            for points in (mark.nbgrader, mark.audit, mark.manual, mark.extra or None)
        ]
        + ["pending" if mark.final is None else _shown(mark.final), _shown(mark.points)]
        for one in graded
        for mark in one.marks
    ]
    _write(path, [header, *lines])


def write_totals(graded: list[Graded], path: Path) -> None:
    """One line a submission."""
    header = ["student", "assignment", "points", "of", "pending", "notes"]
    lines = [
        [
            one.student,
            one.assignment,
            _shown(one.points),
            _shown(one.most),
            _shown(one.pending),
            "; ".join(one.notes),
        ]
        for one in graded
    ]
    _write(path, [header, *lines])


def write_own_numbers(numbers: list[tuple[Graded, dict[str, str]]], path: Path) -> None:
    """One line a submission of an assignment: what its written answer should say."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [[one.student, one.numbers_of, *own.values()] for one, own in numbers]
    _write(path, [["student", "numbers of", *numbers[0][1]], *lines])


def write_not_graded(refused: list[NotGraded], path: Path) -> None:
    _write(
        path,
        [["student", "assignment", "file", "reason"], *([*vars(one).values()] for one in refused)],
    )


def write_feedback(one: Graded, folder: Path) -> None:
    """The page for one student: points and messages. It holds no input of the audit, no seed,
    nobody else's work.
    """
    parts = [f"<p>{escape(note)}</p>" for note in one.notes]
    for mark in one.marks:
        given = (
            f"not yet marked, {mark.points:g}"
            if mark.final is None
            else f"{mark.final:g} of {mark.points:g}"
        )
        parts.append(f"<h2>{escape(mark.title)}: {given} points</h2>")
        items = [_item(finding) for finding in mark.findings]
        items += [f"<li>{escape(comment)}</li>" for comment in mark.comments]
        parts.append("<ul>" + "".join(items) + "</ul>")
    total = f"{one.points:g} of {one.most:g} points"
    if one.pending:
        total += f"; {one.pending:g} points still to be marked by a person"
    title = escape(f"{one.assignment.replace('_', ' ').capitalize()}: {one.student}")
    path = folder / one.student / f"{one.assignment}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        PAGE.format(title=title, total=escape(total), body="\n".join(parts)), encoding="utf-8"
    )


def _item(finding: dict) -> str:
    earned = finding["points"] if finding["holds"] else 0
    worth = f" [{earned:g} of {finding['points']:g}]" if finding["points"] else ""
    return f"<li>{'✓' if finding['holds'] else '✗'} {escape(finding['message'])}{worth}</li>"


def _shown(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _write(path: Path, lines: list[list]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([_harmless(str(cell)) for cell in line] for line in lines)


def _harmless(text: str) -> str:
    """A spreadsheet runs what begins like a formula."""
    return "'" + text if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
