"""nbgrader's own cycle: grade book, restored test cells, the notebook run in a jailed kernel,
automatic scores.

The same preprocessors as `nbgrader autograde` and in the same order, without its search for files:
a submission is already known, and nothing that a student named becomes a path or a regular
expression.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbgrader import preprocessors as steps
from nbgrader.api import Gradebook, MissingEntry, SubmittedAssignment
from nbgrader.utils import determine_grade, is_grade, is_locked, is_solution
from traitlets.config import Config

from coursework.assignments import Assignment
from coursework.grading.jail import Jail

CELL_SECONDS = 300  # processor time is limited more tightly, by the jail
SEND_SECONDS = 20
MOST_OUTPUT = 1_000_000  # characters kept of one notebook's outputs
KERNEL = "jailed"
CAUSES = {
    "DeadKernelError": "an endless loop, too much memory or a crash",
    "Again": "it broke its connection",
}
CONFIG = """# nbgrader's settings for the grade book in this folder. To mark written answers:
# start `jupyter lab` in this folder and open Nbgrader > Formgrader.
c = get_config()
c.CourseDirectory.course_id = ""
# A student's notebook must not run scripts in the marker's browser.
c.HTMLExporter.sanitize_html = True
# Formgrader's button "Autograde" knows no jail: it must not run a student's code, and must not
# change a mark.
c.Execute.enabled = False
c.Autograde.autograde_preprocessors = []
"""


class ByHand(NamedTuple):
    """What a person entered in Formgrader for one question."""

    manual: float | None
    extra: float
    pending: bool  # whether a person still has to look
    comments: list[str]


class GradeBook:
    """The folder of an nbgrader course with its grade book."""

    def __init__(self, folder: Path):
        self.folder = folder.resolve()
        self.url = f"sqlite:///{self.folder / 'gradebook.db'}?timeout=60"  # two jobs write in turn

    def prepare(self, assignments: list[Assignment]) -> None:
        """Enter assignments and their cells; again does no harm."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.environ["PATH"] = (
            f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # nbgrader starts alembic by name
        )
        (self.folder / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
        for assignment in assignments:
            released = assignment.student_notebook()
            _write(
                assignment.source,
                self.folder / "source" / assignment.name / f"{assignment.name}.ipynb",
            )
            _write(released, self.folder / "release" / assignment.name / f"{assignment.name}.ipynb")
            with self.open() as book:
                book.update_or_create_assignment(assignment.name)
            steps.SaveCells().preprocess(released, self._resources(assignment.name, ""))

    def entries(self) -> set[tuple[str, str]]:
        """(assignment, student) of every submission that it holds."""
        with self.open() as book:
            return {(one.name, one.student_id) for one in book.db.query(SubmittedAssignment).all()}

    def open(self) -> Gradebook:
        return Gradebook(self.url)

    def autograde(
        self, notebook: nbformat.NotebookNode, released: Assignment, student: str, jail: Jail
    ) -> tuple[dict[str, float | None], list[str]]:
        """Run a submission; nbgrader's score of each graded cell, and notes on what went wrong."""
        assignment = released.name
        with self.open() as book:
            book.update_or_create_student(student)
            book.update_or_create_submission(assignment, student)
        path = Path(student) / assignment / f"{assignment}.ipynb"
        _write(notebook, self.folder / "submitted" / path)
        resources = self._resources(assignment, student)
        _restore_metadata(notebook, released.student_notebook())
        for step in (
            steps.ClearOutput(),
            steps.DeduplicateIds(),
            steps.OverwriteKernelspec(),
            steps.OverwriteCells(add_missing_cells=True),
            steps.CheckCellMetadata(),
        ):
            notebook, resources = step.preprocess(notebook, resources)
        notes = execute(notebook, jail, released)
        for step in (steps.LimitOutput(), steps.SaveAutoGrades(), steps.CheckCellMetadata()):
            notebook, resources = step.preprocess(notebook, resources)
        _write(notebook, self.folder / "autograded" / path)
        with self.open() as book:
            grades = book.find_submission_notebook(assignment, assignment, student).grades
            return {grade.name: grade.auto_score for grade in grades}, notes

    def overrule(self, assignment: str, student: str, points: dict[str, float]) -> None:
        """Put the audit's points where nbgrader keeps its own, so that its pages and exports show
        them.
        """
        with self.open() as book:
            for grade in book.find_submission_notebook(assignment, assignment, student).grades:
                if grade.name in points:
                    grade.auto_score = points[grade.name]
            book.db.commit()

    def forget(self, assignment: str, student: str) -> None:
        """Take out a submission that could not be graded: nbgrader would export it as 0."""
        with self.open() as book, contextlib.suppress(MissingEntry):
            book.remove_submission(assignment, student)

    def marks(self, assignment: Assignment, student: str) -> dict[str, ByHand]:
        """What a person made of each question. Formgrader has comments on code below the answer,
        not the check.
        """
        with self.open() as book:
            notebook = book.find_submission_notebook(assignment.name, assignment.name, student)
            comments = {one.name: one.manual_comment for one in notebook.comments}
            comments |= {
                one.name: one.comment
                for one in notebook.comments
                if one.name in assignment.question_ids
            }
            grades = {grade.name: grade for grade in notebook.grades}
            return {
                question.grade_id: ByHand(
                    manual=grades[question.grade_id].manual_score,
                    extra=grades[question.grade_id].extra_credit or 0,
                    pending=bool(grades[question.grade_id].needs_manual_grade),
                    comments=[comments[name] for name in question.answers if comments.get(name)],
                )
                for question in assignment.questions
            }

    def _resources(self, assignment: str, student: str) -> dict:
        about = {
            "notebook": assignment,
            "assignment": assignment,
            "student": student,
            "db_url": self.url,
        }
        return {"nbgrader": about, "unique_key": assignment}


class JailedExecute(steps.Execute):
    """nbgrader's execution, with a limit on what the notebook may print."""

    finished = 0  # cells run to their end
    received = 0  # characters of output

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"] in (
            "stream",
            "display_data",
            "execute_result",
            "update_display_data",
            "error",
        ):
            self.received += len(str(msg["content"]))
            if self.received > MOST_OUTPUT:
                return None
        return super().process_message(msg, cell, cell_index)

    def create_kernel_manager(self):
        manager = super().create_kernel_manager()
        new_client = manager.client

        def client(**options):
            made = new_client(**options)
            made.context.sndtimeo = 1000 * SEND_SECONDS  # a kernel may have closed its end
            return made

        manager.client = client
        return manager

    def preprocess_cell(self, cell, resources, index):
        done = super().preprocess_cell(cell, resources, index)
        self.finished = index + 1
        return done


