"""Answers to the exercises of the chapter "Randomized response"."""

import math
from fractions import Fraction

import numpy as np

from ldp_course import RandomizedResponse

_ = None  # an answer that is not given


def forced_exactly(r, p1, p2):
    told = Fraction(1) - Fraction(p1) - Fraction(p2)
    return (Fraction(r) - Fraction(p1)) / told


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


def one_by_one(truth, first, second):
    return [int(t if heads else s) for t, heads, s in zip(truth, first, second)]


def share_differently(r, p):
    return 0.5 + (r - 0.5) / (2 * p - 1)


RIGHT = {
    "perturb": (one_by_one,),
    "estimate": (share_differently,),
    "forced_response": (forced_exactly, forced_loss_by_numpy),
    "unrelated_question": (lambda r: (r - 0.125) / 0.5, Fraction(5), 2.33, np.inf),
    "heads_or_tails": (2.197, 0.405, 6.9),
    "flat_error": (experiment_by_the_module,),
}


def fair_coins(epsilon, rng):
    return experiment(math.log(3), rng)


WRONG = {
    "perturb": [
        ((lambda truth, first, second: first & truth | second,), "a person with no, who tosses he")
    ],
    "flat_error": [
        ((fair_coins,), "at ε = 0.1 the spread is too small"),
        ((lambda epsilon, rng: [0.2, 0.1],), "must return one number"),
    ],
}
