"""Grade a folder or zip of submissions.

    python -m coursework.grading hw1.zip
    python -m coursework.grading submitted/ --assignment rappor --canvas export.csv
    python -m coursework.grading hw2.zip --moodle export.csv --worksheet worksheet.csv

Student code runs only inside a sandbox, without network. The output folder then holds:
    grades.csv       one line a question: what the notebook showed, the audit's points,
                     a person's, and what counts
    totals.csv       one line a submission; questions.csv has the hardest questions
    not_graded.csv   every file that has no grade, with the reason; nothing becomes 0 in
                     silence
    marking/         for the written answers: each student's own numbers that the rubric
                     asks for
    key.csv          which student has which pseudonym: markers see pseudonyms only
    feedback/        one page for each student and assignment
    canvas.csv, moodle.csv   the grade book that you gave, filled in
    times.csv        with --worksheet: when each submission came, for --handed-in
    nbgrader/        a course of nbgrader: start `jupyter lab` there to mark the written
                     answers, then run this again

A second run grades only what changed.
"""

from __future__ import annotations

import sys

# The imports below take seconds.
if __name__ == "__main__" and {"-h", "--help"}.isdisjoint(sys.argv):
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
    feedback_zips,
    lateness,
    marks_in,
    pairs,
    questions,
    worksheet,
)
from coursework.grading import batch, pages
from coursework.grading.collect import collect
from coursework.grading.grade import OTHER_ID
from coursework.grading.grade_book import Roster
from coursework.grading.key import Key
from coursework.grading.nbgrader_gradebook import GradeBook
from coursework.grading.own_numbers import own_numbers
from coursework.grading.results import Graded, NotGraded
from coursework.grading.sandbox import bubblewrap
from coursework.grading.sandbox.limits import Limits
from coursework.grading.sandbox.notebook import Sandbox
from coursework.grading.writing import printable, visible, write_table

REPOSITORY = assignments.FOLDER.parent
LMS = "canvas", "moodle"
SETTINGS = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config"))
SALT = SETTINGS / "ldp-course" / "salt"


