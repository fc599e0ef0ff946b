"""Discrete Laplace: whole numbers with whole noise, drawn from integers only: ε is exact."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, check_number, refuse
from ldp_course.numbers import shared
from ldp_course.numbers.mean_estimate import MeanEstimate

GRID = 2**20  # ε is a multiple of 1/GRID


@dataclass(frozen=True)
class DiscreteLaplaceMean:
    """Add a whole number k with probability proportional to e^(-ε |k| / (high - low)).

    No float is involved, so no report can tell more than ε says. `epsilon` is rounded down to a
    multiple of 2^-20. Ghosh, Roughgarden and Sundararajan (2009); the sampler is that of Canonne,
    Kamath and Steinke (2020). Used in the chapter "Numbers".

    Parameters
    ----------
    low, high : int, ends of the range of whole numbers, at most 2^32 apart
    epsilon : float, natural-log ε from 1e-6 to 30

    Examples
    --------
    >>> discrete = DiscreteLaplaceMean(17, 90, epsilon=1.0)
    >>> round(discrete.variance(1, 40), 1)
    10657.8
    """

    low: int
    high: int
    epsilon: float
    ratio: float = field(init=False)  # of the probabilities of k + 1 and k, for k >= 0

    def __post_init__(self) -> None:
        low, high = shared.check_whole_range(self.low, self.high)
        steps = math.floor(check_epsilon(self.epsilon) * GRID)
        if not steps:
            refuse("epsilon", self.epsilon, f"at least 1/{GRID}")
        epsilon = steps / GRID
        vars(self).update(low=low, high=high, epsilon=epsilon, _steps=steps)
        vars(self).update(ratio=math.exp(-epsilon / (high - low)))

    encode = shared.encode_whole

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Whole numbers above low as they leave each device, int64 of shape (n,)."""
        steps = shared.check_encoded_steps(self, encoded)
        return shared.perturb_by_chunk(self._add_noise, steps, rng, np.int64)

    def _add_noise(self, steps: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return steps + discrete_laplace(len(steps), (self.high - self.low) * GRID, self._steps, rng)

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        reports = shared.check_reports(reports)
        if (reports != np.floor(reports)).any():
            raise ValueError("reports holds a fraction; reports must be whole numbers")
        return shared.estimate(self, [self._on_scale(reports)])

    def _on_scale(self, reports: np.ndarray) -> np.ndarray:
        return reports / ((self.high - self.low) / 2) - 1

    def probability(self, reports: ArrayLike, value: int) -> np.ndarray:
        """Pr[report | value] for each of these: (1-a)/(1+a) a^|k|, k the noise and a = ratio."""
        reports = shared.check_reports(reports)
        if check_number("value", value, "a whole number") != math.floor(value):
            refuse("value", value, "a whole number")
        step = shared.encode_whole(self, [float(value)])
        away = np.abs(reports - step)
        return (1 - self.ratio) / (1 + self.ratio) * self.ratio**away

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> MeanEstimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        noisy = shared.drawn_by_chunk(self._add_noise, self.encode, values, rng)
        return shared.estimate(self, map(self._on_scale, noisy))

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """2a / (1-a)² for each person, whatever the number."""
        half, a = (self.high - self.low) / 2, self.ratio
        noise = 2 * a / math.expm1(-self.epsilon / (self.high - self.low)) ** 2 / half**2
        return shared.variance_in_unit(self, n, value, lambda x: np.full_like(x, noise))


def discrete_laplace(size: int, t: int, s: int, rng: np.random.Generator) -> np.ndarray:
    """Whole numbers k with probability proportional to exp(-|k| s/t), exactly: int64.

    Tries are independent, so the first ones that are accepted have the law. At least 0.3 of the
    tries are.
    """
    drawn, missing = [np.zeros(0, dtype=np.int64)], size
    while missing:
        accepted = _tries(2 * missing + 16, t, s, rng)[:missing]
        drawn.append(accepted)
        missing -= len(accepted)
    return np.concatenate(drawn)


def _tries(size: int, t: int, s: int, rng: np.random.Generator) -> np.ndarray:
    """What is accepted of `size` tries, in their order."""
    below = rng.integers(t, size=size)
    below = below[exp_coins(below, t, rng)]
    size_of = (below + t * _heads(len(below), rng)) // s
    negative = rng.integers(2, size=len(below)) == 1
    once = ~(negative & (size_of == 0))  # 0 must not come up twice as often
    return np.where(negative, -size_of, size_of)[once]


def _heads(size: int, rng: np.random.Generator) -> np.ndarray:
    """Heads before a tail, of coins that show heads with probability 1/e: a row of coins, cut."""
    coins = np.zeros(0, dtype=bool)
    while len(coins) - coins.sum() < size:
        coins = np.append(coins, exp_coins(np.ones(2 * size, dtype=np.int64), 1, rng))
    return np.diff(np.flatnonzero(~coins)[:size], prepend=-1) - 1


def exp_coins(numerators: np.ndarray, t: int, rng: np.random.Generator) -> np.ndarray:
    """Booleans that are true with probability exp(-numerator / t), for 0 <= numerator <= t.

    Toss coins with probability g/1, g/2, g/3, … until one fails; the number of the failing toss is
    odd with probability exp(-g).
    """
    odd, going, turn = np.ones(len(numerators), dtype=bool), np.arange(len(numerators)), 1
    while len(going):
        heads = rng.integers(t * turn, size=len(going)) < numerators[going]
        odd[going[~heads]] = turn % 2 == 1
        going, turn = going[heads], turn + 1
    return odd
