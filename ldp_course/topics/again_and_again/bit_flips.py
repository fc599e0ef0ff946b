"""A few bits of the histogram, kept for ever: Microsoft's dBitFlipPM."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_epsilon,
    check_frequency,
    check_integer,
    check_people,
    check_rng,
    check_whole,
    reject,
)
from ldp_course.counting import (
    describe,
    encode_position,
    number_if_single,
    rows_of_bits,
)
from ldp_course.domains import check_domain, in_order
from ldp_course.estimate import Estimate
from ldp_course.topics.again_and_again import remembering
from ldp_course.topics.again_and_again.sequences import (
    LARGEST_MEMORIES,
    memories_of_layers,
)

NOT_SAMPLED = -1


@dataclass(unsafe_hash=True, repr=False)
class BitFlips:
    """Sample d of the k bits for ever, and keep a noisy answer to each pattern on them.

    Values whose bits are not sampled share a pattern, and so an answer: d + 1 answers
    in all (k if d = k). A bit keeps its value with p = e^(ε/2) / (e^(ε/2) + 1). There
    is no fresh noise, so a report that differs from yesterday's proves a change.
    dBitFlipPM of Ding, Kulkarni and Yekhanin (NeurIPS 2017). Chapter "Again and again".

    Parameters
    ----------
    domain : sequence of at least 2 different values (the paper's buckets)
    sampled : int, d, from 1 to k
    epsilon : float, natural-log ε of all reports of one pattern, from 1e-6 to 30; if d
        = 1, two patterns differ in one bit only, and half of it holds
    p, q : float, Pr[1 -> 1] and Pr[0 -> 1] = 1 - p of a sampled bit

    Examples
    --------
    >>> flips = BitFlips(range(32), sampled=4, epsilon=1)
    >>> round(flips.variance(1, 0), 2), round(flips.change_visible(), 3)
    (31.34, 0.221)
    """

    domain: tuple
    sampled: int
    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        self.domain = check_domain(self.domain)
        self.epsilon = check_epsilon(self.epsilon)
        self.sampled = check_integer("sampled", self.sampled, 1, len(self.domain))
        odds = math.exp(-self.epsilon / 2)
        self.p, self.q = 1 / (1 + odds), odds / (1 + odds)

    def __repr__(self) -> str:
        return describe(self, f"{self.sampled} sampled, ")

    encode = encode_position

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw the sampled positions and the answers, intp of shape (n, d + 2, d).

        Row 0 has the positions, row 1 the answer where none of them is the value's, and
        row 2 + i the answer where position i is.
        """
        k, d = len(self.domain), self.sampled
        n = remembering.check_remember(n, rng, k + d * (d + 2))
        sampled = rng.permuted(np.tile(np.arange(k), (n, 1)), axis=1)[:, :d]
        chance = np.where(np.eye(d + 1, d, k=-1, dtype=bool), self.p, self.q)
        answers = rng.random((n, d + 1, d)) < chance
        return np.concatenate([sampled[:, None], answers], axis=1)

    def perturb(
        self,
        encoded: ArrayLike,
        memory: ArrayLike,
        rng: np.random.Generator | None = None,
    ) -> np.ndarray:
        """Return one day's reports, int8 (n, k), -1 where unsampled; draw nothing."""
        k, d = len(self.domain), self.sampled
        encoded = remembering.check_encoded(encoded, k)
        memory = remembering.check_memory(
            memory, encoded, [[k - 1] * d] + [[1] * d] * (d + 1)
        )
        if d > 1 and (np.diff(np.sort(memory[:, 0]), axis=1) == 0).any():
            raise ValueError(
                "memory holds a position twice; memory must be as from remember"
            )
        if rng is not None:
            check_rng(rng)
        people, sampled = np.arange(len(encoded)), memory[:, 0]
        is_mine = sampled == encoded[:, None]
        pattern = np.where(is_mine.any(axis=1), 2 + is_mine.argmax(axis=1), 1)
        reports = np.full((len(encoded), k), NOT_SAMPLED, dtype=np.int8)
        reports[people[:, None], sampled] = memory[people, pattern]
        return reports

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate all frequencies from one day's reports; unbiased, not clipped."""
        reports = self._check(reports)
        return self._estimate(self._add_up(reports), len(reports))

    def _estimate(self, support: np.ndarray, n: int) -> Estimate:
        """Estimate from the number of ones, less q for each sampled bit."""
        scale = len(self.domain) / self.sampled / (self.p - self.q)
        frequencies = scale * support / n
        variance = self._noise(n, np.clip(frequencies, 0, 1))
        return Estimate.computed(self.domain, n, frequencies, np.sqrt(variance))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        k, d = len(self.domain), self.sampled
        allowed = f"rows of {k} numbers, {d} of them 0 or 1 and the others -1"
        rows = in_order("reports", reports, None, self.domain, complete=True)
        array = check_whole("reports", rows, [1] * k, allowed, "biu", low=NOT_SAMPLED)
        if ((array != NOT_SAMPLED).sum(axis=1) != d).any():
            reject("reports", f"has a row without {d} bits", allowed)
        return array

    def _add_up(self, reports: np.ndarray) -> np.ndarray:
        """Return the ones of each value, less q for each report that sampled it."""
        return (reports == 1).sum(axis=0) - self.q * (reports != NOT_SAMPLED).sum(
            axis=0
        )

    def channel(self) -> np.ndarray:
        """Return Pr[bits | value] if positions 0 .. d - 1 are sampled, shape (k, 2^d).

        Which positions are sampled says nothing about the value, so ε is that of this
        table. d is at most 12.
        """
        return self._law()[self._pattern()]

    def _law(self) -> np.ndarray:
        """Return Pr[bits | pattern], shape (d + 1, 2^d); no value in the last row."""
        d = self.sampled
        bits = rows_of_bits(d, f"sampled is {d}")
        chance = np.where(np.eye(d + 1, d, dtype=bool), self.p, self.q)[:, None]
        return np.where(bits, chance, 1 - chance).prod(axis=2)

    def _pattern(self) -> np.ndarray:
        """Return each value's row of `_law`."""
        return np.minimum(np.arange(len(self.domain)), self.sampled)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Raise ValueError: bits sampled without replacement have no short law."""
        raise ValueError(
            "the bits of a device are sampled together, so simulate() has no short"
            " form: use collect_days with a single day"
        )

    def collect_days(
        self, values: ArrayLike, rng: np.random.Generator
    ) -> list[Estimate]:
        """Estimate each day from values of shape (n, days), in chunks of people."""
        width = len(self.domain) + self.sampled * (self.sampled + 2)
        supports, n = remembering.supports_by_day(
            self, self._add_up, values, rng, width
        )
        return [self._estimate(support, n) for support in supports]

    def variance(self, n: int, frequency: ArrayLike) -> np.ndarray | float:
        """Return the variance of the estimated frequency of a value with frequency f.

        It is ((k/d) (s² + f) - f) / n with s² = p q / (p - q)². The mean over days on
        which nobody's value changes has the same variance.
        """
        n, f = check_people("n", n), check_frequency("frequency", frequency)
        return number_if_single(self._noise(n, f))

    def _noise(self, n: int, f: np.ndarray) -> np.ndarray:
        spread = self.p * self.q / (self.p - self.q) ** 2
        return (len(self.domain) / self.sampled * (spread + f) - f) / n

    def change_visible(self) -> float:
        """Return the chance that a report shows a random change of the value."""
        k, d, p, q = len(self.domain), self.sampled, self.p, self.q
        alike, turned = p * p + q * q, 2 * p * q
        # exactly one of the two values' bits is sampled, or both are
        single = 2 * d * (k - d) / (k * (k - 1)) * (1 - turned * alike ** (d - 1))
        both = d * (d - 1) / (k * (k - 1))
        return single + (both * (1 - turned**2 * alike ** (d - 2)) if d > 1 else 0)

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the memories if positions 0 .. d - 1 are sampled, d at most 3."""
        d = self.sampled
        patterns = min(d + 1, len(self.domain))
        if 2 ** (d * patterns) > LARGEST_MEMORIES:
            problem = f"sampled = {d} bits have 2^{d * patterns} memories"
            raise ValueError(f"{problem}; at most 2^16 are allowed here")
        numbers = np.arange(2 ** (d * patterns))
        answers = np.stack(
            [numbers >> (d * i) & 2**d - 1 for i in range(patterns)], axis=1
        )
        chances, law = memories_of_layers(self._law()[:patterns], np.eye(2**d), answers)
        return chances, law[:, self._pattern()]
