"""Report a bit over time once: one change, on one level of a tree over the days."""

import math
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_epsilon,
    check_integer,
    check_people,
    check_rng,
    check_whole,
    refuse,
    reject,
)
from ldp_course.counting import rows_of_bits

LARGEST_TREE = 1 << 16  # days


@dataclass(unsafe_hash=True)
class ChangeTree:
    """Estimate the share of ones on each of `days` days, at one ε for the whole series.

    A bit starts at 0 and changes at most `changes` times. Each person draws one of so
    many places, and keeps the change that stands there, if any. Each draws a level l,
    of blocks of 2^l days, and reports one sign a block: that of the kept change by
    randomized response with all of ε in its block, a fair coin in each other block. The
    levels of the tree sum up to the day in question. Our form; after Erlingsson et al.
    (arXiv:1811.12469). Chapter "Two reports, one person".

    Parameters
    ----------
    days : int, a power of two, up to 2^16
    epsilon : float, natural-log ε of the whole series, from 1e-6 to 30
    changes : int, at least 1; of a person with more of them the later ones are lost: a
        bias
    levels : int, log2(days) + 1
    scale : float, (e^ε + 1) / (e^ε - 1), by which a sign is stretched

    Examples
    --------
    >>> tree = ChangeTree(days=8, epsilon=1, changes=2)
    >>> tree.encode([[0, 0, 1, 1, 1, 0, 0, 0]]).tolist()
    [[0, 0, 1, 0, 0, -1, 0, 0]]
    >>> tree.variance(1_000).round(3).tolist()
    [0.075, 0.075, 0.15, 0.075, 0.15, 0.15, 0.225, 0.075]
    """

    days: int
    epsilon: float
    changes: int = 1
    levels: int = field(init=False)
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        self.days = check_integer("days", self.days, 1, LARGEST_TREE)
        if self.days & (self.days - 1):
            refuse("days", self.days, "a power of two (repeat the last day to fill up)")
        self.epsilon = check_epsilon(self.epsilon)
        self.changes = check_integer("changes", self.changes, 1, self.days)
        self.levels = self.days.bit_length()
        self.scale = 1 / math.tanh(self.epsilon / 2)

    def encode(self, series: ArrayLike) -> np.ndarray:
        """Return changes, int8 of shape (n, days): 1 up, -1 down, 0 none.

        Only the first `changes` of a person count. `series` has one row a person, with
        0 or 1 for each day; before the first day it is 0.
        """
        allowed = f"rows of {self.days} bits, 0 or 1, one row a person"
        table = check_whole("series", series, [1] * self.days, allowed, "biu")
        steps = np.diff(table.astype(np.int8), axis=1, prepend=np.int8(0))
        number = np.cumsum(steps != 0, axis=1)
        return np.where(number <= self.changes, steps, np.int8(0))

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return a level l, days / 2^l signs, and zeros: int8 (n, 1 + days)."""
        allowed = (
            f"rows of {self.days} numbers -1, 0, 1 with at most {self.changes} changes"
        )
        encoded = check_whole(
            "encoded", encoded, [1] * self.days, allowed, "biu", low=-1
        )
        most = int((encoded != 0).sum(axis=1).max())
        if most > self.changes:
            reject("encoded", f"holds a row of {most} changes", allowed)
        until = np.cumsum(encoded, axis=1)  # the bit on each day
        if until.min() < 0 or until.max() > 1:
            fault = "holds a row whose changes are not 1 (up) and -1 (down) in turn"
            reject("encoded", fault, allowed)
        n = len(encoded)
        check_rng(rng)
        number = np.cumsum(encoded != 0, axis=1) * (encoded != 0)
        place = rng.integers(1, self.changes + 1, size=(n, 1))
        change = np.where(number == place, encoded, 0)
        reports = np.zeros((n, 1 + self.days), dtype=np.int8)
        reports[:, 0] = rng.integers(self.levels, size=n)
        truth = 1 / (1 + math.exp(-self.epsilon))
        for level in range(self.levels):
            mine = reports[:, 0] == level
            shape = mine.sum(), self.days >> level, 2**level
            blocks = change[mine].reshape(shape).sum(axis=2)
            coins = rng.random(blocks.shape) < np.where(blocks, truth, 0.5)
            signs = np.where(coins, 1, -1) * np.where(blocks, blocks, 1)
            reports[mine, 1 : 1 + signs.shape[1]] = signs
        return reports

    def aggregate(self, reports: ArrayLike) -> np.ndarray:
        """Estimate the share of ones on each day, (days,); unbiased, not clipped."""
        reports = self._check(reports)
        shares = np.zeros(self.days)
        factor = self.levels * self.changes * self.scale / len(reports)
        # a day's bit is the sum of all changes until then: of at most one block a level
        until = np.arange(1, self.days + 1)
        for level in range(self.levels):
            blocks = reports[reports[:, 0] == level, 1:].sum(axis=0, dtype=np.int64)
            is_used = (until >> level) & 1 == 1
            shares[is_used] += factor * blocks[(until[is_used] >> level) - 1]
        return shares

    def _check(self, reports: ArrayLike) -> np.ndarray:
        allowed = f"rows of a level below {self.levels} and {self.days} signs"
        allowed += ", as from perturb"
        largest = [self.levels - 1] + [1] * self.days
        array = check_whole("reports", reports, largest, allowed, "biu", low=-1)
        levels, signs = array[:, 0].astype(np.int64), array[:, 1:]
        if levels.min() < 0:
            reject("reports", "holds a level below 0", allowed)
        is_sign = np.arange(self.days) < (self.days >> levels)[:, None]
        if ((signs != 0) != is_sign).any():
            reject("reports", "holds zeros at wrong places", allowed)
        return array

    def channel(self) -> np.ndarray:
        """Return Pr[level and signs | series], a row for each possible series.

        Series in the order of their days of change; columns level by level, signs as
        bits. At most 8 days.
        """
        if self.days > 8:
            reject("days", f"= {self.days}", "at most 8 for a table of all series")
        rows = []
        for number in range(self.changes + 1):
            for days in combinations(range(self.days), number):
                rows.append(self._law(days))
        return np.array(rows)

    def _law(self, days: tuple) -> np.ndarray:
        """Return the law of reports, given the days of changes: up and down in turn."""
        places = [(day, 1 - 2 * (i % 2)) for i, day in enumerate(days)]
        places += [(0, 0)] * (self.changes - len(days))
        # twice the chances: of the other sign, of a coin's, of the true one
        odds, parts = math.exp(-self.epsilon), []
        factors = np.array([2 * odds, 1 + odds, 2]) / (1 + odds)
        for level in range(self.levels):
            signs = 2.0 * rows_of_bits(self.days >> level) - 1
            even, mixed = 0.5 ** signs.shape[1], 0.0
            for day, sign in places:
                agrees = (signs[:, day >> level] * sign).astype(int)  # -1, 0 or 1
                mixed = mixed + even * factors[agrees + 1]
            parts.append(mixed / self.changes / self.levels)
        return np.concatenate(parts)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Raise ValueError: the law depends on whole series, not on counts."""
        raise ValueError(
            "simulate() of a ChangeTree would need whole series: use perturb()"
        )

    def variance(self, n: int) -> np.ndarray:
        """Return the largest variance of each day's share, shape (days,).

        It is blocks used · levels · (changes · scale)² / n. What is left out is the
        share of ones among the people's own kept series, over n.
        """
        n = check_people("n", n)
        ones = np.array([int(day).bit_count() for day in range(1, self.days + 1)])
        return ones * self.levels * (self.changes * self.scale) ** 2 / n
