"""Assignment "RAPPOR": a client whose permanent noise is no fair coin, its ε, its decoder, and a
faulty client.
"""

from __future__ import annotations

import math

import numpy as np

from ldp_course.binomial import highest_count, lowest_count
from ldp_course.checks.answers import EXACT, choice_finding, number_finding, same
from ldp_course.checks.behaviour import keeps_its_input
from ldp_course.checks.feedback import Finding, question
from ldp_course.checks.rappor.bits import many_days, noisy_bits
from ldp_course.checks.rappor.faults import CHOICES, fault_of
from ldp_course.checks.rappor.formulas import epsilon_of
from ldp_course.checks.rappor.task import Task, task
from ldp_course.checks.rappor.task import faulty_epsilon as epsilon_of_the_colleagues
from ldp_course.checks.statistics import ERROR

__all__ = ["CHECKS", "Task", "task"]


@question(points=3)
def permanent_bits(permanent_bits, *, student, rng):
    """Permanent noise: a bit is noise with probability f, and noise is 1 with probability g."""
    about = task(student)
    chances = about.permanent_one_if_set, about.permanent_one_if_clear
    yield from noisy_bits(permanent_bits, about, chances, "all reports about one word", 3, rng)


@question(points=2)
def report_bits(report_bits, *, student, rng):
    """One report: 1 with probability q at a permanent 1, and p at a permanent 0."""
    about = task(student)
    yield from noisy_bits(
        report_bits, about, (about.q, about.p), "one report about the permanent bits", 2, rng
    )


@question(points=4)
def epsilons(lifetime_epsilon, report_epsilon, memoized_epsilon, redrawn_epsilon, *, student, rng):
    """ε of the permanent bits, of one report, and of the reports of several days with and without
    memoization.
    """
    about = task(student)
    h, days, stays, becomes = (
        about.h,
        about.days,
        about.permanent_one_if_set,
        about.permanent_one_if_clear,
    )
    ever = h * epsilon_of(stays, becomes, 0, 1, 1)
    one = h * epsilon_of(stays, becomes, about.p, about.q, 1)
    many = h * epsilon_of(stays, becomes, about.p, about.q, days)
    known = {
        "that is the paper's formula, for noise that is a fair coin": (
            2 * h * math.log((2 - about.f) / about.f)
        ),
        "that is ε of the permanent bits": ever,
        "that is ε of one report": one,
        f"that is ε of the reports of {days} days with memoization": many,
        f"that is {days} times ε of one report, right only if the reports are independent": (
            days * one
        ),
        "a memoized permanent answer is paid once, not every day": days * ever,
        "a report is computed from the permanent bits (post-processing): do not add the two ε": (
            one + ever
        ),
    }
    wanted = {
        "lifetime_epsilon": (
            lifetime_epsilon,
            ever,
            "compare Pr[filter | word] for two words that share no bit",
        ),
        "report_epsilon": (
            report_epsilon,
            one,
            "find Pr[report 1 | Bloom bit 1] and Pr[report 1 | Bloom bit 0] first",
        ),
        "memoized_epsilon": (
            memoized_epsilon,
            many,
            "all days share one permanent bit: mix over it, as in RAPPOR I",
        ),
        "redrawn_epsilon": (
            redrawn_epsilon,
            days * one,
            "fresh noise makes the reports independent: what is their ε?",
        ),
    }
    for name, (answer, right, hint) in wanted.items():
        slips = {
            "the logarithm is the natural one, not log2": right / math.log(2),
            "the logarithm is the natural one, not log10": right / math.log(10),
            f"a word sets h = {h} bits, and each of them counts": right / h,
            "the pair of probabilities ln(·/·) + ln(·/·) has both kinds of bits already": right * 2,
        }
        yield number_finding(name, answer, right, slips | known, hint, 1)


