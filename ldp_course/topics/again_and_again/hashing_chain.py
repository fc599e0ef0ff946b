"""Hash with a memory (LOLOHA): values that share a bucket share a permanent answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.counting import encode_position
from ldp_course.estimate import Estimate
from ldp_course.topics.again_and_again import remembering
from ldp_course.topics.again_and_again.direct_chain import (
    DirectChain,
    collect_chain,
    describe_chain,
    variance_over_days,
)
from ldp_course.topics.more_protocols import hashing
from ldp_course.topics.more_protocols.local_hashing import LocalHashing


@dataclass(unsafe_hash=True, repr=False)
class HashingChain:
    """Hash the value by a permanent seed to one of g buckets, and chain the bucket.

    The chain is a `DirectChain` over the buckets, with its exact q2. So one report is
    `LocalHashing` at ε₁ with g buckets, and the seed says nothing about the value.
    Arcolezi, Pinzón, Palamidessi and Gambs (arXiv:2210.00262), whose published q2 is
    right for g = 2 only: for more buckets its ε₁ is below the one asked for. Chapter
    "Again and again".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    buckets : int, g, from 2 (BiLOLOHA: the fewest permanent answers) to 2^24
    epsilon_infinity, epsilon_one : float, natural-log ε of all reports of one bucket,
        and of one
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
        infinity, single = remembering.check_epsilons(
            self.epsilon_infinity, self.epsilon_one
        )
        self.epsilon_infinity, self.epsilon_one = infinity, single
        self.permanent = LocalHashing(self.domain, self.buckets, infinity)
        self.one_report = LocalHashing(self.domain, self.buckets, single)
        self.domain, self.buckets = self.one_report.domain, self.one_report.buckets
        self.bucket_chain = DirectChain(range(self.buckets), infinity, single)

    @classmethod
    def optimized(
        cls, domain: Sequence, epsilon_infinity: float, epsilon_one: float
    ) -> Self:
        """Choose the number of buckets with the smallest variance of one day."""
        infinity, single = remembering.check_epsilons(epsilon_infinity, epsilon_one)
        return cls(
            domain, LocalHashing.optimized(domain, single).buckets, infinity, single
        )

    def __repr__(self) -> str:
        return describe_chain(self, f"{self.buckets} buckets, ")

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw a seed and an answer to each bucket, uint64 of shape (n, 1 + g)."""
        n = remembering.check_remember(n, rng, 1 + self.buckets)
        seeds = self.one_report.draw_seeds(n, rng)
        answers = self.bucket_chain.remember(n, rng).astype(np.uint64)
        return np.hstack([seeds[:, None], answers])

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """Return one day's reports, uint64 of shape (n, 2): the seed, and a bucket."""
        encoded = remembering.check_encoded(encoded, len(self.domain))
        largest = [2**64 - 1] + [self.buckets - 1] * self.buckets
        memory = remembering.check_memory(memory, encoded, largest)
        seeds = memory[:, 0].astype(np.uint64)
        mine = hashing.bucket(
            seeds, self.one_report._multipliers[encoded], self.buckets
        )
        answers = memory[:, 1:]
        chosen = self.bucket_chain.perturb(mine.astype(np.intp), answers, rng)
        return np.stack([seeds, chosen.astype(np.uint64)], axis=1)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate all frequencies from one day's reports; unbiased, not clipped."""
        return self.one_report.aggregate(reports)

    def channel(self) -> np.ndarray:
        """Raise ValueError, as `LocalHashing` does; see `channel_given_seed`."""
        return self.one_report.channel()

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Return Pr[bucket | value, this seed], (k, g): the product of both layers."""
        return (
            self.permanent.channel_given_seed(seed) @ self.bucket_chain.fresh_channel()
        )

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw one day's estimate for true counts of that day, under a perfect hash."""
        return self.one_report.simulate(counts, rng)

    def collect_days(
        self, values: ArrayLike, rng: np.random.Generator
    ) -> list[Estimate]:
        """Estimate each day from values of shape (n, days), in chunks of people."""
        return collect_chain(self, values, rng, 1 + self.buckets)

    variance = variance_over_days

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the memories, given the seed: buckets stand in place of values."""
        return self.bucket_chain.memories()
