"""How many answers are judged, and how rarely a right one fails. Both are printed at the end of a
run.
"""

import pytest
from soundness import ASSIGNMENTS, CHECKS, findings, tables

RIGHT = tables("RIGHT") | tables("SLOW")
WRONG = tables("WRONG")
LEAST = {  # so many styles of right answers and so many known mistakes
    "threat_models": (49, 109),
    "randomized_response": (41, 131),
    "unary_encoding": (55, 114),
    "rappor": (40, 81),
    "telemetry": (57, 91),
    "fitness": (32, 144),
    "ship_it": (25, 100),
}
CLASS = 300


def test_every_question_has_right_answers_and_mistakes():
    for answers in (RIGHT, WRONG):
        assert {case[:2] for case in answers} == set(CHECKS)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_answer_gets_lost(assignment):
    counts = tuple(sum(case[0] == assignment for case in answers) for answers in (RIGHT, WRONG))
    assert counts >= LEAST[assignment] and counts[1] >= LEAST[assignment][1]


def test_randomized_response_is_written_in_many_ways():
    clients = "forced_response", "report_unequal", "mended_client"
    right, wrong = ([case for case in answers if case[1] in clients] for answers in (RIGHT, WRONG))
    assert len(right) >= 20 and len(wrong) >= 60
    assert sum(case[1] == "forced_response" for case in right) >= 6
    assert sum(case[1] == "forced_response" for case in wrong) >= 25


def error_of(assignment, question):
    """The probability that a right answer fails, at most: what its findings state, in the style
    that states most.
    """
    styles = [make for case, make in RIGHT.items() if case[:2] == (assignment, question)]
    return max(
        sum(one.error for one in findings(assignment, question, make, "ada")) for make in styles
    )


@pytest.mark.deep
def test_a_class_of_300_hardly_ever_meets_a_wrong_verdict(record_property):
    errors = {
        assignment: sum(error_of(assignment, question) for question in checks)
        for assignment, checks in ASSIGNMENTS.items()
    }
    for assignment, error in errors.items():
        assert error > 0, f"{assignment} says nothing about its random tests"
        record_property(
            "says",
            f"{assignment}: right answers of one student fail with probability {error:.2g} at most",
        )
    whole = CLASS * sum(errors.values())
    record_property(
        "says",
        f"a class of {CLASS}, all assignments: a single wrong verdict with probability {whole:.2%}",
    )
    assert whole < 0.001
