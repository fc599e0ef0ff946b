"""Finds submissions: whose notebook is it, and of which assignment? What cannot be told is
reported, never dropped.

Accepted, as a folder or a zip:
    submitted/<student>/<assignment>/<assignment>.ipynb   nbgrader (the word "submitted" may be
                                                          missing)
    lastfirst_LATE_4711_0815_name.ipynb                   Canvas; needs --canvas, which tells whose
                                                          number it is
    Full Name_12345_assignsubmission_file_/name.ipynb     Moodle; needs --moodle
    <student>.ipynb  or  <student>/name.ipynb             plain
The outermost folder says whose file it is, whatever stands further in.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from coursework.assignments import Assignment, grade_ids
from coursework.grading.files import files_in
from coursework.grading.reading import read_notebook
from coursework.grading.results import NotGraded, Submission
from coursework.grading.roster import OnlyNames, Roster

CANVAS = re.compile(r"[^/_]+_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<name>[^/]+)")
MOODLE = re.compile(
    r"(?P<full_name>[^/]+?)_(?P<number>\d+)_assignsubmission_file_?/?(?P<name>[^/]*)(?P<rest>/.*)?"
)
MOODLE_FOLDER = re.compile(  # a name may hold what looks like the end: the last one counts
    r"(?P<full_name>[^/]+)_(?P<number>\d+)_assignsubmission_file_?/(?P<name>[^/]*)(?P<rest>/.*)?"
)
STUDENT = re.compile(r"[\w@+-][\w@+. '’-]{0,99}")
STUDENT_BYTES = 200  # a file has the student's id as its name
IN_HIDDEN = "in a folder that computers make for themselves, and the student handed in nothing else"


class NoRoster(ValueError):
    """A file carries an LMS's number, and no export of its grade book says whose it is."""


@dataclass(frozen=True)
class Owner:
    """What a path tells of a file."""

    student: str
    assignment: str | None  # if the path tells it
    name: str  # of the file
    notes: tuple[str, ...] = ()
    number: str = ""  # by which an LMS knows the student
    late: bool | None = None


def collect(
    place: Path,
    assignments: list[Assignment],
    roster: Roster | None = None,
    only: str | None = None,
) -> tuple[list[Submission], list[NotGraded]]:
    """All submissions in a folder or zip, and every file that is none, with the reason.

    only: the assignment that all notebooks belong to, if it is known
    """
    names = {known.name for known in assignments}
    found: dict[tuple[str, str], list[Submission]] = defaultdict(list)
    numbers: dict[tuple[str, str], set[str]] = defaultdict(set)
    refused, hidden, guessed, unknown = [], [], [], None
    files = list(files_in(place))
    notebooks = [path for path, content in files if content is not None and _is_notebook(path)]
    outer = _wrapper(notebooks, names, canvas=roster is not None and roster.lms == "canvas")
    for path, content in files:
        student = assignment = ""
        try:
            owner = _owner(path.removeprefix(outer), names, roster)
            student = owner.student
            student, *other_ids = (roster and roster.ids_of(student)) or [student]
            if content is None:
                hidden.append(NotGraded(student[:100], "", path, IN_HIDDEN))
                continue
            if isinstance(content, str):
                raise ValueError(content)
            if not _is_notebook(path):
                raise ValueError("not a notebook (.ipynb)")
            if not _is_id(student):
                raise ValueError(f"{student[:60]!r} cannot be a student's id")
            assignment = only or owner.assignment or _assignment(owner.name, content, assignments)
            one = Submission(
                student, assignment, path, content, tuple(other_ids), owner.notes, owner.late
            )
            found[student.lower(), assignment].append(one)
            numbers[student.lower(), assignment] |= {owner.number} - {""}
            guessed += [] if owner.assignment else [one]
        except ValueError as error:
            unknown = error if isinstance(error, NoRoster | OnlyNames) else unknown
            refused.append(NotGraded(student[:100], assignment, path, str(error)))
    if unknown and not found:
        raise unknown
    if only:
        _demand_some_of(only, [one for several in found.values() for one in several], assignments)
    if roster:
        _demand_one_assignment(guessed)
    if outer and len({student for student, _ in found}) == 1:  # is it a student's own folder?
        note = f"{outer} was taken for the folder of the class, not for a student's"
        for several in found.values():
            several[:] = [replace(one, notes=(*one.notes, note)) for one in several]
    there = {student for student, _ in found} | {one.student.lower() for one in refused}
    refused += [one for one in hidden if one.student.lower() not in there]
    submissions = []
    for key, several in found.items():
        listed = ", ".join(one.path for one in several)
        if len(numbers[key]) > 1:
            reason = (
                "several students hand in under one name, so it does not tell whose file this is;"
                f" give Moodle's grading worksheet with --worksheet: {listed}"
            )
        else:
            reason = (
                f"{len(several)} different notebooks of one student for one assignment; keep one"
                f" of: {listed}"
            )
        if len({one.content for one in several}) == 1 and len(numbers[key]) < 2:
            submissions.append(several[0])
        else:
            refused += [NotGraded(one.student, one.assignment, one.path, reason) for one in several]
    return submissions, refused


def _is_id(student: str) -> bool:
    """Letters with signs above, below and beside them, as many languages have, and a few others."""
    letters = "".join(one for one in student if unicodedata.category(one)[0] != "M")
    return bool(STUDENT.fullmatch(letters)) and len(student.encode()) <= STUDENT_BYTES


def _is_notebook(path: str) -> bool:
    return path.endswith(".ipynb")


