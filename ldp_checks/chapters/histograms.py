"""Check the exercises of the chapter "Histograms that make sense"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import (
    as_numbers,
    choice,
    formula,
    is_blank,
    number,
    require_function,
)
from ldp_checks.findings import Finding, exercise
from ldp_checks.judge_reports import sample_findings

MEANS = (0.12, 0.25, 0.38, 0.45)
NEAR = 0.02


@exercise
def aggregate(aggregate):
    """Judge estimated counts from the reports of direct encoding."""

    def results(codes, k, p):
        counts, n, q = np.bincount(codes, minlength=k), len(codes), (1 - p) / (k - 1)

        def with_q(q):
            return (counts - n * q) / (p - q)

        return with_q(q), {
            "q is (1 − p) / (k − 1): a false report names one of k − 1 values": (
                with_q(1 - p)
            ),
            "the true value is not among the others: q is (1 − p) / (k − 1)": (
                with_q((1 - p) / k)
            ),
            "these are the counts of reports; nothing is corrected": counts,
            "divide by p − q": counts - n * q,
            "these are shares; multiply by n": with_q(q) / n,
            "an unbiased estimate is below 0 at times": np.maximum(with_q(q), 0),
        }

    cases = [(np.array([0, 0, 2, 1, 0, 2]), 4, 0.4), (np.array([1, 2, 2, 1]), 3, 0.6)]
    yield formula("aggregate", aggregate, results, cases)


@exercise
def norm(norm):
    """Judge shares with one constant added to each, so that they sum to 1."""

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
def by_hand(mul, sub):
    """Judge norm_mul and norm_sub of (0.90, 0.25, −0.10)."""
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
def larger_domain(encoding, factor, from_epsilon):
    """Judge the encoding for 1,024 values at ε = 1, and where the best one changes.

    Also how many times more people the other one needs.
    """
    direct, unary = 1_022 + math.e, 4 * math.e
    cost = "compare the variances of a rare value, (k − 2 + E) and 4E"
    yield choice("encoding", encoding, "OUE", ("OUE", "direct"), cost)
    of_factor = {
        "this is the ratio of the standard errors; people go with the"
        " variance": math.sqrt(direct / unary),
        "this is the other way round": unary / direct,
    }
    yield number("factor", factor, direct / unary, of_factor)
    of_epsilon = {
        "this is E = e^ε; ε is its logarithm": 1_022 / 3,
        "k − 2 + E = 4E leads to 3E": math.log(1_022 / 4),
    }
    yield number("from_epsilon", from_epsilon, math.log(1_022 / 3), of_epsilon)


@exercise
def always_a_distribution(means, mended):
    """Judge the mean estimate of a share of 0.5 at four sizes, and unbiased shares."""
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


@exercise
def other_value(epsilon, factor, mended, *, rng):
    """Judge ε and exaggeration of faulty direct encoding, and a mended one."""
    k = 15
    p, q = math.e / (math.e + k - 1), 1 / (math.e + k - 1)
    true_chance, other = p + (1 - p) / k, (1 - p) / k
    of_epsilon = {
        "this is what was meant; the truth is drawn as another value, too": 1.0,
        "this takes the old q; now the k values share 1 − p": math.log(true_chance / q),
        "this takes the old p; the truth is now kept more often": math.log(p / other),
        "this is the ratio; ε is its logarithm": true_chance / other,
    }
    yield number("epsilon", epsilon, math.log(true_chance / other), of_epsilon)
    of_factor = {
        "this is the other way round": (p - q) / (true_chance - other),
        "compare p' − q' with p − q, not p' with p": true_chance / p,
        "the estimator has the old p and q, the reports have new ones": 1.0,
    }
    yield number("factor", factor, (true_chance - other) / (p - q), of_factor)
    require_function("mended", mended, "codes, k, p, rng")
    expected = np.full((k, k), q) + np.eye(k) * (p - q)
    yield from sample_findings(
        "mended",
        lambda value, n, own: mended(np.full(n, value), k, p, own),
        expected,
        20_000,
        rng,
    )
