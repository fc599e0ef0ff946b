"""Finds submissions: whose notebook is it, and of which assignment? What cannot be told is
reported, never dropped.

Accepted, as a folder or a zip:
    submitted/<student>/<assignment>/<assignment>.ipynb        nbgrader (the word "submitted" may be
    missing) lastfirst_LATE_4711_0815_name.ipynb                        Canvas; needs --canvas,
    which tells whose number it is Full Name_12345_assignsubmission_file_/name.ipynb
    Moodle; needs --moodle <student>.ipynb  or  <student>/name.ipynb                  plain
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat

from coursework.assignments import Assignment, grade_ids
from coursework.grading.gradebooks import Roster

LARGEST = 20 * 2**20  # bytes of one notebook
CANVAS = re.compile(r"(?:.*/)?[^/_]+_(?:LATE_)?(?P<number>\d+)_\d+_(?P<name>[^/]+)")
MOODLE = re.compile(
    r"(?:.*/)?(?P<full_name>[^/]+)_(?P<number>\d+)_assignsubmission_file_?/?(?P<name>[^/]+)"
)
NBGRADER = re.compile(r"(?:.*/)?(?P<student>[^/]+)/(?P<assignment>[^/]+)/(?P<name>[^/]+)")
PLAIN = re.compile(r"(?:.*/)?(?P<student>[^/]+)/(?P<name>[^/]+)|(?P<student_file>[^/]+)\.ipynb")
STUDENT = re.compile(r"[\w@+-][\w@+. '-]{0,99}")


class NoRoster(ValueError):
    """The files carry an LMS's numbers, and no export of its grade book says whose they are."""


@dataclass(frozen=True)
class Submission:
    student: str
    assignment: str
    path: str  # as found in the folder or zip
    content: bytes
    other_ids: tuple[str, ...] = ()  # of the same student, in the grade book


@dataclass(frozen=True)
class NotGraded:
    student: str
    assignment: str
    path: str
    reason: str


def collect(
    place: Path,
    assignments: list[Assignment],
    roster: Roster | None = None,
    only: str | None = None,
) -> tuple[list[Submission], list[NotGraded]]:
    """All submissions in a folder or zip, and every file that is none, with the reason.

    only: the assignment that all notebooks belong to, if it is known
    """
    found: dict[tuple[str, str], list[Submission]] = defaultdict(list)
    refused = []
    for path, content in _files(place):
        student = assignment = ""
        try:
            student, told, name = _owner(path, {known.name for known in assignments}, roster)
            student, *other_ids = (roster and roster.ids_of(student)) or [student]
            if content is None:
                raise ValueError(f"larger than {LARGEST >> 20} MiB, or a link")
            if not path.endswith(".ipynb"):
                raise ValueError("not a notebook (.ipynb)")
            if not STUDENT.fullmatch(student):
                raise ValueError(f"{student!r} cannot be a student's id")
            assignment = only or _assignment(told, name, content, assignments)
            found[student.lower(), assignment].append(
                Submission(student, assignment, path, content, tuple(other_ids))
            )
        except NoRoster:
            raise
        except ValueError as error:
            refused.append(NotGraded(student, assignment, path, str(error)))
    submissions = []
    for several in found.values():
        if len({one.content for one in several}) == 1:
            submissions.append(several[0])
        else:
            listed = ", ".join(one.path for one in several)
            reason = (
                f"{len(several)} different notebooks of one student for one assignment; keep one"
                f" of: {listed}"
            )
            refused += [NotGraded(one.student, one.assignment, one.path, reason) for one in several]
    return submissions, refused


def read_notebook(content: bytes) -> nbformat.NotebookNode:
    """A submission as a notebook; ValueError with a sentence if it is none."""
    try:
        notebook = nbformat.reads(content.decode("utf-8"), as_version=4)
        nbformat.validate(notebook)
        return notebook
    except (
        nbformat.ValidationError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        ValueError,
    ) as error:
        raise ValueError(f"damaged notebook: {type(error).__name__}") from None


