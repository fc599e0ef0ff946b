"""Late days: a policy, the times of submission, and what lateness costs.

Nothing is taken off without a note; the tables have what was earned and what counts.
Days are counted on the wall clock of the place where the due date was set: when clocks
change, the next evening is still one day late.

    # late.toml
    zone = "Europe/Berlin"   # of that place
    free_late_days = 3       # for each student, in all; the earliest assignment first
    penalty_per_day = 0.1    # of the assignment's points, for each day that is begun
    last_day = 5             # later than so many days: no points (may be left out)
    [due]
    randomized_response = 2026-12-04T23:59:00
    [extensions.randomized_response]
    "kim@example.org" = 2026-12-08T23:59:00

    # times.csv, for all assignments so far (Moodle's worksheet has the times of one)
    student,assignment,handed_in
    kim@example.org,randomized_response,2026-12-06T10:15:00+01:00

A time without an offset such as +01:00 is on that wall clock. Without `zone`, an offset
that differs from the due date's by an hour at most is the same place after its clocks
have changed. A larger one, or Z, is another place, and is converted to the due date's
offset.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from coursework.extras import tables
from coursework.grading.results import Graded, Submission
from coursework.grading.writing import write_table
from ldp_course.texts import read_text

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
HEADER = [
    "student", "assignment", "due", "handed in", "days late", "free", "charged",
    "earned", "penalty", "final",
]  # fmt: skip
NUMBERS = {"free_late_days": 0, "penalty_per_day": 0, "last_day": math.inf}


@dataclass(frozen=True)
class Late:
    """A submission that came after its due date: days late, and how many are free."""

    days: int
    free: int

    @property
    def charged(self) -> int:
        return self.days - self.free


@dataclass(frozen=True)
class Policy:
    """The rule of a class, with the times of its submissions.

    due : for each assignment
    extensions, handed_in : for (student in small letters, assignment)
    marked : whether the LMS calls a submission late, for the same pairs
    zone : of the wall clock that counts; None if the due dates say all that is known
    """

    due: dict[str, datetime]
    extensions: dict[tuple[str, str], datetime]
    handed_in: dict[tuple[str, str], datetime]
    free_late_days: int
    penalty_per_day: float
    last_day: float
    marked: dict[tuple[str, str], bool] = field(default_factory=dict)
    zone: tzinfo | None = None

    def due_for(self, student: str, assignment: str) -> datetime:
        return self.extensions.get((student.lower(), assignment), self.due[assignment])

    def late(self, student: str) -> dict[str, Late]:
        """Return a student's late assignments; the earliest due date gets free days."""
        left, late = self.free_late_days, {}
        for assignment in sorted(self.due, key=lambda name: self._wall(self.due[name])):
            time = self.handed_in.get((student.lower(), assignment))
            due = self.due_for(student, assignment)
            if time is None or (days := self._days(due, time)) <= 0:
                continue
            free = min(days, left) if days <= self.last_day else 0
            late[assignment] = Late(days, free)
            left -= free
        return late

    def _days(self, due: datetime, time: datetime) -> int:
        """Return how many days late a time is, by the wall clock; 0 if it is not."""
        if due.tzinfo and time.tzinfo and time <= due:
            return 0  # in an hour that clocks show twice
        return math.ceil((self._wall(time, due) - self._wall(due)) / DAY)

    def _wall(self, time: datetime, due: datetime | None = None) -> datetime:
        """Return what the wall clock of the due date's place shows at a time."""
        place = self.zone
        if not place and due and due.tzinfo and time.tzinfo:
            is_near = abs(time.utcoffset() - due.utcoffset()) <= HOUR
            place = None if is_near else due.tzinfo
        if place and time.tzinfo:
            time = time.astimezone(place)
        return time.replace(tzinfo=None)

    def with_worksheet(
        self, times: dict[str, datetime], names: Collection[str]
    ) -> Policy:
        """Return the policy with one assignment's times, unless they are known already.

        Times of a worksheet are on the wall clock of the due date.
        """
        if not times:
            return self
        if len(names) != 1:
            assignments = ", ".join(sorted(names)) or "no assignment"
            raise ValueError(
                f"--worksheet is about one assignment, and here are {assignments}"
            )
        (name,) = names
        more = {(student.lower(), name): time for student, time in times.items()}
        return replace(self, handed_in=more | self.handed_in)

    def with_marked(self, submissions: Iterable[Submission]) -> Policy:
        """Return the policy with what names of files in the LMS say about lateness."""
        marked = {
            (submission.student.lower(), submission.assignment): submission.late
            for submission in submissions
            if submission.late is not None
        }
        return replace(self, marked=marked)

    def with_partners(self, partners: dict[str, str], names: Collection[str]) -> Policy:
        """Return the policy in which times and extensions count for both of a pair.

        This holds for the assignments `names`; for others there were other pairs.
        """
        handed_in, extensions = dict(self.handed_in), dict(self.extensions)
        for times in (handed_in, extensions):
            for (student, assignment), time in list(times.items()):
                if student in partners and assignment in names:
                    times.setdefault((partners[student].lower(), assignment), time)
        return replace(self, handed_in=handed_in, extensions=extensions)

    def without_time(self, graded: Iterable[Graded]) -> list[str]:
        """Return sentences on the students whose lateness an instructor must decide."""
        late, unknown = [], []
        for result in graded:
            place = _responsible(result, self).lower(), result.assignment
            if result.assignment in self.due and place not in self.handed_in:
                if self.marked.get(place):
                    late.append(result.student)
                elif place not in self.marked:
                    unknown.append(result.student)
        sentences = []
        if late:
            sentences.append(
                "Canvas has marked these as late (_LATE_ in the file's name), but their"
                f" times are unknown: {', '.join(late)}. Nothing was taken off, so"
                " decide about each, and add a line with the time to the table of"
                " --handed-in."
            )
        if unknown:
            sentences.append(
                f"The time of submission is unknown for {', '.join(unknown)}, so they"
                " were not checked for lateness. Add a line to the table of --handed-in"
                " for each."
            )
        return sentences

    def without_submission(
        self, submissions: Iterable[Submission], partners: dict[str, str]
    ) -> list[str]:
        """Return a sentence for each line without a submission: perhaps mistyped."""
        present = {(s.student.lower(), s.assignment) for s in submissions}
        present |= {
            (partners[student].lower(), name)
            for student, name in present
            if student in partners
        }
        names = {name for _, name in present}
        sources = {"--handed-in": self.handed_in, "--late": self.extensions}
        return [
            f"{option}: {student!r} has no submission of {name} here"
            for option, times in sources.items()
            for student, name in times
            if name in names and (student, name) not in present
        ]


