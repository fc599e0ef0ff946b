"""Zip the feedback pages under the LMS's own names, so that it takes them back.

Canvas: name_[LATE_]<user>_<attachment>_file.ipynb becomes the same with .html;
Moodle: Full Name_<participant>_assignsubmission_file_/… becomes feedback.html there.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

from coursework.grading.collect import CANVAS, MOODLE
from coursework.grading.pages import feedback_path
from coursework.grading.results import Graded


def name_in_lms(path: str, assignment: str) -> tuple[str, str] | None:
    """Return (LMS, name in the zip) of a submission; None if no LMS has named it."""
    parts = path.split("/")
    for part in parts[:-1]:
        if MOODLE.fullmatch(part):
            return "moodle", f"{part}/feedback_{assignment}.html"
    if match := MOODLE.fullmatch(parts[-1]):
        prefix = parts[-1].removesuffix(match["name"])
        return "moodle", f"{prefix}feedback_{assignment}.html"
    if CANVAS.fullmatch(parts[-1]):
        return "canvas", parts[-1][: -len(".ipynb")] + ".html"
    return None


def write(graded: Iterable[Graded], output: Path) -> list[str]:
    """Write a zip for each assignment; return the students whose page is in none.

    A partner has handed in for them, or no LMS has named the file.
    """
    zips: dict[Path, dict[str, Path]] = {}
    left = []
    for result in graded:
        place = name_in_lms(result.path, result.assignment)
        if result.handed_in_by or place is None:
            left.append(result.student)
            continue
        lms, name = place
        bundle = output / f"feedback_{lms}_{result.assignment}.zip"
        page = feedback_path(result, output / "feedback")
        zips.setdefault(bundle, {})[name] = page
    for path, pages in zips.items():
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, page in sorted(pages.items()):
                bundle.write(page, name)
    return left if zips else []