def main(arguments: list[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):  # a file's name may not be text
        stream.reconfigure(errors="backslashreplace")
    chosen = options(arguments)
    try:
        if os.geteuid() == 0 and not bubblewrap.leaves_root():
            say(
                "You are root in a container: see that it limits the number of"
                " processes (--pids-limit 2000)."
            )
        return run(chosen)
    except bubblewrap.SandboxMissing as missing:
        say(str(missing), sys.stderr)
        return 2
    except (ValueError, OSError) as error:
        say(f"Nothing was graded: {error}", sys.stderr)
        return 2


def say(sentence: str, stream=None) -> None:
    """Print at once, and without characters that nobody sees."""
    print(visible(sentence), file=stream or sys.stdout, flush=True)


def run(options: argparse.Namespace) -> int:
    """Go from the zip to the marks, and return the exit status."""
    output = options.output or options.submissions.with_name(
        f"{options.submissions.stem}-grades"
    )
    say(f"Reading {options.submissions} …", sys.stderr)
    rosters = [Roster.read(lms, path) for lms in LMS if (path := getattr(options, lms))]
    sheet = Roster.read("moodle", options.worksheet) if options.worksheet else None
    for roster in rosters:
        roster.trust_names = options.trust_names
        if sheet and roster.lms == "moodle":
            roster.take_numbers(sheet)
    for roster in [*rosters, sheet] if sheet else rosters:
        for notice in roster.notices:
            say(notice)
    filled = [output / f"{lms}.csv" for lms in LMS]
    inputs = {options.canvas, options.moodle, options.handed_in}
    for path in inputs & {*filled, output / "times.csv"}:
        raise ValueError(
            f"{path} is written by this command; give your own file, or a copy"
        )
    folder = options.assignments
    known = {name: assignments.load(name, folder) for name in assignments.names(folder)}
    if options.assignment and options.assignment not in known:
        raise ValueError(
            f"assignment {options.assignment!r} is not one of:"
            f" {', '.join(known) or 'none'}"
        )
    roster = rosters[0] if rosters else None
    key = Key(output / "key.csv")
    for sentence in key.follow(roster) if roster else ():
        say(sentence)
    submissions, refused = collect(
        options.submissions, list(known.values()), roster, options.assignment
    )
    names = {submission.assignment for submission in submissions}
    if options.column and len(names) > 1:
        raise ValueError(
            "--column names one column, and there are notebooks of"
            f" {', '.join(sorted(names))}: add --assignment, or ASSIGNMENT= with make"
        )
    name_of = roster.name_of if roster else str
    partners = pairs.read(options.pairs, name_of) if options.pairs else {}
    submissions = pairs.either_id(submissions, partners)
    times = worksheet.times(sheet, name_of) if sheet else {}
    policy = None
    if options.late:
        policy = lateness.read(options.late, options.handed_in, name_of, names)
        policy = policy.with_worksheet(times, names).with_partners(partners, names)
        policy = policy.with_marked(submissions)
        for sentence in policy.without_submission(submissions, partners):
            say(sentence)
    for roster in rosters:
        if strangers := roster.strangers(s.student for s in submissions):
            say(f"Not in {roster.path.name}: {', '.join(strangers)}.")
            say(
                "Take their files out, or name them by an id that it has; else"
                f" {roster.lms}.csv cannot be written."
            )
    graded, more, status = grade(submissions, known, output, options, key, name_of)
    refused += more
    if not graded and refused and (output / "totals.csv").exists():
        reasons = Counter(file.reason for file in more or refused)
        ((reason, often),) = reasons.most_common(1)
        raise ValueError(
            f"none of {len(refused)} files can be graded, so {output} stays as it was."
            f" The reason for {often} of them: {printable(reason)}"
        )
    graded = pairs.for_both(graded, partners)
    # What an earlier run has left would not fit the new tables.
    for path in [*filled, output / "late.csv", *output.glob("feedback_*.zip")]:
        path.unlink(missing_ok=True)
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
        say(
            "Not in the feedback zip, give them their pages yourself:"
            f" {', '.join(left)}"
        )
    if others := [
        result.student
        for result in graded
        if any(note.startswith(OTHER_ID) for note in result.notes)
    ]:
        say(
            "The notebooks of these students name no id of theirs:"
            f" {', '.join(others)}. They lose points for right answers, so ask them to"
            " write the right id and to hand in again. totals.csv has what they wrote."
        )
    if marked := [result.student for result in graded if result.by_hand]:
        say(
            "A person gave points for code as well as for a written answer:"
            f" {', '.join(marked)}. See that each mark stands where it was meant;"
            " totals.csv has the questions."
        )
    say(f"{len(graded)} graded, {len(refused)} not graded: see {output}")
    for sentence in _waiting(graded):
        say(sentence)
    for file in refused:
        say(f"  not graded: {printable(file.path)}: {printable(file.reason)}")
    for roster in rosters:
        status = max(status, _fill(roster, graded, known, options.column, output))
    return status


def grade(
    submissions: list, known: dict[str, assignments.Assignment], output: Path,
    options: argparse.Namespace, key: Key, name_of: Callable[[str], str],
) -> tuple[list[Graded], list[NotGraded], int]:  # fmt: skip
    """Grade what is new or changed, and return all results with a person's marks.

    The last value is an exit status: 1 if the table of marks has a fault.
    """
    bubblewrap.check()  # before anything is written
    bubblewrap.store_bytecode()
    limits = Limits(cpu_seconds=options.cpu_seconds, seconds=options.seconds)
    names = sorted({submission.assignment for submission in submissions})
    packages = {known[name].package for name in names}
    graded, refused, status = [], [], 0
    with ExitStack() as stack:
        secret = read_salt(options.salt_file)
        batch.rename(output / "state", key.renamed)
        book = GradeBook(output / "nbgrader", key)
        stack.callback(book.close)
        for name in names:
            book.add(known[name])

        def take(entry: batch.Entry, result: Graded | NotGraded) -> None:
            student, name = entry.submission.student, entry.submission.assignment
            if isinstance(result, NotGraded):
                refused.append(result)
                book.forget(name, student)
            else:
                graded.append(book.with_marks(result))

        new, before = [], {}
        for submission in submissions:
            student, name = submission.student, submission.assignment
            digest = batch.key_of(submission, known[name], secret, limits)
            pseudonym = key.pseudonym(student)
            entry = batch.Entry(submission, output / "state", digest, pseudonym)
            last_key, last = entry.read() or ("", None)
            unchanged = False
            if isinstance(last, Graded):
                before[entry] = {mark.question: mark.answer for mark in last.marks}
                unchanged = last_key == digest and book.holds(name, student)
            if unchanged:
                take(entry, last)
            else:
                new.append(entry)
        key.write()
        if graded:
            say(f"{len(graded)} as before")
        if new:
            say(f"Grading {len(new)} notebooks …", sys.stderr)
        bar = tqdm(total=len(new), unit="notebook", disable=None if new else True)
        sandbox = None
        if new:
            sandbox = stack.enter_context(Sandbox(limits, sorted(packages)))
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
            graded = [book.with_marks(result) for result in graded]
        to_mark = output / "marking" / "to_mark.csv"
        if hint := marks_in.write(graded, key.pseudonyms, to_mark, book.text_of):
            say(hint)
    graded.sort(key=lambda result: (result.assignment, result.student))
    for name, assignment in known.items():
        # The marker knows pseudonyms only.
        path = output / "marking" / f"{name}.csv"
        path.unlink(missing_ok=True)
        numbers = {
            key.pseudonym(result.student): own_numbers(assignment, result.numbers_of)
            for result in graded
            if result.assignment == name
        }
        header = next(iter(numbers.values()), {})
        if header:
            lines = sorted([who, *row.values()] for who, row in numbers.items())
            write_table(path, [["pseudonym", *header], *lines])
    return graded, refused, status


def read_salt(path: Path) -> bytes:
    """Return the secret behind the hidden inputs; it is made at the first use."""
    path = path.resolve()
    if path.is_relative_to(REPOSITORY):
        raise ValueError(
            f"{path} lies in the repository, where it would be published; choose a"
            " place outside"
        )
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32) + "\n")
        print(
            f"A new secret is in {path}. Keep it: with it a regrading asks the same"
            " hidden inputs."
        )
    if path.stat().st_mode & 0o077:
        raise ValueError(f"{path} can be read by others; run: chmod 600 {path}")
    salt = path.read_bytes().strip()
    if len(salt) < 16:
        raise ValueError(
            f"{path} holds {len(salt)} characters; a secret has at least 16"
        )
    return salt


