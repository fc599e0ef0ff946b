"""The exercises of the chapter "More protocols"."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from ldp_course.checks.answers import number_finding
from ldp_course.checks.exercises._chance import channel
from ldp_course.checks.exercises._exercise import exercise
from ldp_course.checks.exercises._functions import formula, not_a_function
from ldp_course.checks.feedback import Finding

PEOPLE = 3_000  # for each value


@exercise
def by_hand(p, q, variance):
    """p, q and n V* of subset selection: 3 of 10 values, e^ε = 3."""
    right_p, right_q = 9 / 16, (3 - 9 / 16) / 9
    spread = right_q * (1 - right_q) / (right_p - right_q) ** 2
    of_p = {
        "this is direct encoding": 3 / 12,
        "the sets without the value are (k − w)/w times as many": 3 / 4,
        "w stands before E and in k − w": 3 / 10,
    }
    of_q = {
        "the true value is not one of the 9 others: subtract p": 3 / 9,
        "the others share w − p places": 3 / 10,
        "there are k − 1 others": (3 - right_p) / 10,
        "this is direct encoding": 1 / 12,
    }
    of_variance = {
        "divide by (p − q)², not by p − q": right_q * (1 - right_q) / (right_p - right_q),
        "for a rare value the noise comes from q": right_p
        * (1 - right_p)
        / (right_p - right_q) ** 2,
        "this is the standard error; square it": math.sqrt(spread),
    }
    yield number_finding("p", p, right_p, of_p)
    yield number_finding("q", q, right_q, of_q)
    yield number_finding("variance", variance, spread, of_variance)


@exercise
def leaves_one_out(inclusion, mended, *, rng):
    """How often the faulty set holds the true value, and subset selection without the fault."""
    of_inclusion = {
        "this is what was meant; the steps may draw the true value as well": 0.538,
        "it is drawn as one of 9 values, of which 3 are named": 0.538 + 0.462 * 3 / 10,
        "it can be drawn by the steps only when it is not inside already": 0.538 + 3 / 9,
    }
    yield number_finding("inclusion", inclusion, 0.538 + 0.462 / 3, of_inclusion)
    missing = list(not_a_function("mended", mended, "value, k, w, p, rng"))
    if missing:
        yield from missing
        return
    k, w = 5, 2
    p = w * math.e / (w * math.e + k - w)
    sets = {frozenset(members): code for code, members in enumerate(combinations(range(k), w))}
    expected = np.array([
        [p / (k - 1) if value in members else (1 - p) / math.comb(k - 1, w) for members in sets]
        for value in range(k)
    ])

    def sample(value, n, own):
        reports = [_members(mended(value, k, w, p, own), k) for _ in range(n)]
        return np.array([
            sets.get(report, -1) for report in reports
        ])  # -1 is no report that the channel has

    sizes = {len(_members(mended(4, k, w, p, rng), k)) for _ in range(200)}
    if sizes != {w}:
        yield Finding(
            False, f"mended: every set must have w = {w} members; yours have {sorted(sizes)}"
        )
        return
    names = [f"{{{', '.join(map(str, sorted(members)))}}}" for members in sets]
    yield from channel(
        f"mended (with k = {k}, w = {w})", sample, expected, PEOPLE, rng, report_names=names
    )


@exercise
def wrong_q(share, mended):
    """What the faulty server reports for a value that nobody holds, and an estimator without the
    fault.
    """
    wrong = 1 / (math.e + 3)
    of_share = {
        "this is what a right server reports; it subtracts 1/g": 0.0,
        "divide by p − q'": 1 / 4 - wrong,
        "this is q'; ask what share of the reports supports the value": wrong,
    }
    yield number_finding("share", share, (1 / 4 - wrong) / (math.e * wrong - wrong), of_share)

    def estimate(supports, n, g, epsilon):
        p = math.exp(epsilon) / (math.exp(epsilon) + g - 1)
        return (np.asarray(supports) / n - 1 / g) / (p - 1 / g)

    def faulty(supports, n, g, epsilon):
        q = 1 / (math.exp(epsilon) + g - 1)
        return (np.asarray(supports) / n - q) / (math.exp(epsilon) * q - q)

    def half(supports, n, g, epsilon):
        q = 1 / (math.exp(epsilon) + g - 1)
        return (np.asarray(supports) / n - 1 / g) / (math.exp(epsilon) * q - q)

    mistakes = {
        "this is the fault: q is 1/g": faulty,
        "1/g is subtracted, but p − q has the old q": half,
        "these are counts; divide by n": lambda *x: x[1] * estimate(*x),
        "raw estimates may be below 0": lambda *x: np.maximum(estimate(*x), 0),
    }
    cases = [
        (np.array(supports), 1_000, g, epsilon)
        for supports, g, epsilon in (([250, 475], 4, 1.0), ([90, 300, 160], 8, 2.0))
    ]
    yield formula("mended", mended, estimate, cases, mistakes)


def _members(report, k: int) -> frozenset:
    """The values that a report names: a set or list of them, or a row of k times 0 or 1. Empty if
    it is anything else.
    """
    try:
        row = np.asarray(list(report))
    except TypeError:
        return frozenset()
    if row.ndim != 1 or row.dtype.kind not in "biu":
        return frozenset()
    is_row = not isinstance(report, (set, frozenset)) and len(row) == k and row.max(initial=0) <= 1
    return frozenset((np.flatnonzero(row) if is_row else row).tolist())
