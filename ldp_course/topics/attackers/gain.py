"""Compute what one report is worth: how many people it adds to the estimated counts.

An estimate of counts is a sum over the reports. A report adds (1 - q) / (p - q) people
to each value that it supports and -q / (p - q) to each other. An honest report adds 1
to its own value on average, and 0 to the others. A crafted one adds the largest sum
over the targets that any report has: with s of r targets supported, (s - r q) / (p -
q).
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    MOST_PEOPLE,
    check_frequency,
    check_integer,
    check_number,
    check_people,
    refuse,
)
from ldp_course.counting import Mechanism
from ldp_course.topics.attackers import families
from ldp_course.topics.more_protocols.hadamard import HadamardResponse
from ldp_course.topics.more_protocols.subset_selection import SubsetSelection
from ldp_course.topics.more_protocols.summing_histogram import SummingHistogram


def contributions(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Return the people that each report adds to the count of each value, shape (n, k).

    The sum over the reports is the estimate: `aggregate(reports).counts`. Whether the
    report is honest makes no difference.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course
    reports : as its `aggregate` takes them

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(["red", "green", "blue"], epsilon=1.0)
    >>> contributions(unary, [[1, 1, 0]]).round(2).tolist()
    [[3.16, 3.16, -1.16]]
    """
    families.check_mechanism(mechanism)
    if isinstance(mechanism, SummingHistogram):
        return mechanism._check(reports)
    supported = mechanism.supported(reports)
    if isinstance(mechanism, HadamardResponse):
        block, _ = mechanism._places()
        columns = np.asarray(reports, np.intp)[:, None]
        in_block = columns // mechanism.block_size == block
        return np.where(supported, 1.0, np.where(in_block, -1.0, 0.0)) / mechanism._keep
    return (supported - mechanism.q) / (mechanism.p - mechanism.q)


def largest_gain(mechanism: Mechanism, targets: Sequence) -> float:
    """Return the most people that one report can add to the targets, over all reports.

    For one target and most mechanisms it is (1 - q) / (p - q); a set of w values
    supports w targets at most, a single value one, a Hadamard column those of one
    block. Infinite for a SummingHistogram. The device chooses all that it sends: with
    LocalHashing it names seed 0, which sends all values to one bucket. Cao, Jia and
    Gong (USENIX Security 2021), for direct encoding, OUE and OLH; every maximum is
    tested against all reports.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course
    targets : sequence of distinct values of its domain

    Examples
    --------
    >>> from ldp_course import DirectEncoding
    >>> jobs = DirectEncoding(range(1024), epsilon=1.0)
    >>> round(largest_gain(jobs, targets=[7]))
    596
    """
    families.check_mechanism(mechanism)
    places = families.check_targets(mechanism, targets)
    if isinstance(mechanism, SummingHistogram):
        return math.inf
    if isinstance(mechanism, HadamardResponse):
        sums = families.liked_less_disliked(mechanism, places)
        return float(sums.max() / mechanism._keep)
    r = len(places)
    if mechanism.p < mechanism.q:  # then a report speaks for what it does not support
        supported = int(mechanism.reports == "values" and r == len(mechanism.domain))
    elif mechanism.reports == "values":
        supported = 1
    elif isinstance(mechanism, SubsetSelection):
        supported = min(r, mechanism.size)
    else:
        supported = r
    return float((supported - r * mechanism.q) / (mechanism.p - mechanism.q))


def overall_gain(
    gain: float, honest: int, fakes: int, share_of_targets: float
) -> np.ndarray | float:
    """Return how far fakes move the targets' estimated share: m/(n+m) (gain - f).

    Cao, Jia and Gong (2021). Without the fakes the estimate is f on average; with them,
    the honest people's part is diluted to n/(n+m) f. A fake who follows the protocol
    with a target as value has a gain of 1 on average, if estimates are unbiased.

    Parameters
    ----------
    gain : float, people that one fake report adds on average, as from `largest_gain`
    honest, fakes : int, n and m
    share_of_targets : float, f, the honest people who hold a target

    Examples
    --------
    >>> gain = overall_gain(16.639, honest=20_000, fakes=1_000, share_of_targets=0.05)
    >>> round(gain, 3)
    0.79
    """
    gain = check_number("gain", gain, "a finite number of people")
    honest = check_people("honest", honest)
    fakes = check_integer("fakes", fakes, 0, MOST_PEOPLE)
    share = check_frequency("share_of_targets", share_of_targets)
    return counting.number_if_single(fakes / (honest + fakes) * (gain - share))


def fakes_that_hide(mechanism: Mechanism, n: int) -> float:
    """Return how many fakes with their best reports move a rare value by its error.

    By one standard error of n honest people; with p > q and, of Hadamard response, one
    block, √(n q / (1 - q)) fakes. They grow like √n, and stay within the noise of one
    survey. For sketches the noise is that of the
    answers, without collisions.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course but SummingHistogram, whose reports are
        unbounded
    n : int, honest people

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(range(8), epsilon=1.0)
    >>> round(fakes_that_hide(unary, n=1_000_000))
    607
    """
    if isinstance(families.check_mechanism(mechanism), SummingHistogram):
        allowed = "one whose reports are bounded"
        allowed += " (a row of a SummingHistogram may hold any number)"
        refuse("mechanism", mechanism, allowed)
    n = check_people("n", n)
    if isinstance(mechanism, HadamardResponse):
        variance = mechanism.variance(n, 0.0)
    else:
        variance = float(
            counting.noise_variance(n, np.float64(0), mechanism.p, mechanism.q)
        )
    gain = largest_gain(mechanism, [mechanism.domain[0]])
    return n * math.sqrt(variance) / gain
