"""Check the exercises of the chapter "How many people?"."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from ldp_checks.answers import (
    as_codes,
    as_numbers,
    ask,
    formula,
    is_blank,
    no_function,
    number,
    shown,
)
from ldp_checks.findings import Finding, exercise
from ldp_checks.judge_reports import sample_findings
from ldp_course.mechanisms.randomized_response import RandomizedResponse

E = math.e
NEAR_BEST = 1.02  # a grid need not hold the best pair itself


@exercise
def standard_error(standard_error):
    """Judge the standard error of a share, from sampling and privacy together."""

    def right(epsilon, n, share):
        return math.sqrt((share * (1 - share) + _privacy(epsilon)) / n)

    def with_privacy(part):
        return lambda epsilon, n, share: math.sqrt(
            share * (1 - share) / n + max(part(epsilon, n), 0)
        )

    mistakes = {
        "the privacy part is divided by n, too": with_privacy(lambda e, n: _privacy(e)),
        "this adds a standard error; add its square, the variance": with_privacy(
            lambda e, n: math.sqrt(_privacy(e) / n)
        ),
        "e^ε − 1 is squared in the denominator": with_privacy(
            lambda e, n: math.exp(e) / (n * (math.exp(e) - 1))
        ),
        "the numerator is e^ε": with_privacy(
            lambda e, n: 1 / (n * (math.exp(e) - 1) ** 2)
        ),
        "this is for two coins, at every ε": with_privacy(lambda e, n: 0.75 / n),
        "this leaves out the privacy part": with_privacy(lambda e, n: 0),
    }
    cases = [(1, 1_000, 0.5), (0.3, 500, 0.2), (2, 100, 0.1)]
    yield formula("standard_error", standard_error, right, cases, mistakes)


@exercise
def people_needed(people_needed):
    """Judge how many people a margin takes, in the worst case."""

    def right(epsilon, margin, confidence):
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        return math.ceil(z**2 / margin**2 * (1 / 4 + _privacy(epsilon)))

    def ceiling(of):
        return lambda e, m, c: math.ceil(of(e, m, NormalDist().inv_cdf((1 + c) / 2)))

    mistakes = {
        "the margin is squared": ceiling(
            lambda e, m, z: z**2 / m * (1 / 4 + _privacy(e))
        ),
        "z is squared": ceiling(lambda e, m, z: z / m**2 * (1 / 4 + _privacy(e))),
        "z and the margin are squared": ceiling(
            lambda e, m, z: z / m * (1 / 4 + _privacy(e))
        ),
        "the margin is z standard errors, not one": ceiling(
            lambda e, m, z: (1 / 4 + _privacy(e)) / m**2
        ),
        "this is the variance of one person; multiply by z² and divide by the margin"
        " squared": (lambda e, m, c: math.ceil(1 / 4 + _privacy(e))),
    }
    cases = [(1, 0.02, 0.95), (0.5, 0.01, 0.9), (2, 0.05, 0.99)]
    yield formula("people_needed", people_needed, right, cases, mistakes)


def _privacy(epsilon: float) -> float:
    """Return the variance that the coins of one person add."""
    return math.exp(epsilon) / (math.exp(epsilon) - 1) ** 2


@exercise
def plan_a_survey(worst, rare):
    """Judge the people for ± 1 point at ε = ½: the worst case, and a rare yes."""

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
    """Judge the variance of one person's part, and the pair with the least one.

    The pair is p' and q' of your own; the least variance is at ε = 1.
    """

    def right(share, p, q):
        return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2

    def with_sampling(share, p, q):
        yes = share * p + (1 - share) * q
        return yes * (1 - yes) / (p - q) ** 2

    mistakes = {
        "the people are fixed; this counts the sampling, too": with_sampling,
        "the estimate is divided by p' − q', and its variance by the"
        " square": lambda s, p, q: right(s, p, q) * (p - q),
        "divide by (p' − q')²": lambda s, p, q: right(s, p, q) * (p - q) ** 2,
        "people with no have the variance q'(1 − q')": lambda s, p, q: (
            p * (1 - p) / (p - q) ** 2
        ),
    }
    cases = [(0.01, 0.7, 0.3), (0.3, 0.8, 0.1), (0.5, 0.9, 0.6)]
    yield formula("variance", variance, right, cases, mistakes)
    if is_blank(best):
        yield Finding(False, "best: not answered yet")
        return
    pair = as_numbers(best, (2,))
    if pair is None or not (0 < pair[1] < pair[0] < 1):
        yield Finding(
            False, "best must be two probabilities, (p', q') with 1 > p' > q' > 0"
        )
        return
    p, q = pair
    epsilon = math.log(max(p / q, (1 - q) / (1 - p)))
    if epsilon > 1.005:
        which = '"yes"' if p / q > (1 - q) / (1 - p) else '"no"'
        yield Finding(
            False,
            f"best: asked for ε = 1, this pair has {epsilon:.3g}: the report {which}"
            " tells too much",
        )
        return
    yield Finding(True, f"best = {shown(pair)}: ε is at most 1")
    of_pair, least = right(0.01, p, q), right(0.01, E / (E + 1), 1 / (E + 1))
    if of_pair > NEAR_BEST * least:
        yield Finding(
            False,
            f"best: its variance is {of_pair:.3f}; a pair on a finer grid comes down to"
            f" {least:.3f}",
        )
    else:
        yield Finding(
            True,
            f"best: its variance is {of_pair:.3f}; no pair with ε = 1 comes below"
            f" {least:.3f}",
        )


@exercise
def helpful_seed(attack, client, *, rng):
    """Judge the attack on clients that share a seed, and a client that does not."""
    yield no_function("attack", attack, "sent, client") or _attack_finding(attack, rng)
    if missing := no_function("client", client, "truth, rng"):
        yield missing
        return

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


def _attack_finding(attack: Callable, rng: np.random.Generator) -> Finding:
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
        if isinstance(answer, Finding):
            return answer
        recovered = as_codes(answer, 1_000, 2)
        if recovered is None:
            return Finding(
                False,
                "attack must return one truth for each report: an array of 0 (no) and 1"
                " (yes)",
            )
        if not np.array_equal(recovered, truths):
            right = (recovered == truths).mean()
            why = (
                "with its seed everybody lies" if lying else "with its seed nobody lies"
            )
            return Finding(
                False,
                f"attack: {right:.0%} of the truths recovered from a client of another"
                f" seed: {why}",
            )
    return Finding(True, "attack: every truth recovered, whether the seed lies or not")
