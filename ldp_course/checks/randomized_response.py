"""Assignment "Randomized response": a forced-response survey with two numbers of the student's own.

A die decides before the truth is told: with probability `forced_yes` the answer is "yes", with probability
`forced_no` it is "no", and else it is the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ldp_course.checks.feedback import Finding, question
from ldp_course.checks.individual import choose, draws
from ldp_course.checks.statistics import epsilon_shown, within_limits

PEOPLE = 20_000  # asked by each check; an error of 0.024 in a probability is caught 99 % of the time


@dataclass(frozen=True)
class Task:
    """A student's own survey."""

    forced_yes: Fraction
    forced_no: Fraction


def task(student: str) -> Task:
    """The numbers of this student."""
    source = draws("randomized_response", student)
    twelfths = choose(source, [(1, 2), (1, 3), (1, 4), (2, 1), (2, 3), (3, 1), (3, 2), (4, 1)])
    return Task(*(Fraction(number, 12) for number in twelfths))
