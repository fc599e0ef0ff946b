"""Hold what known mistakes lead to in "Randomized response".

Students do not get this file. `s` is the solution, r a table of reports.
"""

from __future__ import annotations

import inspect
import itertools
import math

import numpy as np

from ldp_checks.assignments.randomized_response.task import FACES, FORCED, HEADS

# Clients that use their coins wrongly. Each was written as "the first coin shows heads
# with probability `heads`; heads: tell the truth; tails: a second, fair coin decides".
# Faults like these were found in published code. Students see the name `client`.


def yes_stays(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < 0.5
    reports = truths.copy()
    reports[~first & second] = 1
    return reports


def no_stays(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < 0.5
    reports = truths.copy()
    reports[~first & ~second] = 0
    return reports


def one_draw(truths, heads, rng):
    n = len(truths)
    draws = rng.random(n)
    first, second = draws < heads, draws < 0.5
    return np.where(first, truths, second).astype(int)


def one_toss(truths, heads, rng):
    first, second = rng.random() < heads, rng.random() < 0.5
    return np.where(first, truths, second).astype(int)


def swapped(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < 0.5
    return np.where(first, second, truths).astype(int)


def same_coin(truths, heads, rng):
    n = len(truths)
    first, second = rng.random(n) < heads, rng.random(n) < heads
    return np.where(first, truths, second).astype(int)


CLIENTS = yes_stays, no_stays, one_draw, one_toss, swapped, same_coin


def code(client) -> str:
    """Return a faulty client as the student reads it."""
    return inspect.getsource(client).replace(client.__name__, "client", 1)


PROGRAMS = [code(client) for client in CLIENTS]
CASES = {
    "": [()],
    "a b": [(yes / FACES, no / FACES) for yes, no in FORCED],
    "broken_code heads": list(
        itertools.product(PROGRAMS, (up / of for up, of in HEADS))
    ),
}


def ratios(s) -> list[float]:
    return sorted([(1 - s.task.b) / s.task.a, (1 - s.task.a) / s.task.b])


def truth_chance(s) -> float:
    """Return the chance of a true report."""
    return 1 - s.task.a - s.task.b


def people(s, margin, spread=max, z=1.96) -> float:
    """Return how many people a margin needs, not rounded up."""
    no, yes = s.task.a * (1 - s.task.a), s.task.b * (1 - s.task.b)
    return spread(no, yes) * (z / (truth_chance(s) * margin)) ** 2


def weighted(r, epsilons, power):
    lie = 1 / (1 + np.exp(epsilons))
    gaps = 1 - 2 * lie
    weights = (gaps**2 / (1 - gaps**2)) ** power
    return (weights * (r - lie) / gaps).sum() / weights.sum()


def above(r, epsilons):
    """Return each report without the chance of a false yes."""
    return r - 1 / (1 + np.exp(epsilons))


RIGHT = {
    # 1.96 and the exact 1.959964, and a little rounding
    "people_needed": [
        lambda s, m, z=z, r=r: math.ceil(people(s, m, z=z) + r)
        for z in (1.96, 1.9599639845)
        for r in (-1e-7, 1e-7)
    ],
    "people_needed, about": [lambda s, m: math.nan],
}
BIASED = "wrong on average if people with a larger ε say yes more often"
ROUNDED = "close, but an estimate that is rounded is not unbiased"
PEOPLE = {
    "round up to whole people: one fewer is not enough, one more is not needed": people,
    "this counts with the better case; some tables have another true"
    " share": lambda s, m: people(s, m, min),
    "this counts with half of the truths yes, which is not the worst"
    " case": lambda s, m: people(s, m, lambda no, yes: (no + yes) / 2),
    "this counts the people as a random sample of more; here only the die is random": (
        lambda s, m: people(s, m, lambda no, yes: 0.25)
    ),
    "this is for 90 %": lambda s, m: people(s, m, z=1.645),
    "this is for 99 %": lambda s, m: people(s, m, z=2.576),
    "1.96 standard errors, not 2": lambda s, m: people(s, m, z=2.0),
    "this is for one standard error; 95 % of estimates lie within 1.96 of"
    " them": lambda s, m: people(s, m, z=1.0),
    "the margin is the half of the interval: ± margin": lambda s, m: people(s, m / 2),
    "the estimate is stretched by 1 / (1 - a - b), and its error with"
    " it": lambda s, m: people(s, m) * truth_chance(s) ** 2,
    "a variance is stretched by the square of 1 / (1 - a - b)": lambda s, m: (
        people(s, m) * truth_chance(s)
    ),
}
# {sentence: what the mistake leads to}; with a second number, how near to it a result
# must be
MISTAKES = {
    "epsilon_of_survey": {
        "this is the logarithm of the smaller ratio; ε must hold for both"
        " reports": lambda s: math.log(ratios(s)[0]),
        "this is the ratio; ε is its logarithm": lambda s: ratios(s)[1],
        "ε has the natural logarithm, ln, not log2": lambda s: math.log2(ratios(s)[1]),
        "ε has the natural logarithm, ln, not log10": lambda s: math.log10(
            ratios(s)[1]
        ),
        "ε is not negative: put the larger probability on top": lambda s: (
            -math.log(ratios(s)[1])
        ),
        "a person hands in one report: take the larger logarithm, not the"
        " sum": lambda s: math.log(ratios(s)[0] * ratios(s)[1]),
        "this compares forced with true reports; compare two truths": lambda s: (
            math.log(truth_chance(s) / (s.task.a + s.task.b))
        ),
        "compare two truths, for the same report": lambda s: max(
            math.log((1 - s.task.a) / s.task.a), math.log((1 - s.task.b) / s.task.b)
        ),
    },
    "estimate_share": {
        "this is the share of reports, with the forced answers in it": lambda s, r: (
            r.mean()
        ),
        "this is the number of people; divide by how many reported": lambda s, r: (
            s.estimate_share(r) * len(r)
        ),
        "this is in percent; return a share": lambda s, r: 100 * s.estimate_share(r),
        'this subtracts b; the forced "yes" have the probability a': lambda s, r: (
            (r.mean() - s.task.b) / truth_chance(s)
        ),
        'subtract the forced "yes", then divide by the chance of a true'
        " report": lambda s, r: r.mean() - s.task.a,
        "divide by 1 - a - b: some are forced to say no": lambda s, r: (
            (r.mean() - s.task.a) / (1 - s.task.a)
        ),
        "this is for a symmetric mechanism; your die is not": lambda s, r: (
            (r.mean() - s.task.a) / (1 - 2 * s.task.a)
        ),
        'this is the share of "no"': lambda s, r: 1 - s.estimate_share(r),
        'subtract the forced "yes" before you divide': lambda s, r: (
            r.mean() / truth_chance(s)
        ),
        ROUNDED: (lambda s, r: s.estimate_share(r), 0.01),
    },
    "people_needed, about": {why: (number, 1.01) for why, number in PEOPLE.items()},
    "estimate_unequal": {
        f"this divides a sum by a sum, {BIASED}; divide for each person, then take the"
        " mean": (lambda s, r, e: above(r, e).sum() / np.tanh(e / 2).sum()),
        f"this trusts people with a larger ε more, {BIASED}": lambda s, r, e: weighted(
            r, e, 1
        ),
        f"this gives people with a larger ε more weight, {BIASED}": lambda s, r, e: (
            weighted(r, e, 0.5)
        ),
        "this takes the mean ε for all; each person has an own one": lambda s, r, e: (
            s.estimate_unequal(r, np.full(len(e), e.mean()))
        ),
        "this is the share of reports, with the false ones in it": lambda s, r, e: (
            r.mean()
        ),
        "this is the number of people; divide by how many reported": lambda s, r, e: (
            s.estimate_unequal(r, e) * len(r)
        ),
        "subtract the chance of a false yes, then divide by p - q of the"
        " person": lambda s, r, e: above(r, e).mean(),
        ROUNDED: (lambda s, *given: s.estimate_unequal(*given), 0.01),
    },
    "epsilon_of_the_broken": {
        "this is what the client should have; read what it does": lambda s: math.log(
            (1 + s.task.heads) / (1 - s.task.heads)
        ),
        "ε has the natural logarithm, ln, not log2": lambda s: (
            s.epsilon_of_the_broken / math.log(2)
        ),
        "this is the ratio; ε is its logarithm": lambda s: math.exp(
            s.epsilon_of_the_broken
        ),
    },
}
