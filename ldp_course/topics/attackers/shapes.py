"""Test whether reports look like those of honest people, whatever these hold.

Some counts of a report's shape have the same law for every value, so also for every
population: the number of ones in a row of bits, a Hadamard column that all values like.
An excess of one shape beyond chance is an alarm. Each tail is exact, and multiplied by
the number of shapes (Bonferroni).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, bdtrc

from ldp_course.arguments import check_codes, check_integer, refuse
from ldp_course.binomial import highest_count, log_probability
from ldp_course.counting import Mechanism
from ldp_course.topics.attackers import families
from ldp_course.topics.more_protocols.hadamard import HadamardResponse

ALPHA, POWER = 0.01, 0.9


@dataclass(frozen=True)
class ShapeTest:
    """Hold the shape that is most in excess, and how likely that is without fakes.

    Parameters
    ----------
    shape : int, number of ones in a report, or 0 for the column 0 of a Hadamard table
    count, expected : reports of that shape that came, and that honest people send on
        average
    p_value : float, at most 1: if all are honest, it is at most α with probability at
        most α

    Examples
    --------
    >>> ShapeTest(shape=27, count=10_500, expected=9_020.5, p_value=1e-9).shape
    27
    """

    shape: int
    count: int
    expected: float
    p_value: float


def shape_test(mechanism: Mechanism, reports: ArrayLike) -> ShapeTest:
    """Test whether more reports have one shape than honest people would send.

    It holds whatever values these people hold. It sees floods: rows with too few or too
    many ones, padded rows that all have the same number, everybody in column 0. It is
    blind to what is aimed: fakes whose ones are spread like honest people's. Direct
    encoding and randomized response have no shape, sets of subset selection have one
    size, and a hash needs seeds drawn by the server instead. The test is computed here,
    not taken from a paper.

    Parameters
    ----------
    mechanism : a unary encoding, ThresholdingHistogram or HadamardResponse
    reports : as its `aggregate` takes them

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> from ldp_course.topics.attackers import maximal_gain_reports
    >>> unary = UnaryEncoding.optimized(range(100), epsilon=1.0)
    >>> rng = np.random.default_rng(1)
    >>> honest = unary.perturb(unary.encode(rng.integers(100, size=10_000)), rng)
    >>> fake = maximal_gain_reports(unary, [7], 1, rng, padded=False)
    >>> shape_test(unary, honest).p_value < 0.01
    False
    >>> shape_test(unary, np.vstack([honest, fake])).shape
    1
    """
    law = _law(mechanism)
    shapes = _shapes(mechanism, reports)
    counts = np.bincount(shapes, minlength=len(law) + 1)[: len(law)]
    n = len(reports)
    tails = np.where(counts > 0, bdtrc(counts - 1.0, n, law), 1.0)
    shape = int(np.argmin(tails))
    p_value = min(1.0, float(tails[shape]) * len(law))
    return ShapeTest(shape, int(counts[shape]), float(n * law[shape]), p_value)


def fakes_seen(mechanism: Mechanism, honest: int, shape: int) -> int | float:
    """Return the smallest number of fakes of one shape that `shape_test` detects.

    It raises an alarm at α = 0.01 with probability 0.9 or more. Fewer fakes stay in its
    blind range. Compare it with `fakes_that_hide`: who moves an estimate by less than
    its noise need not fear the test.

    Parameters
    ----------
    mechanism : as in `shape_test`
    honest : int, people besides the fakes, 1 to 10^9
    shape : int, number of ones in each fake report, or 0 for the column 0 of a Hadamard
        table

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(range(100), epsilon=1.0)
    >>> fakes_seen(unary, honest=100_000, shape=27), fakes_seen(unary, 100_000, shape=1)
    (501, 1)
    """
    law = _law(mechanism)
    honest = check_integer("honest", honest, 1, 10**9)
    chance = float(law[check_integer("shape", shape, 0, len(law) - 1)])

    def seen(fakes: int) -> bool:
        # the least number of reports that raises an alarm
        least = highest_count(honest + fakes, chance, ALPHA / len(law)) + 1
        return fakes >= least or 1 - bdtr(least - fakes - 1.0, honest, chance) >= POWER

    many = 1
    while not seen(many):
        if many > 100 * honest + 10**6:
            return math.inf
        many *= 2
    few = many // 2
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if seen(middle) else (middle, many)
    return many


def _law(mechanism: Mechanism) -> np.ndarray:
    """Return the probability of each shape in an honest report, whatever its value."""
    families.check_mechanism(mechanism)
    if mechanism.reports == "bits":  # a coin with p, and k - 1 coins with q
        p, q, k = mechanism.p, mechanism.q, len(mechanism.domain)
        ones = np.arange(k)
        if q in (0, 1):
            others = (ones == (k - 1) * q).astype(float)
        else:
            others = np.exp(log_probability(ones, k - 1, q, 1 - q))
        return np.append(others * (1 - p), 0) + np.append(0, others * p)
    if isinstance(mechanism, HadamardResponse):
        others = (mechanism.blocks - 1) * math.exp(-mechanism.epsilon)
        return np.array([2 * mechanism.p / mechanism.block_size * (1 + others)])
    allowed = "a unary encoding, ThresholdingHistogram or HadamardResponse"
    refuse("mechanism", mechanism, allowed)


def _shapes(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Return the shape of each report; beyond the law's last for all other shapes."""
    if mechanism.reports == "bits":
        return mechanism.supported(reports).sum(axis=1)
    columns = check_codes("reports", reports, mechanism.columns).astype(np.intp)
    return np.minimum(columns % mechanism.block_size, 1)