def read(
    policy: Path, times: Path | None, name_of: Callable[[str], str] = str,
    names: Collection[str] = (),
) -> Policy:  # fmt: skip
    """Return the policy of both files, or raise ValueError with what is wrong in them.

    name_of : the student who has an id; ValueError if nobody has it
    names : assignments that are graded; lines of others may name somebody who has left
    """
    try:
        rules = tomllib.loads(read_text(policy))
    except (OSError, ValueError) as error:
        raise ValueError(f"{policy} cannot be read as TOML: {error}") from None
    due = rules.get("due", {})
    numbers = NUMBERS | {name: rules[name] for name in NUMBERS if name in rules}
    faults = _faults_of_rules(rules, numbers)
    zone = None
    if "zone" in rules:
        try:
            zone = ZoneInfo(rules["zone"])
        except (LookupError, ValueError, TypeError, OSError):
            faults.append(
                f'zone = {rules["zone"]!r} is no name of a zone such as "Europe/Berlin"'
            )
    extensions = {}
    for assignment, students in rules.get("extensions", {}).items():
        for student, time in students.items():
            try:
                extensions[name_of(student).lower(), assignment] = time
            except ValueError as error:
                if assignment in names:
                    faults.append(f"extensions.{assignment}: {error}")
    faults += [
        f"extensions.{name}: there is no due date of {name}"
        for name in sorted({name for _, name in extensions} - due.keys())
    ]
    faults += [
        f"{time!r} is not a date with a time"
        for time in [*due.values(), *extensions.values()]
        if not isinstance(time, datetime)
    ]
    tables.demand(policy, faults)

    handed_in = {}
    lines = tables.rows(times, ("student", "assignment", "handed_in")) if times else ()
    for line, row in lines:
        assignment = row["assignment"]
        try:
            place = name_of(row["student"]).lower(), assignment
        except ValueError as error:
            if assignment in names:
                faults.append(f"line {line}: {error}")
            continue
        if place in handed_in:
            faults.append(
                f"line {line}: a second time of {row['student']} for {assignment}"
            )
        try:
            handed_in[place] = _time(row["handed_in"], due.get(assignment), zone)
        except ValueError as error:
            faults.append(f"line {line}: {error}")
        if assignment not in due:
            faults.append(
                f"line {line}: {policy.name} has no due date of {assignment!r}"
            )
    dates = [{time.tzinfo is not None for time in dated}
             for dated in ([*due.values(), *extensions.values()], handed_in.values())
             ]  # fmt: skip
    if not zone and ({True, False} in dates or dates == [{False}, {True}]):
        faults.append(
            "some times have a zone (+01:00) and some have none; give all or none, or"
            f' add the zone of the due dates to {policy.name}: zone = "Europe/Berlin"'
        )
    tables.demand(times or policy, faults)
    return Policy(due, extensions, handed_in, **numbers, zone=zone)


