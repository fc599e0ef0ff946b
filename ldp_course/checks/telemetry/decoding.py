"""The bias and the spread of a decoder of the capstone, measured on tables of many weeks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ldp_course.checks.behaviour import keeps_its_input
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, binomial_limits
from ldp_course.checks.telemetry.protocols import Protocol
from ldp_course.checks.telemetry.task import Task

TABLES, PER_TABLE = (
    1_000,
    120,
)  # weekly tables that a decoder makes, and reports for each on average
MOST_SPREAD = 1.32  # times the variance of the formula


def decode_findings(
    decode: Callable, protocol: Protocol, about: Task, weeks: int, rng: np.random.Generator
) -> Iterator[Finding]:
    """3 points: bias 1.5, spread 1, input 0.5. Half of the people hold a common value, another
    value nobody holds.
    """
    common, absent = np.arange(about.weeks) % protocol.d, (np.arange(about.weeks) + 1) % protocol.d
    other = (common + 2) % protocol.d
    shares = np.full((about.weeks, protocol.d), 0.5 / (protocol.d - 2))
    every = np.arange(about.weeks)
    shares[every, common], shares[every, absent] = 0.5, 0
    pulls = np.linspace(0, 0.2, about.weeks)  # so that weeks differ in their number of reports
    estimates, sizes = [], []
    for _ in range(math.ceil(TABLES / about.weeks)):
        n = math.ceil(PER_TABLE * about.weeks / weeks)
        when = np.argsort(rng.random((n, about.weeks)) + pulls, axis=1)[:, :weeks]
        truths = (
            (rng.random(when.shape)[..., None] > shares.cumsum(axis=1)[when])
            .sum(axis=2)
            .clip(max=protocol.d - 1)
        )
        reports = protocol.simulate(truths.ravel(), rng).reshape(n, weeks, *protocol.shape)
        answer = np.asarray(decode(when.copy(), reports.copy()), dtype=float)
        if answer.shape != shares.shape or not np.isfinite(answer).all():
            text = (
                f"decode must return {about.weeks} rows, one a week, of {protocol.d} shares; got"
                f" shape {answer.shape}"
            )
            yield Finding(
                False,
                text if answer.shape != shares.shape else "decode returned NaN or infinity",
                3,
            )
            return
        estimates.append(answer)
        sizes.append(np.bincount(when.ravel(), minlength=about.weeks))
    estimates, sizes = np.array(estimates), np.array(sizes)
    faults = []
    names = "a value that half of the people hold", "a value that nobody holds", "another value"
    for name, value in zip(names, (common, absent, other), strict=True):
        chosen, share = estimates[:, every, value], shares[0, value[0]]
        supported = protocol.q + share * (protocol.p - protocol.q)
        low, high = (
            (limit / sizes.sum() - protocol.q) / (protocol.p - protocol.q)
            for limit in binomial_limits(int(sizes.sum()), supported)
        )
        mean = (chosen * sizes).sum() / sizes.sum()
        if not low <= mean <= high:
            faults.append(
                f"{name} (share {share:.3f}) comes out as {mean:.3f} on average; limits {low:.3f}"
                f" to {high:.3f}"
            )
    biased = (
        "; ".join(faults) + ". Divide by the reports of the week, and do not cut estimates at 0"
        if faults
        else None
    )
    right = (
        f"unbiased in {sizes.size} tables of about {PER_TABLE} reports (3 tests, each with error"
        f" {ERROR:g})"
    )
    yield Finding(not faults, biased or right, 1.5, 3 * ERROR)
    if faults:
        return
    squares = []
    for value in (
        common,
        other,
    ):  # 2,000 squares with mean 1, nearly independent: 1.32 is 10 standard deviations away
        share = shares[0, value[0]]
        deviations = (estimates[:, every, value] - share) * np.sqrt(sizes)
        squares.append((deviations / protocol.standard_error(share, 1)) ** 2)
    ratio = float(np.mean(squares))
    stated = (
        f"the variance is {ratio:.2f} times that of the formula; a correct answer stays below"
        f" {MOST_SPREAD}"
    )
    yield Finding(ratio < MOST_SPREAD, f"{stated} except with probability {ERROR:g}", 1, ERROR)
    kept = keeps_its_input(lambda weeks: decode(weeks, reports.copy()), when)
    also = keeps_its_input(lambda reports: decode(when.copy(), reports), reports)
    yield Finding(kept.holds and also.holds, (kept if not kept.holds else also).message, 0.5)
