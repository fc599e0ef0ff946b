"""Keep nbgrader's grade book, in which a person marks.

Students stand in it under a pseudonym, and what they handed in is a copy in which
nothing runs (`copy_for_marker`).
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, MissingEntry, SubmittedAssignment
from nbgrader.preprocessors import SaveCells
from sqlalchemy.exc import SAWarning

from coursework.assignments import Assignment
from coursework.grading.key import Key
from coursework.grading.results import Graded
from coursework.grading.writing import write_text

MOST_TEXT = 5_000  # characters of a written answer in a table
CONFIG = Path(__file__).with_name("formgrader_config.py")


class GradeBook:
    """The folder of an nbgrader course, with the key to the pseudonyms.

    answers : the cells of each question's answer, for each assignment
    """

    def __init__(self, folder: Path, key: Key):
        self.folder, self.key = folder.resolve(), key
        self.folder.mkdir(parents=True, exist_ok=True)
        # nbgrader starts alembic by its name.
        place = str(Path(sys.executable).parent)
        if place not in os.environ["PATH"].split(os.pathsep):
            os.environ["PATH"] = f"{place}{os.pathsep}{os.environ['PATH']}"
        write_text(
            self.folder / "nbgrader_config.py", CONFIG.read_text(encoding="utf-8")
        )
        # The marker may write at the same time.
        self.url = f"sqlite:///{self.folder / 'gradebook.db'}?timeout=60"
        self.database = Gradebook(self.url)
        self.pseudonym = key.pseudonym
        self.answers: dict[str, dict[str, tuple[str, ...]]] = {}

    def close(self) -> None:
        self.database.close()

    def add(self, assignment: Assignment) -> None:
        """Enter an assignment and its cells; again does no harm."""
        name = assignment.name
        self.answers[name] = {q.grade_id: q.answers for q in assignment.questions}
        released = assignment.student_notebook
        for kind, notebook in (("source", assignment.source), ("release", released)):
            path = self.folder / kind / name / f"{name}.ipynb"
            write_text(path, nbformat.writes(notebook))
        self.database.update_or_create_assignment(name)
        about = {"notebook": name, "assignment": name, "student": ""}
        resources = {"nbgrader": {**about, "db_url": self.url}, "unique_key": name}
        SaveCells().preprocess(nbformat.from_dict(released), resources)
        self.database.db.expire_all()

    def holds(self, assignment: str, student: str) -> bool:
        """Say whether a submission has been entered, and its copy is there."""
        who = self.pseudonym(student)
        entered = self.database.db.query(SubmittedAssignment).filter_by(name=assignment)
        has_row = any(row.student_id == who for row in entered)
        return has_row and self._copy(assignment, who).exists()

    def enter(self, graded: Graded, copy: Path, before: dict[str, str]) -> None:
        """Enter the audit's findings. A person's mark holds while the text is the same.

        copy : for the marker; it is moved to its place
        before : digest of each answer's text when it was graded before, if it was
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
            has_mark = grade.manual_score is not None
            if not (same and has_mark):
                grade.needs_manual_grade = mark.audit is None or has_mark
        self.database.db.commit()
        place = self._copy(name, who)
        place.parent.mkdir(parents=True, exist_ok=True)
        copy.replace(place)

    def forget(self, assignment: str, student: str) -> None:
        """Take out what could not be graded, since nbgrader would export it as 0.

        If a person has marked it, it stays until it can be graded again.
        """
        with contextlib.suppress(MissingEntry):
            grades = self._notebook(assignment, student).grades
            if all(grade.manual_score is None for grade in grades):
                self.database.remove_submission(assignment, self.pseudonym(student))
        self._copy(assignment, self.pseudonym(student)).unlink(missing_ok=True)

    def with_marks(self, graded: Graded) -> Graded:
        """Return the result with what a person entered.

        Formgrader has comments on code below the answer, not the check.
        """
        notebook = self._notebook(graded.assignment, graded.student)
        grades = {grade.name: grade for grade in notebook.grades}
        comments = {cell.name: cell.manual_comment for cell in notebook.comments}
        marks = []
        for mark in graded.marks:
            grade = grades[mark.question]
            cells = self.answers[graded.assignment][mark.question]
            marks.append(
                replace(
                    mark,
                    manual=grade.manual_score,
                    extra=grade.extra_credit or 0,
                    pending=bool(grade.needs_manual_grade),
                    comments=tuple(filter(None, map(comments.get, cells))),
                )
            )
        return replace(graded, marks=tuple(marks))

    def text_of(self, graded: Graded, question: str) -> str:
        """Return a written answer as its marker may see it.

        Text of the student's own in other cells comes last, since a part of the answer,
        or all of it, may be there.
        """
        path = self._copy(graded.assignment, self.pseudonym(graded.student))
        copy = json.loads(path.read_text(encoding="utf-8"))
        answer = copy["metadata"]["answers"][question]
        if len(answer) <= MOST_TEXT:
            return answer
        return (
            f"{answer[:MOST_TEXT]} … (cut: the notebook has {len(answer):,} characters)"
        )

    def set_mark(
        self,
        assignment: str,
        student: str,
        question: str,
        points: float,
        comment: str = "",
    ) -> None:
        """Enter a person's mark that was not entered in Formgrader.

        The comment goes where Formgrader has it, below the answer.
        """
        notebook = self._notebook(assignment, student)
        (grade,) = [grade for grade in notebook.grades if grade.name == question]
        grade.manual_score, grade.needs_manual_grade = points, False
        last_cells = self.answers[assignment][question][-1:]
        for cell in notebook.comments:
            if cell.name in last_cells and comment:
                cell.manual_comment = comment
        self.database.db.commit()

    def _notebook(self, assignment: str, student: str):
        who = self.pseudonym(student)
        return self.database.find_submission_notebook(assignment, assignment, who)

    def _copy(self, assignment: str, who: str) -> Path:
        return self.folder / "autograded" / who / assignment / f"{assignment}.ipynb"
