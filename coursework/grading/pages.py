"""Write tables, and a page for each student and assignment."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import date
from functools import cache
from html import escape
from pathlib import Path

from coursework.assignments import FOLDER
from coursework.grading.results import Graded, Mark, NotGraded
from coursework.grading.writing import visible, write_table, write_text
from ldp_checks.findings import Finding
from ldp_course import __version__

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'">
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
# In a message: words of the student's own, which stay as they are; code; and what the
# check said while there was still time.
PIECE = re.compile(
    r"“[^”]*(?:”|\Z)|`(?P<code>[^`\n]+)`|(?P<blank>not (?:answered|implemented) yet)"
)
GRADES = [
    "student", "assignment", "question", "shown", "audit", "manual", "extra", "final",
    "of",
]  # fmt: skip
TOTALS = ["student", "assignment", "points", "of", "pending", "late", "final", "notes"]


def write_results(graded: list[Graded], refused: list[NotGraded], output: Path) -> None:
    """Write the tables, and the pages in feedback/."""
    grades, totals = [GRADES], [TOTALS]
    for result in graded:
        who = [result.student, result.assignment]
        grades += [[*who, *_line(mark)] for mark in result.marks]
        points = (
            result.points, result.most, result.pending, result.penalty, result.final,
        )  # fmt: skip
        notes = [*result.notes, *filter(None, [result.by_hand])]
        totals.append([*who, *map(_points, points), "; ".join(notes)])
    write_table(output / "grades.csv", grades)
    write_table(output / "totals.csv", totals)
    reasons = [["student", "assignment", "file", "reason"]]
    for file in refused:
        reasons.append([file.student, file.assignment, file.path, file.reason])
    write_table(output / "not_graded.csv", reasons)
    pages = {feedback_path(result, output / "feedback"): result for result in graded}
    for path, result in pages.items():
        write_text(path, feedback(result))
    for path in (output / "feedback").glob("*/*.html"):
        if path not in pages:  # of an earlier run: nobody may get it
            path.unlink()
            if not any(path.parent.iterdir()):
                path.parent.rmdir()


def feedback_path(graded: Graded, folder: Path) -> Path:
    return folder / graded.student / f"{graded.assignment}.html"


def feedback(graded: Graded) -> str:
    """Return the page for one student: points and messages.

    It holds no input of the audit, no seed, nobody else's work, and nothing that a
    browser would run.
    """
    parts = [f"<p>{escape(visible(note))}</p>" for note in graded.notes]
    for mark in graded.marks:
        points = f"{mark.points:g} point{'' if mark.points == 1 else 's'}"
        status = "not yet marked," if mark.final is None else f"{mark.final:g} of"
        colon = "" if mark.title.endswith("?") else ":"
        items = [_item(finding) for finding in mark.findings]
        if mark.audit is not None and mark.manual is not None:
            items.append("<li>A person gave these points.</li>")
        items += [f"<li>{escape(comment)}</li>" for comment in mark.comments]
        parts.append(f"<h2>{escape(mark.title)}{colon} {status} {points}</h2>")
        if items:
            parts.append("<ul>" + "".join(items) + "</ul>")
    total = f"{graded.points:g} of {graded.most:g} points"
    if graded.penalty:
        total += f" earned, {graded.penalty:g} off for lateness: {graded.final:g}"
    if graded.pending:
        total += f"; {graded.pending:g} points still to be marked by a person"
    title = f"{graded.assignment.replace('_', ' ').capitalize()}: {graded.student}"
    made = f"This page was made on {date.today():%d %B %Y} with {_edition()}."
    return PAGE.format(
        title=escape(title),
        total=escape(total),
        body="\n".join(parts),
        made=escape(made),
    )


@cache
def _edition() -> str:
    """Return the version of the course, and its revision if it is a checkout."""
    version = f"version {__version__} of the course"
    git = ["git", "-C", str(FOLDER.parent), "rev-parse", "--short", "HEAD"]
    if not (FOLDER.parent / ".git").exists() or not shutil.which("git"):
        return version
    revision = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    return f"{version}, revision {revision}" if revision else version


def _line(mark: Mark) -> list[str]:
    points = (mark.shown, mark.audit, mark.manual, mark.extra or None)
    final = "pending" if mark.final is None else _points(mark.final)
    return [mark.question, *map(_points, points), final, _points(mark.points)]


def _item(finding: Finding) -> str:
    earned = finding.points if finding.holds else 0
    worth = f" [{earned:g} of {finding.points:g}]" if finding.points else ""
    sign = "✓" if finding.holds else "✗"
    return f"<li>{sign} {_message(finding.message)}{worth}</li>"


def _message(text: str) -> str:
    """Return a check's message as HTML: all of it is escaped, and `code` is code."""
    text, html, end = visible(text), "", 0
    for piece in PIECE.finditer(text):
        html += escape(text[end : piece.start()])
        if piece["code"]:
            html += f"<code>{escape(piece['code'])}</code>"
        else:
            html += "not answered" if piece["blank"] else escape(piece[0])
        end = piece.end()
    return html + escape(text[end:])


def _points(points: float | None) -> str:
    return "" if points is None else f"{points:g}"
