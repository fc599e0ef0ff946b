"""Answers to the exercises of the chapter "What ε promises"."""

import math
from fractions import Fraction

import numpy as np

_ = None  # an answer that is not given


def loss(k):
    return math.log((k + 1) / (k - 1)) if k > 1 else math.inf


def loss_by_channel(k):
    p = Fraction(k + 1, 2 * k)
    return float("inf") if p == 1 else float(np.log(float(p / (1 - p))))


def seldom(value, random_response_frequency, rng):
    return bool(rng.integers(2)) if rng.integers(random_response_frequency) == 0 else value


def seldom_by_floats(value, k, rng):
    return value if rng.random() >= 1 / k else rng.random() < 0.5


def by_columns(channel):
    return max(max(column) / min(column) for column in zip(*channel, strict=True))


RIGHT = {
    "largest_ratio": [(by_columns,), (lambda c: (c.max(axis=0) / c.min(axis=0)).max(),)],
    "most_caught": [
        (
            lambda epsilon, alpha: np.minimum(
                np.exp(epsilon) * alpha, 1 - (1 - alpha) / np.exp(epsilon)
            ),
        ),
        (lambda epsilon, a: min(math.e**epsilon * a, 1 - (1 - a) * math.e**-epsilon),),
    ],
    "three_rows": [(1.253, (1, 3), 2), (np.log(3.5), [3, 1], 2)],
    "raw_with_delta": [(33, math.inf), (32.561, np.inf)],
    "inverted_frequency": [(loss, seldom), (loss_by_channel, seldom_by_floats)],
    "a_day_at_16": [(112, 0.899), (7 * 16, Fraction(8986, 10_000))],
}


def published_rule(value, k, rng):
    return value if rng.integers(k) == 0 else bool(rng.integers(2))


WRONG = {
    "largest_ratio": [
        ((lambda channel: math.log(by_columns(channel)),), "its logarithm"),
        ((lambda channel: channel[:, 0].max() / channel[:, 0].min(),), "first column only"),
        ((lambda channel: channel.max() / channel.min(),), "of the whole channel"),
        ((lambda channel: by_columns(channel.T),), "compares reports of one value"),
        ((lambda channel: ...,), "write your line in place of ..."),
    ],
    "most_caught": [
        ((lambda epsilon, alpha: np.exp(epsilon) * alpha,), "second limit is missing"),
        ((lambda epsilon, alpha: 1 - (1 - alpha) / np.exp(epsilon),), "first limit is missing"),
        ((lambda epsilon, a: min(epsilon * a, 1 - (1 - a) / epsilon),), "e^ε, not ε"),
        ((lambda epsilon, alpha: [alpha, alpha],), "must be one number"),
    ],
    "three_rows": [
        ((3.5, _, _), "this is the ratio"),
        ((0.981, _, _), "first report only"),
        ((_, (1, 2), _), "largest and the smallest entry"),
        ((_, "1 and 3", _), "must be two numbers"),
        ((_, _, 1), "0.8/0.3 is less"),
    ],
    "raw_with_delta": [
        ((326, _), "one in a thousand"),
        ((0.001, _), "not the number"),
        ((_, 0), "this is ε with δ"),
    ],
    "inverted_frequency": [
        ((lambda k: math.log(2 * k - 1), _), "what the name suggests"),
        ((lambda k: math.log2((k + 1) / (k - 1)) if k > 1 else math.inf, _), "not log2"),
        ((lambda k: math.log((k + 1) / (k - 1)), _), "epsilon(1) raised ZeroDivisionError"),
        ((lambda k: ..., _), "write your line in place of ..."),
        ((_, published_rule), "mended at 1: asked for ε = 0, your reports show at least"),
        ((_, lambda value, k, rng: value), "every report is the truth"),
        ((_, lambda value, k, rng: bool(rng.integers(2))), "mended at 10: not the probabilities"),
    ],
    "a_day_at_16": [
        ((16, _), "this is one day"),
        ((_, 8.886), "these are the odds"),
        ((_, 89.9), "in percent"),
        ((_, 0.000016), "not by ε"),
    ],
}
