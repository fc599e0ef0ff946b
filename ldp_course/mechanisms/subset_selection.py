"""Subset selection: name w values, among which your own is more likely than any other.

Wang et al. (2016); Ye and Barg (2018), who show that its error is near the smallest possible one if people are many.
Derived in the chapter "More protocols".
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_counts,
    check_domain,
    check_epsilon,
    check_integer,
    check_rng,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.bits import LARGEST_CHANNEL, check_bit_rows
from ldp_course.mechanisms.shared import FrequencyOracle, check_draws, chunks


@dataclass(frozen=True)
class SubsetSelection(FrequencyOracle):
    """Report a set of w values. Each set with the true value is e^ε times as likely as each set without it.

    domain: the k possible values; size: w, from 1 to k - 1 (1 is direct encoding); epsilon: natural-log ε > 0
    """

    domain: tuple
    size: int
    epsilon: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "size", check_integer("size", self.size, 1, len(self.domain) - 1))
        object.__setattr__(self, "epsilon", check_epsilon(self.epsilon))

    @classmethod
    def optimized(cls, domain: tuple, epsilon: float) -> SubsetSelection:
        """The size with the smallest variance for rare values: k / (e^ε + 1), rounded down or up."""
        domain = check_domain(domain)
        best = len(domain) / (math.exp(check_epsilon(epsilon)) + 1)
        sizes = {max(1, math.floor(best)), max(1, math.ceil(best))}
        return min(
            (cls(domain, size, epsilon) for size in sorted(sizes)), key=lambda m: m.variance(1, 0.0)
        )

    @property
    def p(self) -> float:
        """Probability that the set has the true value."""
        return 1 / (1 + (len(self.domain) - self.size) / self.size * math.exp(-self.epsilon))

    @property
    def q(self) -> float:
        """Probability that the set has one given other value: its w - 1 or w other places are spread evenly."""
        return (self.size - self.p) / (len(self.domain) - 1)

    def __repr__(self) -> str:
        return (
            f"SubsetSelection({len(self.domain)} values, size={self.size}, "
            f"p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"
        )

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Sets as they leave each device, rows of k bits with exactly w ones, uint8 of shape (n, k).

        Every value draws a number and the w smallest are in the set. The true value's is set below all others
        with probability p, above all others otherwise.
        """
        check_rng(rng)
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.zeros((len(encoded), len(self.domain)), dtype=np.uint8)
        for rows in chunks(len(encoded), self._report_width):
            truth = encoded[rows].astype(np.intp, copy=False)
            everyone = np.arange(len(truth))
            keys = rng.random((len(truth), len(self.domain)))
            keys[everyone, truth] = np.where(rng.random(len(truth)) < self.p, -1, 2)
            chosen = np.argpartition(keys, self.size - 1, axis=1)[:, : self.size]
            reports[rows][everyone[:, None], chosen] = 1
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The reports themselves: a report supports the values in its set."""
        return reports

    def channel(self) -> np.ndarray:
        """Pr[set | value], one column a set of w values, in the order of itertools.combinations.

        Raises ValueError if k is above 12: use `epsilon` then, which the small cases verify.
        """
        k = len(self.domain)
        if k > LARGEST_CHANNEL:
            raise ValueError(
                f"domain has {k} values, so channel() would have {math.comb(k, self.size):,} columns; "
                f"at most {LARGEST_CHANNEL} values are allowed here (epsilon is exact for every k)"
            )
        with_it = self.p / math.comb(k - 1, self.size - 1)
        return np.where(self.sets().T == 1, with_it, with_it * math.exp(-self.epsilon))

    def sets(self) -> np.ndarray:
        """All possible reports in the channel's order, rows of bits. Only for small domains."""
        chosen = np.array(list(itertools.combinations(range(len(self.domain)), self.size)))
        rows = np.zeros((len(chosen), len(self.domain)), dtype=np.uint8)
        np.put_along_axis(rows, chosen, 1, axis=1)
        return rows

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them: k² w / 2 random numbers.

        A report is a set drawn among all, or (for some of the people) the true value and w - 1 others drawn evenly.
        The values take turns: someone with r places left for m values has the next one with probability r/m.
        Only the number of people with r places left is followed. Raises ValueError above 4 million random numbers.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        k, size = len(self.domain), self.size
        check_draws("subset selection", k * k * size // 2)
        kept = rng.binomial(counts, 1 - (1 - self.p) * k / (k - size))
        waiting = np.zeros(
            (k, size + 1), dtype=np.int64
        )  # row v: people whose set has their v, still to come
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
        return self._estimate(support, int(counts.sum()))

    @property
    def _report_width(self) -> int:
        return len(self.domain)

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        array = check_bit_rows(name, reports, len(self.domain))
        sizes = array.sum(axis=1)
        if (sizes != self.size).any():
            raise ValueError(
                f"{name} has a row with {sizes[sizes != self.size][0]} ones; {name} must be rows with {self.size} ones"
            )
        return array


def _take(
    people: np.ndarray, probability: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, int]:
    """Let people with r places left (last axis) take the next value; who takes it has r - 1 left."""
    taken = rng.binomial(people, np.minimum(probability, 1))
    remaining = people - taken
    remaining[..., :-1] += taken[..., 1:]
    return remaining, taken.sum()
