"""Find the distribution that makes the counts of reports most likely."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_flag,
    check_integer,
    check_number,
    check_numbers,
    refuse,
    reject,
)

TOLERANCE = 1e-3
MOST_STEPS = 10_000


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """Hold what expectation maximization ends with.

    Parameters
    ----------
    frequencies : array of shape (k,), not negative, with the sum 1
    steps : int, how many changed the frequencies
    log_likelihood : float, of the counts under these frequencies, with natural
        logarithms and without constant terms

    Examples
    --------
    >>> channel = [[0.75, 0.25], [0.25, 0.75]]
    >>> expectation_maximization(channel, [40, 60]).frequencies.round(2)
    array([0.3, 0.7])
    """

    frequencies: np.ndarray
    steps: int
    log_likelihood: float


def expectation_maximization(
    channel: ArrayLike,
    counts: ArrayLike,
    smooth: bool = False,
    tolerance: float = TOLERANCE,
    most_steps: int = MOST_STEPS,
) -> Reconstruction:
    """Find frequencies that explain the counts, step by step.

    The first step starts from equal frequencies. No step makes the counts less likely,
    unless it is smoothed: then it may. It stops where a step changes the
    log-likelihood by less than `tolerance`. Stopping early keeps the result smooth:
    later steps fit the noise. Dempster, Laird and Rubin (1977); smoothing as in Li et
    al. (SIGMOD 2020).

    Parameters
    ----------
    channel : array of shape (k, m), Pr[report | value], rows with the sum 1
    counts : array of shape (m,), how many reports of each kind there are
    smooth : bool, average each frequency with its neighbors, 1 : 2 : 1, after each
        step
    tolerance : float, above 0
    most_steps : int, at least 1

    Examples
    --------
    >>> channel = [[0.75, 0.25], [0.25, 0.75]]
    >>> expectation_maximization(channel, [20, 80]).frequencies.round(2).tolist()
    [0.0, 1.0]
    """
    allowed = "rows of probabilities with the sum 1"
    channel = check_numbers("channel", channel, allowed, 0, 1)
    is_table = channel.ndim == 2 and channel.size
    if not is_table or not np.allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-6):
        refuse("channel", channel, allowed)
    reports, given = channel.shape[1], counts
    allowed = f"{reports} numbers of reports, none negative"
    counts = check_numbers("counts", counts, allowed, 0, 1e15, shape=(reports,))
    if not counts.any():
        refuse("counts", given, f"{allowed}, not all 0")
    impossible = np.flatnonzero((counts > 0) & (channel.max(axis=0) == 0))
    if len(impossible):
        at = impossible[0]
        fault = f"holds {counts[at]:g} at place {at}, a report that no value can make"
        reject("counts", fault, f"0 where a column of channel is 0; {allowed}")
    smooth = check_flag("smooth", smooth)
    positive = "a number above 0"
    if check_number("tolerance", tolerance, positive, 0) == 0:
        refuse("tolerance", tolerance, positive)
    most_steps = check_integer("most_steps", most_steps, 1)
    frequencies, before = np.full(len(channel), 1 / len(channel)), -np.inf
    # what nobody reported says nothing: count it as 0 log 1
    n, unseen = counts.sum(), counts == 0

    def likelihood(frequencies: np.ndarray) -> tuple[np.ndarray, float]:
        shares = frequencies @ channel
        shares[unseen] = 1
        return shares, float(counts @ np.log(shares))

    for step in range(most_steps + 1):
        shares, log_likelihood = likelihood(frequencies)
        if step == most_steps or abs(log_likelihood - before) < tolerance:
            break
        before = log_likelihood
        frequencies = frequencies * (channel @ (counts / shares)) / n
        if smooth:
            frequencies = smoothed(frequencies)
        frequencies /= frequencies.sum()
    return Reconstruction(frequencies, step, log_likelihood)


def smoothed(frequencies: np.ndarray) -> np.ndarray:
    """Return the mean of each frequency, twice, and its two neighbors, or its one."""
    if len(frequencies) < 2:
        return frequencies
    padded = np.concatenate([[0], frequencies, [0]])
    result = (padded[:-2] + 2 * frequencies + padded[2:]) / 4
    result[[0, -1]] *= 4 / 3
    return result
