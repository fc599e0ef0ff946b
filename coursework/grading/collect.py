"""Find submissions: whose notebook is it, and of which assignment?

What cannot be decided is reported, never dropped. Accepted, as a folder or a zip:
    submitted/<student>/<assignment>/<assignment>.ipynb   nbgrader ("submitted" may be
                                                          missing)
    lastfirst_LATE_4711_0815_name.ipynb                   Canvas; needs --canvas, which
                                                          says whose number it is
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
from coursework.grading.grade_book import OnlyNames, Roster
from coursework.grading.reading import read_notebook
from coursework.grading.results import NotGraded, Submission

CANVAS = re.compile(r"[^/_]+_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<name>[^/]+)")
MOODLE = re.compile(
    r"(?P<full_name>[^/]+?)_(?P<number>\d+)_assignsubmission_file_?/?(?P<name>[^/]*)"
    r"(/.*)?"
)
# A name may hold what looks like the end of a name: the last one counts.
MOODLE_FOLDER = re.compile(
    r"(?P<full_name>[^/]+)_(?P<number>\d+)_assignsubmission_file_?/(?P<name>[^/]*)"
    r"(/.*)?"
)
STUDENT = re.compile(r"[\w@+-][\w@+. '’-]{0,99}")
STUDENT_BYTES = 200  # a file has the student's id as its name
IN_HIDDEN = (
    "in a folder that computers make for themselves, and the student handed in nothing"
    " else"
)


class NoRoster(ValueError):
    """Raised for a file with an LMS's number if no grade book says whose it is."""


@dataclass(frozen=True)
class Owner:
    """What a path says about a file.

    assignment : None if the path does not say it
    name : of the file
    number : by which an LMS knows the student
    """

    student: str
    assignment: str | None
    name: str
    notes: tuple[str, ...] = ()
    number: str = ""
    late: bool | None = None


def collect(
    place: Path,
    assignments: list[Assignment],
    roster: Roster | None = None,
    only: str | None = None,
) -> tuple[list[Submission], list[NotGraded]]:
    """Return all submissions in a folder or zip, and every other file with a reason.

    only : the assignment that all notebooks belong to, if it is known
    """
    names = {known.name for known in assignments}
    submissions: dict[tuple[str, str], list[Submission]] = defaultdict(list)
    numbers: dict[tuple[str, str], set[str]] = defaultdict(set)
    refused, hidden, guessed, unknown = [], [], [], None
    files = list(files_in(place))
    notebooks = [
        path for path, content in files if content is not None and _is_notebook(path)
    ]
    canvas = roster is not None and roster.lms == "canvas"
    outer = _wrapper(notebooks, names, canvas)
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
            assignment = only or owner.assignment or ""
            assignment = assignment or _assignment(owner.name, content, assignments)
            submission = Submission(
                student,
                assignment,
                path,
                content,
                tuple(other_ids),
                owner.notes,
                owner.late,
                roster.number_of(student) if roster else "",
            )
            key = student.lower(), assignment
            submissions[key].append(submission)
            if owner.number:
                numbers[key].add(owner.number)
            if not owner.assignment:
                guessed.append(submission)
        except ValueError as error:
            if isinstance(error, NoRoster | OnlyNames):
                unknown = error
            refused.append(NotGraded(student[:100], assignment, path, str(error)))
    if unknown and not submissions:
        raise unknown
    if only:
        every = [s for several in submissions.values() for s in several]
        _demand_some_of(only, every, assignments)
    if roster:
        _demand_one_assignment(guessed)
    if outer and len({student for student, _ in submissions}) == 1:
        # It may be a student's own folder.
        note = f"{outer} was taken for the folder of the class, not for a student's"
        for several in submissions.values():
            several[:] = [replace(s, notes=(*s.notes, note)) for s in several]
    present = {student for student, _ in submissions}
    present |= {file.student.lower() for file in refused}
    refused += [file for file in hidden if file.student.lower() not in present]
    unique = []
    for key, several in submissions.items():
        several_students = len(numbers[key]) > 1
        if not several_students and len({s.content for s in several}) == 1:
            unique.append(several[0])
            continue
        if several_students:
            reason = (
                "several students hand in under one name, so it does not tell whose"
                " file this is; give Moodle's grading worksheet with --worksheet"
            )
        else:
            reason = (
                f"{len(several)} different notebooks of one student for one assignment;"
                " keep one of"
            )
        reason += f": {', '.join(s.path for s in several)}"
        refused += [NotGraded(s.student, s.assignment, s.path, reason) for s in several]
    return unique, refused


def _is_id(student: str) -> bool:
    """Say whether a text can be an id: letters of any language, and a few signs."""
    # Many languages have signs above, below and beside their letters.
    letters = "".join(c for c in student if unicodedata.category(c)[0] != "M")
    return bool(STUDENT.fullmatch(letters)) and len(student.encode()) <= STUDENT_BYTES


def _is_notebook(path: str) -> bool:
    return path.lower().endswith(".ipynb")


