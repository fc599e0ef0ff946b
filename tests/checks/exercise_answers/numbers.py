"""Answers to the exercises of the chapter "Numbers"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def at_once(x, epsilon, rng):
    bound = (math.exp(epsilon) + 1) / (math.exp(epsilon) - 1)
    return rng.binomial(1, 0.5 + x / (2 * bound))


def of_piece(y, x, epsilon, height):
    bound = 1 / math.tanh(epsilon / 4)
    inside = np.abs(y - (bound + 1) * x / 2) <= (bound - 1) / 2
    return np.where(inside, height, height / math.exp(epsilon))


def as_published(y, x, epsilon):
    E, root = math.exp(epsilon), math.exp(epsilon / 2)
    return of_piece(y, x, epsilon, (E - root) / (2 * root + 2)).tolist()


def not_clipped(values, epsilon, low, high, rng):
    noise = rng.laplace(scale=(high - low) / epsilon, size=len(values))
    return np.clip(values, low, high) + noise


def two_exponentials(values, epsilon, low, high, rng):
    noise = [rng.exponential(size=len(values)) for _ in range(2)]
    inside = np.minimum(np.maximum(values, low), high)
    return (inside + (noise[0] - noise[1]) * (high - low) / epsilon).tolist()


RIGHT = {
    "one_bit": (at_once,),
    "density": (as_published,),
    "by_hand": (0.625, 3.75),
    "people": (22_666,),
    "clipped": (40.1, Fraction(1, 2), two_exponentials),
    "fair_tails": (2.06, 0.189),
    "small_coin": (225, 1.982),
}


def published(values, epsilon, low, high, rng):
    return np.clip(not_clipped(values, epsilon, low, high, rng), low, high)


def too_little_noise(values, epsilon, low, high, rng):
    return np.clip(values, low, high) + rng.laplace(scale=1 / epsilon, size=len(values))


WRONG = {
    "one_bit": [((lambda x, epsilon, rng: rng.random(len(x)) < (1 + x) / 2,), "show at least")],
    "clipped": [
        ((_, _, published), "do not clip them"),
        ((_, _, too_little_noise), "your reports show at least"),
        ((_, _, lambda *given: 3.0), "one report for each person"),
    ],
}
