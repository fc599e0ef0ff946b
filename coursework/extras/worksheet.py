"""Read the times of submissions from Moodle's grading worksheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from coursework.extras.lateness import Policy
from coursework.grading.grade_book import Roster
from coursework.grading.writing import write_table

COLUMN = "Last modified (submission)"
# Moodle in English (with British and with American dates), and as other tables have it.
FORMS = "%d %B %Y, %I:%M %p", "%B %d, %Y, %I:%M %p", "%d %B %Y, %H:%M", "%Y-%m-%d %H:%M"


def times(sheet: Roster, name_of: Callable[[str], str] = str) -> dict[str, datetime]:
    """Return when each student has handed in, without a zone.

    name_of : the student who has an id; ValueError if nobody has it

    Raise ValueError with each line that cannot be read.
    """
    if COLUMN not in sheet.header:
        return {}
    times_by_student, faults = {}, []
    place = sheet.header.index(COLUMN)
    for row, line, student in zip(sheet.rows, sheet.lines, sheet.by_row()):
        text = row[place].strip()
        if student is None or text in ("", "-"):
            continue
        try:
            times_by_student[name_of(student)] = _time(text)
        except ValueError as error:
            faults.append(f"line {line}: {error}")
    if faults:
        raise ValueError(f"{sheet.path.name}: {'; '.join(faults)}")
    return times_by_student


def write(
    times_by_student: dict[str, datetime],
    names: Collection[str],
    policy: Policy | None,
    path: Path,
) -> None:
    """Write a table for `--handed-in`."""
    known = policy.handed_in if policy else {}
    lines = [
        [student, name, known.get((student.lower(), name), time).isoformat()]
        for name in sorted(names)
        for student, time in times_by_student.items()
    ]
    write_table(path, [["student", "assignment", "handed_in"], *lines])


def _time(text: str) -> datetime:
    without_weekday = re.sub(r"^[^\W\d]+day,\s*", "", " ".join(text.split()))
    for form in FORMS:
        try:
            return datetime.strptime(without_weekday, form)
        except ValueError:
            continue
    raise ValueError(
        f"{text!r} is not a time such as 'Friday, 4 December 2026, 10:15 PM'; set"
        " Moodle to English before you download the worksheet"
    )
