"""Answer "Randomized response" with mistakes in numbers and estimates.

There is no chance in these but in the hidden tables.
"""

import math

import numpy as np
from scipy.special import expit

from answers import of_anybody, of_task

from .right import PEOPLE as PEOPLE_NEEDED
from .right import by_hand, truth_chance


def right(t, reports):
    return (np.mean(reports) - t.a) / truth_chance(t)


CUT = "below 0 or above 1"
ESTIMATES = {
    "share of reports": (lambda t, r: r.mean(), 0, "with the forced answers in it"),
    "cut": (lambda t, r: np.clip(right(t, r), 0, 1), 1.5, CUT),
}


def terms(r, e):
    return (r - expit(-e)) / np.tanh(e / 2)


UNEQUAL = {
    "sum by sum": (
        lambda r, e: (r - expit(-e)).sum() / np.tanh(e / 2).sum(),
        0,
        "divides a sum by a sum",
    ),
    "cut": (lambda r, e: np.clip(terms(r, e).mean(), 0, 1), 1.5, CUT),
}


def people(t, margin, p):
    return math.ceil(p * (1 - p) * (1.96 / margin) ** 2 / truth_chance(t) ** 2)


def better(t):
    return min(t.a, t.b)


PEOPLE = {
    "better case": (lambda t, m: people(t, m, better(t)), "the better case"),
    "one too many": (
        lambda t, m: PEOPLE_NEEDED["1.96"](t)(m) + 1,
        "not the smallest number",
    ),
}


def ratios(t):
    return sorted([(1 - t.b) / t.a, (1 - t.a) / t.b])


EPSILON = {
    "ratio": (lambda t: ratios(t)[1], "ε is its logarithm"),
    "words": (lambda t: "large", "must be one number"),
}


def more(t):
    return "yes" if t.a < t.b else "no"


SURVEY = {
    name: (lambda t, wrong=wrong: [wrong(t), ""], 0, parts)
    for name, (wrong, parts) in EPSILON.items()
} | {
    "the report that tells less": (
        lambda t: [math.log(ratios(t)[1]), "no" if more(t) == "yes" else "yes"],
        1.5,
        "is not right: compare Pr[report",
    ),
    "right report, wrong ε": (lambda t: [1.0, more(t)], 0.5, "is not right"),
}


def promised(t):
    return math.log((1 + t.heads) / (1 - t.heads))


BROKEN = {
    "what it should have": (lambda t: [by_hand(t)[0], promised(t)], 0.5, "read what it does"),
    "probabilities that it should have, and infinite": (
        lambda t: [[(1 - t.heads) / 2 + 0.01, (1 + t.heads) / 2], math.inf],
        {0, 0.25},
        "when both probabilities are right",
    ),
    "infinite, and guesses": (lambda t: [[0.31, 0.77], math.inf], 0, "add up the chances"),
}  # fmt: skip

WRONG = {
    "epsilon_of_survey": SURVEY,
    "estimate_share": {
        name: (of_task(estimate), *rest)
        for name, (estimate, *rest) in ESTIMATES.items()
    },
    "people_needed": {
        name: (of_task(number), 0, *parts) for name, (number, *parts) in PEOPLE.items()
    },
    "estimate_unequal": {
        name: (of_anybody(estimate), *rest)
        for name, (estimate, *rest) in UNEQUAL.items()
    },
    "epsilon_of_the_broken": BROKEN,
}
