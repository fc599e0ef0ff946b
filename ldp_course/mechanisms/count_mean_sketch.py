"""Count-mean sketch: hash the value with one of a few public hash functions, then send the bucket through a mechanism.

Apple Differential Privacy Team (2017), in both its forms. Derived in the chapter "More protocols".

All people share the same few hash functions. Where two values meet, one is counted for the other, and more people do
not mend that. `variance` and the standard errors include it: they are over the noise and over the choice of the
hash functions, taken as perfectly random. For given functions, the estimates have a fixed error of that size.
That error is not normal: mostly small, and now and then, where a value meets a frequent one, large. A 95 % interval
for one value covers it in about 95 % of values and functions; simultaneous intervals use Bernstein's inequality.
With only a few hash functions, intervals for rare values are too short.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_codes, check_counts, check_rng
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.bits import LARGEST_CHANNEL, channel_of_bits
from ldp_course.mechanisms.hadamard_table import LARGEST_TABLE, hadamard_sign, walsh_hadamard
from ldp_course.mechanisms.mean_sketch import MeanSketch, check_rows
from ldp_course.mechanisms.shared import check_draws, chunks


@dataclass(frozen=True, repr=False)
class CountMeanSketch(MeanSketch):
    """Apple's CMS: send m bits, of which the one of the value's bucket is 1, each flipped with 1 / (e^(ε/2) + 1)."""

    @property
    def p(self) -> float:
        """Probability that a report supports the person's own value: the bit of its bucket stays 1."""
        return 1 / (1 + math.exp(-self.epsilon / 2))

    @property
    def _other_bucket(self) -> float:
        return self.p * math.exp(-self.epsilon / 2)

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Reports as they leave each device, uint16 of shape (n, 1 + m): the number of the hash function, then the bits."""
        check_rng(rng)
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty((len(encoded), 1 + self.width), dtype=np.uint16)
        for rows in chunks(len(encoded), self._report_width):
            truth = encoded[rows]
            function = rng.integers(self.hashes, size=len(truth))
            uniform = rng.random((len(truth), self.width))
            bits = uniform < self._other_bucket
            own = np.arange(len(truth)), self.buckets(function, truth)
            bits[own] = uniform[own] < self.p
            reports[rows, 0], reports[rows, 1:] = function, bits
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The values whose bucket has a 1: shape (n, k)."""
        reports = np.asarray(reports)
        own = self.buckets(reports[:, :1].astype(np.intp), np.arange(len(self.domain)))
        return np.take_along_axis(reports[:, 1:], own, axis=1)

    def channel(self) -> np.ndarray:
        """Pr[report | value, these hash functions], shape (k, hashes 2^m): function by function, bit i is (j >> i) & 1.

        Raises ValueError if m is above 12.
        """
        if self.width > LARGEST_CHANNEL:
            raise ValueError(
                f"width = {self.width}, so channel() would have {self.hashes} x 2**{self.width} columns; "
                f"width must be at most {LARGEST_CHANNEL} here (epsilon is exact for every width)"
            )
        p, other = self.p, self._other_bucket
        of_bucket = channel_of_bits(self.width, if_one=(other, p), if_zero=(p, other)) / self.hashes
        everything = np.arange(len(self.domain))
        return np.hstack([of_bucket[self.buckets(row, everything)] for row in range(self.hashes)])

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, with these hash functions, at a cost that does not grow with the counts.

        People choose functions by a multinomial; then every bucket's ones are binomial, as in a unary encoding.
        Raises ValueError above 4 million random numbers.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        check_draws("a count-mean sketch", self.hashes * (len(counts) + 2 * self.width))
        people = self._people_in_buckets(counts, rng)
        other_people = people.sum(axis=1, keepdims=True) - people
        ones = rng.binomial(people, self.p) + rng.binomial(other_people, self._other_bucket)
        return self._estimate(ones, int(counts.sum()))

    @property
    def _report_width(self) -> int:
        return 1 + self.width

    def _total(self, reports: np.ndarray) -> np.ndarray:
        """Number of ones in each bucket of each hash function, shape (hashes, m)."""
        table = np.zeros((self.hashes, self.width), dtype=np.int64)
        for rows in chunks(len(reports), self._report_width):
            ordered = reports[rows][np.argsort(reports[rows, 0])]
            functions, starts = np.unique(ordered[:, 0], return_index=True)
            table[functions.astype(np.intp)] += np.add.reduceat(
                ordered[:, 1:], starts, axis=0, dtype=np.int64
            )
        return table

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of a function (from 0 to {self.hashes - 1}) and {self.width} bits, one row a person"
        return check_rows(name, reports, allowed, [self.hashes] + [2] * self.width)


