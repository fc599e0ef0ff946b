"""Answers to the exercises of the chapter "How many people?"."""

import math

import numpy as np
from scipy.stats import norm

from ldp_course import RandomizedResponse

_ = None  # an answer that is not given


def one_float(truth, rng):
    return bool(truth) if rng.random() < math.e / (math.e + 1) else not truth


def loop_back(sent, client):
    lies = {int(client(truth)): truth for truth in (0, 1)}
    return [lies[int(report)] for report in sent]


def spread_differently(share, p, q):
    return np.average([p - p**2, q - q**2], weights=[share, 1 - share]) / (p - q) / (p - q)


def error_by_the_module(epsilon, n, share):
    return np.sqrt(share * (1 - share) / n + RandomizedResponse(epsilon).variance(n, share))


def error_by_the_reports(epsilon, n, share):
    p = 1 / (1 + math.exp(-epsilon))
    said = 1 - p + share * (2 * p - 1)
    return math.sqrt(said * (1 - said) / n) / (2 * p - 1)


def people_as_a_float(epsilon, margin, confidence):
    return np.ceil(
        (norm.isf((1 - confidence) / 2) / margin * error_by_the_module(epsilon, 1, 0.5)) ** 2
    )


RIGHT = {
    "standard_error": (error_by_the_reports,),
    "people_needed": (people_as_a_float,),
    "plan_a_survey": (160_101, 150_878),
    "one_sided_coin": (spread_differently, [0.73, 0.27]),
    "helpful_seed": (loop_back, one_float),
}


WRONG = {
    "one_sided_coin": [
        ((_, (0.9, 0.1)), "asked for ε = 1, this pair has 2.2"),
        ((_, (0.5, 0.2)), "comes down to 0.921"),
    ],
    "helpful_seed": [((lambda sent, client: sent, _), "everybody lies")],
}
