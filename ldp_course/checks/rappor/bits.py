"""Random bits of a RAPPOR client: what they give away, whether they are noisy enough and not too
noisy, and independent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from scipy.special import bdtrc

from ldp_course.binomial import highest_probability, lowest_probability
from ldp_course.checks.behaviour import (
    generator,
    keeps_its_input,
    neighbours_are_independent,
    uses_its_generator,
)
from ldp_course.checks.feedback import Finding
from ldp_course.checks.rappor.formulas import epsilon_of
from ldp_course.checks.rappor.task import Task
from ldp_course.checks.statistics import ERROR, within_limits

DEVICES = 400  # in a test of random bits
TEST_DEVICES, TEST_DAYS = 1_500, 3  # in a test of a client
LONG = 41  # days after which most permanent bits can be read off


def noisy_bits(
    function: Callable,
    about: Task,
    chances: tuple[float, float],
    unit: str,
    points: float,
    rng: np.random.Generator,
) -> Iterator[Finding]:
    """function(bits, rng) turns bits into noisy ones; chances: Pr[1 | 1], Pr[1 | 0]. Half the
    points are for privacy.
    """
    bits = (rng.random((DEVICES, about.k)) < 0.5).astype(np.int64)
    answer = np.asarray(function(bits.copy(), generator(rng)))
    if problem := _not_bits(answer, bits.shape):
        yield Finding(False, problem, points)
        return
    counts = np.array([np.bincount(answer[bits == bit].astype(int), minlength=2) for bit in (0, 1)])
    stays, becomes = chances
    allowed = about.h * math.log(stays * (1 - becomes) / (becomes * (1 - stays)))
    privacy = _privacy(counts, about.h, allowed, unit, points / 2)
    if not privacy.holds:
        yield privacy
        return
    shares = counts[:, 1] / counts.sum(axis=1)
    if shares[1] - shares[0] < 0.25 * (stays - becomes):
        swapped = shares[0] > shares[1]
        why = "1 and 0 are exchanged" if swapped else "the answer tells next to nothing"
        yield Finding(False, f"{privacy.message}. But a 1 is no sign of a 1: {why}", points)
        return
    yield privacy
    at_one, sentence_one = within_limits(int(counts[1, 1]), int(counts[1].sum()), stays)
    at_zero, sentence_zero = within_limits(int(counts[0, 1]), int(counts[0].sum()), becomes)
    told = (
        (at_one, f"ones where the bit is 1: {sentence_one}"),
        (at_zero, f"ones where the bit is 0: {sentence_zero}"),
    )
    right = at_one and at_zero
    message = "; ".join(sentence for holds, sentence in told if right or not holds)
    yield Finding(right, message, points / 4, 2 * ERROR)
    # with other probabilities than asked for, compare with those that are there
    yield _independent(
        answer.astype(int), bits, chances if right else tuple(shares[::-1]), points / 8
    )
    few = bits[:20]
    used = uses_its_generator(lambda rng: function(few.copy(), rng), rng=rng)
    kept = keeps_its_input(function, few, generator(rng))
    single = _not_bits(np.asarray(function(few[:1].copy(), generator(rng))), (1, about.k))
    failed = [one.message for one in (used, kept) if not one.holds] + (
        [f"one device: {single}"] if single else []
    )
    message = "; ".join(failed) or f"{used.message}; {kept.message}; one device works too"
    yield Finding(not failed, message, points / 8, used.error)


def many_days(client: Callable, about: Task, rng: np.random.Generator) -> Iterator[Finding]:
    """client(bloom, days, rng): 2.5 points. What a bit shows over the days is its number of ones, 0
    to TEST_DAYS.
    """
    bloom = (rng.random((TEST_DEVICES, about.k)) < 0.5).astype(np.int64)
    reports = np.asarray(client(bloom.copy(), TEST_DAYS, generator(rng)))
    if problem := _not_bits(reports, (TEST_DAYS, *bloom.shape)):
        yield Finding(False, problem, 2.5)
        return
    reports = reports.astype(int)
    sums, p, q = reports.sum(axis=0), about.p, about.q
    counts = np.array([np.bincount(sums[bloom == bit], minlength=TEST_DAYS + 1) for bit in (0, 1)])
    stays, becomes = about.permanent_one_if_set, about.permanent_one_if_clear
    allowed = about.h * epsilon_of(stays, becomes, p, q, TEST_DAYS)
    privacy = _privacy(counts, about.h, allowed, f"{TEST_DAYS} reports about one word", 1)
    if not privacy.holds:
        yield privacy
        return
    faults = []
    for bit, chance in ((1, stays), (0, becomes)):
        cells = reports[:, bloom == bit]
        shares = [
            chance * q + (1 - chance) * p,
            chance * q**TEST_DAYS + (1 - chance) * p**TEST_DAYS,
        ]
        what = f"reports of day {TEST_DAYS} that are 1", f"bits that are 1 on all {TEST_DAYS} days"
        for ones, share, name in zip(
            (cells[-1].sum(), cells.all(axis=0).sum()), shares, what, strict=True
        ):
            holds, sentence = within_limits(int(ones), cells.shape[1], share)
            faults += [] if holds else [f"at Bloom bits {bit}, {name}: {sentence}"]
    yield replace(privacy, points=0 if faults else privacy.points)
    right = (
        f"one day, and {TEST_DAYS} days together, show the right shares of ones (4 tests, each with"
        f" error {ERROR:g})"
    )
    yield Finding(not faults, "; ".join(faults) or right, 0.75, 4 * ERROR)
    if faults:
        return
    yield _independent(
        reports[0], bloom, (q * stays + p * (1 - stays), q * becomes + p * (1 - becomes)), 0.125
    )
    some = bloom[:150]
    read = np.asarray(client(some.copy(), LONG, generator(rng))).sum(axis=0) > LONG * (p + q) / 2
    if_one, if_zero = bdtrc(math.floor(LONG * (p + q) / 2), LONG, [q, p])
    chances = tuple(chance * if_one + (1 - chance) * if_zero for chance in (stays, becomes))
    long = _independent(read, some, chances, 0.125)
    yield replace(long, message=f"permanent bits, read off {LONG} days: {long.message}")
    few = bloom[:20]
    yield uses_its_generator(lambda rng: client(few.copy(), TEST_DAYS, rng), rng=rng, points=0.25)
    yield keeps_its_input(client, few, TEST_DAYS, generator(rng), points=0.25)


def _privacy(counts: np.ndarray, hashes: int, allowed: float, unit: str, points: float) -> Finding:
    """counts[bit, result] of independent bits: a lower bound of ε, from Clopper-Pearson bounds that
    share ERROR.

    At worst h bits are 1 for the first word only, and h for the second only. Such a pair of bits
    gives at most ln(P1(r)/P0(r)) + ln(P0(s)/P1(s)), with the best results r and s.
    """
    n, share = counts.sum(axis=1, keepdims=True), ERROR / (2 * counts.size)
    low, high = lowest_probability(counts, n, share), highest_probability(counts, n, share)
    with np.errstate(divide="ignore"):
        pair = np.log(low[1] / high[0]).max() + np.log(low[0] / high[1]).max()
    shown = max(0.0, hashes * float(pair))
    asked = f"{unit}: asked for ε = {allowed:.2f}, your answers show at least {shown:.2f}"
    if shown <= allowed:
        return Finding(
            True,
            f"{asked}; a correct answer shows more only with probability {ERROR:g}",
            points,
            ERROR,
        )
    never = [bit for bit in (1, 0) if counts[bit].min() == 0 and counts.shape[1] == 2]
    why = (
        f": a {never[0]} never becomes {1 - never[0]}, so a {1 - never[0]} is proof"
        if never
        else ""
    )
    return Finding(False, asked + why, points)


def _independent(
    answer: np.ndarray, bits: np.ndarray, chances: tuple[float, float], points: float
) -> Finding:
    """Along the bits of a device and along the devices, at bits of the same truth: four tests."""
    for bit, chance in ((1, chances[0]), (0, chances[1])):
        for reports, truth, where in (
            (answer, bits, "bits of one device"),
            (answer.T, bits.T, "devices"),
        ):
            finding = neighbours_are_independent(reports[truth == bit], chance)
            if not finding.holds:
                return Finding(False, f"{where}: {finding.message}", points)
    stated = f"4 tests, each with error {ERROR:g}"
    return Finding(True, f"bits and devices are drawn independently ({stated})", points, 4 * ERROR)


def _not_bits(answer: np.ndarray, shape: tuple[int, ...]) -> str | None:
    """What is wrong with the form of noisy bits, if anything."""
    if answer.shape != shape:
        return f"the answer has shape {answer.shape}; expected {shape}"
    if answer.dtype.kind not in "biuf" or not np.isin(answer, (0, 1)).all():
        return "the answer must hold 0 and 1 only (numbers, or False and True)"
    return None
