"""Answers to the exercises of the chapter "Many questions"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def noise(epsilon):
    return math.exp(epsilon) / (math.exp(epsilon) - 1) ** 2


def people(epsilon, h, share):
    return h * (noise(epsilon) + share * (1 - share))


def people_of_groups(epsilon, h, share):
    q = 1 / (math.exp(epsilon) + 1)
    return (q * (1 - q) / (1 - 2 * q) ** 2 + share - share**2) / (1 / h)


def bounds(a, b):
    return max(0, a + b - 1), min(a, b)


def client(epsilon_of=lambda epsilon, h: epsilon, other=True):
    """One answer is real, with a part of ε that a mistake may change."""

    def mended(record, sizes, epsilon, rng):
        report = [rng.integers(k) for k in sizes]
        drawn = rng.integers(len(sizes))
        k = sizes[drawn]
        kept = rng.random() < 1 / (1 + (k - 1) * math.exp(-epsilon_of(epsilon, len(sizes))))
        lie = (record[drawn] + rng.integers(int(other), k)) % k
        report[drawn] = record[drawn] if kept else lie
        return report

    return mended


def with_weights(record, sizes, epsilon, rng):
    drawn, report = rng.integers(len(sizes)), []
    for place, (value, k) in enumerate(zip(record, sizes)):
        weights = np.ones(k)
        weights[value] = math.exp(epsilon) if place == drawn else 1
        report.append(int(rng.choice(k, p=weights / weights.sum())))
    return tuple(report)


def of_rsfd(epsilon, h):
    return math.log(h * (math.exp(epsilon) - 1) + 1)


RIGHT = {
    "people": [(people,), (people_of_groups,)],
    "both_shares": [
        (bounds,),
        (lambda a, b: np.array([(a + b - 1) * (a + b > 1), np.fmin(a, b)]),),
    ],
    "by_hand": [(2 / 3, 1 / 3, 2, 1.5), (Fraction(2, 3), 0.3333, 2.0, Fraction(3, 2))],
    "by_n_over_h": [(False, 1.75), ("false", Fraction(7, 4))],
    "three_answers": [(0.375, 0.84375), (Fraction(3, 8), 0.844)],
    "helps_from": [(35,), (35.0,)],
    "fakes": [(1.817, client()), (math.log(3 * math.e - 2), with_weights)],
}

WRONG = {
    "people": [
        ((lambda e, h, s: h * noise(e) + s * (1 - s),), "the sampling part grows"),
        ((lambda e, h, s: noise(e) + s * (1 - s),), "multiply by h"),
        ((lambda e, h, s: noise(e / h) + s * (1 - s),), "split budget"),
        ((lambda e, h, s: ...,), "your line in place of"),
    ],
    "both_shares": [
        ((lambda a, b: (a + b - 1, min(a, b)),), "cannot be negative"),
        ((lambda a, b: (0, min(a, b)),), "more than all people"),
        ((lambda a, b: (max(0, a + b - 1), max(a, b)),), "at most the smaller"),
        ((lambda a, b: (a * b, a * b),), "nothing to do with each other"),
        ((lambda a, b: ...,), "your line in place of"),
    ],
    "by_hand": [
        ((0.5, _, _, _), "another one says yes"),
        ((_, 1 / 6, _, _), "two combinations"),
        ((_, _, 2 / 3, _), "not by P − Q"),
        ((_, _, _, 0.75), "only half of the people"),
        ((_, _, _, 2), "sampling part"),
    ],
    "by_n_over_h": [
        ((True, _), "divides by n/h"),
        ((_, 4 / 7), "inverse"),
        ((_, 1), "= 1/n"),
        ((_, 1.3229), "square it"),
        (("perhaps", _), "must be one of"),
    ],
    "three_answers": [
        ((27 / 64, _), "subtract"),
        ((44 / 64, _), "total of 0"),
        ((_, 0.75), "one answer"),
        ((_, 10 / 64), "wrong"),
    ],
    "helps_from": [
        ((2 * math.log(1e6) / (1 - math.tanh(0.1)) ** 2,), "whole number"),
        ((34,), "still above"),
        ((46,), "e^ε − 1"),
        ((28,), "divide by (1 − m)²"),
    ],
    "fakes": [
        ((1, _), "without a common answer"),
        ((6.155, _), "logarithm"),
        ((1.49, _), "two questions"),
        ((_, client(of_rsfd)), "asked for ε = 2, your reports show at least"),
        ((_, client(lambda epsilon, h: epsilon / h)), "not the probabilities asked for"),
        ((_, client(other=False)), "asked for"),
        ((_, 5), "must be a function"),
    ],
}
