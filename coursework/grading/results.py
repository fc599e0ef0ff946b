"""What a submission becomes on its way to a mark. Every step takes one of these and returns the
next; each can be written as JSON and read again.

    Submission  what was handed in, and by whom      (collect)
    Graded      what was found, question by question (grade), then with a person's marks (gradebook)
    NotGraded   a file that has no grade, and why    (any step)
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from ldp_checks.feedback import Finding


@dataclass(frozen=True)
class Submission:
    """A notebook that one student handed in for one assignment."""

    student: str
    assignment: str
    path: str  # as found in the folder or zip
    content: bytes
    other_ids: tuple[str, ...] = ()  # of the same student, in the LMS's grade book
    notes: tuple[str, ...] = ()  # what an instructor should know about how it was found
    late: bool | None = None  # whether its name says that it came late; None where no name would


@dataclass(frozen=True)
class NotGraded:
    student: str  # "" where the file does not tell
    assignment: str
    path: str
    reason: str


@dataclass(frozen=True)
class Mark:
    """One question of one submission: what each said, and what counts."""

    question: str  # its id in the notebook
    title: str
    points: float  # at most
    audit: float | None  # the checks' points; None where a person marks
    shown: float | None  # the points that the notebook showed when it was handed in; not trusted
    findings: tuple[Finding, ...]
    answer: str  # digest of the answer's text: a person's mark holds while it is the same
    written: bool = False  # whether a person marks it, not a check
    # what a person entered in Formgrader
    manual: float | None = None
    extra: float = 0
    pending: bool = False  # whether a person still has to look
    comments: tuple[str, ...] = ()

    @property
    def final(self) -> float | None:
        """A person's points, else the audit's, and what a person added; None while pending."""
        given = self.audit if self.manual is None else self.manual
        return None if self.pending or given is None else given + self.extra


@dataclass(frozen=True)
class Graded:
    student: str
    assignment: str
    path: str
    numbers_of: str  # the id whose individual numbers count
    marks: tuple[Mark, ...]  # in the order of the questions
    notes: tuple[str, ...]  # about the notebook as a whole
    seconds: float = 0  # of processor time in the sandbox
    handed_in_by: str = ""  # the partner in a pair, if it was the partner
    penalty: float = 0  # points off for lateness

    @property
    def points(self) -> float:
        return sum(mark.final or 0 for mark in self.marks)

    @property
    def final(self) -> float:
        """What counts: the points earned, less the penalty."""
        return max(0, self.points - self.penalty)

    @property
    def most(self) -> float:
        return sum(mark.points for mark in self.marks)

    @property
    def pending(self) -> float:
        """Points that a person has not decided yet."""
        return sum(mark.points for mark in self.marks if mark.final is None)

    @property
    def by_hand(self) -> str:
        """What to look at if a person gave points for code and for a written answer as well: a page
        or a table may have put a mark in the wrong place.
        """
        given = [mark for mark in self.marks if mark.manual is not None or mark.extra]
        code = [mark for mark in given if not mark.written]
        if not code or len(code) == len(given):
            return ""
        shown = ", ".join(
            f"{mark.question} {0 if mark.manual is None else mark.manual:g}"
            + f" + {mark.extra:g}" * bool(mark.extra)
            for mark in code
        )
        return (
            f"a person gave points for code ({shown}) as well as for a written answer: see that"
            " each mark stands where it was meant"
        )

    def with_notes(self, *notes: str) -> Graded:
        return replace(self, notes=(*self.notes, *notes))


def to_json(result: Graded | NotGraded) -> str:
    return json.dumps(asdict(result))


def from_json(text: str) -> Graded | NotGraded:
    told = json.loads(text)
    if "reason" in told:
        return NotGraded(**told)
    marks = [
        {**mark, "comments": tuple(mark["comments"])}
        | {"findings": tuple(Finding(**finding) for finding in mark["findings"])}
        for mark in told["marks"]
    ]
    return Graded(
        **told | {"marks": tuple(Mark(**m) for m in marks), "notes": tuple(told["notes"])}
    )
