"""Every known mistake loses its points every time, and the student is told why."""

import ast
from importlib import import_module

import numpy as np
import pytest
from sampling import sampled
from scipy.special import expit
from soundness import (
    CHECKS,
    KEYS,
    answers_with,
    findings,
    judge,
    tables,
    task,
)
from test_check_numbers import CHOICES

from coursework.solutions import solution
from ldp_checks.findings import earned

WRONG = tables("WRONG")
MISTAKES = {
    (assignment, item): mistakes
    for assignment in KEYS
    for item, mistakes in import_module(
        f"coursework.{assignment}.mistakes"
    ).MISTAKES.items()
}
# a plan that does not count its copies has the p that is mended
NEVER = "each copy of a report has noise of its own"


@pytest.mark.parametrize("case", sampled(WRONG, 1 / 3, ids=map(" - ".join, WRONG)))
def test_a_known_mistake_loses_its_points(case, times, record_property):
    assignment, question, _ = case
    make, points, *sentences = WRONG[case]
    judged = judge(assignment, question, make, points, sentences, times=times)
    record_property("wrong", (assignment, judged))


# How an answer holds the result of an item, where it is not the result itself:
# function(the solution's answer, wrong result) for a number, and for what a function
# returns for these arguments. None: the check makes of the answer what the key judges
HOLDS = {
    **dict.fromkeys(
        ("mean_pulse", "week_share"), lambda three, wrong: [x - three[0] + wrong for x in three]
    ),
    "mended_p": lambda p, wrong: expit(wrong),
    **dict.fromkeys(
        ("bit_counts", "day_counts", "export", "intervals", "best_probabilities"), None
    ),
    "estimate_counts": lambda counts, wrong: [counts[0], *wrong],
}  # fmt: skip


def with_mistake(assignment, item, wrong):
    """Return question and make: the solution's answers, but for the item."""
    name, _, place = item.partition(",")[0].partition("[")
    holds = HOLDS.get(name, lambda answer, result: result)
    inputs = KEYS[assignment].items[item].inputs

    def changed(s):
        right = getattr(s, name)
        if inputs:
            # a guess at the secret is asked with its column, which the item leaves out
            most = 2 if name == "guess_right" else None
            return lambda *args: holds(right(*args), wrong(s, *args[:most]))
        result = wrong(s)
        if assignment == "rappor" and not isinstance(result, str):
            result = result * s.task.h
        if not place:
            return holds(right, result)
        several = dict(right) if isinstance(right, dict) else list(right)
        several[ast.literal_eval(place[:-1])] = result
        return several

    (question,) = [
        question
        for of_it, question in CHECKS
        if of_it == assignment and name in CHECKS[of_it, question].answers
    ][:1]
    return question, answers_with(assignment, question, {name: changed})


def told(assignment, item, wrong, student):
    """Return what the audit says of a wrong answer; "" if it is right."""
    if HOLDS.get(item.partition(",")[0], True):
        question, make = with_mistake(assignment, item, wrong)
        results = findings(assignment, question, make, student, 1, audit=True)
        if earned(results) == CHECKS[assignment, question].points:
            return ""
        return " ".join(result.message for result in results if not result.holds)
    key, own = KEYS[assignment], task(assignment, student)
    inputs = key.inputs(item, own, np.random.default_rng(1))
    with np.errstate(all="ignore"):
        s = solution(assignment, own)
        result = [wrong(s, *arguments) for arguments in inputs]
    holds, sentence = key.judge(item, own, result, inputs)
    return "" if holds else sentence


@pytest.mark.parametrize("case", MISTAKES, ids=" - ".join)
def test_each_mistake_of_the_tables_is_wrong_and_gets_its_sentence(case):
    """For one of 100 students at least: some have numbers for which it is right."""
    for sentence, wrong in MISTAKES[case].items():
        if isinstance(wrong, tuple) or sentence.startswith(NEVER):
            continue  # so near that it passes when it is not rounded
        students = (f"student {number}" for number in range(100))
        assert any(sentence in told(*case, wrong, who) for who in students), sentence


@pytest.mark.parametrize("case", CHOICES, ids=" - ".join)
def test_each_other_choice_loses_its_points(case):
    assignment, item = case
    for who in ("ada", "bo", "cy"):
        right = getattr(solution(assignment, task(assignment, who)), item)
        for other in set(CHOICES[case]) - {right}:
            question, make = with_mistake(
                assignment, item, lambda s, other=other: other
            )
            results = findings(assignment, question, make, who, 1, audit=True)
            assert earned(results) < CHECKS[assignment, question].points
