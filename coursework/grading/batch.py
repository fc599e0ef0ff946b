"""Grade many submissions, and only what has changed since the last run.

Some run at a time, each in a process of its own. A process that fails costs one
submission, never the batch.
"""

from __future__ import annotations

import glob
import hashlib
import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path

import nbformat

from coursework.assignments import Assignment
from coursework.grading import clocked
from coursework.grading.clocked import OVERTIME, PROCESSES
from coursework.grading.copy_for_marker import copy_for_marker
from coursework.grading.grade import grade
from coursework.grading.results import Graded, NotGraded, Submission, from_json, to_json
from coursework.grading.sandbox.notebook import Sandbox
from coursework.grading.writing import write_text

# Seconds on the clock for one submission, after which its process is killed. The
# sandbox ends what takes too long, and counts nobody else's time: this is for our own
# faults.
LONGEST = 6 * 3600
PROCESSOR = 200  # seconds of a grading process; the judging has a limit of its own
MEMORY = 6 * 2**30  # of a grading process, whatever a notebook sends
FORM = 3  # of the files in state/; with another one all is graded anew


@dataclass(frozen=True)
class Entry:
    """What stays of one submission between two runs.

    key : digest of all that the result depends on
    """

    submission: Submission
    folder: Path
    key: str
    pseudonym: str

    @property
    def result(self) -> Path:
        name = f"{self.submission.student}.json"
        return self.folder / self.submission.assignment / name

    @property
    def copy(self) -> Path:
        return self.result.with_suffix(".ipynb")

    def read(self) -> tuple[str, Graded | NotGraded] | None:
        """Return the key and the result; None if there are none of this version."""
        try:
            key, _, text = self.result.read_text(encoding="utf-8").partition("\n")
            return key, from_json(text)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, result: Graded | NotGraded) -> None:
        write_text(self.result.with_suffix(".part"), f"{self.key}\n{to_json(result)}")
        self.result.with_suffix(".part").replace(self.result)


def rename(folder: Path, renamed: dict[str, str]) -> None:
    """Give what stays of submissions the names that their students have now."""
    moves = [
        (path, path.with_name(f"{new}{path.suffix}"))
        for old, new in renamed.items()
        for path in folder.glob(f"*/{glob.escape(old)}.*")
        if path.stem == old
    ]
    for path, _ in moves:  # two may have changed names
        path.replace(path.with_suffix(".moved" + path.suffix))
    for path, new in moves:
        path.with_suffix(".moved" + path.suffix).replace(new)


def key_of(
    submission: Submission, assignment: Assignment, secret: bytes, limits: object
) -> str:
    ids = (submission.student, *submission.other_ids)
    who = f"{submission.number} {ids} {submission.notes}"
    about = f"{FORM} {assignment.digest} {who} {limits}".encode()
    # Digests have one length, so no other submission has the same joined bytes.
    parts = (submission.content, secret, about)
    digests = b"".join(hashlib.sha256(part).digest() for part in parts)
    return hashlib.sha256(digests).hexdigest()


def grade_all(
    entries: list[Entry], assignments: dict[str, Assignment], secret: bytes,
    sandbox: Sandbox, jobs: int,
) -> Iterator[tuple[Entry, Graded | NotGraded]]:  # fmt: skip
    """Yield each entry with its result, as they come."""
    waiting, running = list(reversed(entries)), {}
    try:
        while waiting or running:
            while waiting and len(running) < max(1, jobs):
                entry = waiting.pop()
                entry.result.unlink(missing_ok=True)
                process = PROCESSES.Process(
                    target=_grade, args=(entry, assignments, secret, sandbox)
                )
                process.start()
                running[process.sentinel] = process, entry, time.monotonic() + LONGEST
            ended = wait(list(running), timeout=1)
            now = time.monotonic()
            late = [key for key, (*_, end) in running.items() if now > end]
            for sentinel in {*ended, *late}:
                process, entry, _ = running.pop(sentinel)
                process.kill()
                process.join()
                reason = (
                    f"the grading process ended with exit status {process.exitcode}"
                )
                if process.exitcode == OVERTIME:
                    reason = (
                        f"to read it takes more than {PROCESSOR} seconds of processor"
                        " time"
                    )
                if sentinel not in ended:
                    reason = f"grading took longer than {LONGEST} seconds"
                known = entry.read()
                yield entry, known[1] if known else not_graded(entry.submission, reason)
    finally:
        for process, *_ in running.values():
            process.kill()
            process.join()


def not_graded(submission: Submission, reason: str) -> NotGraded:
    return NotGraded(submission.student, submission.assignment, submission.path, reason)


def _grade(
    entry: Entry, assignments: dict[str, Assignment], secret: bytes, sandbox: Sandbox
) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    clocked.limit(PROCESSOR)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # a check must not write to the instructor's terminal
        os.dup2(nowhere, stream)
    submission = entry.submission
    assignment = assignments[submission.assignment]
    try:
        result, cells = grade(
            submission, assignment, assignments.values(), secret, sandbox
        )
        ids = [submission.student, *submission.other_ids]
        copy = copy_for_marker(result, cells, assignment, ids, entry.pseudonym)
        write_text(entry.copy, nbformat.writes(copy))
    except Exception as error:
        reason = str(error)
        if not isinstance(error, ValueError):
            reason = f"{type(error).__name__}: {reason}"
        result = not_graded(submission, reason[:1000])
    entry.write(result)
