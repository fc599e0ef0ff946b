"""Hold what is right in "Randomized response", and what known mistakes lead to.

Students do not get this file. π is the share of people whose truth is "yes", r a
table of reports.
"""

from __future__ import annotations

import inspect
import itertools
import math

import numpy as np

from ldp_checks.assignments.randomized_response.task import FACES, FORCED, HEADS
from ldp_course.privacy import privacy_loss

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


# Pr[report yes] of one person alone, for the truths no and yes, if heads < 1/2
FAULTY = {
    yes_stays: lambda h: ((1 - h) / 2, 1.0),
    no_stays: lambda h: (0.0, (1 + h) / 2),
    one_draw: lambda h: (0.5 - h, 0.5),
    one_toss: lambda h: ((1 - h) / 2, (1 + h) / 2),
    swapped: lambda h: (h / 2, 1 - h / 2),
    same_coin: lambda h: ((1 - h) * h, h + (1 - h) * h),
}


def code(client) -> str:
    """Return a faulty client as the student reads it."""
    return inspect.getsource(client).replace(client.__name__, "client", 1)


PROGRAMS = [code(client) for client in FAULTY]
CASES = {
    "": [()],
    "a b": [(yes / FACES, no / FACES) for yes, no in FORCED],
    "broken_code heads": list(
        itertools.product(PROGRAMS, (up / of for up, of in HEADS))
    ),
}


def broken_yes(given) -> tuple[float, float]:
    client = list(FAULTY)[PROGRAMS.index(given.broken_code)]
    return FAULTY[client](given.heads)


def broken_epsilon(given) -> float:
    # one_toss: a table with two different reports can only come from a first coin that
    # showed heads
    if given.broken_code == code(one_toss):
        return math.inf
    no, yes = broken_yes(given)
    return privacy_loss([[1 - no, no], [1 - yes, yes]])


def ratios(given) -> list[float]:
    return sorted([(1 - given.b) / given.a, (1 - given.a) / given.b])


def truth_chance(given) -> float:
    """Return the chance of a true report."""
    return 1 - given.a - given.b


def people(given, margin, spread=None, z=1.96) -> float:
    no, yes = given.a * (1 - given.a), given.b * (1 - given.b)
    spread = max(no, yes) if spread is None else spread(no, yes)
    return spread * (z / (truth_chance(given) * margin)) ** 2


def parts(r, epsilons):
    lie = 1 / (1 + np.exp(epsilons))
    return r - lie, 1 - 2 * lie


def weighted(r, epsilons, power):
    above, gaps = parts(r, epsilons)
    weights = (gaps**2 / (1 - gaps**2)) ** power
    return (weights * above / gaps).sum() / weights.sum()


def unequal(given, r, epsilons):
    above, gaps = parts(r, epsilons)
    return (above / gaps).mean()


def share(given, r):
    return (r.mean() - given.a) / truth_chance(given)


RIGHT = {
    "epsilon_of_survey": lambda g: math.log(ratios(g)[1]),
    "tells_more": lambda g: "yes" if g.a < g.b else "no",
    "estimate_share": share,
    "estimate_share, extreme": share,
    # 1.96 and the exact 1.959964, and a little rounding
    "people_needed": [
        lambda g, m, z=z, r=r: math.ceil(people(g, m, z=z) + r)
        for z in (1.96, 1.9599639845)
        for r in (-1e-7, 1e-7)
    ],
    "people_needed, about": lambda g, m: math.nan,
    "estimate_unequal": unequal,
    "estimate_unequal, extreme": unequal,
    "broken_yes[0]": lambda g: broken_yes(g)[0],
    "broken_yes[1]": lambda g: broken_yes(g)[1],
    "epsilon_of_the_broken": broken_epsilon,
}

