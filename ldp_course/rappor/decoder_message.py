"""The decoder's message in words: what was detected, and what else the counts show.

Warnings that its parameters or clients are not as told: `misfit`.
"""

import math

import numpy as np
from scipy.special import chdtri

from ldp_course.rappor.misfit import FALSE_ALARM
from ldp_course.rappor.regression import Fit

COARSE = 0.1  # reports that show only shares above it are called too few


def in_words(
    counts: np.ndarray,
    people: int,
    fit: Fit,
    detected: np.ndarray,
    detectable_share: float,
    warning: str,
) -> str:
    """Return the message: a summary, and the warning or, without one, other doubts."""
    reports = int(counts[:, 0].sum())
    not_told_apart = np.count_nonzero(~fit.told_apart)
    sentences = [_summary(detected, reports, people, detectable_share, not_told_apart)]
    sentences += (
        [warning]
        if warning
        else [
            other_strings_warning(detected, fit.freedom, fit.dispersion),
            empty_cohorts_warning(counts, people),
        ]
    )
    return " ".join(filter(None, sentences))


def _summary(
    detected: np.ndarray,
    reports: int,
    people: int,
    detectable_share: float,
    not_told_apart: int,
) -> str:
    """Say how many candidates were detected, and which share can be."""
    candidates = len(detected)
    text = f"{detected.sum()} of {candidates} candidates detected"
    text += f" in {reports:,} reports"
    text += "." if people == reports else f" from {people:,} clients."
    if detectable_share >= COARSE:
        text += " These are too few reports to detect anything"
        but = f" but a string with a share above about {detectable_share:.0%}"
        return f"{text}." if detectable_share >= 1 else f"{text}{but}."
    if not_told_apart == candidates:
        text += " There are too many candidates for so few bits and cohorts: any counts"
        return f"{text} would fit."
    if not_told_apart:
        text += f" {not_told_apart} cannot be told from a mix of others with so few"
        text += " bits and cohorts."
    text += f" A string with a share of about {detectable_share:.2%}"
    return f"{text} is detected half of the time."


def other_strings_warning(
    detected: np.ndarray, freedom: float, dispersion: float
) -> str:
    """Return a warning if counts vary beyond chance but nothing is detected, or ""."""
    if not (freedom > 0 and detected.mean() <= 0.05):
        return ""
    if not dispersion > max(1.25, chdtri(freedom, FALSE_ALARM) / freedom):
        return ""
    return (
        f"But the counts vary {dispersion:.1f} times as much as chance: they hold "
        "other strings, or bits or cohorts stand in another order than in the "
        "parameters."
    )


def empty_cohorts_warning(counts: np.ndarray, people: int) -> str:
    """Return a warning if cohorts are empty though people choose at random, or ""."""
    cohorts, empty = len(counts), np.flatnonzero(counts[:, 0] == 0)
    if not len(empty) or cohorts * math.exp(-people / cohorts) > FALSE_ALARM:
        return ""
    others = f" and {len(empty) - 1} other(s)" if len(empty) > 1 else ""
    return (
        f"But no report came from cohort {empty[0]}{others}, where each of {cohorts} "
        f"should have about {people / cohorts:,.0f} clients: perhaps the clients have "
        "fewer cohorts."
    )
