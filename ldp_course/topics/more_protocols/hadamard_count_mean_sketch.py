"""Hadamard count-mean sketch: hash as in a count-mean sketch, then send one sign."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import check_codes, check_whole, refuse, set_attributes
from ldp_course.counting import by_chunk, check_table, chunks
from ldp_course.topics.more_protocols import hashing, mean_sketch
from ldp_course.topics.more_protocols.hadamard_table import is_minus, walsh_hadamard
from ldp_course.topics.more_protocols.public_chance import warn_of_choices


@dataclass(frozen=True, repr=False)
class HadamardCountMeanSketch:
    """Send a random column of a table of signs and the bucket's sign: Apple's HCMS.

    The sign, one bit, is true with probability e^ε / (e^ε + 1); function and column do
    not depend on the value. Collisions: see `mean_sketch`. Apple Differential Privacy
    Team (2017). Chapter "More protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values, any hashable things
    hashes : int, number of hash functions, 1 to 2^16
    width : int, buckets m of each, a power of 2, up to 2^16
    epsilon : float, natural-log ε from 1e-6 to 30
    seed : int, at least 0, public: it chooses the functions

    Examples
    --------
    >>> sketch = HadamardCountMeanSketch(range(9), 4, width=8, epsilon=2.0, seed=1)
    >>> sketch.perturb([5, 7], np.random.default_rng(1)).shape
    (2, 3)
    """

    reports = "hashed signs"
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
        if self.width & (self.width - 1):
            refuse("width", self.width, "a power of 2")
        p = 1 / (1 + math.exp(-self.epsilon))
        set_attributes(self, p=p, q=p / self.width + 0.5 * (1 - 1 / self.width))

    __repr__ = mean_sketch.describe
    buckets = hashing.of_sketch
    encode = counting.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw what leaves the devices, int32 (n, 3): function, column, 1 for plus."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty((len(encoded), 3), np.int32)
        return by_chunk(self._noisy_sign, encoded, rng, reports, 3)

    def _noisy_sign(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        function = rng.integers(self.hashes, size=len(truth))
        column = rng.integers(self.width, size=len(truth))
        plus = is_minus(self.buckets(function, truth), column) == 0
        flipped = rng.random(len(truth)) >= self.p
        return np.stack([function, column, plus ^ flipped], axis=1)

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
        allowed = f"rows of function (below {self.hashes}), column (below {self.width})"
        allowed += " and bit, one row a person"
        largest = [self.hashes - 1, self.width - 1, 1]
        return check_whole("reports", reports, largest, allowed, "iu")

    def _table(self, reports: np.ndarray) -> np.ndarray:
        """Count the reports that support each bucket of each function, (hashes, m)."""
        return self._add_up(chunks(reports, 3))

    def _add_up(self, parts: Iterable[np.ndarray]) -> np.ndarray:
        kinds = 2 * self.hashes * self.width
        signs = np.zeros(kinds, dtype=np.int64)
        for reports in parts:
            function, column, plus = reports.T.astype(np.intp)
            place = (function * self.width + column) * 2 + plus
            signs += np.bincount(place, minlength=kinds)
        minus, plus = np.moveaxis(signs.reshape(self.hashes, self.width, 2), 2, 0)
        people = (plus + minus).sum(axis=1, keepdims=True)
        return (people + walsh_hadamard(plus - minus)) // 2

    def channel(self) -> np.ndarray:
        """Return Pr[report | value, these functions], columns as possible_reports()."""
        true_sign = self.supported(self.possible_reports()).T
        likely = np.where(true_sign, self.p, self.p * math.exp(-self.epsilon))
        return likely / (self.hashes * self.width)

    def simulate(
        self, counts: ArrayLike, rng: np.random.Generator
    ) -> mean_sketch.SketchEstimate:
        """Draw an estimate for true counts, with hashes (k + m²) draws, up to 2^22."""
        draws = self.hashes * (len(self.domain) + self.width**2)
        counts = counting.check_simulation(self, counts, rng, draws)
        people = mean_sketch.people_in_buckets(self, counts, rng)
        # so many send the true sign, and the others toss a fair coin
        truthful = rng.binomial(people, 1 - 2 * (1 - self.p))
        evenly, everything = np.full(self.width, 1 / self.width), np.arange(self.width)
        signs = 1 - 2 * is_minus(everything[:, None], everything).astype(np.int64)
        table = np.array([
            (rng.multinomial(row, evenly) * signs).sum(axis=0) for row in truthful
        ])
        tossing = (people - truthful).sum(axis=1)
        coins = rng.multinomial(tossing, np.repeat(evenly / 2, 2))
        table += coins[:, ::2] - coins[:, 1::2]
        ones = (people.sum(axis=1, keepdims=True) + walsh_hadamard(table)) // 2
        return mean_sketch.estimate(self, ones, int(counts.sum()))

    def collect(
        self, values: ArrayLike, rng: np.random.Generator
    ) -> mean_sketch.SketchEstimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        signs = counting.reports_by_chunk(self._noisy_sign, values, self.domain, rng, 3)
        return mean_sketch.estimate(self, self._add_up(signs), len(values))

    variance = mean_sketch.variance

    def possible_reports(self) -> np.ndarray:
        """Return each function with each column and sign, int32, (hashes 2 m, 3)."""
        columns = 2 * self.hashes * self.width
        check_table(len(self.domain), columns)
        function, rest = np.divmod(np.arange(columns, dtype=np.int32), 2 * self.width)
        return np.stack([function, rest // 2, rest % 2], axis=1)

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which values' buckets have the reported sign: booleans, (n, k)."""
        function, column, plus = self._check(reports).astype(np.intp).T[:, :, None]
        bucket = self.buckets(function, np.arange(len(self.domain)))
        return (is_minus(bucket, column) == 0) == plus

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Count the reports that support each value, or one that it meets: (k,)."""
        return mean_sketch.add_up_buckets(self, self._table(self._check(reports)))
