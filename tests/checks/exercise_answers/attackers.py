"""Answers to the exercises of the chapter "Attackers"."""

import math

_ = None  # an answer that is not given
Q = 1 / (math.e + 1)


def of_contributions(s, r, p, q):
    return s * (1 - q) / (p - q) - (r - s) * q / (p - q)


def rates_by_the_other(asked, opposite, p, q):
    sincere = opposite + asked
    return [1 - sincere, 1 - (opposite / sincere - q) / (p - q)]


def by_weights(reports, k, epsilon):
    E = math.exp(epsilon)
    ones = [sum(column) for column in zip(*reports)]
    return [2 * ((E + 1) * one - len(reports)) / (E - 1) for one in ones]


RIGHT = {
    "gain": (of_contributions,),
    "two_questions": (rates_by_the_other,),
    "by_hand": (5.5, 4.5, 3, 9),
    "moved": (0.148, 56.3),
    "dropped": (0.0394, 0.0164),
    "opposite": (0.2, 0.375, 0.2),
    "ranking": (10_000 * Q, 2.0, by_weights),
}
WRONG = {}
