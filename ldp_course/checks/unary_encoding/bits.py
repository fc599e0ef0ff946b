"""Whether random bits have the law that they should: what one report reveals, which bits depend on
each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator

import numpy as np
from scipy.special import bdtr, bdtrc

from ldp_course.checks.behaviour import generator
from ldp_course.checks.feedback import Finding
from ldp_course.checks.statistics import ERROR, epsilon_shown, within_limits

SAME_NOISE = (
    "the noise is the same at every call: whoever knows the program can take it off; draw from"
    " `rng`"
)


def same_noise_again(
    function: Callable, rows: np.ndarray, *further, rng: np.random.Generator
) -> bool:
    """Whether function(rows, *further, rng) gives the same reports with different generators."""
    first, second = (np.asarray(function(rows.copy(), *further, generator(rng))) for _ in range(2))
    return (
        np.array_equal(first, second)
        and not np.array_equal(first, rows)
        and len(np.unique(first)) > 1
    )


def private_bits(
    rows: np.ndarray,
    reports: np.ndarray | str,
    p: float,
    q: float,
    asked: float,
    rng: np.random.Generator,
    points: tuple[float, float],
) -> Generator[Finding, None, bool]:
    """Findings about reports made from rows that `in_fours` repeats; returns whether they are
    private.

    asked: the ε between two rows that differ in two bits
    points: for privacy, and for the right law
    """
    if isinstance(reports, str):
        yield Finding(False, reports)
        return False
    bits = Bits(rows, reports)
    if not bits.carry_information():
        yield Finding(
            False, "the reports say nothing about the rows: 1s and 0s lead to 1s equally often"
        )
        return False
    shown = bits.epsilon_shown(rng)
    law, law_sentence = bits.probabilities_hold(p, q)
    independent, sentence = (
        bits.independent(p, q) if law else (not bits.one_coin_for_all(), "one coin for all people")
    )
    told = f"two people differ in one value, so in two bits: asked for ε = {asked:.2f}, "
    if shown > asked:
        told += f"your reports show at least {shown:.2f}: {bits.why()}"
    elif not independent:
        told += (
            f"but bits depend on each other: draw anew for every bit of every person ({sentence})"
        )
    else:
        told += f"and your reports show at least {shown:.2f}"
    yield Finding(shown <= asked and independent, told, points[0], 3 * ERROR)
    if shown > asked or not independent:
        return False
    exact = bits.too_exact(p, q)
    told = (
        "all counts are closer to their means than chance allows: draw for every bit"
        if exact
        else law_sentence
    )
    right = law and not exact
    must = "" if right else "must "
    told = f"1s {must}stay 1 with p = {p:.4g}, 0s {must}become 1 with q = {q:.4g}: {told}"
    yield Finding(right, told, points[1], 2 * ERROR)
    return True


class Bits:
    """Noisy rows beside the true ones, each row four times as `in_fours` does it.

    Every test is right about a correct answer except with probability ERROR, however many counts it
    looks at.
    """

    def __init__(self, rows: np.ndarray, reports: np.ndarray):
        self.rows, self.reports = rows == 1, reports == 1
        self.true = self.rows.sum(axis=0), (~self.rows).sum(axis=0)  # ones and zeros in each column
        self.kept = (self.reports & self.rows).sum(axis=0)  # ones reported as 1
        self.added = (self.reports & ~self.rows).sum(axis=0)  # zeros reported as 1

    def carry_information(self) -> bool:
        """Whether 1s and 0s lead to different shares of 1s: no information is no answer either."""
        share_of_ones, share_of_zeros = (
            self.kept.sum() / self.true[0].sum(),
            self.added.sum() / self.true[1].sum(),
        )
        return abs(share_of_ones - share_of_zeros) > 0.05

    def epsilon_shown(self, rng: np.random.Generator) -> float:
        """A lower bound of the ε between two rows that differ in two bits, from disjoint pairs of
        columns.
        """
        order = rng.permutation(self.rows.shape[1])
        first, second = order[0 : len(order) // 2 * 2 : 2], order[1::2]
        report = 2 * self.reports[:, first] + self.reports[:, second]
        one_zero = self.rows[:, first] & ~self.rows[:, second]
        zero_one = ~self.rows[:, first] & self.rows[:, second]
        return epsilon_shown(
            np.array([np.bincount(report[where], minlength=4) for where in (one_zero, zero_one)])
        )

    def why(self) -> str:
        """A guess at what went wrong, for the message."""
        if np.array_equal(self.rows, self.reports):
            return "the reports are the true rows"
        if self.kept.sum() == self.true[0].sum():
            return "a 1 is never cleared"
        if self.added.sum() == 0:
            return "a 0 never becomes 1"
        if self.kept.sum() == 0 or self.added.sum() == self.true[1].sum():
            return "one kind of bit is always flipped"
        share_of_ones, share_of_zeros = (
            self.kept.sum() / self.true[0].sum(),
            self.added.sum() / self.true[1].sum(),
        )
        if not self._columns_independent(share_of_ones, share_of_zeros)[0]:
            return "some bits of a person share their chance"
        return "the noise is too weak"

    def one_coin_for_all(self) -> bool:
        """Whether in some column all 1s, and all 0s, have met the same fate."""
        alike_ones = (self.kept == 0) | (self.kept == self.true[0])
        alike_zeros = (self.added == 0) | (self.added == self.true[1])
        return bool((alike_ones & alike_zeros).any())

    def independent(self, p: float, q: float) -> tuple[bool, str]:
        """Whether bits of a person, and of different people, agree as often as independent ones."""
        columns, people = self._columns_independent(p, q), self._people_independent(p, q)
        return people if columns[0] else columns

    def _columns_independent(self, p: float, q: float) -> tuple[bool, str]:
        """Any two bits of a person, the second of them a true 0, are both reported as 1 with p q or
        q².
        """
        ones, zeros = self.rows.astype(np.float32), (~self.rows).astype(np.float32)
        kept, added = (
            (self.reports & self.rows).astype(np.float32),
            (self.reports & ~self.rows).astype(np.float32),
        )
        above = np.triu_indices(self.rows.shape[1], 1)
        beside = ~np.eye(self.rows.shape[1], dtype=bool)
        both = np.concatenate([(added.T @ added)[above], (kept.T @ added)[beside]])
        of = np.concatenate([(zeros.T @ zeros)[above], (ones.T @ zeros)[beside]])
        chances = np.repeat([q * q, p * q], [len(above[0]), beside.sum()])
        together = "of {n:,} pairs of 0s of one person, {count:,} became 1 together"
        beside_a_one = (
            "of {n:,} pairs of a 1 and a 0 of one person, {count:,} were both reported as 1"
        )
        return limits_kept(
            both, of, chances, np.repeat([together, beside_a_one], [len(above[0]), beside.sum()])
        )

    def _people_independent(self, p: float, q: float) -> tuple[bool, str]:
        """Neighbours, and people half a table apart, who have the same row: pairs that do not
        overlap.
        """
        half = len(self.rows) // 2
        agree, of = [], []
        for first, second in (
            (slice(0, None, 2), slice(1, None, 2)),
            (slice(0, half), slice(half, None)),
        ):
            same = self.reports[first] == self.reports[second]
            for kind in (self.rows[first], ~self.rows[first]):
                agree.append((same & kind).sum())
                of.append(kind.sum())
        alike = [
            f"of {{n:,}} pairs of {bit}s of two people, {{count:,}} were reported alike"
            for bit in (1, 0)
        ]
        return limits_kept(
            agree, of, np.tile([p * p + (1 - p) ** 2, q * q + (1 - q) ** 2], 2), alike * 2
        )

    def probabilities_hold(self, p: float, q: float) -> tuple[bool, str]:
        """Whether 1s stay 1 with p and 0s become 1 with q: in every column, and in all columns
        together.
        """
        counts = [*self.kept, *self.added, self.kept.sum(), self.added.sum()]
        of = [*self.true[0], *self.true[1], self.true[0].sum(), self.true[1].sum()]
        columns = self.rows.shape[1]
        fates = "of {n:,} 1s{where}, {count:,} stayed 1", "of {n:,} 0s{where}, {count:,} became 1"
        counted = [
            fate.replace("{where}", f" in column {c + 1}") for fate in fates for c in range(columns)
        ]
        counted += [fate.replace("{where}", "") for fate in fates]
        return limits_kept(counts, of, [p] * columns + [q] * columns + [p, q], counted)

    def too_exact(self, p: float, q: float) -> bool:
        """Whether every count lies within a fifth of a standard deviation of its mean: nobody drew
        each bit.

        For 6 columns or more, in tables as large as the checks use, a correct answer looks like
        this with probability below ERROR.
        """
        n = np.concatenate(self.true)
        chance = np.repeat([p, q], self.rows.shape[1])
        off = np.abs(np.concatenate([self.kept, self.added]) - n * chance)
        return bool((off <= np.sqrt(n * chance * (1 - chance)) / 5).all())


def limits_kept(counts, of, chances, counted) -> tuple[bool, str]:
    """Whether all counts may come from so many draws each; the sentence is about the least likely
    one.

    counted: what each count is, as in `within_limits`
    """
    counts, of, chances = (
        np.asarray(counts, dtype=int),
        np.asarray(of, dtype=int),
        np.asarray(chances, dtype=float),
    )
    tails = np.minimum(bdtr(counts, of, chances), bdtrc(counts - 1, of, chances))
    worst = int(np.argmin(tails))
    share = ERROR / 10 ** math.ceil(math.log10(len(counts)))
    one = int(counts[worst]), int(of[worst]), float(chances[worst])
    holds, sentence = within_limits(*one, share, str(counted[worst]))
    return holds, (
        f"{sentence} (the least likely of {len(counts)} counts)" if len(counts) > 1 else sentence
    )
