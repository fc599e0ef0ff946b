"""Randomized response: known mistakes in numbers and estimates. No chance in these but the hidden
tables.
"""

import math

import numpy as np
from scipy.special import expit

from answers import of_anybody, of_task

from .right import by_hand


def told(t):
    return 1 - t.a - t.b


def right(t, reports):
    return (np.mean(reports) - t.a) / told(t)


CUT = "below 0 or above 1"
ESTIMATES = {
    "share of reports": (lambda t, r: r.mean(), 0, "with the forced answers in it"),
    "cut": (lambda t, r: np.clip(right(t, r), 0, 1), 1.5, CUT),
    "nothing": (lambda t, r: None, 0, "returned None: is a `return` missing?"),
}


def terms(r, e):
    return (r - expit(-e)) / np.tanh(e / 2)


UNEQUAL = {
    "sum by sum": (
        lambda r, e: (r - expit(-e)).sum() / np.tanh(e / 2).sum(),
        0,
        "divides a sum by a sum",
    ),
    "precision": (
        lambda r, e: np.average(terms(r, e), weights=np.sinh(e / 2) ** 2),
        0,
        "more, wrong on average",
    ),
    "cut": (lambda r, e: np.clip(terms(r, e).mean(), 0, 1), 1.5, CUT),
}


def people(t, margin, p=None, z=1.96, stretch=2):
    spread = max(t.a * (1 - t.a), t.b * (1 - t.b)) if p is None else p * (1 - p)
    return spread * (z / margin) ** 2 / told(t) ** stretch


def better(t):
    return min(t.a, t.b)


PEOPLE = {
    "better case": (lambda t, m: math.ceil(people(t, m, better(t))), "the better case"),
    "one too many": (lambda t, m: math.ceil(people(t, m)) + 1, "not the smallest number"),
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
    name: (lambda t, wrong=wrong: [wrong(t), ""], 0, said)
    for name, (wrong, said) in EPSILON.items()
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


def changed(probabilities=lambda mine: mine, epsilon=lambda t, mine: mine):
    """The right answer about the broken client, changed."""

    def make(t):
        right, loss = by_hand(t)
        return [probabilities(right), epsilon(t, loss)]

    return make


BROKEN = {
    "what it should have": (changed(epsilon=lambda t, mine: promised(t)), 0.5, "read what it does"),
    "probabilities that it should have, and infinite": (
        lambda t: [[(1 - t.heads) / 2 + 0.01, (1 + t.heads) / 2], math.inf],
        {0, 0.25},
        "when both probabilities are right",
    ),
    "infinite alone": (lambda t: [None, math.inf], 0, "not answered yet"),
    "infinite, and guesses": (lambda t: [[0.31, 0.77], math.inf], 0, "add up the chances"),
    "one probability": (changed(lambda mine: mine[1]), 0, "a list of two probabilities"),
}

WRONG = {
    "epsilon_of_survey": SURVEY,
    "estimate_share": {
        name: (of_task(estimate), *rest) for name, (estimate, *rest) in ESTIMATES.items()
    },
    "people_needed": {
        name: (of_task(number), 0, *said) for name, (number, *said) in PEOPLE.items()
    },
    "estimate_unequal": {
        name: (of_anybody(estimate), *rest) for name, (estimate, *rest) in UNEQUAL.items()
    },
    "epsilon_of_the_broken": BROKEN,
}
