"""What a student reads under an answer: what failed, what it is worth, and no success where there
is none.
"""

import re

import pytest
from soundness import CHECKS, findings, tables

from ldp_checks.feedback import Finding, question, report

STUDENTS = "ada", "grace", "s3", "s7"
WRONG = {case: make for case, (make, *_) in tables("WRONG").items()}
# Of some numbers a sentence says what a right one would be, so that it fits both: found 3,018, "it
# is at most 77".
LIMITS = ("a correct answer", "is at most", "up to 1.001 is right", "are in groups of at least")


def sentences(answers, case, holds):
    """What is said about answers to a question where something holds, or does not; one sentence for
    all numbers in it.
    """
    found = [
        one
        for answer, make in answers.items()
        for student in STUDENTS
        if answer[:2] == case
        for one in findings(*case, make, student)
    ]
    return {
        re.sub(r"\d[\d.,]*", "#", one.message): one.message for one in found if one.holds == holds
    }


@pytest.mark.parametrize("case", CHECKS, ids=" - ".join)
@pytest.mark.deep
def test_no_sentence_of_success_is_said_of_a_failure(case):
    success = sentences(tables("RIGHT"), case, True)
    failure = sentences(WRONG, case, False)
    assert success and failure
    alike = [failure[one] for one in success.keys() & failure.keys()]
    assert all(any(limit in one for limit in LIMITS) for one in alike), alike


def test_what_failed_shows_that_it_earned_nothing():
    @question(points=2)
    def check(answer, *, student, rng):
        yield Finding(True, "this is right", 1.5)
        yield Finding(False, "this is not", 0.5)
        yield Finding(False, "a note")

    assert report(check, check.findings(1, student="ada", rng=None)).splitlines() == [
        "check: 1.5 of 2 points",
        "  ✓ this is right  [1.5 of 1.5]",
        "  ✗ this is not  [0 of 0.5]",
        "  ✗ a note",
    ]
