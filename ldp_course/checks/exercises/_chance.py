"""Answers that draw at random: a function that makes reports, and the channel that it must have.

No seed is fixed. All tests of one function together fail a right one with probability at most
ERROR.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ldp_course.checks.answers import as_codes
from ldp_course.checks.behaviour import generator, neighbours_are_independent, uses_its_generator
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, epsilon_shown, within_limits
from ldp_course.privacy import privacy_loss


def error_of_each(tests: int, error: float = ERROR) -> float:
    """The largest power of ten with which so many tests together keep to `error`."""
    return 10.0 ** math.floor(math.log10(error / tests))


def channel(
    name: str,
    sample: Callable,
    expected: np.ndarray,
    n: int,
    rng: np.random.Generator,
    error: float = ERROR,
    report_names: Sequence[str] = (),
) -> Iterator[Finding]:
    """sample(value, n, rng): n reports of different people who all hold `value`; values and reports
    are 0, 1, 2, …

    expected: Pr[report | value], shape (values, reports); each entry above 0 and below 1
    report_names: what a student calls the reports, if not by their numbers
    """
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
    report_word = report_names.__getitem__ if report_names else word
    faults = []
    for (value, report), count in np.ndenumerate(counts):
        holds, sentence = within_limits(int(count), n, float(expected[value, report]), each)
        if not holds:
            faults.append(f"truth {word(value)}, report {report_word(report)}: {sentence}")
    if faults:
        fixed = [value for value, row in enumerate(counts) if row.max() == n]
        why = (
            f"all {n:,} reports of the truth {word(fixed[0])} are the same" if fixed else faults[0]
        )
        least = epsilon_shown(counts)
        if least > promised:
            yield Finding(
                False,
                f"{name}: asked for ε = {promised:.3g}, your reports show at least {least:.3g}:"
                f" {why}",
            )
        else:
            yield Finding(
                False, f"{name}: not the probabilities asked for (ε = {promised:.3g}): {why}"
            )
        return
    yield Finding(
        True, f"{name}: every report is as likely as it should be, and ε = {promised:.3g}"
    )

    independent = [
        neighbours_are_independent((codes == value).astype(int), float(row[value]), error=each)
        for value, (codes, row) in enumerate(zip(reports, expected, strict=True))
    ]
    bad = [finding for finding in independent if not finding.holds]
    yield bad[0] if bad else Finding(True, f"{name}: people draw independently of each other")
    yield uses_its_generator(lambda own: sample(1, 1_000, own), rng=rng)