def execute(notebook: nbformat.NotebookNode, jail: Jail, released: Assignment) -> list[str]:
    """Run the notebook in a jailed kernel. It may write to one new folder, which is removed;
    nothing else.
    """
    notes = []
    with tempfile.TemporaryDirectory(prefix="ldp-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for part in ("submission", "runtime", "kernels/" + KERNEL):
            (folder / part).mkdir(parents=True)
        argv = [
            sys.executable,
            "-m",
            "ipykernel_launcher",
            "-f",
            "{connection_file}",
            "--HistoryManager.enabled=False",
        ]
        work = folder / "submission"
        jailed = jail.command(argv, writable=[work, folder / "runtime"], folder=work)
        spec = {
            "argv": jailed,
            "display_name": KERNEL,
            "language": "python",
            "interrupt_mode": "message",
        }
        (folder / "kernels" / KERNEL / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
        os.environ["JUPYTER_PATH"] = name
        connection = {
            "transport": "ipc",
            "connection_file": str(folder / "runtime" / "kernel.json"),
        }
        runner = JailedExecute(
            kernel_name=KERNEL,
            timeout=CELL_SECONDS,
            shutdown_kernel="immediate",
            store_widget_state=False,
            config=Config(KernelManager=connection),
        )
        try:
            runner.preprocess(notebook, {"metadata": {"path": str(work)}})
        except Exception as error:  # whatever the kernel did, the audit follows
            where = released.place(notebook.cells[min(runner.finished, len(notebook.cells) - 1)])
            name = type(error).__name__
            notes.append(f"the notebook stopped at {where}: {CAUSES.get(name, name)}")
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and (index >= runner.finished or not _scorable(cell)):
            error = {
                "ename": "NotRun",
                "evalue": "no score from this cell",
                "traceback": ["no score from this cell"],
            }
            cell.outputs = [nbformat.v4.new_output("error", **error)]
    return notes


def _restore_metadata(notebook: nbformat.NotebookNode, released: nbformat.NotebookNode) -> None:
    """nbgrader's notes on each cell as they were released, whatever the student made of them."""
    about = {
        cell.metadata.nbgrader.grade_id: cell.metadata.nbgrader
        for cell in released.cells
        if is_grade(cell) or is_solution(cell) or is_locked(cell)
    }
    for cell in notebook.cells:
        told = cell.metadata.pop("nbgrader", None)
        grade_id = told.get("grade_id") if isinstance(told, dict) else None
        if isinstance(grade_id, str) and grade_id in about:
            cell.metadata.nbgrader = about[grade_id]


def _scorable(cell) -> bool:
    """False for a test cell whose output nbgrader refuses, such as more points than there are."""
    try:
        return not is_grade(cell) or determine_grade(cell) is not None
    except (ValueError, KeyError, TypeError, AttributeError):
        return False


def _write(notebook: nbformat.NotebookNode, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")
