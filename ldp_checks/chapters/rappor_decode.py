"""Check the exercises of the chapter "RAPPOR II: decoding"."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtri

from ldp_checks.answers import formula, number
from ldp_checks.findings import exercise

BIT = 0.25
PERMANENT = 0.25 * 0.75
NOISE = 0.75 * 0.25  # variance of one report, given the permanent bit
SHOWN = BIT * 0.75 + (1 - BIT) * 0.25  # Pr[report = 1]


@exercise
def centered(centered):
    """Your turn: each row of bits without its mean."""

    def results(table):
        means = table.mean(axis=-1, keepdims=True)
        return table - means, {
            "this takes off each column's mean; the bits of a row are the last axis": (
                table - table.mean(axis=0)
            ),
            "each row has its own mean": table - table.mean(),
            "this is the mean; subtract it": means + 0 * table,
        }

    tables = [
        np.array([[4, 1, 1, 2], [0, 0, 6, 2]]),
        np.array([[1.0, 0, 0], [1, 1, 0]]),
    ]
    yield formula("centered", centered, results, [(table,) for table in tables])


def _last_below(p_values: np.ndarray, steps: np.ndarray) -> np.ndarray:
    ordered = np.sort(p_values)
    return 1 * (p_values <= ordered[ordered <= steps].max(initial=-1))


@exercise
def luckiest(luckiest):
    """Your turn: how likely it is that one of many names has a p-value this low."""

    def results(p_value, names):
        return 1 - (1 - p_value) ** names, {
            "chances add up only if no two names are lifted together": names * p_value,
            "this is the probability that all of them are lifted": p_value**names,
            "this is the probability that none of them is lifted": (
                (1 - p_value) ** names
            ),
            "this is for one name": p_value,
        }

    yield formula("luckiest", luckiest, results, [(0.25, 2), (0.125, 5), (0.01, 80)])


@exercise
def false_discovery(benjamini_hochberg):
    """Your turn: which words the rule of Benjamini and Hochberg detects."""

    def results(p_values, alpha):
        n, ordered = len(p_values), np.sort(p_values)
        steps = alpha * np.arange(1, n + 1) / n
        first_to_pass = ordered[np.logical_and.accumulate(ordered <= steps)]
        return _last_below(p_values, steps), {
            "this compares each with α; the steps go from α/w to α": (
                1 * (p_values <= alpha)
            ),
            "this is Bonferroni: the steps grow from α/w to α": (
                1 * (p_values <= alpha / n)
            ),
            "the last step is α itself, and the first α/w": (
                _last_below(p_values, alpha * np.arange(n) / n)
            ),
            "a later p-value may pass again: take the last one that does": (
                1 * (p_values <= first_to_pass.max(initial=-1))
            ),
        }

    lists = [
        (np.array([0.2, 0.001, 0.03, 0.012, 0.008]), 0.05),
        (np.array([0.015, 0.019, 0.5, 0.9]), 0.05),
        (np.array([0.01, 0.5]), 0.02),
        (np.array([0.04, 0.6, 0.9]), 0.05),
    ]
    given = benjamini_hochberg
    if callable(given):

        def given(p_values, alpha):
            detected = benjamini_hochberg(p_values, alpha)
            return 1 * detected if np.asarray(detected).dtype.kind == "b" else detected

    yield formula("benjamini_hochberg", given, results, lists)


@exercise
def center_by_hand(a, b, plain_a):
    """Exercise 1: how many people hold two words, with centering and without."""
    plain = "this is plain least squares; center the bits and the columns first"
    half = "the bits are centered; center the columns, too"
    yield number("a", a, 30, {plain: 170 / 3, half: 40 / 3, "this is b": 20})
    yield number("b", b, 20, {plain: 140 / 3, half: 10 / 3, "this is a": 30})
    mistakes = {"this is with centering": 30, "this is plain b": 140 / 3}
    yield number("plain_a", plain_a, 170 / 3, mistakes)


@exercise
def by_hand(bonferroni, benjamini_hochberg):
    """Exercise 2: how many of five words each rule detects."""
    each = {"this compares each with 0.05; five tests share it": 4}
    limit = {"0.008 is below 0.05/5 = 0.01, too": 1, "0.012 is above 0.05/5 = 0.01": 3}
    yield number("bonferroni", bonferroni, 2, each | limit, tolerance=0)
    steps = {
        "this is Bonferroni": 2,
        "compare the fourth, 0.03, with 4 · 0.05/5": 3,
        "the fifth, 0.2, is above 0.05": 5,
    }
    yield number("benjamini_hochberg", benjamini_hochberg, 4, steps, tolerance=0)


@exercise
def plan(people):
    """Exercise 3: the people for a share of 0.1 % to be detected half of the time."""

    def needed(limit: float, power: float = 2) -> float:
        return 100_000 * (limit * 0.962e-2 / 0.001) ** power

    limit = -ndtri(0.05 / 100)
    mistakes = {
        "errors fall like 1/√N, so N grows by the square of the factor": needed(
            limit, 1
        ),
        "the list has 100 candidates: share the 5 % among them": needed(-ndtri(0.05)),
        "the test is one-sided: a share is not negative": needed(-ndtri(0.05 / 200)),
        "this is the factor; N is 100,000 times that": needed(limit) / 100_000,
    }
    yield number("people", people, needed(limit), mistakes)


@exercise
def floor(percent, cohorts):
    """Exercise 4: the floor that twenty unlisted words make; cohorts to lower it."""
    z, error = -ndtri(0.05 / 100), math.sqrt(20 * 0.01**2 / 960)
    lowest = 100 * z * error
    mistakes = {
        "add up the squares of the shares; this is one word that 20 % hold": (
            100 * z * 0.2 / math.sqrt(960)
        ),
        "this is the error; a word must be z = 3.29 of them above 0": 100 * error,
        "this is one word alone; twenty are missing": 100 * z * 0.01 / math.sqrt(960),
        "the errors average out over 64 cohorts": lowest * 8,
        "this is a share; percent are asked for": lowest / 100,
        "the list has 100 candidates: share the 5 % among them": (
            100 * -ndtri(0.05) * error
        ),
    }
    yield number("percent", percent, lowest, mistakes)
    factor = lowest / 0.1
    slow = "the floor falls like 1/√m: the cohorts grow by the square of the factor"
    times = "this is how many times the 64 cohorts are needed"
    mistakes = {slow: 64 * factor, times: factor**2}
    yield number("cohorts", cohorts, 64 * factor**2, mistakes)


@exercise
def ten_reports(deviation):
    """Exercise 5: the standard deviation of ones, if browsers report several times."""

    def results(browsers, reports):
        n, t = browsers, reports
        variance = n * (t * NOISE + t**2 * PERMANENT / 4)
        return math.sqrt(variance), {
            "this counts every report as a browser of its own": math.sqrt(
                n * t * SHOWN * (1 - SHOWN)
            ),
            "this is the variance; take its root": variance,
            "the permanent bit varies, too, and all reports of a browser share it": (
                math.sqrt(n * t * NOISE)
            ),
            "the reports of a browser have noise of their own as well": (
                math.sqrt(n * t**2 * PERMANENT / 4)
            ),
            "this takes all reports of a browser as equal": (
                t * math.sqrt(n * SHOWN * (1 - SHOWN))
            ),
            "a permanent bit moves the chance of a one by q − p = ½: its variance"
            " counts with ¼": math.sqrt(n * (t * NOISE + t**2 * PERMANENT)),
            "the shared part grows with the square of the reports": math.sqrt(
                n * t * (NOISE + PERMANENT)
            ),
        }

    cases = [(1_500, 10), (1_500, 1), (400, 3)]
    yield formula("deviation", deviation, results, cases)