@question(points=2)
def bit_counts(bit_counts, *, student, rng):
    """How many devices have each Bloom bit set.

    The channel of a bit has an inverse, so only one function of the reports is unbiased whatever
    the Bloom bits are: the answer is compared with it exactly.
    """
    about = task(student)
    one, zero = about.report_one_if_set, about.report_one_if_clear

    def right(reports: np.ndarray) -> np.ndarray:
        return (reports.sum(axis=0) - zero * len(reports)) / (one - zero)

    reports = (rng.random((1_000, about.k)) < rng.uniform(0, 1, about.k)).astype(np.uint8)
    answer = np.asarray(bit_counts(reports.copy()))
    if answer.shape != (about.k,) or answer.dtype.kind not in "iuf":
        shape = f"an answer of shape {answer.shape} and type {answer.dtype}"
        yield Finding(False, f"{shape}; expected {about.k} numbers, one for each bit", 2)
        return
    expected, ones, f, p, q = right(reports), reports.sum(axis=0), about.f, about.p, about.q
    paper = f * (p + q) / 2 + (1 - f) * p
    slips = {
        "these are numbers of reported ones; take out what the noise adds": ones,
        "these are shares; the question asks for numbers of devices": expected / len(reports),
        "do not cut estimates at 0 or at the number of devices: that makes them biased": np.clip(
            expected, 0, 1_000
        ),
        "do not cut estimates at 0: that makes them biased": np.maximum(expected, 0),
        "do not round estimates": np.rint(expected),
        "this takes out the noise of the reports only; the permanent noise is still in": (
            (ones - p * 1_000) / (q - p)
        ),
        "this is right for noise that is a fair coin; yours has g": (
            (ones - paper * 1_000) / ((1 - f) * (q - p))
        ),
    }
    holds = same(answer, expected, reach=EXACT * len(reports))
    hint = "write down the expected number of ones for t devices with the bit, then solve for t"
    says = next(
        (text for text, wrong in slips.items() if same(answer, wrong, reach=EXACT * len(reports))),
        hint,
    )
    yield Finding(
        holds,
        "the counts are the unbiased ones" if holds else f"the counts are not unbiased: {says}",
        1,
    )
    if not holds:
        return
    for case, name in (
        (reports[:1], "one device"),
        (np.ones((50, about.k), dtype=np.uint8), "all reports 1"),
    ):
        if not same(bit_counts(case.copy()), right(case), reach=EXACT * len(case)):
            yield Finding(
                False,
                f"{name}: the counts are not the unbiased ones; do not cut or special-case",
                0.5,
            )
            break
    else:
        yield Finding(True, "one device, and reports that are all 1, are right too", 0.5)
    yield keeps_its_input(bit_counts, reports, points=0.5)


@question(points=2)
def words_present(words_present, *, student, rng):
    """Which candidates are there: at most the stated share of false alarms, and common words are
    found.
    """
    about = task(student)
    n, one, zero, visible = (
        about.devices,
        about.report_one_if_set,
        about.report_one_if_clear,
        about.visible,
    )
    held = rng.random((1_000, len(about.words))) < 0.5
    bits = (held * visible) @ about.filters.astype(int)
    ones = rng.binomial(bits, one) + rng.binomial(n - bits, zero)
    answer = np.asarray(words_present((ones - zero * n) / (one - zero), n))
    if (
        answer.shape != held.shape
        or answer.dtype.kind not in "biuf"
        or not np.isin(answer, (0, 1)).all()
    ):
        got = f"an answer of shape {answer.shape} and type {answer.dtype}"
        yield Finding(
            False,
            f"{got}; expected True or False, a row for each day and a column for each word",
            2,
        )
        return
    says, absent, present = answer.astype(bool), int((~held).sum()), int(held.sum())
    false, found = int((says & ~held).sum()), int((says & held).sum())
    # A normal threshold for a count of some thousand ones has up to 1.25 times the stated rate.
    most = highest_count(absent, 1.25 * about.false_alarms, ERROR)
    least = lowest_count(present, 0.9, ERROR)
    quiet, finds = false <= most, found >= least
    # Saying nothing gives no false alarms, and saying everything misses nothing: neither earns a
    # point by itself.
    alarms = (
        f"{false} of {absent:,} absent words were called present; with at most"
        f" {about.false_alarms:.1%} (and a quarter more, for rounding) it is at most {most}, except"
        f" with probability {ERROR:g}"
    )
    alarms = alarms if 2 * found > present else "few words are found at all"
    yield Finding(quiet and 2 * found > present, alarms, 1, ERROR)
    seen = (
        f"{found} of {present:,} words on {visible:,} devices were found; with nine of ten it is at"
        f" least {least}, except with probability {ERROR:g}"
    )
    seen += (
        ""
        if finds
        else "; put all bits of a word together: their mean has a smaller error than one bit"
    )
    seen = seen if 2 * false < absent else "nearly every word is called present"
    yield Finding(finds and 2 * false < absent, seen, 1, ERROR)


@question(points=4)
def mend(fault, faulty_epsilon, mended_client, *, student, rng):
    """The colleague's client: its fault, its ε, and a client without it."""
    about = task(student)
    true_fault = fault_of(about.faulty_code)
    hint = "run it on filters that are all 1, then on filters that are all 0, and count"
    yield choice_finding("fault", fault, true_fault, CHOICES, hint, 0.5)
    hint = "find Pr[permanent bit 1 | Bloom bit] of this client, then proceed as before"
    right = epsilon_of_the_colleagues(about)
    mistakes = {f"a word sets h = {about.h} bits": right / about.h}
    yield number_finding("faulty_epsilon", faulty_epsilon, right, mistakes, hint, 1)
    yield from many_days(mended_client, about, rng)


CHECKS = [permanent_bits, report_bits, epsilons, bit_counts, words_present, mend]
