"""Count-mean sketch: hash the value with one of a few functions, send noisy bits."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import check_codes, check_whole, set_attributes
from ldp_course.counting import (
    by_chunk,
    channel_of_bits,
    check_table,
    chunks,
    rows_of_bits,
)
from ldp_course.topics.more_protocols import hashing, mean_sketch
from ldp_course.topics.more_protocols.public_chance import warn_of_choices


@dataclass(frozen=True, repr=False)
class CountMeanSketch:
    """Send m bits, 1 at the value's bucket, each flipped at random: Apple's CMS.

    A bit flips with probability 1 / (e^(ε/2) + 1). A table of hashes x m buckets stands
    for k values; `mean_sketch` says what collisions cost. Apple Differential Privacy
    Team (2017). Chapter "More protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values, any hashable things
    hashes : int, number of hash functions, 1 to 2^16
    width : int, buckets m of each, 2 to 2^16
    epsilon : float, natural-log ε from 1e-6 to 30
    seed : int, at least 0, public: it chooses the functions

    Examples
    --------
    >>> sketch = CountMeanSketch(["a", "b", "c"], 16, width=64, epsilon=2.0, seed=1)
    >>> sketch.perturb(sketch.encode(["b", "c"]), np.random.default_rng(1)).shape
    (2, 65)
    """

    reports = "hashed bits"
    domain: tuple
    hashes: int
    width: int
    epsilon: float
    seed: int
    p: float = field(init=False)
    # over random functions: two values meet with probability 1/m
    q: float = field(init=False)
    # 1 / (hashes (m - 1)): see `mean_sketch`
    collision_variance: float = field(init=False)

    def __post_init__(self) -> None:
        mean_sketch.set_up(self)
        p = 1 / (1 + math.exp(-self.epsilon / 2))
        other = p * math.exp(-self.epsilon / 2)  # of a bucket that is not the person's
        q = p / self.width + other * (1 - 1 / self.width)
        set_attributes(self, p=p, q=q, _other_bucket=other)

    __repr__ = mean_sketch.describe
    buckets = hashing.of_sketch
    encode = counting.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw what leaves each device, uint16 (n, 1 + m): a function and the bits."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty((len(encoded), 1 + self.width), np.uint16)
        return by_chunk(self._noisy_row, encoded, rng, reports, 1 + self.width)

    def _noisy_row(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        function = rng.integers(self.hashes, size=len(truth))
        uniform = rng.random((len(truth), self.width))
        bits = uniform < self._other_bucket
        true_bucket = np.arange(len(truth)), self.buckets(function, truth)
        bits[true_bucket] = uniform[true_bucket] < self.p
        return np.column_stack([function.astype(np.uint16), bits])

    def aggregate(self, reports: ArrayLike) -> mean_sketch.SketchEstimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped.

        A UserWarning says if one hash function was chosen too often for chance; fewer
        than one right batch in a million has one.
        """
        reports = self._check(reports)
        warn_of_choices(np.bincount(reports[:, 0], minlength=self.hashes))
        table = self._table(reports)
        return mean_sketch.estimate(self, table, len(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of a function (from 0 to {self.hashes - 1})"
        allowed += f" and {self.width} bits, one row a person"
        largest = [self.hashes - 1] + [1] * self.width
        return check_whole("reports", reports, largest, allowed, "iu")

    def _table(self, reports: np.ndarray) -> np.ndarray:
        """Count the ones in each bucket of each hash function, shape (hashes, m)."""
        return self._add_up(chunks(reports, 1 + self.width))

    def _add_up(self, parts: Iterable[np.ndarray]) -> np.ndarray:
        table = np.zeros((self.hashes, self.width), dtype=np.int64)
        for reports in parts:
            ordered = reports[np.argsort(reports[:, 0])]
            functions, starts = np.unique(ordered[:, 0], return_index=True)
            ones = np.add.reduceat(ordered[:, 1:], starts, axis=0, dtype=np.int64)
            table[functions.astype(np.intp)] += ones
        return table

    def channel(self) -> np.ndarray:
        """Return Pr[report | value, these functions], (k, hashes 2^m); m at most 12."""
        own_bit, other_bit = (self._other_bucket, self.p), (self.p, self._other_bucket)
        width = f"width = {self.width}"
        of_bucket = channel_of_bits(self.width, own_bit, other_bit, width)
        check_table(len(self.domain), self.hashes * 2**self.width)
        codes = np.arange(len(self.domain))
        columns = [of_bucket[self.buckets(row, codes)] for row in range(self.hashes)]
        return np.hstack(columns) / self.hashes

    def simulate(
        self, counts: ArrayLike, rng: np.random.Generator
    ) -> mean_sketch.SketchEstimate:
        """Draw an estimate for true counts, with hashes (k + 2m) draws, up to 2^22."""
        draws = self.hashes * (len(self.domain) + 2 * self.width)
        counts = counting.check_simulation(self, counts, rng, draws)
        people = mean_sketch.people_in_buckets(self, counts, rng)
        other_people = people.sum(axis=1, keepdims=True) - people
        ones = rng.binomial(people, self.p)
        ones += rng.binomial(other_people, self._other_bucket)
        return mean_sketch.estimate(self, ones, int(counts.sum()))

    def collect(
        self, values: ArrayLike, rng: np.random.Generator
    ) -> mean_sketch.SketchEstimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        size = 1 + self.width
        rows = counting.reports_by_chunk(
            self._noisy_row, values, self.domain, rng, size
        )
        return mean_sketch.estimate(self, self._add_up(rows), len(values))

    variance = mean_sketch.variance

    def possible_reports(self) -> np.ndarray:
        """Return each function with each row of bits, uint16, (hashes 2^m, 1 + m)."""
        bits = rows_of_bits(self.width, f"width = {self.width}")
        check_table(len(self.domain), self.hashes * len(bits))
        bits = np.tile(bits, (self.hashes, 1))
        functions = np.repeat(np.arange(self.hashes), 2**self.width)
        return np.column_stack([functions, bits]).astype(np.uint16)

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which values' buckets are 1 in each report: booleans, shape (n, k)."""
        reports = self._check(reports)
        functions = reports[:, :1].astype(np.intp)
        places = self.buckets(functions, np.arange(len(self.domain)))
        bits = np.take_along_axis(reports[:, 1:], places, axis=1)
        return bits.astype(bool, copy=False)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Count the reports that support each value, or one that it meets: (k,)."""
        return mean_sketch.add_up_buckets(self, self._table(self._check(reports)))
