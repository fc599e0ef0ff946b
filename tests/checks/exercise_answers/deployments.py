"""Answers to the exercises of the chapter "Deployments and choosing ε"."""

import math

import numpy as np

_ = None  # an answer that is not given


def under(h, epsilon):
    return 1 - h + h * math.exp(epsilon)


def logit(share):
    return math.log(share / (1 - share))


def allowed(prior, ceiling):
    return logit(ceiling) - logit(prior)


def bound(one, ever, reports, values):
    return min(values * ever, one * reports)


def belief(prior, epsilon):
    odds = math.exp(epsilon) * prior / (1 - prior)
    return odds / (1 + odds)


RIGHT = {
    "likelihood": [(under,), (lambda h, epsilon: 1 + h * np.expm1(epsilon),)],
    "largest_epsilon": [
        (allowed,),
        (lambda prior, ceiling: np.log((1 / prior - 1) / (1 / ceiling - 1)),),
    ],
    "ledger": [(1095, 2.5), (3 * 730 * 0.5, 5 / 2)],
    "belief": [(2.506, 0.835), (math.log(49 / 4), math.log(49 / 4) / 3)],
    "interval": [(1.925, 1.558, False, 338_000), (1.9251, 1.55814, "false", 337_778)],
    "sparse": [(3.154, 7.784, 3), (4 * math.log(11 / 5), 4 * math.log(7), 3.0)],
    "month": [
        (bound,),
        (lambda one, ever, reports, values: values * min(ever, one * reports / values),),
    ],
    "times": [
        (lambda prior, epsilon: belief(prior, epsilon) / prior, 99.6),
        (lambda prior, epsilon: 1 / (prior + (1 - prior) * math.exp(-epsilon)), 99.55),
    ],
}
WRONG = {
    "likelihood": [
        ((lambda h, epsilon: h * math.exp(epsilon),), "forgets the emoji"),
        ((lambda h, epsilon: 1 + h * math.exp(epsilon),), "only 1 - h"),
        ((lambda h, epsilon: 1 - h + h * epsilon,), "logarithm of the ratio"),
        ((lambda h, epsilon: h + (1 - h) * math.exp(-epsilon),), "take 1 for h = 0"),
        ((lambda h, epsilon: ...,), "write your line in place of ..."),
    ],
    "largest_epsilon": [
        ((lambda prior, ceiling: math.log(ceiling / prior),), "ε multiplies odds"),
        ((lambda prior, ceiling: math.exp(allowed(prior, ceiling)),), "this is e^ε"),
        ((lambda prior, ceiling: -allowed(prior, ceiling),), "the other way round"),
        ((lambda prior, ceiling: logit(ceiling),), "divide by the prior odds"),
        ((lambda prior, ceiling: ...,), "write your line in place of ..."),
    ],
    "ledger": [
        ((547.5, _), "one year"),
        ((2190, _), "counts reports"),
        ((_, 0.5), "one value"),
        ((_, 1095), "costs nothing"),
        ((_, 5), "counts values"),
    ],
    "belief": [
        ((2.303, _), "ε multiplies odds"),
        ((12.25, _), "this is e^ε"),
        ((_, 2.506), "all three together"),
        ((_, 1.407), "a third of the odds"),
    ],
    "interval": [
        ((1.068, _, _, _), "one yes/no question"),
        ((_, 1.386, _, _), "multiplies odds"),
        ((_, _, True, _), "compare both ends"),
        ((_, _, _, 84_750), "one yes/no question"),
        ((_, _, _, 200_000), "the people you have"),
    ],
    "sparse": [
        ((4.394, _, _), "leave out the permanent noise"),
        ((1.577, _, _), "one of the two hashes"),
        ((_, 3.892, _), "up to 2h bits"),
        ((_, 10.937, _), "adds nothing"),
        ((_, _, 2), "still below"),
    ],
    "month": [
        ((lambda one, ever, reports, values: one * reports,), "counts reports"),
        ((lambda one, ever, reports, values: values * ever,), "less than the cap"),
        ((lambda one, ever, reports, values: min(ever, one * reports),), "each value is paid"),
        (
            (lambda one, ever, reports, values: values * ever + one * reports,),
            "do not add",
        ),
        (
            (lambda one, ever, reports, values: values * min(ever, one * reports),),
            "reports / values reports",
        ),
        ((lambda one, ever, reports, values: ...,), "write your line in place of ..."),
    ],
    "times": [
        ((lambda prior, epsilon: math.exp(epsilon), _), "a belief is a probability"),
        ((belief, _), "divide it by the prior"),
        ((lambda prior, epsilon: math.exp(epsilon) / (1 - prior), _), "ratio of the odds"),
        ((_, 22_026), "multiplies odds"),
        ((_, 0.9955), "this is the belief"),
        ((_, 100), "not quite reached"),
    ],
}
