"""The individual numbers of the assignment "Unary encoding": a survey, its noise, and a faulty
program.
"""

from __future__ import annotations

from dataclasses import dataclass

from ldp_course.checks.individual import choose, draws
from ldp_course.checks.unary_encoding.faults import FAULTS, program

SURVEYS = {
    "How do you get to work?": "bus tram train car bicycle ferry scooter foot",
    "Which of these did you use this week?": "mail maps chat games bank news dating health",
    "Which of these keep you awake?": "pain noise worry work children coffee light snoring",
    "Whom did you ask for help this year?": (
        "family friend doctor lawyer priest teacher police neighbour"
    ),
    "Which of these do you owe money to?": (
        "bank parents friend landlord shop employer state pawnshop"
    ),
    "Where do you read the news?": "paper radio television website podcast feed letter poster",
}
NO_ANSWER = "(no answer)"


@dataclass(frozen=True)
class Task:
    """Everything that belongs to one student."""

    student: str
    survey: str
    domain: tuple[str, ...]
    most: int  # values that one person may name
    p: float
    q: float
    epsilon: float  # of a report, for the question about the best probabilities
    share: float
    asked: float  # the ε that the faulty program is asked for
    faulty_code: str

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.domain, NO_ANSWER)

    def __repr__(self) -> str:
        return f"""Survey of {self.student}: "{self.survey}"
  task.domain    {len(self.domain)} values: {", ".join(self.domain)}
  task.columns   these values and, last, "{NO_ANSWER}": {len(self.columns)} columns
  task.most      a person may name up to {self.most} values
  task.p, task.q a 1 stays 1 with p = {self.p:g}; a 0 becomes 1 with q = {self.q:g}
  task.epsilon   question 6: one report may spend ε = {self.epsilon:g} in all
  task.share     question 6: a value that about {self.share:.0%} of the people name
  task.asked     question 7: the faulty program is asked for ε = {self.asked:g}
  task.faulty_code   question 7: the program, to print"""


def task(student: str) -> Task:
    """The numbers that belong to this id."""
    source = draws("unary_encoding", student)
    survey = choose(source, tuple(SURVEYS))
    size = choose(source, (6, 7, 8))
    most = choose(source, (2, 3))
    p = choose(source, (0.55, 0.6, 0.65, 0.75))
    q = choose(source, (0.1, 0.15, 0.2, 0.3))
    epsilon = most * choose(source, (1, 1.25, 1.5, 2))
    share = choose(source, (0.2, 0.25, 0.3, 0.35))
    asked = choose(source, (1, 1.25, 1.5, 2))
    fault = choose(source, tuple(FAULTS))
    domain = tuple(SURVEYS[survey].split()[:size])
    return Task(student, survey, domain, most, p, q, epsilon, share, asked, program(fault))
