"""Split people over the levels of a tree, and ask each for one node of its level."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_codes,
    check_counts,
    check_epsilon,
    check_integer,
    check_rng,
    check_type,
    reject,
    set_attributes,
)
from ldp_course.direct_encoding import DirectEncoding
from ldp_course.topics.distributions.range_estimate import RangeEstimate
from ldp_course.topics.distributions.ranges import isotonic
from ldp_course.topics.numbers import means
from ldp_course.unary_encoding import UnaryEncoding

MOST_BINS = 1024  # all covariances are kept


@dataclass(frozen=True)
class HierarchicalTree:
    """Cut a range into bins, `branching` bins into a node, and so on up to one root.

    Each person draws one level, and reports the node of the own bin there, with all of
    ε: by direct encoding or optimized unary encoding, whichever has the smaller
    variance. Weighted least squares make all levels agree, with the total, which is
    known, at 1. Hay et al. (PVLDB 2010), Cormode, Kulkarni and Srivastava (PVLDB 2019).
    Chapter "Distributions and ranges".

    Parameters
    ----------
    low, high : float, ends of the range, not from the data; of whole numbers 17 to 90:
        16.5, 90.5
    bins : int, in which the range is cut, 2 to 1,024
    epsilon : float, natural-log ε from 1e-6 to 30
    branching : int, bins or nodes under one node, at least 2; `bins` make one level

    Examples
    --------
    >>> tree = HierarchicalTree(16.5, 90.5, bins=74, epsilon=1.0)
    >>> [len(level.domain) for level in tree.levels]
    [2, 5, 19, 74]
    >>> ages = np.random.default_rng(1).integers(20, 60, 100_000)
    >>> estimate = tree.collect(ages, np.random.default_rng(4))
    >>> estimate.ranges([(29.5, 39.5)]).frequencies.round(2).tolist()
    [0.25]
    """

    low: float
    high: float
    bins: int
    epsilon: float
    branching: int = 4
    levels: tuple = field(init=False, repr=False)  # a mechanism each, the finest last

    def __post_init__(self) -> None:
        low, high = means.check_range(self.low, self.high)
        bins = check_integer("bins", self.bins, 2, MOST_BINS)
        epsilon = check_epsilon(self.epsilon)
        branching, sizes = check_integer("branching", self.branching, 2), [bins]
        while sizes[0] > branching:
            sizes.insert(0, -(-sizes[0] // branching))
        levels = tuple(_best_for(size, epsilon) for size in sizes)
        set_attributes(self, low=low, high=high, bins=bins, epsilon=epsilon)
        set_attributes(self, branching=branching, levels=levels)

    def _nodes(self, level: int, codes: np.ndarray | None = None) -> np.ndarray:
        """Return the node of each bin on a level, 0 for the coarsest."""
        codes = np.arange(self.bins) if codes is None else codes
        return codes // self.branching ** (len(self.levels) - 1 - level)

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Return bins, intp (n,), of the nearer end for a number outside.

        A number on an edge is in the bin above it, and `high` in the last one.
        """
        values = means.check_values("values", values)
        inside = np.clip(values, self.low, self.high) - self.low
        # multiplied before it is divided, so that whole numbers stay exact
        places = inside * self.bins / (self.high - self.low)
        return np.minimum(places.astype(np.intp), self.bins - 1)

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> list[np.ndarray]:
        """Return what leaves the devices, one array a level.

        Each person draws a level and answers there: positions where the level's
        mechanism is direct encoding, else rows of bits. The level is no secret: it does
        not depend on the value.
        """
        codes = check_codes("encoded", encoded, self.bins)
        levels = check_rng(rng).integers(len(self.levels), size=len(codes))
        return [
            self._answers(level, codes[levels == level], rng)
            for level in range(len(self.levels))
        ]

    def _answers(
        self, level: int, codes: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        mechanism = self.levels[level]
        if not len(codes):
            bits = isinstance(mechanism, UnaryEncoding)
            return np.empty((0, len(mechanism.domain)) if bits else 0, np.uint8)
        return mechanism.perturb(mechanism.encode(self._nodes(level, codes)), rng)

    def aggregate(self, reports: Sequence[ArrayLike]) -> RangeEstimate:
        """Estimate from all levels, each with a report; unbiased, not clipped."""
        allowed = f"a list of {len(self.levels)} arrays, the reports of each level"
        check_type("reports", reports, (list, tuple), allowed)
        if len(reports) != len(self.levels):
            reject("reports", f"holds {len(reports)} levels", allowed)
        answered = [as_array("reports", part, allowed).size for part in reports]
        if 0 in answered:
            raise ValueError(
                f"reports is empty on level {answered.index(0)}; reports {EACH_LEVEL}"
            )
        return self._solve([
            level.aggregate(part)
            for level, part in zip(self.levels, reports, strict=True)
        ])

    def channel(self) -> np.ndarray:
        """Return Pr[report | bin], levels side by side, of up to 12 nodes in bits."""
        parts = [
            mechanism.channel()[self._nodes(i)]
            for i, mechanism in enumerate(self.levels)
        ]
        return np.hstack(parts) / len(self.levels)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> RangeEstimate:
        """Draw the estimate from so many people in each bin, by its exact law."""
        check_rng(rng)
        counts = check_counts("counts", counts, self.bins)
        height = len(self.levels)
        people = rng.multinomial(counts, np.full(height, 1 / height)).T
        if not people.sum(axis=1).all():
            problem = f"counts has {counts.sum()} people, none on one level"
            raise ValueError(f"{problem}; counts {EACH_LEVEL}")
        return self._solve([
            mechanism.simulate(
                np.bincount(self._nodes(i), people[i]).astype(np.int64), rng
            )
            for i, mechanism in enumerate(self.levels)
        ])

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> RangeEstimate:
        """Return aggregate(perturb(encode(values), rng))."""
        return self.aggregate(self.perturb(self.encode(values), rng))

    def _solve(self, estimates: list) -> RangeEstimate:
        """Solve for the bins by weighted least squares, with the sum 1."""
        # unbiased, as the weights do not depend on the answers
        n = sum(estimate.n for estimate in estimates)
        weights = [  # 1 / variance, for a node of a level with equal shares
            1 / mechanism.variance(estimate.n, 1 / len(mechanism.domain))
            for mechanism, estimate in zip(self.levels, estimates, strict=True)
        ]
        nodes = [self._nodes(i) for i in range(len(self.levels))]
        normal = sum(
            w * (of[:, None] == of) for w, of in zip(weights, nodes, strict=True)
        )
        inverse = np.linalg.inv(normal)
        sums = inverse.sum(axis=1)
        # project onto changes that leave the total at 1
        projected = inverse - np.outer(sums, sums) / sums.sum()
        frequencies = sums / sums.sum() + projected @ sum(
            w * estimate.frequencies[of]
            for w, of, estimate in zip(weights, nodes, estimates, strict=True)
        )
        shares = isotonic(frequencies)
        noise = np.zeros((self.bins, self.bins))
        levels = zip(weights, nodes, self.levels, estimates, strict=True)
        for w, of, mechanism, estimate in levels:
            of_level = _covariance(mechanism, np.bincount(of, shares)) / estimate.n
            noise += w**2 * of_level[np.ix_(of, of)]
        # the people are given: only who is on which level is drawn
        covariance = projected @ noise @ projected - spread(shares) / n
        covariance = (covariance + covariance.T) / 2
        return RangeEstimate(self.low, self.high, n, frequencies, covariance)


EACH_LEVEL = "must have at least one person on each level"


def spread(shares: np.ndarray) -> np.ndarray:
    """Return the covariance of one person's one-hot row."""
    return np.diag(shares) - np.outer(shares, shares)


def _covariance(
    mechanism: DirectEncoding | UnaryEncoding, shares: np.ndarray
) -> np.ndarray:
    """Return the covariance of the estimates from a report of a random person."""
    seen = mechanism.q + (mechanism.p - mechanism.q) * shares
    slope = (mechanism.p - mechanism.q) ** 2
    if isinstance(mechanism, DirectEncoding):
        return spread(seen) / slope
    return np.diag(seen * (1 - seen) / slope + shares**2) - np.outer(shares, shares)


def _best_for(size: int, epsilon: float) -> DirectEncoding | UnaryEncoding:
    made = (
        DirectEncoding(range(size), epsilon),
        UnaryEncoding.optimized(range(size), epsilon),
    )
    return min(made, key=lambda mechanism: mechanism.variance(1, 1 / size))
