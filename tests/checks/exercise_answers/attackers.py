"""Answers to the exercises of the chapter "Attackers"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given
Q = 1 / (math.e + 1)


def of_contributions(s, r, p, q):
    return s * (1 - q) / (p - q) - (r - s) * q / (p - q)


def rates(asked, opposite, p, q):
    total = asked + opposite
    return 1 - total, (asked / total - q) / (p - q)


def rates_by_the_other(asked, opposite, p, q):
    sincere = opposite + asked
    return [1 - sincere, 1 - (opposite / sincere - q) / (p - q)]


def mended(reports, k, epsilon):
    q = 1 / (np.exp(epsilon) + 1)
    return (np.sum(reports, axis=0) - len(reports) * q) / (1 / 2 - q)


def by_weights(reports, k, epsilon):
    E = math.exp(epsilon)
    ones = [sum(column) for column in zip(*reports)]
    return [2 * ((E + 1) * one - len(reports)) / (E - 1) for one in ones]


RIGHT = {
    "gain": [(lambda s, r, p, q: (s - r * q) / (p - q),), (of_contributions,)],
    "two_questions": [(rates,), (rates_by_the_other,)],
    "by_hand": [(5.5, 4.5, 3, 9), (Fraction(11, 2), Fraction(9, 2), 3.0, 9)],
    "moved": [(0.148, 56.3), (Fraction(37, 250), math.sqrt(9_500 / 3))],
    "dropped": [(0.0394, 0.0164), (0.03939, 0.016443)],
    "opposite": [(0.2, 0.375, 0.2), (Fraction(1, 5), Fraction(3, 8), 0.2)],
    "ranking": [(2_689, 2, mended), (10_000 * Q, 2.0, by_weights)],
}
WRONG = {
    "gain": [
        ((lambda s, r, p, q: (s - q) / (p - q),), "for each of the r targets"),
        ((lambda s, r, p, q: s / (p - q),), "without what the server takes off"),
        ((lambda s, r, p, q: s - r * q,), "divide by p − q"),
        ((lambda s, r, p, q: s * (1 - q) / (p - q),), "not only for those"),
        ((lambda s, r, p, q: ...,), "write your line in place of ..."),
    ],
    "two_questions": [
        ((lambda a, o, p, q: (a + o, (a / (1 - a - o) - q) / (p - q)),), "do not always say no"),
        ((lambda a, o, p, q: (1 - a - o, (a - q) / (p - q)),), "share of sincere people"),
        ((lambda a, o, p, q: (1 - a - o, (o / (a + o) - q) / (p - q)),), "opposite question"),
        ((lambda a, o, p, q: 1 - a - o,), "must be 2 numbers"),
        ((lambda a, o, p, q: ...,), "write your line in place of ..."),
    ],
    "by_hand": [
        ((6, _, _, _), "without what the server takes off"),
        ((1, _, _, _), "honest report"),
        ((_, 16.5, _, _), "one target only"),
        ((_, _, 4, _), "without what the server takes off"),
        ((_, _, _, 3), "ones at all three"),
    ],
    "moved": [
        ((500 / 9_500 * 2.96, _), "m/n"),
        ((0.15, _), "forgets f"),
        ((14.8, _), "give a share"),
        ((0.048, _), "random input"),
        ((_, 168.8), "divide it by the gain"),
        ((_, 57.7), "that of honest people"),
    ],
    "dropped": [
        ((0.9606, _), "share that is kept"),
        ((0.0646, _), "at most 19"),
        ((_, 0), "no longer honest on average"),
        ((_, 1.644), "give a share"),
        ((_, 0.0038), "divide it by p − q"),
        ((_, 0.2727), "row that was kept"),
    ],
    "opposite": [
        ((0.8, _, _), "sincere"),
        ((0.6, _, _), "both rates together"),
        ((_, 0.2, _), "first question alone"),
        ((_, 0.625, _), "share of no"),
        ((_, _, 0.35), "rate of yes"),
        ((_, _, 0.375), "both questions"),
    ],
    "ranking": [
        ((0, _, _), "q is that of ε = 100"),
        ((1_345, _, _), "each counts"),
        ((_, 3.164, _), "right server"),
        ((_, 1, _), "divided by"),
        ((_, _, lambda reports, k, epsilon: 2.0 * reports.sum(axis=0)), "is not right"),
        ((_, _, lambda reports, k, epsilon: mended(reports, k, k)), "handed over as epsilon"),
        ((_, _, 5), "must be a function"),
        ((_, _, lambda reports, k, epsilon: ...), "write your line in place of ..."),
    ],
}
