"""Late days: a policy, the times of submission, and what lateness costs. Nothing is taken off
without a note; the tables have what was earned and what counts.

    # late.toml
    free_late_days = 3       # for each student, in all; the earliest assignment takes them first
    penalty_per_day = 0.1    # of the assignment's points, for each day that is begun
    last_day = 5             # later than so many days: no points (may be left out)
    [due]
    randomized_response = 2026-12-04T23:59:00+01:00
    [extensions.randomized_response]
    "kim@example.org" = 2026-12-08T23:59:00+01:00

    # times.csv, for all assignments so far; Moodle's grading worksheet knows those of one
    student,assignment,handed_in
    kim@example.org,randomized_response,2026-12-06T10:15:00+01:00
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from coursework.extras import tables
from coursework.grading.results import Graded, Submission
from coursework.grading.writing import write_table
from ldp_course.text_files import read_text

DAY = 24 * 3600
HEADER = [
    "student", "assignment", "due", "handed in", "days late", "free", "charged", "earned",
    "penalty", "final",
]  # fmt: skip


@dataclass(frozen=True)
class Late:
    """One submission that came after its due date."""

    days: int
    free: int  # of these, how many are free

    @property
    def charged(self) -> int:
        return self.days - self.free


@dataclass(frozen=True)
class Policy:
    due: dict[str, datetime]
    extensions: dict[tuple[str, str], datetime]  # (student in small letters, assignment)
    handed_in: dict[tuple[str, str], datetime]
    free_late_days: int
    penalty_per_day: float
    last_day: float
    marked: dict[tuple[str, str], bool] = field(default_factory=dict)  # late, as the LMS says

    def due_for(self, student: str, assignment: str) -> datetime:
        return self.extensions.get((student.lower(), assignment), self.due[assignment])

    def late(self, student: str) -> dict[str, Late]:
        """All late assignments of a student. Free days go to the earliest due date first."""
        left, found = self.free_late_days, {}
        for assignment in sorted(self.due, key=lambda name: self.due[name]):
            time = self.handed_in.get((student.lower(), assignment))
            if time is None or time <= (due := self.due_for(student, assignment)):
                continue
            days = math.ceil((time - due).total_seconds() / DAY)
            free = min(days, left) if days <= self.last_day else 0
            found[assignment] = Late(days, free)
            left -= free
        return found

    def with_worksheet(self, times: dict[str, datetime], names: Collection[str]) -> Policy:
        """With the times of one assignment, which have no zone: they are in the zone of its due
        date. A time that is known already stays.
        """
        if not times:
            return self
        if len(names) != 1:
            found = ", ".join(sorted(names)) or "no assignment"
            raise ValueError(f"--worksheet is about one assignment, and here are {found}")
        (name,) = names
        zone = self.due[name].tzinfo if name in self.due else None
        more = {(who.lower(), name): time.replace(tzinfo=zone) for who, time in times.items()}
        return replace(self, handed_in=more | self.handed_in)

    def with_marked(self, submissions: Iterable[Submission]) -> Policy:
        """With what the LMS's names of files say about lateness."""
        marked = {
            (one.student.lower(), one.assignment): one.late
            for one in submissions
            if one.late is not None
        }
        return replace(self, marked=marked)

    def without_time(self, graded: Iterable[Graded]) -> list[str]:
        """A sentence about those whose lateness an instructor has to decide."""
        late, unknown = [], []
        for one in graded:
            place = _who(one, self).lower(), one.assignment
            if one.assignment in self.due and place not in self.handed_in:
                if self.marked.get(place):
                    late.append(one.student)
                elif place not in self.marked:
                    unknown.append(one.student)
        sentences = []
        if late:
            sentences.append(
                "Canvas has marked these as late (_LATE_ in the file's name), but their times are"
                f" unknown: {', '.join(late)}. Nothing was taken off, so decide about each, and add"
                " a line with the time to the table of --handed-in."
            )
        if unknown:
            sentences.append(
                f"The time of submission is unknown for {', '.join(unknown)}, so they were not"
                " checked for lateness. Add a line to the table of --handed-in for each."
            )
        return sentences

    def with_partners(self, partners: dict[str, str], names: Collection[str]) -> Policy:
        """Of these assignments, what one of a pair handed in counts for both, and so does an
        extension of one. For others there were other pairs.
        """
        handed_in, extensions = dict(self.handed_in), dict(self.extensions)
        for times in (handed_in, extensions):
            for (student, assignment), time in list(times.items()):
                if student in partners and assignment in names:
                    times.setdefault((partners[student].lower(), assignment), time)
        return replace(self, handed_in=handed_in, extensions=extensions)

    def without_submission(
        self, submissions: Iterable[Submission], partners: dict[str, str]
    ) -> list[str]:
        """A sentence for each line about somebody who handed in nothing: an id may be misspelt."""
        there = {(one.student.lower(), one.assignment) for one in submissions}
        there |= {(partners[who].lower(), name) for who, name in there if who in partners}
        names = {name for _, name in there}
        return [
            f"{what}: {who!r} has no submission of {name} here"
            for what, times in (("--handed-in", self.handed_in), ("--late", self.extensions))
            for who, name in times
            if name in names and (who, name) not in there
        ]


