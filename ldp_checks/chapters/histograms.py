"""Check the exercises of the chapter "Negative people: repairing a histogram"."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from ldp_checks.answers import (
    as_numbers,
    formula,
    is_blank,
    number,
)
from ldp_checks.findings import Finding, exercise

MEANS = (0.12, 0.25, 0.38, 0.45)
NEAR = 0.02


@exercise
def norm(norm):
    """Your turn: shares with one constant added to each, so that they sum to 1."""

    def results(shares):
        k, lack = len(shares), 1 - shares.sum()
        right = shares + lack / k
        return right, {
            "add the same constant to every share; dividing changes large ones most": (
                shares / shares.sum()
            ),
            "all shares together lack 1 − sum: each gets a k-th of it": shares + lack,
            "the sign: add (1 − sum) / k": shares - lack / k,
            "do not clip: norm leaves negative shares": np.maximum(right, 0),
            "the sum is still not 1": shares,
        }

    cases = [(np.array([0.75, 0.5, 0, -0.125]),), (np.array([0.5, 0.25, -0.375]),)]
    yield formula("norm", norm, results, cases)


@exercise
def even(even):
    """Your turn: after how many surveys a bias costs as much as it saves."""

    def results(raw, bias, scatter):
        return (raw**2 - scatter**2) / bias**2, {
            "errors add as squares: square all three": (raw - scatter) / bias,
            "the bias is squared, too": (raw**2 - scatter**2) / bias,
            "the average keeps scatter² / T, too": (raw / bias) ** 2,
            "both variances are divided by T, and the bias is not": (
                raw**2 / (bias**2 + scatter**2)
            ),
            "upside down": bias**2 / (raw**2 - scatter**2),
        }

    yield formula("even", even, results, [(5.0, 2.0, 3.0), (346.0, 132.0, 200.0)])


@exercise
def by_hand(mul, sub):
    """Exercise 1: norm_mul and norm_sub of (0.90, 0.25, −0.10)."""
    by_mul, by_sub = (0.9 / 1.15, 0.25 / 1.15, 0), (0.825, 0.175, 0)
    of_mul = {
        "this is norm_sub": by_sub,
        "clip first, then divide by the sum of what is left": (
            0.9 / 1.05,
            0.25 / 1.05,
            -0.1 / 1.05,
        ),
        "clip, but then divide by 1.15": (0.9, 0.25, 0),
        "clip first: the sum is then 1.15, not 1.05": (0.9 / 1.05, 0.25 / 1.05, 0),
    }
    shift = 0.05 / 3
    of_sub = {
        "this is norm_mul": by_mul,
        "no share may be below 0": (0.9 - shift, 0.25 - shift, -0.1 - shift),
        "the two that are left must lose 0.15 together": (0.9 - shift, 0.25 - shift, 0),
        "they lose 0.15 together, not each": (0.75, 0.10, 0),
    }
    yield number("mul", mul, by_mul, of_mul)
    yield number("sub", sub, by_sub, of_sub)


@exercise
def those_who_answered(raw, after_norm):
    """Exercise 2: the standard error of a sum of fourteen of fifteen counts."""
    of_raw = {
        "variances add, not standard errors: √14 · 349": 14 * 349,
        "fourteen counts are added, not fifteen": math.sqrt(15) * 349,
        "this is the error of one count": 349,
    }
    of_norm = {
        "after norm the counts depend on each other: all fifteen sum to n": (
            math.sqrt(14) * 338
        ),
        "the sum of all fifteen is known; one of them is left out": 0,
        "variances add only if the errors are independent": 14 * 338,
        "after norm, each count has a standard error of 338": 349,
    }
    yield number("raw", raw, math.sqrt(14) * 349, of_raw)
    yield number("after_norm", after_norm, 338, of_norm)


@exercise
def once_and_for_two_years(once, average, ahead):
    """Exercise 3: the RMSE of norm and norm_sub in one survey and in the mean of 24."""
    norm, bias, error, months = 545, 195, 437, 24
    of_once = {
        "norm_sub has a bias, too: bias² + variance, then the root": (norm, error),
        "squares are added: bias² + variance, then the root": (norm, bias + error),
        "this is the mean squared error; take its root": (
            norm**2,
            bias**2 + error**2,
        ),
    }
    mean = math.sqrt(months)
    of_average = {
        "an average divides the variance, and not the bias": (
            norm / mean,
            math.hypot(bias, error) / mean,
        ),
        "norm_sub has a bias, too, and it stays": (norm / mean, error / mean),
        "24 surveys divide the variance by 24, the standard error by √24": (
            norm / months,
            math.hypot(bias, error / months),
        ),
        "squares are added: bias² + variance, then the root": (
            norm / mean,
            bias + error / mean,
        ),
    }
    equal = (norm**2 - error**2) / bias**2
    of_ahead = {
        "this is where both are equal; norm is ahead from the next survey on": equal,
        "after two surveys norm is still behind": 2,
        "norm is ahead when its variance over T is less than bias² + variance over T": (
            24
        ),
    }
    yield number("once", once, (norm, math.hypot(bias, error)), of_once)
    right = norm / mean, math.hypot(bias, error / mean)
    yield number("average", average, right, of_average)
    yield number("ahead", ahead, 3, of_ahead)


@exercise
def who_is_ahead(right, people):
    """Exercise 4: how often two counts are in the right order, and people for 95 %."""
    n, gap, each, z = 32_561, 120, 350, 1.645
    apart = math.sqrt(2) * each
    phi = NormalDist().cdf
    of_right = {
        "the difference contains both errors: √2 · 350": phi(gap / each),
        "variances add, not standard errors: √2 · 350": phi(gap / (2 * each)),
        "this is the probability of the wrong order": phi(-gap / apart),
        "this is the gap in standard errors; Φ of it is the probability": gap / apart,
    }
    of_people = {
        "the gap in standard errors grows with the root of the people: square": (
            n * z * apart / gap
        ),
        "the difference contains both errors: √2 · 350": n * (z * each / gap) ** 2,
        "a wrong order is a miss to one side: 1.645": n * (1.96 * apart / gap) ** 2,
        "this is how many times as many people it takes": (z * apart / gap) ** 2,
        "this is the gap that it takes with the same people": z * apart,
    }
    yield number("right", right, phi(gap / apart), of_right)
    right_people = n * (z * apart / gap) ** 2
    yield number("people", people, right_people, of_people, tolerance=0.03)


@exercise
def always_a_distribution(means, mended):
    """Exercise 5: mean estimate of a share of 0.5 at four sizes; unbiased shares."""
    four = as_numbers(means, (4,))
    if is_blank(means):
        yield Finding(False, "means: not answered yet")
    elif four is None:
        yield Finding(
            False,
            "means must be four numbers: for 5,000, 50,000, 500,000 and 5,000,000"
            " people",
        )
    elif np.allclose(four, MEANS, rtol=0, atol=NEAR):
        yield Finding(
            True, f"means are right, to ± {NEAR}: more people help, but slowly"
        )
    elif np.allclose(four, 0.5, rtol=0, atol=NEAR):
        yield Finding(
            False, "means: these are raw estimates; repair each run before you average"
        )
    else:
        yield Finding(
            False,
            "means: average at least 200 runs of k = 100 values at ε = 1, each repaired"
            " by norm_mul",
        )

    def results(counts, n, p, q):
        shares = (counts / n - q) / (p - q)
        clipped = np.maximum(shares, 0)
        return shares, {
            "clipping raises the low estimates, and with them the mean": clipped,
            "clip and divide are the fault: every large share comes out too small": (
                clipped / clipped.sum()
            ),
            "the raw shares need not sum to 1; dividing by their sum is a bias of its"
            " own": shares / shares.sum(),
            "these are shares of the reports, with the noise in them": counts / n,
            "these are counts; divide by n": n * shares,
        }

    cases = [
        (np.array(counts), 100, 0.4, 0.2)
        for counts in ([36, 22, 18, 19], [10, 30, 25, 28])
    ]
    yield formula("mended", mended, results, cases)
