"""Hold what known mistakes lead to in "Unary encoding", and the faulty programs.

Students do not get this file. `s` is the solution, r a table of reports.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from scipy.special import expit, ndtri

from ldp_checks.assignments.unary_encoding.questions import variance
from ldp_checks.assignments.unary_encoding.task import (
    EPSILONS,
    MOST,
    SHARES,
    SIZES,
    SURVEYS,
    P,
    Q,
)

# Question 7: a program with one fault. Each has the form of a fault in published code;
# the text of the assignment says so.
COLLECT = '''\
def collect(rows, epsilon, rng):
    """Each row has one 1. Symmetric noise: both kinds of bits flip alike."""
    p = {p}
    uniform = rng.random({shape})
    {reports}
    return reports
'''
COUNT = '''\
def count(reports, epsilon):
    """How many people hold each value."""
    n = len(reports)
    p = {p}
    q = 1 - p
    {counts}
    return counts
'''
NO_FAULT = {
    "p": "math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)",
    "shape": "rows.shape",
    "reports": "reports = (uniform < np.where(rows == 1, p, 1 - p)).astype(int)",
    "counts": "counts = (reports.sum(axis=0) - n * q) / (p - q)",
}
FAULTS = {
    "a": {"shape": "(len(rows), 1)"},
    "b": {
        "reports": "reports = rows.copy()\n"
        "    reports[(rows == 1) & (uniform < p)] = 1\n"
        "    reports[(rows == 0) & (uniform < 1 - p)] = 1"
    },
    "c": {"p": "math.exp(epsilon) / (math.exp(epsilon) + 1)"},
    "d": {
        "counts": "each = (reports - q) / (p - q)  # one person's share in the counts\n"
        "    counts = np.clip(each, 0, 1).sum(axis=0)"
    },
    "e": {
        "counts": "counts = np.maximum((reports.sum(axis=0) - n * q) / (p - q), 0)\n"
        "    counts = counts * n / max(counts.sum(), 1)"
    },
}


def program(fault: str | None) -> str:
    """Return the source text of both functions, with one fault or with none."""
    return f"{COLLECT}\n\n{COUNT}".format(**NO_FAULT | FAULTS.get(fault, {}))


PROGRAMS = [program(fault) for fault in FAULTS]
CASES = {
    "": [()],
    "domain most": [
        (tuple(values.split()[:size]), most)
        for values, size, most in itertools.product(SURVEYS.values(), SIZES, MOST)
    ],
    "p q width": [(p, q, size + 1) for p, q, size in itertools.product(P, Q, SIZES)],
    "epsilon share most": [
        (most * epsilon, share, most)
        for epsilon, share, most in itertools.product(EPSILONS, SHARES, MOST)
    ],
    "faulty_code": [(code,) for code in PROGRAMS],
    "faulty_code asked": list(itertools.product(PROGRAMS, EPSILONS)),
    "asked": [(epsilon,) for epsilon in EPSILONS],
}


def deviations(s, r) -> list[np.ndarray]:
    """Return standard errors of the counts, in four ways that are right.

    The noise about these people, with the estimate as it is or within 0 and n; or,
    wider, about a population, whose variance is estimated with n or n - 1.
    """
    n, p, q, ones = len(r), s.task.p, s.task.q, r.mean(axis=0)
    counts = s.estimate_counts(r)
    held = [counts, counts.clip(0, n)]
    variances = [p * (1 - p) * h + q * (1 - q) * (n - h) for h in held]
    variances += [n * ones * (1 - ones), n * ones * (1 - ones) * n / (n - 1)]
    return [np.sqrt(variance) / (p - q) for variance in variances]


def of_deviations(function):
    """Return right results: function(standard errors, columns), in each of the ways."""
    return [
        lambda s, r, i=i: function(deviations(s, r)[i], s.task.width) for i in range(4)
    ]


def half_widths(z):
    """Return the half-widths with z(columns) standard errors."""
    return of_deviations(lambda errors, columns: z(columns) * errors)


def bonferroni(columns: int) -> float:
    return ndtri(1 - 0.025 / columns)


def together(columns: int) -> float:
    """Return z between the quantile of Bonferroni and that of independent columns."""
    return math.sqrt(bonferroni(columns) * ndtri((1 + 0.95 ** (1 / columns)) / 2))


def of_program(r, epsilon) -> np.ndarray:
    """Return each report's share in the counts."""
    q = 1 / (1 + math.exp(epsilon / 2))
    return (r - q) / (1 - 2 * q)


