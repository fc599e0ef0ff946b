"""Read the grade book of Canvas or Moodle: who is in the class; fill in one column."""

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
from coursework.grading.writing import has_unseen, visible

# Per LMS: columns that hold ids of a student, the first one filled being what we call
# the student; the column of the LMS's own number in the names of files. Columns with
# names of people, and with points: `_full_name`, `_maximum`, `fill`.
KEYS = {
    "canvas": ("SIS Login ID", "Email", "SIS User ID", "ID"),
    "moodle": ("Email address", "Username", "ID number"),
}
NUMBER = {"canvas": "ID", "moodle": "Identifier"}
# Ids that a student can change. There nobody takes an id that is another's elsewhere.
OWN_CHOICE = {"canvas": "Email", "moodle": "Email address"}
ASK_FOR = "Export it as comma-separated CSV in UTF-8, with the LMS set to English."
AS_IT_CAME = (
    "Export it again and do not save it with another program, because that changes ids."
)
MOST_NAMED = 5  # students in one sentence


class OnlyNames(ValueError):
    """Raised where a name is all that could tell whose file it is."""


@dataclass
class Roster:
    """An exported grade book; all cells stay as they are but for those of one column.

    lines : for each row the line of the file where it ends
    notices : what an instructor should know about it
    trust_names : whether names decide where the grade book has no numbers of files
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
            raise ValueError(
                f"{path}, line {line}: it holds U+0000, which no text has. {ASK_FOR}"
            )
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        filled = (row for row in reader if any(map(str.strip, row)))
        try:
            header = next(filled)
            _demand_ids(lms, path, header)
            rows = [(row, reader.line_num) for row in filled]
        except csv.Error as error:
            raise ValueError(
                f"{path}, line {reader.line_num}: its cells cannot be told apart"
                f" ({error}). {ASK_FOR}"
            ) from None
        cells, lines = [row for row, _ in rows], [line for _, line in rows]
        return cls(lms, path, header, cells, lines, encoding)

    def __post_init__(self) -> None:
        most = len(self.header)
        for row, line in zip(self.rows, self.lines):
            if len(row) < most or any(map(str.strip, row[most:])):
                raise ValueError(
                    f"{self.path}, line {line}: it has {len(row)} cells, and the first"
                    f" line has {most}. If it is about no student, such as a sum,"
                    " delete it; else export the grade book again"
                )
        own = self._own_ids()
        owners = Counter(key.lower() for ids in own for key in ids)
        # an id that nobody else has comes first
        self._ids = [
            sorted(ids, key=lambda key: owners[key.lower()] > 1) for ids in own
        ]
        self._places = defaultdict(list)
        for place, ids in enumerate(self._ids):
            for key in ids:
                self._places[key.lower()].append(place)
        self._numbers = defaultdict(list)  # the places of the rows with a number
        for place, row in enumerate(self.rows):
            # Moodle's worksheet has "Participant 4711"
            cell = re.sub("^[^0-9=]+", "", self._cell(row, NUMBER[self.lms]))
            if number := id_of(cell):
                self._numbers[number].append(place)
        self._look_at_ids()

    def take_numbers(self, worksheet: Roster) -> None:
        """Take from Moodle's worksheet whose number is whose in the names of files."""
        if NUMBER["moodle"] not in worksheet.header:
            raise ValueError(
                f"{worksheet.path} has no column Identifier: is it the grading"
                " worksheet, which Moodle offers beside the submissions of the"
                " assignment?"
            )
        self._numbers = defaultdict(list)
        for number, places in worksheet._numbers.items():
            for place in places:
                keys = worksheet._ids[place]
                known = [self._place_of(key) for key in keys if self._rows_of(key)]
                self._numbers[number] += known[:1]

    @cached_property
    def numbers_of_rows(self) -> dict[int, str]:
        """Return the LMS's own number of each row of which it is known; it stays."""
        return {
            places[0]: f"{NUMBER[self.lms]} {number}"
            for number, places in self._numbers.items()
            if len(places) == 1 and self._ids[places[0]]
        }

    def number_of(self, student: str) -> str:
        """Return the LMS's own number of a student; "" if it is unknown."""
        return self.numbers_of_rows.get(self._place_of(student), "")

    def recall(self, place: int, ids: Iterable[str]) -> None:
        """Let ids that a student had before count, but for those of another student.

        An id that another has chosen is not another's.
        """
        for key in ids:
            others = [at for at in self._places.get(key.lower(), ()) if at != place]
            if any(key.lower() in self._fixed[at] for at in others):
                continue
            for at in others:
                self._ids[at][:] = [
                    k for k in self._ids[at] if k.lower() != key.lower()
                ]
            self._places[key.lower()] = [place]
            if key.lower() not in map(str.lower, self._ids[place]):
                self._ids[place].append(key)

    def students(self) -> list[str]:
        """Return the id of each student in the class."""
        return [student for student in self.by_row() if student]

    def by_row(self) -> list[str | None]:
        """Return the student of each row; None where it is about nobody."""
        return [ids[0] if ids else None for ids in self._ids]

    def absent(self, present: Iterable[str]) -> list[str]:
        """Return who is not among these students, but for Canvas's test student."""
        present = {self.name_of(student).lower() for student in present}
        absent = []
        for row, ids in zip(self.rows, self._ids):
            sis_id = self._cell(row, "SIS User ID")
            is_test = self._full_name(row) == "Student, Test" and not sis_id
            if ids and ids[0].lower() not in present and not is_test:
                absent.append(ids[0])
        return absent

    def name_of(self, known: str) -> str:
        """Return the student who has this id; ValueError if nobody or several have it.

        It may be a number that a spreadsheet has changed.
        """
        if ids := self.ids_of(known) or self.ids_of(id_of(known) or ""):
            return ids[0]
        hint = ""
        if short := self._places.get(known.lstrip("0").lower()):
            hint = f"; {self._who(short)} has {known.lstrip('0')} there. {AS_IT_CAME}"
        raise ValueError(f"{known!r} is nobody's id in {self.path.name}{hint}")

    def ids_of(self, student: str) -> list[str]:
        """Return all ids of the student who has this one, the student's name first.

        There are none if nobody has it; ValueError if several have it.
        """
        place = self._place_of(student)
        return [] if place is None else self._ids[place]

    def ids_of_row(self, place: int) -> list[str]:
        """Return all ids of the student of a row."""
        return list(self._ids[place])

    def student_of(self, number: str, full_name: str = "") -> str | None:
        """Return the student whom the LMS knows by a number; None if it knows nobody.

        Anybody may be called `full_name`, so a name decides only where the grade book
        has no numbers and `trust_names` allows it; ValueError if it does not, or if
        several fit.
        """
        if self.lms == "canvas" or self._numbers:
            matches, key = self._numbers.get(number, []), f"number {number}"
        elif not self.trust_names:
            raise OnlyNames(
                f"{self.path.name} has no column Identifier, so only the name"
                f" {full_name} would tell whose file this is, and a student may have"
                " taken another's name. Download the grading worksheet of the"
                " assignment from Moodle, and add --worksheet worksheet.csv. If nobody"
                " can change a name in your Moodle, add --trust-names instead"
            )
        else:
            wanted, key = unicodedata.normalize("NFC", full_name), f"name {full_name}"
            matches = [
                place
                for place, row in enumerate(self.rows)
                if wanted and self._full_name(row) == wanted
            ]
        if len(matches) > 1:
            self._refuse_doubled(matches)
            advice = (
                "Give Moodle's grading worksheet, which has their numbers, with"
                " --worksheet."
            )
            if key.startswith("number"):
                advice = AS_IT_CAME
            raise ValueError(
                f"{len(matches)} students have the {key} in {self.path.name}. {advice}"
            )
        if not matches and self.lms == "canvas" and NUMBER["canvas"] not in self.header:
            raise ValueError(
                f"{self.path.name} has no column ID, by which Canvas names files."
                f" {ASK_FOR}"
            )
        if not matches and self._lost:
            raise ValueError(
                f"nobody in {self.path.name} has the {key} for certain. {self._lost}"
            )
        ids = self._ids[matches[0]] if matches else ()
        return self.name_of(ids[0]) if ids else None

    def column(
        self, assignment: str, title: str = "", wanted: str | None = None
    ) -> int:
        """Return the place of an assignment's column, by its name or title.

        Raise ValueError if that is not clear.
        """
        names = {_plain(assignment), _plain(title or assignment)}
        names |= {"grade"} if self.lms == "moodle" else set()
        matches = [
            place
            for place, name in enumerate(self.header)
            if (_plain(name) in names if wanted is None else name == wanted)
        ]
        if len(matches) != 1:
            raise ValueError(
                f"{self.path.name}: {len(matches)} columns fit"
                f" {wanted or assignment!r}; name one with --column. Columns:"
                f" {', '.join(self.header)}"
            )
        return matches[0]

    def kept(self, column: int, students: Iterable[str]) -> dict[str, str]:
        """Return what stays in the cells of these students, such as EX for excused.

        A person has written it: it is neither a number nor a sign for no grade.
        """
        rows = {student: self.rows[self._place_of(student)] for student in students}
        cells = {student: row[column].strip() for student, row in rows.items()}
        return {
            student: cell
            for student, cell in cells.items()
            if cell not in ("", "-") and _number(cell) is None
        }

    def fill(self, column: int, grades: dict[str, float], points: float) -> list[str]:
        """Enter the grades by id, and return the students without one.

        Their cells stay as they are. Raise ValueError unless the column has the
        assignment's greatest number of points.
        """
        maxima = [self._maximum[column]] if self._maximum else []
        for name in ("Maximum Grade", "Maximum grade"):  # Moodle has written both
            rows = zip(self.rows, self._ids)
            maxima += [self._cell(row, name) for row, ids in rows if ids]
        for text in filter(None, maxima):
            if _number(text) != points:
                raise ValueError(
                    f"{self.path.name}: at most {text} points there, but {points:g} in"
                    " the assignment"
                )
        self.demand(grades)
        places = {student: self._place_of(student) for student in grades}
        for student, grade in grades.items():
            self.rows[places[student]][column] = f"{grade:g}"
        return self.absent(grades)

    def strangers(self, students: Iterable[str]) -> list[str]:
        """Return the students who are not in this grade book."""
        return sorted({student for student in students if not self._rows_of(student)})

    def demand(self, students: Iterable[str]) -> None:
        """Raise ValueError if somebody is not in this grade book."""
        if strangers := self.strangers(students):
            raise ValueError(
                f"not in {self.path.name}: {', '.join(strangers)}; no grade was entered"
            )

    def write(self, path: Path) -> None:
        with path.open("w", encoding=self.encoding, newline="") as file:
            csv.writer(file).writerows([self.header, *self.rows])

    def _own_ids(self) -> list[list[str]]:
        """Return the ids of each row as they are read, then as they are written."""
        columns = KEYS[self.lms]
        fixed = [name for name in columns if name != OWN_CHOICE[self.lms]]
        self._fixed = [
            {key.lower() for key in self._ids_in(row, fixed)} for row in self.rows
        ]
        owners = Counter(key for keys in self._fixed for key in keys)
        return [
            [
                key
                for key in self._ids_in(row, columns)
                if key.lower() in keys or key.lower() not in owners
            ]
            for row, keys in zip(self.rows, self._fixed)
        ]

    def _ids_in(self, row: list[str], columns: Iterable[str]) -> list[str]:
        cells = [self._cell(row, name).strip() for name in columns]
        cells = [cell for cell in cells if cell and not has_unseen(cell)]
        read = [(key, cell) for cell in cells if (key := id_of(cell))]
        ids = [key for key, _ in read] + [cell for _, cell in read]
        distinct: dict[str, str] = {}
        for key in ids:
            distinct.setdefault(key.lower(), key)
        return list(distinct.values())

    def _look_at_ids(self) -> None:
        """Note lost ids, ids that are read otherwise than written, and rows without."""
        lost, changed, without = [], [], []
        for row, line in zip(self.rows, self.lines):
            who = f"line {line}, {visible(self._full_name(row))}"
            cells = {name: self._cell(row, name).strip() for name in KEYS[self.lms]}
            cells[NUMBER[self.lms]] = self._cell(row, NUMBER[self.lms]).strip()
            for name, cell in cells.items():
                if id_of(cell) is None or has_unseen(cell):
                    lost.append(f"{who}: {name} {visible(cell)}")
                elif id_of(cell) != unicodedata.normalize("NFC", cell):
                    changed.append(f"{who}: {name} {cell}")
            is_student = self._full_name(row) and row is not self._maximum
            if is_student and not any(cells.values()):
                without.append(who)
        self._lost = _notice(
            lost,
            f"These ids in {self.path.name} have lost digits, can be read as two"
            " numbers or hold characters that nobody sees, so they count for nobody",
            AS_IT_CAME,
        )
        notices = [
            self._lost,
            _notice(
                changed,
                f"Ids in {self.path.name} have become decimals, or their digits were"
                " split; they are read as whole numbers, but the LMS may refuse such a"
                " file",
                AS_IT_CAME,
            ),
            _notice(
                without,
                f"These rows of {self.path.name} have no id, so they are nobody's",
            ),
        ]
        self.notices = [notice for notice in notices if notice]

    @cached_property
    def _maximum(self) -> list[str] | None:
        """Return Canvas's row of maxima: a student may have its name, but has an id."""
        for row in self.rows if self.lms == "canvas" else ():
            ids = (self._cell(row, name).strip() for name in KEYS["canvas"])
            name = self._full_name(row) or row[0]
            if name.strip().startswith("Points Possible") and not any(ids):
                return row
        return None

    def _place_of(self, student: str) -> int | None:
        places = self._places.get(student.lower(), [])
        if len(places) > 1:
            self._refuse_doubled(places)
            raise ValueError(
                f"{student!r} is an id of {len(places)} students in {self.path.name}:"
                f" {self._who(places)}"
            )
        return places[0] if places else None

    def _refuse_doubled(self, places: list[int]) -> None:
        """Raise ValueError if these rows are about one student."""
        if all(self._ids[place] == self._ids[places[0]] for place in places):
            lines = " and ".join(str(self.lines[place]) for place in places)
            raise ValueError(
                f"lines {lines} of {self.path.name} are about one student,"
                f" {self._who(places[:1])}. Delete all but one, or export it again"
            )

    def _rows_of(self, student: str) -> list[list[str]]:
        return [self.rows[place] for place in self._places.get(student.lower(), [])]

    def _who(self, places: list[int]) -> str:
        names = (self._full_name(self.rows[at]) or self._ids[at][0] for at in places)
        return "; ".join(names)

    def _full_name(self, row: list[str]) -> str:
        surname = self._cell(row, "Surname") or self._cell(row, "Last name")
        parts = f"{self._cell(row, 'First name')} {surname}".strip()
        name = self._cell(row, "Student") or self._cell(row, "Full name") or parts
        return unicodedata.normalize("NFC", name)

    def _cell(self, row: list[str], name: str) -> str:
        return row[self.header.index(name)] if name in self.header else ""


