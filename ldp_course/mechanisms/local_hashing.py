"""Local hashing: a hash function for each person, and a noisy report of the value's bucket."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_integer,
    check_people,
    check_rng,
    check_whole,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms import hashing, shared
from ldp_course.mechanisms.tables import channel_of_bits, check_table

LARGEST_SEED = int(np.iinfo(np.uint64).max)
NUMBERS = 4  # for a report of two numbers, drawing takes several


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
    def binary(cls, domain: Sequence, epsilon: float) -> Self:
        """Two buckets: one bit besides the seed."""
        return cls(domain, 2, epsilon)

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """The number of buckets with the smallest variance for rare values, near e^ε + 1.

        With x = g - 1, n V = (e^ε + x)² / (x (e^ε - 1)²): x + 1 beats x where e^2ε > x (x + 1).
        """
        best = 1 + math.ceil(math.sqrt(math.exp(check_epsilon(epsilon)) ** 2 + 0.25) - 0.5)
        return cls(domain, min(best, hashing.LARGEST_BUCKETS), epsilon)

    def __repr__(self) -> str:
        return shared.describe(self, f"{self.buckets} buckets, ")

    encode = shared.encode_position

    def draw_seeds(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Seeds that the server assigns to n devices: random odd numbers, uint64 of shape (n,).

        A device that may choose takes the seed 0 (or 2^63): all values fall into one bucket, and
        its report supports all of them. Odd seeds spread the values.
        """
        seeds = check_rng(rng).integers(2**63, size=check_people("n", n), dtype=np.uint64)
        return 2 * seeds + np.uint64(1)

    def perturb(
        self, encoded: ArrayLike, rng: np.random.Generator, seeds: ArrayLike | None = None
    ) -> np.ndarray:
        """Reports as they leave each device, uint64 of shape (n, 2): a public seed, a bucket.

        With `seeds` from `draw_seeds`, each device uses the one that the server assigned to it.
        Without, each draws its own, and the server has to trust that it did not choose.
        """
        encoded = check_codes("encoded", encoded, len(self.domain))
        if seeds is None:
            like = np.empty((len(encoded), 2), np.uint64)
            return shared.by_chunk(self._hash, encoded, rng, like, NUMBERS)
        return self._hash(encoded, check_rng(rng), _check_seeds(seeds, "encoded", encoded))

    def _hash(
        self, truth: np.ndarray, rng: np.random.Generator, seeds: np.ndarray | None = None
    ) -> np.ndarray:
        """With probability (1 - e^-ε) p the true bucket is kept; otherwise any of g is drawn."""
        if seeds is None:
            seeds = rng.integers(0, LARGEST_SEED, len(truth), dtype=np.uint64, endpoint=True)
        drawn = rng.integers(self.buckets, size=len(truth), dtype=np.uint64)
        kept = rng.random(len(truth)) < self.p * -math.expm1(-self.epsilon)
        true_bucket = hashing.bucket(seeds, self._multipliers[truth], self.buckets)
        return np.stack([seeds, np.where(kept, true_bucket, drawn)], axis=1)

    def aggregate(self, reports: ArrayLike, seeds: ArrayLike | None = None) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped.

        With `seeds`, those assigned to the devices in the order of the reports, a report with
        another seed is a ValueError.
        """
        reports = self._check(reports)
        if seeds is not None:
            other = np.flatnonzero(reports[:, 0] != _check_seeds(seeds, "reports", reports))
            if len(other):
                found = f"reports has {len(other)} seed(s) that were not assigned, first in row "
                raise ValueError(f"{found}{other[0]}; reports must hold the seeds given")
        return shared.pure_estimate(self, self._add_up(reports), len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        allowed = (
            f"rows of a seed (below 2^64) and a bucket (below {self.buckets}), one row a person"
        )
        largest = [LARGEST_SEED, self.buckets - 1]
        return check_whole("reports", reports, largest, allowed, "iu").astype(np.uint64, copy=False)

    def channel(self) -> np.ndarray:
        """ValueError: there are 2^64 seeds. `channel_given_seed` is exact for one of them."""
        raise ValueError(
            "a report has one of 2^64 seeds, so channel() and possible_reports() have no table: "
            "use channel_given_seed(seed), or support_channel() for which values a report supports"
        )

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Pr[bucket | value, this seed], shape (k, g), exactly. Its ε is never above `epsilon`."""
        check_table(len(self.domain), self.buckets)
        seed = np.uint64(check_integer("seed", seed, 0, LARGEST_SEED))
        true_bucket = hashing.bucket(seed, self._multipliers, self.buckets)
        kept = np.arange(self.buckets, dtype=np.uint64) == true_bucket[:, None]
        return np.where(kept, self.p, self.p * math.exp(-self.epsilon))

    def support_channel(self) -> np.ndarray:
        """Pr[supported values | value] under a perfect hash, shape (k, 2^k). At most 12 values."""
        other = (self.buckets - 1) * self.p * math.exp(-self.epsilon)
        return channel_of_bits(len(self.domain), (other, self.p), (1 - self.q, self.q))

    simulate = shared.simulate_pure  # for a perfect hash

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        hashed = shared.drawn_by_chunk(self._hash, values, self.domain, rng, NUMBERS)
        return shared.pure_estimate(self, sum(map(self._add_up, hashed)), len(values))

    variance = shared.pure_variance
    possible_reports = channel  # there is no list either

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """The values that each report's seed sends to its bucket: booleans, shape (n, k)."""
        seeds, chosen = self._check(reports).T[:, :, None]
        return hashing.bucket(seeds, self._multipliers, self.buckets) == chosen

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports that support each value, int64 of shape (k,): k hashes a report."""
        return self._add_up(self._check(reports))

    def _add_up(self, reports: np.ndarray) -> np.ndarray:
        seeds, chosen = reports.T
        return hashing.support(seeds, chosen, self._multipliers, self.buckets)


def _check_seeds(seeds: ArrayLike, name: str, rows: np.ndarray) -> np.ndarray:
    """Return the seeds as uint64, if all are odd and as many as the rows."""
    allowed = f"{len(rows)} odd whole numbers below 2^64, one a person, as from draw_seeds"
    seeds = check_whole("seeds", seeds, LARGEST_SEED, allowed, "iu").astype(np.uint64, copy=False)
    if len(seeds) != len(rows):
        found = f"seeds has shape {seeds.shape}, {name} has shape {rows.shape}"
        raise ValueError(f"{found}; seeds must be {allowed}")
    even = seeds[seeds % np.uint64(2) == 0]
    if len(even):
        raise ValueError(f"seeds holds {even[0]}; seeds must be {allowed}")
    return seeds
