"""Ask the questions of "Randomized response", and judge their answers.

The survey: a die with 12 faces forces "yes" with probability a and "no" with
probability b; otherwise the truth.

Points stand here and in coursework/randomized_response/source.ipynb, whose solution is
what is right; mistakes.py beside it has more known mistakes with their sentences
(`make keys` after a change; of numbers on paper the grading says them).
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import choice_finding, number_finding, results_of
from ldp_checks.findings import Fault, Finding, question
from ldp_checks.individual_numbers import choose, uniforms
from ldp_checks.judge_form import keeps_its_input
from ldp_checks.judge_reports import client_findings
from ldp_checks.sealed_answers import EXACT, Item

# With 84,000 people a die with 11 or 13 faces in place of 12 is seen except with
# probability 1e-8; the known mistakes with coins are larger.
DIE, COINS = 84_000, 48_000
EPSILONS = np.geomspace(0.2, 2.5, 9)  # of people, one between each two
# shares of so many people are not round
PRIMES = [101, 103, 107, 109, 113, 127, 131, 137, 139, 149]


def reports(source: Random, share: float) -> np.ndarray:
    """Return a table with about this share of "yes", of hidden size and order."""
    people = choose(source, PRIMES)
    return (uniforms(source, people).argsort() < round(share * people)).astype(int)


def survey_tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    chance = 1 - given.a - given.b
    return [(reports(source, given.a + share * chance),) for share in (0.2, 0.5, 0.8)]


def survey_extremes(given: SimpleNamespace, source: Random) -> list[tuple]:
    return [(np.zeros(30, dtype=int),), (np.ones(30, dtype=int),)]


def margins(given: SimpleNamespace, source: Random) -> list[tuple]:
    # from 5 % on, 1.96 and the exact 1.959964 lead to the same number of people nearly
    # always; with five decimals that number is hardly ever whole before it is rounded
    # up
    return [((5_000 + int(10_001 * source.random())) / 100_000,) for _ in range(6)]


def unequal_tables(given: SimpleNamespace, source: Random) -> list[tuple]:
    tables = [reports(source, share) for share in (0.4, 0.5, 0.6)]
    return [(table, 1 + 2 * uniforms(source, len(table))) for table in tables]


def unequal_extremes(given: SimpleNamespace, source: Random) -> list[tuple]:
    return [
        (np.full(30, report), 0.3 + 2.7 * uniforms(source, 30)) for report in (0, 1)
    ]


ITEMS = {
    "epsilon_of_survey": Item("a b"),
    "tells_more": Item("a b", tolerance=0, residues=1),
    "estimate_share": Item("a b", survey_tables, EXACT),
    "estimate_share, extreme": Item("a b", survey_extremes, EXACT),
    "people_needed": Item("a b", margins, 0),
    "people_needed, about": Item("a b", margins),
    "estimate_unequal": Item("", unequal_tables, EXACT),
    "estimate_unequal, extreme": Item("", unequal_extremes, EXACT),
    "broken_yes[0]": Item("broken_code heads"),
    "broken_yes[1]": Item("broken_code heads"),
    "epsilon_of_the_broken": Item("broken_code heads"),
}


@question(points=3)
def forced_response(forced_response, *, task, rng):
    """Judge the client of the survey."""
    law = [[1 - task.a, task.a], [task.b, 1 - task.b]]
    yield from client_findings(
        forced_response, lambda codes: (codes.copy(),), [law], rng, 3, DIE
    )


@question(points=2)
def epsilon_of_survey(epsilon_of_survey, tells_more, *, task, key):
    """Judge ε of the survey, and which report tells more."""
    judge, name = key.against("epsilon_of_survey", task), "epsilon_of_survey"
    hint = "for each report, compare how often the two truths lead to it"
    yield number_finding(name, epsilon_of_survey, judge, hint, 1.5)
    hint = (
        'compare Pr[report | one truth] / Pr[report | other truth] of "yes" and of "no"'
    )
    judge = key.against("tells_more", task)
    yield choice_finding("tells_more", tells_more, judge, ("yes", "no"), hint, 0.5)


@question(points=2)
def estimate_share(estimate_share, *, task, key, rng):
    """Judge the unbiased estimate of the share of "yes"."""
    yield from _estimate(estimate_share, "estimate_share", task, key, rng)


@question(points=3)
def people_needed(people_needed, *, task, key, rng):
    """Judge how many people give a margin, whatever the truths are."""
    inputs = key.inputs("people_needed", task, rng)
    numbers = results_of(people_needed, inputs)
    if isinstance(numbers, str):
        raise Fault(numbers, 3)
    right, _ = key.judge("people_needed", task, numbers, inputs)
    _, why = key.judge("people_needed, about", task, numbers, inputs)
    why = why or "not the smallest number of people that is enough"
    yield Finding(
        right,
        "the number of people is right, whatever the truths are" if right else why,
        3,
    )


@question(points=2)
def report_unequal(report_unequal, *, rng):
    """Judge a client for people who choose ε themselves."""
    epsilons = rng.permutation(
        np.exp(rng.uniform(*np.log([EPSILONS[:-1], EPSILONS[1:]])))
    )
    lies = 1 / (1 + np.exp(epsilons))
    laws = [[[1 - lie, lie], [lie, 1 - lie]] for lie in lies]

    def arguments(codes):
        return codes % 2, epsilons[codes // 2]

    yield from client_findings(report_unequal, arguments, laws, rng, 2, COINS)


@question(points=2)
def estimate_unequal(estimate_unequal, *, task, key, rng):
    """Judge the unbiased estimate from people who chose ε themselves."""
    yield from _estimate(estimate_unequal, "estimate_unequal", task, key, rng)


@question(points=1)
def epsilon_of_the_broken(broken_yes, epsilon_of_the_broken, *, task, key):
    """Judge the channel of the student's faulty client, and its ε.

    For some of the clients ε is easily guessed.
    """
    if np.shape(broken_yes) != (2,):
        form = "broken_yes must be a list of two probabilities"
        raise Fault("broken_yes: not answered yet" if broken_yes is None else form, 1)
    hint = (
        "go through the ways in which the two coins may fall, and add up the chances of"
        " those that report yes"
    )
    names = [f"broken_yes[{truth}]" for truth in (0, 1)]
    probabilities = [
        number_finding(name, chance, key.against(name, task), hint, 0.25)
        for name, chance in zip(names, broken_yes)
    ]
    yield from probabilities
    if not all(finding.holds for finding in probabilities):
        raise Fault(
            "epsilon_of_the_broken counts when both probabilities are right", 0.5
        )
    hint = (
        "find two tables that differ in one person, and the reports that tell them"
        " apart best"
    )
    judge = key.against("epsilon_of_the_broken", task)
    yield number_finding(
        "epsilon_of_the_broken", epsilon_of_the_broken, judge, hint, 0.5
    )


@question(points=2)
def mended_client(mended_client, *, task, rng):
    """Judge the student's faulty client, mended."""
    heads = task.heads
    law = [[(1 + heads) / 2, (1 - heads) / 2], [(1 - heads) / 2, (1 + heads) / 2]]

    def client(truths, rng):
        return mended_client(truths, heads, rng)

    yield from client_findings(
        client, lambda codes: (codes.copy(),), [law], rng, 2, COINS
    )


def _estimate(estimate, name, task, key, rng):
    """Judge an estimate that is unbiased in one way only, which it is compared with.

    1 point for tables whose estimate is a share, ½ for others, ½ for leaving the input
    as it is.
    """
    inputs = key.inputs(name, task, rng)
    numbers = results_of(estimate, inputs)
    if isinstance(numbers, str):
        raise Fault(numbers, 1)
    right, why = key.judge(name, task, numbers, inputs)
    if not right:
        raise Fault("this is not the unbiased estimate" + f": {why}" * bool(why), 1)
    yield Finding(
        True, "the estimate is right on average, for every table of truths", 1
    )
    extremes = key.inputs(f"{name}, extreme", task, rng)
    numbers = results_of(estimate, extremes)
    free = not isinstance(numbers, str)
    free = free and key.judge(f"{name}, extreme", task, numbers, extremes)[0]
    cut = (
        "an unbiased estimate lies below 0 or above 1 at times; if it is cut or moved"
        " there, its mean is wrong"
    )
    yield Finding(free, "it may lie below 0 and above 1" if free else cut, 0.5)
    yield keeps_its_input(estimate, *inputs[0], points=0.5)
