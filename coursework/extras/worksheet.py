"""When each submission came, as Moodle's grading worksheet tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from coursework.extras.lateness import Policy
from coursework.grading.roster import Roster
from coursework.grading.writing import write_table

COLUMN = "Last modified (submission)"
# Moodle in English (with British and with American dates), and as other tables have it.
FORMS = "%d %B %Y, %I:%M %p", "%B %d, %Y, %I:%M %p", "%d %B %Y, %H:%M", "%Y-%m-%d %H:%M"


def times(sheet: Roster, name_of: Callable[[str], str] = str) -> dict[str, datetime]:
    """The time of each student who has handed in, without a zone; ValueError names each line that
    cannot be read.

    name_of: the student who has an id; ValueError if nobody has
    """
    if COLUMN not in sheet.header:
        return {}
    found, faults = {}, []
    place = sheet.header.index(COLUMN)
    for row, line, student in zip(sheet.rows, sheet.lines, sheet.by_row()):
        written = row[place].strip()
        if student is None or written in ("", "-"):
            continue
        try:
            found[name_of(student)] = _time(written)
        except ValueError as error:
            faults.append(f"line {line}: {error}")
    if faults:
        raise ValueError(f"{sheet.path.name}: {'; '.join(faults)}")
    return found


def write(
    found: dict[str, datetime], names: Collection[str], policy: Policy | None, path: Path
) -> None:
    """A table that `--handed-in` takes, with the zone of the policy if there is one."""
    known = policy.handed_in if policy else {}
    lines = [
        [student, name, known.get((student.lower(), name), time).isoformat()]
        for name in sorted(names)
        for student, time in found.items()
    ]
    write_table(path, [["student", "assignment", "handed_in"], *lines])


def _time(written: str) -> datetime:
    text = re.sub(r"^[^\W\d]+day,\s*", "", " ".join(written.split()))
    for form in FORMS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    raise ValueError(
        f"{written!r} is no time such as 'Friday, 4 December 2026, 10:15 PM'; set Moodle to English"
        " before you download the worksheet"
    )
