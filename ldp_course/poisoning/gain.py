"""What one report is worth: how many people it adds to the estimated counts.

An estimate of counts is a sum over the reports. A report adds (1 - q) / (p - q) people to each
value that it supports and -q / (p - q) to each other. An honest report adds 1 to its own value on
average, and 0 to the others. A crafted one adds the largest sum over the targets that any report
has: with s of r targets supported, (s - r q) / (p - q).
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    MOST_PEOPLE,
    check_frequency,
    check_integer,
    check_number,
    check_people,
    refuse,
)
from ldp_course.mechanisms import hashing, shared
from ldp_course.mechanisms.hadamard_table import is_minus
from ldp_course.mechanisms.shared import Mechanism
from ldp_course.poisoning import families
from ldp_course.poisoning.families import (
    BITS,
    HASHED,
    ONE_VALUE,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
    SummingHistogram,
)


def contributions(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """People that each report adds to the estimated count of each value, shape (n, k).

    The sum over the reports is the estimate: `aggregate(reports).counts`. Whether the report is
    honest makes no difference.

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
        in_block = np.asarray(reports, np.intp)[:, None] // mechanism.block_size == block
        return np.where(supported, 1.0, np.where(in_block, -1.0, 0.0)) / mechanism._keep
    return (supported - mechanism.q) / (mechanism.p - mechanism.q)


def largest_gain(mechanism: Mechanism, targets: Sequence, drawn: ArrayLike | None = None) -> float:
    """The most people that one report can add to the targets together, over all reports.

    For one target and most mechanisms it is (1 - q) / (p - q); a set of w values supports w targets
    at most, a single value one, a Hadamard column those of one block. Infinite for a
    SummingHistogram. Cao, Jia and Gong (USENIX Security 2021), for direct encoding, OUE and OLH;
    every maximum is tested against all reports.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course
    targets : sequence of distinct values of its domain
    drawn : what the server drew for this device, which may not choose it then: the seed of
        LocalHashing; a column below b/2, modulo which the report's must be it, of a Hadamard
        response with `one_bit` and one block; (function, column) of a HadamardCountMeanSketch.
        Without it, the device chooses: seed 0 sends all values to one bucket.

    Examples
    --------
    >>> from ldp_course import DirectEncoding
    >>> jobs = DirectEncoding(range(1024), epsilon=1.0)
    >>> round(largest_gain(jobs, targets=[7]))
    596
    """
    return max(_extremes(mechanism, targets, drawn))


def largest_loss(mechanism: Mechanism, targets: Sequence, drawn: ArrayLike | None = None) -> float:
    """The most people that one report can take from the targets together, over all reports.

    Parameters
    ----------
    mechanism, targets, drawn : as in `largest_gain`

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> round(largest_loss(UnaryEncoding.optimized(range(8), epsilon=1.0), targets=[7]), 3)
    1.164
    """
    return -min(_extremes(mechanism, targets, drawn))


def _extremes(
    mechanism: Mechanism, targets: Sequence, drawn: ArrayLike | None
) -> tuple[float, float]:
    """The sums over the targets of the reports that support the most and the fewest of them."""
    families.check_mechanism(mechanism)
    places = families.check_targets(mechanism, targets)
    if drawn is not None:
        return _with_drawn(mechanism, places, drawn)
    r, k = len(places), len(mechanism.domain)
    if isinstance(mechanism, SummingHistogram):
        return math.inf, -math.inf
    if isinstance(mechanism, HadamardResponse):
        sums = families.liked_less_disliked(mechanism, places) / mechanism._keep
        return float(sums.max()), float(sums.min())
    if isinstance(mechanism, (*BITS, *HASHED, HadamardCountMeanSketch)):
        most, least = r, 0
    elif isinstance(mechanism, ONE_VALUE):
        most, least = 1, int(r == k)
    elif isinstance(mechanism, SubsetSelection):
        most, least = min(r, mechanism.size), max(0, mechanism.size - (k - r))
    return _sum(mechanism, most, r), _sum(mechanism, least, r)


def _sum(mechanism: Mechanism, supported: int, targets: int) -> float:
    return float((supported - targets * mechanism.q) / (mechanism.p - mechanism.q))


