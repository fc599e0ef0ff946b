"""Report one bit of a whole number with integers only, so that ε is exact."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_answers,
    check_epsilon,
    check_integer,
    check_rng,
    check_whole,
    refuse,
    reject,
    set_attributes,
)
from ldp_course.topics.numbers import means
from ldp_course.topics.numbers.mean_estimate import MeanEstimate

LARGEST_WIDTH = 2**32


@dataclass(frozen=True)
class IntegerOneBitMean:
    """Report one bit of a whole number, by a device that computes with integers.

    The bit is `integers(high - low) < value - low`, kept if `integers(2^bits) < keep`.

    `keep` is rounded down, so the ε that holds exactly, `epsilon`, is never above the
    one asked for. No float is involved, so no report can tell more. Built in the
    chapter "Numbers".

    Parameters
    ----------
    low, high : int, ends of the range of whole numbers, at most 2^32 apart
    asked_epsilon : float, natural-log ε from 1e-6 to 30
    bits : int, random bits of the coin, 1 to 53
    epsilon : float, what holds: ln(keep / (2^bits - keep))

    Examples
    --------
    >>> device = IntegerOneBitMean(17, 90, asked_epsilon=1.0)
    >>> device.keep, round(device.epsilon, 5)
    (47910, 0.99995)
    """

    low: int
    high: int
    asked_epsilon: float
    bits: int = 16
    keep: int = field(init=False)
    epsilon: float = field(init=False)

    def __post_init__(self) -> None:
        low = check_integer("low", self.low, -(2**52), 2**53)
        high = check_integer("high", self.high, -(2**52), 2**53)
        if not low < high <= low + LARGEST_WIDTH:
            refuse("high", high, f"above low = {low}, by at most {LARGEST_WIDTH}")
        largest = check_epsilon(self.asked_epsilon, "asked_epsilon")
        bits = check_integer("bits", self.bits, 1, 53)
        keep = math.floor(2**bits / (1 + math.exp(-largest)))
        while keep and math.log(keep) - math.log(max(2**bits - keep, 1)) > largest:
            keep -= 1  # where the division rounded up
        if not 2**bits < 2 * keep < 2 ** (bits + 1):
            raise ValueError(
                f"bits = {bits} is too few for asked_epsilon = {largest!r}: the coin"
                " would be fair or certain; bits must be larger, at most 53"
            )
        epsilon = math.log(keep / (2**bits - keep))
        set_attributes(
            self, low=low, high=high, asked_epsilon=largest, bits=bits, keep=keep
        )
        set_attributes(self, epsilon=epsilon)

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Return steps above low, int64 (n,), up to those of the nearer end."""
        values = means.check_values("values", values)
        if (values != np.floor(values)).any():
            reject("values", "holds a fraction", "whole numbers, one a person")
        steps = np.clip(values - self.low, 0, self.high - self.low)
        return steps.astype(np.int64)

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return bits as they leave each device, uint8 of shape (n,)."""
        width = self.high - self.low
        allowed = f"whole numbers from 0 to {width}, one a person, as from encode"
        steps = check_whole("encoded", encoded, width, allowed)
        steps = steps.astype(np.int64, copy=False)
        return means.perturb_by_chunk(self._draw, steps, rng, np.uint8)

    def _draw(self, steps: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        bit = rng.integers(self.high - self.low, size=len(steps)) < steps
        stays = rng.integers(2**self.bits, size=len(steps)) < self.keep
        return bit == stays

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        reports = check_answers("reports", reports)
        return self._estimate(np.count_nonzero(reports), len(reports))

    def _estimate(self, ones: int, n: int) -> MeanEstimate:
        bound = 2**self.bits / (2 * self.keep - 2**self.bits)
        numbers, counts = np.array([-bound, bound]), np.array([n - ones, ones])
        return means.estimate_from_counts(self, numbers, counts)

    def channel(self) -> np.ndarray:
        """Return Pr[bit | value], shape (high - low + 1, 2), of at most 2^20 values."""
        width = self.high - self.low
        if width >= 2**20:
            problem = f"the range has {width + 1:,} values"
            raise ValueError(f"{problem}; channel() lists 1,048,576")
        share, p = np.arange(width + 1) / width, self.keep / 2**self.bits
        ones = share * p + (1 - share) * (1 - p)
        return np.stack([1 - ones, ones], axis=1)

    def simulate(
        self, values: ArrayLike, counts: ArrayLike, rng: np.random.Generator
    ) -> MeanEstimate:
        """Draw the estimate for so many people with each of the values."""
        check_rng(rng)
        share = self.encode(values) / (self.high - self.low)
        counts, p = means.check_counts(values, counts), self.keep / 2**self.bits
        ones = rng.binomial(counts, share * p + (1 - share) * (1 - p))
        return self._estimate(ones.sum(), counts.sum())

    collect = means.collect_bits

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of the mean, as that of `OneBitMean` at `epsilon`."""
        bound = 2**self.bits / (2 * self.keep - 2**self.bits)
        return means.variance_in_unit(self, n, value, lambda x: bound**2 - x**2)
