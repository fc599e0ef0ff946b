"""Hadamard response: report one column of a table of signs, more likely one where your own row has a plus.

Acharya, Sun and Zhang (2019); the one-bit form is in Cormode, Kulkarni and Srivastava (2019) and, with a sketch, in
Apple's system (2017). Derived in the chapter "More protocols".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_counts,
    check_domain,
    check_epsilon,
    check_integer,
    check_rng,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.hadamard_table import LARGEST_TABLE, is_minus, walsh_hadamard
from ldp_course.mechanisms.shared import FrequencyOracle, check_draws, check_frequency, chunks


@dataclass(frozen=True)
class HadamardResponse(FrequencyOracle):
    """Report one of K columns. Value v likes half of the columns of one block: where its row of the table has +1.

    domain: the k possible values; epsilon: natural-log ε > 0
    blocks: B, from 1 to k. Values take turns: value v is row v // B + 1 (counted without the row of ones) of block v % B.
        Each block has the b columns of one Hadamard table, so K = B b.
    one_bit: the table is twice as wide, and v is row b/2 + v // B. In one block the report's column modulo b/2 is
        then uniform whatever the value, so it may be public: only one bit is left to say.

    Each liked column has e^ε times the probability of each other column. With one block this is a pure protocol with
    p = e^ε / (e^ε + 1) and q = 1/2. With more blocks, a column of v's own block has another probability than the rest;
    the server subtracts it, and the variance depends on how many people are in the block.
    """

    domain: tuple
    epsilon: float
    blocks: int = 1
    one_bit: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "epsilon", check_epsilon(self.epsilon))
        object.__setattr__(
            self, "blocks", check_integer("blocks", self.blocks, 1, len(self.domain))
        )

    @classmethod
    def optimized(cls, domain: tuple, epsilon: float) -> HadamardResponse:
        """Acharya, Sun and Zhang's number of blocks: the largest power of 2 below e^ε, at most k.

        It has the right order for large ε. For many values and ε below about 1.6, one block can be better.
        """
        domain = check_domain(domain)
        factor = min(math.exp(check_epsilon(epsilon)), 2 * len(domain))
        return cls(domain, epsilon, min(2 ** (math.ceil(math.log2(factor)) - 1), len(domain)))

    @property
    def block_size(self) -> int:
        """Columns of a block, b: a power of 2."""
        rows = -(-len(self.domain) // self.blocks)
        return 2 * _power_of_two(rows) if self.one_bit else _power_of_two(rows + 1)

    @property
    def columns(self) -> int:
        """Number of possible reports, K."""
        return self.blocks * self.block_size

    @property
    def p(self) -> float:
        """Probability that a report is one of the columns that the person's value likes."""
        return 1 / (1 + (2 * self.blocks - 1) * math.exp(-self.epsilon))

    @property
    def q(self) -> float:
        """The same for a value that the person does not hold: 1/2 in one block; with more, that of a value in another block."""
        return 0.5 if self.blocks == 1 else self.p * math.exp(-self.epsilon)

    def __repr__(self) -> str:
        return (
            f"HadamardResponse({len(self.domain)} values, {self.columns} columns, blocks={self.blocks}, "
            f"p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"
        )

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Columns as they leave each device, intp of shape (n,).

        With probability (1 - e^-ε) p one of the liked columns is drawn, otherwise any of the K columns. To draw a liked
        one: take any of the block; if its sign is minus, flipping the lowest bit of the row's number in it makes it plus.
        """
        check_rng(rng)
        encoded = check_codes("encoded", encoded, len(self.domain))
        keep = self._keep
        block, row = self._places()
        start, lowest_bit = block * self.block_size, row & -row
        reports = np.empty(len(encoded), dtype=np.intp)
        for rows in chunks(len(encoded), self._report_width):
            truth = encoded[rows]
            drawn = rng.integers(self.columns, size=len(truth))
            column = drawn & (self.block_size - 1)
            liked = start[truth] + (column ^ is_minus(column & row[truth]) * lowest_bit[truth])
            reports[rows] = np.where(rng.random(len(truth)) < keep, liked, drawn)
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The values that like each report's column: booleans, shape (n, k)."""
        reports = np.asarray(reports)[:, None]
        block, row = self._places()
        column = reports & (self.block_size - 1)
        return (reports // self.block_size == block) & (is_minus(column & row) == 0)

    def channel(self) -> np.ndarray:
        """Pr[column | value], shape (k, K). Raises ValueError above 2^22 entries."""
        if len(self.domain) * self.columns > LARGEST_TABLE:
            raise ValueError(
                f"domain has {len(self.domain)} values, so channel() would be {len(self.domain)} x {self.columns}; "
                f"at most {LARGEST_TABLE} entries are allowed here (epsilon is exact for every k)"
            )
        liked = 2 * self.p / self.block_size
        return np.where(
            self.supported(np.arange(self.columns)).T, liked, liked * math.exp(-self.epsilon)
        )

    def variance(
        self, n: int, frequency: ArrayLike, block_frequency: ArrayLike | None = None
    ) -> np.ndarray | float:
        """Variance of the estimated frequency of a value that a share `frequency` of n people hold.

        block_frequency: share of the people whose values are in the same block; without it, the people with other
        values are taken as spread evenly over these, k/B to a block. It plays no part if there is one block.
        (e^ε + 2B - 1) (2 + (e^ε - 1) F) / (n (e^ε - 1)²) - f/n with F the block's share.
        """
        n = check_integer("n", n, 1)
        f = check_frequency("frequency", frequency)
        if block_frequency is None:
            k = len(self.domain)
            block = f + (1 - f) * (k / self.blocks - 1) / (k - 1)
        else:
            block = check_frequency("block_frequency", block_frequency)
        if self.blocks == 1:
            block = np.ones_like(f)
        factor, odds = self._factor, math.exp(-self.epsilon)
        in_block = self.p * (2 * odds + (1 - odds) * block)  # Pr[a report falls into the block]
        result = (factor**2 * in_block - f) / n
        return result if result.ndim else float(result)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them: k b / 2 random numbers.

        Bin(n_v, (1 - e^-ε) p) people draw among the liked columns (one multinomial a value), the rest among all K.
        Raises ValueError where that is above 4 million: the columns' counts are dependent, so there is no shorter way.
        """
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        half = self.block_size // 2
        check_draws("Hadamard response", len(self.domain) * half)
        keep = self._keep
        kept = rng.binomial(counts, keep)
        columns = rng.multinomial((counts - kept).sum(), np.full(self.columns, 1 / self.columns))
        liked = rng.multinomial(kept, np.full(half, 1 / half))
        everywhere = np.arange(self.block_size)
        for block, row, people in zip(*self._places(), liked, strict=True):
            columns[block * self.block_size + np.flatnonzero(is_minus(everywhere & row) == 0)] += (
                people
            )
        return self._estimate(columns, int(counts.sum()))

    @property
    def _keep(self) -> float:
        return self.p * -math.expm1(-self.epsilon)

    @property
    def _factor(self) -> float:
        """(e^ε + 2B - 1) / (e^ε - 1): what one report's sign counts."""
        return 1 / self._keep

    def _places(self) -> tuple[np.ndarray, np.ndarray]:
        """Block and row of each value, shape (k,) each."""
        turn, block = np.divmod(np.arange(len(self.domain)), self.blocks)
        return block, turn + (self.block_size // 2 if self.one_bit else 1)

    @property
    def _report_width(self) -> int:
        return 4  # a report is one number, but drawing it takes several

    def _total(self, reports: np.ndarray) -> np.ndarray:
        """Number of reports of each column, shape (K,)."""
        counts = np.zeros(self.columns, dtype=np.int64)
        for rows in chunks(len(reports)):
            counts += np.bincount(reports[rows].astype(np.intp, copy=False), minlength=self.columns)
        return counts

    def _estimate(self, columns: np.ndarray, n: int) -> Estimate:
        """From the number of reports of each column: one transform a block adds them up with the signs of every row."""
        signed = walsh_hadamard(columns.reshape(self.blocks, self.block_size))
        block, row = self._places()
        frequencies = self._factor * signed[block, row] / n
        odds = math.exp(-self.epsilon)
        block_share = (signed[:, 0] / n / self.p - 2 * odds) / (1 - odds)
        held = np.clip(frequencies, 0, 1)
        variance = self.variance(n, held, np.clip(block_share[block], held, 1))
        return Estimate(self.domain, n, frequencies, np.sqrt(variance))

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        return check_codes(name, reports, self.columns)


def _power_of_two(least: int) -> int:
    return 1 << (least - 1).bit_length()