def _files(place: Path) -> Iterator[tuple[str, bytes | None]]:
    """Relative path and content; None for what is too large or a link."""
    if place.is_dir():
        for path in sorted(place.rglob("*")):
            if path.is_symlink():
                yield path.relative_to(place).as_posix(), None
            elif path.is_file() and not _hidden(path.relative_to(place).as_posix()):
                content = path.read_bytes() if path.stat().st_size <= LARGEST else None
                yield path.relative_to(place).as_posix(), content
    elif zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as bundle:
            entries = [
                entry
                for entry in bundle.infolist()
                if not entry.is_dir() and not _hidden(entry.filename)
            ]
            folders = {entry.filename.rpartition("/")[0] for entry in entries}
            zipped_folder = (
                len(entries) > 1 and len(folders) == 1
            )  # a class, zipped with the folder that it is in
            for entry in sorted(entries, key=lambda entry: entry.filename):
                path = entry.filename.rpartition("/")[2] if zipped_folder else entry.filename
                yield path, _unzipped(bundle, entry)
    else:
        raise ValueError(f"{place} is neither a folder nor a zip")


def _unzipped(bundle: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | None:
    try:
        with bundle.open(entry) as file:
            content = file.read(LARGEST + 1)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError):  # damaged or encrypted
        return b""
    return content if len(content) <= LARGEST else None


def _hidden(path: str) -> bool:
    """What computers add to folders and zips by themselves."""
    return not {".DS_Store", ".ipynb_checkpoints", "__MACOSX"}.isdisjoint(path.split("/"))


def _owner(path: str, assignments: set[str], roster: Roster | None) -> tuple[str, str | None, str]:
    """(student, assignment if the path tells it, file name)."""
    if match := MOODLE.fullmatch(path):
        return _look_up(roster, "moodle", match["number"], match["full_name"]), None, match["name"]
    if match := CANVAS.fullmatch(path):
        return _look_up(roster, "canvas", match["number"], ""), None, match["name"]
    if (match := NBGRADER.fullmatch(path)) and match["assignment"] in assignments:
        return match["student"], match["assignment"], match["name"]
    if match := PLAIN.fullmatch(path):
        return match["student"] or match["student_file"], None, match["name"] or ""
    raise ValueError("the path does not tell whose file this is")


def _look_up(roster: Roster | None, lms: str, number: str, full_name: str) -> str:
    if roster is None or roster.lms != lms:
        raise NoRoster(
            f"These file names carry {lms.capitalize()}'s own numbers, not your students' ids. "
            f"Export the grade book from {lms.capitalize()} and give it with --{lms} export.csv."
        )
    student = roster.student_of(number, full_name)
    if student is None:
        who = full_name or "the student"
        raise ValueError(f"{who} with number {number} is not in the grade book {roster.path.name}")
    return student


def _assignment(told: str | None, name: str, content: bytes, assignments: list[Assignment]) -> str:
    """By the folder, by the file's name ("rappor (1).ipynb" is rappor), or by the cells of the
    notebook.
    """
    if told:
        return told
    stem = re.sub(r"([-_ ]?\(\d+\)|-\d+|[-_ ]copy\d*)+$", "", name.lower().removesuffix(".ipynb"))
    for assignment in assignments:
        if stem == assignment.name:
            return assignment.name
    ids = grade_ids(read_notebook(content).cells)
    overlaps = {assignment.name: len(ids & assignment.grade_ids) for assignment in assignments}
    best = max(overlaps, key=overlaps.get)
    if overlaps[best] == 0 or list(overlaps.values()).count(overlaps[best]) > 1:
        known = ", ".join(assignment.name for assignment in assignments)
        raise ValueError(f"neither its name nor its cells tell the assignment ({known})")
    return best
