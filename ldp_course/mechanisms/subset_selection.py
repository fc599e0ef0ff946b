"""Subset selection: name w values, among which the one you hold is more likely than any other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_bits,
    check_codes,
    check_counts,
    check_domain,
    check_epsilon,
    check_integer,
    check_rng,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import shared


@dataclass(frozen=True, repr=False)
class SubsetSelection:
    """Report a set of w values. Each set with the true value is e^ε times as likely as any other.

    p = 1 / (1 + e^-ε (k - w) / w), and q = (w - p) / (k - 1), since its other places are spread
    evenly. Wang et al. (2016); Ye and Barg (2018), who show that its error is near the smallest
    possible one if people are many. Chapter "More protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    size : int, w, from 1 (this is direct encoding) to k - 1
    epsilon : float, natural-log ε from 1e-6 to 30

    Raises
    ------
    ValueError, TypeError
        An argument that is not as above, which the message names.

    Examples
    --------
    >>> subset = SubsetSelection(["red", "green", "blue"], size=2, epsilon=1.0)
    >>> subset
    SubsetSelection(3 values, size=2, p=0.8446, q=0.5777, epsilon=1.0000)
    >>> subset.possible_reports().tolist()
    [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
    >>> subset.channel()[0].round(3)
    array([0.422, 0.422, 0.155])
    """

    domain: tuple
    size: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        k, size = len(domain), check_integer("size", self.size, 1, len(domain) - 1)
        p = 1 / (1 + (k - size) / size * math.exp(-epsilon))
        vars(self).update(domain=domain, size=size, epsilon=epsilon, p=p, q=(size - p) / (k - 1))

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> SubsetSelection:
        """The size with the smallest variance for rare values: k / (e^ε + 1), down or up."""
        domain = check_domain(domain)
        best = len(domain) / (math.exp(check_epsilon(epsilon)) + 1)
        sizes = sorted({max(1, math.floor(best)), max(1, math.ceil(best))})
        return min((cls(domain, size, epsilon) for size in sizes), key=lambda m: m.variance(1, 0.0))

    def __repr__(self) -> str:
        return shared.describe(self, f"size={self.size}, ")

    encode = shared.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Sets as they leave each device, rows of k bits with w ones, uint8 of shape (n, k).

        Every value draws a number and the w smallest are in the set. The true value's is set below
        all others with probability p, above all others otherwise.
        """
        check_rng(rng)
        k = len(self.domain)
        encoded = check_codes("encoded", encoded, k).astype(np.intp, copy=False)
        return shared.by_chunk(self._draw, encoded, rng, (len(encoded), k), np.uint8, k)

    def _draw(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        everyone = np.arange(len(truth))
        keys = rng.random((len(truth), len(self.domain)))
        keys[everyone, truth] = np.where(rng.random(len(truth)) < self.p, -1, 2)
        chosen = np.argpartition(keys, self.size - 1, axis=1)[:, : self.size]
        return _rows(chosen, len(self.domain))

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        reports = check_bits("reports", reports, len(self.domain))
        sizes = reports.sum(axis=1)
        if (sizes != self.size).any():
            wrong = sizes[sizes != self.size][0]
            raise ValueError(
                f"reports has a row with {wrong} ones; reports must be rows with {self.size} ones"
            )
        return shared.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Pr[set | value], one column for each of possible_reports(). At most 12 values."""
        with_it = self.p / math.comb(len(self.domain) - 1, self.size - 1)
        held = self.possible_reports().T == 1
        return np.where(held, with_it, with_it * math.exp(-self.epsilon))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """For true counts, with k² w / 2 random numbers; ValueError above 4 million of them.

        A report is a set drawn among all, or (for some of the people) the true value and w - 1
        others drawn evenly. The values take turns: someone with r places left for m values has the
        next one with probability r/m. Only the number of people with r places left is followed.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        k, size = len(self.domain), self.size
        shared.check_draws("subset selection", k * k * size // 2)
        kept = rng.binomial(counts, 1 - (1 - self.p) * k / (k - size))
        # row v: people whose set has their v, still to come
        waiting = np.zeros((k, size + 1), dtype=np.int64)
        waiting[:, size - 1] = kept
        others = np.zeros(size + 1, dtype=np.int64)
        others[size] = (counts - kept).sum()
        support = np.zeros(k, dtype=np.int64)
        places = np.arange(size + 1)
        for value in range(k):
            left = k - value
            others, taken = _take(others, places / left, rng)
            later, also_taken = _take(waiting[value + 1 :], places / max(1, left - 1), rng)
            waiting[value + 1 :] = later
            support[value] = taken + also_taken + waiting[value].sum()
            others += waiting[value]
        return shared.pure_estimate(self, support, int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        check_rng(rng)
        k = len(self.domain)
        support = np.zeros(k, dtype=np.int64)
        for truth in shared.positions_by_chunk(values, self.domain, width=k):
            support += self._draw(truth, rng).sum(axis=0, dtype=np.uint32)
        return shared.pure_estimate(self, support, len(values))

    variance = shared.pure_variance

    def possible_reports(self) -> np.ndarray:
        """All sets of w values as rows of bits, uint8, as in channel(). At most 12 values."""
        k = len(self.domain)
        if k > shared.LARGEST_CHANNEL:
            sets = math.comb(k, self.size)
            columns = f"domain has {k} values, so channel() would have {sets:,} columns"
            most = f"at most {shared.LARGEST_CHANNEL} values are allowed here"
            raise ValueError(f"{columns}; {most} (epsilon is exact for every k)")
        return self.sets()

    def sets(self) -> np.ndarray:
        """All sets of w values as rows of bits, without a limit: there are k over w of them."""
        chosen = itertools.combinations(range(len(self.domain)), self.size)
        return _rows(np.array(list(chosen)), len(self.domain))

    supported = shared.bits_are_supported
    support = shared.count_support


def _rows(chosen: np.ndarray, k: int) -> np.ndarray:
    rows = np.zeros((len(chosen), k), dtype=np.uint8)
    rows[np.arange(len(chosen))[:, None], chosen] = 1
    return rows


def _take(
    people: np.ndarray, probability: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, int]:
    """Let people with r places left (last axis) take the next value; then r - 1 are left."""
    taken = rng.binomial(people, np.minimum(probability, 1))
    remaining = people - taken
    remaining[..., :-1] += taken[..., 1:]
    return remaining, taken.sum()
