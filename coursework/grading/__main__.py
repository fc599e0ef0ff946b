"""Grade a folder or zip of submissions.

    python -m coursework.grading hw1.zip
    python -m coursework.grading submitted/ --assignment rappor --canvas export.csv
    python -m coursework.grading hw2.zip --moodle export.csv --worksheet worksheet.csv

Student code runs only inside a sandbox, without network. The output folder then holds:
    grades.csv       one line a question: what the notebook showed, the audit's points, a person's,
                     and what counts
    totals.csv       one line a submission
    totals.svg       how the totals are spread
    not_graded.csv   every file that has no grade, with the reason; nothing becomes 0 in silence
    marking/         for the written answers: each student's own numbers that the rubric asks for
    key.csv          which student has which pseudonym: markers see pseudonyms only
    feedback/        one page for each student and assignment
    canvas.csv, moodle.csv   the grade book that you gave, filled in
    times.csv        with --worksheet: when each submission came, as --handed-in takes it
    nbgrader/        a course of nbgrader: start `jupyter lab` there to mark the written answers,
                     then run this again

A second run grades only what changed.
"""

from __future__ import annotations

import sys

if __name__ == "__main__" and not {"-h", "--help"} & {*sys.argv}:  # what follows takes seconds
    print("Starting …", file=sys.stderr, flush=True)

import argparse
import os
import secrets
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tqdm import tqdm

from coursework import assignments
from coursework.extras import (
    distribution,
    feedback_zips,
    lateness,
    marks_in,
    pairs,
    questions,
    similarity,
    worksheet,
)
from coursework.grading import batch, pages
from coursework.grading.collect import collect
from coursework.grading.grade import OTHER_ID
from coursework.grading.gradebook import GradeBook
from coursework.grading.own_numbers import own_numbers
from coursework.grading.results import Graded, NotGraded
from coursework.grading.roster import Roster
from coursework.grading.sandbox import bubblewrap
from coursework.grading.sandbox.notebook import Limits, Sandbox
from coursework.grading.writing import printable, visible, write_table

REPOSITORY = assignments.FOLDER.parent
LMS = "canvas", "moodle"
SALT = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "ldp-course" / "salt"


