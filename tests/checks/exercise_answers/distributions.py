"""Answers to the exercises of the chapter "Distributions and ranges"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def slope(epsilon):
    return 1 - (1 - math.exp(-epsilon)) / epsilon


def unbiased_place(reports, epsilon):
    return (reports.mean() - (1 - slope(epsilon)) / 2) / slope(epsilon)


def each_place(reports, epsilon):
    E = math.exp(epsilon)
    s = (epsilon - 1 + 1 / E) / epsilon
    return float(sum((y - 0.5) / s + 0.5 for y in reports) / len(reports))


def step(shares, channel, counts):
    return shares * (channel @ (counts / counts.sum() / (shares @ channel)))


def step_by_bayes(shares, channel, counts):
    joint = shares[:, None] * channel
    return (joint / joint.sum(axis=0) @ counts / counts.sum()).tolist()


def inside(cumulative, first, last):
    return cumulative[last] - (cumulative[first - 1] if first else 0)


def added_up(cumulative, first, last):
    return float(np.diff(np.concatenate([[0], cumulative]))[first : last + 1].sum())


RIGHT = {
    "by_hand": [(0.65, 1, 1.1), (Fraction(13, 20), 1.0, Fraction(11, 10))],
    "agree": [(0.42, 0.28, 0.14, 2 / 3), (0.42, 0.28, 0.14, Fraction(2, 3))],
    "every_level": [(4, 4.32), (4.0, 4.3215)],
    "in_range": [(inside,), (added_up,)],
    "which": [("EMS", "tree", "mean"), ("ems", " Tree ", "MEAN")],
    "mean_place": [(unbiased_place,), (each_place,)],
    "em_step": [(step,), (step_by_bayes,)],
}
WRONG = {
    "by_hand": [
        ((0.8, _, _), "share of reports"),
        ((0.6, _, _), "share the noes out"),
        ((_, 1.1, _), "no share of people is above 1"),
        ((_, 0.65, _), "go on"),
        ((_, _, 1.0), "not clipped"),
        ((_, _, 0.55), "divide by p − q"),
    ],
    "agree": [
        ((0.46, _, _, _), "has a say as well"),
        ((0.38, _, _, _), "the node goes up"),
        ((_, 0.27, _, _), "each of the three moves"),
        ((_, _, 0.18, _), "they go down"),
        ((_, _, _, 4 / 9), "its own answer has the weight 2/3"),
        ((_, _, _, 4 / 3), "square the weights"),
        ((_, _, _, 1), "takes noise away"),
    ],
    "every_level": [
        ((1, _), "add up"),
        ((0.25, _), "what each answer may have"),
        ((5, _), "the root is not asked"),
        ((_, 17.286), "four times the variance"),
        ((_, 0.2314), "turn the ratio"),
        ((_, 2.0788), "standard errors"),
    ],
    "in_range": [
        ((lambda c, first, last: c[last] - c[first],), "the bin `first` is left out"),
        ((lambda c, first, last: c[last] - c[first - 1],), "index -1"),
        ((lambda c, first, last: added_up(c, first, last - 1),), "the bin `last` is left out"),
    ],
    "which": [
        (("tree", _, _), "smooth"),
        ((_, "EMS", _), "has intervals"),
        ((_, _, "EMS"), "no shape is asked for"),
    ],
    "mean_place": [
        ((lambda y, e: y.mean(),), "not to x"),
        ((lambda y, e: y.mean() / slope(e),), "subtract (1 − s)/2 first"),
        ((lambda y, e: y.mean() - (1 - slope(e)) / 2,), "divide by s as well"),
        ((lambda y, e: np.clip(unbiased_place(y, e), 0, 1),), "may be below 0"),
        ((lambda *x: ...,), "your line in place of"),
    ],
    "em_step": [
        ((lambda s, c, n: c @ (n / n.sum() / (s @ c)),), "multiply by the old shares"),
        ((lambda s, c, n: s * (c @ (n / n.sum())),), "divide what was seen"),
        ((lambda *x: step(*x) * x[2].sum(),), "not their counts"),
        ((lambda *x: ...,), "your line in place of"),
    ],
}
