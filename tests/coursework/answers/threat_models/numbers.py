"""Answer "Threat models", questions 4 and 5: answers needed, and ε of three formats."""

import itertools
import math
from fractions import Fraction

import numpy as np
from scipy import stats

from coursework.threat_models.reference import FORMATS
from ldp_checks.assignments.threat_models.task import formats_of
from ldp_course.privacy import privacy_loss


# Question 4: answers_needed(p, certainty), days
def needed(p, certainty):
    answers = 1
    while stats.binom.sf(answers // 2, answers, p) < certainty:
        answers += 2
    return answers


def _by_exact_fractions(p, certainty):
    p, n, right = Fraction(p), 1, Fraction(p)
    while right < Fraction(certainty):
        half = (
            n // 2 + 1
        )  # two more answers: the majority changes only from a lead of one
        right += math.comb(n, half) * p**half * (1 - p) ** half * (2 * p - 1)
        n += 2
    return n


def patient(function, own=None):
    return lambda t: [function, (own or function)(t.truth_probability, t.certainty)]


AVERAGE_RIGHT = {"binomial tail": patient(needed)}
AVERAGE_WRONG = {
    "own number only": (
        lambda t: [
            lambda p, c: needed(t.truth_probability, t.certainty),
            needed(t.truth_probability, t.certainty),
        ],
        1,
    ),
    "two too many": (patient(lambda p, c: needed(p, c) + 2), 0, "answers are enough"),
}


# Question 5: epsilons
def losses(student):
    return {
        name: privacy_loss(FORMATS[text]) for name, text in formats_of(student).items()
    }


def epsilons(change=lambda value: value):
    return lambda t: [
        {name: change(value) for name, value in losses(t.student).items()}
    ]


def _another_students(t):
    """A copy, of somebody whose numbers are not by chance the same."""
    own = losses(t.student)
    copies = (losses(f"{t.student} {number}") for number in itertools.count())
    return [
        next(
            copy
            for copy in copies
            if not any(np.isclose(copy[name], own[name], rtol=0.02) for name in own)
        )
    ]


FORMATS_RIGHT = {
    "exact": epsilons(),
    "three decimals": epsilons(lambda value: round(value, 3)),
}
FORMATS_WRONG = {
    "all infinite": (epsilons(lambda value: math.inf), 1),
    "log to base 2": (epsilons(lambda value: value / math.log(2)), 1, "natural logarithm"),
    "of another student": (_another_students, 0),
}  # fmt: skip

RIGHT = {"averaging": AVERAGE_RIGHT, "three_formats": FORMATS_RIGHT}
WRONG = {"averaging": AVERAGE_WRONG, "three_formats": FORMATS_WRONG}
