"""The grade books that an LMS exports: who is in the class, and one column to fill in."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from coursework.grading.identifiers import id_of
from coursework.grading.writing import visible

# Per LMS: columns that hold ids of a student, the first one filled being what we call the student;
# the column of the LMS's own number in the names of files.
KEYS = {
    "canvas": ("SIS Login ID", "Email", "SIS User ID", "ID"),
    "moodle": ("Email address", "Username", "ID number"),
}
NUMBER = {"canvas": "ID", "moodle": "Identifier"}
ASK_FOR = "Export it as comma-separated CSV in UTF-8, with the LMS set to English."
AS_IT_CAME = "Export it again and do not save it with another program, because that changes ids."
MOST_NAMED = 5  # students in one sentence


class OnlyNames(ValueError):
    """A name is all that could tell whose file it is."""


@dataclass
class Roster:
    """An exported grade book, kept as it is but for the cells that are filled in.

    lines: for each row the line of the file where it ends
    notices: what an instructor should know about it
    trust_names: whether names decide where the grade book has no numbers of files
    """

    lms: str
    path: Path
    header: list[str]
    rows: list[list[str]]
    lines: list[int]
    encoding: str
    trust_names: bool = False
    notices: list[str] = field(init=False)

    @classmethod
    def read(cls, lms: str, path: Path) -> Roster:
        if not path.is_file():
            raise ValueError(f"--{lms}: there is no file {path}")
        content = path.read_bytes()
        encoding = "utf-8-sig" if content.startswith(b"\xef\xbb\xbf") else "utf-8"
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:  # in UTF-16 or Latin-1, or a spreadsheet
            text = ""
        if not text.strip():
            raise ValueError(f"{path} is not text in UTF-8, or empty. {ASK_FOR}")
        before, nul, _ = text.partition("\0")
        if nul:
            line = before.count("\n") + 1
            raise ValueError(f"{path}, line {line}: it holds U+0000, which no text has. {ASK_FOR}")
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        filled = (row for row in reader if any(map(str.strip, row)))
        try:
            header = next(filled)
            _demand_ids(lms, path, header)
            rows = [(row, reader.line_num) for row in filled]
        except csv.Error as error:
            raise ValueError(
                f"{path}, line {reader.line_num}: its cells cannot be told apart ({error})."
                f" {ASK_FOR}"
            ) from None
        return cls(lms, path, header, [row for row, _ in rows], [at for _, at in rows], encoding)

    def __post_init__(self) -> None:
        self._demand_whole_rows()
        own = [self._own_ids(place) for place in range(len(self.rows))]
        owners = Counter(key.lower() for ids in own for key in ids)
        # an id that nobody else has comes first
        self._ids = [sorted(ids, key=lambda key: owners[key.lower()] > 1) for ids in own]
        self._places = defaultdict(list)
        for place, ids in enumerate(self._ids):
            for key in ids:
                self._places[key.lower()].append(place)
        self._numbers = defaultdict(list)
        for place, row in enumerate(self.rows):
            if number := id_of(re.sub("^[^0-9=]+", "", self._cell(row, NUMBER[self.lms]))):
                self._numbers[number].append(self._ids[place])
        self._look_at_ids()

    def take_numbers(self, worksheet: Roster) -> None:
        """Learn from Moodle's grading worksheet which number of a file is whose."""
        if NUMBER["moodle"] not in worksheet.header:
            raise ValueError(
                f"{worksheet.path} has no column Identifier: is it the grading worksheet, which"
                " Moodle offers beside the submissions of the assignment?"
            )
        self._numbers = defaultdict(list)
        for number, students in worksheet._numbers.items():
            for keys in students:
                known = [self.ids_of(key) for key in keys if self._rows_of(key)]
                self._numbers[number] += known[:1]

    def students(self) -> list[str]:
        """The id of each student in the class."""
        return [student for student in self.by_row() if student]

    def by_row(self) -> list[str | None]:
        """The student of each row; None where it is about nobody."""
        return [ids[0] if ids else None for ids in self._ids]

    def absent(self, there: Iterable[str]) -> list[str]:
        """Those who are not among these students. Canvas's test student, who is nobody, is never
        absent.
        """
        there = {self.name_of(student).lower() for student in there}
        return [
            ids[0]
            for row, ids in zip(self.rows, self._ids)
            if ids and ids[0].lower() not in there
            if not (self._full_name(row) == "Student, Test" and not self._cell(row, "SIS User ID"))
        ]

    def name_of(self, known: str) -> str:
        """The student who has this id, which may be a number that a spreadsheet has changed;
        ValueError if nobody or several have it.
        """
        if ids := self.ids_of(known) or self.ids_of(id_of(known) or ""):
            return ids[0]
        hint = ""
        if short := self._places.get(known.lstrip("0").lower()):
            hint = f"; {self._who(short)} has {known.lstrip('0')} there. {AS_IT_CAME}"
        raise ValueError(f"{known!r} is nobody's id in {self.path.name}{hint}")

    def ids_of(self, student: str) -> list[str]:
        """All ids of the student who has this one, beginning with what we call the student; none if
        nobody has it, ValueError if several have.
        """
        place = self._place_of(student)
        return [] if place is None else self._ids[place]

    def student_of(self, number: str, full_name: str = "") -> str | None:
        """The id of the student whom the LMS knows by a number; None if nobody is known so.

        Anybody may be called `full_name`, so a name decides only where the grade book has no
        numbers and `trust_names` allows it; ValueError if it does not, or if several fit.
        """
        if self.lms == "canvas" or self._numbers:
            found, fit = self._numbers.get(number, []), f"number {number}"
        elif not self.trust_names:
            raise OnlyNames(self._only(full_name))
        else:
            wanted, fit = unicodedata.normalize("NFC", full_name), f"name {full_name}"
            found = [
                ids for row, ids in zip(self.rows, self._ids)
                if wanted and self._full_name(row) == wanted
            ]  # fmt: skip
        if len(found) > 1:
            told = f"{len(found)} students have the {fit} in {self.path.name}"
            more = "Give Moodle's grading worksheet, which has their numbers, with --worksheet."
            raise ValueError(f"{told}. {AS_IT_CAME if fit.startswith('number') else more}")
        if not found and self.lms == "canvas" and NUMBER["canvas"] not in self.header:
            raise ValueError(
                f"{self.path.name} has no column ID, by which Canvas names files. {ASK_FOR}"
            )
        if not found and self._lost:
            raise ValueError(f"nobody in {self.path.name} has the {fit} for certain. {self._lost}")
        return self.name_of(found[0][0]) if found and found[0] else None

    def column(self, assignment: str, title: str = "", wanted: str | None = None) -> int:
        """Which column holds an assignment's points, by its name or title; ValueError if that is
        not clear.
        """
        if wanted is not None:
            matches = [place for place, name in enumerate(self.header) if name == wanted]
        else:
            names = {_plain(assignment), _plain(title or assignment)}
            names |= {"grade"} if self.lms == "moodle" else set()
            matches = [place for place, name in enumerate(self.header) if _plain(name) in names]
        if len(matches) != 1:
            raise ValueError(
                f"{self.path.name}: {len(matches)} columns fit {wanted or assignment!r}; "
                f"name one with --column. Columns: {', '.join(self.header)}"
            )
        return matches[0]

    def fill(self, column: int, grades: dict[str, float], points: float) -> list[str]:
        """Enter the grades by id; the students without one, whose cells stay as they are."""
        self._same_maximum(column, points)
        self.demand(grades)
        places = {student: self._place_of(student) for student in grades}
        for student, grade in grades.items():
            self.rows[places[student]][column] = f"{grade:g}"
        return self.absent(grades)

    def strangers(self, students: Iterable[str]) -> list[str]:
        """Those who are not in this grade book."""
        return sorted({student for student in students if not self._rows_of(student)})

    def demand(self, students: Iterable[str]) -> None:
        """ValueError if somebody is not in this grade book."""
        if strangers := self.strangers(students):
            raise ValueError(
                f"not in {self.path.name}: {', '.join(strangers)}; no grade was entered"
            )

    def write(self, path: Path) -> None:
        with path.open("w", encoding=self.encoding, newline="") as file:
            csv.writer(file).writerows([self.header, *self.rows])

    def _demand_whole_rows(self) -> None:
        most = len(self.header)
        for row, line in zip(self.rows, self.lines):
            if len(row) < most or any(map(str.strip, row[most:])):
                raise ValueError(
                    f"{self.path}, line {line}: it has {len(row)} cells, and the first line has"
                    f" {most}. If it is about no student, such as a sum, delete it; else export"
                    " the grade book again"
                )

    def _own_ids(self, place: int) -> list[str]:
        """Of a row: what can be read as an id, then as it is written, if that differs."""
        cells = [self._cell(self.rows[place], name).strip() for name in KEYS[self.lms]]
        cells = [cell for cell in cells if cell and visible(cell) == cell]
        read = [(key, cell) for cell in cells if (key := id_of(cell))]
        ids = [key for key, _ in read] + [cell for _, cell in read]
        first: dict[str, str] = {}
        for one in ids:
            first.setdefault(one.lower(), one)
        return list(first.values())

    def _look_at_ids(self) -> None:
        """Notice ids that count for nobody, ids that are read as other than they are written, and
        rows without any.
        """
        lost, changed, without = [], [], []
        for row, line in zip(self.rows, self.lines):
            who = f"line {line}, {visible(self._full_name(row))}"
            cells = {name: self._cell(row, name).strip() for name in KEYS[self.lms]}
            cells[NUMBER[self.lms]] = self._cell(row, NUMBER[self.lms]).strip()
            for name, cell in cells.items():
                if id_of(cell) is None or visible(cell) != cell:
                    lost.append(f"{who}: {name} {visible(cell)}")
                elif id_of(cell) != unicodedata.normalize("NFC", cell):
                    changed.append(f"{who}: {name} {cell}")
            if not any(cells.values()) and self._full_name(row) and row is not self._maximum:
                without.append(who)
        self._lost = _notice(
            lost,
            f"These ids in {self.path.name} have lost digits, can be read as two numbers or hold"
            " characters that nobody sees, so they count for nobody",
            AS_IT_CAME,
        )
        self.notices = [
            self._lost,
            _notice(
                changed,
                f"Ids in {self.path.name} have become decimals, or their digits were split; they"
                " are read as whole numbers, but the LMS may refuse such a file",
                AS_IT_CAME,
            ),
            _notice(without, f"These rows of {self.path.name} have no id, so they are nobody's"),
        ]
        self.notices = [one for one in self.notices if one]

    def _only(self, full_name: str) -> str:
        return (
            f"{self.path.name} has no column Identifier, so only the name {full_name} would tell"
            " whose file this is, and a student may have taken another's name. Download the grading"
            " worksheet of the assignment from Moodle, and add --worksheet worksheet.csv. If nobody"
            " can change a name in your Moodle, add --trust-names instead"
        )

    def _same_maximum(self, column: int, points: float) -> None:
        told = [self._maximum[column]] if self._maximum else []
        told += [
            self._cell(row, name)
            for name in ("Maximum Grade", "Maximum grade")  # Moodle has written both
            for row, ids in zip(self.rows, self._ids)
            if ids
        ]
        for text in filter(None, told):
            if _number(text) != points:
                raise ValueError(
                    f"{self.path.name}: at most {text} points there, but {points:g} in the"
                    " assignment"
                )

    @cached_property
    def _maximum(self) -> list[str] | None:
        """Canvas's row of maxima: of those without an id, since a student may have such a name."""
        for row in self.rows if self.lms == "canvas" else ():
            ids = (self._cell(row, name).strip() for name in KEYS["canvas"])
            name = self._full_name(row) or row[0]
            if name.strip().startswith("Points Possible") and not any(ids):
                return row
        return None

    def _place_of(self, student: str) -> int | None:
        places = self._places.get(student.lower(), [])
        if len(places) > 1:
            raise ValueError(
                f"{student!r} is an id of {len(places)} students in {self.path.name}:"
                f" {self._who(places)}"
            )
        return places[0] if places else None

    def _rows_of(self, student: str) -> list[list[str]]:
        return [self.rows[place] for place in self._places.get(student.lower(), [])]

    def _who(self, places: list[int]) -> str:
        return "; ".join(self._full_name(self.rows[at]) or self._ids[at][0] for at in places)

    def _full_name(self, row: list[str]) -> str:
        parts = (
            self._cell(row, "First name"),
            self._cell(row, "Surname") or self._cell(row, "Last name"),
        )
        name = self._cell(row, "Student") or self._cell(row, "Full name") or " ".join(parts).strip()
        return unicodedata.normalize("NFC", name)

    def _cell(self, row: list[str], name: str) -> str:
        return row[self.header.index(name)] if name in self.header else ""


def _demand_ids(lms: str, path: Path, header: list[str]) -> None:
    if not set(KEYS[lms]) & set(header):
        raise ValueError(
            f"{path} has none of the columns {', '.join(KEYS[lms])}: is it {lms.capitalize()}'s"
            f" export? Its columns, as far as commas part them: {' | '.join(header)}. {ASK_FOR}"
        )
    if twice := {name for name in (*KEYS[lms], NUMBER[lms]) if header.count(name) > 1}:
        raise ValueError(f"{path} has the column {' and '.join(sorted(twice))} twice. {ASK_FOR}")


def _notice(named: list[str], told: str, advice: str = "") -> str:
    """A sentence about the first few; none about nobody."""
    more = len(named) - MOST_NAMED
    first = "; ".join([*named[:MOST_NAMED], *[f"and {more} more"] * (more > 0)])
    return f"{told}: {first}. {advice}".strip() if named else ""


def _plain(name: str) -> str:
    """Canvas writes "RAPPOR (4711)", Moodle "Assignment: RAPPOR (Real)"; both mean rappor."""
    name = re.sub(r"\s*\((\d+|real)\)$", "", name.strip().lower()).removeprefix("assignment:")
    return re.sub(r"[\W_]+", "_", name.strip())


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