def read(
    policy: Path, times: Path | None, name_of: Callable[[str], str] = str,
    names: Collection[str] = (),
) -> Policy:  # fmt: skip
    """Both files; ValueError names what is wrong in them.

    name_of: the student who has an id; ValueError if nobody has
    names: assignments that are graded; in lines of others somebody may stand who has left
    """
    try:
        given = tomllib.loads(read_text(policy))
    except (OSError, ValueError) as error:
        raise ValueError(f"{policy} cannot be read as TOML: {error}") from None
    known = {"free_late_days": 0, "penalty_per_day": 0, "last_day": math.inf}
    faults = [
        f"{name!r} is not one of {', '.join(known)}, due, extensions"
        for name in given.keys() - known.keys() - {"due", "extensions"}
    ]
    numbers = known | {name: given[name] for name in known if name in given}
    for name, value in numbers.items():
        if type(value) not in (int, float) or not value >= 0:
            faults.append(f"{name} = {value!r} must be a number of at least 0")
    if not faults and numbers["penalty_per_day"] > 1:
        faults.append("penalty_per_day is a share of the points, at most 1 (0.1 is a tenth)")
    due, extensions = given.get("due", {}), {}
    for assignment, of in given.get("extensions", {}).items():
        for student, time in of.items():
            try:
                extensions[name_of(student).lower(), assignment] = time
            except ValueError as error:
                faults += [f"extensions.{assignment}: {error}"] if assignment in names else []
    faults += [
        f"extensions.{name}: there is no due date of {name}"
        for name in sorted({name for _, name in extensions} - due.keys())
    ]
    faults += [f"{time!r} is no date with a time" for time in [*due.values(), *extensions.values()]
               if not isinstance(time, datetime)]  # fmt: skip
    tables.demand(policy, faults)
    handed_in = {}
    lines = tables.rows(times, ("student", "assignment", "handed_in")) if times else ()
    for line, row in lines:
        try:
            place = name_of(row["student"]).lower(), row["assignment"]
        except ValueError as error:
            faults += [f"line {line}: {error}"] if row["assignment"] in names else []
            continue
        if place in handed_in:
            faults.append(f"line {line}: a second time of {row['student']} for {place[1]}")
        try:
            handed_in[place] = datetime.fromisoformat(row["handed_in"])
        except ValueError:
            faults.append(f"line {line}: {row['handed_in']!r} is no time such as 2026-12-06T10:15")
        if row["assignment"] not in due:
            faults.append(f"line {line}: {policy.name} has no due date of {row['assignment']!r}")
    zones = {
        time.tzinfo is None for time in [*due.values(), *extensions.values(), *handed_in.values()]
    }
    if len(zones) > 1:
        faults.append("some times have a zone (+01:00) and some have none; give all or none")
    tables.demand(times or policy, faults)
    return Policy(due, extensions, handed_in, **numbers)


def apply(graded: Iterable[Graded], policy: Policy) -> list[Graded]:
    """Each result with its penalty, and a note on what was taken off or could not be judged."""
    results = []
    for one in graded:
        who = _who(one, policy)
        if one.assignment not in policy.due:
            note = "no due date: not checked for lateness"
        elif (place := (who.lower(), one.assignment)) not in policy.handed_in:
            note = {
                True: "handed in late, but when is unknown: nothing was taken off",
                False: "",  # on time, as Canvas marks what is late
                None: "time of submission unknown: not checked for lateness",
            }[policy.marked.get(place)]
        elif late := policy.late(who).get(one.assignment):
            share = 1 if late.days > policy.last_day else late.charged * policy.penalty_per_day
            one = replace(one, penalty=min(share, 1) * one.most)
            note = f"{_days(late.days)} late, {late.free} free: {one.penalty:g} points off"
            if late.days > policy.last_day:
                note = f"{_days(late.days)} late, later than the last day: no points"
        else:
            note = ""
        results.append(one.with_notes(note) if note else one)
    return results


def _who(one: Graded, policy: Policy) -> str:
    """Whose time counts: a pair is as late as its submission."""
    own = (one.student.lower(), one.assignment) in policy.handed_in
    return one.student if own else one.handed_in_by or one.student


def _days(days: int) -> str:
    return "1 day" if days == 1 else f"{days} days"


def write(graded: Iterable[Graded], policy: Policy, path: Path) -> None:
    """One line for each submission with a known time."""
    lines = []
    for one in graded:
        who = _who(one, policy)
        time = policy.handed_in.get((who.lower(), one.assignment))
        if time is not None and one.assignment in policy.due:
            late = policy.late(who).get(one.assignment, Late(0, 0))
            lines.append([
                one.student, one.assignment, policy.due_for(who, one.assignment).isoformat(),
                time.isoformat(), late.days, late.free, late.charged, f"{one.points:g}",
                f"{one.penalty:g}", f"{one.final:g}",
            ])  # fmt: skip
    write_table(path, [HEADER, *lines])
