"""Two checks in the form of the real ones: a function with a privacy part and a use
part, and an individual number.
"""

from fractions import Fraction

import numpy as np

from ldp_checks.findings import Finding, question
from ldp_checks.individual_numbers import choose, draws
from ldp_checks.statistical_limits import within_limits

PEOPLE = 20_000


def task(student):
    """The student's own probability of a forced answer."""
    return choose(
        draws("sample", student), [Fraction(part, 10) for part in (2, 3, 4, 5, 6)]
    )


@question(points=6)
def forced_answers(forced_answers, *, student, rng):
    """Answers of which a share is decided by a coin."""
    forced = float(task(student))
    truths = np.zeros(PEOPLE, dtype=int)
    yes = int(np.sum(forced_answers(truths, rng)))
    private, sentence = within_limits(yes, PEOPLE, forced / 2)
    yield Finding(private, f"truth no, answer yes: {sentence}", 3)
    if not private:
        return
    truths = rng.integers(0, 2, PEOPLE)
    before = truths.copy()
    answers = np.asarray(forced_answers(truths, rng))
    yield Finding(np.array_equal(truths, before), "the truths were left as they are", 1)
    right, sentence = within_limits(
        int((answers == before).sum()), PEOPLE, 1 - forced / 2
    )
    yield Finding(right, f"answers equal to the truth: {sentence}", 2)


@question(points=2)
def share_of_liars(share, *, student, rng):
    """An individual number."""
    yield Finding(
        share == task(student) / 2, "the share of answers that are not the truth", 2
    )
