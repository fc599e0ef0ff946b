"""Answers to the exercises of the chapter "How many people?"."""

import math

import numpy as np
from scipy.stats import norm

from ldp_course import RandomizedResponse

_ = None  # an answer that is not given


def coins(truth, rng):
    return RandomizedResponse(1).perturb([int(truth)], rng)[0]


def one_float(truth, rng):
    return bool(truth) if rng.random() < math.e / (math.e + 1) else not truth


def flip_back(sent, client):
    return sent.astype(bool) ^ (client(0) != 0)


def loop_back(sent, client):
    lies = {int(client(truth)): truth for truth in (0, 1)}
    return [lies[int(report)] for report in sent]


def spread(share, p, q):
    return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2


def spread_differently(share, p, q):
    return np.average([p - p**2, q - q**2], weights=[share, 1 - share]) / (p - q) / (p - q)


def coins_alone(epsilon):
    return math.exp(epsilon) / (math.exp(epsilon) - 1) ** 2


def error_by_the_module(epsilon, n, share):
    return np.sqrt(share * (1 - share) / n + RandomizedResponse(epsilon).variance(n, share))


def error_by_the_reports(epsilon, n, share):
    p = 1 / (1 + math.exp(-epsilon))
    said = 1 - p + share * (2 * p - 1)
    return math.sqrt(said * (1 - said) / n) / (2 * p - 1)


def people(epsilon, margin, confidence):
    z = norm.ppf((1 + confidence) / 2)
    return int(np.ceil(z**2 / margin**2 * (1 / 4 + 1 / (2 * math.sinh(epsilon / 2)) ** 2)))


def people_as_a_float(epsilon, margin, confidence):
    return np.ceil(
        (norm.isf((1 - confidence) / 2) / margin * error_by_the_module(epsilon, 1, 0.5)) ** 2
    )


RIGHT = {
    "standard_error": [(error_by_the_module,), (error_by_the_reports,)],
    "people_needed": [(people,), (people_as_a_float,)],
    "plan_a_survey": [(160_101, 150_878), (160_107.0, np.float64(150_884))],
    "one_sided_coin": [(spread, (0.728, 0.268)), (spread_differently, [0.73, 0.27])],
    "helpful_seed": [(flip_back, coins), (loop_back, one_float)],
}


def lies_with(p):
    """A client that tells the truth with probability p."""
    return lambda truth, rng: bool(truth) if rng.random() < p else not truth


def one_seed(truth, rng):
    return RandomizedResponse(1).perturb([int(truth)], np.random.default_rng(42))[0]


WRONG = {
    "standard_error": [
        ((lambda e, n, s: math.sqrt((s * (1 - s)) / n + coins_alone(e)),), "divided by n, too"),
        ((lambda e, n, s: math.sqrt(s * (1 - s) / n + 0.75 / n),), "for two coins, at every ε"),
        ((lambda e, n, s: math.sqrt(s * (1 - s) / n),), "leaves out the privacy part"),
        (
            (lambda e, n, s: np.sqrt(s * (1 - s) / n + ...),),
            "write your line in place of ...",
        ),
    ],
    "people_needed": [
        ((lambda e, m, c: math.ceil(m * people(e, m, c)),), "the margin is squared"),
        ((lambda e, m, c: people(e, m, c) - 1,), "11,242 is not right"),
        ((lambda e, m, c: math.ceil((0.25 + coins_alone(e)) / m**2),), "is z standard errors"),
        ((lambda e, m, c: math.ceil(0.25 + coins_alone(e)),), "the variance of one person"),
        ((lambda e, m, c: int(np.ceil(...)),), "write your line in place of ..."),
    ],
    "plan_a_survey": [
        ((41_679, _), "this takes one"),
        ((166_710, _), "this is for two standard errors"),
        ((9_604, _), "leaves out the coins"),
        ((_, 160_101), "for the other share"),
        (("many", _), "must be one number"),
    ],
    "one_sided_coin": [
        ((lambda s, p, q: p * (1 - p) / (p - q) ** 2, _), "people with no have the variance"),
        ((lambda s, p, q: spread(s, p, q) * (p - q) ** 2, _), "divide by (p' − q')²"),
        ((_, (0.9, 0.1)), "asked for ε = 1, this pair has 2.2"),
        ((_, (0.5, 0.2)), "comes down to 0.921"),
        ((0.9, 0.5), "must be a function, which the check calls as variance(share, p, q)"),
    ],
    "helpful_seed": [
        ((lambda sent, client: sent, _), "everybody lies"),
        ((lambda sent, client: 1 - sent, _), "nobody lies"),
        ((lambda sent, client: None, _), "attack returned nothing"),
        ((_, one_seed), "every report is the opposite of the truth"),
        ((_, lies_with(0.9)), "asked for ε = 1, your reports show at least"),
        ((_, lies_with(0.6)), "not the probabilities asked for"),
        (
            (_, lambda truth, rng: coins(truth, np.random.default_rng())),
            "draw all chance from `rng`",
        ),
        ((_, lambda truth, rng: "yes"), "must give one report for each person: 0 (no) or 1 (yes)"),
        ((_, coins(1, np.random.default_rng(0))), "must be a function"),
    ],
}
