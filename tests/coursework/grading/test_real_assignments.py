"""The assignments from release to grade book: solved, blank, and by students whose
functions tell their inputs.

A right answer fails one of its tests with probability at most 1e-6 each.
"""

import copy
import itertools
import re
import subprocess
import sys
import zipfile
from contextlib import suppress
from html import unescape
from random import Random

import nbformat
import numpy as np
import pytest
from nbgrader.utils import is_solution
from sample_class import ROOT, digest, feedback, grade, named, salt_in, write
from sampling import SEED

from coursework import assignments
from coursework.grading.grade import generator
from coursework.grading.writing import read_table
from ldp_checks.assignments.unary_encoding import task as unary_encoding

NAMES = assignments.names()
SALT = b"5a17" * 16
SOLVED, BLANK, RAISES, ECHOES = "ada@uni.example", "bob", "eve", "mallory"
MIXED_UP = "carl"  # hands in the notebook of another assignment
SOURCES = {
    RAISES: "def tell(*inputs, **named):\n    raise ValueError(f'STOLEN {inputs} {named}')\n",
    ECHOES: "def tell(*inputs, **named):\n    return inputs[0]\n",
}


def fill_in(released, assignment, student):
    """The released notebook as a student hands it in."""
    cells = named(released)
    cells["student"].source = f"student = {student!r}"
    for solved in filter(is_solution, assignment.source.cells):
        if student != BLANK:
            cells[solved.metadata.nbgrader.grade_id].source = solved.source
    if student in SOURCES:
        code = [cell for cell in released.cells if cell.cell_type == "code"]
        checks = [question.check for question in assignment.questions if question.check]
        asked = {name for check in checks for name in check.answers}
        last = [cell for cell in code if is_solution(cell)][-1]
        last.source += (
            f"\n\n{SOURCES[student]}\nfor name in {asked} & set(globals()):\n"
            "    if callable(globals()[name]): globals()[name] = tell"
        )
    return released


ALL = [(student, name) for name in NAMES for student in (SOLVED, BLANK, RAISES, ECHOES)]
DRAWN = Random(SEED).choice([
    name for name in NAMES if name not in ("rappor", "unary_encoding")
])
SOME = [case for case in ALL if case[1] == "unary_encoding" or case == (SOLVED, DRAWN)]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(SOME, id=f"unary_encoding and {DRAWN}", marks=pytest.mark.deep),
        pytest.param(ALL, id="all", marks=pytest.mark.weekly),
    ],
)
def class_(needs_jail, tmp_path_factory, request):
    """Released by the one command, graded by the other."""
    place = tmp_path_factory.mktemp("all")
    salt = salt_in(place)
    subprocess.run(
        [sys.executable, "-m", "coursework.release", "--output", place / "released"],
        cwd=ROOT,
        check=True,
    )
    submitted = place / "submitted"
    for student, name in request.param:
        with zipfile.ZipFile(place / "released" / f"{name}.zip") as bundle:
            released = bundle.read(f"{name}/{name}.ipynb").decode()
        notebook = fill_in(
            nbformat.reads(released, as_version=4), assignments.load(name), student
        )
        write(notebook, submitted / student / name / f"{name}.ipynb")
        if (student, name) == (SOLVED, "unary_encoding"):
            write(notebook, submitted / MIXED_UP / "rappor" / "rappor.ipynb")
    before = digest(place, ROOT)
    run = grade(submitted, "--output", place / "grades", salt=salt, sources=None)
    assert f"{len(request.param)} graded, 1 not graded" in run.stdout, (
        run.stdout + run.stderr
    )
    assert digest(place, ROOT) == before, "nothing but the results was written"
    return place / "grades"


def handed_in(class_, *students):
    """Each of these students with the name of an assignment that the student handed
    in."""
    folders = [class_.parent / "submitted" / student for student in students]
    return [
        (folder.name, path.name)
        for folder in folders
        for path in sorted(folder.iterdir())
    ]


def marks(class_, student, name):
    rows = read_table(class_ / "grades.csv")
    return [
        row for row in rows if (row["student"], row["assignment"]) == (student, name)
    ]


def page(class_, student, name):
    return unescape(feedback(class_, student, name))


