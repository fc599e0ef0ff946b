"""Answers to the exercises of the chapter "Numbers"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def by_rounding(x, epsilon, rng):
    up = rng.random(len(x)) < (1 + x) / 2
    keep = rng.random(len(x)) < math.exp(epsilon) / (math.exp(epsilon) + 1)
    return up == keep


def at_once(x, epsilon, rng):
    bound = (math.exp(epsilon) + 1) / (math.exp(epsilon) - 1)
    return rng.binomial(1, 0.5 + x / (2 * bound))


def of_piece(y, x, epsilon, height):
    bound = 1 / math.tanh(epsilon / 4)
    inside = np.abs(y - (bound + 1) * x / 2) <= (bound - 1) / 2
    return np.where(inside, height, height / math.exp(epsilon))


def by_length(y, x, epsilon):
    root = math.exp(epsilon / 2)
    return of_piece(y, x, epsilon, root / (root + 1) / (2 / (root - 1)))


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


ROOT = math.exp(0.5)
RIGHT = {
    "one_bit": [(by_rounding,), (at_once,)],
    "density": [(by_length,), (as_published,)],
    "by_hand": [(0.625, 3.75), (Fraction(5, 8), Fraction(15, 4))],
    "people": [(22_666,), (22_700.0,)],
    "clipped": [(40.07, 0.5, not_clipped), (40.1, Fraction(1, 2), two_exponentials)],
    "fair_tails": [(2.06, 0.189), (ROOT * (2 * ROOT + 1) / (2 * (math.e - 1)), 0.1888)],
    "small_coin": [(225, 1.982), (225.0, math.log(225) - math.log(31))],
}


def half_up(x, epsilon, rng):
    keep = rng.random(len(x)) < math.exp(epsilon) / (math.exp(epsilon) + 1)
    return (rng.random(len(x)) < 0.5) == keep


def sign(x, epsilon, rng):
    keep = rng.random(len(x)) < math.exp(epsilon) / (math.exp(epsilon) + 1)
    return (x > 0) == keep


def published(values, epsilon, low, high, rng):
    return np.clip(not_clipped(values, epsilon, low, high, rng), low, high)


def wide(values, epsilon, low, high, rng):
    return values + rng.laplace(scale=(high - low) / epsilon, size=len(values))


def too_little_noise(values, epsilon, low, high, rng):
    return np.clip(values, low, high) + rng.laplace(scale=1 / epsilon, size=len(values))


def with_height(height):
    return lambda y, x, epsilon: of_piece(y, x, epsilon, height(math.exp(epsilon / 2)))


WRONG = {
    "one_bit": [
        ((half_up,), "not the probabilities asked for"),
        ((sign,), "not the probabilities asked for"),
        ((lambda x, epsilon, rng: rng.random(len(x)) < (1 + x) / 2,), "show at least"),
        ((lambda x, epsilon, rng: ...,), "your line in place of"),
    ],
    "density": [
        ((with_height(lambda r: r / (r + 1)),), "divide it by the piece's length"),
        ((with_height(lambda r: r / (r + 1) * (r - 1) / (2 * r)),), "the piece has C − 1"),
        ((with_height(lambda r: (r - 1) / 2),), "not always on the piece"),
        ((with_height(lambda r: r**2 / (r**2 + 1) * (r - 1) / 2),), "not E/(E + 1)"),
        ((lambda y, x, epsilon: ...,), "your line in place of"),
    ],
    "by_hand": [
        ((0.75, _), "rounding"),
        ((0.375, _), "chance of a 0"),
        ((_, 4), "subtract x²"),
        ((_, 3.5), "not x"),
        ((_, 0.2344), "counts as B"),
        ((_, 1.9365), "square it"),
    ],
    "people": [
        ((21_951,), "a sampling error, too"),
        ((715,), "without privacy"),
        ((5_900,), "1.96 standard errors"),
        ((23_111,), "this is one bit"),
    ],
    "clipped": [
        ((17, _, _), "the average is larger"),
        ((-0.3679, _, _), "move it to years"),
        ((53.5, _, _), "not as strong"),
        ((_, 0.684, _), "one of both ends"),
        ((_, 0.184, _), "how often it is 90"),
        ((_, _, published), "do not clip them"),
        ((_, _, wide), "not the probabilities asked for"),
        ((_, _, too_little_noise), "your reports show at least"),
        ((_, _, lambda *given: 3.0), "one report for each person"),
    ],
    "fair_tails": [
        ((1, _), "a right client"),
        ((_, 0.3775), "the right one has half of it"),
        ((_, 0), "no right side"),
        ((1.582, _), "two sides contribute"),
    ],
    "small_coin": [
        ((226, _), "is above 2"),
        ((30, _), "e²/(e² + 1)"),
        ((225.5, _), "a whole number"),
        ((_, 2), "asked for"),
        ((_, 2.0193), "is above 2"),
        ((_, 2.8596), "natural logarithm"),
    ],
}
