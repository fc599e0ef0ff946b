"""Answers to the exercises of the chapter "What ε promises"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def loss_by_channel(k):
    p = Fraction(k + 1, 2 * k)
    return float("inf") if p == 1 else float(np.log(float(p / (1 - p))))


def seldom_by_floats(value, k, rng):
    return value if rng.random() >= 1 / k else rng.random() < 0.5


RIGHT = {
    "largest_ratio": (lambda c: (c.max(axis=0) / c.min(axis=0)).max(),),
    "most_caught": (lambda epsilon, a: min(math.e**epsilon * a, 1 - (1 - a) * math.e**-epsilon),),
    "three_rows": (1.253, (1, 3), 2),
    "raw_with_delta": (33, math.inf),
    "inverted_frequency": (loss_by_channel, seldom_by_floats),
    "a_day_at_16": (112, 0.899),
}


def published_rule(value, k, rng):
    return value if rng.integers(k) == 0 else bool(rng.integers(2))


WRONG = {
    "inverted_frequency": [
        ((_, published_rule), "mended at 1: asked for ε = 0, your reports show at least")
    ]
}
