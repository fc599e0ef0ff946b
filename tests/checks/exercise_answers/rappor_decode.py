"""Answers to the exercises of the chapter "RAPPOR II: decoding"."""

import math

import numpy as np

_ = None  # an answer that is not given


def of_total(devices, reports):
    return math.sqrt(devices * (reports * 0.1875 + reports**2 * 0.25 * 0.1875))


def of_total_by_cases(devices, reports):
    mean = np.array([0.25, 0.75]) * reports
    within = reports * 0.1875
    between = 0.75 * mean[0] ** 2 + 0.25 * mean[1] ** 2 - (0.75 * mean[0] + 0.25 * mean[1]) ** 2
    return np.sqrt(devices * (within + between))


RIGHT = {
    "by_hand": [(2, 4), (np.int64(2), 4.0)],
    "plan": [(100_000_000,), (1.001e8,)],
    "ten_reports": [(of_total,), (of_total_by_cases,)],
}

WRONG = {
    "by_hand": [
        ((4, _), "five tests share it"),
        ((_, 2), "this is Bonferroni"),
        ((_, 3), "compare the fourth"),
        ((_, 5), "the fifth"),
    ],
    "plan": [
        ((3_164_000,), "the square of the factor"),
        ((25_000_000,), "100 candidates"),
        ((112_000_000,), "one-sided"),
    ],
    "ten_reports": [
        ((lambda n, t: np.sqrt(n * t * 0.375 * 0.625),), "a device of its own"),
        ((lambda n, t: of_total(n, t) ** 2,), "this is the variance"),
        ((lambda n, t: np.sqrt(n * t * 0.1875),), "the permanent bit varies"),
        ((lambda n, t: t * np.sqrt(n * 0.375 * 0.625),), "as equal"),
    ],
}
