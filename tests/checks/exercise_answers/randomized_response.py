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


def by_choice(truth, first, second):
    return (first & truth) | (~first & second)


def one_by_one(truth, first, second):
    return [int(t if heads else s) for t, heads, s in zip(truth, first, second)]


def share(r, p):
    return (r - (1 - p)) / (p - (1 - p))


def share_differently(r, p):
    return 0.5 + (r - 0.5) / (2 * p - 1)


RIGHT = {
    "perturb": [(by_choice,), (one_by_one,)],
    "estimate": [(share,), (share_differently,)],
    "forced_response": [(forced, forced_loss), (forced_exactly, forced_loss_by_numpy)],
    "unrelated_question": [
        (lambda r: 2 * r - 0.25, 5, 7 / 3, math.inf),
        (lambda r: (r - 0.125) / 0.5, Fraction(5), 2.33, np.inf),
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
    "perturb": [
        ((lambda truth, first, second: np.where(first, second, truth),), "yours tells it on tails"),
        ((lambda truth, first, second: truth,), "no coin has a say"),
        ((lambda truth, first, second: np.where(first, truth, ~truth),), "never asks it"),
        ((lambda truth, first, second: first & truth | second,), "a person with no, who tosses he"),
        ((lambda truth, first, second: np.where(first, "yes", "no"),), "must return one answer a"),
        ((lambda truth, first, second: ...,), "write your line in place of ..."),
    ],
    "estimate": [
        ((lambda r, p: r / (2 * p - 1),), "before you divide"),
        ((lambda r, p: 2 * r - 0.5,), "right for two coins only"),
        ((lambda r, p: r - (1 - p),), "divide by p − q"),
        ((lambda r, p: np.clip(share(r, p), 0, 1),), "do not cut it"),
        ((lambda r, p: ...,), "write your line in place of ..."),
    ],
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
        ((lambda r: 2 * r - 0.5, _, _, _), "is ¼, not ½"),
        ((lambda r: 2 * r, _, _, _), "before you divide"),
        ((_, 4, _, _), "the other question as well"),
        ((_, _, math.log(7 / 3), _), "this is the logarithm"),
        ((_, _, _, math.log(5)), "takes the birthday for a coin"),
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
