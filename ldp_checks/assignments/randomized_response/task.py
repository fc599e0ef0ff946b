"""Draw the numbers of "Randomized response": which die, and which broken client."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ldp_checks.individual_numbers import choose, draws
from ldp_checks.sealed_answers import programs_of

FACES = 12
# faces that force (yes, no): always one answer tells more than the other
FORCED = [(1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5)]
FORCED += [(no, yes) for yes, no in FORCED]
HEADS = [(1, 5), (1, 4), (1, 3), (2, 5)]  # below 1/2, each of the faults costs privacy
TOPICS = [
    "Have you ever handed in homework that somebody else wrote?",
    "Did you use your phone while driving or cycling this month?",
    "Have you ever lied to a doctor about your habits?",
    "Did you travel without a ticket this year?",
    "Have you ever read messages on another person's phone?",
    "Did you miss work or class this year and say that you were ill when you were not?",
]


@dataclass(frozen=True)
class Task:
    """Hold the numbers of one student."""

    topic: str
    yes_faces: int
    no_faces: int
    heads_of: tuple[int, int]
    broken_code: str

    @property
    def a(self) -> float:
        return self.yes_faces / FACES

    @property
    def b(self) -> float:
        return self.no_faces / FACES

    @property
    def heads(self) -> float:
        return self.heads_of[0] / self.heads_of[1]

    @property
    def broken_client(self) -> Callable:
        names = {"np": np}
        exec(self.broken_code, names)
        return names["client"]

    def __repr__(self) -> str:
        def faces(first: int, last: int) -> str:
            return (
                f"  face {first}:" if first == last else f"  faces {first} to {last}:"
            )

        truth, no = self.yes_faces + 1, FACES - self.no_faces + 1
        return (
            f'Your question: "{self.topic}"\n'
            f"Your die has {FACES} faces. Everybody rolls it in secret:\n"
            f'{faces(1, truth - 1)} say "yes" (a = {self.yes_faces}/{FACES})\n'
            f"{faces(truth, no - 1)} tell the truth\n"
            f'{faces(no, FACES)} say "no" (b = {self.no_faces}/{FACES})\n'
            "Your broken client: its first coin should show heads with probability "
            f"{self.heads_of[0]}/{self.heads_of[1]}"
        )


def task(student: str) -> Task:
    """Return the survey and the broken client of one student."""
    source = draws("randomized_response", student)
    topic, (yes, no) = choose(source, TOPICS), choose(source, FORCED)
    heads = choose(source, HEADS)
    return Task(
        topic, yes, no, heads, choose(source, programs_of("randomized_response"))
    )
