"""Keep who is who from one run to the next: key.csv.

An LMS knows a student by a number of its own, which stays when the login or the e-mail
address changes. So the number decides whose pseudonym, marks and hidden inputs these
are, and ids that a student had before still count.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from coursework.extras import tables
from coursework.grading.grade_book import NUMBER, Roster
from coursework.grading.writing import write_table

BETWEEN = " | "  # ids in a cell


class Key:
    """The pseudonym of each student, and by which numbers and ids an LMS knows them.

    renamed : names that have changed since the last run, and what they are now
    """

    def __init__(self, path: Path):
        self.path = path
        self.pseudonyms: dict[str, str] = {}
        self.numbers: dict[str, str] = {}  # the student with a number
        self.ids: dict[str, list[str]] = {}
        self.renamed: dict[str, str] = {}
        rows = tables.rows(path, ("student", "pseudonym")) if path.exists() else ()
        for _, row in rows:
            student = row["student"]
            self.pseudonyms[student] = row["pseudonym"]
            numbers = filter(None, row.get("number", "").split(BETWEEN))
            self.numbers |= dict.fromkeys(numbers, student)
            self.ids[student] = [*filter(None, row.get("ids", "").split(BETWEEN))]

    def pseudonym(self, student: str) -> str:
        """Return by which name a marker knows a student; a new student gets one."""
        taken = set(self.pseudonyms.values())
        while student not in self.pseudonyms:
            name = f"student-{secrets.randbelow(900_000) + 100_000}"
            if name not in taken:
                self.pseudonyms[student] = name
        return self.pseudonyms[student]

    def follow(self, roster: Roster) -> list[str]:
        """Take over names that have changed in the grade book, and say which.

        The grade book learns the ids that its students had before.
        """
        present, ids, sentences = {}, {}, []
        for place, number in roster.numbers_of_rows.items():
            if student := self.numbers.get(number):
                roster.recall(place, [student, *self.ids.get(student, ())])
        names = roster.by_row()
        for place, number in roster.numbers_of_rows.items():
            now, before = names[place], self.numbers.get(number)
            if before and before != now:
                self.renamed[before] = now
                if before.lower() != now.lower():
                    sentences.append(
                        f"{roster.path.name}: line {roster.lines[place]} was {before},"
                        f" now {now} ({number})"
                    )
            present[number], ids[now] = now, roster.ids_of_row(place)
        # A name may be another student's now. (Moodle's numbers are of one assignment.)
        now_names = {*present.values()}
        gone = [student for number, student in self.numbers.items()
                if number not in present and number.startswith(NUMBER["canvas"] + " ")
                and student in now_names]  # fmt: skip
        taken = {*self.renamed.values()} & self.pseudonyms.keys()
        for student in [*gone, *taken]:
            self.renamed.setdefault(student, f"{student} (earlier)")
        self.pseudonyms = {
            self.renamed.get(student, student): pseudonym
            for student, pseudonym in self.pseudonyms.items()
        }
        had = {self.renamed.get(name, name): ids for name, ids in self.ids.items()}
        self.ids = had | ids
        self.numbers = {
            number: self.renamed.get(student, student)
            for number, student in self.numbers.items()
        } | present
        return sentences

    def write(self) -> None:
        numbers: dict[str, list[str]] = {}
        for number, student in self.numbers.items():
            numbers.setdefault(student, []).append(number)
        rows = [
            [
                student,
                self.pseudonyms[student],
                BETWEEN.join(numbers.get(student, ())),
                BETWEEN.join(self.ids.get(student, ())),
            ]
            for student in sorted(self.pseudonyms)
        ]
        write_table(self.path, [["student", "pseudonym", "number", "ids"], *rows])