def _demand_one_assignment(submissions: list[Submission]) -> None:
    """Raise ValueError unless these submissions are of one assignment.

    For a grade book, files of which only names or cells tell the assignment must tell
    the same: another is a mistake, or an attempt to change an old grade.
    """
    students: dict[str, list[str]] = defaultdict(list)
    for submission in submissions:
        students[submission.assignment].append(submission.student)
    if len(students) < 2:
        return
    parts = []
    for name, group in sorted(students.items(), key=lambda it: (-len(it[1]), it[0])):
        members = ", ".join(group) if len(group) < 4 else f"{len(group)} students"
        parts.append(f"{name}: {members}")
    raise ValueError(
        f"these are notebooks of {len(students)} assignments ({'; '.join(parts)}). Say"
        " for which one the grade book is filled in: --assignment, or ASSIGNMENT= with"
        " make"
    )


def _demand_some_of(
    name: str, submissions: list[Submission], assignments: list[Assignment]
) -> None:
    """Raise ValueError if notebooks are of another assignment, and none of this."""
    counts = Counter()
    for submission in submissions:
        try:
            assignment = _by_cells(submission.content, assignments)
        except ValueError:  # its cells do not tell
            continue
        if assignment == name:
            return
        counts[assignment] += 1
    if counts:
        best, often = counts.most_common(1)[0]
        raise ValueError(
            f"no notebook is of {name}, but {often} of {len(submissions)} are of"
            f" {best}. Run it again with ASSIGNMENT={best} (without make: --assignment"
            f" {best})"
        )


def _wrapper(paths: list[str], assignments: set[str], canvas: bool) -> str:
    """Return the folders around a class as a whole, such as "term/submitted/".

    paths : of the notebooks
    canvas : whether names of files as Canvas makes them are taken for such
    """
    split = [path.split("/") for path in paths]
    shared = []
    for parts in zip(*(path[:-1] for path in split)):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    if "submitted" in shared and not any(map(MOODLE.match, shared)):
        return "/".join(shared[: shared.index("submitted") + 1]) + "/"
    for depth, folder in enumerate(shared, start=1):
        if MOODLE.match(folder):
            break
        if _is_a_class([path[depth:] for path in split], assignments, canvas):
            return "/".join(shared[:depth]) + "/"
    return ""


def _is_a_class(split: list[list[str]], assignments: set[str], canvas: bool) -> bool:
    """Say whether these paths, in parts, look like those of several students."""
    names = {path[0] for path in split}
    folders = {path[0] for path in split if len(path) > 1}
    if any(map(MOODLE.match, names)):
        return True
    if canvas and any(map(CANVAS.fullmatch, names - folders)):
        return True
    if not folders:
        stems = {_stem(name) for name in names}
        return len(names) > 1 and stems.isdisjoint(assignments)
    if names > folders or not folders.isdisjoint(assignments):
        return False
    nbgrader = all(len(path) > 2 and path[1] in assignments for path in split)
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
        student = _look_up(roster, "canvas", match["number"], "")
        late = bool(match["late"])
        return Owner(student, None, match["name"], (), match["number"], late)
    if not inner:
        if not _is_notebook(path):
            raise ValueError("the path does not tell whose file this is")
        return Owner(path[: -len(".ipynb")], None, "")
    if len(inner) > 1 and inner[0] in assignments:
        return Owner(first, inner[0], name, _deep(path, inner[1:-1]))
    return Owner(first, None, name, _deep(path, inner[:-1]))


def _deep(path: str, folders: list[str]) -> tuple[str, ...]:
    if not folders:
        return ()
    return (
        f"found deeper than expected, as {path}: it counts for whom the outer folder"
        " names",
    )


def _look_up(roster: Roster | None, lms: str, number: str, full_name: str) -> str:
    if roster is None or roster.lms != lms:
        raise NoRoster(
            f"the file's name carries {lms.capitalize()}'s own number, not a student's"
            f" id. Export the grade book from {lms.capitalize()} and give it with"
            f" --{lms} export.csv"
        )
    student = roster.student_of(number, full_name)
    if student is None:
        who = full_name or "the student"
        raise ValueError(
            f"{who} with number {number} is not in the grade book {roster.path.name}"
        )
    return student


def _stem(name: str) -> str:
    """Return "rappor" for "RAPPOR (1)-Copy2.ipynb"."""
    name = name.lower().removesuffix(".ipynb")
    return re.sub(r"([-_ ]?\(\d+\)|-\d+|[-_ ]copy\d*)+$", "", name)


def _assignment(name: str, content: bytes, assignments: list[Assignment]) -> str:
    """Return the assignment by the file's name, or by the cells of the notebook."""
    for assignment in assignments:
        if _stem(name) == assignment.name:
            return assignment.name
    return _by_cells(content, assignments)


def _by_cells(content: bytes, assignments: list[Assignment]) -> str:
    ids = grade_ids(read_notebook(content).cells)
    overlaps = {
        assignment.name: len(ids & assignment.grade_ids) for assignment in assignments
    }
    best = max(overlaps, key=overlaps.get)
    if overlaps[best] == 0 or list(overlaps.values()).count(overlaps[best]) > 1:
        known = ", ".join(assignment.name for assignment in assignments)
        raise ValueError(
            f"neither its name nor its cells tell the assignment ({known})"
        )
    return best