def rescaled(counts, n):
    counts = np.maximum(counts, 0)
    return counts * n / counts.sum()


RIGHT = {
    "intervals, widths": of_deviations(lambda errors, columns: errors / errors.mean()),
    "intervals, size": of_deviations(lambda errors, columns: 3.1 * errors.mean()),
    "intervals": half_widths(together),
    # from the least variance to 1.001 times as much
    "best_probabilities": [
        lambda s, epsilon, share: (
            1.0005 * variance(*s.best_probabilities(epsilon, share), share)
        )
    ],
}
MISTAKES = {
    "epsilon_of": {
        "the natural logarithm is needed": lambda s, *given: (
            s.epsilon_of(*given) / math.log(2)
        ),
        "m values can differ in 2 m bits, not in 2": lambda s, p, q, m: s.epsilon_of(
            p, q, 1
        ),
        "a changed value is two changed bits: p/q and (1-q)/(1-p) both count": (
            lambda s, p, q, m: m * math.log(p / q)
        ),
        "a changed value is two changed bits, (1-q)/(1-p) and p/q": (
            lambda s, p, q, m: m * math.log((1 - q) / (1 - p))
        ),
        "ε is the logarithm of the largest ratio": lambda s, *given: math.exp(
            s.epsilon_of(*given)
        ),
    },
    "estimate_counts": {
        "these are shares, not numbers of people": lambda s, r: (
            s.estimate_counts(r)[1:] / len(r)
        ),
        "this is the number of 1s; most of them are noise": lambda s, r: r.sum(axis=0)[
            1:
        ],
        "the false 1s are subtracted; now divide by p - q": (
            lambda s, r: s.estimate_counts(r)[1:] * (s.task.p - s.task.q)
        ),
        "the noise has p and q here, not p and 1 - p": lambda s, r: (
            (r.sum(axis=0) - len(r) * (1 - s.task.p))[1:] / (2 * s.task.p - 1)
        ),
        "do not rescale: each column is estimated on its own": (
            lambda s, r: s.estimate_counts(r)[1:] * len(r) / s.estimate_counts(r).sum()
        ),
    },
    "intervals": {
        "with 1.96 each one holds with 95 %, but all together only with"
        " less": half_widths(lambda columns: 1.959964)[0],
        "the 5 % are shared by both sides": half_widths(lambda k: ndtri(1 - 0.05 / k))[
            0
        ],
        "count the column of no answer, too": half_widths(lambda k: bonferroni(k - 1))[
            0
        ],
        "this is for 99 %": half_widths(lambda k: ndtri(1 - 0.005 / k))[0],
    },
    "best_probabilities": {
        "p + q = 1 is best for a share of one half": lambda s, e, share: variance(
            expit(e / s.task.most / 2), expit(-e / s.task.most / 2), share
        ),
        "this is best for values that nobody holds": lambda s, e, share: variance(
            0.5, expit(-e / s.task.most), share
        ),
    },
    "faulty_epsilon": {
        "this is what was asked for; read what the program does": lambda s: (
            s.task.asked
        ),
    },
    "count": {
        "these are shares, not numbers of people": lambda s, r, epsilon: (
            s.count(r, epsilon) / len(r)
        ),
        "nothing may be clipped: the mean of clipped parts is too"
        " high": lambda s, *given: of_program(*given).clip(0, 1).sum(axis=0),
        "negative counts are needed, and nothing may be"
        " rescaled": lambda s, r, epsilon: rescaled(s.count(r, epsilon), len(r)),
        "a count may be negative": lambda s, *given: s.count(*given).clip(0),
        "the noise of a bit has half of ε": lambda s, r, epsilon: s.count(
            r, 2 * epsilon
        ),
    },
}