def _fill(
    roster: Roster, graded: list, known: dict, column: str | None, output: Path
) -> int:
    """Fill in an LMS's grade book; nothing is written if anything does not fit."""
    try:
        roster.demand(result.student for result in graded)
        for name, assignment in known.items():
            results = [result for result in graded if result.assignment == name]
            if not results:
                continue
            early = _before_marking(results, assignment)
            waiting = [result.student for result in results if result.pending]
            held = [result for result in results if result.held]
            apart = {*waiting, *early, *(result.student for result in held)}
            grades = {
                result.student: result.final
                for result in results
                if result.student not in apart
            }
            place = roster.column(name, assignment.title, column)
            kept = roster.kept(place, grades)
            grades = {who: grades[who] for who in grades if who not in kept}
            roster.fill(place, grades, assignment.points)
            say(f"{roster.lms}.csv, {name}: grades entered: {len(grades)}")
            if kept:
                cells = ", ".join(f"{who} ({cell})" for who, cell in kept.items())
                say(f"  left as it was, no number stands there: {cells}")
            for result in held:
                say(f"  left as it was, {result.held}: {result.student}")
            if waiting:
                say(f"  left as it was, answers not yet marked: {', '.join(waiting)}")
            if early:
                say(
                    "  left as it was until marks are given, no written answer:"
                    f" {', '.join(early)}"
                )
            if absent := roster.absent(result.student for result in results):
                say(f"  left as it was, no graded submission: {', '.join(absent)}")
    except ValueError as error:
        say(f"{roster.lms}.csv was not written: {error}", sys.stderr)
        return 1
    roster.write(output / f"{roster.lms}.csv")
    return 0


