"""Grades many submissions: in parallel, each in its own process, and only those that changed since
the last run.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from coursework.assignments import Assignment
from coursework.grading.cycle import GradeBook
from coursework.grading.one import Course, grade
from coursework.grading.submissions import Submission

LONGEST = 1800  # seconds for one submission, after which its process is killed
PROCESSES = multiprocessing.get_context(
    "forkserver"
)  # a clean process that has imported everything once
PROCESSES.set_forkserver_preload([
    "coursework.grading.one",
    "scipy.stats",
    "IPython.core.inputtransformer2",
])


def grade_all(
    course: Course,
    assignments: list[Assignment],
    submissions: list[Submission],
    state: Path,
    jobs: int,
) -> Iterator[tuple[Submission, dict]]:
    """Each submission with its result, as they come. A result with "reason" was not graded."""
    digests = {assignment.name: assignment.digest for assignment in assignments}
    entered = GradeBook(course.gradebook).entries()
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {}
        for submission in submissions:
            result = state / submission.assignment / f"{submission.student}.json"
            if (
                submission.assignment,
                submission.student,
            ) not in entered:  # or somebody took the grade book away
                result.unlink(missing_ok=True)
            waiting[
                pool.submit(_grade_one, course, submission, digests[submission.assignment], result)
            ] = submission
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _grade_one(course: Course, submission: Submission, digest: str, result: Path) -> dict:
    ids = (submission.student, *submission.other_ids)
    depends_on = [submission.content, course.seed, f"{digest} {ids} {course.limits}".encode()]
    key = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in depends_on)).hexdigest()
    if result.exists():
        known = json.loads(result.read_text(encoding="utf-8"))
        if known["key"] == key and "reason" not in known:
            return known
    result.parent.mkdir(parents=True, exist_ok=True)
    result.unlink(missing_ok=True)
    process = PROCESSES.Process(target=grade, args=(course, submission, result, key))
    process.start()
    process.join(LONGEST)
    if process.is_alive():
        process.kill()
        process.join()
        return {"reason": f"grading took longer than {LONGEST} seconds"}
    if not result.exists():
        return {"reason": f"the grading process ended with exit status {process.exitcode}"}
    return json.loads(result.read_text(encoding="utf-8"))


def progress(total: int, stream=sys.stderr) -> Callable[[str], None]:
    """A bar that moves with every call; one line a submission where the output is no terminal."""
    start, done = time.monotonic(), 0

    def step(what: str) -> None:
        nonlocal done
        done += 1
        if stream.isatty():
            bar = "#" * (30 * done // total)
            line = f"[{bar:<30}] {done}/{total}  {time.monotonic() - start:.0f} s  {what}"
            width = shutil.get_terminal_size().columns - 1
            stream.write("\r" + line[:width].ljust(width) + "\n" * (done == total))
        else:
            stream.write(f"{done}/{total}  {what}\n")
        stream.flush()

    return step
