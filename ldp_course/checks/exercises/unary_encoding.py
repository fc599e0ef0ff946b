"""The exercises of the chapter "Unary encoding"."""

from __future__ import annotations

import math

import numpy as np

from ldp_course.checks.answers import choice_finding, number_finding
from ldp_course.checks.exercises._exercise import exercise
from ldp_course.checks.exercises._functions import not_a_function
from ldp_course.checks.feedback import Finding

N = 32_561  # rows of Adult


def _spread(p: float, q: float) -> float:
    """Standard error of the share of a value that nobody holds, for one person."""
    return math.sqrt(q * (1 - q)) / (p - q)


def _symmetric(epsilon: float) -> float:
    return 1 / (1 + math.exp(-epsilon / 2))


@exercise
def one_bit(epsilon, p, factor):
    """The true ε of the colleague's encoding, the right p, and what it costs."""
    of_epsilon = {
        "this is one bit; two values differ in two": 1,
        "this is the ratio; ε is its logarithm": math.exp(2),
        "half is what each bit should have": 0.5,
    }
    yield number_finding("epsilon", epsilon, 2, of_epsilon)
    right, wrong = _symmetric(1), _symmetric(2)
    yield number_finding("p", p, right, {"this is the colleague's": wrong, "this is q": 1 - right})
    times = _spread(right, 1 - right) / _spread(wrong, 1 - wrong)
    of_factor = {"this is for the variance": times**2, "this is the other way round": 1 / times}
    yield number_finding("factor", factor, times, of_factor)


@exercise
def two_jobs(epsilon):
    """ε when everybody names exactly two values."""
    mistakes = {
        "this is for one occupation each": 2 * math.log(3),
        "two people may share no occupation: count all bits that differ": 3 * math.log(3),
        "this is one bit": math.log(3),
        "exactly two are named, so never more than four bits differ": 15 * math.log(3),
        "this is the ratio; ε is its logarithm": 81,
    }
    yield number_finding("epsilon", epsilon, 4 * math.log(3), mistakes)


@exercise
def silent_missing(mended):
    """encode(value, domain), mended: nobody is encoded as all zeros without a word."""
    missing = list(not_a_function("mended", mended, "value, domain"))
    if missing:
        yield from missing
        return
    domain = ("Sales", "Armed-Forces", "Tech-support")
    rows = {value: _bits(mended, value, domain) for value in domain}
    if any(row is None for row in rows.values()):
        yield Finding(False, "mended must return the bits of one person: a list of 0 and 1")
        return
    ones = [np.flatnonzero(row).tolist() for row in rows.values()]
    if any(len(one) != 1 for one in ones) or len({one[0] for one in ones}) != len(domain):
        yield Finding(False, "mended: a value of the domain must set one bit, which is its own")
        return
    yield Finding(True, "mended: each value of the domain sets its own bit")
    length = len(rows["Sales"])
    for name, value in (("None", None), ("NaN", float("nan"))):
        row = _bits(mended, value, domain)
        if isinstance(row, ValueError):
            yield Finding(True, f"mended: a missing answer ({name}) is refused")
        elif row is None or len(row) != length:
            yield Finding(
                False,
                f"mended: a missing answer ({name}) needs as many bits as all others, or a"
                " ValueError",
            )
        elif row.sum() == 1 and all(row[one] == 0 for (one,) in ones):
            yield Finding(True, f"mended: a missing answer ({name}) has a bit of its own")
        elif row.any():
            yield Finding(
                False, f"mended: a missing answer ({name}) is counted as a value that it is not"
            )
        else:
            yield Finding(
                False,
                f"mended: a missing answer ({name}) is all zeros. Give it a bit, or raise"
                " ValueError",
            )
    if isinstance(_bits(mended, "Pirate", domain), ValueError):
        yield Finding(True, "mended: a value outside the domain raises ValueError")
    else:
        yield Finding(
            False, "mended: a value outside the domain was never declared; raise ValueError"
        )


def _bits(encode, value, domain) -> np.ndarray | ValueError | None:
    """The bits of one person, the ValueError that refuses the value, or None for anything else."""
    try:
        row = np.asarray(encode(value, domain))
    except ValueError as error:
        return error
    return (
        row.astype(int)
        if row.ndim == 1 and row.dtype.kind in "biuf" and np.isin(row, (0, 1)).all()
        else None
    )


@exercise
def swapped_letters(notices, right, swapped):
    """Which test notices that p and q are swapped, and the standard errors for a rare value."""
    which = "ε has |ln|, and p − q appears twice in the mean error; only the third differs"
    tests = ("epsilon", "mean error", "standard error")
    yield choice_finding("notices", notices, "standard error", tests, which)
    of_good, of_swapped = math.sqrt(N) * _spread(0.5, 0.1), math.sqrt(N) * -_spread(0.1, 0.5)
    share = "this is of the share; times n is the count"
    negative = "a standard error is positive: divide by |p − q|"
    first = {
        "this is with the letters swapped": of_swapped,
        share: of_good / N,
        "this is the variance": of_good**2,
    }
    second = {
        "this is with the letters right": of_good,
        share: of_swapped / N,
        negative: -of_swapped,
    }
    yield number_finding("right", right, of_good, first)
    yield number_finding(
        "swapped", swapped, of_swapped, second | {"this is the variance": of_swapped**2}
    )
