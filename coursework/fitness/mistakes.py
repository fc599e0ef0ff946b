"""Hold what known mistakes lead to in "A week of a fitness app".

Students do not get this file. `s` is the solution.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ldp_checks.assignments.fitness.task import (
    BUDGETS,
    DAYS,
    GOAL_EPSILONS,
    HIGHS,
    LONGEST,
    LOWS,
    PEOPLE,
    PULSE_EPSILONS,
    SHARES,
    WAVE_EPSILONS,
)

PLANS = [
    (questions, budget) for questions, budgets in BUDGETS.items() for budget in budgets
]
CASES = {
    "low high pulse_epsilon": list(itertools.product(LOWS, HIGHS, PULSE_EPSILONS)),
    "longest wave_epsilon": list(itertools.product(LONGEST, WAVE_EPSILONS)),
    "goal_epsilon": [(epsilon,) for epsilon in GOAL_EPSILONS],
    "questions budget share people": [
        (*plan, share, people)
        for plan, share, people in itertools.product(PLANS, SHARES, PEOPLE)
    ],
}


def pulse_if(stretch):
    """Return the mean if a share x of ones is stretch(tanh(ε/2), 2x - 1).

    The scale is from -1 to 1.
    """

    def mean(s, bits):
        t = s.task
        scale = stretch(math.tanh(t.pulse_epsilon / 2), 2 * np.mean(bits) - 1)
        return (t.low + t.high) / 2 + (t.high - t.low) / 2 * scale

    return mean


def week_if(factor):
    """Return the share if a truth is kept with so many times ε."""

    def share(s, reports):
        keeps = 1 / (1 + math.exp(-factor * s.task.goal_epsilon))
        return (np.mean(reports) - 1 + keeps) / (2 * keeps - 1)

    return share


def of_plan(epsilon, people):
    """Return the error with ε and people, each divided among the questions or not."""

    def error(s):
        t = s.task
        return s.error_of(
            t.budget / t.questions**epsilon, t.people / t.questions**people
        )

    return error


def noise_alone(s):
    p = 1 / (1 + math.exp(-s.task.budget))
    return math.sqrt(p * (1 - p) * s.task.questions / s.task.people) / (2 * p - 1)


MISTAKES = {
    "mean_pulse": {
        "a report stands for a number outside the range; clip it into the range, and"
        " the mean moves to the middle": pulse_if(lambda keeps, signs: signs),
        "multiply by (e^ε + 1)/(e^ε - 1), do not divide by it": pulse_if(
            lambda keeps, signs: signs * keeps
        ),
        "this lies on the scale from -1 to 1; wanted are beats a"
        " minute": lambda s, bits: (
            (2 * np.mean(bits) - 1) / math.tanh(s.task.pulse_epsilon / 2)
        ),
        "this is the share of ones; wanted are beats a minute": lambda s, bits: np.mean(
            bits
        ),
        "the range does not begin at 0": lambda s, bits: (
            s.mean_pulse(bits)[0] - s.task.low
        ),
        "1 and 0 are exchanged": lambda s, bits: s.mean_pulse(1 - bits)[0],
    },
    "mean_minutes": {
        "reports of a square wave average to a place nearer to the middle: undo that": (
            lambda s, reports: s.task.longest * np.mean(reports)
        ),
        "clip no report before you average: those beyond the range make the mean"
        " right": (lambda s, reports: s.mean_minutes(np.clip(reports, 0, 1))),
        "clip no report before you average, and undo that reports lie nearer to the"
        " middle": (
            lambda s, reports: s.task.longest * np.mean(np.clip(reports, 0, 1))
        ),
        "this is a place between 0 and 1; wanted are minutes": lambda s, reports: (
            s.mean_minutes(reports) / s.task.longest
        ),
        "the middle of the range stays where it is; a place is pulled toward it, not"
        " toward 0": (
            lambda s, reports: s.mean_minutes(reports) - s.mean_minutes(np.zeros(1))
        ),
    },
    "fresh_epsilon": {
        "that is one report; each of the seven has a draw of its own": lambda s: (
            s.task.goal_epsilon
        ),
        "seven days, not two values: each report has a draw of its own": lambda s: (
            2 * s.task.goal_epsilon
        ),
    },
    "steady_epsilon": {
        "that is for seven draws; with memory the same answer is sent"
        " again": lambda s: DAYS * s.task.goal_epsilon,
        "these two people hold one value each, so one remembered answer is"
        " sent": lambda s: 2 * s.task.goal_epsilon,
    },
    "changing_epsilon": {
        "distinct values x ε is not enough: reports that change prove that the value"
        " changed": (lambda s: 2 * s.task.goal_epsilon),
        "one answer is remembered for each value, and the second one shows that there"
        " are two": (lambda s: s.task.goal_epsilon),
        "look at what is sent, not at the days: can who never changes send reports that"
        " change?": (lambda s: DAYS * s.task.goal_epsilon),
    },
    "week_share": {
        "this is the share of reported ones; take out what the noise"
        " adds": lambda s, reports: np.mean(reports),
        "a remembered answer has all of ε, not a seventh": week_if(1 / DAYS),
        "a remembered answer has ε, not seven times as much": week_if(DAYS),
    },
    "people_error": {
        "with the people split, a question has people/questions answers": of_plan(0, 0),
        "split the people or the budget, not both": of_plan(1, 1),
        "the reports vary with the truths, too": noise_alone,
    },
    "budget_error": {
        "all answers of a person add up, so each may spend budget/questions": of_plan(
            0, 0
        ),
        "with the budget split, everybody answers every question": of_plan(1, 1),
    },
}
