"""Answers to the exercises of the chapter "Testing a mechanism"."""

import math

import numpy as np

from ldp_course.checks.chapters.testing_mechanisms import BUCKETS, KEEPS, bucket_of

_ = None  # an answer that is not given


def noisy(seed, value, rng):
    bucket = bucket_of(seed, value)
    return bucket if rng.random() < KEEPS else (bucket + int(rng.integers(1, BUCKETS))) % BUCKETS


def few_seeds(value, rng):
    seed = int(rng.integers(1_000))
    return np.array([seed, noisy(seed, value, rng)])


def seed_is_the_value(value, rng):
    return value, noisy(value, value, rng)


def no_noise(value, rng):
    seed = int(rng.integers(2**31))
    return seed, bucket_of(seed, value)


RIGHT = {
    "true_epsilon": (lambda k, e: np.log(1 + k * math.exp(e) / (k - 1)),),
    "chi_squared": (lambda counted, expected: (counted**2 / expected).sum() - expected.sum(),),
    "ceiling": (15_797,),
    "pairs": (56, 0.43, 0.000179),
    "three_reports": (4.8, False),
    "one_number": (lambda p, q: np.array([[1 - p, 0, p - q, q], [1 - p, p - q, 0, q]]),),
    "seed_from_the_value": (1.0, few_seeds),
}
WRONG = {
    "seed_from_the_value": [
        ((_, seed_is_the_value), "the same few seeds"),
        ((_, no_noise), "the bucket of 7 is kept"),
        ((_, lambda value, rng: 1), "two numbers"),
    ]
}
