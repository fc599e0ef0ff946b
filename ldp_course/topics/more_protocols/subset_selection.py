"""Subset selection: name w values, most likely with the one you hold among them.

Estimates: `counting.pure_estimate`; standard errors and variance: `noise_variance`.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_integer,
    set_attributes,
)
from ldp_course.counting import LARGEST_CHANNEL, by_chunk, chunks, too_large
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate


@dataclass(frozen=True, repr=False)
class SubsetSelection:
    """Report a set of w values: e^ε times as likely with the true value as without.

    p = 1 / (1 + e^-ε (k - w) / w), and q = (w - p) / (k - 1). With the best size, no
    unbiased estimate from independent reports with this ε has a smaller error in all,
    if all values are equally common. Wang et al. (2016); Ye and Barg (2018). Chapters
    "More protocols" and "Choosing a protocol".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    size : int, w, from 1 (this is direct encoding) to k - 1
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> subset = SubsetSelection(["red", "green", "blue"], size=2, epsilon=1.0)
    >>> subset.possible_reports().tolist()
    [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
    >>> subset.channel()[0].round(3)
    array([0.422, 0.422, 0.155])
    """

    reports = "sets of values"
    domain: tuple
    size: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        k, size = len(domain), check_integer("size", self.size, 1, len(domain) - 1)
        p = 1 / (1 + (k - size) / size * math.exp(-epsilon))
        q = (size - p) / (k - 1)
        set_attributes(self, domain=domain, size=size, epsilon=epsilon, p=p, q=q)

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """Take the size of least variance for rare values, near k / (e^ε + 1)."""
        domain, epsilon = check_domain(domain), check_epsilon(epsilon)
        best = len(domain) / (math.exp(epsilon) + 1)
        sizes = sorted({max(1, math.floor(best)), max(1, math.ceil(best))})
        subsets = [cls(domain, size, epsilon) for size in sizes]
        return min(subsets, key=lambda subset: subset.variance(1, 0.0))

    def __repr__(self) -> str:
        return counting.describe(self, f"size={self.size}, ")

    encode = counting.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw the sets that leave each device: rows with w ones, uint8, (n, k)."""
        k = len(self.domain)
        encoded = check_codes("encoded", encoded, k).astype(np.intp, copy=False)
        reports = np.empty((len(encoded), k), np.uint8)
        return by_chunk(self._choose, encoded, rng, reports, k)

    def _choose(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw a number for each value, and choose the w smallest.

        The true value's number is below all others with probability p, or else above.
        """
        keys = rng.random((len(truth), len(self.domain)))
        truth_first = rng.random(len(truth)) < self.p
        keys[np.arange(len(truth)), truth] = np.where(truth_first, -np.inf, np.inf)
        chosen = np.argpartition(keys, self.size - 1, axis=1)[:, : self.size]
        return counting.one_hot(chosen, len(self.domain))

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        return counting.pure_estimate(self, self.support(reports), len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        reports = counting.check_rows(self, "reports", reports)
        sizes = reports.sum(axis=1)
        if (sizes != self.size).any():
            row = f"reports has a row with {sizes[sizes != self.size][0]} ones"
            raise ValueError(f"{row}; reports must be rows with {self.size} ones")
        return reports

    def channel(self) -> np.ndarray:
        """Return Pr[set | value], columns as possible_reports(). At most 12 values."""
        likely = self.p / math.comb(len(self.domain) - 1, self.size - 1)
        with_value = self.possible_reports().T == 1
        return np.where(with_value, likely, likely * math.exp(-self.epsilon))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw an estimate for true counts, with k² w / 2 random numbers.

        A report is a set drawn among all, or (for some people, the `truthful`) the true
        value and w - 1 others drawn evenly. The values take turns: with r places left
        for m values, the next is in the set with probability r/m. More than 4 million
        random numbers are a ValueError.
        """
        k, size = len(self.domain), self.size
        counts = counting.check_simulation(self, counts, rng, draws=k * k * size // 2)
        truthful = rng.binomial(counts, 1 - (1 - self.p) * k / (k - size))
        # people by places left: row v + 1 is of those whose value v is still to come,
        # and the row before it is of all others
        people = np.zeros((k + 1, size + 1), dtype=np.int64)
        people[0, size] = (counts - truthful).sum()
        people[1:, size - 1] = truthful
        support, places = np.zeros(k, dtype=np.int64), np.arange(size + 1)
        for value in range(k):
            holders = people[value + 1].copy()
            people[value + 1] = people[value]
            # values that may still take a place; of truthful people, theirs has one
            left = np.full((k - value, 1), max(1, k - value - 1))
            left[0] = k - value
            taken = rng.binomial(people[value + 1 :], np.minimum(places / left, 1))
            people[value + 1 :] -= taken
            people[value + 1 :, :-1] += taken[:, 1:]
            people[value + 1] += holders
            support[value] = taken.sum() + holders.sum()
        return counting.pure_estimate(self, support, int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        k, count = len(self.domain), counting.count_ones
        return counting.collect_pure(self, self._choose, count, values, rng, k)

    variance = counting.pure_variance

    def possible_reports(self) -> np.ndarray:
        """Return all sets of w values as rows of bits, uint8. At most 12 values."""
        k = len(self.domain)
        if k > LARGEST_CHANNEL:
            table = f"{math.comb(k, self.size):,} columns"
            most = f"{LARGEST_CHANNEL} values"
            raise too_large(f"domain has {k} values", table, most)
        return self.sets()

    def sets(self) -> np.ndarray:
        """Return all k over w sets as rows of bits, without a limit on their number."""
        chosen = itertools.combinations(range(len(self.domain)), self.size)
        return counting.one_hot(np.array(list(chosen)), len(self.domain))

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which values are in each report's set: booleans, shape (n, k)."""
        return self._check(reports).astype(bool)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Count the reports whose set has each value, int64 of shape (k,)."""
        return counting.add_up_bits(chunks(self._check(reports), len(self.domain)))
