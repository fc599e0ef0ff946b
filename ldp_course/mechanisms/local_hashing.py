"""Local hashing: a hash function for each person, and a noisy report of the value's bucket."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_codes, check_epsilon, check_integer, check_whole
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import hashing, shared

CHUNK_REPORTS = 1 << 14  # reports hashed at a time: what fits into a processor's cache
WIDTH = 4  # elements a person: a report is two numbers, but drawing it takes several


@dataclass(frozen=True, repr=False)
class LocalHashing:
    """Hash the value to one of g buckets with a random public seed; report it with probability p.

    p = e^ε / (e^ε + g - 1), and e^-ε p for each other bucket. A report supports all values that its
    seed sends to its bucket, another value with q = 1/g. The privacy holds for every seed and hash;
    the variance and `simulate` assume a perfect hash: then the support is that of a unary encoding.
    Bassily and Smith (2015); Wang et al. (2017) for `optimized`. Chapter "More protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    buckets : int, g, from 2 to 2^24
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> hashing = LocalHashing.optimized(range(1000), epsilon=1.0)
    >>> seed, chosen = hashing.perturb([7], np.random.default_rng(1))[0]
    >>> hashing.channel_given_seed(seed)[7].round(3).tolist()
    [0.175, 0.175, 0.475, 0.175]
    """

    domain: tuple
    buckets: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = shared.check_domain_and_epsilon(self.domain, self.epsilon)
        buckets = check_integer("buckets", self.buckets, 2, hashing.LARGEST_BUCKETS)
        p, q = 1 / (1 + (buckets - 1) * math.exp(-epsilon)), 1 / buckets
        vars(self).update(domain=domain, buckets=buckets, epsilon=epsilon, p=p, q=q)
        vars(self).update(_multipliers=hashing.multipliers(len(domain)))

    @classmethod
    def binary(cls, domain: Sequence, epsilon: float) -> LocalHashing:
        """Two buckets: one bit besides the seed."""
        return cls(domain, 2, epsilon)

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> LocalHashing:
        """The number of buckets with the smallest variance for rare values, near e^ε + 1.

        With x = g - 1, n V = (e^ε + x)² / (x (e^ε - 1)²): x + 1 beats x where e^2ε > x (x + 1).
        """
        best = 1 + math.ceil(math.sqrt(math.exp(check_epsilon(epsilon)) ** 2 + 0.25) - 0.5)
        return cls(domain, min(best, hashing.LARGEST_BUCKETS), epsilon)

    def __repr__(self) -> str:
        return shared.describe(self, f"{self.buckets} buckets, ")

    encode = shared.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Reports as they leave each device, uint64 of shape (n, 2): a public seed, a bucket."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        return shared.by_chunk(self._draw, encoded, rng, (len(encoded), 2), np.uint64, WIDTH)

    def _draw(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """With probability (1 - e^-ε) p the true bucket is kept; otherwise any of g is drawn."""
        seeds = rng.integers(0, 2**64 - 1, len(truth), dtype=np.uint64, endpoint=True)
        drawn = rng.integers(self.buckets, size=len(truth), dtype=np.uint64)
        kept = rng.random(len(truth)) < self.p * -math.expm1(-self.epsilon)
        true_bucket = hashing.bucket(seeds, self._multipliers[truth], self.buckets)
        return np.stack([seeds, np.where(kept, true_bucket, drawn)], axis=1)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        allowed = (
            f"rows of a seed (below 2^64) and a bucket (below {self.buckets}), one row a person"
        )
        reports = check_whole("reports", reports, [2**64 - 1, self.buckets - 1], allowed, "iu")
        return shared.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """ValueError: there are 2^64 seeds. `channel_given_seed` is exact for one of them."""
        raise ValueError(
            "a report has one of 2^64 seeds, so channel() and possible_reports() have no table: "
            "use channel_given_seed(seed), or support_channel() for which values a report supports"
        )

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Pr[bucket | value, this seed], shape (k, g), exactly. Its ε is never above `epsilon`."""
        seed = np.uint64(check_integer("seed", seed, 0, 2**64 - 1))
        true_bucket = hashing.bucket(seed, self._multipliers, self.buckets)
        kept = np.arange(self.buckets, dtype=np.uint64) == true_bucket[:, None]
        return np.where(kept, self.p, self.p * math.exp(-self.epsilon))

    def support_channel(self) -> np.ndarray:
        """Pr[supported values | value] under a perfect hash, shape (k, 2^k). At most 12 values."""
        other = (self.buckets - 1) * self.p * math.exp(-self.epsilon)
        return shared.channel_of_bits(len(self.domain), (other, self.p), (1 - self.q, self.q))

    simulate = shared.simulate_pure  # for a perfect hash

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        parts = shared.drawn_by_chunk(self._draw, values, self.domain, rng, WIDTH)
        return shared.pure_estimate(self, sum(map(self.support, parts)), len(values))

    variance = shared.pure_variance
    possible_reports = channel  # there is no list either

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The values that each report's seed sends to its bucket: booleans, shape (n, k)."""
        seeds, chosen = np.asarray(reports, dtype=np.uint64).T[:, :, None]
        return hashing.bucket(seeds, self._multipliers, self.buckets) == chosen

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Number of reports that support each value, int64 of shape (k,): k hashes a report."""
        counts = np.zeros(len(self.domain), dtype=np.int64)
        for start in range(0, len(reports), CHUNK_REPORTS):
            seeds, chosen = reports[start : start + CHUNK_REPORTS].astype(np.uint64).T.copy()
            low, width = hashing.bucket_range(chosen, self.buckets)
            product = np.empty_like(seeds)
            for value, multiplier in enumerate(self._multipliers):
                np.multiply(seeds, multiplier, out=product)
                np.subtract(product, low, out=product)
                counts[value] += np.count_nonzero(product < width)
        return counts
