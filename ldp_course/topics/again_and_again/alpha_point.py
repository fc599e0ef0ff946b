"""Round numbers with a memory: one shift and a few answers, kept for ever."""

from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_integer,
    check_rng,
    refuse,
)
from ldp_course.topics.again_and_again import remembering
from ldp_course.topics.again_and_again.sequences import LARGEST_MEMORIES
from ldp_course.topics.numbers import MeanEstimate, OneBitMean, means


@dataclass(unsafe_hash=True)
class AlphaPoint:
    """Round a whole number by a permanent shift, and report a permanent answer.

    x goes up to the next multiple of `step` where x + shift reaches it, else down; the
    shift is uniform on 0 .. step - 1. Each multiple has an answer, one bit as of
    `OneBitMean`, kept for ever. So one report is `OneBitMean`. A change of x shows if
    both are rounded to multiples with different answers. Ding, Kulkarni and Yekhanin
    (NeurIPS 2017). Chapter "Again and again".

    Parameters
    ----------
    high : int, the largest number, from 1 to 2^20; the smallest is 0
    epsilon : float, natural-log ε of all reports of one number, from 1e-6 to 30
    step : int, a divisor of high, and high if not given: then 0 and high are the only
        multiples
    one_report : OneBitMean, what one day's reports are

    Examples
    --------
    >>> rounding = AlphaPoint(high=8, epsilon=1)
    >>> memory = rounding.remember(1, np.random.default_rng(1))
    >>> [rounding.perturb([x], memory).item() for x in (1, 3, 3, 5, 7)]
    [0, 0, 0, 1, 1]
    """

    high: int
    epsilon: float
    step: int | None = None
    one_report: OneBitMean = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.high = check_integer("high", self.high, 1, 2**20)
        self.epsilon = check_epsilon(self.epsilon)
        given = self.high if self.step is None else self.step
        self.step = check_integer("step", given, 1, self.high)
        if self.high % self.step:
            refuse("step", self.step, f"a divisor of high = {self.high}")
        self.one_report = OneBitMean(0, self.high, self.epsilon)

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Return whole numbers from 0 to high, intp of shape (n,); refuse any other."""
        codes = check_codes("values", values, self.high + 1, any_labels=True)
        return codes.astype(np.intp)

    def remember(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw shifts and answers to 0, step, .. high, intp (n, 2 + high / step)."""
        n = remembering.check_remember(n, rng, 2 + self.high // self.step)
        shifts = rng.integers(self.step, size=(n, 1))
        answers = rng.random((n, 1 + self.high // self.step)) < self._rates()
        return np.hstack([shifts, answers])

    def _rates(self) -> np.ndarray:
        """Return the chance that the permanent answer is 1, for each multiple."""
        return self.one_report.channel(np.arange(0, self.high + 1, self.step))[:, 1]

    def perturb(
        self,
        encoded: ArrayLike,
        memory: ArrayLike,
        rng: np.random.Generator | None = None,
    ) -> np.ndarray:
        """Return one day's reports, uint8 of shape (n,); nothing is drawn."""
        encoded = remembering.check_encoded(encoded, self.high + 1)
        largest = [self.step - 1] + [1] * (1 + self.high // self.step)
        memory = remembering.check_memory(memory, encoded, largest)
        if rng is not None:
            check_rng(rng)
        multiple = (encoded + memory[:, 0]) // self.step
        return memory[np.arange(len(encoded)), 1 + multiple].astype(np.uint8)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate one day's mean. Unbiased; nothing is clipped."""
        return self.one_report.aggregate(reports)

    def channel(self) -> np.ndarray:
        """Return Pr[one report | number], shape (high + 1, 2), over all memories."""
        x = np.arange(self.high + 1)
        below, above = x // self.step, -(-x // self.step)
        ones = self._rates()
        rate = ones[below] + (x % self.step) / self.step * (ones[above] - ones[below])
        return np.stack([1 - rate, rate], axis=1)

    def simulate(
        self, values: ArrayLike, counts: ArrayLike, rng: np.random.Generator
    ) -> MeanEstimate:
        """Draw one day's estimate, for so many people with each of the values."""
        encoded, counts = self.encode(values), means.check_counts(values, counts)
        return self.one_report.simulate(encoded, counts, rng)

    def change_visible(self, first: int, second: int) -> float:
        """Return the probability that the reports of two numbers differ."""
        first = check_integer("first", first, 0, self.high)
        second = check_integer("second", second, 0, self.high)
        shifts, ones = np.arange(self.step), self._rates()
        a, b = (first + shifts) // self.step, (second + shifts) // self.step
        differ = ones[a] * (1 - ones[b]) + (1 - ones[a]) * ones[b]
        return float(np.where(a == b, 0, differ).mean())

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the chances of shifts and answers, at most 2^16, and the law."""
        multiples = 1 + self.high // self.step
        if multiples > 16 or self.step * 2**multiples > LARGEST_MEMORIES:
            problem = f"{self.step} shifts and {multiples} answers"
            raise ValueError(
                f"high and step make too many memories: {problem}; at most 2^16"
            )
        answers = np.array(list(product((0, 1), repeat=multiples)))
        ones = self._rates()
        chances = np.where(answers, ones, 1 - ones).prod(axis=1)
        shifts = np.arange(self.step)
        multiple = (np.arange(self.high + 1) + shifts[:, None]) // self.step
        bits = answers[:, multiple].reshape(-1, self.high + 1)
        return np.repeat(chances, self.step) / self.step, np.stack(
            [1 - bits, bits], axis=2
        )
