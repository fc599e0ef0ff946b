"""Grade a folder or zip of submissions.

    python -m coursework.grading hw1.zip
    python -m coursework.grading submitted/ --assignment rappor --canvas export.csv

Student code runs only inside bubblewrap, without network. The output folder then holds:
    grades.csv       one line a question: nbgrader's points, the audit's, a person's, and what
    counts totals.csv       one line a submission not_graded.csv   every file that has no grade,
    with the reason; nothing becomes 0 in silence marking/         for the written answers: each
    student's own numbers that the rubric asks for feedback/        one page for each student and
    assignment canvas.csv, moodle.csv   the grade book that you gave, filled in nbgrader/        a
    course of nbgrader: start `jupyter lab` there to mark the written answers, then run this again

A second run grades only what changed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import secrets
import sys
from pathlib import Path

from coursework import assignments
from coursework.grading import reports
from coursework.grading.batch import grade_all, progress
from coursework.grading.cycle import GradeBook
from coursework.grading.gradebooks import Roster
from coursework.grading.jail import JailMissing, Limits, demand, leaves_root, store_bytecode
from coursework.grading.marking import own_numbers
from coursework.grading.one import Course
from coursework.grading.submissions import NotGraded, collect

REPOSITORY = assignments.FOLDER.parent
LMS = "canvas", "moodle"
SALT = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "ldp-course" / "salt"


def main(arguments: list[str] | None = None) -> int:
    told = options(arguments)
    try:
        demand()
        if os.geteuid() == 0 and not leaves_root():
            print(
                "You are root in a container: see that it limits the number of processes"
                " (--pids-limit 2000)."
            )
        store_bytecode()
        return run(told)
    except JailMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    except (ValueError, OSError) as error:
        print(f"Nothing was graded: {error}", file=sys.stderr)
        return 2


def run(options: argparse.Namespace) -> int:
    output = options.output or options.submissions.with_name(f"{options.submissions.stem}-grades")
    rosters = [Roster.read(lms, path) for lms in LMS if (path := getattr(options, lms))]
    filled = [output / f"{lms}.csv" for lms in LMS]
    for roster in rosters:
        if roster.path in filled:
            raise ValueError(
                f"{roster.path} is written by this command; give the file that you exported"
            )
    known = [
        assignments.load(name, options.sources, options.checks)
        for name in assignments.names(options.sources)
    ]
    if options.assignment and options.assignment not in {assignment.name for assignment in known}:
        names = ", ".join(assignment.name for assignment in known)
        raise ValueError(f"assignment {options.assignment!r} is not one of: {names}")
    submissions, refused = collect(
        options.submissions, known, rosters[0] if rosters else None, options.assignment
    )
    handed_in = {submission.assignment for submission in submissions}
    for roster in rosters:
        if strangers := roster.strangers(submission.student for submission in submissions):
            print(f"Not in {roster.path.name}: {', '.join(strangers)}.")
            print(
                f"Take their files out, or name them by an id that it has; else {roster.lms}.csv"
                " cannot be written."
            )
    book = GradeBook(output / "nbgrader")
    book.prepare([assignment for assignment in known if assignment.name in handed_in])
    by_name = {assignment.name: assignment for assignment in known}
    checks = (
        Path(importlib.import_module(options.checks.partition(".")[0]).__file__).resolve().parent
    )
    packages = () if options.checks == assignments.CHECKS else (checks,)
    limits = Limits(cpu_seconds=options.cpu_seconds)
    course = Course(
        options.sources, options.checks, packages, book.folder, read_salt(options.salt_file), limits
    )

    graded = []
    step = progress(len(submissions))
    for submission, result in grade_all(course, known, submissions, output / "state", options.jobs):
        about = (submission.student, submission.assignment, submission.path)
        if "reason" in result:
            refused.append(NotGraded(*about, result["reason"]))
            book.forget(submission.assignment, submission.student)
        else:
            graded.append(_with_marks(result, by_name[submission.assignment], book))
        step(
            f"{submission.student} {submission.assignment}"
            + (" not graded" if "reason" in result else "")
        )

    graded.sort(key=lambda one: (one.assignment, one.student))
    for path in filled:
        path.unlink(missing_ok=True)  # of an earlier run: it would not fit the new tables
    _write(graded, refused, known, output)
    print(f"{len(graded)} graded, {len(refused)} not graded: see {output}")
    for one in refused:
        print(f"  not graded: {one.path}: {one.reason}")
    return max([0, *(_fill(roster, graded, known, options.column, output) for roster in rosters)])


def _write(graded: list, refused: list, known: list, output: Path) -> None:
    """The tables and pages for people."""
    reports.write_grades(graded, output / "grades.csv")
    reports.write_totals(graded, output / "totals.csv")
    reports.write_not_graded(refused, output / "not_graded.csv")
    for one in graded:
        reports.write_feedback(one, output / "feedback")
    for assignment in known:
        mine = [
            (one, own_numbers(assignment, one.numbers_of))
            for one in graded
            if one.assignment == assignment.name
        ]
        if any(own for _, own in mine):
            reports.write_own_numbers(mine, output / "marking" / f"{assignment.name}.csv")


def read_salt(path: Path) -> bytes:
    """The secret behind the hidden inputs; made at the first use."""
    path = path.resolve()
    if path.is_relative_to(REPOSITORY):
        raise ValueError(
            f"{path} lies in the repository, where it would be published; choose a place outside"
        )
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
        ) as file:
            file.write(secrets.token_hex(32) + "\n")
        print(
            f"A new secret is in {path}. Keep it: with it a regrading asks the same hidden inputs."
        )
    if path.stat().st_mode & 0o077:
        raise ValueError(f"{path} can be read by others; run: chmod 600 {path}")
    salt = path.read_bytes().strip()
    if len(salt) < 16:
        raise ValueError(f"{path} holds {len(salt)} characters; a secret has at least 16")
    return salt


def _with_marks(
    result: dict, assignment: assignments.Assignment, book: GradeBook
) -> reports.Graded:
    """A result together with what a person has marked since."""
    by_person = book.marks(assignment, result["student"])
    marks = []
    for question, found in zip(assignment.questions, result["questions"], strict=True):
        marks.append(
            reports.Mark(**found, title=question.title, **by_person[question.grade_id]._asdict())
        )
    return reports.Graded(
        result["student"], result["assignment"], result["numbers_of"], marks, result["notes"]
    )


def _fill(roster: Roster, graded: list, known: list, column: str | None, output: Path) -> int:
    """Fill in an LMS's grade book; nothing is written if anything does not fit."""
    try:
        roster.demand(one.student for one in graded)
        for assignment in [
            one for one in known if any(mine.assignment == one.name for mine in graded)
        ]:
            mine = [one for one in graded if one.assignment == assignment.name]
            grades = {one.student: one.points for one in mine if not one.pending}
            missing = roster.fill(roster.column(assignment.name, column), grades, assignment.points)
            print(f"{roster.lms}.csv, {assignment.name}: grades entered: {len(grades)}")
            if waiting := [one.student for one in mine if one.pending]:
                print(f"  left blank, written answers not yet marked: {', '.join(waiting)}")
            waiting = {student.lower() for student in waiting}
            if absent := [student for student in missing if student.lower() not in waiting]:
                print(f"  left blank, no graded submission: {', '.join(absent)}")
    except ValueError as error:
        print(f"{roster.lms}.csv was not written: {error}", file=sys.stderr)
        return 1
    roster.write(output / f"{roster.lms}.csv")
    return 0


