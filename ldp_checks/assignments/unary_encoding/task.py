"""Draw the numbers of "Unary encoding": a survey, its noise, and a faulty program."""

from __future__ import annotations

from dataclasses import dataclass

from ldp_checks.individual_numbers import choose, draws
from ldp_checks.sealed_answers import programs_of

SURVEYS = {
    "How do you get to work?": "bus tram train car bicycle ferry scooter foot",
    "Which of these did you use this"
    " week?": "mail maps chat games bank news dating health",
    "Which of these keep you"
    " awake?": "pain noise worry work children coffee light snoring",
    "Whom did you ask for help this year?": (
        "family friend doctor lawyer priest teacher police neighbour"
    ),
    "Which of these do you owe money to?": (
        "bank parents friend landlord shop employer state pawnshop"
    ),
    "Where do you read the"
    " news?": "paper radio television website podcast feed letter poster",
}
NO_ANSWER = "(no answer)"
SIZES, MOST = (6, 7, 8), (2, 3)
P, Q = (0.55, 0.6, 0.65, 0.75), (0.1, 0.15, 0.2, 0.3)
EPSILONS, SHARES = (1, 1.25, 1.5, 2), (0.2, 0.25, 0.3, 0.35)


@dataclass(frozen=True)
class Task:
    """Hold everything that belongs to one student."""

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

    @property
    def width(self) -> int:
        return len(self.columns)

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
    """Return the numbers that belong to this id."""
    source = draws("unary_encoding", student)
    survey, size = choose(source, tuple(SURVEYS)), choose(source, SIZES)
    most, p, q = choose(source, MOST), choose(source, P), choose(source, Q)
    return Task(
        student,
        survey,
        tuple(SURVEYS[survey].split()[:size]),
        most,
        p,
        q,
        epsilon=most * choose(source, EPSILONS),
        share=choose(source, SHARES),
        asked=choose(source, EPSILONS),
        faulty_code=choose(source, programs_of("unary_encoding")),
    )
