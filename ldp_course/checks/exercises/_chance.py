"""Answers that draw at random: a function that makes reports, and the channel that it must have.

No seed is fixed. All tests of one function together fail a right one with probability at most ERROR.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ldp_course.checks.behaviour import generator, neighbours_are_independent, uses_its_generator
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, epsilon_shown, within_limits


def error_of_each(tests: int, error: float = ERROR) -> float:
    """The largest power of ten with which so many tests together keep to `error`."""
    return 10.0 ** math.floor(math.log10(error / tests))


def channel(
    name: str, sample: Callable, expected: np.ndarray, n: int, rng: np.random.Generator, error: float = ERROR
) -> Iterator[Finding]:
    """sample(value, n, rng): n reports of different people who all hold `value`; values and reports are 0, 1, 2, …

    expected: Pr[report | value], shape (values, reports); each entry above 0 and below 1
    """
    from ldp_course.privacy import privacy_loss  # imports scipy.stats, which takes a second

    values, kinds = expected.shape
    promised = privacy_loss(expected)
    reports = [as_codes(sample(value, n, generator(rng)), n, kinds) for value in range(values)]
    if any(codes is None for codes in reports):
        allowed = "0 (no) or 1 (yes)" if kinds == 2 else f"a whole number from 0 to {kinds - 1}"
        yield Finding(False, f"{name} must give one report for each person: {allowed}")
        return
    counts = np.array([np.bincount(codes, minlength=kinds) for codes in reports])
    each = error_of_each(counts.size + values, error)
    word = ("no", "yes").__getitem__ if kinds == 2 else str
    faults = []
    for (value, report), count in np.ndenumerate(counts):
        holds, sentence = within_limits(int(count), n, float(expected[value, report]), each)
        if not holds:
            faults.append(f"truth {word(value)}, report {word(report)}: {sentence}")
    if faults:
        fixed = [value for value, row in enumerate(counts) if row.max() == n]
        why = f"all {n:,} reports of the truth {word(fixed[0])} are the same" if fixed else faults[0]
        least = epsilon_shown(counts)
        if least > promised:
            yield Finding(False, f"{name}: asked for ε = {promised:.3g}, your reports show at least {least:.3g}: {why}")
        else:
            yield Finding(False, f"{name}: not the probabilities asked for (ε = {promised:.3g}): {why}")
        return
    yield Finding(True, f"{name}: every report is as likely as it should be, and ε = {promised:.3g}")

    independent = [
        neighbours_are_independent((codes == value).astype(int), float(row[value]), error=each)
        for value, (codes, row) in enumerate(zip(reports, expected, strict=True))
    ]
    bad = [finding for finding in independent if not finding.holds]
    yield bad[0] if bad else Finding(True, f"{name}: people draw independently of each other")
    yield uses_its_generator(lambda own: sample(1, 1_000, own), rng=rng)


def as_codes(reports, n: int, kinds: int) -> np.ndarray | None:
    """n reports as whole numbers from 0 to kinds - 1; None if they are anything else."""
    try:
        raw = np.asarray(reports)
    except ValueError:  # rows of different lengths
        return None
    if raw.dtype.kind not in "biuf" or raw.shape != (n,) or not np.isin(raw, np.arange(kinds)).all():
        return None
    return raw.astype(int)
