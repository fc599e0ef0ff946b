"""Describe a submission on its way to a mark.

Every step takes one of these and returns the next; a result can be written as JSON and
read again.

    Submission  what was handed in, and by whom      (collect)
    Graded      the findings, question by question   (grade), then with a person's
                marks                                (nbgrader_gradebook)
    NotGraded   a file that has no grade, and why    (any step)
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from ldp_checks.findings import Finding


@dataclass(frozen=True)
class Submission:
    """A notebook that one student handed in for one assignment.

    path : in the folder or zip
    other_ids : of the same student, in the LMS's grade book
    notes : what an instructor should know about how it was found
    late : whether its name says that it came late; None where no name would
    number : by which the LMS knows the student, whatever ids change; "" if unknown
    """

    student: str
    assignment: str
    path: str
    content: bytes
    other_ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    late: bool | None = None
    number: str = ""


@dataclass(frozen=True)
class NotGraded:
    """A file without a grade; `student` is "" where the file does not tell."""

    student: str
    assignment: str
    path: str
    reason: str


@dataclass(frozen=True)
class Mark:
    """The points of one question of one submission: from each side, and what counts.

    question : its id in the notebook
    points : at most
    audit : the checks' points; None where a person marks
    shown : the points that the notebook showed when handed in; not trusted
    answer : digest of the answer's text: a person's mark holds while it is the same
    written : whether a person marks it, not a check
    elsewhere : whether only other cells than its own hold text, which may answer it
    manual, extra, comments : what a person entered in Formgrader
    pending : whether a person still has to look
    """

    question: str
    title: str
    points: float
    audit: float | None
    shown: float | None
    findings: tuple[Finding, ...]
    answer: str
    written: bool = False
    elsewhere: bool = False
    manual: float | None = None
    extra: float = 0
    pending: bool = False
    comments: tuple[str, ...] = ()

    @property
    def final(self) -> float | None:
        """Return a person's points, else the audit's, with extras; None if pending."""
        points = self.audit if self.manual is None else self.manual
        return None if self.pending or points is None else points + self.extra


@dataclass(frozen=True)
class Graded:
    """The result of one submission.

    numbers_of : the id whose individual numbers count
    marks : in the order of the questions
    notes : about the notebook as a whole
    seconds : of processor time in the sandbox
    handed_in_by : the partner in a pair, if it was the partner
    penalty : points off for lateness
    held : why it does not reach the LMS's grade book; "" if it does
    """

    student: str
    assignment: str
    path: str
    numbers_of: str
    marks: tuple[Mark, ...]
    notes: tuple[str, ...]
    seconds: float = 0
    handed_in_by: str = ""
    penalty: float = 0
    held: str = ""

    @property
    def points(self) -> float:
        return sum(mark.final or 0 for mark in self.marks)

    @property
    def final(self) -> float:
        """Return what counts: the points earned, less the penalty."""
        return max(0, self.points - self.penalty)

    @property
    def most(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def pending(self) -> float:
        """Return the points that a person has not decided yet, if they can count."""
        if self.penalty >= self.most > 0:
            return 0
        return sum(mark.points for mark in self.marks if mark.final is None)

    @property
    def by_hand(self) -> str:
        """Return a note if a person gave points for code and for a written answer.

        A page or a table may have put a mark in the wrong place.
        """
        marked = [mark for mark in self.marks if mark.manual is not None or mark.extra]
        code = [mark for mark in marked if not mark.written]
        if not code or len(code) == len(marked):
            return ""
        points = ", ".join(
            f"{mark.question} {0 if mark.manual is None else mark.manual:g}"
            + (f" + {mark.extra:g}" if mark.extra else "")
            for mark in code
        )
        return (
            f"a person gave points for code ({points}) as well as for a written answer:"
            " see that each mark stands where it was meant"
        )

    def with_notes(self, *notes: str) -> Graded:
        return replace(self, notes=(*self.notes, *notes))


def to_json(result: Graded | NotGraded) -> str:
    return json.dumps(asdict(result))


def from_json(text: str) -> Graded | NotGraded:
    fields = json.loads(text)
    if "reason" in fields:
        return NotGraded(**fields)
    marks = []
    for mark in fields["marks"]:
        mark["comments"] = tuple(mark["comments"])
        mark["findings"] = tuple(Finding(**finding) for finding in mark["findings"])
        marks.append(Mark(**mark))
    fields["marks"], fields["notes"] = tuple(marks), tuple(fields["notes"])
    return Graded(**fields)
