"""Subset selection: name w values, among which the one you hold is more likely than any other."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_bits, check_codes, check_integer
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import shared
from ldp_course.mechanisms.tables import LARGEST_CHANNEL, too_large


@dataclass(frozen=True, repr=False)
class SubsetSelection:
    """Report a set of w values. Each set with the true value is e^ε times as likely as any other.

    p = 1 / (1 + e^-ε (k - w) / w), and q = (w - p) / (k - 1). For many people its error is near the
    smallest possible one. Wang et al. (2016); Ye and Barg (2018). Chapter "More protocols".

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

    domain: tuple
    size: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = shared.check_domain_and_epsilon(self.domain, self.epsilon)
        k, size = len(domain), check_integer("size", self.size, 1, len(domain) - 1)
        p = 1 / (1 + (k - size) / size * math.exp(-epsilon))
        vars(self).update(domain=domain, size=size, epsilon=epsilon, p=p, q=(size - p) / (k - 1))

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """The size with the smallest variance for rare values: k / (e^ε + 1), down or up."""
        domain, epsilon = shared.check_domain_and_epsilon(domain, epsilon)
        best = len(domain) / (math.exp(epsilon) + 1)
        sizes = sorted({max(1, math.floor(best)), max(1, math.ceil(best))})
        return min((cls(domain, size, epsilon) for size in sizes), key=lambda m: m.variance(1, 0.0))

    def __repr__(self) -> str:
        return shared.describe(self, f"size={self.size}, ")

    encode = shared.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Sets as they leave each device, rows of k bits with w ones, uint8 of shape (n, k)."""
        k = len(self.domain)
        encoded = check_codes("encoded", encoded, k).astype(np.intp, copy=False)
        return shared.by_chunk(self._choose, encoded, rng, np.empty((len(encoded), k), np.uint8), k)

    def _choose(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The w smallest of k numbers; the true one is below all with probability p, or above."""
        keys = rng.random((len(truth), len(self.domain)))
        truth_first = rng.random(len(truth)) < self.p
        keys[np.arange(len(truth)), truth] = np.where(truth_first, -np.inf, np.inf)
        chosen = np.argpartition(keys, self.size - 1, axis=1)[:, : self.size]
        return shared.one_hot(chosen, len(self.domain))

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        return shared.pure_estimate(self, self.support(reports), len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        reports = check_bits("reports", reports, len(self.domain))
        sizes = reports.sum(axis=1)
        if (sizes != self.size).any():
            found = f"reports has a row with {sizes[sizes != self.size][0]} ones"
            raise ValueError(f"{found}; reports must be rows with {self.size} ones")
        return reports

    def channel(self) -> np.ndarray:
        """Pr[set | value], one column for each of possible_reports(). At most 12 values."""
        with_it = self.p / math.comb(len(self.domain) - 1, self.size - 1)
        held = self.possible_reports().T == 1
        return np.where(held, with_it, with_it * math.exp(-self.epsilon))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """For true counts, with k² w / 2 random numbers; ValueError above 4 million of them.

        A report is a set drawn among all, or (for some people, the `kept`) the true value and w - 1
        others drawn evenly. The values take turns: with r places left for m values, the next is in
        the set with probability r/m.
        """
        k, size = len(self.domain), self.size
        counts = shared.check_simulation(self, counts, rng, draws=k * k * size // 2)
        kept = rng.binomial(counts, 1 - (1 - self.p) * k / (k - size))
        # people by places left: row v + 1 is kept for v, to come; the row before is for all others
        people = np.zeros((k + 1, size + 1), dtype=np.int64)
        people[0, size] = (counts - kept).sum()
        people[1:, size - 1] = kept
        support, places = np.zeros(k, dtype=np.int64), np.arange(size + 1)
        for value in range(k):
            holders = people[value + 1].copy()
            people[value + 1] = people[value]
            left = np.full((k - value, 1), max(1, k - value - 1))  # values that may take a place
            left[0] = k - value
            taken = rng.binomial(people[value + 1 :], np.minimum(places / left, 1))
            people[value + 1 :] -= taken
            people[value + 1 :, :-1] += taken[:, 1:]
            people[value + 1] += holders
            support[value] = taken.sum() + holders.sum()
        return shared.pure_estimate(self, support, int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        k = len(self.domain)
        sets = shared.drawn_by_chunk(self._choose, values, self.domain, rng, k)
        return shared.pure_estimate(self, shared.add_up_bits(sets), len(values))

    variance = shared.pure_variance

    def possible_reports(self) -> np.ndarray:
        """All sets of w values as rows of bits, uint8, as in channel(). At most 12 values."""
        k = len(self.domain)
        if k > LARGEST_CHANNEL:
            table = f"{math.comb(k, self.size):,} columns"
            raise too_large(f"domain has {k} values", table, f"{LARGEST_CHANNEL} values")
        return self.sets()

    def sets(self) -> np.ndarray:
        """All sets of w values as rows of bits, without a limit: there are k over w of them."""
        chosen = itertools.combinations(range(len(self.domain)), self.size)
        return shared.one_hot(np.array(list(chosen)), len(self.domain))

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """The values in each report's set: booleans, shape (n, k)."""
        return self._check(reports).astype(bool)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports whose set has each value, int64 of shape (k,)."""
        return shared.add_up_bits(shared.chunks(self._check(reports), len(self.domain)))
