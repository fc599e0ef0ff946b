"""Check the exercises of the chapter "Better bits, or a name"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import choice, formula, number, require_function
from ldp_checks.findings import exercise
from ldp_checks.judge_reports import sample_findings


@exercise
def partner(partner):
    """Judge the q that has a given epsilon together with p."""

    def results(p, epsilon):
        odds = p / (1 - p) / math.exp(epsilon)
        q = odds / (1 + odds)
        return q, {
            "these are the odds; the probability is odds / (1 + odds)": odds,
            "this is the probability of the opposite; q is odds / (1 + odds)": 1 - q,
            "odds o are the probability o / (1 + o), with a plus": odds / (1 - odds),
            "q = 1 - p is the symmetric pair, whose epsilon is another one": 1 - p,
        }

    yield formula("partner", partner, results, [(0.5, 2.0), (0.9, 1.5), (0.3, 0.75)])


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
def four_dishes(p, q, counts):
    """Judge direct encoding of four values at ln 9, and counts from 1,200 reports."""
    of_p = {
        "this is e^ε / (e^ε + 1), for two values; here there are four": 0.9,
        "k - 1 others share the rest: p = e^ε / (e^ε + k - 1)": 9 / 13,
    }
    of_q = {
        "this is 1 - p, which three dishes share": 0.25,
        "k - 1 others share the rest: q = 1 / (e^ε + k - 1)": 1 / 13,
        "this is for two values; here there are four": 0.1,
    }
    named = np.array([400, 350, 250, 200])
    of_counts = {
        "these are the numbers of reports; nothing is corrected": named,
        "take off the false ones, then divide by p - q": named - 100,
        "q is (1 - p) / 3, not 1 - p": (named - 300) / 0.5,
        "these are shares; multiply by the number of people": (named - 100)
        * 1.5
        / 1200,
    }
    yield number("p", p, 0.75, of_p)
    yield number("q", q, 1 / 12, of_q)
    yield number("counts", counts, (450, 375, 225, 150), of_counts)


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
