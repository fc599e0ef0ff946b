"""The exercises of the chapter "RAPPOR II: decoding"."""

from __future__ import annotations

import math

from scipy.special import ndtri

from ldp_course.checks.answers import number_finding
from ldp_course.checks.exercises._exercise import exercise
from ldp_course.checks.exercises._functions import formula

BIT, PERMANENT = (
    0.25,
    0.25 * 0.75,
)  # of a bit that nobody has set: Pr[permanent bit = 1], and its variance
NOISE = 0.75 * 0.25  # variance of one report, given the permanent bit
SHOWN = BIT * 0.75 + (1 - BIT) * 0.25  # Pr[report = 1]


@exercise
def by_hand(bonferroni, benjamini_hochberg):
    """How many of five words each rule detects."""
    each = {"this compares each with 0.05; five tests share it": 4}
    limit = {"0.008 is below 0.05/5 = 0.01, too": 1, "0.012 is above 0.05/5 = 0.01": 3}
    yield number_finding("bonferroni", bonferroni, 2, each | limit, tolerance=0)
    steps = {
        "this is Bonferroni": 2,
        "compare the fourth, 0.03, with 4 · 0.05/5": 3,
        "the fifth, 0.2, is above 0.05": 5,
    }
    yield number_finding("benjamini_hochberg", benjamini_hochberg, 4, steps, tolerance=0)


@exercise
def plan(people):
    """People for a share of 0.1 % to be detected half of the time."""

    def needed(limit: float, power: float = 2) -> float:
        return 100_000 * (limit * 0.962e-2 / 0.001) ** power

    limit = -ndtri(0.05 / 100)
    mistakes = {
        "errors fall like 1/√N, so N grows by the square of the factor": needed(limit, 1),
        "the list has 100 candidates: share the 5 % among them": needed(-ndtri(0.05)),
        "the test is one-sided: a share is not negative": needed(-ndtri(0.05 / 200)),
        "this is the factor; N is 100,000 times that": needed(limit) / 100_000,
    }
    yield number_finding("people", people, needed(limit), mistakes)


@exercise
def ten_reports(deviation):
    """The standard deviation of the number of ones, if each device sends several reports."""

    def right(devices, reports):
        return math.sqrt(devices * (reports * NOISE + reports**2 * (BIT * (1 - BIT)) * 0.25))

    mistakes = {
        "this counts every report as a device of its own": lambda n, t: math.sqrt(
            n * t * SHOWN * (1 - SHOWN)
        ),
        "this is the variance; take its root": lambda n, t: right(n, t) ** 2,
        "the permanent bit varies, too, and all reports of a device share it": lambda n, t: (
            math.sqrt(n * t * NOISE)
        ),
        "the reports of a device have noise of their own as well": lambda n, t: math.sqrt(
            n * t**2 * PERMANENT / 4
        ),
        "this takes all reports of a device as equal": lambda n, t: (
            t * math.sqrt(n * SHOWN * (1 - SHOWN))
        ),
        "a permanent bit moves the chance of a one by q − p = ½: its variance counts with ¼": (
            lambda n, t: math.sqrt(n * (t * NOISE + t**2 * PERMANENT))
        ),
        "the shared part grows with the square of the reports": lambda n, t: math.sqrt(
            n * t * (NOISE + PERMANENT)
        ),
    }
    yield formula("deviation", deviation, right, [(1_500, 10), (1_500, 1), (400, 3)], mistakes)
