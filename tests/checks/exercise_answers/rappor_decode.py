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


def people(ones, n):
    return (ones - 0.5625 * n) / 0.125


def centred(table):
    return np.asarray(table) - np.mean(table, axis=-1, keepdims=True)


def benjamini_hochberg(p_values, level=0.05):
    ordered = np.sort(p_values)
    steps = level * np.arange(1, len(p_values) + 1) / len(p_values)
    return p_values <= ordered[ordered <= steps].max(initial=-1)


def by_counting(p_values, level):
    w = len(p_values)
    ranked = sorted(range(w), key=lambda i: p_values[i])
    last = max((i + 1 for i in range(w) if p_values[ranked[i]] <= (i + 1) * level / w), default=0)
    return [int(j in ranked[:last]) for j in range(w)]


RIGHT = {
    "people": [(people,), (lambda ones, n: 8 * ones - 4.5 * n,)],
    "centred": [(centred,), (lambda table: (table.T - table.mean(axis=1)).T,)],
    "false_discovery": [(benjamini_hochberg,), (by_counting,)],
    "by_hand": [(2, 4), (np.int64(2), 4.0)],
    "plan": [(100_000_000,), (1.001e8,)],
    "ten_reports": [(of_total,), (of_total_by_cases,)],
}

WRONG = {
    "people": [
        ((lambda ones, n: ones / 0.125,), "first subtract"),
        ((lambda ones, n: ones - 0.5625 * n,), "divide by it"),
        ((lambda ones, n: (ones - 0.5625) / 0.125,), "n reports give p* n"),
    ],
    "centred": [
        ((lambda table: table - table.mean(axis=0),), "each column's mean"),
        ((lambda table: table - table.mean(),), "a mean of its own"),
        ((lambda table: table - centred(table),), "subtract it"),
    ],
    "false_discovery": [
        ((lambda p_values, level: p_values <= level,), "compares each with α"),
        ((lambda p_values, level: p_values <= level / len(p_values),), "this is Bonferroni"),
        ((lambda p_values, level: 0.5,), "must be 5 numbers"),
    ],
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
