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


def counts_in_place(t, reports):
    estimate = right(t, reports)
    reports.sort()
    return estimate


CUT = "below 0 or above 1"
ESTIMATES = {
    "share of reports": (lambda t, r: r.mean(), 0, "with the forced answers in it"),
    "number of people": (lambda t, r: right(t, r) * len(r), 0, "divide by how many reported"),
    "percent": (lambda t, r: 100 * right(t, r), 0, "return a share"),
    "b for a": (
        lambda t, r: (r.mean() - t.b) / told(t),
        0,
        'the forced "yes" have the probability a',
    ),
    "not stretched": (lambda t, r: r.mean() - t.a, 0, "then divide by"),
    "not subtracted": (lambda t, r: r.mean() / told(t), 0, 'subtract the forced "yes" before'),
    "stretched by 1 - a": (
        lambda t, r: (r.mean() - t.a) / (1 - t.a),
        0,
        "some are forced to say no",
    ),
    "symmetric": (lambda t, r: (r.mean() - t.a) / (1 - 2 * t.a), 0, "symmetric"),
    "share of no": (lambda t, r: 1 - right(t, r), 0, 'the share of "no"'),
    "rounded": (lambda t, r: round(right(t, r), 3), 0, "rounded is not unbiased"),
    "a half": (lambda t, r: 0.5, 0, "not the unbiased estimate"),
    "cut": (lambda t, r: np.clip(right(t, r), 0, 1), 1.5, CUT),
    "cut below": (lambda t, r: max(right(t, r), 0), 1.5, CUT),
    "cut above": (lambda t, r: min(right(t, r), 1), 1.5, CUT),
    "absolute": (lambda t, r: abs(right(t, r)), 1.5, CUT),
    "sorts its input": (counts_in_place, 1.5, "work on a copy"),
    "each person": (lambda t, r: (r - t.a) / told(t), 0, "return one number"),
    "with an error": (lambda t, r: (right(t, r), 0.1), 0, "return one number"),
    "nothing": (lambda t, r: None, 0, "returned None: is a `return` missing?"),
    "not a number": (lambda t, r: math.nan, 0, "return one number"),
}


def terms(r, e):
    return (r - expit(-e)) / np.tanh(e / 2)


UNEQUAL = {
    "sum by sum": (
        lambda r, e: (r - expit(-e)).sum() / np.tanh(e / 2).sum(),
        0,
        "divides a sum by a sum",
    ),
    "mean ε": (lambda r, e: terms(r, np.full(len(e), e.mean())).mean(), 0, "the mean ε for all"),
    "precision": (
        lambda r, e: np.average(terms(r, e), weights=np.sinh(e / 2) ** 2),
        0,
        "more, wrong on average",
    ),
    "root of precision": (
        lambda r, e: np.average(terms(r, e), weights=np.sinh(e / 2)),
        0,
        "more weight",
    ),
    "weights ε": (lambda r, e: np.average(terms(r, e), weights=e), 0, "not the unbiased estimate"),
    "share of reports": (lambda r, e: r.mean(), 0, "with the false ones in it"),
    "each cut": (lambda r, e: np.clip(terms(r, e), 0, 1).mean(), 0, "with the false ones in it"),
    "number of people": (lambda r, e: terms(r, e).sum(), 0, "divide by how many reported"),
    "not stretched": (lambda r, e: (r - expit(-e)).mean(), 0, "then divide by p - q of the person"),
    "p for q": (
        lambda r, e: ((r - expit(e)) / np.tanh(e / 2)).mean(),
        0,
        "not the unbiased estimate",
    ),
    "median": (lambda r, e: np.median(terms(r, e)), 0, "not the unbiased estimate"),
    "rounded": (lambda r, e: np.round(terms(r, e).mean(), 2), 0, "rounded is not unbiased"),
    "cut": (lambda r, e: np.clip(terms(r, e).mean(), 0, 1), 1.5, CUT),
    "sorts its input": (lambda r, e: (terms(r, e).mean(), r.sort())[0], 1.5, "work on a copy"),
}


def people(t, margin, p=None, z=1.96, stretch=2):
    spread = max(t.a * (1 - t.a), t.b * (1 - t.b)) if p is None else p * (1 - p)
    return spread * (z / margin) ** 2 / told(t) ** stretch


def better(t):
    return min(t.a, t.b)


