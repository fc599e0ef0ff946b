"""Answers to the exercises of the chapter "Testing a mechanism"."""

import math

import numpy as np

from ldp_course.checks.chapters.testing_mechanisms import BUCKETS, KEEPS, bucket_of

_ = None  # an answer that is not given


def rule(k, epsilon):
    p = math.exp(epsilon) / (math.exp(epsilon) + k - 1)
    return math.log((p + (1 - p) / k) / ((1 - p) / k))


def pearson(counted, expected):
    return sum((c - e) ** 2 / e for c, e in zip(counted, expected, strict=True))


def noisy(seed, value, rng):
    bucket = bucket_of(seed, value)
    return bucket if rng.random() < KEEPS else (bucket + int(rng.integers(1, BUCKETS))) % BUCKETS


def drawn_seed(value, rng):
    seed = int(rng.integers(2**31))
    return seed, noisy(seed, value, rng)


def few_seeds(value, rng):
    seed = int(rng.integers(1_000))
    return np.array([seed, noisy(seed, value, rng)])


def seed_near_the_value(value, rng):
    seed = value * 1_000 + int(rng.integers(1_000))
    return seed, noisy(seed, value, rng)


def seed_is_the_value(value, rng):
    return value, noisy(value, value, rng)


def no_noise(value, rng):
    seed = int(rng.integers(2**31))
    return seed, bucket_of(seed, value)


RIGHT = {
    "true_epsilon": [
        (rule,),
        (lambda k, e: np.log(1 + k * math.exp(e) / (k - 1)),),
    ],
    "chi_squared": [
        (pearson,),
        (lambda counted, expected: (counted**2 / expected).sum() - expected.sum(),),
    ],
    "ceiling": [(15_797,), (15_796.6,)],
    "pairs": [(56, 0.43, 0.000179), (56, 1 - 0.99**56, 0.01 / 56)],
    "three_reports": [(4.8, False), (0.8 + 0.4 + 3.6, "false")],
    "one_number": [
        (lambda p, q: [[1 - p, 0, p - q, q], [1 - p, p - q, 0, q]],),
        (lambda p, q: np.array([[1 - p, 0, p - q, q], [1 - p, p - q, 0, q]]),),
    ],
    "seed_from_the_value": [(1, drawn_seed), (1.0, few_seeds)],
}
WRONG = {
    "true_epsilon": [
        ((lambda k, e: e,), "this is the claimed ε"),
        ((lambda k, e: math.exp(rule(k, e)),), "ε is its logarithm"),
        ((lambda k, e: math.log(k * math.exp(e) / (k - 1)),), "also sent when the draw hits it"),
        ((lambda k, e: ...,), "write your line in place of ..."),
    ],
    "chi_squared": [
        ((lambda c, e: ((c - e) ** 2 / c).sum(),), "divide by what was expected"),
        ((lambda c, e: ((c - e) ** 2).sum(),), "divide each square"),
        ((lambda c, e: (abs(c - e) / e).sum(),), "square each difference"),
        ((lambda c, e: ...,), "write your line in place of ..."),
    ],
    "ceiling": [
        ((2_981,), "this is e^8"),
        ((13_731,), "each has half of it"),
        (("many",), "must be one number"),
    ],
    "pairs": [
        ((28, _, _), "each value may be the first"),
        ((64, _, _), "paired with itself"),
        ((_, 0.56, _), "a bound only"),
        ((_, 0.57, _), "none is wrong"),
        ((_, _, 0.000357), "unordered"),
    ],
    "three_reports": [
        ((5.245, _), "divide by what was expected"),
        ((4, _), "the first term"),
        ((_, True), "compare with 9.21"),
    ],
    "one_number": [
        (
            (lambda p, q: [[1 - p, p - q, 0, q], [1 - p, 0, p - q, q]],),
            "exchange 01 and 10",
        ),
        (
            (
                lambda p, q: [
                    np.kron([1 - p, p], [1 - q, q]),
                    np.kron([1 - q, q], [1 - p, p]),
                ],
            ),
            "independent bits",
        ),
        ((lambda p, q: [1 - p, 0, p - q, q],), "must be 8 numbers"),
    ],
    "seed_from_the_value": [
        ((2, _), "the seed of the first one"),
        ((_, seed_is_the_value), "the same few seeds"),
        ((_, seed_near_the_value), "still depends on the value"),
        ((_, no_noise), "the bucket of 7 is kept"),
        ((_, lambda value, rng: 1), "two numbers"),
        ((_, lambda value, rng: ...), "write your line in place of ..."),
    ],
}
