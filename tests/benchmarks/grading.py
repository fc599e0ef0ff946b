"""How long grading takes: a class hands in the sources' own solutions, and the real command grades
them.

Run with `make bench-grading`; N=100 submissions (20 students with five assignments each) unless
another N is given.
Seconds are on the clock, with two submissions at a time. On a machine that does other work they say
more about that than
about grading, so the load is printed, too: here it should be about 2.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import nbformat

from coursework import assignments


def hand_in(assignment: assignments.Assignment, student: str, folder: Path) -> None:
    """The solution under a student's name."""
    notebook = copy.deepcopy(assignment.source)
    (cell,) = [
        cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "student"
    ]
    cell.source = f"student = {student!r}"
    path = folder / student / assignment.name / f"{assignment.name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(nbformat.writes(notebook), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("submissions", nargs="?", type=int, default=100, metavar="N")
    number = parser.parse_args().submissions
    known = [assignments.load(name) for name in assignments.names()]
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for place_in_class in range(number):
            assignment = known[place_in_class % len(known)]
            hand_in(assignment, f"student{place_in_class // len(known):03}", place / "submitted")
        command = [
            sys.executable,
            "-m",
            "coursework.grading",
            place / "submitted",
            "--salt-file",
            place / "salt",
        ]
        start = time.perf_counter()
        subprocess.run(command, check=True, cwd=assignments.FOLDER.parent)
        wall = time.perf_counter() - start
        results = [
            json.loads(path.read_text())
            for path in (place / "submitted-grades" / "state").rglob("*.json")
        ]
    print(
        f"{len(results)} submissions in {wall:.0f} s: {wall / number:.2f} s each; "
        f"load {os.getloadavg()[0]:.1f}"
    )
    seconds = defaultdict(list)
    for result in results:
        for part, told in result["seconds"].items():
            seconds[f"{part}"].append(told)
            seconds[f"  {part}, {result['assignment']}"].append(told)
        seconds["both"].append(sum(result["seconds"].values()))
    for part, told in seconds.items():
        print(f"median seconds {part:<34}{statistics.median(told):6.2f}   longest {max(told):6.2f}")


if __name__ == "__main__":
    main()