def _time(text: str, due: datetime | None, zone: tzinfo | None) -> datetime:
    """Return the time that a line of the table says."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a time such as 2026-12-06T10:15") from None
    if len(text) <= len("2026-12-06"):
        raise ValueError(
            f"{text!r} is a date without a time of day; say when on that day it was"
            f" handed in, such as {time.date()}T10:15"
        )
    # Z tells no place, only an instant.
    is_instant = text[-1] in "zZ" and not zone and due and due.tzinfo
    return time.astimezone(due.tzinfo) if is_instant else time


def _faults_of_rules(rules: dict, numbers: dict) -> list[str]:
    faults = [
        f"{name!r} is not one of {', '.join(NUMBERS)}, zone, due, extensions"
        for name in rules.keys() - NUMBERS.keys() - {"zone", "due", "extensions"}
    ]
    for name, value in numbers.items():
        if type(value) not in (int, float) or not value >= 0:
            faults.append(f"{name} = {value!r} must be a number of at least 0")
    if not faults and numbers["penalty_per_day"] > 1:
        faults.append(
            "penalty_per_day is a share of the points, at most 1 (0.1 is a tenth)"
        )
    return faults


def apply(graded: Iterable[Graded], policy: Policy) -> list[Graded]:
    """Return each result with its penalty, and a note that says why."""
    results = []
    for result in graded:
        student = _responsible(result, policy)
        place = student.lower(), result.assignment
        late = None
        note = held = ""
        if result.assignment not in policy.due:
            note = "no due date: not checked for lateness"
        elif place in policy.handed_in:
            late = policy.late(student).get(result.assignment)
        elif place not in policy.marked:
            note = "time of submission unknown: not checked for lateness"
        elif policy.marked[place]:
            note = "handed in late, but when is unknown: nothing was taken off"
            held = "late, and when is unknown"
        if late:
            days = "1 day" if late.days == 1 else f"{late.days} days"
            if late.days > policy.last_day:
                share = 1
                note = f"{days} late, later than the last day: no points"
            else:
                share = min(late.charged * policy.penalty_per_day, 1)
                off = share * result.most
                note = f"{days} late, {late.free} free: {off:g} points off"
            result = replace(result, penalty=share * result.most)
        result = replace(result, held=held)
        results.append(result.with_notes(note) if note else result)
    return results


def _responsible(result: Graded, policy: Policy) -> str:
    """Return the student whose time counts: a pair is as late as its submission."""
    own = (result.student.lower(), result.assignment) in policy.handed_in
    return result.student if own else result.handed_in_by or result.student


def write(graded: Iterable[Graded], policy: Policy, path: Path) -> None:
    """Write one line for each submission with a known time."""
    lines = []
    for result in graded:
        student, assignment = _responsible(result, policy), result.assignment
        time = policy.handed_in.get((student.lower(), assignment))
        if time is not None and assignment in policy.due:
            late = policy.late(student).get(assignment, Late(0, 0))
            due = policy.due_for(student, assignment)
            lines.append([
                result.student, assignment, due.isoformat(), time.isoformat(),
                late.days, late.free, late.charged,
                f"{result.points:g}", f"{result.penalty:g}", f"{result.final:g}",
            ])  # fmt: skip
    write_table(path, [HEADER, *lines])
