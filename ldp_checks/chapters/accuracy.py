"""Check the exercises of the chapter "How many people?"."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from statistics import NormalDist

import numpy as np

from ldp_checks.answers import (
    as_codes,
    as_numbers,
    ask,
    formula,
    is_blank,
    number,
    require_function,
    shown,
)
from ldp_checks.findings import Fault, Finding, exercise, part
from ldp_checks.judge_reports import sample_findings
from ldp_course.randomized_response import RandomizedResponse

E = math.e
NEAR_BEST = 1.02  # a grid need not hold the best pair itself


@exercise
def standard_error(standard_error):
    """Your turn: the standard error of a share, from sampling and privacy together."""

    def results(epsilon, n, share):
        sampling, privacy = share * (1 - share) / n, _privacy(epsilon) / n
        ratio = math.exp(epsilon)
        return math.sqrt(sampling + privacy), {
            "the privacy part is divided by n, too": math.sqrt(sampling + n * privacy),
            "this adds a standard error; add its square, the variance": math.sqrt(
                sampling + math.sqrt(privacy)
            ),
            "e^ε − 1 is squared in the denominator": math.sqrt(
                sampling + privacy * (ratio - 1)
            ),
            "the numerator is e^ε": math.sqrt(sampling + privacy / ratio),
            "this is for two coins, at every ε": math.sqrt(sampling + 0.75 / n),
            "this leaves out the privacy part": math.sqrt(sampling),
        }

    cases = [(1, 1_000, 0.5), (0.3, 500, 0.2), (2, 100, 0.1)]
    yield formula("standard_error", standard_error, results, cases)


@exercise
def people_needed(people_needed):
    """Your turn: how many people a margin takes, in the worst case."""

    def results(epsilon, margin, confidence):
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        one = 1 / 4 + _privacy(epsilon)
        return math.ceil(z**2 / margin**2 * one), {
            "the margin is squared": math.ceil(z**2 / margin * one),
            "z is squared": math.ceil(z / margin**2 * one),
            "z and the margin are squared": math.ceil(z / margin * one),
            "the margin is z standard errors, not one": math.ceil(one / margin**2),
            "this is the variance of one person; multiply by z² and divide by the"
            " margin squared": math.ceil(one),
        }

    cases = [(1, 0.02, 0.95), (0.5, 0.01, 0.9), (2, 0.05, 0.99)]
    yield formula("people_needed", people_needed, results, cases)


def _privacy(epsilon: float) -> float:
    """Return the variance that the coins of one person add."""
    return math.exp(epsilon) / (math.exp(epsilon) - 1) ** 2


@exercise
def plan_a_survey(worst, rare):
    """Exercise 1: the people for ± 1 point at ε = ½: the worst case, and a rare yes."""

    def people(
        share: float, z: float = 1.959964, margin: float = 0.01, sampling: float = 1
    ) -> float:
        privacy = math.exp(0.5) / (math.exp(0.5) - 1) ** 2
        return (sampling * share * (1 - share) + privacy) * (z / margin) ** 2

    for name, answer, share in (("worst", worst, 0.5), ("rare", rare, 0.01)):
        mistakes = {
            "95 % of estimates lie within 1.96 standard errors; this takes one": people(
                share, z=1
            ),
            "this is for two standard errors; 95 % need 1.96": people(share, z=2),
            "the margin is half of the interval: ± 1 point": people(
                share, margin=0.005
            ),
            "this leaves out the sampling, π(1 − π)": people(share, sampling=0),
            "this leaves out the coins": (1.959964 / 0.01) ** 2 * share * (1 - share),
            "this is for the other share": people(0.51 - share),
        }
        yield number(name, answer, math.ceil(people(share)), mistakes, tolerance=2e-4)


@exercise
def one_sided_coin(variance, best):
    """Exercise 2: the variance of one person's part, and the pair with the least one.

    The pair is p' and q' of your own; the least variance is at ε = 1.
    """

    def right(share, p, q):
        return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2

    def results(share, p, q):
        yes, variance = share * p + (1 - share) * q, right(share, p, q)
        return variance, {
            "the people are fixed; this counts the sampling, too": (
                yes * (1 - yes) / (p - q) ** 2
            ),
            "the estimate is divided by p' − q', and its variance by the square": (
                variance * (p - q)
            ),
            "divide by (p' − q')²": variance * (p - q) ** 2,
            "people with no have the variance q'(1 − q')": p * (1 - p) / (p - q) ** 2,
        }

    cases = [(0.01, 0.7, 0.3), (0.3, 0.8, 0.1), (0.5, 0.9, 0.6)]
    yield formula("variance", variance, results, cases)
    if is_blank(best):
        raise Fault("best: not answered yet")
    pair = as_numbers(best, (2,))
    if pair is None or not (0 < pair[1] < pair[0] < 1):
        raise Fault("best must be two probabilities, (p', q') with 1 > p' > q' > 0")
    p, q = pair
    epsilon = math.log(max(p / q, (1 - q) / (1 - p)))
    if epsilon > 1.005:
        which = '"yes"' if p / q > (1 - q) / (1 - p) else '"no"'
        raise Fault(
            f"best: asked for ε = 1, this pair has {epsilon:.3g}: the report {which}"
            " tells too much"
        )
    yield Finding(True, f"best = {shown(pair)}: ε is at most 1")
    of_pair, least = right(0.01, p, q), right(0.01, E / (E + 1), 1 / (E + 1))
    if of_pair > NEAR_BEST * least:
        raise Fault(
            f"best: its variance is {of_pair:.3f}; a pair on a finer grid comes down to"
            f" {least:.3f}"
        )
    yield Finding(
        True,
        f"best: its variance is {of_pair:.3f}; no pair with ε = 1 comes below"
        f" {least:.3f}",
    )


@exercise
def helpful_seed(attack, client, *, rng):
    """Exercise 4: the attack on clients that share a seed, and one that does not."""
    yield from part(_attack_findings(attack, rng))  # the client is judged anyway
    require_function("client", client, "truth, rng")

    def sample(value, n, own):
        return [client(value, own) for _ in range(n)]

    honest = E / (E + 1)
    yield from sample_findings(
        "client",
        sample,
        np.array([[honest, 1 - honest], [1 - honest, honest]]),
        5_000,
        rng,
    )


def _attack_findings(attack: Callable, rng: np.random.Generator) -> Iterator[Finding]:
    require_function("attack", attack, "sent, client")
    coins = RandomizedResponse(1)

    def client_with(default):
        return lambda truth, seed=default: coins.perturb(
            [int(truth)], np.random.default_rng(seed)
        )[0]

    clients = map(client_with, range(100))
    lies = {
        bool(client(0)): client for client in clients
    }  # one client that lies, one that does not
    for lying, client in lies.items():
        truths = rng.random(1_000) < 0.3
        sent = np.array([client(truth) for truth in truths])
        answer = ask("attack", attack, sent.copy(), client)
        recovered = as_codes(answer, 1_000, 2)
        if recovered is None:
            raise Fault(
                "attack must return one truth for each report: an array of 0 (no) and 1"
                " (yes)"
            )
        if not np.array_equal(recovered, truths):
            right = (recovered == truths).mean()
            why = (
                "with its seed everybody lies" if lying else "with its seed nobody lies"
            )
            raise Fault(
                f"attack: {right:.0%} of the truths recovered from a client of another"
                f" seed: {why}"
            )
    yield Finding(True, "attack: every truth recovered, whether the seed lies or not")