def _path(text: str) -> Path:
    """As typed; make and some shells leave the ~ of SUBMISSIONS=~/hw1.zip to us."""
    return Path(text).expanduser().resolve()


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m coursework.grading",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "submissions", type=_path, help="folder or zip: nbgrader, Canvas, Moodle, <student>.ipynb"
    )
    parser.add_argument(
        "--assignment", help="the assignment of all notebooks, if neither names nor folders tell it"
    )
    parser.add_argument(
        "--output", type=_path, help="default: <submissions>-grades beside the submissions"
    )
    parser.add_argument("--canvas", type=_path, metavar="CSV", help="exported grade book of Canvas")
    parser.add_argument(
        "--moodle", type=_path, metavar="CSV", help="exported grade book or worksheet of Moodle"
    )
    parser.add_argument(
        "--column", help="the column to fill in, if the assignment's name does not tell it"
    )
    parser.add_argument(
        "--salt-file",
        type=_path,
        default=SALT,
        help="secret behind the hidden inputs (%(default)s)",
    )
    parser.add_argument("--jobs", type=int, default=2, help="submissions at a time (default: 2)")
    parser.add_argument(
        "--cpu-seconds", type=int, default=20, help="processor time of one notebook (default: 20)"
    )
    parser.add_argument("--sources", type=_path, default=assignments.FOLDER, help=argparse.SUPPRESS)
    parser.add_argument("--checks", default=assignments.CHECKS, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