PEOPLE = {
    "better case": (lambda t, m: math.ceil(people(t, m, better(t))), "the better case"),
    "half and half": (
        lambda t, m: math.ceil((people(t, m, t.a) + people(t, m, t.b)) / 2),
        "half of the truths yes",
    ),
    "sample": (lambda t, m: math.ceil(people(t, m, 0.5)), "only the die is random"),
    "90 %": (lambda t, m: math.ceil(people(t, m, z=1.645)), "90 %"),
    "99 %": (lambda t, m: math.ceil(people(t, m, z=2.576)), "99 %"),
    "z = 2": (lambda t, m: math.ceil(people(t, m, z=2)), "1.96 standard errors, not 2"),
    "z = 1": (lambda t, m: math.ceil(people(t, m, z=1)), "for one standard error"),
    "whole width": (lambda t, m: math.ceil(people(t, m / 2)), "half of the interval"),
    "not stretched": (lambda t, m: math.ceil(people(t, m, stretch=0)),),
    "stretched once": (lambda t, m: math.ceil(people(t, m, stretch=1)), "the square"),
    "rounded down": (lambda t, m: math.floor(people(t, m)), "round up"),
    "not rounded": (lambda t, m: people(t, m), "round up"),
    "one too many": (lambda t, m: math.ceil(people(t, m)) + 1, "not the smallest number"),
    "10,000": (lambda t, m: 10_000, "not the smallest number"),
    "nothing": (lambda t, m: None, "returned None: is a `return` missing?"),
}


def ratios(t):
    return sorted([(1 - t.b) / t.a, (1 - t.a) / t.b])


EPSILON = {
    "smaller ratio": (lambda t: math.log(ratios(t)[0]), "smaller ratio"),
    "ratio": (lambda t: ratios(t)[1], "ε is its logarithm"),
    "log2": (lambda t: math.log2(ratios(t)[1]), "not log2"),
    "log10": (lambda t: math.log10(ratios(t)[1]), "not log10"),
    "negative": (lambda t: -math.log(ratios(t)[1]), "not negative"),
    "sum": (lambda t: math.log(ratios(t)[0] * ratios(t)[1]), "not the sum"),
    "one decimal": (lambda t: math.floor(10 * math.log(ratios(t)[1])) / 10, "is not right"),
    "infinite": (lambda t: math.inf, "= inf is not right"),
    "words": (lambda t: "large", "must be one number"),
    "function": (lambda t: print, "must be one number"),
}


def more(t):
    return "yes" if t.a < t.b else "no"


SURVEY = {
    name: (lambda t, wrong=wrong: [wrong(t), ""], 0, said)
    for name, (wrong, said) in EPSILON.items()
} | {
    "the report that tells less": (
        lambda t: [math.log(ratios(t)[1]), "no" if more(t) == "yes" else "yes"],
        1.5, "is not right: compare Pr[report",
    ),
    "right report, wrong ε": (lambda t: [1.0, more(t)], 0.5, "is not right"),
}  # fmt: skip


def promised(t):
    return math.log((1 + t.heads) / (1 - t.heads))


def changed(probabilities=lambda mine: mine, epsilon=lambda t, mine: mine):
    """The right answer about the broken client, changed."""

    def make(t):
        right, loss = by_hand(t)
        return [probabilities(right), epsilon(t, loss)]

    return make


def finite(epsilon):
    """Where ε is infinite, something else."""
    return lambda t, mine: epsilon(mine) if mine < math.inf else 5.0


BROKEN = {
    "what it should have": (changed(epsilon=lambda t, mine: promised(t)), 0.5, "read what it does"),
    "probabilities that it should have, and infinite": (
        lambda t: [[(1 - t.heads) / 2 + 0.01, (1 + t.heads) / 2], math.inf],
        {0, 0.25}, "when both probabilities are right",
    ),
    "infinite alone": (lambda t: [None, math.inf], 0, "not answered yet"),
    "infinite, and guesses": (lambda t: [[0.31, 0.77], math.inf], 0, "add up the chances"),
    "not infinite": (changed(epsilon=lambda t, mine: 5.0), 0.5, "is not right"),
    "log2": (changed(epsilon=finite(lambda mine: mine / math.log(2))), 0.5, "is not right"),
    "the ratio": (changed(epsilon=finite(math.exp)), 0.5, "is not right"),
    "one probability": (changed(lambda mine: mine[1]), 0, "a list of two probabilities"),
    "the other way round": (changed(lambda mine: mine[::-1]), 0, "add up the chances"),
    "nothing": (lambda t: [None, None], 0, "not answered yet"),
}  # fmt: skip

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