def test_the_solution_gets_all_points_for_code_and_waits_for_a_person(class_):
    for _, name in handed_in(class_, SOLVED):
        for mark in marks(class_, SOLVED, name):
            assert mark["final"] == (mark["of"] if mark["audit"] else "pending"), mark
            assert mark["audit"] in ("", mark["of"]), mark
        assert "3 points still to be marked by a person" in page(class_, SOLVED, name)
        text = "\n".join(cell.source for cell in assignments.load(name).source.cells)
        headings = re.findall(r"^## (\d+\. .+?) \(", text, re.MULTILINE)
        assert len(headings) > 5
        for heading in headings:
            number, _, title = heading.partition(". ")
            named_so = rf"<h2>{number}[a-z]?\. {re.escape(title)}:? (?:\d|not yet)"
            assert re.search(named_so, page(class_, SOLVED, name)), heading


def test_a_blank_notebook_gets_nothing_and_each_question_says_why(class_):
    why = "not answered|is not defined in your notebook|No response"
    for student, name in handed_in(class_, BLANK):
        questions = page(class_, student, name).split("<h2>")[1:]
        for text, mark in zip(questions, marks(class_, student, name), strict=True):
            assert mark["final"] == "0", mark
            assert not mark["audit"] or re.search(why, text), text


def test_the_marker_gets_each_students_own_numbers(class_):
    key = read_table(class_ / "key.csv")
    students_of = {row["pseudonym"]: row["student"] for row in key}
    own = {}
    for name in NAMES:
        if (path := class_ / "marking" / f"{name}.csv").exists():
            rows = read_table(path)
            own[name] = {students_of[row["pseudonym"]]: row for row in rows}
    solved = {name for _, name in handed_in(class_, SOLVED)}
    assert own.keys() == solved - {"threat_models"}, (
        "whose rubric asks for no own numbers"
    )
    for name, rows in own.items():
        students = {
            who
            for who, what in handed_in(class_, SOLVED, BLANK, *SOURCES)
            if what == name
        }
        assert rows.keys() == students, name
    task = unary_encoding.task(SOLVED)
    row = own["unary_encoding"][SOLVED]
    odds = task.p * (1 - task.q) / (task.q * (1 - task.p))
    assert float(row["factor of the odds"]) == pytest.approx(odds**task.most, rel=1e-3)
    answers = {
        frozenset(some)
        for some in itertools.product(range(len(task.domain)), repeat=task.most)
    }
    assert int(row["possible answers"]) == len(answers) + 1, "or none"


def test_another_assignments_notebook_is_refused(class_):
    assert (
        "this is the notebook of unary_encoding, not of rappor"
        in (class_ / "not_graded.csv").read_text()
    )


def test_feedback_holds_no_hidden_input(class_):
    for student, name in handed_in(class_, *SOURCES):
        text = words(page(class_, student, name))
        seen = hidden_inputs(assignments.load(name), student)
        assert len(seen) >= 3, (name, "the functions were asked")
        for value in seen:
            assert value not in text, (student, name)
        # before the first heading stands what the notebook's own cells raised, on
        # public data
        of_checks = words(page(class_, student, name).partition("<h2>")[2])
        assert "STOLEN" not in of_checks and SALT.decode() not in text, (student, name)


def hidden_inputs(assignment, student):
    """What the audit gave to the student's functions: the check once more, with the
    same secret."""
    notebook = fill_in(copy.deepcopy(assignment.student_notebook), assignment, student)
    tests = {question.grade_id for question in assignment.questions if question.check}
    namespace = {"get_ipython": lambda: None}
    for cell in notebook.cells:
        if cell.cell_type == "code" and not assignments.grade_ids([cell]) & tests:
            with suppress(ValueError):  # a cell that tries out a function that raises
                exec(cell.source, namespace)
    seen = []

    def spy(function):
        def call(*inputs, **named):
            inputs = [
                generator_of(value) if isinstance(value, np.random.Generator) else value
                for value in inputs
            ]
            seen.extend(
                words(value.tolist() if isinstance(value, np.ndarray) else value)
                for value in inputs
            )
            return function(*inputs, **named)

        def generator_of(rng):
            seen.append(str(seed := int(rng.integers(2**62))))
            return np.random.default_rng(seed)

        return call

    for question in assignment.questions:
        if check := question.check:
            answers = [namespace[name] for name in check.answers]
            answers = [spy(value) if callable(value) else value for value in answers]
            check.findings(
                *answers, student=student, rng=generator(SALT, student, check.name)
            )
    return [
        text for text in seen if len(text) > 40 or text.isdigit() and len(text) > 12
    ]


def words(thing):
    """Numbers and words without what stands between them: the beginning, if it is an
    input of a check.
    """
    tokens = re.findall(r"\w[\w.]*", str(thing))
    return " ".join(tokens if isinstance(thing, str) else tokens[:30])
