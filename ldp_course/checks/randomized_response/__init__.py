"""Assignment "Randomized response": a survey by forced answers, with numbers of the student's own.

The survey: a die with 12 faces forces "yes" with probability a and "no" with probability b;
otherwise the truth.
Notation: π is the share of people whose truth is "yes", r a report, λ the share of reports "yes".
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ldp_course.checks.answers import as_number, number_finding, recognised, same
from ldp_course.checks.estimators import estimate_findings
from ldp_course.checks.feedback import Finding, question
from ldp_course.checks.randomized_response.clients import client_findings, symmetric
from ldp_course.checks.randomized_response.faults import intended
from ldp_course.checks.randomized_response.task import Task, task

__all__ = ["CHECKS", "Task", "task"]

# Blocks of 2,400 people. With 35, a die with 11 or 13 faces in place of 12 is seen except with
# probability 1e-8; the known mistakes with coins are larger.
DIE, COINS = 35, 20
EPSILONS = [(0.3, 0.5), (0.9, 1.1), (1.8, 2.2)]  # one of each pair
ROUNDING = 1.01  # people
PRIMES = [
    101,
    103,
    107,
    109,
    113,
    127,
    131,
    137,
    139,
    149,
]  # shares of so many people are no round decimals


@question(points=4)
def forced_response(forced_response, *, student, rng):
    """The client of the survey."""
    yield from client_findings(forced_response, [task(student).survey], 4, rng, DIE)


@question(points=2)
def epsilon_of_survey(epsilon_of_survey, tells_more, *, student, rng):
    """ε of the survey, and which report tells more."""
    a, b = task(student).a, task(student).b
    of_yes, of_no = (1 - b) / a, (1 - a) / b
    ratio = max(of_yes, of_no)
    mistakes = {
        "this is the logarithm of the smaller ratio; ε must hold for both reports": math.log(
            min(of_yes, of_no)
        ),
        "this is the ratio; ε is its logarithm": ratio,
        "ε has the natural logarithm, ln, not log2": math.log2(ratio),
        "ε has the natural logarithm, ln, not log10": math.log10(ratio),
        "ε is not negative: put the larger probability on top": -math.log(ratio),
        "a person hands in one report: take the larger logarithm, not the sum": math.log(
            of_yes * of_no
        ),
        "this compares forced with true reports; compare two truths": math.log(
            (1 - a - b) / (a + b)
        ),
        "compare two truths, for the same report": max(
            math.log((1 - a) / a), math.log((1 - b) / b)
        ),
    }
    hint = "for each report, compare how often the two truths lead to it"
    yield number_finding(
        "epsilon_of_survey", epsilon_of_survey, math.log(ratio), mistakes, hint, 1.5
    )
    more = "yes" if of_yes > of_no else "no"
    if tells_more is None:
        yield Finding(False, "tells_more: not answered yet", 0.5)
    elif str(tells_more).strip().lower() == more:
        yield Finding(True, f'the report "{more}" tells more', 0.5)
    else:
        ratio = "Pr[report | one truth] / Pr[report | other truth]"
        yield Finding(False, f'tells_more: compare {ratio} of "yes" and of "no"', 0.5)


@question(points=2)
def estimate_share(estimate_share, *, student, rng):
    """The unbiased estimate of the share of "yes"."""
    a, b = task(student).a, task(student).b
    told = 1 - a - b
    mistakes = {
        "this is the share of reports, with the forced answers in it": lambda r: r.mean(),
        "this is the number of people; divide by how many reported": lambda r: (
            (r.sum() - len(r) * a) / told
        ),
        "this is in percent; return a share": lambda r: 100 * (r.mean() - a) / told,
        'this subtracts b; the forced "yes" have the probability a': lambda r: (
            (r.mean() - b) / told
        ),
        'subtract the forced "yes", then divide by the chance of a true report': lambda r: (
            r.mean() - a
        ),
        "divide by 1 - a - b: some are forced to say no": lambda r: (r.mean() - a) / (1 - a),
        "this is for a symmetric mechanism; your die is not": lambda r: (
            (r.mean() - a) / (1 - 2 * a)
        ),
        'this is the share of "no"': lambda r: 1 - (r.mean() - a) / told,
        'subtract the forced "yes" before you divide': lambda r: r.mean() / told,
    }
    ordinary = [(_reports(rng, a + share * told),) for share in (0.2, 0.5, 0.8)]
    extreme = [(np.zeros(30, dtype=int),), (np.ones(30, dtype=int),)]
    yield from estimate_findings(
        estimate_share, lambda r: (r.mean() - a) / told, ordinary, extreme, mistakes, 2
    )


@question(points=2)
def people_needed(people_needed, *, student, rng):
    """How many people give a margin, whatever the truths are."""
    a, b = task(student).a, task(student).b
    no, yes, told = a * (1 - a), b * (1 - b), 1 - a - b

    def people(margin: float, spread: float = max(no, yes), z: float = 1.96) -> float:
        return spread * (z / (told * margin)) ** 2

    mistakes = {
        "this counts with the better case; some tables have another true share": lambda m: people(
            m, min(no, yes)
        ),
        "this counts with half of the truths yes, which is not the worst case": lambda m: people(
            m, (no + yes) / 2
        ),
        "this counts the people as a random sample of more; here only the die is random": (
            lambda m: people(m, 0.25)
        ),
        "this is for 90 %": lambda m: people(m, z=1.645),
        "this is for 99 %": lambda m: people(m, z=2.576),
        "1.96 standard errors, not 2": lambda m: people(m, z=2.0),
        "this is for one standard error; 95 % of estimates lie within 1.96 of them": lambda m: (
            people(m, z=1.0)
        ),
        "the margin is the half of the interval: ± margin": lambda m: people(m / 2),
        "the estimate is stretched by 1 / (1 - a - b), and its error with it": lambda m: (
            people(m) * told**2
        ),
        "a variance is stretched by the square of 1 / (1 - a - b)": lambda m: people(m) * told,
    }
    margins = [
        float(margin) for margin in rng.choice(_clear_margins(people), size=3, replace=False)
    ]
    numbers, right = (
        [as_number(people_needed(margin)) for margin in margins],
        [people(margin) for margin in margins],
    )
    if any(map(math.isnan, numbers)):
        yield Finding(False, "return one number", 2)
    elif numbers == [math.ceil(number) for number in right]:
        yield Finding(True, "the number of people is right, whatever the truths are", 2)
    elif same(numbers, right, 0, ROUNDING):
        yield Finding(
            False, "round up to whole people: one fewer is not enough, one more is not needed", 2
        )
    else:
        known = {why: [wrong(m) for m in margins] for why, wrong in mistakes.items()}
        hint = recognised(numbers, known, 0, ROUNDING)
        yield Finding(False, f"not the smallest number of people{hint}", 2)


@question(points=2)
def report_unequal(report_unequal, *, student, rng):
    """A client for people who choose ε themselves."""
    epsilons = rng.permutation([rng.choice(choices) for choices in EPSILONS])
    yield from client_findings(
        report_unequal, [symmetric(epsilon) for epsilon in epsilons], 2, rng, COINS, epsilons
    )


@question(points=2)
def estimate_unequal(estimate_unequal, *, student, rng):
    """The unbiased estimate from people who chose ε themselves."""

    def parts(r, epsilons):
        lie = 1 / (1 + np.exp(epsilons))
        return r - lie, 1 - 2 * lie

    def pooled(r, epsilons):
        above, gaps = parts(r, epsilons)
        return above.sum() / gaps.sum()

    def weighted(r, epsilons, power):
        above, gaps = parts(r, epsilons)
        weights = (gaps**2 / (1 - gaps**2)) ** power
        return (weights * above / gaps).sum() / weights.sum()

    def right(r, epsilons):
        above, gaps = parts(r, epsilons)
        return (above / gaps).mean()

    biased = "wrong on average if people with a larger ε say yes more often"
    mistakes = {
        f"this divides a sum by a sum, {biased}; divide for each person, then take the mean": (
            pooled
        ),
        f"this trusts people with a larger ε more, {biased}": lambda r, e: weighted(r, e, 1),
        f"this gives people with a larger ε more weight, {biased}": lambda r, e: weighted(
            r, e, 0.5
        ),
        "this takes the mean ε for all; each person has an own one": lambda r, e: right(
            r, np.full(len(e), e.mean())
        ),
        "this is the share of reports, with the false ones in it": lambda r, e: r.mean(),
        "this is the number of people; divide by how many reported": lambda r, e: (
            right(r, e) * len(r)
        ),
        "subtract the chance of a false yes, then divide by p - q of the person": lambda r, e: (
            parts(r, e)[0].mean()
        ),
    }
    ordinary = []
    while len(ordinary) < 3:
        reports = _reports(rng, (0.4, 0.55, 0.6)[len(ordinary)])
        table = reports, rng.uniform(0.3, 3, len(reports))
        if 0.1 < right(*table) < 0.9:
            ordinary.append(table)
    extreme = [(np.full(30, report), rng.uniform(0.3, 3, 30)) for report in (0, 1)]
    yield from estimate_findings(estimate_unequal, right, ordinary, extreme, mistakes, 2)


@question(points=1)
def epsilon_of_the_broken(broken_yes, epsilon_of_the_broken, *, student, rng):
    """The channel of the student's faulty client, and its ε, which for some of the clients is
    easily guessed.
    """
    mine = task(student)
    channel, right = mine.faulty.channel(mine.heads), mine.faulty.epsilon(mine.heads)
    told = "broken_yes must be a list of two probabilities"
    if np.shape(broken_yes) != (2,):
        yield Finding(False, "broken_yes: not answered yet" if broken_yes is None else told, 1)
        return
    hint = (
        "go through the ways in which the two coins may fall, and add up the chances of those that"
        " report yes"
    )
    probabilities = [
        number_finding(f"broken_yes[{truth}]", broken_yes[truth], chance, hint=hint, points=0.25)
        for truth, chance in enumerate((channel.yes_if_no, channel.yes_if_yes))
    ]
    yield from probabilities
    if not all(one.holds for one in probabilities):
        yield Finding(False, "epsilon_of_the_broken counts when both probabilities are right", 0.5)
        return
    mistakes = {
        "this is what the client should have; read what it does": intended(mine.heads).epsilon,
        "ε has the natural logarithm, ln, not log2": right / math.log(2),
        "this is the ratio; ε is its logarithm": math.exp(right),
    }
    hint = "find two tables that differ in one person, and the reports that tell them apart best"
    yield number_finding("epsilon_of_the_broken", epsilon_of_the_broken, right, mistakes, hint, 0.5)


@question(points=2)
def mended_client(mended_client, *, student, rng):
    """The student's faulty client, mended."""
    heads = task(student).heads
    yield from client_findings(
        lambda truths, rng: mended_client(truths, heads, rng), [intended(heads)], 2, rng, COINS
    )


def _reports(rng: np.random.Generator, share: float) -> np.ndarray:
    """About this share of "yes", in a table of hidden size and order."""
    people = int(rng.choice(PRIMES))
    return rng.permutation((np.arange(people) < round(share * people)).astype(int))


def _clear_margins(people: Callable[..., float]) -> list[float]:
    """Margins for which 1.96 and the exact 1.959964 lead to the same number of people, not near a
    whole number.
    """
    margins = [thousandths / 1000 for thousandths in range(20, 81)]
    return [
        m
        for m in margins
        if math.ceil(people(m, z=1.959963) - 0.05) == math.ceil(people(m, z=1.960001) + 0.05)
    ]


CHECKS = [
    forced_response,
    epsilon_of_survey,
    estimate_share,
    people_needed,
    report_unequal,
    estimate_unequal,
    epsilon_of_the_broken,
    mended_client,
]
