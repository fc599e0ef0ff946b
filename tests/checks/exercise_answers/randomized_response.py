"""Answers to the exercises of the chapter "Randomized response"."""

import math
from fractions import Fraction

import numpy as np

from ldp_course import RandomizedResponse

_ = None  # an answer that is not given


def forced(r, p1, p2):
    return (r - p1) / (1 - p1 - p2)


def forced_exactly(r, p1, p2):
    told = Fraction(1) - Fraction(p1) - Fraction(p2)
    return (Fraction(r) - Fraction(p1)) / told


def forced_loss(p1, p2):
    return math.log(max((1 - p2) / p1, (1 - p1) / p2)) if p2 else math.inf


def forced_loss_by_numpy(p1, p2):
    with np.errstate(divide="ignore"):
        return np.max(np.log(np.divide([1 - p2, 1 - p1], [p1, p2])))


def experiment(epsilon, rng, n=2_000):
    p = 1 / (1 + np.exp(-epsilon))
    truths = np.arange(n) < 0.2 * n
    reports = np.where(rng.random(n) < p, truths, ~truths)
    return (reports.mean() - (1 - p)) / (2 * p - 1)


def experiment_by_the_module(epsilon, rng):
    return RandomizedResponse(epsilon).simulate([1_600, 400], rng).frequencies[1]


RIGHT = {
    "forced_response": [(forced, forced_loss), (forced_exactly, forced_loss_by_numpy)],
    "unrelated_question": [
        (lambda r: 2 * r - 0.25, 5, 7 / 3),
        (lambda r: (r - 0.125) / 0.5, Fraction(5), 2.33),
    ],
    "heads_or_tails": [(2.197, 0.405, 6.9), (np.log(9), np.log(1.5), np.log(991))],
    "flat_error": [(experiment,), (experiment_by_the_module,)],
}


def fair_coins(epsilon, rng):
    return experiment(math.log(3), rng)


def not_divided(epsilon, rng):
    p = 1 / (1 + math.exp(-epsilon))
    return experiment(epsilon, rng) * (2 * p - 1) + 1 - p


WRONG = {
    "forced_response": [
        ((lambda r, p1, p2: (r - p2) / (1 - p1 - p2), _), "subtract the forced yes, p1, not p2"),
        ((lambda r, p1, p2: 2 * r - 0.5, _), "for two fair coins"),
        ((lambda r, p1, p2: np.clip(forced(r, p1, p2), 0, 1), _), "below 0 or above 1 at times"),
        ((_, lambda p1, p2: math.log((1 - p2) / p1)), "the report yes only"),
        (
            (_, lambda p1, p2: math.log(max((1 - p2) / p1, (1 - p1) / p2))),
            "yours is a ZeroDivisionError",
        ),
        ((_, lambda p1, p2: forced_loss(p1, p2) if p2 else 0), "so ε is math.inf; yours is 0"),
        ((_, 1.609), "must be a function, which the check calls as epsilon(p1, p2)"),
    ],
    "unrelated_question": [
        ((lambda r: 2 * r - 0.5, _, _), "is ¼, not ½"),
        ((lambda r: 2 * r, _, _), "before you divide"),
        ((_, 4, _), "the other question as well"),
        ((_, _, math.log(7 / 3)), "this is the logarithm"),
    ],
    "heads_or_tails": [
        ((math.log(3), _, _), "for fair coins"),
        ((math.log(4), _, _), "tails may tell the truth, too"),
        ((_, -0.405, _), "larger probability on top"),
        ((_, _, 991), "this is the ratio"),
    ],
    "flat_error": [
        ((fair_coins,), "at ε = 0.1 the spread is too small"),
        ((fair_coins,), "at ε = 4 the spread is too large"),
        ((not_divided,), "not right on average"),
        ((lambda epsilon, rng: 0.2,), "0 of 400"),
        (
            (lambda epsilon, rng: experiment(epsilon, np.random.default_rng()),),
            "draw all chance from `rng`",
        ),
        ((lambda epsilon, rng: [0.2, 0.1],), "must return one number"),
    ],
}
