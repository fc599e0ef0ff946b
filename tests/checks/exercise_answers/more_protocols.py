"""Answers to the exercises of the chapter "More protocols"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def set_of_values(value, k, w, p, rng):
    inside = rng.random() < p
    steps = rng.choice(k - 1, w - inside, replace=False)
    return {*((value + 1 + steps) % k).tolist(), *[value] * inside}


def row_of_bits(value, k, w, p, rng):
    keys = rng.random(k)
    keys[value] = -1 if rng.random() < p else 2
    return (np.argsort(np.argsort(keys)) < w).astype(int)


def from_supports(supports, n, g, epsilon):
    p = math.exp(epsilon) / (math.exp(epsilon) + g - 1)
    return (supports / n - 1 / g) / (p - 1 / g)


def from_each_support(supports, n, g, epsilon):
    p = 1 / (1 + (g - 1) * math.exp(-epsilon))
    return [(g * count - n) / (p * g - 1) / n for count in supports]


def from_columns(columns, rows, epsilon):
    E = math.exp(epsilon)
    return rows[:, columns].mean(axis=1) * (E + 1) / (E - 1)


def from_counts_of_columns(columns, rows, epsilon):
    counts = np.bincount(columns, minlength=rows.shape[1])
    return (rows @ counts / len(columns) / math.tanh(epsilon / 2)).tolist()


RIGHT = {
    "by_hand": [(0.5625, 0.2708, 2.321), (Fraction(9, 16), Fraction(13, 48), 2.3214)],
    "leaves_one_out": [(0.692, set_of_values), (0.538 + 0.462 / 3, row_of_bits)],
    "wrong_q": [(0.25, 0.625), (Fraction(1, 4), Fraction(5, 8))],
    "estimate": [(from_supports,), (from_each_support,)],
    "shares": [(from_columns,), (from_counts_of_columns,)],
}


def published_set(value, k, w, p, rng):
    inside = rng.random() < p
    steps = rng.choice(k - 1, w - inside, replace=False)
    return {*((value + steps) % k).tolist(), *[value] * inside}


def always_inside(value, k, w, p, rng):
    return set_of_values(value, k, w, 1.0, rng)


def any_set(value, k, w, p, rng):
    return rng.choice(k, w, replace=False)


def one_too_many(value, k, w, p, rng):
    return set_of_values(value, k, w + 1, p, rng)


def old_q(supports, n, g, epsilon):
    q = 1 / (math.exp(epsilon) + g - 1)
    return (supports / n - q) / (math.exp(epsilon) * q - q)


WRONG = {
    "by_hand": [
        ((0.25, _, _), "direct encoding"),
        ((_, 0.3333, _), "subtract p"),
        ((_, 0.0833, _), "direct encoding"),
        ((_, 0.24375, _), "k − 1 others"),
        ((_, _, 0.677), "not by p − q"),
        ((_, _, 1.5236), "square it"),
    ],
    "leaves_one_out": [
        ((0.538, _), "this is what was meant"),
        ((0.871, _), "only when it is not inside"),
        ((_, published_set), "every set must have w = 2 members"),
        ((_, always_inside), "asked for ε = 1, your reports show at least"),
        ((_, any_set), "not the probabilities asked for"),
        ((_, any_set), 'report "{'),
        ((_, one_too_many), "yours have [3]"),
        ((_, {1, 2}), "must be a function"),
    ],
    "wrong_q": [
        ((0, _), "what a right server reports"),
        ((0.0751, _), "divide by"),
        ((_, 0.5), "what a right server reports"),
        ((_, 0.25), "support it with p"),
        ((_, 0.3627), "subtract q'"),
        ((_, 0.75), "only the other half"),
    ],
    "estimate": [
        ((old_q,), "not with 1/(E + g − 1)"),
        ((lambda *x: x[1] * from_supports(*x),), "divide by n"),
        ((lambda *x: np.maximum(from_supports(*x), 0),), "below 0"),
        ((lambda *x: ...,), "your line in place of"),
    ],
    "shares": [
        ((lambda columns, rows, epsilon: rows[:, columns].mean(axis=1),), "stretch it"),
        ((lambda *x: from_columns(*x) * math.tanh(x[2] / 2) ** 2,), "do not multiply"),
        ((lambda *x: np.maximum(from_columns(*x), 0),), "below 0"),
        ((lambda *x: from_columns(*x) - 0.5,), "no half to take off"),
    ],
}
