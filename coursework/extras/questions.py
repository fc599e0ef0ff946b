"""Figures about the class, question by question. A pair counts once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from coursework.grading.results import Graded
from coursework.grading.writing import write_table

HEADER = [
    "assignment", "question", "title", "graded", "pending", "mean", "of", "share of full points",
    "share of no points", "most frequent finding", "students with it",
]  # fmt: skip


def table(graded: Iterable[Graded]) -> list[list]:
    """One line a question, the hardest of each assignment first: least mean share of its points."""
    marks: dict = {}
    for one in graded:
        if not one.handed_in_by:
            for mark in one.marks:
                marks.setdefault((one.assignment, mark.question), []).append(mark)
    lines = []
    for (assignment, question), of in marks.items():
        given, most = [mark.final for mark in of if mark.final is not None], of[0].points
        faults = defaultdict(list)
        for mark in of:
            for kind, message in _faults(mark).items():
                faults[kind].append(message)
        alike = max(faults.values(), key=len, default=[])
        fault, often = alike[0] if alike else "", len(alike)
        mean, full, none = "", "", ""
        if given:
            mean = sum(given) / len(given)
            full = sum(points >= most for points in given) / len(given)
            none = sum(points <= 0 for points in given) / len(given)
        lines.append([
            assignment, question, of[0].title, len(given), len(of) - len(given), mean, most, full,
            none, fault, often,
        ])  # fmt: skip
    return sorted(lines, key=lambda line: (line[0], 2 if line[5] == "" else line[5] / line[6]))


def _faults(mark) -> dict[str, str]:
    """What was found wrong, by what is left without the numbers: students differ in them."""
    messages = (finding.message for finding in mark.findings if not finding.holds)
    return {re.sub(r"\d[\d.,]*\d|\d", "…", message): message for message in messages}


def write(graded: Iterable[Graded], path: Path) -> None:
    lines = [
        [f"{cell:.3g}" if isinstance(cell, float) else cell for cell in line]
        for line in table(graded)
    ]
    write_table(path, [HEADER, *lines])
