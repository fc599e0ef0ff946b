"""Hadamard response: report a column of signs, mostly one where your row has a plus."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    check_codes,
    check_epsilon,
    check_flag,
    check_frequency,
    check_integer,
    check_people,
    set_attributes,
)
from ldp_course.counting import by_chunk, check_table, chunks
from ldp_course.domains import check_domain
from ldp_course.estimate import Estimate
from ldp_course.topics.more_protocols.hadamard_table import is_minus, walsh_hadamard

DRAWN_FOR_A_REPORT = 4  # numbers that drawing needs at once, at the most


@dataclass(frozen=True, repr=False)
class HadamardResponse:
    """Report one of K columns, mostly one that the value likes.

    Value v likes those of one block where its row of the table has +1. Each liked
    column is e^ε times as likely as each other. With one block this is a
    pure protocol, p = e^ε / (e^ε + 1) and q = 1/2. With more, q is that of a value in
    another block, and the server subtracts the rest. Acharya, Sun and Zhang (2019);
    Cormode, Kulkarni and Srivastava (2019) for one bit. Chapter "More protocols".

    Parameters
    ----------
    domain : sequence of at least 2 different values
    epsilon : float, natural-log ε from 1e-6 to 30
    blocks : int, B, 1 to k, each of b columns, so that K = B b
        Value v is row v // B + 1 of block v % B.
    one_bit : bool, tables of twice the width, where v is row b/2 + v // B
        In one block the column modulo b/2 is then uniform whatever the value, and may
        be public: one bit is left to say.

    Examples
    --------
    >>> HadamardResponse(range(5), epsilon=1.0).supported([0, 1])[:, :3].tolist()
    [[True, True, True], [False, True, False]]
    """

    reports = "columns"
    domain: tuple
    epsilon: float
    blocks: int = 1
    one_bit: bool = False
    block_size: int = field(init=False)  # b, a power of 2
    columns: int = field(init=False)  # K
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        domain, epsilon = check_domain(self.domain), check_epsilon(self.epsilon)
        blocks = check_integer("blocks", self.blocks, 1, len(domain))
        rows = -(-len(domain) // blocks)
        one_bit = check_flag("one_bit", self.one_bit)
        size = 2 << (rows - 1).bit_length() if one_bit else 1 << rows.bit_length()
        p = 1 / (1 + (2 * blocks - 1) * math.exp(-epsilon))
        q = 0.5 if blocks == 1 else p * math.exp(-epsilon)
        set_attributes(
            self,
            domain=domain,
            epsilon=epsilon,
            blocks=blocks,
            one_bit=one_bit,
            block_size=size,
            columns=blocks * size,
            p=p,
            q=q,
            _keep=p * -math.expm1(-epsilon),
        )

    @classmethod
    def optimized(cls, domain: Sequence, epsilon: float) -> Self:
        """Take as many blocks, 2^i or k, as have the least variance for rare values."""
        domain, epsilon = check_domain(domain), check_epsilon(epsilon)
        k, factor = len(domain), math.exp(epsilon)

        def variance(blocks: int) -> float:  # up to a factor
            in_block = 2 + (factor - 1) * _share_of_block(k, blocks)
            return (factor + 2 * blocks - 1) * in_block

        powers = {2**power for power in range(k.bit_length())}
        return cls(domain, epsilon, min(sorted(powers | {k}), key=variance))

    def __repr__(self) -> str:
        return counting.describe(
            self, f"{self.columns} columns, blocks={self.blocks}, "
        )

    encode = counting.encode_position

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw the columns that leave each device, intp of shape (n,)."""
        encoded = check_codes("encoded", encoded, len(self.domain))
        reports = np.empty(len(encoded), np.intp)
        return by_chunk(self._liked_or_any, encoded, rng, reports, DRAWN_FOR_A_REPORT)

    def _liked_or_any(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw a liked column with probability (1 - e^-ε) p, and otherwise any of K."""
        block, row = self._places()
        start, lowest_bit = block * self.block_size, row & -row
        any_column = rng.integers(self.columns, size=len(truth))
        column = any_column & (self.block_size - 1)
        # where the row has a minus, a flip of its lowest bit leads to a plus, 1 to 1
        flip = is_minus(column, row[truth]) * lowest_bit[truth]
        liked = start[truth] + (column ^ flip)
        return np.where(rng.random(len(truth)) < self._keep, liked, any_column)

    def _places(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the block and the row of each value, shape (k,) each."""
        turn, block = np.divmod(np.arange(len(self.domain)), self.blocks)
        return block, turn + (self.block_size // 2 if self.one_bit else 1)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        reports = check_codes("reports", reports, self.columns)
        counts = self._count(reports.astype(np.intp, copy=False))
        return self._estimate(counts, len(reports))

    def _count(self, reports: np.ndarray) -> np.ndarray:
        return np.bincount(reports, minlength=self.columns)

    def _estimate(self, columns: np.ndarray, n: int) -> Estimate:
        """Return the estimate from the number of reports of each column."""
        # one transform a block adds these numbers up with all rows of signs
        signed = walsh_hadamard(columns.reshape(self.blocks, -1))
        block, row = self._places()
        frequencies = 1 / self._keep * signed[block, row] / n
        odds = math.exp(-self.epsilon)
        block_share = (signed[:, 0] / n / self.p - 2 * odds) / (1 - odds)
        shares = np.clip(frequencies, 0, 1)
        variance = self._variance(n, shares, np.clip(block_share[block], shares, 1))
        errors = np.sqrt(variance)
        return Estimate.computed(self.domain, n, frequencies, errors)

    def channel(self) -> np.ndarray:
        """Return Pr[column | value], shape (k, K), of at most 2^22 entries."""
        liked = 2 * self.p / self.block_size
        supported = self.supported(self.possible_reports())
        return np.where(supported.T, liked, liked * math.exp(-self.epsilon))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw an estimate for true counts, with k b / 2 random numbers.

        Bin(n_v, (1 - e^-ε) p) people draw among the liked columns, the rest among all
        K. More than 4 million random numbers are a ValueError.
        """
        half = self.block_size // 2
        draws = len(self.domain) * half
        counts = counting.check_simulation(self, counts, rng, draws)
        truthful = rng.binomial(counts, self._keep)
        evenly = np.full(self.columns, 1 / self.columns)
        columns = rng.multinomial((counts - truthful).sum(), evenly)
        liked = rng.multinomial(truthful, np.full(half, 1 / half))
        everywhere = np.arange(self.block_size)
        for block, row, people in zip(*self._places(), liked, strict=True):
            of_block = np.flatnonzero(is_minus(everywhere, row) == 0)
            columns[block * self.block_size + of_block] += people
        return self._estimate(columns, int(counts.sum()))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        draw = self._liked_or_any
        parts = counting.reports_by_chunk(
            draw, values, self.domain, rng, DRAWN_FOR_A_REPORT
        )
        return self._estimate(sum(map(self._count, parts)), len(values))

    def variance(
        self, n: int, frequency: ArrayLike, block_frequency: ArrayLike | None = None
    ) -> np.ndarray | float:
        """Return (e^ε + 2B - 1) (2 + (e^ε - 1) F) / (n (e^ε - 1)²) - f/n for a share f.

        F is `block_frequency`, the share of the people whose values are in the same
        block; without it, other people are taken as spread evenly over the other
        values, and the result is the mean over all values, for blocks may differ by one
        value. In one block F is 1.
        """
        n, f = check_people("n", n), check_frequency("frequency", frequency)
        block = f + (1 - f) * _share_of_block(len(self.domain), self.blocks)
        if block_frequency is not None:
            block = check_frequency("block_frequency", block_frequency)
        return counting.number_if_single(self._variance(n, f, block))

    def _variance(self, n: int, f: np.ndarray, block: np.ndarray) -> np.ndarray:
        block = np.ones_like(f) if self.blocks == 1 else block
        odds = math.exp(-self.epsilon)
        # Pr[a report falls into the block]
        in_block = self.p * (2 * odds + (1 - odds) * block)
        return ((1 / self._keep) ** 2 * in_block - f) / n

    def possible_reports(self) -> np.ndarray:
        """Return all K columns, intp of shape (K,), in the order of the channel's."""
        check_table(len(self.domain), self.columns)
        return np.arange(self.columns)

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which values like each report's column: booleans, shape (n, k)."""
        reports = check_codes("reports", reports, self.columns).astype(np.intp)[:, None]
        block, row = self._places()
        column = reports & (self.block_size - 1)
        return (reports // self.block_size == block) & (is_minus(column, row) == 0)

    def support(self, reports: ArrayLike) -> np.ndarray:
        """Count the reports that support each value, int64 of shape (k,)."""
        reports = check_codes("reports", reports, self.columns)
        parts = chunks(reports, len(self.domain))
        return counting.add_up_bits(map(self.supported, parts))


def _share_of_block(k: int, blocks: int) -> float:
    """Return the share of a value's k - 1 others in its block, the mean over values."""
    few, more = divmod(k, blocks)  # so many blocks have one value more
    pairs = more * (few + 1) * few + (blocks - more) * few * (few - 1)
    return pairs / (k * (k - 1))
