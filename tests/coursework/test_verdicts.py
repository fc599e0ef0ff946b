"""How rarely a right answer fails; printed at the end of a run."""

import pytest
from faults import RANDOMIZES
from soundness import ASSIGNMENTS, CHECKS, findings, right_answers, tables

from coursework.keys import VARIABLE, mistakes_of

RIGHT = right_answers()
CLASS = 300


def test_every_question_has_right_answers_and_mistakes():
    assert {case[:2] for case in RIGHT} == set(CHECKS)
    wrong = {case[:2] for case in tables("WRONG")} | set(RANDOMIZES)
    for case, check in CHECKS.items():
        known = {VARIABLE.match(item)[0] for item in mistakes_of(case[0]).MISTAKES}
        assert case in wrong or known & set(check.answers), case


def error_of(assignment, question):
    """Return the probability that a right answer fails, at most.

    It is of the tests that are made, which do not depend on how an answer is written.
    """
    make = RIGHT[assignment, question, "as written"]
    return sum(finding.error for finding in findings(assignment, question, make, "ada"))


@pytest.mark.deep
def test_a_class_of_300_hardly_ever_meets_a_wrong_verdict(record_property):
    errors = {
        assignment: sum(error_of(assignment, question) for question in checks)
        for assignment, checks in ASSIGNMENTS.items()
    }
    for assignment, error in errors.items():
        assert error > 0, f"{assignment} says nothing about its random tests"
        sentence = (
            f"right answers of one student fail with probability {error:.2g} at most"
        )
        record_property("says", f"{assignment}: {sentence}")
    whole = CLASS * sum(errors.values())
    sentence = (
        f"a class of {CLASS}, all assignments: a wrong verdict with probability"
        f" {whole:.2%}"
    )
    record_property("says", sentence)
    assert whole < 0.001
