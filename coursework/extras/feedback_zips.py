"""The feedback pages under the LMS's own names, in a zip that it takes back.

Canvas: name_[LATE_]<user>_<attachment>_file.ipynb -> the same with .html
Moodle: Full Name_<participant>_assignsubmission_file_/… -> feedback.html in the same folder
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

from coursework.grading.collect import CANVAS, MOODLE
from coursework.grading.pages import feedback_path
from coursework.grading.results import Graded


def name_in_lms(path: str, assignment: str) -> tuple[str, str] | None:
    """(LMS, name in the zip) for the path of a submission; None if no LMS has named it."""
    parts = path.split("/")
    for i, part in enumerate(parts):
        if i + 1 < len(parts) and MOODLE.fullmatch(part):
            return "moodle", f"{part}/feedback_{assignment}.html"
    if match := MOODLE.fullmatch(parts[-1]):
        prefix = parts[-1].removesuffix(match["name"])
        return "moodle", f"{prefix}feedback_{assignment}.html"
    if CANVAS.fullmatch(parts[-1]):
        return "canvas", parts[-1].removesuffix(".ipynb") + ".html"
    return None


def write(graded: Iterable[Graded], output: Path) -> list[str]:
    """feedback_canvas.zip or feedback_moodle.zip, one for each assignment; the students whose page
    is in neither: a partner handed in, or no LMS has named the file.
    """
    zips: dict[Path, dict[str, Path]] = {}
    left = []
    for one in graded:
        found = None if one.handed_in_by else name_in_lms(one.path, one.assignment)
        if found is None:
            left.append(one.student)
            continue
        bundle = output / f"feedback_{found[0]}_{one.assignment}.zip"
        zips.setdefault(bundle, {})[found[1]] = feedback_path(one, output / "feedback")
    for path, pages in zips.items():
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, page in sorted(pages.items()):
                bundle.write(page, name)
    return left if zips else []