def _with_drawn(mechanism: Mechanism, places: np.ndarray, drawn: ArrayLike) -> tuple[float, float]:
    if isinstance(mechanism, LocalHashing):
        seed = np.uint64(check_integer("drawn", drawn, 0, 2**64 - 1))
        buckets = hashing.bucket(seed, mechanism._multipliers[places], mechanism.buckets)
        in_bucket = np.unique(buckets, return_counts=True)[1]
        least = int(in_bucket.min()) if len(in_bucket) == mechanism.buckets else 0
        r = len(places)
        return _sum(mechanism, int(in_bucket.max()), r), _sum(mechanism, least, r)
    if isinstance(mechanism, HadamardResponse) and mechanism.one_bit and mechanism.blocks == 1:
        half = mechanism.block_size // 2
        column = check_integer("drawn", drawn, 0, half - 1)
        sums = families.liked_less_disliked(mechanism, places)[0, [column, column + half]]
        return float(sums.max() / mechanism._keep), float(sums.min() / mechanism._keep)
    if isinstance(mechanism, HadamardCountMeanSketch):
        allowed = "a pair of whole numbers, function and column"
        if not isinstance(drawn, (tuple, list, np.ndarray)) or len(drawn) != 2:
            refuse("drawn", drawn, allowed, TypeError)
        function = check_integer("drawn", drawn[0], 0, mechanism.hashes - 1)
        column = check_integer("drawn", drawn[1], 0, mechanism.width - 1)
        minus = int(is_minus(mechanism.buckets(function, places), column).sum())
        r = len(places)
        plus = r - minus
        return _sum(mechanism, max(plus, minus), r), _sum(mechanism, min(plus, minus), r)
    allowed = f"None for {type(mechanism).__name__} of this kind: its reports hold nothing public"
    refuse("drawn", drawn, allowed)


def overall_gain(
    gain: float, honest: int, fakes: int, share_of_targets: float
) -> np.ndarray | float:
    """How far fakes move the estimated share of the targets together: m/(n+m) (gain - f).

    Cao, Jia and Gong (2021). Without the fakes the estimate is f on average; with them, the honest
    people's part is diluted to n/(n+m) f. A fake who follows the protocol with a target as value
    has a gain of 1 on average, whatever the mechanism.

    Parameters
    ----------
    gain : float, people that one fake report adds on average, as from `largest_gain`
    honest, fakes : int, n and m
    share_of_targets : float, f, the honest people who hold a target

    Examples
    --------
    >>> round(overall_gain(16.639, honest=20_000, fakes=1_000, share_of_targets=0.05), 3)
    0.79
    """
    gain = check_number("gain", gain, "a finite number of people")
    honest, fakes = check_people("honest", honest), check_integer("fakes", fakes, 0, MOST_PEOPLE)
    share = check_frequency("share_of_targets", share_of_targets)
    return shared.number_if_single(fakes / (honest + fakes) * (gain - share))


def fakes_that_hide(mechanism: Mechanism, n: int, errors: float = 1.0) -> float:
    """Fakes whose best reports move a rare value by so many standard errors of n honest people.

    For one standard error it is √(n q / (1 - q)): they grow like √n, and stay within the noise.
    For sketches the noise is that of the answers, without collisions.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course but SummingHistogram, whose reports are unbounded
    n : int, honest people
    errors : float, above 0, up to 1000

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> round(fakes_that_hide(UnaryEncoding.optimized(range(8), epsilon=1.0), n=1_000_000))
    607
    """
    families.check_bounded(mechanism)
    n = check_people("n", n)
    allowed = "a number above 0 and at most 1000"
    errors = check_number("errors", errors, allowed, 0, 1000) or refuse("errors", errors, allowed)
    if isinstance(mechanism, HadamardResponse):
        variance = mechanism.variance(n, 0.0)
    else:
        variance = float(shared.noise(n, np.float64(0), mechanism.p, mechanism.q))
    gain = largest_gain(mechanism, [mechanism.domain[0]])
    return errors * n * math.sqrt(variance) / gain
