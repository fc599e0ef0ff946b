"""Local hashing: say in which bucket your value falls under a hash function of your own, through randomized response.

Bassily and Smith (2015) for two buckets, Wang et al. (2017) for the best number. Derived in the chapter "More protocols".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_domain,
    check_epsilon,
    check_integer,
    check_not_empty,
    check_rng,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.bits import channel_of_bits
from ldp_course.mechanisms.hashing import (
    LARGEST_BUCKETS,
    bucket,
    bucket_range,
    multipliers,
    random_seeds,
)
from ldp_course.mechanisms.shared import FrequencyOracle, chunks

CHUNK_REPORTS = 1 << 14  # reports hashed at a time: what fits into a processor's cache


@dataclass(frozen=True)
class LocalHashing(FrequencyOracle):
    """Hash the value to one of g buckets with a random public seed, then report the true bucket with probability p.

    domain: the k possible values; buckets: g, from 2 to 2^24; epsilon: natural-log ε > 0

    The person's side: p = e^ε / (e^ε + g - 1), each other bucket e^-ε p. The server's side: a report supports all values
    that its seed sends to its bucket, a value that is not the person's with q = 1/g.
    The privacy holds for every seed and every hash. The variance and `simulate` assume a perfect hash, under which the
    supported values are exactly the ones of a unary encoding with these p and q, in g buckets instead of k bits.
    """

    domain: tuple
    buckets: int
    epsilon: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(
            self, "buckets", check_integer("buckets", self.buckets, 2, LARGEST_BUCKETS)
        )
        object.__setattr__(self, "epsilon", check_epsilon(self.epsilon))

    @classmethod
    def binary(cls, domain: tuple, epsilon: float) -> LocalHashing:
        """Two buckets: one bit besides the seed."""
        return cls(domain, 2, epsilon)

    @classmethod
    def optimized(cls, domain: tuple, epsilon: float) -> LocalHashing:
        """The number of buckets with the smallest variance for rare values, near e^ε + 1.

        n V = (e^ε + x)² / (x (e^ε - 1)²) with x = g - 1. x + 1 beats x where e^2ε > x (x + 1), so the best x is
        the first with x (x + 1) ≥ e^2ε. Rounding e^ε to the nearest is nearly always the same, never 2.1 % worse.
        """
        root = math.exp(check_epsilon(epsilon))
        return cls(
            domain, min(1 + math.ceil(math.sqrt(root**2 + 0.25) - 0.5), LARGEST_BUCKETS), epsilon
        )

    @property
    def p(self) -> float:
        """Probability that a report supports the person's own value."""
        return 1 / (1 + (self.buckets - 1) * math.exp(-self.epsilon))

    @property
    def q(self) -> float:
        """Probability that a report supports a value that the person does not hold: 1/g, by the hash alone."""
        return 1 / self.buckets

    def __repr__(self) -> str:
        return (
            f"LocalHashing({len(self.domain)} values, {self.buckets} buckets, "
            f"p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"
        )

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Reports as they leave each device, uint64 of shape (n, 2): a fresh public seed, and a bucket.

        With probability (1 - e^-ε) p the true bucket is kept; otherwise any of the g buckets is drawn.
        """
        check_rng(rng)
        encoded = check_codes("encoded", encoded, len(self.domain))
        keep = self.p * -math.expm1(-self.epsilon)
        of_value = multipliers(len(self.domain))
        reports = np.empty((len(encoded), 2), dtype=np.uint64)
        for rows in chunks(len(encoded), self._report_width):
            truth = encoded[rows]
            seeds = random_seeds(len(truth), rng)
            drawn = rng.integers(self.buckets, size=len(truth), dtype=np.uint64)
            kept = rng.random(len(truth)) < keep
            reports[rows, 0] = seeds
            reports[rows, 1] = np.where(kept, bucket(seeds, of_value[truth], self.buckets), drawn)
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The values that each report's seed sends to its bucket: booleans, shape (n, k)."""
        seeds, chosen = np.asarray(reports, dtype=np.uint64).T
        return (
            bucket(seeds[:, None], multipliers(len(self.domain)), self.buckets) == chosen[:, None]
        )

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Number of reports that support each value, shape (k,): every value is hashed with every seed."""
        counts = np.zeros(len(self.domain), dtype=np.int64)
        of_value = multipliers(len(self.domain))
        for start in range(0, len(reports), CHUNK_REPORTS):
            seeds, chosen = reports[start : start + CHUNK_REPORTS].astype(np.uint64).T.copy()
            low, width = bucket_range(chosen, self.buckets)
            product = np.empty_like(seeds)
            for value, multiplier in enumerate(of_value):
                np.multiply(seeds, multiplier, out=product)
                np.subtract(product, low, out=product)
                counts[value] += np.count_nonzero(product < width)
        return counts

    def channel(self) -> np.ndarray:
        """Pr[supported values | value] under a perfect hash, shape (k, 2^k): column j supports value i if (j >> i) & 1.

        Nothing is lost by looking at the support only: given the seed, two values with the same bucket have the same
        probability. Raises ValueError if k is above 12.
        """
        p, other = self.p, (self.buckets - 1) * self.p * math.exp(-self.epsilon)
        return channel_of_bits(len(self.domain), if_one=(other, p), if_zero=(1 - self.q, self.q))

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Pr[bucket | value, this seed], shape (k, g): exact for the hash that is used. Its ε is never above `epsilon`."""
        seed = np.uint64(check_integer("seed", seed, 0, 2**64 - 1))
        true_bucket = bucket(seed, multipliers(len(self.domain)), self.buckets)
        kept = np.arange(self.buckets, dtype=np.uint64) == true_bucket[:, None]
        return np.where(kept, self.p, self.p * math.exp(-self.epsilon))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them.

        Under a perfect hash the supports are Bin(n_v, p) + Bin(n - n_v, q), independently for each value.
        """
        return self._simulate_independent(counts, rng)

    @property
    def _report_width(self) -> int:
        return 4  # a report is two numbers, but drawing it takes several

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of a seed (from 0 to 2^64 - 1) and a bucket (from 0 to {self.buckets - 1}), one row a person"
        array = np.asarray(reports)
        if array.ndim != 2 or array.shape[1] != 2:
            raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
        check_not_empty(name, array)
        if array.dtype.kind not in "iu":
            raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
        chosen = array[:, 1]
        if array.min() < 0 or chosen.max() >= self.buckets:
            wrong = array.min() if array.min() < 0 else chosen.max()
            raise ValueError(f"{name} holds {wrong}; {name} must be {allowed}")
        return array
