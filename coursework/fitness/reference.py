"""Hold what is right in "A week of a fitness app", and what known mistakes lead to.

Students do not get this file.
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
    """Return the mean if a share s of ones is stretch(tanh(ε/2), 2s - 1).

    The scale is from -1 to 1.
    """

    def mean(given, bits):
        scale = stretch(math.tanh(given.pulse_epsilon / 2), 2 * np.mean(bits) - 1)
        return (given.low + given.high) / 2 + (given.high - given.low) / 2 * scale

    return mean


mean_pulse = pulse_if(lambda keeps, signs: signs / keeps)


def slope(given) -> float:
    """Return how far the mean report moves with the place."""
    return 1 - (1 - math.exp(-given.wave_epsilon)) / given.wave_epsilon


def mean_minutes(given, reports):
    return given.longest * (0.5 + (np.mean(reports) - 0.5) / slope(given))


def chance(epsilon) -> float:
    return 1 / (1 + math.exp(-epsilon))


def week_if(epsilon):
    """Return the share if a truth is kept with the probability of this ε."""

    def share(given, reports):
        keeps = chance(epsilon(given.goal_epsilon))
        return (np.mean(reports) - 1 + keeps) / (2 * keeps - 1)

    return share


week_share = week_if(lambda epsilon: epsilon)


def plan_error(epsilon, people, noise=False) -> float:
    """Return the standard error of the share of one question.

    With `noise` it is the noise's part alone.
    """

    def error(given):
        keeps = chance(epsilon(given))
        yes = 1 - keeps + (0 if noise else given.share) * (2 * keeps - 1)
        return math.sqrt(yes * (1 - yes) / people(given)) / (2 * keeps - 1)

    return error


def whole(given):
    return given.budget


def part(given):
    return given.budget / given.questions


def everybody(given):
    return given.people


def group(given):
    return given.people / given.questions


people_error, budget_error = plan_error(whole, group), plan_error(part, everybody)


def better(given) -> str:
    return "people" if people_error(given) < budget_error(given) else "budget"


RIGHT = {
    "mean_pulse": mean_pulse,
    "mean_pulse, extreme": mean_pulse,
    "mean_minutes": mean_minutes,
    "fresh_epsilon": lambda g: DAYS * g.goal_epsilon,
    "steady_epsilon": lambda g: g.goal_epsilon,
    "changing_epsilon": lambda g: math.inf,
    "week_share": week_share,
    "week_share, extreme": week_share,
    "people_error": people_error,
    "budget_error": budget_error,
    "better_plan": better,
}
MISTAKES = {
    "mean_pulse": {
        "a report stands for a number outside the range; clip it into the range, and"
        " the mean moves to the middle": pulse_if(lambda keeps, signs: signs),
        "multiply by (e^ε + 1)/(e^ε - 1), do not divide by it": pulse_if(
            lambda keeps, signs: signs * keeps
        ),
        "this lies on the scale from -1 to 1; wanted are beats a"
        " minute": lambda g, bits: (
            (2 * np.mean(bits) - 1) / math.tanh(g.pulse_epsilon / 2)
        ),
        "this is the share of ones; wanted are beats a minute": lambda g, bits: np.mean(
            bits
        ),
        "the range does not begin at 0": lambda g, bits: mean_pulse(g, bits) - g.low,
        "1 and 0 are exchanged": lambda g, bits: mean_pulse(g, 1 - bits),
    },
    "mean_minutes": {
        "reports of a square wave average to a place nearer to the middle: undo that": (
            lambda g, reports: g.longest * np.mean(reports)
        ),
        "clip no report before you average: those beyond the range make the mean"
        " right": (lambda g, reports: mean_minutes(g, np.clip(reports, 0, 1))),
        "clip no report before you average, and undo that reports lie nearer to the"
        " middle": (lambda g, reports: g.longest * np.mean(np.clip(reports, 0, 1))),
        "this is a place between 0 and 1; wanted are minutes": lambda g, reports: (
            mean_minutes(g, reports) / g.longest
        ),
        "the middle of the range stays where it is; a place is pulled toward it, not"
        " toward 0": (lambda g, reports: g.longest * np.mean(reports) / slope(g)),
    },
    "fresh_epsilon": {
        "that is one report; each of the seven has a draw of its own": lambda g: (
            g.goal_epsilon
        ),
        "seven days, not two values: each report has a draw of its own": lambda g: (
            2 * g.goal_epsilon
        ),
    },
    "steady_epsilon": {
        "that is for seven draws; with memory the same answer is sent"
        " again": lambda g: DAYS * g.goal_epsilon,
        "these two people hold one value each, so one remembered answer is"
        " sent": lambda g: 2 * g.goal_epsilon,
    },
    "changing_epsilon": {
        "distinct values x ε is not enough: reports that change prove that the value"
        " changed": (lambda g: 2 * g.goal_epsilon),
        "one answer is remembered for each value, and the second one shows that there"
        " are two": (lambda g: g.goal_epsilon),
        "look at what is sent, not at the days: can who never changes send reports that"
        " change?": (lambda g: DAYS * g.goal_epsilon),
    },
    "week_share": {
        "this is the share of reported ones; take out what the noise"
        " adds": lambda g, reports: np.mean(reports),
        "a remembered answer has all of ε, not a seventh": week_if(
            lambda epsilon: epsilon / DAYS
        ),
        "a remembered answer has ε, not seven times as much": week_if(
            lambda epsilon: epsilon * DAYS
        ),
    },
    "people_error": {
        "with the people split, a question has people/questions answers": plan_error(
            whole, everybody
        ),
        "split the people or the budget, not both": plan_error(part, group),
        "the reports vary with the truths, too": plan_error(whole, group, True),
    },
    "budget_error": {
        "all answers of a person add up, so each may spend"
        " budget/questions": plan_error(whole, everybody),
        "with the budget split, everybody answers every question": plan_error(
            part, group
        ),
    },
}
