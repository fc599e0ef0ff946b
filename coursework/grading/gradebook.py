"""nbgrader's grade book, in which a person marks. Students stand in it under a pseudonym, and what
they handed in is a copy in which nothing runs (`copy_for_marker`).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry, SubmittedAssignment
from nbgrader.preprocessors import SaveCells
from sqlalchemy.exc import SAWarning

from coursework.assignments import Assignment
from coursework.extras import tables
from coursework.grading.reading import read_notebook
from coursework.grading.results import Graded, Mark
from coursework.grading.writing import write_table, write_text

MOST_TEXT = 5_000  # characters of a written answer in a table
ADDED = "(In cells that the student has added:)"
CONFIG = Path(__file__).with_name("formgrader_config.py")


class GradeBook:
    """The folder of an nbgrader course with its grade book, and the key to the pseudonyms beside
    it.
    """

    def __init__(self, folder: Path, key: Path):
        self.folder, self.key = folder.resolve(), key
        self.folder.mkdir(parents=True, exist_ok=True)
        place = str(Path(sys.executable).parent)
        if place not in os.environ["PATH"].split(os.pathsep):  # nbgrader starts alembic by name
            os.environ["PATH"] = f"{place}{os.pathsep}{os.environ['PATH']}"
        write_text(self.folder / "nbgrader_config.py", CONFIG.read_text(encoding="utf-8"))
        self.url = f"sqlite:///{self.folder / 'gradebook.db'}?timeout=60"  # the marker writes, too
        self.database = Gradebook(self.url)
        rows = tables.rows(key, ("student", "pseudonym")) if key.exists() else ()
        self.pseudonyms = {row["student"]: row["pseudonym"] for _, row in rows}
        self.answers: dict[str, dict[str, tuple[str, ...]]] = {}  # cells of each question's answer
        self.given: dict[str, set[str]] = {}  # texts that were given out

    def close(self) -> None:
        self.database.close()

    def add(self, assignment: Assignment) -> None:
        """Enter an assignment and its cells; again does no harm."""
        name = assignment.name
        self.answers[name] = {one.grade_id: one.answers for one in assignment.questions}
        released = assignment.student_notebook
        self.given[name] = {cell.source.strip() for cell in released.cells}
        for kind, notebook in (("source", assignment.source), ("release", released)):
            _write(notebook, self.folder / kind / name / f"{name}.ipynb")
        self.database.update_or_create_assignment(name)
        about = {"notebook": name, "assignment": name, "student": "", "db_url": self.url}
        SaveCells().preprocess(
            nbformat.from_dict(released), {"nbgrader": about, "unique_key": name}
        )
        self.database.db.expire_all()

    def pseudonym(self, student: str) -> str:
        """By which a marker knows a student; made up when a student is first seen."""
        taken = set(self.pseudonyms.values())
        while student not in self.pseudonyms:
            made = f"student-{secrets.randbelow(900_000) + 100_000}"
            if made not in taken:
                self.pseudonyms[student] = made
        return self.pseudonyms[student]

    def write_key(self) -> None:
        rows = [[student, self.pseudonyms[student]] for student in sorted(self.pseudonyms)]
        write_table(self.key, [["student", "pseudonym"], *rows])

    def holds(self, assignment: str, student: str) -> bool:
        """Whether a submission has been entered, and its copy is there."""
        who = self.pseudonym(student)
        entered = self.database.db.query(SubmittedAssignment).filter_by(name=assignment)
        return self._copy(assignment, who).exists() and any(e.student_id == who for e in entered)

    def enter(self, graded: Graded, copy: Path, before: dict[str, str]) -> None:
        """Put in what the audit found. A person's mark holds while the answer's text is the same.

        copy: for the marker; it is moved to its place
        before: digest of each answer's text when it was graded before, if it was
        """
        who, name = self.pseudonym(graded.student), graded.assignment
        with warnings.catch_warnings():  # nbgrader fills in a row before it adds it
            warnings.simplefilter("ignore", SAWarning)
            self.database.update_or_create_student(who)
            self.database.update_or_create_submission(name, who)
        notebook = self.database.find_submission_notebook(name, name, who)
        marks = {mark.question: mark for mark in graded.marks}
        for grade in notebook.grades:
            mark = marks[grade.name]
            same = before.get(grade.name) == mark.answer
            grade.auto_score = mark.audit
            if not (same and grade.manual_score is not None):
                grade.needs_manual_grade = mark.audit is None or grade.manual_score is not None
        self.database.db.commit()
        place = self._copy(name, who)
        place.parent.mkdir(parents=True, exist_ok=True)
        copy.replace(place)

    def forget(self, assignment: str, student: str) -> None:
        """Take out a submission that could not be graded: nbgrader would export it as 0. One that a
        person has marked stays, for the day when it can be graded again.
        """
        with contextlib.suppress(MissingEntry):
            grades = self._notebook(assignment, student).grades
            if all(grade.manual_score is None for grade in grades):
                self.database.remove_submission(assignment, self.pseudonym(student))
        self._copy(assignment, self.pseudonym(student)).unlink(missing_ok=True)

    def with_marks(self, graded: Graded) -> Graded:
        """The result with what a person entered. Formgrader has comments on code below the answer,
        not the check.
        """
        notebook = self._notebook(graded.assignment, graded.student)
        grades = {grade.name: grade for grade in notebook.grades}
        comments = {one.name: one.manual_comment for one in notebook.comments}
        answers = self.answers[graded.assignment]

        def marked(mark: Mark) -> Mark:
            grade = grades[mark.question]
            below = [comments[name] for name in answers[mark.question] if comments.get(name)]
            return replace(
                mark, manual=grade.manual_score, extra=grade.extra_credit or 0,
                pending=bool(grade.needs_manual_grade), comments=tuple(below),
            )  # fmt: skip

        return replace(graded, marks=tuple(marked(mark) for mark in graded.marks))

    def text_of(self, graded: Graded, question: str) -> str:
        """A written answer as its marker may see it: the text in its own cell, then what stands in
        cells that the student has added, since a part of the answer, or all of it, may be there.
        """
        name = graded.assignment
        copy = read_notebook(self._copy(name, self.pseudonym(graded.student)).read_bytes())
        own, added = [], []
        for cell in copy.cells:
            named = cell.metadata.get("nbgrader", {}).get("grade_id")
            if named in self.answers[name][question]:
                own.append(cell.source)
            elif cell.cell_type != "code" and not named and cell.source.strip():
                added += [] if cell.source.strip() in self.given[name] else [cell.source]
        text = "\n\n".join([*own, *[ADDED] * bool(added), *added])
        if len(text) > MOST_TEXT:
            text = f"{text[:MOST_TEXT]} … (cut: the notebook has {len(text):,} characters)"
        return text

    def set_mark(
        self, assignment: str, student: str, question: str, points: float, comment: str = ""
    ) -> None:
        """A person's mark that was not entered in Formgrader; the comment goes where Formgrader
        has it, below the answer.
        """
        notebook = self._notebook(assignment, student)
        (grade,) = [one for one in notebook.grades if one.name == question]
        grade.manual_score, grade.needs_manual_grade = points, False
        below = self.answers[assignment][question][-1:]
        for one in notebook.comments:
            if one.name in below and comment:
                one.manual_comment = comment
        self.database.db.commit()

    def _notebook(self, assignment: str, student: str):
        who = self.pseudonym(student)
        return self.database.find_submission_notebook(assignment, assignment, who)

    def _copy(self, assignment: str, who: str) -> Path:
        return self.folder / "autograded" / who / assignment / f"{assignment}.ipynb"


def _write(notebook: nbformat.NotebookNode, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, nbformat.writes(notebook))
