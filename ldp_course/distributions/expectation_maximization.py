"""Expectation maximization: the distribution that makes the counts of reports most likely."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_flag, check_integer, check_number, check_numbers, refuse

TOLERANCE = 1e-3
MOST_STEPS = 10_000


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """What expectation maximization ends with.

    Parameters
    ----------
    frequencies : array of shape (k,), not negative, with the sum 1
    steps : int, how many it took
    log_likelihood : float, of the counts under these frequencies, with natural logarithms and
        without constant terms

    Examples
    --------
    >>> expectation_maximization([[0.75, 0.25], [0.25, 0.75]], [40, 60]).frequencies.round(2)
    array([0.3, 0.7])
    """

    frequencies: np.ndarray
    steps: int
    log_likelihood: float

    def __post_init__(self) -> None:
        allowed = "a list or array of numbers from 0 to 1"
        frequencies = check_numbers("frequencies", self.frequencies, allowed, 0, 1)
        if frequencies.ndim != 1 or not len(frequencies):
            refuse("frequencies", self.frequencies, allowed)
        vars(self).update(frequencies=frequencies)
        check_integer("steps", self.steps, 1)
        check_number("log_likelihood", self.log_likelihood, "a finite number")


def expectation_maximization(
    channel: ArrayLike,
    counts: ArrayLike,
    smooth: bool = False,
    tolerance: float = TOLERANCE,
    most_steps: int = MOST_STEPS,
) -> Reconstruction:
    """Start from equal frequencies; each step makes the counts more likely.

    It stops where a step changes the log-likelihood by less than `tolerance`. Stopping early keeps
    the result smooth: later steps fit the noise. Dempster, Laird and Rubin (1977); smoothing as in
    Li et al. (SIGMOD 2020).

    Parameters
    ----------
    channel : array of shape (k, m), Pr[report | value], rows with the sum 1
    counts : array of shape (m,), how many reports of each kind there are
    smooth : bool, average each frequency with its neighbours, 1 : 2 : 1, after each step
    tolerance : float, above 0
    most_steps : int, at least 1

    Examples
    --------
    >>> found = expectation_maximization([[0.75, 0.25], [0.25, 0.75]], [20, 80])
    >>> found.frequencies.round(2).tolist()
    [0.0, 1.0]
    """
    allowed = "rows of probabilities with the sum 1"
    channel = check_numbers("channel", channel, allowed, 0, 1)
    if (
        channel.ndim != 2
        or not channel.size
        or not np.allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-6)
    ):
        refuse("channel", channel, "rows of probabilities with the sum 1")
    counts = check_report_counts(counts, channel.shape[1])
    return climb(
        lambda shares: shares @ channel, lambda ratio: channel @ ratio, len(channel),
        counts, check_flag("smooth", smooth), tolerance, most_steps,
    )  # fmt: skip


def check_report_counts(counts: ArrayLike, size: int) -> np.ndarray:
    """Return counts of reports as a float array of shape (size,), not all 0."""
    allowed = f"{size} numbers of reports, none negative, not all 0"
    counts = check_numbers("counts", counts, allowed, 0, 1e15, shape=(size,))
    return counts if counts.any() else refuse("counts", counts, allowed)


def climb(
    expected: Callable[[np.ndarray], np.ndarray],
    weighted: Callable[[np.ndarray], np.ndarray],
    k: int,
    counts: np.ndarray,
    smooth: bool,
    tolerance: float,
    most_steps: int,
) -> Reconstruction:
    """The steps, for a channel given by what it does to frequencies (expected reports) and to
    numbers of reports (their mean for each value).
    """
    positive = "a number above 0"
    if check_number("tolerance", tolerance, positive, 0) == 0:
        refuse("tolerance", tolerance, positive)
    most_steps = check_integer("most_steps", most_steps, 1)
    frequencies, before = np.full(k, 1 / k), -np.inf
    n, unseen = counts.sum(), counts == 0  # what nobody reported says nothing: count it as 0 log 1

    def likelihood(frequencies: np.ndarray) -> tuple[np.ndarray, float]:
        shares = expected(frequencies)
        shares[unseen] = 1
        return shares, float(counts @ np.log(shares))

    for step in range(1, most_steps + 1):
        shares, log_likelihood = likelihood(frequencies)
        if step > 1 and abs(log_likelihood - before) < tolerance:
            break
        before = log_likelihood
        frequencies = frequencies * weighted(counts / shares) / n
        if smooth:
            frequencies = smoothed(frequencies)
        frequencies /= frequencies.sum()
    else:
        log_likelihood = likelihood(frequencies)[1]
    return Reconstruction(frequencies, step, log_likelihood)


def smoothed(frequencies: np.ndarray) -> np.ndarray:
    """Each is the mean of itself, twice, and its two neighbours; at the ends of one neighbour."""
    if len(frequencies) < 2:
        return frequencies
    padded = np.concatenate([[0], frequencies, [0]])
    result = (padded[:-2] + 2 * frequencies + padded[2:]) / 4
    result[[0, -1]] *= 4 / 3
    return result
