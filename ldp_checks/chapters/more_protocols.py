"""Check the exercises of the chapter "More protocols"."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from ldp_checks.answers import formula, number, require_function
from ldp_checks.findings import Fault, exercise
from ldp_checks.judge_reports import sample_findings

PEOPLE = 3_000  # for each value


@exercise
def by_hand(p, q, variance):
    """Exercise 1: p, q and n V* of subset selection: 3 of 10 values, e^ε = 3."""
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
        "divide by (p − q)², not by p − q": right_q
        * (1 - right_q)
        / (right_p - right_q),
        "for a rare value the noise comes from q": right_p
        * (1 - right_p)
        / (right_p - right_q) ** 2,
        "this is the standard error; square it": math.sqrt(spread),
    }
    yield number("p", p, right_p, of_p)
    yield number("q", q, right_q, of_q)
    yield number("variance", variance, spread, of_variance)


@exercise
def leaves_one_out(inclusion, mended, *, rng):
    """Exercise 2: how often the faulty set holds the true value, and a right set."""
    of_inclusion = {
        "this is what was meant; the steps may draw the true value as well": 0.538,
        "it is drawn as one of 9 values, of which 3 are named": 0.538 + 0.462 * 3 / 10,
        "it can be drawn by the steps only when it is not inside already": 0.538
        + 3 / 9,
    }
    yield number("inclusion", inclusion, 0.538 + 0.462 / 3, of_inclusion)
    require_function("mended", mended, "value, k, w, p, rng")
    k, w = 5, 2
    p = w * math.e / (w * math.e + k - w)
    sets = {
        frozenset(members): code
        for code, members in enumerate(combinations(range(k), w))
    }
    expected = np.array([
        [
            p / (k - 1) if value in members else (1 - p) / math.comb(k - 1, w)
            for members in sets
        ]
        for value in range(k)
    ])

    def sample(value, n, own):
        reports = [_members(mended(value, k, w, p, own), k) for _ in range(n)]
        return np.array([
            sets.get(report, -1) for report in reports
        ])  # -1 is no report that the channel has

    sizes = {len(_members(mended(4, k, w, p, rng), k)) for _ in range(200)}
    if sizes != {w}:
        raise Fault(
            f"mended: every set must have w = {w} members; yours have {sorted(sizes)}"
        )
    names = [f"{{{', '.join(map(str, sorted(members)))}}}" for members in sets]
    yield from sample_findings(
        f"mended (with k = {k}, w = {w})",
        sample,
        expected,
        PEOPLE,
        rng,
        report_names=names,
    )


@exercise
def wrong_q(for_nobody, for_half):
    """Exercise 3: the faulty server's mean estimates, for shares of 0 and of a half."""
    wrong, right = 1 / (math.e + 3), math.e / (math.e + 3)
    of_nobody = {
        "this is what a right server reports; it subtracts 1/g": 0.0,
        "divide by p − q'": 1 / 4 - wrong,
        "this is q'; ask what share of the reports supports the value": wrong,
    }
    of_half = {
        "this is what a right server reports": 1 / 2,
        "one half of the people support it with p, the others with 1/g": 1 / 4,
        "this is the share of reports that support it; subtract q', divide by p − q'": (
            (right + 1 / 4) / 2
        ),
        "only the other half add 1/g": 3 / 4,
    }
    yield number("for_nobody", for_nobody, 1 / 4, of_nobody)
    yield number("for_half", for_half, 5 / 8, of_half)


@exercise
def short_seeds(rows, columns):
    """Exercise 4: the two rows of the value 6, and where the values 1 and 3 agree."""
    of_rows = {
        "12 has four binary digits: take off 1011": (6, 12),
        "take 1011 off digit by digit, without carrying: 1100 ⊕ 1011": (1, 6),
        "these are the rows of its double; the first row has its own number": (5, 7),
    }
    of_columns = {"the columns are numbered from 0": (1, 2)}
    yield number("rows", _in_order(rows), (6, 7), of_rows, tolerance=0)
    yield number("columns", _in_order(columns), (0, 1), of_columns, tolerance=0)


def _in_order(answer: object) -> object:
    """Return a set or list of numbers from the smallest to the largest."""
    if not isinstance(answer, (set, frozenset, list, tuple, np.ndarray)):
        return answer
    try:
        return sorted(answer)
    except (TypeError, ValueError):  # not numbers
        return answer


@exercise
def estimate(estimate):
    """Your turn: the estimator of local hashing, from reports that support a value."""

    def results(supports, n, g, epsilon):
        q = 1 / (math.exp(epsilon) + g - 1)
        p = math.exp(epsilon) * q
        right = (supports / n - 1 / g) / (p - 1 / g)
        return right, {
            "another value is supported with q = 1/g, not with 1/(E + g − 1)": (
                (supports / n - q) / (p - q)
            ),
            "1/g is subtracted, but p − q has another q": (
                (supports / n - 1 / g) / (p - q)
            ),
            "divide by p − q, which is p − 1/g": (supports / n - 1 / g) / p,
            "these are counts; divide by n": n * right,
            "the supports are counts; divide them by n": (
                (supports - 1 / g) / (p - 1 / g)
            ),
            "raw estimates may be below 0": np.maximum(right, 0),
        }

    cases = [
        (np.array([250, 475, 200]), 1_000, 4, 1.0),
        (np.array([90, 300, 160]), 1_000, 8, 2.0),
    ]
    yield formula("estimate", estimate, results, cases)


@exercise
def shares(shares):
    """Your turn: the estimator of Hadamard response with one block, from columns."""

    def results(columns, rows, epsilon):
        stretch = (math.exp(epsilon) + 1) / (math.exp(epsilon) - 1)
        means = rows[:, columns].mean(axis=1)
        return means * stretch, {
            "divide by (E − 1)/(E + 1), do not multiply": means / stretch,
            "a mean sign is not yet a share: stretch it": means,
            "no half to take off: signs are −1 and 1, so their mean is 0": (
                means * stretch - 0.5
            ),
            "raw estimates may be below 0": np.maximum(means * stretch, 0),
        }

    signs = np.array([[1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])
    cases = [
        (np.array([0, 2, 2, 1, 3]), signs, 1.0),
        (np.array([3, 3, 0, 1, 1, 1, 2]), signs, 2.0),
    ]
    yield formula("shares", shares, results, cases)


def _members(report, k: int) -> frozenset:
    """Return the values that a report names; none if it is of another form.

    A report is a set or list of values, or a row of k times 0 or 1.
    """
    try:
        row = np.asarray(list(report))
    except TypeError:
        return frozenset()
    if row.ndim != 1 or row.dtype.kind not in "biu":
        return frozenset()
    is_row = (
        not isinstance(report, (set, frozenset))
        and len(row) == k
        and row.max(initial=0) <= 1
    )
    return frozenset((np.flatnonzero(row) if is_row else row).tolist())
