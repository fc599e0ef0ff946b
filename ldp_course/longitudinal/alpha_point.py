"""Rounding with a memory: one shift and a few answers, kept for ever, and a number a day."""

import math
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_answers,
    check_codes,
    check_epsilon,
    check_integer,
    check_number,
    check_rng,
    refuse,
)
from ldp_course.longitudinal import shared
from ldp_course.longitudinal.sequences import LARGEST_MEMORIES
from ldp_course.numbers import MeanEstimate, OneBitMean


@dataclass(frozen=True)
class AlphaPoint:
    """Round a whole number to a multiple of `step` by a shift kept for ever, and report its answer.

    x goes up where x + shift reaches the next multiple; the shift is uniform on 0 .. step - 1. Each
    multiple has an answer, one bit as of `OneBitMean`, kept for ever. Then one report is
    `OneBitMean`. A change of x shows if both are rounded to multiples with different answers. With
    `flip` each report's bit is turned, afresh, with this probability. Ding, Kulkarni and Yekhanin
    (NeurIPS 2017). Chapter "Again and again".

    Parameters
    ----------
    high : int, the largest number, from 1 to 2^20; the smallest is 0
    epsilon : float, natural-log ε of all reports of one number, from 1e-6 to 30
    step : int, a divisor of high, and high if not given: then 0 and high are the only multiples
    flip : float, from 0 to below 1/2
    one_report : OneBitMean, all noise together; its epsilon is below `epsilon` where flip > 0

    Examples
    --------
    >>> rounding, rng = AlphaPoint(high=8, epsilon=1), np.random.default_rng(1)
    >>> memory = rounding.remember(1, rng)
    >>> [rounding.perturb(rounding.encode([x]), memory, rng).item() for x in (1, 3, 3, 5, 7)]
    [0, 0, 0, 1, 1]
    """

    high: int
    epsilon: float
    step: int | None = None
    flip: float = 0.0
    one_report: OneBitMean = field(init=False, repr=False)

    def __post_init__(self) -> None:
        high, epsilon = check_integer("high", self.high, 1, 2**20), check_epsilon(self.epsilon)
        step = high if self.step is None else check_integer("step", self.step, 1, high)
        if high % step:
            refuse("step", step, f"a divisor of high = {high}")
        allowed = "a probability from 0 to below 1/2"
        flip = check_number("flip", self.flip, allowed, 0, 0.5)
        keep = 1 / (1 + math.exp(-epsilon)) * (1 - 2 * flip) + flip
        if keep <= 0.5 + 1e-7:
            refuse("flip", flip, allowed + f"; with epsilon = {epsilon:g} less of it")
        one = OneBitMean(0, high, math.log(keep / (1 - keep)) if flip else epsilon)
        vars(self).update(high=high, epsilon=epsilon, step=step, flip=flip, one_report=one)

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Whole numbers from 0 to high, intp of shape (n,); another is a ValueError."""
        codes = check_codes("values", values, self.high + 1, any_labels=True)
        return codes.astype(np.intp)

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """The shift and the answers to 0, step, .. high: intp of shape (n, 2 + high / step)."""
        n = shared.check_remember(n, rng, 2 + self.high // self.step)
        shifts = rng.integers(self.step, size=(n, 1))
        answers = rng.random((n, 1 + self.high // self.step)) < self._chance_of_one()
        return np.hstack([shifts, answers])

    def _chance_of_one(self) -> np.ndarray:
        """Of the permanent answer to each multiple."""
        permanent = OneBitMean(0, self.high, self.epsilon)
        return permanent.channel(np.arange(0, self.high + 1, self.step))[:, 1]

    def perturb(
        self, encoded: ArrayLike, memory: ArrayLike, rng: np.random.Generator
    ) -> np.ndarray:
        """One day's reports, uint8 of shape (n,)."""
        encoded = shared.check_encoded(encoded, self.high + 1)
        largest = [self.step - 1] + [1] * (1 + self.high // self.step)
        memory = shared.check_memory(memory, encoded, largest)
        check_rng(rng)
        multiple = (encoded + memory[:, 0]) // self.step
        kept = memory[np.arange(len(encoded)), 1 + multiple]
        return (kept ^ (rng.random(len(encoded)) < self.flip)).astype(np.uint8)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate one day's mean. Unbiased; nothing is clipped."""
        return self.one_report.aggregate(reports)

    def channel(self) -> np.ndarray:
        """Pr[one report | number], shape (high + 1, 2), all memories averaged out."""
        x = np.arange(self.high + 1)
        below, above = x // self.step, -(-x // self.step)
        ones = self._chance_of_one()
        one = ones[below] + (x % self.step) / self.step * (ones[above] - ones[below])
        one = one * (1 - 2 * self.flip) + self.flip
        return np.stack([1 - one, one], axis=1)

    def simulate(
        self, values: ArrayLike, counts: ArrayLike, rng: np.random.Generator
    ) -> MeanEstimate:
        """One day's estimate, for so many people with each of the values."""
        return self.one_report.simulate(self.encode(values), counts, rng)

    def collect_days(self, values: ArrayLike, rng: np.random.Generator) -> list[MeanEstimate]:
        """One estimate of the mean a day, from values of shape (n, days), in chunks of people."""
        table = shared.table_of_days("values", values)
        encoded = self.encode(table.ravel()).reshape(table.shape)
        supports = shared.supports_by_day(self, encoded, rng, 2 + self.high // self.step)
        return [self.one_report._estimate(int(ones), len(encoded)) for ones in supports]

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Number of reports that are 1."""
        return np.count_nonzero(check_answers("reports", reports))

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Of one day's estimated mean, if all n people hold `value`: that of `OneBitMean`."""
        return self.one_report.variance(n, value)

    def change_visible(self, first: int, second: int) -> float:
        """Probability that the kept bit of `second` differs from that of `first`."""
        first = check_integer("first", first, 0, self.high)
        second = check_integer("second", second, 0, self.high)
        chances, law = AlphaPoint(self.high, self.epsilon, self.step).memories()
        return float(chances @ (law[:, first, 1] != law[:, second, 1]))

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Chances of all shifts and answers, and Pr[report | memory, number]; at most 2^16."""
        multiples = 1 + self.high // self.step
        if multiples > 16 or self.step * 2**multiples > LARGEST_MEMORIES:
            found = f"{self.step} shifts and {multiples} answers"
            raise ValueError(f"high and step make too many memories: {found}; at most 2^16")
        answers = np.array(list(product((0, 1), repeat=multiples)))
        ones = self._chance_of_one()
        chances = np.where(answers, ones, 1 - ones).prod(axis=1)
        shifts = np.arange(self.step)
        multiple = (np.arange(self.high + 1) + shifts[:, None]) // self.step
        bits = answers[:, multiple].reshape(-1, self.high + 1)
        one = np.where(bits, 1 - self.flip, self.flip)
        return np.repeat(chances, self.step) / self.step, np.stack([1 - one, one], axis=2)
