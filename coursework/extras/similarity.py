"""The students' code for a program that compares programs. No judgement by us.

similarity/<assignment>/submissions/<pseudonym>/<assignment>.py    what a student wrote
similarity/<assignment>/base/<assignment>.py                       what all were given
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from coursework.assignments import Assignment
from coursework.grading.reading import read_notebook
from coursework.grading.results import Submission
from coursework.grading.writing import write_text

ID = re.compile(r"^student\s*=.*\n*", re.MULTILINE)  # a program on the net must not see it
MAGIC = re.compile(r"^([^\S\n]*+)([%!?]|.*\?$)", re.MULTILINE)  # IPython, not Python


def export(
    submissions: Iterable[Submission],
    assignments: dict[str, Assignment],
    pseudonyms: dict[str, str],
    folder: Path,
) -> None:
    """Code cells that differ from what was given, in their order, a file a student."""
    written = set()
    for one in submissions:
        given = _code(assignments[one.assignment].student_notebook)
        place = folder / one.assignment
        write_text(place / "base" / f"{one.assignment}.py", "\n\n".join(given) + "\n")
        try:
            cells = _code(read_notebook(one.content))
        except ValueError:  # not graded either, and named there
            continue
        own = "\n\n".join(cell for cell in cells if cell not in given)
        text = ID.sub("", own)
        name = pseudonyms.get(one.student, one.student)
        path = place / "submissions" / name / f"{one.assignment}.py"
        write_text(path, text + "\n")
        written.add(path)
    for path in folder.glob("*/submissions/*/*.py"):
        if path not in written:  # of an earlier run
            path.unlink()


def _code(notebook) -> list[str]:
    cells = (cell.source.strip() for cell in notebook.cells if cell.cell_type == "code")
    return [MAGIC.sub(r"\1# \2", source) for source in cells if source]
