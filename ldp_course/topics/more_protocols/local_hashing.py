"""Local hashing: a hash function for each person, and a noisy report of the bucket.

The estimator and its variance are those of every pure protocol (counting.py); the hash
functions are in hashing.py.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_integer,
    check_people,
    check_rng,
    check_whole,
    reject,
    set_attributes,
)
from ldp_course.counting import by_chunk, channel_of_bits, check_table
from ldp_course.domains import check_domain, in_order
from ldp_course.estimate import Estimate
from ldp_course.topics.more_protocols import hashing
from ldp_course.topics.more_protocols.public_chance import warn_of_seeds

LARGEST_BUCKETS = 1 << 24  # so that a bucket has 256 or more of the 2^32 hash values
LARGEST_SEED = int(np.iinfo(np.uint64).max)
COLUMNS = "seed", "bucket"  # of reports with labels
NO_TABLE = (
    "a report has one of 2^64 seeds, so channel() and possible_reports() have no "
    "table: use channel_given_seed(seed), or support_channel() for which values a "
    "report supports"
)
# 64-bit numbers in memory for each person while a report is drawn: seed, true bucket,
# any bucket, uniform. It says how many people `counting.by_chunk` takes at a time.
DRAW_WIDTH = 4


@dataclass(frozen=True, repr=False)
class LocalHashing:
    """Hash the value to one of g buckets with a random public seed; report it noisily.

    The true bucket has p = e^ε / (e^ε + g - 1), and each other bucket e^-ε p. A report
    supports every value that its seed sends to its bucket: the person's own with p, any
    other with q = 1/g. The privacy holds for every seed and hash; the variance and
    `simulate` assume a perfect hash: then the support is that of a unary encoding.
    Bassily and Smith (2015); Wang et al. (2017) for `optimized`. Chapter
    "More protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    buckets : int, g, from 2 to 2^24
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> mechanism = LocalHashing.optimized(range(1000), epsilon=1.0)
    >>> seed, chosen = mechanism.perturb([7], np.random.default_rng(1))[0]
    >>> mechanism.channel_given_seed(seed)[7].round(3).tolist()
    [0.175, 0.175, 0.475, 0.175]
    >>> mechanism.collect([7] * 500, np.random.default_rng(1)).n
    500
    """

    reports = "hashed values"  # what a report is: see counting.Mechanism
    domain: tuple
    buckets: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        buckets = check_integer("buckets", self.buckets, 2, LARGEST_BUCKETS)
        # p = e^ε / (e^ε + g - 1), divided through by e^ε
        p, q = 1 / (1 + (buckets - 1) * math.exp(-epsilon)), 1 / buckets
        set_attributes(self, domain=domain, buckets=buckets, epsilon=epsilon, p=p, q=q)
        # an odd number for each value, from which a seed makes its bucket; no field, as
        # the domain alone decides it
        set_attributes(self, _multipliers=hashing.multipliers(len(domain)))

    @classmethod
    def binary(cls, domain: Sequence, epsilon: float) -> Self:
        """Take two buckets: one bit besides the seed."""
        return cls(domain, 2, epsilon)

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """Take the buckets with the smallest variance for rare values, near e^ε + 1.

        With x = g - 1, a value that nobody holds has n V = (e^ε + x)² / (x (e^ε - 1)²),
        so x + 1 has the smaller V exactly where x (x + 1) < e^2ε.
        """
        ratio_squared = math.exp(check_epsilon(epsilon)) ** 2
        # the first x that x + 1 does not beat: x (x + 1) = e^2ε solved, and rounded up
        x = math.ceil(math.sqrt(ratio_squared + 0.25) - 0.5)
        return cls(domain, min(x + 1, LARGEST_BUCKETS), epsilon)

    def __repr__(self) -> str:
        return counting.describe(self, f"{self.buckets} buckets, ")

    encode = counting.encode_position

    def draw_seeds(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw the seeds that a server assigns to n devices: odd, uint64 of shape (n,).

        A dishonest device that chose its own seed would take 0 (or 2^63): then all
        values fall into one bucket, and its report supports all of them. Odd seeds
        prevent that.
        """
        check_rng(rng)
        # modulo 2^64 an odd factor permutes all numbers, an even one merges some
        halves = rng.integers(2**63, size=check_people("n", n), dtype=np.uint64)
        return 2 * halves + np.uint64(1)

    def perturb(
        self,
        encoded: ArrayLike,
        rng: np.random.Generator,
        seeds: ArrayLike | None = None,
    ) -> np.ndarray:
        """Draw the reports that leave each device, uint64 (n, 2): public seed, bucket.

        With `seeds` from `draw_seeds`, each device uses the one that the server
        assigned to it. Without, each draws its own, and the server has to trust that it
        did not choose.
        """
        encoded = check_codes("encoded", encoded, len(self.domain))
        if seeds is None:
            reports = np.empty((len(encoded), 2), np.uint64)
            return by_chunk(self._with_own_seeds, encoded, rng, reports, DRAW_WIDTH)
        seeds = check_seeds(seeds, "encoded", encoded)
        return self._truth_or_any(encoded, seeds, check_rng(rng))

    def _with_own_seeds(
        self, truth: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Draw reports of devices that draw their own seeds, any of the 2^64."""
        # Even seeds too, unlike `draw_seeds`. A multiple of 2^j merges values, but many
        # only if j is large, and one seed in 2^j is such a multiple.
        n = len(truth)
        seeds = rng.integers(LARGEST_SEED, size=n, dtype=np.uint64, endpoint=True)
        return self._truth_or_any(truth, seeds, rng)

    def _truth_or_any(
        self, truth: np.ndarray, seeds: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Draw the true bucket with probability p - e^-ε p, otherwise any of the g.

        Each other bucket then has (1 - (p - e^-ε p)) / g = e^-ε p, and the true one,
        which is among "any", so much more: p.
        """
        n = len(truth)
        true_bucket = hashing.bucket(seeds, self._multipliers[truth], self.buckets)
        any_bucket = rng.integers(self.buckets, size=n, dtype=np.uint64)
        # p - e^-ε p, but at small ε their difference would be rounding alone
        truth_chance = self.p * -math.expm1(-self.epsilon)
        chosen = np.where(rng.random(n) < truth_chance, true_bucket, any_bucket)
        return np.stack([seeds, chosen], axis=1)

    def aggregate(self, reports: ArrayLike, seeds: ArrayLike | None = None) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped.

        With `seeds`, those assigned to the devices in the order of the reports, a
        report with another seed is a ValueError. A UserWarning says if seeds were
        rounded on their way, or drawn more than once; fewer than one right batch in a
        million has one.
        """
        reports = self._check(reports)
        if seeds is not None:
            assigned = check_seeds(seeds, "reports", reports)
            others = np.flatnonzero(reports[:, 0] != assigned)
            if len(others):
                raise ValueError(
                    f"reports has {len(others)} seed(s) that were not assigned, first "
                    f"in row {others[0]}; reports must hold the seeds given"
                )
        warn_of_seeds(reports[:, 0])
        return counting.pure_estimate(self, self._count(reports), len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        """Return the reports as uint64 rows of seed and bucket, or refuse them."""
        allowed = f"rows of a seed (below 2^64) and a bucket (below {self.buckets})"
        allowed += ", one row a person"
        largest = [LARGEST_SEED, self.buckets - 1]
        # the columns of a DataFrame may stand in another order, but must both be there
        reports = in_order("reports", reports, None, COLUMNS, complete=True)
        reports = check_whole("reports", reports, largest, allowed, "iu")
        return reports.astype(np.uint64, copy=False)

    def channel(self) -> NoReturn:
        """Raise ValueError: there are 2^64 seeds. See `channel_given_seed` for one."""
        raise ValueError(NO_TABLE)

    def possible_reports(self) -> NoReturn:
        """Raise ValueError, as `channel` does."""
        raise ValueError(NO_TABLE)

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Return Pr[bucket | value, this seed], (k, g); its ε is at most `epsilon`."""
        check_table(len(self.domain), self.buckets)
        seed = np.uint64(check_integer("seed", seed, 0, LARGEST_SEED))
        true_bucket = hashing.bucket(seed, self._multipliers, self.buckets)
        is_true = np.arange(self.buckets, dtype=np.uint64) == true_bucket[:, None]
        return np.where(is_true, self.p, self.p * math.exp(-self.epsilon))

    def support_channel(self) -> np.ndarray:
        """Return Pr[supported | value] under a perfect hash, (k, 2^k); k at most 12."""
        lie = (self.buckets - 1) * self.p * math.exp(-self.epsilon)  # 1 - p, unrounded
        # (Pr[0], Pr[1]), where 1 is support, of the person's own value and of any other
        own_bit, other_bit = (lie, self.p), (1 - self.q, self.q)
        return channel_of_bits(len(self.domain), own_bit, other_bit)

    simulate = counting.simulate_pure  # for a perfect hash

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        draw, count = self._with_own_seeds, self._count
        return counting.collect_pure(self, draw, count, values, rng, DRAW_WIDTH)

    variance = counting.pure_variance

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which values each seed sends to its bucket: booleans, shape (n, k)."""
        seeds, chosen = self._check(reports).T
        # each seed, in a row of its own, meets the multipliers of all k values
        buckets = hashing.bucket(seeds[:, None], self._multipliers, self.buckets)
        return buckets == chosen[:, None]

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Count the reports that support each value, int64 (k,): k hashes a report."""
        return self._count(self._check(reports))

    def _count(self, reports: np.ndarray) -> np.ndarray:
        """Count as `support` does, for reports that `_check` has returned."""
        seeds, chosen = reports.T
        return hashing.support(seeds, chosen, self._multipliers, self.buckets)


def check_seeds(seeds: ArrayLike, name: str, rows: np.ndarray) -> np.ndarray:
    """Return the seeds as uint64, if all are odd and as many as the rows of `name`."""
    allowed = f"{len(rows)} odd whole numbers below 2^64"
    allowed += ", one a person, as from draw_seeds"
    seeds = check_whole("seeds", seeds, LARGEST_SEED, allowed, "iu")
    seeds = seeds.astype(np.uint64, copy=False)
    if len(seeds) != len(rows):
        shapes = f"seeds has shape {seeds.shape}, {name} has shape {rows.shape}"
        raise ValueError(f"{shapes}; seeds must be {allowed}")
    even = seeds[seeds % np.uint64(2) == 0]
    if len(even):
        reject("seeds", f"holds {even[0]}", allowed)
    return seeds
