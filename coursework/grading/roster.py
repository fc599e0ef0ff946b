"""The grade books that an LMS exports: who is in the class, and one column to fill in."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# Per LMS: columns that hold ids of a student, the first one filled being what we call the student;
# the column of the LMS's own number in the names of files.
KEYS = {
    "canvas": ("SIS Login ID", "Email", "SIS User ID", "ID"),
    "moodle": ("Email address", "Username", "ID number"),
}
ASK_FOR = "Export it as comma-separated CSV in UTF-8, with the LMS set to English."
NUMBER = {"canvas": "ID", "moodle": "Identifier"}


@dataclass
class Roster:
    """An exported grade book, kept as it is but for the cells that are filled in."""

    lms: str
    path: Path
    header: list[str]
    rows: list[list[str]]
    encoding: str

    @classmethod
    def read(cls, lms: str, path: Path) -> Roster:
        if not path.is_file():
            raise ValueError(f"--{lms}: there is no file {path}")
        encoding = "utf-8-sig" if path.read_bytes().startswith(b"\xef\xbb\xbf") else "utf-8"
        try:
            with path.open(encoding=encoding, newline="") as file:
                header, *rows = csv.reader(file)
        except (ValueError, csv.Error):  # in UTF-16 or Latin-1, a spreadsheet, or empty
            raise ValueError(f"{path} is not text in UTF-8, or empty. {ASK_FOR}") from None
        if not set(KEYS[lms]) & set(header):
            raise ValueError(
                f"{path} has none of the columns {', '.join(KEYS[lms])}: is it {lms.capitalize()}'s"
                f" export? Its columns, as far as commas part them: {' | '.join(header)}. {ASK_FOR}"
            )
        return cls(lms, path, header, [row for row in rows if row], encoding)

    def students(self) -> list[str]:
        """The id of each student in the class."""
        return [keys[0] for row in self.rows if (keys := self._keys(row))]

    def name_of(self, known: str) -> str:
        """The student who has this id; ValueError if nobody or several have it."""
        if not (ids := self.ids_of(known)):
            raise ValueError(f"{known!r} is nobody's id in {self.path.name}")
        return ids[0]

    def ids_of(self, student: str) -> list[str]:
        """All ids of the student who has this one; none if nobody has it, ValueError if several
        have.
        """
        rows = self._rows_of(student)
        if len(rows) > 1:
            who = "; ".join(self._full_name(row) or self._keys(row)[0] for row in rows)
            raise ValueError(
                f"{student!r} is an id of {len(rows)} students in {self.path.name}: {who}"
            )
        return self._keys(rows[0]) if rows else []

    def student_of(self, number: str, full_name: str = "") -> str | None:
        """The id of the student whom the LMS knows by a number, or else by a full name; None if
        nobody is known so, ValueError if several have the name.
        """
        numbers = [
            row
            for row in self.rows
            if re.sub(r"\D", "", self._cell(row, NUMBER[self.lms])) == number
        ]
        wanted = unicodedata.normalize("NFC", full_name)
        names = [row for row in self.rows if wanted and self._full_name(row) == wanted]
        for rows in (numbers, names):
            if len(rows) == 1 and (keys := self._keys(rows[0])):
                return keys[0]
        if len(names) > 1:
            raise ValueError(
                f"{len(names)} students have the name {full_name} in {self.path.name}; give a table"
                " that has their numbers, such as Moodle's grading worksheet"
            )
        return None

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
        ids = {student: self.ids_of(student) for student in grades}
        for student, grade in grades.items():
            self._rows_of(student)[0][column] = f"{grade:g}"
        filled = {own[0] for own in ids.values()}
        return [student for student in self.students() if student not in filled]

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

    def _same_maximum(self, column: int, points: float) -> None:
        """Canvas tells the maximum in a row of its own, Moodle in a column."""
        told = [row[column] for row in self.rows if row[0].strip().startswith("Points Possible")]
        told += [self._cell(row, "Maximum Grade") for row in self.rows if self._keys(row)]
        for text in filter(None, told):
            if _number(text) != points:
                raise ValueError(
                    f"{self.path.name}: at most {text} points there, but {points:g} in the"
                    " assignment"
                )

    def _rows_of(self, student: str) -> list[list[str]]:
        return [
            row for row in self.rows if student.lower() in [key.lower() for key in self._keys(row)]
        ]

    def _keys(self, row: list[str]) -> list[str]:
        return [key for name in KEYS[self.lms] if (key := self._cell(row, name).strip())]

    def _full_name(self, row: list[str]) -> str:
        parts = (
            self._cell(row, "First name"),
            self._cell(row, "Surname") or self._cell(row, "Last name"),
        )
        name = self._cell(row, "Student") or self._cell(row, "Full name") or " ".join(parts).strip()
        return unicodedata.normalize("NFC", name)

    def _cell(self, row: list[str], name: str) -> str:
        return row[self.header.index(name)] if name in self.header else ""


def _plain(name: str) -> str:
    """Canvas writes "RAPPOR (4711)", Moodle "Assignment: RAPPOR (Real)"; both mean rappor."""
    name = re.sub(r"\s*\((\d+|real)\)$", "", name.strip().lower()).removeprefix("assignment:")
    return re.sub(r"[\W_]+", "_", name.strip())


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
