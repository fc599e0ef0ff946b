"""Local hashing with short seeds: the bucket is read from rows of a table of signs."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_integer,
    check_whole,
    refuse,
    set_attributes,
)
from ldp_course.counting import LARGEST_TABLE, by_chunk, check_table, chunks
from ldp_course.domains import check_domain, in_order
from ldp_course.estimate import Estimate
from ldp_course.topics.more_protocols.binary_fields import irreducible, multiples
from ldp_course.topics.more_protocols.hadamard_table import is_minus, walsh_hadamard
from ldp_course.topics.more_protocols.public_chance import warn_of_choices

COLUMNS = "short_seed", "bucket"  # of reports with labels
DRAWN_FOR_A_REPORT = 4  # numbers that drawing needs at once, at the most


@dataclass(frozen=True, repr=False)
class ShortSeeds:
    """Hash to one of g = 2^j buckets with one of K seeds; report the bucket noisily.

    A seed is a column of a K x K table of signs, and a value owns j of its rows: 1, x,
    …, x^(j-1) times itself, in the field of K elements. Their j signs are its bucket.
    Two values have the same one for exactly K/g seeds: so p = e^ε / (e^ε + g - 1) and q
    = 1/g are those of local hashing, and exact. K is the least power of 2 that has room
    for the values and the buckets. The idea is that of PI-RAPPOR (Feldman and Talwar,
    2021); the server with fast Hadamard transforms is derived in the chapter "More
    protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    buckets : int, g, a power of 2, at least 2, with K g up to 2^22
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> short = ShortSeeds.optimized(range(1000), epsilon=1.0)
    >>> short.buckets, short.seeds, short.perturb([7], np.random.default_rng(1)).shape
    (4, 1024, (1, 2))
    """

    reports = "short seeds"
    domain: tuple
    buckets: int
    epsilon: float
    seeds: int = field(init=False)  # K, a power of 2
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        buckets = check_integer("buckets", self.buckets, 2, LARGEST_TABLE)
        seeds = _seeds(len(domain), buckets)
        if buckets & (buckets - 1) or buckets * seeds > LARGEST_TABLE:
            most = f"at most {LARGEST_TABLE:,} reports, {seeds:,} seeds times g"
            refuse("buckets", buckets, f"a power of 2 with {most}")
        degree = seeds.bit_length() - 1
        rows = multiples(np.arange(len(domain)), buckets, irreducible(degree), degree)
        set_attributes(
            self,
            domain=domain,
            epsilon=epsilon,
            buckets=buckets,
            seeds=seeds,
            p=1 / (1 + (buckets - 1) * math.exp(-epsilon)),
            q=1 / buckets,
            # row s of the table for a value: s times the value, shape (k, g)
            _rows=rows,
        )

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """Take the power of 2 with the smallest variance for rare values."""
        domain, odds = check_domain(domain), math.exp(-check_epsilon(epsilon))
        powers = [1 << j for j in range(1, LARGEST_TABLE.bit_length())]
        possible = [g for g in powers if g * _seeds(len(domain), g) <= LARGEST_TABLE]
        if not possible:
            allowed = f"of at most {LARGEST_TABLE // 2:,} values"
            refuse("domain", f"{len(domain):,} values", allowed)

        def variance(g: int) -> float:  # up to a factor
            return (1 + (g - 1) * odds) ** 2 / (g - 1)

        return cls(domain, min(possible, key=variance), epsilon)

    def __repr__(self) -> str:
        sizes = f"{self.buckets} buckets, {self.seeds} seeds, "
        return counting.describe(self, sizes)

    encode = counting.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw what leaves the devices, intp (n, 2): public seed, bucket."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty((len(encoded), 2), np.intp)
        return by_chunk(self._hash, encoded, rng, reports, DRAWN_FOR_A_REPORT)

    def _hash(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw the true bucket with probability (1 - e^-ε) p, otherwise any of g.

        Any of g is the true one, too, once in g times: so that it comes with p in all.
        """
        seeds = rng.integers(self.seeds, size=len(truth))
        any_bucket = rng.integers(self.buckets, size=len(truth))
        truthful = rng.random(len(truth)) < self._keep
        bucket = np.where(truthful, self._bucket(truth, seeds), any_bucket)
        return np.stack([seeds, bucket], axis=1)

    @property
    def _keep(self) -> float:
        return self.p * -math.expm1(-self.epsilon)

    def _bucket(self, places: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Return the buckets of values, by place, under seeds; they are broadcast."""
        bucket = np.zeros(np.broadcast_shapes(places.shape, seeds.shape), np.intp)
        for bit in range(self.buckets.bit_length() - 1):
            row = self._rows[places, 1 << bit]
            bucket |= is_minus(row, seeds).astype(np.intp) << bit
        return bucket

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped.

        A UserWarning says if one seed was chosen too often for chance; fewer than one
        right batch in a million has one.
        """
        reports = self._check(reports)
        kinds = self._count_kinds([reports])
        warn_of_choices(kinds.sum(axis=1))
        return counting.pure_estimate(self, self._decode(kinds), len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of a seed (below {self.seeds}) and a bucket (below "
        allowed += f"{self.buckets}), one row a person"
        largest = [self.seeds - 1, self.buckets - 1]
        reports = in_order("reports", reports, None, COLUMNS, complete=True)
        reports = check_whole("reports", reports, largest, allowed, "iu")
        return reports.astype(np.intp, copy=False)

    def _count_kinds(self, parts: Iterable[np.ndarray]) -> np.ndarray:
        """Count the reports of each seed and bucket, int64 (K, g)."""
        kinds = np.zeros(self.seeds * self.buckets, dtype=np.int64)
        for seeds, bucket in (part.T for part in parts):
            kinds += np.bincount(seeds * self.buckets + bucket, minlength=len(kinds))
        return kinds.reshape(self.seeds, self.buckets)

    def _decode(self, kinds: np.ndarray) -> np.ndarray:
        """Count the reports that support each value, int64 (k,), from their kinds.

        A report has a value's bucket if j signs agree, and then the product of the j
        brackets 1 + (reported sign) (sign in the value's row) is 2^j = g; otherwise it
        is 0. Multiplied out, each of the g products of signs is a row of the table
        again. So one transform by seeds and buckets adds all of them up.
        """
        signed = walsh_hadamard(kinds.reshape(1, -1)).reshape(kinds.shape)
        return signed[self._rows, np.arange(self.buckets)].sum(axis=1) // self.buckets

    def channel(self) -> np.ndarray:
        """Return Pr[report | value], columns as possible_reports()."""
        supported = self.supported(self.possible_reports()).T
        likely = np.where(supported, self.p, self.p * math.exp(-self.epsilon))
        return likely / self.seeds

    def channel_given_seed(self, seed: int) -> np.ndarray:
        """Return Pr[bucket | value, this seed], shape (k, g)."""
        check_table(len(self.domain), self.buckets)
        seed = np.array(check_integer("seed", seed, 0, self.seeds - 1))
        bucket = self._bucket(np.arange(len(self.domain)), seed)
        is_true = np.arange(self.buckets) == bucket[:, None]
        return np.where(is_true, self.p, self.p * math.exp(-self.epsilon))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw an estimate for true counts, with k K random numbers, up to 2^22.

        Supports of other values by one report depend on each other: so the reports of
        each kind are drawn, not the support of each value.
        """
        draws = len(self.domain) * self.seeds
        counts = counting.check_simulation(self, counts, rng, draws)
        truthful = rng.binomial(counts, self._keep)
        kinds = self.seeds * self.buckets
        others = (counts - truthful).sum()
        table = rng.multinomial(others, np.full(kinds, 1 / kinds))
        table = table.reshape(self.seeds, self.buckets)
        seeds, evenly = np.arange(self.seeds), np.full(self.seeds, 1 / self.seeds)
        for place, people in enumerate(rng.multinomial(truthful, evenly)):
            table[seeds, self._bucket(np.array(place), seeds)] += people
        return counting.pure_estimate(self, self._decode(table), int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        draw = self._hash
        parts = counting.reports_by_chunk(
            draw, values, self.domain, rng, DRAWN_FOR_A_REPORT
        )
        support = self._decode(self._count_kinds(parts))
        return counting.pure_estimate(self, support, len(values))

    variance = counting.pure_variance

    def possible_reports(self) -> np.ndarray:
        """Return each seed with each bucket, intp (K g, 2)."""
        check_table(len(self.domain), self.seeds * self.buckets)
        kinds = np.arange(self.seeds * self.buckets)
        return np.stack(np.divmod(kinds, self.buckets), axis=1)

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which values each seed sends to its bucket: booleans, shape (n, k)."""
        seeds, bucket = self._check(reports).T[:, :, None]
        return self._bucket(np.arange(len(self.domain)), seeds) == bucket

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Count the reports that support each value, int64 of shape (k,)."""
        return self._decode(self._count_kinds(chunks(self._check(reports), 2)))


def _seeds(k: int, buckets: int) -> int:
    """Return K: a power of 2 with a row for each value and at least g columns."""
    return 1 << (max(k, buckets) - 1).bit_length()
