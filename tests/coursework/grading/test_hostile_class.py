"""A class in which some try to take the grader's time, memory or eyes: nobody else's
result differs.
"""

import copy
import tempfile
import time
from pathlib import Path

import nbformat
import pytest
from nbgrader.utils import is_solution
from sample_class import grade, named, salt_in, write

from coursework import assignments
from coursework.grading.writing import read_table

NAME = "threat_models"
WAYS = {  # code below the right answers
    "collides": """
def export(rows, k, rng):
    return [{"decade": 1 + i * (2**61 - 1), "district": "x", "answer": i} for i in range(40_000)]
""",
    "collides_in_pairs": """
def link(rows, register, columns):
    return {(1, i * (2**61 - 1)): "x" for i in range(60_000)}
recover = export = lambda *inputs: [2**61 - 1 + i * (2**61 - 1) for i in range(200_000)]
""",
    "sleeps": """
import time
def link(rows, register, columns):
    time.sleep(1_000)
""",
    "loops_in_a_cell": "while True:\n    pass",
    "loops": """
def export(rows, k, rng):
    while True:
        pass
""",
    "sends_much": """
stands_alone = guess_right = lambda *inputs: [[["x" * 100] * 100] * 10] * 140
recover = export = link = lambda *inputs: {str(i): [i] * 5 for i in range(300_000)}
""",
    "takes_memory": "kept = bytearray(3 * 2**30)\nkept[::4096] = b'x' * len(kept[::4096])",
    "prints": "while True:\n    print('x' * 10_000)",
    "slow_to_show": "1",
    "names": "raise ValueError('\\0\\u202e' + 'long' * 100_000)",
}
TEXTS = {
    "slow_to_show": ["a" + " " * 19_990 + "b", "\\\\[" * 6_600, "\\\\(" * 6_600, "|a" * 9_000] * 2,
    "names": [f"# {name}" for name in ("export", "link", "fault")] + ["\0\u202e", "x" * 10**6],
}  # fmt: skip


def right(assignment, student):
    notebook = copy.deepcopy(assignment.student_notebook)
    cells = named(notebook)
    for solved in filter(is_solution, assignment.source.cells):
        cells[solved.metadata.nbgrader.grade_id].source = solved.source
    cells["student"].source = f"student = {student!r}"
    return notebook


def hand_in(place, students, hostile):
    """Everybody's right notebook, and below it what each hostile one tries."""
    assignment, way_of = assignments.load(NAME), dict(zip(hostile, WAYS))
    for student in students:
        notebook = right(assignment, student)
        if way := way_of.get(student):
            notebook.cells.append(nbformat.v4.new_code_cell(WAYS[way]))
            notebook.cells += map(nbformat.v4.new_markdown_cell, TEXTS.get(way, []))
        write(notebook, place / student / f"{NAME}.ipynb")


def graded(students, hostile=()):
    """How many seconds it takes; each student's line of totals, and lines of grades."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        hand_in(place / "in", students, hostile)
        began = time.monotonic()
        run = grade(place / "in", salt=salt_in(place), sources=None)
        seconds = time.monotonic() - began
        assert run.returncode == 0, run.stderr
        output = place / "in-grades"
        totals = {row["student"]: row for row in read_table(output / "totals.csv")}
        lines = {who: [] for who in totals}
        for row in read_table(output / "grades.csv"):
            lines[row["student"]].append(row)
        raw = (output / "totals.csv").read_text(encoding="utf-8")
        return seconds, totals, lines, raw


@pytest.mark.weekly
@pytest.mark.usefixtures("needs_jail")
def test_nobody_elses_result_differs(record_property):
    students = [f"student{place:02}" for place in range(14)]
    hostile = students[: len(WAYS)]
    alone, together = graded(students), graded(students, hostile)
    for who in students[len(WAYS) :]:
        assert together[1][who] == alone[1][who], who
        assert together[2][who] == alone[2][who], who
    assert "\0" not in together[3] and "\u202e" not in together[3]
    assert set(together[1]) == set(alone[1]), "each is graded"
    record_property(
        "says", f"a hostile class: {alone[0]:.0f} s without, {together[0]:.0f} s with"
    )
