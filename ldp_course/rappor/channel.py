"""Exact probabilities of what leaves a device, so that ε is read off and not believed."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ldp_course.arguments import check_integer
from ldp_course.rappor.bloom import bloom_table
from ldp_course.rappor.parameters import Parameters

LARGEST_FILTER = 12  # 2^12 columns


def permanent_channel(words: Collection[str], cohort: int, parameters: Parameters) -> np.ndarray:
    """Pr[permanent response | word] in one cohort: a row per word, a column per filter, 2^k of them.

    Column c is the filter whose bit i is bit i of the number c. Each row sums to 1. The largest log ratio
    between two rows is at most `epsilon_infinity`, and equal to it when two words differ in 2h bits.
    Raises ValueError for more than 12 bits.
    """
    return _channel(words, cohort, parameters, parameters.f / 2, 1 - parameters.f / 2)


def report_channel(words: Collection[str], cohort: int, parameters: Parameters) -> np.ndarray:
    """Pr[one report | word] in one cohort, laid out as in `permanent_channel`; its ε is `epsilon_one`."""
    return _channel(words, cohort, parameters, parameters.p_star, parameters.q_star)


def _channel(
    words: Collection[str],
    cohort: int,
    parameters: Parameters,
    one_if_clear: float,
    one_if_set: float,
) -> np.ndarray:
    check_integer("cohort", cohort, 0, parameters.cohorts - 1)
    if parameters.bits > LARGEST_FILTER:
        raise ValueError(
            f"bits = {parameters.bits} is not allowed; for an exact channel bits must be at most "
            f"{LARGEST_FILTER} (it has 2^bits columns); epsilon_one and epsilon_infinity hold for any size"
        )
    is_set = bloom_table(words, parameters)[:, cohort, :]
    channel = np.ones((len(is_set), 1))
    for bit in range(parameters.bits):
        one = np.where(is_set[:, [bit]], one_if_set, one_if_clear)
        channel = np.hstack([channel * (1 - one), channel * one])
    return channel