def main(arguments: list[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):  # a file's name may be no text
        stream.reconfigure(errors="backslashreplace")
    chosen = options(arguments)
    try:
        if os.geteuid() == 0 and not bubblewrap.leaves_root():
            say(
                "You are root in a container: see that it limits the number of processes"
                " (--pids-limit 2000)."
            )
        return run(chosen)
    except bubblewrap.SandboxMissing as missing:
        say(str(missing), sys.stderr)
        return 2
    except (ValueError, OSError) as error:
        say(f"Nothing was graded: {error}", sys.stderr)
        return 2


def say(sentence: str, stream=None) -> None:
    """At once, and without characters that nobody sees."""
    print(visible(sentence), file=stream or sys.stdout, flush=True)


def run(options: argparse.Namespace) -> int:
    """From the zip to the marks; the exit status."""
    output = options.output or options.submissions.with_name(f"{options.submissions.stem}-grades")
    say(f"Reading {options.submissions} …", sys.stderr)
    rosters = [Roster.read(lms, path) for lms in LMS if (path := getattr(options, lms))]
    sheet = Roster.read("moodle", options.worksheet) if options.worksheet else None
    for roster in rosters:
        roster.trust_names = options.trust_names
        if sheet and roster.lms == "moodle":
            roster.take_numbers(sheet)
    for notice in [one for roster in [*rosters, *filter(None, [sheet])] for one in roster.notices]:
        say(notice)
    filled = [output / f"{lms}.csv" for lms in LMS]
    for path in {*filled, output / "times.csv"} & {
        options.canvas,
        options.moodle,
        options.handed_in,
    }:
        raise ValueError(f"{path} is written by this command; give your own file, or a copy")
    folder = options.assignments
    known = {name: assignments.load(name, folder) for name in assignments.names(folder)}
    if options.assignment and options.assignment not in known:
        raise ValueError(
            f"assignment {options.assignment!r} is not one of: {', '.join(known) or 'none'}"
        )
    roster = rosters[0] if rosters else None
    submissions, refused = collect(
        options.submissions, list(known.values()), roster, options.assignment
    )
    if options.column and len(found := {one.assignment for one in submissions}) > 1:
        raise ValueError(
            f"--column names one column, and there are notebooks of {', '.join(sorted(found))}:"
            " add --assignment, or ASSIGNMENT= with make"
        )
    name_of = roster.name_of if roster else str
    partners = pairs.read(options.pairs, name_of) if options.pairs else {}
    submissions = pairs.either_id(submissions, partners)
    names = {one.assignment for one in submissions}
    times = worksheet.times(sheet, name_of) if sheet else {}
    policy = None
    if options.late:
        policy = lateness.read(options.late, options.handed_in, name_of, names)
        policy = policy.with_worksheet(times, names).with_partners(partners, names)
        policy = policy.with_marked(submissions)
        for sentence in policy.without_submission(submissions, partners):
            say(sentence)
    for one in rosters:
        if strangers := one.strangers(submission.student for submission in submissions):
            say(f"Not in {one.path.name}: {', '.join(strangers)}.")
            say(
                f"Take their files out, or name them by an id that it has; else {one.lms}.csv"
                " cannot be written."
            )
    graded, more, status = grade(submissions, known, output, options, name_of)
    refused += more
    if not graded and refused and (output / "totals.csv").exists():
        ((reason, often),) = Counter(one.reason for one in more or refused).most_common(1)
        raise ValueError(
            f"none of {len(refused)} files can be graded, so {output} stays as it was. The reason"
            f" for {often} of them: {printable(reason)}"
        )
    graded = pairs.for_both(graded, partners)
    of_each_run = ["late.csv", "totals.svg"]
    for path in [*filled, *(output / name for name in of_each_run), *output.glob("feedback_*.zip")]:
        path.unlink(missing_ok=True)  # of an earlier run: it would not fit the new tables
    if policy:
        graded = lateness.apply(graded, policy)
        lateness.write(graded, policy, output / "late.csv")
        for sentence in policy.without_time(graded):
            say(sentence)
    if times:
        worksheet.write(times, names, policy, output / "times.csv")
    pages.write_results(graded, refused, output)
    questions.write(graded, output / "questions.csv")
    if left := feedback_zips.write(graded, output):
        say(f"Not in the feedback zip, give them their pages yourself: {', '.join(left)}")
    if others := [one.student for one in graded if any(n.startswith(OTHER_ID) for n in one.notes)]:
        say(
            f"The notebooks of these students name no id of theirs: {', '.join(others)}. They lose"
            " points for right answers, so ask them to write the right id and to hand in again."
            " totals.csv has what they wrote."
        )
    if marked := [one.student for one in graded if one.by_hand]:
        say(
            f"A person gave points for code as well as for a written answer: {', '.join(marked)}."
            " See that each mark stands where it was meant; totals.csv has the questions."
        )
    for sentence in distribution.write(graded, output / "totals.svg"):
        say(sentence)
    say(f"{len(graded)} graded, {len(refused)} not graded: see {output}")
    for one in refused:
        say(f"  not graded: {printable(one.path)}: {printable(one.reason)}")
    return max([status, *(_fill(one, graded, known, options.column, output) for one in rosters)])


def grade(
    submissions: list, known: dict[str, assignments.Assignment], output: Path,
    options: argparse.Namespace, name_of: Callable[[str], str],
) -> tuple[list[Graded], list[NotGraded], int]:  # fmt: skip
    """What is new or changed is graded; then all with the marks that a person gave. The last is an
    exit status: 1 if the table of marks has a fault.
    """
    bubblewrap.check()  # before anything is written
    bubblewrap.store_bytecode()
    limits = Limits(cpu_seconds=options.cpu_seconds, seconds=options.seconds)
    packages = {known[one.assignment].package for one in submissions}
    graded, refused, status = [], [], 0
    with ExitStack() as stack:
        secret = read_salt(options.salt_file)
        book = GradeBook(output / "nbgrader", output / "key.csv")
        stack.callback(book.close)
        for name in sorted({one.assignment for one in submissions}):
            book.add(known[name])

        def take(entry: batch.Entry, result: Graded | NotGraded) -> None:
            student, name = entry.submission.student, entry.submission.assignment
            if isinstance(result, NotGraded):
                refused.append(result)
                book.forget(name, student)
            else:
                graded.append(book.with_marks(result))

        new, before = [], {}
        for one in submissions:
            key = batch.key_of(one, known[one.assignment], secret, limits)
            entry = batch.Entry(one, output / "state", key, book.pseudonym(one.student))
            last_key, last = entry.read() or ("", None)
            if isinstance(last, Graded):
                before[entry] = {mark.question: mark.answer for mark in last.marks}
            there = isinstance(last, Graded) and book.holds(one.assignment, one.student)
            if there and last_key == key:
                take(entry, last)
            else:
                new.append(entry)
        book.write_key()
        if graded:
            say(f"{len(graded)} as before")
        if new:
            say(f"Grading {len(new)} notebooks …", sys.stderr)
        bar = tqdm(total=len(new), unit="notebook", disable=None if new else True)
        sandbox = stack.enter_context(Sandbox(limits, sorted(packages))) if new else None
        results = batch.grade_all(new, known, secret, sandbox, options.jobs)
        for place, (entry, result) in enumerate(results, start=1):
            if isinstance(result, Graded):
                book.enter(result, entry.copy, before.get(entry, {}))
            take(entry, result)
            student, name = entry.submission.student, entry.submission.assignment
            done = f"{student} {name}" + " not graded" * isinstance(result, NotGraded)
            bar.update()
            bar.set_postfix_str(done)
            if bar.disable:
                say(f"{place}/{len(new)}  {done}", sys.stderr)
        bar.close()
        if not graded:
            return graded, refused, status
        if options.marks:
            try:
                say(marks_in.take_in(options.marks, graded, book, name_of))
            except ValueError as error:
                say(str(error), sys.stderr)
                status = 1
            graded = [book.with_marks(one) for one in graded]
        to_mark = output / "marking" / "to_mark.csv"
        if hint := marks_in.write(graded, book.pseudonyms, to_mark, book.text_of):
            say(hint)
        similarity.export(submissions, known, book.pseudonyms, output / "similarity")
    graded.sort(key=lambda one: (one.assignment, one.student))
    for name, assignment in known.items():
        _write_own_numbers([one for one in graded if one.assignment == name], assignment, book)
    return graded, refused, status


def _write_own_numbers(
    graded: list[Graded], assignment: assignments.Assignment, book: GradeBook
) -> None:
    """For the marker, who knows pseudonyms only."""
    path = book.key.parent / "marking" / f"{assignment.name}.csv"
    path.unlink(missing_ok=True)
    rows = [
        (book.pseudonym(one.student), own_numbers(assignment, one.numbers_of)) for one in graded
    ]
    if rows and rows[0][1]:
        lines = sorted([who, *numbers.values()] for who, numbers in rows)
        write_table(path, [["pseudonym", *rows[0][1]], *lines])


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


def _fill(roster: Roster, graded: list, known: dict, column: str | None, output: Path) -> int:
    """Fill in an LMS's grade book; nothing is written if anything does not fit."""
    try:
        roster.demand(one.student for one in graded)
        for name, assignment in known.items():
            mine = [one for one in graded if one.assignment == name]
            if not mine:
                continue
            early = _before_marking(mine, assignment)
            waiting = [one.student for one in mine if one.pending]
            grades = {
                one.student: one.final for one in mine if one.student not in {*waiting, *early}
            }
            place = roster.column(name, assignment.title, column)
            roster.fill(place, grades, assignment.points)
            say(f"{roster.lms}.csv, {name}: grades entered: {len(grades)}")
            if waiting:
                say(f"  left as it was, answers not yet marked: {', '.join(waiting)}")
            if early:
                say(
                    f"  left as it was until marks are given, no written answer: {', '.join(early)}"
                )
            if absent := roster.absent(one.student for one in mine):
                say(f"  left as it was, no graded submission: {', '.join(absent)}")
    except ValueError as error:
        say(f"{roster.lms}.csv was not written: {error}", sys.stderr)
        return 1
    roster.write(output / f"{roster.lms}.csv")
    return 0


def _before_marking(graded: list[Graded], assignment: assignments.Assignment) -> list[str]:
    """Who wrote no answer and gets 0 for it, while nobody of the class has a mark yet: to see a
    total before the others do would look like a final one.
    """
    written = {question.grade_id for question in assignment.questions if question.check is None}
    marks = [(one, mark) for one in graded for mark in one.marks if mark.question in written]
    begun = any(mark.manual is not None for _, mark in marks)
    if begun or not any(mark.pending for _, mark in marks):
        return []
    return [one.student for one in graded if not one.pending]


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
    add = parser.add_argument
    add("submissions", type=_path, help="folder or zip: nbgrader, Canvas, Moodle, <student>.ipynb")
    add("--assignment", help="the assignment of all notebooks, if nothing else tells it")
    add("--assignments", type=_path, default=assignments.FOLDER, metavar="FOLDER",
        help="your own assignments, a folder each with a source.ipynb (%(default)s)")  # fmt: skip
    add("--output", type=_path, help="default: <submissions>-grades beside the submissions")
    add("--canvas", type=_path, metavar="CSV", help="exported grade book of Canvas")
    add("--moodle", type=_path, metavar="CSV", help="exported grade book or worksheet of Moodle")
    add("--pairs", type=_path, metavar="CSV", help="student,partner: one submission for both")
    add("--late", type=_path, metavar="TOML", help="due dates, free late days, extensions, penalty")
    add("--handed-in", type=_path, metavar="CSV", help="student,assignment,handed_in; with --late")
    add("--worksheet", type=_path, metavar="CSV", help="Moodle's grading worksheet: whose number is"
        " whose, and when each submission came; with --moodle")  # fmt: skip
    add("--trust-names", action="store_true",
        help="nobody can change a name in your Moodle, so a name tells who it is")  # fmt: skip
    add("--marks", type=_path, metavar="CSV", help="a person's marks, as in marking/to_mark.csv")
    add("--column", help="the column to fill in, if the assignment's name does not tell it")
    add(
        "--salt-file",
        type=_path,
        default=SALT,
        help="secret behind the hidden inputs (%(default)s)",
    )
    add("--jobs", type=int, default=2, help="submissions at a time (default: 2)")
    add("--cpu-seconds", type=int, default=Limits.cpu_seconds,
        help="processor time of one notebook (default: %(default)s)")  # fmt: skip
    add("--seconds", type=int, default=Limits.seconds,
        help="time on the clock for all of one notebook (default: %(default)s)")  # fmt: skip
    told = parser.parse_args(arguments)
    if told.late is None and told.handed_in or told.late and not (told.handed_in or told.worksheet):
        parser.error("--late and --handed-in go together, or --late and --worksheet")
    if told.worksheet and not told.moodle:
        parser.error("--worksheet goes with --moodle")
    return told


if __name__ == "__main__":
    sys.exit(main())
