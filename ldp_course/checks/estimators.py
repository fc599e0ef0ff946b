"""Checks of estimates that are unbiased in one way only: what a function returns is compared with
it, without chance.

`mistakes` are wrong answers that are known, each with the sentence that tells the student what it
is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from ldp_course.checks.answers import EXACT, as_number, recognised, same
from ldp_course.checks.behaviour import keeps_its_input
from ldp_course.checks.feedback import Finding


def estimate_findings(
    estimate: Callable[..., float],
    right: Callable[..., float],
    ordinary: list[tuple[np.ndarray, ...]],
    extreme: list[tuple[np.ndarray, ...]],
    mistakes: Mapping[str, Callable[..., float]],
    points: float,
) -> Iterator[Finding]:
    """estimate(*table) must equal right(*table), the only unbiased estimate that there is.

    ordinary, extreme: tables for which the right estimate is a share, and for which it lies below 0
    or above 1
    points: half for ordinary tables, a quarter for extreme ones, a quarter for leaving the input as
    it is
    """

    def ask(tables: list) -> list[float]:
        return [as_number(estimate(*(column.copy() for column in table))) for table in tables]

    numbers, exact = ask(ordinary), [right(*table) for table in ordinary]
    if any(map(math.isnan, numbers)):
        yield Finding(False, "return one number", points / 2)
        return
    if not same(numbers, exact):
        known = {why: [wrong(*table) for table in ordinary] for why, wrong in mistakes.items()}
        hint = recognised(numbers, known, EXACT)
        if not hint and np.allclose(numbers, exact, rtol=0, atol=0.01):
            hint = ": close, but an estimate that is rounded is not unbiased"
        yield Finding(False, f"this is not the unbiased estimate{hint}", points / 2)
        return
    yield Finding(True, "the estimate is right on average, for every table of truths", points / 2)

    if same(ask(extreme), [right(*table) for table in extreme]):
        yield Finding(True, "it may lie below 0 and above 1", points / 4)
    else:
        why = (
            "an unbiased estimate lies below 0 or above 1 at times; if it is cut or moved there,"
            " its mean is wrong"
        )
        yield Finding(False, why, points / 4)
    yield keeps_its_input(estimate, *ordinary[0], points=points / 4)
