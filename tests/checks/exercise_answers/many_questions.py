"""Answers to the exercises of the chapter "Many questions"."""

import math

import numpy as np

_ = None  # an answer that is not given


def people_of_groups(epsilon, h, share):
    q = 1 / (math.exp(epsilon) + 1)
    return (q * (1 - q) / (1 - 2 * q) ** 2 + share - share**2) / (1 / h)


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
    "people": (people_of_groups,),
    "both_shares": (lambda a, b: np.array([(a + b - 1) * (a + b > 1), np.fmin(a, b)]),),
    "by_hand": (2 / 3, 1 / 3, 2, 1.5),
    "by_n_over_h": (False, 1.75),
    "three_answers": (0.375, 0.84375),
    "helps_from": (35,),
    "fakes": (math.log(3 * math.e - 2), with_weights),
}

WRONG = {"fakes": [((_, client(of_rsfd)), "asked for ε = 2, your reports show at least")]}