@dataclass(frozen=True, repr=False)
class HadamardCountMeanSketch(MeanSketch):
    """Apple's HCMS: send one random column of a table of signs and, true with e^ε / (e^ε + 1), your bucket's sign there.

    width must be a power of 2. Beside the function and the column, which do not depend on the value, this is one bit.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.width & (self.width - 1):
            raise ValueError(
                f"width = {self.width} is not allowed; width must be a power of 2, from 2 to 65536"
            )

    @property
    def p(self) -> float:
        """Probability that a report supports the person's own value: the sign is true."""
        return 1 / (1 + math.exp(-self.epsilon))

    @property
    def _other_bucket(self) -> float:
        return 0.5

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Reports as they leave each device, int32 of shape (n, 3): function, column, and 1 for a plus or 0 for a minus."""
        check_rng(rng)
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty((len(encoded), 3), dtype=np.int32)
        for rows in chunks(len(encoded), self._report_width):
            truth = encoded[rows]
            function = rng.integers(self.hashes, size=len(truth))
            column = rng.integers(self.width, size=len(truth))
            plus = hadamard_sign(self.buckets(function, truth), column) == 1
            flipped = rng.random(len(truth)) >= self.p
            reports[rows] = np.stack([function, column, plus ^ flipped], axis=1)
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The values whose bucket has the reported sign in that column: booleans, shape (n, k)."""
        function, column, plus = np.asarray(reports, dtype=np.intp).T[:, :, None]
        return (
            hadamard_sign(self.buckets(function, np.arange(len(self.domain))), column) == 1
        ) == plus

    def channel(self) -> np.ndarray:
        """Pr[report | value, these hash functions], shape (k, hashes 2 m), in the order of function, column, bit."""
        k, columns = len(self.domain), 2 * self.hashes * self.width
        if k * columns > LARGEST_TABLE:
            raise ValueError(
                f"domain has {k} values, so channel() would have {k} x {columns:,} entries; "
                f"at most {LARGEST_TABLE:,} are allowed here (epsilon is exact for every size)"
            )
        report = np.arange(columns)
        reports = np.stack(
            [report // (2 * self.width), report // 2 % self.width, report % 2], axis=1
        )
        true_sign = self.supported(reports).T
        return np.where(true_sign, self.p, self.p * math.exp(-self.epsilon)) / (
            self.hashes * self.width
        )

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, with these hash functions, at a cost that does not grow with the counts.

        Some people's sign is the true one, everyone else's a fair coin; all spread evenly over the columns.
        Raises ValueError above 4 million random numbers.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        check_draws("a Hadamard count-mean sketch", self.hashes * (len(counts) + self.width**2))
        people = self._people_in_buckets(counts, rng)
        sincere = rng.binomial(people, 1 - 2 * (1 - self.p))
        evenly = np.full(self.width, 1 / self.width)
        everything = np.arange(self.width)
        signs = hadamard_sign(everything[:, None], everything)
        table = np.array([(rng.multinomial(row, evenly) * signs).sum(axis=0) for row in sincere])
        coins = rng.multinomial((people - sincere).sum(axis=1), np.repeat(evenly / 2, 2))
        table += coins[:, ::2] - coins[:, 1::2]
        return self._estimate(self._support_table(table, people.sum(axis=1)), int(counts.sum()))

    @property
    def _report_width(self) -> int:
        return 3

    def _total(self, reports: np.ndarray) -> np.ndarray:
        """Number of supporting reports of each bucket of each hash function, shape (hashes, m)."""
        table = np.zeros((2, self.hashes * self.width), dtype=np.int64)
        for rows in chunks(len(reports), self._report_width):
            function, column, plus = reports[rows].T.astype(np.intp)
            place = function * self.width + column
            for sign in (0, 1):
                table[sign] += np.bincount(place[plus == sign], minlength=table.shape[1])
        minus, plus = table.reshape(2, self.hashes, self.width)
        return self._support_table(plus - minus, (plus + minus).sum(axis=1))

    def _support_table(self, signs: np.ndarray, people: np.ndarray) -> np.ndarray:
        """A report supports half of the buckets: (people + sum of their signs times the bucket's) / 2."""
        return (people[:, None] + walsh_hadamard(signs)) // 2

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of a function (below {self.hashes}), a column (below {self.width}) and a bit, one row a person"
        return check_rows(name, reports, allowed, [self.hashes, self.width, 2])
