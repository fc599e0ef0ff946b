"""Say which questions were hard for the class. A pair counts once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean

from coursework.grading.results import Graded, Mark
from coursework.grading.writing import write_table

HEADER = [
    "assignment", "question", "title", "graded", "pending", "mean", "of",
    "share of full points", "share of no points",
    "most frequent finding", "students with it",
]  # fmt: skip


def write(graded: Iterable[Graded], path: Path) -> None:
    """Write one line for each question, the hardest of each assignment first.

    Those with answers that wait for a person come last: which are hard is not known.
    """
    marks = defaultdict(list)
    for result in graded:
        if not result.handed_in_by:
            for mark in result.marks:
                marks[result.assignment, mark.question].append(mark)
    lines = []
    for (assignment, question), of_class in marks.items():
        maximum = of_class[0].points
        points = [mark.final for mark in of_class if mark.final is not None]
        figures, difficulty = ["", f"{maximum:g}", "", ""], 0.0
        if points:
            mean = fmean(points)
            full = fmean(value >= maximum for value in points)
            none = fmean(value <= 0 for value in points)
            figures = [f"{mean:.3g}", f"{maximum:g}", f"{full:.3g}", f"{none:.3g}"]
            difficulty = mean / maximum
        pending = len(of_class) - len(points)
        row = [assignment, question, of_class[0].title, len(points), pending, *figures]
        row += _most_frequent_finding(of_class)
        lines.append((assignment, pending > 0, difficulty, row))
    lines.sort(key=lambda line: line[:3])
    write_table(path, [HEADER, *(row for *_, row in lines)])


def _most_frequent_finding(marks: list[Mark]) -> list:
    """Return a message, as one student got it, and how many got one like it."""
    alike = defaultdict(list)
    for mark in marks:
        messages = (finding.message for finding in mark.findings if not finding.holds)
        # students differ in the numbers
        of_mark = {re.sub(r"\d[\d.,]*\d|\d", "…", text): text for text in messages}
        for kind, message in of_mark.items():
            alike[kind].append(message)
    most = max(alike.values(), key=len, default=[""])
    return [most[0], len(most) if alike else 0]
