"""Read what a cell of a source notebook is for, and take its answer out.

The site shows an assignment, too, and does not have nbgrader, whose marks these are.
"""

from __future__ import annotations

import re

import nbformat

ANSWER = re.compile(
    r"^([ \t]*).*BEGIN SOLUTION.*\n(?:(?!.*BEGIN SOLUTION).*\n)*?.*END SOLUTION.*$",
    re.MULTILINE,
)
STUBS = {
    "code": ("# YOUR CODE HERE", "raise NotImplementedError()"),
    "markdown": ("YOUR ANSWER HERE",),
}


def is_grade(cell: nbformat.NotebookNode) -> bool:
    """Return whether its points count."""
    return cell.metadata.get("nbgrader", {}).get("grade", False)


def is_solution(cell: nbformat.NotebookNode) -> bool:
    """Return whether a student writes an answer in it."""
    return cell.metadata.get("nbgrader", {}).get("solution", False)


def without_answer(cell: nbformat.NotebookNode) -> str:
    """Return its text as students get it; ValueError if part of an answer stays."""
    stub = STUBS[cell.cell_type]

    def indented(match: re.Match) -> str:
        return "\n".join(match[1] + line for line in stub)

    text, count = ANSWER.subn(indented, cell.source)
    if re.search(r"(BEGIN|END) SOLUTION", text) or (count and not is_solution(cell)):
        raise ValueError(
            "a solution begins with ### BEGIN SOLUTION and ends with ### END SOLUTION,"
            f" in a cell for an answer: {cell.source!r}"
        )
    return "\n".join(stub) if is_solution(cell) and not count else text