BIASED = "wrong on average if people with a larger ε say yes more often"
ROUNDED = "close, but an estimate that is rounded is not unbiased"
PEOPLE = {
    "round up to whole people: one fewer is not enough, one more is not needed": people,
    "this counts with the better case; some tables have another true"
    " share": lambda g, m: people(g, m, min),
    "this counts with half of the truths yes, which is not the worst"
    " case": lambda g, m: people(g, m, lambda no, yes: (no + yes) / 2),
    "this counts the people as a random sample of more; here only the die is random": (
        lambda g, m: people(g, m, lambda no, yes: 0.25)
    ),
    "this is for 90 %": lambda g, m: people(g, m, z=1.645),
    "this is for 99 %": lambda g, m: people(g, m, z=2.576),
    "1.96 standard errors, not 2": lambda g, m: people(g, m, z=2.0),
    "this is for one standard error; 95 % of estimates lie within 1.96 of"
    " them": lambda g, m: people(g, m, z=1.0),
    "the margin is the half of the interval: ± margin": lambda g, m: people(g, m / 2),
    "the estimate is stretched by 1 / (1 - a - b), and its error with"
    " it": lambda g, m: people(g, m) * truth_chance(g) ** 2,
    "a variance is stretched by the square of 1 / (1 - a - b)": lambda g, m: (
        people(g, m) * truth_chance(g)
    ),
}
# {sentence: what the mistake leads to}; with a second number, how near to it a result
# must be
MISTAKES = {
    "epsilon_of_survey": {
        "this is the logarithm of the smaller ratio; ε must hold for both"
        " reports": lambda g: math.log(ratios(g)[0]),
        "this is the ratio; ε is its logarithm": lambda g: ratios(g)[1],
        "ε has the natural logarithm, ln, not log2": lambda g: math.log2(ratios(g)[1]),
        "ε has the natural logarithm, ln, not log10": lambda g: math.log10(
            ratios(g)[1]
        ),
        "ε is not negative: put the larger probability on top": lambda g: (
            -math.log(ratios(g)[1])
        ),
        "a person hands in one report: take the larger logarithm, not the"
        " sum": lambda g: math.log(ratios(g)[0] * ratios(g)[1]),
        "this compares forced with true reports; compare two truths": lambda g: (
            math.log(truth_chance(g) / (g.a + g.b))
        ),
        "compare two truths, for the same report": lambda g: max(
            math.log((1 - g.a) / g.a), math.log((1 - g.b) / g.b)
        ),
    },
    "estimate_share": {
        "this is the share of reports, with the forced answers in it": lambda g, r: (
            r.mean()
        ),
        "this is the number of people; divide by how many reported": lambda g, r: (
            share(g, r) * len(r)
        ),
        "this is in percent; return a share": lambda g, r: 100 * share(g, r),
        'this subtracts b; the forced "yes" have the probability a': lambda g, r: (
            (r.mean() - g.b) / truth_chance(g)
        ),
        'subtract the forced "yes", then divide by the chance of a true'
        " report": lambda g, r: r.mean() - g.a,
        "divide by 1 - a - b: some are forced to say no": lambda g, r: (
            (r.mean() - g.a) / (1 - g.a)
        ),
        "this is for a symmetric mechanism; your die is not": lambda g, r: (
            (r.mean() - g.a) / (1 - 2 * g.a)
        ),
        'this is the share of "no"': lambda g, r: 1 - share(g, r),
        'subtract the forced "yes" before you divide': lambda g, r: (
            r.mean() / truth_chance(g)
        ),
        ROUNDED: (share, 0.01),
    },
    "people_needed, about": {why: (number, 1.01) for why, number in PEOPLE.items()},
    "estimate_unequal": {
        f"this divides a sum by a sum, {BIASED}; divide for each person, then take the"
        " mean": (lambda g, r, e: parts(r, e)[0].sum() / parts(r, e)[1].sum()),
        f"this trusts people with a larger ε more, {BIASED}": lambda g, r, e: weighted(
            r, e, 1
        ),
        f"this gives people with a larger ε more weight, {BIASED}": lambda g, r, e: (
            weighted(r, e, 0.5)
        ),
        "this takes the mean ε for all; each person has an own one": lambda g, r, e: (
            unequal(g, r, np.full(len(e), e.mean()))
        ),
        "this is the share of reports, with the false ones in it": lambda g, r, e: (
            r.mean()
        ),
        "this is the number of people; divide by how many reported": lambda g, r, e: (
            unequal(g, r, e) * len(r)
        ),
        "subtract the chance of a false yes, then divide by p - q of the"
        " person": lambda g, r, e: parts(r, e)[0].mean(),
        ROUNDED: (unequal, 0.01),
    },
    "epsilon_of_the_broken": {
        "this is what the client should have; read what it does": lambda g: math.log(
            (1 + g.heads) / (1 - g.heads)
        ),
        "ε has the natural logarithm, ln, not log2": lambda g: (
            broken_epsilon(g) / math.log(2)
        ),
        "this is the ratio; ε is its logarithm": lambda g: math.exp(broken_epsilon(g)),
    },
}
