"""Local hashing with a memory (LOLOHA): values that share a bucket share a permanent answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.estimate import Estimate
from ldp_course.longitudinal import shared
from ldp_course.longitudinal.direct_chain import (
    DirectChain,
    describe_chain,
    variance_over_days,
)
from ldp_course.mechanisms import hashing
from ldp_course.mechanisms.local_hashing import LocalHashing
from ldp_course.mechanisms.shared import encode_position, pure_estimate


@dataclass(frozen=True, repr=False)
class HashingChain:
    """Hash the value to one of g buckets with a seed kept for ever; the bucket goes down a chain.

    The chain is a `DirectChain` over the buckets, with its exact q2. So one report is
    `LocalHashing` at ε₁ with g buckets, and the seed says nothing about the value. Arcolezi,
    Pinzón, Palamidessi and Gambs (arXiv:2210.00262), whose published q2 is right for g = 2 only:
    for more buckets its ε₁ is below the one asked for. Chapter "Again and again".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    buckets : int, g, from 2 to 2^24
    epsilon_infinity, epsilon_one : float, natural-log ε of all reports of one bucket, and of one
    bucket_chain : DirectChain, what happens to the bucket
    permanent, one_report : LocalHashing, the first layer, and both layers together

    Examples
    --------
    >>> chain = HashingChain.optimized(range(100), epsilon_infinity=2, epsilon_one=1)
    >>> chain.buckets, round(1000 * chain.variance(1000, 0), 3)
    (4, 3.692)
    """

    domain: tuple
    buckets: int
    epsilon_infinity: float
    epsilon_one: float
    bucket_chain: DirectChain = field(init=False)
    permanent: LocalHashing = field(init=False)
    one_report: LocalHashing = field(init=False)

    def __post_init__(self) -> None:
        infinity, one = shared.check_epsilons(self.epsilon_infinity, self.epsilon_one)
        permanent, one_report = (
            LocalHashing(self.domain, self.buckets, e) for e in (infinity, one)
        )
        bucket_chain = DirectChain(range(one_report.buckets), infinity, one)
        vars(self).update(domain=permanent.domain, buckets=permanent.buckets)
        vars(self).update(epsilon_infinity=infinity, epsilon_one=one, bucket_chain=bucket_chain)
        vars(self).update(permanent=permanent, one_report=one_report)

    @classmethod
    def binary(cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float) -> Self:
        """Two buckets (BiLOLOHA): the fewest permanent answers, 2."""
        return cls(domain, 2, epsilon_infinity, epsilon_one)

    @classmethod
    def optimized(cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float) -> Self:
        """The number of buckets with the smallest variance of one day."""
        infinity, one = shared.check_epsilons(epsilon_infinity, epsilon_one)
        return cls(domain, LocalHashing.optimized(domain, one).buckets, infinity, one)

    def __repr__(self) -> str:
        return describe_chain(self, f"{self.buckets} buckets, ")

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """A seed and the permanent answer to each bucket: uint64 of shape (n, 1 + g)."""
        n = shared.check_remember(n, rng, 1 + self.buckets)
        seeds = self.one_report.draw_seeds(n, rng)
        answers = self.bucket_chain.remember(n, rng).astype(np.uint64)
        return np.hstack([seeds[:, None], answers])

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """One day's reports, uint64 of shape (n, 2): the seed, and a bucket."""
        encoded = shared.check_encoded(encoded, len(self.domain))
        largest = [2**64 - 1] + [self.buckets - 1] * self.buckets
        memory = shared.check_memory(memory, encoded, largest)
        seeds = memory[:, 0].astype(np.uint64)
        mine = hashing.bucket(seeds, self.one_report._multipliers[encoded], self.buckets)
        answers = memory[:, 1:]
        chosen = self.bucket_chain.perturb(mine.astype(np.intp), answers, rng)
        return np.stack([seeds, chosen.astype(np.uint64)], axis=1)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from one day's reports. Unbiased; nothing is clipped."""
        return self.one_report.aggregate(reports)

    def channel(self) -> np.ndarray:
        """ValueError, as for `LocalHashing`: `channel_given_seed` is exact for one seed."""
        return self.one_report.channel()

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Pr[bucket | value, this seed], shape (k, g): the product of both layers."""
        return self.permanent.channel_given_seed(seed) @ self.bucket_chain.fresh_channel()

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """One day's estimate for true counts of that day, under a perfect hash."""
        return self.one_report.simulate(counts, rng)

    def collect_days(self, values: ArrayLike, rng: np.random.Generator) -> list[Estimate]:
        """One estimate a day, from values of shape (n, days), in chunks of people."""
        encoded = shared.encode_days(self, values)
        supports = shared.supports_by_day(self, encoded, rng, 1 + self.buckets)
        return [pure_estimate(self.one_report, support, len(encoded)) for support in supports]

    def variance(self, n: int, frequency: ArrayLike, days: int = 1) -> np.ndarray | float:
        """Of an estimated frequency, or of its mean over days, as in `DirectChain`."""
        return variance_over_days(self, n, frequency, days)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports that support each value, int64 of shape (k,)."""
        return self.one_report.support(reports)

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Those of the chain over the buckets, which stand in place of the values: seed given."""
        return self.bucket_chain.memories()
