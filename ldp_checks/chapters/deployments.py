"""Check the exercises of the chapter "Deployments and choosing ε"."""

from __future__ import annotations

import math

from ldp_checks.answers import choice, formula, number
from ldp_checks.findings import exercise
from ldp_course.rappor import Parameters
from ldp_course.topics.deployments import (
    epsilon_from_belief,
    feasible_interval,
    highest_belief,
    people_needed,
)


@exercise
def likelihood(likelihood):
    """Your turn: how likely a report is under a habit."""

    def results(h, epsilon):
        ratio = math.exp(epsilon)
        return 1 + h * (ratio - 1), {
            "this forgets the emoji whose bit is 0; they have the rest of the habit": (
                h * ratio
            ),
            "the emoji whose bit is 0 have only 1 - h of the habit": 1 + h * ratio,
            "ε is the logarithm of the ratio": 1 - h + h * epsilon,
            "take 1 for h = 0, and not for h = 1": h + (1 - h) / ratio,
        }

    cases = [(0.5, math.log(3)), (0.2, 4), (0, 1)]
    yield formula("likelihood", likelihood, results, cases)


@exercise
def largest_epsilon(largest_epsilon):
    """Your turn: the ceiling of ε from a prior and a ceiling of belief."""

    def results(prior, ceiling):
        epsilon = epsilon_from_belief(prior, ceiling)
        return epsilon, {
            "ε multiplies odds, not probabilities": math.log(ceiling / prior),
            "this is e^ε; ε is its logarithm": math.exp(epsilon),
            "the sign is the other way round": -epsilon,
            "divide by the prior odds": math.log(ceiling / (1 - ceiling)),
        }

    cases = [(0.01, 0.1), (0.05, 0.2), (0.5, 0.75)]
    yield formula("largest_epsilon", largest_epsilon, results, cases)


@exercise
def ledger(fresh, memory):
    """Exercise 1: what two years of reports cost."""
    of_fresh = {
        "this is one year": 547.5,
        "this counts reports; each costs 0.5": 2_190,
    }
    of_memory = {
        "this is one value": 0.5,
        "memory repeats an answer; a repeated answer costs nothing": 1_095,
        "this counts values; each costs 0.5": 5,
    }
    yield number("fresh", fresh, 1_095, of_fresh)
    yield number("memory", memory, 2.5, of_memory)


@exercise
def belief(life, report):
    """Exercise 2: ε of a life, and of each of three reports."""
    right = epsilon_from_belief(0.02, 0.2)
    ratio = {"ε multiplies odds, not probabilities": math.log(10)}
    yield number("life", life, right, ratio | {"this is e^ε": 49 / 4})
    of_report = {
        "this is ε of all three together": right,
        "a third of the odds is not a third of ε": right - math.log(3),
    }
    yield number("report", report, right / 3, of_report)


@exercise
def interval(floor, ceiling, collect, people):
    """Exercise 3: a floor above its ceiling."""
    low, high = feasible_interval(0.05, 0.2, 200_000, 0.002)
    half = 2 * math.asinh(1 / (2 * 0.002 * math.sqrt(200_000)))
    yield number(
        "floor", floor, low, {"this is for one yes/no question": half, "twice": low / 2}
    )
    yield number("ceiling", ceiling, high, {"ε multiplies odds": math.log(4)})
    yield choice("collect", collect, "False", ("True", "False"), "compare both ends")
    needed = people_needed(high, 0.002)
    yes_no = {"this is for one yes/no question": needed / 4}
    yield number(
        "people", people, needed, yes_no | {"these are the people you have": 200_000}
    )


@exercise
def sparse(report, value, reports):
    """Exercise 4: Chrome's sparse noise."""
    noise = Parameters(bits=32, hashes=2, cohorts=128, f=0.25, p=0.25, q=0.75)
    per_report, lifetime = noise.epsilon_one, noise.epsilon_infinity
    without = 2 * math.log(9)
    of_report = {
        "p and q alone leave out the permanent noise": without,
        "this is for one of the two hashes": per_report / 2,
    }
    of_value = {
        "two values differ in up to 2h bits": lifetime / 2,
        "the second noise works on the first: it adds nothing": per_report + lifetime,
    }
    yield number("report", report, per_report, of_report)
    yield number("value", value, lifetime, of_value)
    yield number("reports", reports, 3, {"two reports are still below the cap": 2}, 0)


@exercise
def month(month):
    """Exercise 5: the bound of a month that counts values."""

    def results(one, ever, reports, values):
        return values * min(ever, one * reports / values), {
            "this counts reports; what is made from one memory costs ε of the value at"
            " most": one * reports,
            "a few reports cost less than the cap": values * ever,
            "each value is paid for": min(ever, one * reports),
            "the two noises do not add: the second works on the first": (
                values * ever + one * reports
            ),
            "each value has reports / values reports": (
                values * min(ever, one * reports)
            ),
        }

    cases = [
        (0.534, 2.043, 1_440, 1),
        (0.534, 2.043, 1_440, 10),
        (0.5, 4, 12, 3),
        (1, 2, 1, 1),
    ]
    yield formula("month", month, results, cases)


@exercise
def times(times, at_one_percent):
    """Exercise 6: how many times a belief can grow."""

    def results(prior, epsilon):
        belief = highest_belief(prior, epsilon)
        return belief / prior, {
            "this multiplies odds; a belief is a probability": math.exp(epsilon),
            "this is the belief; divide it by the prior": belief,
            "this is the ratio of the odds to the prior": (
                math.exp(epsilon) / (1 - prior)
            ),
        }

    yield formula("times", times, results, [(0.01, 10), (0.5, 4), (0.1, 0.1)])
    of_one_percent = {
        "this multiplies odds": math.exp(10),
        "this is the belief": highest_belief(0.01, 10),
        "this is the bound 1/prior, which is not quite reached": 100,
    }
    yield number(
        "at_one_percent",
        at_one_percent,
        highest_belief(0.01, 10) / 0.01,
        of_one_percent,
        tolerance=3e-3,
    )


@exercise
def stories(real, keep):
    """Exercise 7: ε of a click that is replaced by any of all stories, and its mend."""

    def of_the_program(epsilon, n):
        odds = math.exp(epsilon) / (n - 1)  # of keeping the story
        return math.log1p(n * odds), {
            "this is the ε that was set; the clicked story can be drawn again": epsilon,
            "a story is drawn from all n, not from n - 1": (math.log1p((n - 1) * odds)),
            "ε is the logarithm of the ratio": 1 + n * odds,
            "divide by the probability of one other story, (1 - p)/n": (math.log(odds)),
        }

    def of_the_mend(epsilon, n):
        ratio = math.exp(epsilon)
        return (ratio - 1) / (ratio + n - 1), {
            "this p is for a replacement from the other n - 1 stories": (
                ratio / (ratio + n - 1)
            ),
        }

    cases = [(1, 100), (0.5, 10), (2, 30)]
    yield formula("real", real, of_the_program, cases)
    yield formula("keep", keep, of_the_mend, cases)
