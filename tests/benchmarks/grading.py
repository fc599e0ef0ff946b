"""Measure how long grading takes: a class with solutions, and a class without.

Run with `make bench-grading`; N=100 submissions, of all assignments in turn, unless
another N is given. BEFORE=../other-checkout grades the same classes with that checkout,
too. Processor time is that of all processes together; seconds on the clock say more
about what else the machine does, so the load is printed, too: here it should be about
2.
"""

from __future__ import annotations

import argparse
import copy
import os
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import nbformat

from coursework import assignments

HERE = assignments.FOLDER.parent
# Where Linux counts the time of a group of processes: (folder, file, units in a second)
COUNTERS = (
    ("/sys/fs/cgroup/cpuacct", "cpuacct.usage", 1e9),
    ("/sys/fs/cgroup", "cpu.stat", 1e6),
)


def hand_in(
    assignment: assignments.Assignment, student: str, folder: Path, solved: bool
) -> None:
    """Write the solution, or what students get, under a student's name."""
    notebook = copy.deepcopy(assignment.source)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name == "student":
            cell.source = f"student = {student!r}"
        elif cell.cell_type == "code" and not solved:
            cell.source = ""
    path = folder / student / assignment.name / f"{assignment.name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")


def counter() -> tuple[Path, str, float] | None:
    for folder, file, units in COUNTERS:
        place = Path(folder) / f"bench-{os.getpid()}"
        try:
            place.mkdir()
        except OSError:
            continue
        if (place / file).exists():
            return place, file, units
        place.rmdir()
    return None


def grade(checkout: Path, place: Path) -> tuple[float, float]:
    """Seconds of processor time and on the clock."""
    shutil.rmtree(place / "submitted-grades", ignore_errors=True)
    command = [checkout / ".venv" / "bin" / "python", "-m", "coursework.grading"]
    command += [place / "submitted", "--salt-file", place / "salt"]
    counted = counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()

    def enter():
        if counted:
            (counted[0] / "cgroup.procs").write_text(str(os.getpid()))

    subprocess.run(
        command, check=True, cwd=checkout, preexec_fn=enter, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wall = time.perf_counter() - start
    # what a process of the sandbox leaves to nobody is missing then
    if counted is None:
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        return now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, wall
    folder, file, units = counted
    while (folder / "cgroup.procs").read_text():  # the last ones are about to end
        time.sleep(0.1)
    text = (folder / file).read_text().split()
    folder.rmdir()
    return int(text[1] if len(text) > 1 else text[0]) / units, wall


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("submissions", nargs="?", type=int, default=100, metavar="N")
    parser.add_argument("--before", type=Path, metavar="CHECKOUT")
    options = parser.parse_args()
    number = options.submissions
    checkouts = [("here", HERE)]
    if options.before:
        checkouts.insert(0, ("before", options.before.resolve()))
    for name, checkout in checkouts:
        os.environ["PYTHONPATH"] = str(checkout)
        totals = {}
        for kind in ("solved", "empty"):
            with tempfile.TemporaryDirectory() as folder:
                submitted = Path(folder) / "submitted"
                for place in range(number):
                    assignment = assignments.load(sorted(KNOWN)[place % len(KNOWN)])
                    student = f"student{place // len(KNOWN):03}"
                    hand_in(assignment, student, submitted, kind == "solved")
                processor, wall = grade(checkout, Path(folder))
            totals[kind] = processor / number
            times = f"{processor / number:.2f} s of processor time each, "
            times += (
                f"{wall / number:.2f} s on the clock; load {os.getloadavg()[0]:.1f}"
            )
            print(f"{name:>6}, {number} {kind} notebooks: {times}")
        more = totals["solved"] - totals["empty"]
        print(f"{name:>6}: {more:.2f} s on top of an empty notebook")


KNOWN = assignments.names()

if __name__ == "__main__":
    main()