def _waiting(graded: list[Graded]) -> list[str]:
    """Return sentences on the answers that wait for a person, and which need a look."""
    waiting = [
        (result.student, mark)
        for result in graded
        if result.pending and not result.handed_in_by
        for mark in result.marks
        if mark.pending
    ]
    if not waiting:
        return []
    elsewhere = [who for who, mark in waiting if mark.elsewhere]
    changed = [who for who, mark in waiting if mark.manual is not None]
    kinds = {
        "Their own cell is empty, but other cells hold text of the student's own":
        elsewhere,
        "They have changed since they were marked": changed,
    }  # fmt: skip
    sentences = [f"Answers that wait for a person: {len(waiting)}"]
    return sentences + [
        f"  {kind} ({len(who)}): {', '.join(who)}" for kind, who in kinds.items() if who
    ]


def _before_marking(
    graded: list[Graded], assignment: assignments.Assignment
) -> list[str]:
    """Return who wrote no answer and gets 0, while nobody in the class has a mark yet.

    A total that they see before the others do would look like a final one.
    """
    written = {q.grade_id for q in assignment.questions if q.check is None}
    marks = [
        mark for result in graded for mark in result.marks if mark.question in written
    ]
    begun = any(mark.manual is not None for mark in marks)
    if begun or not any(mark.pending for mark in marks):
        return []
    return [
        result.student
        for result in graded
        if not any(mark.pending for mark in result.marks)
    ]


def _path(text: str) -> Path:
    """Return a path as typed; make leaves the ~ of SUBMISSIONS=~/hw1.zip to us."""
    return Path(text).expanduser().resolve()


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m coursework.grading",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def add(name: str, message: str, **more) -> None:
        parser.add_argument(name, help=message, **more)

    def add_file(name: str, message: str, kind: str = "CSV", **more) -> None:
        add(name, message, type=_path, metavar=kind, **more)

    forms = "folder or zip: nbgrader, Canvas, Moodle, <student>.ipynb"
    add("submissions", forms, type=_path)
    add("--assignment", "the assignment of all notebooks, if nothing else tells it")
    add_file(
        "--assignments",
        "your own assignments, a folder each with a source.ipynb (%(default)s)",
        kind="FOLDER",
        default=assignments.FOLDER,
    )
    default = "default: <submissions>-grades beside the submissions"
    add_file("--output", default, kind="FOLDER")
    add_file("--canvas", "exported grade book of Canvas")
    add_file("--moodle", "exported grade book or worksheet of Moodle")
    add_file("--pairs", "student,partner: one submission for both")
    rule = "due dates, free late days, extensions, penalty"
    add_file("--late", rule, kind="TOML")
    add_file("--handed-in", "student,assignment,handed_in; with --late")
    add_file(
        "--worksheet",
        "Moodle's grading worksheet: whose number is whose, and when each submission"
        " came; with --moodle",
    )
    add(
        "--trust-names",
        "nobody can change a name in your Moodle, so a name tells who it is",
        action="store_true",
    )
    add_file("--marks", "a person's marks, as in marking/to_mark.csv")
    add("--column", "the column to fill in, if the assignment's name does not tell it")
    secret = "secret behind the hidden inputs (%(default)s)"
    add_file("--salt-file", secret, kind="FILE", default=SALT)
    add("--jobs", "submissions at a time (default: 2)", type=int, default=2)
    add(
        "--cpu-seconds",
        "its own time for one cell or question (default: %(default)s)",
        type=int,
        default=Limits.cpu_seconds,
    )
    add(
        "--seconds",
        "its own time for all cells of one notebook (default: %(default)s)",
        type=int,
        default=Limits.seconds,
    )
    options = parser.parse_args(arguments)
    times = options.handed_in or options.worksheet
    if options.handed_in and not options.late or options.late and not times:
        parser.error("--late and --handed-in go together, or --late and --worksheet")
    if options.worksheet and not options.moodle:
        parser.error("--worksheet goes with --moodle")
    return options


if __name__ == "__main__":
    sys.exit(main())
