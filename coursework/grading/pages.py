"""What a run leaves for people: tables, and a page for each student and assignment."""

from __future__ import annotations

import shutil
import subprocess
from datetime import date
from functools import cache
from html import escape
from pathlib import Path

from coursework.assignments import FOLDER
from coursework.grading.results import Graded, Mark, NotGraded
from coursework.grading.writing import visible, write_table, write_text
from ldp_checks.feedback import Finding
from ldp_course import __version__

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
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
<p><small>{made}</small></p>
</body>
</html>
"""
GRADES = ["student", "assignment", "question", "shown", "audit", "manual", "extra", "final", "of"]
TOTALS = ["student", "assignment", "points", "of", "pending", "late", "final", "notes"]


def write_results(graded: list[Graded], refused: list[NotGraded], output: Path) -> None:
    """The tables, and the pages in feedback/."""
    questions = [
        [one.student, one.assignment, *_line(mark)] for one in graded for mark in one.marks
    ]
    write_table(output / "grades.csv", [GRADES, *questions])
    totals = [
        [one.student, one.assignment]
        + [_shown(points) for points in (one.points, one.most, one.pending, one.penalty, one.final)]
        + ["; ".join([*one.notes, *filter(None, [one.by_hand])])]
        for one in graded
    ]
    write_table(output / "totals.csv", [TOTALS, *totals])
    reasons = [[one.student, one.assignment, one.path, one.reason] for one in refused]
    write_table(output / "not_graded.csv", [["student", "assignment", "file", "reason"], *reasons])
    pages = {feedback_path(one, output / "feedback"): one for one in graded}
    for path, one in pages.items():
        write_text(path, feedback(one))
    for path in (output / "feedback").glob("*/*.html"):
        if path not in pages:  # of an earlier run: nobody shall get it
            path.unlink()


def feedback_path(graded: Graded, folder: Path) -> Path:
    return folder / graded.student / f"{graded.assignment}.html"


def feedback(graded: Graded) -> str:
    """The page for one student: points and messages. It holds no input of the audit, no seed,
    nobody else's work, and nothing that a browser would run.
    """
    parts = [f"<p>{escape(visible(note))}</p>" for note in graded.notes]
    for mark in graded.marks:
        given = (
            f"not yet marked, {mark.points:g}"
            if mark.final is None
            else f"{mark.final:g} of {mark.points:g}"
        )
        items = [_item(finding) for finding in mark.findings]
        if mark.audit is not None and mark.manual is not None:
            items.append("<li>A person gave these points.</li>")
        items += [f"<li>{escape(comment)}</li>" for comment in mark.comments]
        parts.append(f"<h2>{escape(mark.title)}: {given} points</h2>")
        parts.append("<ul>" + "".join(items) + "</ul>")
    total = f"{graded.points:g} of {graded.most:g} points"
    if graded.penalty:
        total += f" earned, {graded.penalty:g} off for lateness: {graded.final:g}"
    if graded.pending:
        total += f"; {graded.pending:g} points still to be marked by a person"
    title = f"{graded.assignment.replace('_', ' ').capitalize()}: {graded.student}"
    made = f"This page was made on {date.today():%d %B %Y} with {_edition()}."
    body = "\n".join(parts)
    return PAGE.format(title=escape(title), total=escape(total), body=body, made=escape(made))


@cache
def _edition() -> str:
    """Which course has graded: its version, and its revision if it is a checkout."""
    told = f"version {__version__} of the course"
    git = ["git", "-C", str(FOLDER.parent), "rev-parse", "--short", "HEAD"]
    if not (FOLDER.parent / ".git").exists() or not shutil.which("git"):
        return told
    found = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    return f"{told}, revision {found}" if found else told


def _line(mark: Mark) -> list[str]:
    points = (mark.shown, mark.audit, mark.manual, mark.extra or None)
    final = "pending" if mark.final is None else _shown(mark.final)
    return [mark.question, *map(_shown, points), final, _shown(mark.points)]


def _item(finding: Finding) -> str:
    earned = finding.points if finding.holds else 0
    worth = f" [{earned:g} of {finding.points:g}]" if finding.points else ""
    return f"<li>{'✓' if finding.holds else '✗'} {escape(visible(finding.message))}{worth}</li>"


def _shown(points: float | None) -> str:
    return "" if points is None else f"{points:g}"
