"""Exact probabilities of what leaves a device, so that ε is read off and not believed."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ldp_course.arguments import check_integer
from ldp_course.rappor.bloom import bloom_table
from ldp_course.rappor.parameters import Parameters

LARGEST_FILTER = 12  # 2^12 columns


def permanent_channel(words: Collection[str], cohort: int, parameters: Parameters) -> np.ndarray:
    """Pr[permanent response | word] in one cohort, exactly.

    The largest log ratio between two rows is at most `epsilon_infinity`, and equal to it when two
    words differ in 2h bits. Erlingsson et al. (2014), theorem 1; "RAPPOR I: collecting".

    Parameters
    ----------
    words : list of distinct str, at least one
    cohort : int, 0 to m - 1
    parameters : Parameters, with at most 12 bits

    Returns
    -------
    ndarray of float, shape (words, 2^k), each row sums to 1
        Column c is the filter whose bit i is bit i of the number c.

    Examples
    --------
    >>> permanent_channel(["apple", "pear"], 0, Parameters(2, 1, 1, f=0.5, p=0.25, q=0.75))
    array([[0.1875, 0.5625, 0.0625, 0.1875],
           [0.1875, 0.0625, 0.5625, 0.1875]])
    """
    return _channel(words, cohort, parameters, parameters.f / 2, 1 - parameters.f / 2)


def report_channel(words: Collection[str], cohort: int, parameters: Parameters) -> np.ndarray:
    """Pr[one report | word] in one cohort, exactly; its ε is at most `epsilon_one`.

    Erlingsson et al. (2014), theorem 2; "RAPPOR I: collecting".

    Parameters
    ----------
    words, cohort, parameters : as in `permanent_channel`

    Returns
    -------
    ndarray of float, shape (words, 2^k), laid out as there

    Examples
    --------
    >>> report_channel(["apple", "pear"], 0, Parameters(2, 1, 1, f=0, p=0.25, q=0.75))
    array([[0.1875, 0.5625, 0.0625, 0.1875],
           [0.1875, 0.0625, 0.5625, 0.1875]])
    """
    return _channel(words, cohort, parameters, parameters.p_star, parameters.q_star)


def _channel(
    words: Collection[str], cohort: int, parameters: Parameters, if_clear: float, if_set: float
) -> np.ndarray:
    """Bits are independent: 1 with probability `if_set` for a Bloom bit of 1, `if_clear` for 0."""
    check_integer("cohort", cohort, 0, parameters.cohorts - 1)
    if parameters.bits > LARGEST_FILTER:
        allowed = (
            f"for an exact channel bits must be at most {LARGEST_FILTER}: it has 2^bits columns"
        )
        raise ValueError(f"bits = {parameters.bits} is not allowed; {allowed}")
    is_set = bloom_table(words, parameters)[:, cohort, :]
    channel = np.ones((len(is_set), 1))
    for bit in range(parameters.bits):
        one = np.where(is_set[:, [bit]], if_set, if_clear)
        channel = np.hstack([channel * (1 - one), channel * one])
    return channel