def _demand_one_assignment(submissions: list[Submission]) -> None:
    """For a grade book, files of which only their names or cells tell the assignment must tell the
    same one: another is a mistake, or an attempt to change an old grade. ValueError with who it is.
    """
    of: dict[str, list[str]] = defaultdict(list)
    for one in submissions:
        of[one.assignment].append(one.student)
    if len(of) > 1:
        told = "; ".join(
            f"{name}: {', '.join(who)}" if len(who) < 4 else f"{name}: {len(who)} students"
            for name, who in sorted(of.items(), key=lambda one: (-len(one[1]), one[0]))
        )
        raise ValueError(
            f"these are notebooks of {len(of)} assignments ({told}). Say for which one the grade"
            " book is filled in: --assignment, or ASSIGNMENT= with make"
        )


def _demand_some_of(
    name: str, submissions: list[Submission], assignments: list[Assignment]
) -> None:
    """ValueError that names another assignment, if notebooks are of that one and none of this."""
    of = Counter()
    for one in submissions:
        try:
            found = _by_cells(one.content, assignments)
        except ValueError:  # it tells nothing
            continue
        if found == name:
            return
        of[found] += 1
    if of:
        (best, often), *_ = of.most_common()
        raise ValueError(
            f"no notebook is of {name}, but {often} of {len(submissions)} are of {best}. Run it"
            f" again with ASSIGNMENT={best} (without make: --assignment {best})"
        )


def _wrapper(paths: list[str], assignments: set[str], canvas: bool) -> str:
    """The folders around a class as a whole, with a slash: "term/submitted/", or the folder that a
    class was zipped with.

    paths: of the notebooks
    canvas: whether names of files as Canvas makes them are taken for such
    """
    split = [path.split("/") for path in paths]
    shared = []
    for parts in zip(*(one[:-1] for one in split)):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    if "submitted" in shared and not any(map(MOODLE.match, shared)):
        return "/".join(shared[: shared.index("submitted") + 1]) + "/"
    for depth, folder in enumerate(shared, start=1):
        if MOODLE.match(folder):
            break
        if _is_a_class([one[depth:] for one in split], assignments, canvas):
            return "/".join(shared[:depth]) + "/"
    return ""


def _is_a_class(split: list[list[str]], assignments: set[str], canvas: bool) -> bool:
    """Whether these paths, in parts, look like those of several students."""
    names = {one[0] for one in split}
    folders = {one[0] for one in split if len(one) > 1}
    if any(map(MOODLE.match, names)) or canvas and any(map(CANVAS.fullmatch, names - folders)):
        return True
    if not folders:
        return len(names) > 1 and {_stem(name) for name in names}.isdisjoint(assignments)
    if names > folders or not folders.isdisjoint(assignments):
        return False
    nbgrader = all(len(one) > 2 and one[1] in assignments for one in split)
    return nbgrader or len(folders) > 1


def _owner(path: str, assignments: set[str], roster: Roster | None) -> Owner:
    first, *inner = path.split("/")
    if not {"", ".", ".."}.isdisjoint([first, *inner]):
        raise ValueError("its path leads out of the folder")
    name = path.rpartition("/")[2]
    if match := MOODLE_FOLDER.fullmatch(path) or MOODLE.fullmatch(path):
        student = _look_up(roster, "moodle", match["number"], match["full_name"])
        return Owner(student, None, name, _deep(path, inner[:-1]), match["number"])
    if match := CANVAS.fullmatch(path):
        student, late = _look_up(roster, "canvas", match["number"], ""), bool(match["late"])
        return Owner(student, None, match["name"], (), match["number"], late)
    if not inner:
        if not path.endswith(".ipynb"):
            raise ValueError("the path does not tell whose file this is")
        return Owner(path.removesuffix(".ipynb"), None, "")
    if len(inner) > 1 and inner[0] in assignments:
        return Owner(first, inner[0], name, _deep(path, inner[1:-1]))
    return Owner(first, None, name, _deep(path, inner[:-1]))


def _deep(path: str, folders: list[str]) -> tuple[str, ...]:
    if not folders:
        return ()
    return (f"found deeper than expected, as {path}: it counts for whom the outer folder names",)


def _look_up(roster: Roster | None, lms: str, number: str, full_name: str) -> str:
    if roster is None or roster.lms != lms:
        raise NoRoster(
            f"the file's name carries {lms.capitalize()}'s own number, not a student's id. "
            f"Export the grade book from {lms.capitalize()} and give it with --{lms} export.csv"
        )
    student = roster.student_of(number, full_name)
    if student is None:
        who = full_name or "the student"
        raise ValueError(f"{who} with number {number} is not in the grade book {roster.path.name}")
    return student


def _stem(name: str) -> str:
    """ "RAPPOR (1)-Copy2.ipynb" is rappor."""
    return re.sub(r"([-_ ]?\(\d+\)|-\d+|[-_ ]copy\d*)+$", "", name.lower().removesuffix(".ipynb"))


def _assignment(name: str, content: bytes, assignments: list[Assignment]) -> str:
    """By the file's name, or by the cells of the notebook."""
    for assignment in assignments:
        if _stem(name) == assignment.name:
            return assignment.name
    return _by_cells(content, assignments)


def _by_cells(content: bytes, assignments: list[Assignment]) -> str:
    ids = grade_ids(read_notebook(content).cells)
    overlaps = {assignment.name: len(ids & assignment.grade_ids) for assignment in assignments}
    best = max(overlaps, key=overlaps.get)
    if overlaps[best] == 0 or list(overlaps.values()).count(overlaps[best]) > 1:
        known = ", ".join(assignment.name for assignment in assignments)
        raise ValueError(f"neither its name nor its cells tell the assignment ({known})")
    return best
