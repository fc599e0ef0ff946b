"""Check the exercises of the chapter "Testing a mechanism"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import ask, choice, formula, number, require_function
from ldp_checks.findings import Fault, Finding, exercise
from ldp_checks.statistical_limits import ERROR, within_limits
from ldp_course.topics.testing_mechanisms import examine

VALUES, BUCKETS, CALLS = (7, 30), 4, 2_000
KEEPS = math.e / (math.e + BUCKETS - 1)


@exercise
def true_epsilon(true_epsilon):
    """Your turn: ε of a rule that replaces a value by any one, not by another one."""

    def results(k, epsilon):
        p = math.exp(epsilon) / (math.exp(epsilon) + k - 1)
        ratio = 1 + k * p / (1 - p)
        return math.log(ratio), {
            "this is the claimed ε; the draw may hit the true value too": epsilon,
            "this is the ratio; ε is its logarithm": ratio,
            "each other value is drawn with probability (1 - p)/k, not (1 - p)/(k -"
            " 1)": math.log((p + (1 - p) / (k - 1)) * (k - 1) / (1 - p)),
            "the truth is also sent when the draw hits it": math.log(ratio - 1),
        }

    cases = [(2, 1), (4, 1), (14, 0.5)]
    yield formula("true_epsilon", true_epsilon, results, cases)


@exercise
def chi_squared(chi_squared):
    """Your turn: Pearson's statistic of counts and what is expected of them."""
    cases = [
        (np.array([378.0, 622.0]), np.array([269.0, 731.0])),
        (np.array([520.0, 260.0, 220.0]), np.array([500.0, 250.0, 250.0])),
    ]

    def results(counted, expected):
        off = counted - expected
        return (off**2 / expected).sum(), {
            "divide by what was expected, not by what was counted": (
                (off**2 / counted).sum()
            ),
            "square each difference": (abs(off) / expected).sum(),
            "divide each square by its expected count": (off**2).sum(),
            "this is the mean of the terms, not their sum": (off**2 / expected).mean(),
        }

    yield formula("chi_squared", chi_squared, results, cases)


@exercise
def ceiling(n):
    """Exercise 1: the fewest raw reports with which an audit can show an ε of 8."""
    odds = math.exp(8)
    right = math.ceil(math.log(0.005) / math.log(odds / (odds + 1)))
    mistakes = {
        "this has an error of 1 % for each bound; each has half of it": math.log(0.01)
        / math.log(odds / (odds + 1)),
        "this is e^8; the bound needs ln 200 = 5.3 times as many": odds,
    }
    yield number("n", n, right, mistakes, tolerance=2e-4)


@exercise
def pairs(how_many, false_alarm, error_of_each):
    """Exercise 2: audits of all pairs of 8 values."""
    of_pairs = {"ordered pairs count twice: each value may be the first one": 28}
    yield number(
        "how_many", how_many, 56, of_pairs | {"no value is paired with itself": 64}
    )
    alarms = {
        "this is the sum, which is a bound only": 0.56,
        "this is the probability that none is wrong": 0.99**56,
    }
    yield number("false_alarm", false_alarm, 1 - 0.99**56, alarms)
    each = {"this is for unordered pairs": 0.01 / 28, "this is in percent": 1 / 56}
    yield number("error_of_each", error_of_each, 0.01 / 56, each)


@exercise
def three_reports(statistic, fails):
    """Exercise 3: chi-squared of three counts."""
    mistakes = {
        "divide by what was expected": 400 / 520 + 100 / 260 + 900 / 220,
        "the first term is missing": 4.0,
    }
    yield number("statistic", statistic, 4.8, mistakes)
    yield choice("fails", fails, "False", ("True", "False"), "compare with 9.21")


@exercise
def one_number(channel):
    """Exercise 4: the channel of two bits that share one random number."""

    def results(p, q):
        right = np.array([[1 - p, 0, p - q, q], [1 - p, p - q, 0, q]])
        first, second = np.array([1 - p, p]), np.array([1 - q, q])
        return right, {
            "this is the channel of independent bits; here both compare the same u": (
                np.array([np.kron(first, second), np.kron(second, first)])
            ),
            "the first bit belongs to the first value: exchange 01 and 10": right[::-1],
        }

    yield formula("channel", channel, results, [(0.5, 0.25), (0.75, 0.125)])


@exercise
def seed_from_the_value(reports_needed, mended, *, rng):
    """Exercise 5: how many reports prove the value; a seed that says nothing of it."""
    yield number(
        "reports_needed",
        reports_needed,
        1,
        {"the seed of the first one is the value": 2},
        0,
    )
    require_function("mended", mended, "value, rng")
    first = ask(f"mended({VALUES[0]}, rng)", mended, VALUES[0], rng)
    if np.shape(first) != (2,):
        raise Fault("mended must return two numbers: seed, bucket")
    reports_of = {
        value: np.array([mended(value, rng) for _ in range(CALLS)], dtype=float)
        for value in VALUES
    }
    for value, reports in reports_of.items():
        hit = [bucket == bucket_of(int(seed), value) for seed, bucket in reports]
        holds, sentence = within_limits(int(np.sum(hit)), CALLS, KEEPS, ERROR / 4)
        if not holds:
            raise Fault(f"mended: the bucket of {value} is kept: {sentence}")
    if min(len(np.unique(reports[:, 0])) for reports in reports_of.values()) < 20:
        raise Fault("mended: the same few seeds again; draw a new one for each report")
    examination = examine(
        lambda values, rng: reports_of[values[0]],
        VALUES,
        1,
        rng,
        n=CALLS,
        error=ERROR / 2,
    )
    private = all(
        finding.holds is not False
        for finding in examination.findings
        if finding.test == "audit"
    )
    message = "mended: the seed says nothing about the value" if private else ""
    yield Finding(
        private, message or "mended: the seed still depends on the value", error=ERROR
    )


def bucket_of(seed: int, value: int) -> int:
    """Return the bucket of a value, by the hash function of the exercise."""
    return seed * (40_503 * value + 12_345) % 1_009 % BUCKETS
