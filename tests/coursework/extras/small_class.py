"""Results of a small class, as the grading makes them."""

from coursework.grading.results import Graded, Mark
from ldp_checks.findings import Finding

WRONG = Finding(False, "12 of 2,000 reports are 1; expected 48", 2)
RIGHT = Finding(True, "the reports have the right law", 2)


def mark(question, points, of=4.0, findings=(), **more):
    return Mark(
        question, f"1. {question}", of, points, None, tuple(findings), "digest", **more
    )


def graded(student, code=4.0, written=None, assignment="survey", **more):
    """Return marks of a code question (4 points) and a written answer (2 points).

    The answer is pending if `written` is None.
    """
    marks = (
        mark("client", code, findings=[RIGHT if code == 4 else WRONG]),
        mark("leaflet", None, 2.0, manual=written, pending=written is None),
    )
    fields = {"path": f"{student}.ipynb", "numbers_of": student, "notes": ()} | more
    return Graded(student, assignment, marks=marks, **fields)
