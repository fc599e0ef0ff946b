"""A program with one fault, in the variants that question 7 gives out.

Every variant has the form of a fault in published code; the text of the assignment says so.
"""

from __future__ import annotations

import math

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
RIGHT = {
    "p": "math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)",
    "shape": "rows.shape",
    "reports": "reports = (uniform < np.where(rows == 1, p, 1 - p)).astype(int)",
    "counts": "counts = (reports.sum(axis=0) - n * q) / (p - q)",
}
# letter: (what differs from a right program, the ε of a report of the faulty one when ε was asked
# for)
FAULTS = {
    "a": ({"shape": "(len(rows), 1)"}, lambda epsilon: math.inf),
    "b": (
        {
            "reports": "reports = rows.copy()\n"
            "    reports[(rows == 1) & (uniform < p)] = 1\n"
            "    reports[(rows == 0) & (uniform < 1 - p)] = 1"
        },
        lambda epsilon: math.inf,
    ),
    "c": ({"p": "math.exp(epsilon) / (math.exp(epsilon) + 1)"}, lambda epsilon: 2 * epsilon),
    "d": (
        {
            "counts": "each = (reports - q) / (p - q)  # one person's share in the counts\n"
            "    counts = np.clip(each, 0, 1).sum(axis=0)"
        },
        lambda epsilon: epsilon,
    ),
    "e": (
        {
            "counts": "counts = np.maximum((reports.sum(axis=0) - n * q) / (p - q), 0)\n"
            "    counts = counts * n / max(counts.sum(), 1)"
        },
        lambda epsilon: epsilon,
    ),
}


def program(fault: str | None) -> str:
    """The source text of both functions, with one fault or with none."""
    parts = RIGHT | (FAULTS[fault][0] if fault else {})
    return f"{COLLECT}\n\n{COUNT}".format(**parts)


def letter(code: str) -> str:
    """The fault of a program that `program` wrote."""
    return next(fault for fault in FAULTS if program(fault) == code)