def _demand_ids(lms: str, path: Path, header: list[str]) -> None:
    if not set(KEYS[lms]) & set(header):
        raise ValueError(
            f"{path} has none of the columns {', '.join(KEYS[lms])}: is it"
            f" {lms.capitalize()}'s export? Its columns, as far as commas part them:"
            f" {' | '.join(header)}. {ASK_FOR}"
        )
    if twice := {name for name in (*KEYS[lms], NUMBER[lms]) if header.count(name) > 1}:
        raise ValueError(
            f"{path} has the column {' and '.join(sorted(twice))} twice. {ASK_FOR}"
        )


def _notice(students: list[str], message: str, advice: str = "") -> str:
    """Return a sentence that names the first few; "" if there are none."""
    if not students:
        return ""
    names = students[:MOST_NAMED]
    if (more := len(students) - MOST_NAMED) > 0:
        names.append(f"and {more} more")
    return f"{message}: {'; '.join(names)}. {advice}".strip()


def _plain(name: str) -> str:
    """Return "rappor" for both "RAPPOR (4711)" and "Assignment: RAPPOR (Real)".

    Canvas writes the first, Moodle the second.
    """
    name = re.sub(r"\s*\((\d+|real)\)$", "", name.strip().lower())
    return re.sub(r"[\W_]+", "_", name.removeprefix("assignment:").strip())


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
