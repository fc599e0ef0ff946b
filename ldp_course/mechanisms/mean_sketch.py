"""What both count-mean sketches share: the hash functions, the correction for collisions and its variance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ldp_course.arguments import (
    check_confidence,
    check_domain,
    check_epsilon,
    check_integer,
    check_not_empty,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.hashing import bucket, multipliers
from ldp_course.mechanisms.shared import FrequencyOracle, check_frequency


@dataclass(frozen=True, eq=False, repr=False)
class SketchEstimate(Estimate):
    """An estimate whose errors are noise, nearly normal, and collisions, which are not.

    noise_errors: shape (k,), the part of `standard_errors` that is noise
    largest_collision: what the most frequent value adds to another value that it meets under one hash function
    """

    noise_errors: np.ndarray
    largest_collision: float

    def interval(
        self, confidence: float = 0.95, simultaneous: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """As for every estimate, but the simultaneous margins are those of the noise and of the collisions, added up.

        Each may miss with probability (1 - confidence) / (2k): the noise by its normal quantile, the collisions by
        Bernstein's inequality for a sum of independent terms, with the estimated variance and largest term. So these
        intervals are wide: a collision with a frequent value is rare, and much larger than the standard error.
        """
        if not simultaneous:
            return super().interval(confidence)
        missing = (1 - check_confidence(confidence)) / (2 * len(self.domain))
        log_missing = -np.log(missing / 2)
        variance = np.maximum(self.standard_errors**2 - self.noise_errors**2, 0)
        linear = self.largest_collision * log_missing / 3
        margin = (
            linear
            + np.sqrt(linear**2 + 2 * variance * log_missing)
            - ndtri(missing / 2) * self.noise_errors
        )
        return self.frequencies - margin, self.frequencies + margin


@dataclass(frozen=True)
class MeanSketch(FrequencyOracle):
    """A table of `hashes` x m buckets that stands for k values.

    domain: the k possible values, any hashable things; hashes: number of hash functions, 1 to 2^16
    width: buckets m of each; epsilon: natural-log ε > 0; seed: a whole number, public, that chooses the functions
    """

    domain: tuple
    hashes: int
    width: int
    epsilon: float
    seed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "hashes", check_integer("hashes", self.hashes, 1, 2**16))
        object.__setattr__(self, "width", check_integer("width", self.width, 2, 2**16))
        object.__setattr__(self, "epsilon", check_epsilon(self.epsilon))
        object.__setattr__(self, "seed", check_integer("seed", self.seed, 0))

    @property
    def q(self) -> float:
        """Probability that a report supports one given other value, over random hash functions.

        The values meet with probability 1/m, and then it is p; otherwise it is that of a bucket which is not the person's.
        """
        return self.p / self.width + self._other_bucket * (1 - 1 / self.width)

    @property
    def collision_variance(self) -> float:
        """1 / (hashes (m - 1)): variance of what a value of frequency 1 adds to another value, over random hash functions."""
        return 1 / (self.hashes * (self.width - 1))

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({len(self.domain)} values, hashes={self.hashes}, width={self.width}, "
            f"p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f}, seed={self.seed})"
        )

    def buckets(self, function: ArrayLike, codes: ArrayLike) -> np.ndarray:
        """Bucket of the values at positions `codes` under hash functions number `function`, intp; broadcast together."""
        return bucket(
            self._seeds()[function], multipliers(len(self.domain))[codes], self.width
        ).astype(np.intp)

    def _seeds(self) -> np.ndarray:
        return np.random.SeedSequence(self.seed).generate_state(self.hashes, np.uint64)

    def variance(
        self, n: int, frequency: ArrayLike, others_squared: ArrayLike | None = None
    ) -> np.ndarray | float:
        """Variance of the estimated frequency of a value that a share f of n people hold, collisions included.

        others_squared: S, the sum of the squared frequencies of all other values; without it, the worst case
        (1 - f)², in which all other people hold the same value.
        [f p(1-p) + (1-f) q(1-q)] / (n (p-q)²) + (S - (1-f)/n) / (hashes (m-1)), over noise and random hash functions.
        """
        f = check_frequency("frequency", frequency)
        squares = (
            (1 - f) ** 2
            if others_squared is None
            else check_frequency("others_squared", others_squared)
        )
        result = super().variance(n, f) + self.collision_variance * (squares - (1 - f) / n)
        return result if np.ndim(result) else float(result)

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Number of reports that support each value, shape (k,): its buckets of all hash functions added up."""
        return self._support_in(self._total(reports))

    def _support_in(self, table: np.ndarray) -> np.ndarray:
        of_value = multipliers(len(self.domain))
        return sum(
            row[bucket(seed, of_value, self.width).astype(np.intp)]
            for row, seed in zip(table, self._seeds(), strict=True)
        )

    def _estimate(self, table: np.ndarray, n: int) -> SketchEstimate:
        """From the table of supporting reports, shape (hashes, m)."""
        frequencies = (self._support_in(table) / n - self.q) / (self.p - self.q)
        held = np.clip(frequencies, 0, 1)
        noise = super().variance(n, held) - self.collision_variance * (1 - held) / n
        # an unbiased estimate of the sum of all squared frequencies, which is at least 1/k
        k = len(self.domain)
        squares = ((frequencies**2).sum() - noise.sum()) / (1 + (k - 1) * self.collision_variance)
        others = np.clip(max(squares, 1 / k) - held**2, 0, 1)
        return SketchEstimate(
            self.domain,
            n,
            frequencies,
            np.sqrt(self.variance(n, held, others)),
            noise_errors=np.sqrt(np.maximum(noise, 0)),
            largest_collision=max(held.max(), 1 / k) / self.hashes,
        )

    def _people_in_buckets(self, counts: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """How many people chose each hash function and have each of its buckets, shape (hashes, m)."""
        chosen = rng.multinomial(counts, np.full(self.hashes, 1 / self.hashes))
        people = np.zeros((self.hashes, self.width), dtype=np.int64)
        functions = np.arange(self.hashes)
        np.add.at(
            people, (functions, self.buckets(functions, np.arange(len(counts))[:, None])), chosen
        )
        return people


def check_rows(name: str, reports: ArrayLike, allowed: str, sizes: list[int]) -> np.ndarray:
    """Return rows of whole numbers, one row a person, each from 0 to below the size of its column."""
    array = np.asarray(reports)
    if array.ndim != 2 or array.shape[1] != len(sizes):
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    check_not_empty(name, array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
    highest = array.max(axis=0)
    if array.min() < 0 or (highest >= sizes).any():
        wrong = array.min() if array.min() < 0 else highest[highest >= sizes][0]
        raise ValueError(f"{name} holds {wrong}; {name} must be {allowed}")
    return array
