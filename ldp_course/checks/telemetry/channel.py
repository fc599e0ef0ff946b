"""The channel of a client of the capstone, measured: its ε, its probabilities, and when people
report.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import scipy  # scipy.stats takes half a second to import: not before a check needs it

from ldp_course.binomial import highest_probability, lowest_probability
from ldp_course.checks.behaviour import (
    generator,
    keeps_its_input,
    neighbours_are_independent,
    uses_its_generator,
)
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, binomial_limits, within_limits
from ldp_course.checks.telemetry.protocols import Protocol
from ldp_course.checks.telemetry.task import SLACK, Task

REPORTS = 10_000  # in a test of a client


def client_findings(
    client: Callable, protocol: Protocol, about: Task, weeks: int, rng: np.random.Generator
) -> Iterator[Finding]:
    """4 points: privacy 2, the channel that was planned 1, weeks 0.5, generator and input 0.5."""
    if protocol.epsilon > SLACK * about.budget / weeks:
        yield Finding(False, "first mend your plan: its reports spend more than a person has", 4)
        return
    values = rng.integers(protocol.d, size=(math.ceil(REPORTS / weeks), about.weeks))
    when, reports, problem = _form(
        client(values.copy(), generator(rng)), protocol, values.shape, weeks
    )
    if problem:
        yield Finding(False, problem, 4)
        return
    truths, reports = (
        np.take_along_axis(values, when, axis=1).ravel(),
        reports.reshape(-1, *protocol.shape),
    )
    support = protocol.support(reports)
    privacy = _privacy(support, truths, about.budget / weeks)
    leak = None if not privacy.holds else _leak(truths, support, reports, protocol, rng)
    if leak or not privacy.holds:
        yield Finding(False, leak or privacy.message, 4)
        return
    own = support[np.arange(len(truths)), truths].mean()
    useful = own - (support.mean() - own / protocol.d) / (1 - 1 / protocol.d) > 0.25 * (
        protocol.p - protocol.q
    )
    nothing = f"nothing else gives a value away (2 tests, each with error {ERROR:g})"
    stated = f"{privacy.message}; {nothing}"
    yield Finding(
        useful, stated if useful else "private, but it tells next to nothing", 2, 3 * ERROR
    )
    fault = next(_channel_faults(support, truths, protocol, rng), None)
    right = (
        "the reports have the probabilities of your protocol, for each value, and are drawn"
        " independently"
    )
    yield Finding(
        fault is None, fault or f"{right} (7 tests, each with error {ERROR:g})", 1, 7 * ERROR
    )
    low, high = binomial_limits(len(values), weeks / about.weeks, ERROR / about.weeks)
    counts = np.bincount(when.ravel(), minlength=about.weeks)
    stated = (
        f"from {counts.min():,} to {counts.max():,} reports a week; a correct answer has {low:,} to"
        f" {high:,}"
    )
    even = bool(low <= counts.min() and counts.max() <= high)
    yield Finding(even, f"{stated} except with probability {ERROR:g}", 0.5, ERROR)
    few = values[:30]
    yield uses_its_generator(lambda rng: client(few.copy(), rng)[1], rng=rng, points=0.25)
    yield keeps_its_input(client, few, generator(rng), points=0.25)


def _form(answer: object, protocol: Protocol, shape: tuple[int, int], weeks: int):
    """Weeks and reports as arrays, and what is wrong with their form, if anything."""
    people, all_weeks = shape
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        return None, None, "client must return two arrays: weeks, reports"
    when, reports = np.asarray(answer[0]), np.asarray(answer[1])
    wanted = (people, weeks), (people, weeks, *protocol.shape)
    if (when.shape, reports.shape) != wanted:
        got = f"weeks and reports have the shapes {when.shape} and {reports.shape}"
        return None, None, f"{got}; expected {wanted[0]} and {wanted[1]}"
    if when.dtype.kind not in "iuf" or not np.isin(when, np.arange(all_weeks)).all():
        return None, None, f"weeks must hold whole numbers, 0 to {all_weeks - 1}"
    when = when.astype(np.int64)
    if (np.diff(np.sort(when, axis=1), axis=1) == 0).any():
        return None, None, "a person reports once in a week: the weeks of one person must differ"
    return when, reports, protocol.form(reports)


def _privacy(support: np.ndarray, truths: np.ndarray, allowed: float) -> Finding:
    """A lower bound of ε, from events whose probabilities differ by e^ε at most; all bounds share
    ERROR.

    For values v and w: "only v is supported", under v and under w, averaged over all pairs with the
    same distance w - v.
    For each w: "w is supported", and "w is not", under w and under the other values.
    """
    n, d = support.shape
    rows, own, held = np.arange(n), support[np.arange(n), truths], np.bincount(truths, minlength=d)
    at = [support[rows, (truths + distance) % d] for distance in range(1, d)]
    only_own = np.array([(own & ~other).sum() for other in at])
    only_other = np.array([(other & ~own).sum() for other in at])[
        ::-1
    ]  # from w, v lies d - distance further
    by_own, all_of = np.bincount(truths[own], minlength=d), support.sum(axis=0)
    by_others, others = all_of - by_own, n - held
    likely = np.concatenate([only_own, by_own, others - by_others])
    rare = np.concatenate([only_other, by_others, held - by_own])
    of_likely = np.concatenate([np.full(d - 1, n), held, others])
    of_rare = np.concatenate([np.full(d - 1, n), others, held])
    share = ERROR / (2 * len(likely))
    low, high = (
        lowest_probability(likely, of_likely, share),
        highest_probability(rare, of_rare, share),
    )
    worst = int(np.argmax(low / high))
    shown = max(0.0, math.log(max(low[worst] / high[worst], 1.0)))
    stated = f"one report: asked for ε = {allowed:.3g}, your reports show at least {shown:.3g}"
    if shown <= allowed:
        return Finding(
            True, f"{stated}; a correct answer shows more only with probability {ERROR:g}"
        )
    if rare[worst]:
        return Finding(False, stated)
    never = (
        "some false reports never occur, so a report is proof"
        if worst < 2 * d - 1
        else "a value is never left out"
    )
    return Finding(False, f"{stated}: {never} (ε is infinite)")


def _leak(
    truths: np.ndarray,
    support: np.ndarray,
    reports: np.ndarray,
    protocol: Protocol,
    rng: np.random.Generator,
) -> str | None:
    """What could tell something beyond the support: when a person reports, bits that hang together,
    seeds.
    """
    n, d = support.shape
    held, rows = np.bincount(truths, minlength=d), np.arange(n)
    low, high = binomial_limits(n, 1 / d, ERROR / d)
    if held.min() < low or held.max() > high:
        return "the weeks in which people report depend on their values, which gives them away"
    if protocol.name == "unary":
        step = rng.integers(1, d - 1, size=n)
        one, two = support[rows, (truths + step) % d], support[rows, (truths + step + 1) % d]
        q = protocol.q if abs(one.mean() - protocol.q) < 0.05 else float(one.mean())
        if not within_limits(int((one == two).sum()), n, q**2 + (1 - q) ** 2)[0]:
            return "the bits of one report depend on each other: draw anew for each bit"
    if protocol.name == "hashing":
        seeds = reports[:, 0].astype(np.int64)
        if len(np.unique(seeds)) < 0.99 * n:
            return "draw a new seed for each report, from 2**32 numbers"
        for half in (seeds < np.median(seeds), seeds % 2 == 1):
            law = scipy.stats.hypergeom(n, int(half.sum()), held)
            count = np.bincount(truths[half], minlength=d)
            if (count < law.ppf(ERROR / (4 * d))).any() or (count > law.isf(ERROR / (4 * d))).any():
                return "the seeds depend on the values, which gives them away"
    return None


def _channel_faults(
    support: np.ndarray, truths: np.ndarray, protocol: Protocol, rng: np.random.Generator
) -> Iterator[str]:
    """Where the probabilities are not those of the protocol."""
    n, d = support.shape
    p, q, rows, held = protocol.p, protocol.q, np.arange(n), np.bincount(truths, minlength=d)
    own = support[rows, truths]
    holds, sentence = within_limits(int(own.sum()), n, p)
    if not holds:
        yield f"reports that support the own value: {sentence}"
    other = support[rows, (truths + rng.integers(1, d, size=n)) % d]
    holds, sentence = within_limits(int((own & ~other).sum()), n, protocol.own_only)
    if not holds:
        yield f"reports that support the own value and not a given other one: {sentence}"
    by_own = np.bincount(truths[own], minlength=d)
    by_distance = np.array([
        support[rows, (truths + distance) % d].sum() for distance in range(1, d)
    ])
    families = (
        ("reports of the people with value {} that support it", by_own, held, p, 0),
        (
            "reports of the others that support value {}",
            support.sum(axis=0) - by_own,
            n - held,
            q,
            0,
        ),
        ("reports that support the value {} places further", by_distance, np.full(d - 1, n), q, 1),
    )
    for name, counts, of, chance, first in families:
        for place, (count, size) in enumerate(zip(counts, of, strict=True)):
            holds, sentence = within_limits(int(count), int(size), chance, ERROR / len(counts))
            if not holds:
                yield f"{name.format(place + first)}: {sentence}"
    pairs = truths[: n // 2 * 2].reshape(-1, 2)
    third = _next_free(pairs, d)
    at_third = support[np.arange(pairs.size), np.repeat(third, 2)]
    for reports, chance in ((own, p), (at_third, q)):
        finding = neighbours_are_independent(reports, chance)
        if not finding.holds:
            yield finding.message


def _next_free(pairs: np.ndarray, d: int) -> np.ndarray:
    """For each pair of values the next value that is neither."""
    third = (pairs[:, 0] + 1) % d
    return np.where(third == pairs[:, 1], (third + 1) % d, third)
