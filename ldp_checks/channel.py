"""Does this randomizer have this channel? The one test that all checks use.

A sample has a row for each person: what went in, and what came out, as codes 0, 1, 2, …, in one
column or in several that are randomized independently (the bits of a report). Four questions:

- `wrong_law`: is every report there as often as it should be? Exact binomial limits for each pair
  of input and report, and in each column.
- `wrong_place`: is the report at each place of a table as often there as it should be, in many
  calls with this table? A fixed rule for who tells the truth fails in the first one.
- `dependent`: is each draw new? The correlation at every distance, along the columns and the
  people, in the order of the truths and in a mirror, and for columns all pairs and triples of a
  person.
- `epsilon_shown` (in `statistics`): which ε do the counts prove?

Each of the first three is wrong about a right randomizer with probability ERROR at most. What no
such test can see: a rule that only the author knows, in what looks like fresh chance; and what
happens to a few people in tables of thousands, or on a day, in a process or for a size of table
that no test meets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft
from scipy.special import bdtr, bdtrc

from ldp_checks.form import make_of, plain
from ldp_checks.statistics import ERROR, within_limits
from ldp_course.privacy import privacy_loss

MOST_CALLS = 2_000  # right laws need a fifth of it; a wrong one may be almost certain
UNUSUAL = 1e-3  # a place that is rarer after a third of the calls is looked at in all of them


@dataclass(frozen=True)
class Sample:
    """inputs, reports: codes, shape (people, columns); law[i, r] = Pr[report r | input i]."""

    inputs: np.ndarray
    reports: np.ndarray
    law: np.ndarray

    @classmethod
    def of(cls, inputs: np.ndarray, reports: np.ndarray, law: object) -> Sample:
        rows = [np.asarray(part).reshape(len(inputs), -1) for part in (inputs, reports)]
        return cls(*rows, np.asarray(law, dtype=float))

    @property
    def counts(self) -> np.ndarray:
        """How often each input led to each report, shape of `law`."""
        return self._counts(self.inputs, self.reports)

    def _counts(self, inputs: np.ndarray, reports: np.ndarray) -> np.ndarray:
        cells = np.bincount((inputs * self.law.shape[1] + reports).ravel(), minlength=self.law.size)
        return cells.reshape(self.law.shape)

    def as_found(self) -> Sample:
        """With the law that the counts show."""
        return replace(self, law=self.counts / self.counts.sum(axis=1, keepdims=True))

    def by_column(self) -> np.ndarray:
        """The counts of each column, shape (columns, inputs, reports)."""
        return np.array([self._counts(i, r) for i, r in zip(self.inputs.T, self.reports.T)])

    @property
    def epsilon(self) -> float:
        """ε of the law, for one column."""
        return privacy_loss(self.law)


def wrong_law(
    sample: Sample, what: Sequence[Sequence[str]], error: float = ERROR
) -> tuple[int, int, str] | None:
    """The input, the report and a sentence about the least likely count; None if chance explains
    all.

    what[i][r]: what is counted, for example 'truth "no", report "yes"'
    """
    columns = sample.by_column()
    tables = [(columns.sum(axis=0), "")]
    if len(columns) > 1:
        tables += [(table, f" in column {c + 1}") for c, table in enumerate(columns)]
    cells = [
        (int(table[i, r]), int(table[i].sum()), float(sample.law[i, r]), i, r, where)
        for table, where in tables
        for i, r in np.ndindex(*sample.law.shape)
    ]
    if sample.law.shape[1] == 2:  # one count of the two is enough: the one of lies, if any
        cells = [cell for cell in cells if cell[3] % 2 != cell[4]]
    count, of, chance = (np.array(part) for part in list(zip(*cells))[:3])
    worst = int(np.argmin(tails(count, of, chance)))
    *drawn, i, r, where = cells[worst]
    holds, sentence = within_limits(*drawn, error / len(cells))
    return None if holds else (i, r, f"{what[i][r]}{where}: {sentence}")


def tails(counts: np.ndarray, of: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """How unlikely counts are: the smaller one of Pr[at most so many] and Pr[at least so many]."""
    return np.minimum(
        bdtr(counts, of, chances), np.where(counts > 0, bdtrc(counts - 1, of, chances), 1)
    )


def calls_for(law: object, cells: int, error: float = ERROR) -> int:
    """How many calls it takes until `wrong_place` sees each place whose report is always the same;
    no more than MOST_CALLS.

    cells: of one table, all that `wrong_place` looks at
    """
    law = np.asarray(law, dtype=float)
    likely = law[(law > 0) & (law < 1)].max(initial=0)  # none if all reports are the same ones
    if not likely:
        return 1
    return min(math.ceil(math.log(error / (2 * cells)) / math.log(likely)) + 1, MOST_CALLS)


def wrong_place(
    hits: np.ndarray, of: np.ndarray | int, chances: np.ndarray, error: float = ERROR
) -> str:
    """The least likely place of a table in a sentence; "" if chance explains all.

    hits: what was counted of each person in many calls with the same table, shape (people, …)
    of, chances: of how many, and the probability of each
    """
    unlikely = tails(hits, np.broadcast_to(of, hits.shape), chances).reshape(len(hits), -1)
    if unlikely.min() >= error / (2 * unlikely.size):
        return ""
    place, people = int(unlikely.min(axis=1).argmin()) + 1, len(hits)
    if people > 1 and ((hits == 0) | (hits == of)).all():
        return (
            f"{int(np.max(of)):,} calls with different generators give the same answer for a table"
            f" of {people}: draw from `rng`, else whoever knows your code can undo them"
        )
    whom = f"person {place} of a table of {people}" if people > 1 else "a person alone in a table"
    return (
        f"the report of {whom} has other probabilities than those asked for, seen in"
        f" {int(np.max(of)):,} calls: draw for every person, at every place of a table"
    )


def wrong_in_calls(
    call: Callable[[], tuple[np.ndarray, np.ndarray | int] | str],
    chances: np.ndarray,
    calls: int,
    error: float = ERROR,
) -> str:
    """`wrong_place` of so many calls with one table; of a third of them if no place looks unusual
    then, as in most right answers. (To stop early can only prevent an alarm.)

    call: what was counted in one call and of how many, or a sentence that is returned
    """
    hits, of = np.zeros(chances.shape, dtype=int), np.zeros(chances.shape, dtype=int)
    for number in range(1, calls + 1):
        counted = call()
        if isinstance(counted, str):
            return counted
        hits, of = hits + counted[0], of + counted[1]
        if number == math.ceil(calls / 3) and tails(hits, of, chances).min() > UNUSUAL:
            return ""
    return wrong_place(hits, of, chances, error)


def dependent(sample: Sample, error: float = ERROR) -> str:
    """What depends on each other, in words; "" if chance explains all.

    If the law does not hold, ask `sample.as_found()`.
    """
    found = _at_a_distance(sample, error / 2)
    columns = sample.inputs.shape[1]
    if not found and columns > 1 and sample.law.shape[1] == 2:
        found = _columns_together(sample, error / 2)
    return found


def _at_a_distance(sample: Sample, error: float) -> str:
    """Reports minus their means, L places apart: the products have mean 0. Once as they are, once
    with another sign for every second input, so that a draw is seen that two people with different
    truths share, and once in the order of the inputs. Then all pairs whose places have one sum, as
    in a mirror.

    The limit of each sum is Bernstein's inequality: for two halves of the products, in each of
    which no draw occurs twice; in a mirror none does.
    """
    columns, kinds = sample.inputs.shape[1], sample.law.shape[1]
    scores = np.arange(2) if kinds == 2 else np.cos(2.4 * np.arange(kinds) ** 2)
    means = sample.law @ scores
    drawn = (scores[sample.reports] - means[sample.inputs]).ravel()
    n = len(drawn)
    bound = max(scores.max() - means.min(), means.max() - scores.min()) ** 2
    variance = (sample.law @ scores**2 - means**2).max() ** 2
    log = math.log(20 * n / error)  # three orders with two halves, two mirrors of 2n; two sides
    first, spread = bound * log / 3, variance * log * np.arange(n - 1, 0, -1)
    limits = 2 * (first + np.sqrt(first**2 + spread))
    inputs = sample.inputs.ravel()
    signed = drawn * (1 - 2 * (inputs % 2))
    for row in (drawn, signed):
        off = np.abs(_products(row)) / limits
        lag = int(np.argmax(off)) + 1
        people, rest = divmod(lag, columns)
        if off[lag - 1] <= 1:
            continue
        if rest:
            near = "next to each other" if lag == 1 else f"{lag:,} places apart in the table"
            return f"entries {near} depend on each other"
        if people == 1:
            return "neighbours depend on each other"
        return f"people {people:,} places apart depend on each other"
    in_order = drawn[np.argsort(inputs, kind="stable")]
    if (np.abs(_products(in_order)) > limits).any():
        return "people with different truths, each counted in their order, depend on each other"
    pairs = np.minimum(np.arange(1, 2 * n), np.arange(2 * n - 1, 0, -1)) // 2
    mirrored = first + np.sqrt(first**2 + 2 * variance * log * pairs)
    if any((np.abs(_mirrored(row)) > mirrored).any() for row in (drawn, signed)):
        return "people at mirrored places depend on each other"
    return ""


def _products(row: np.ndarray) -> np.ndarray:
    """The sums of row[i] * row[i + L] for L = 1, 2, …, len(row) - 1."""
    size = next_fast_len(2 * len(row), real=True)
    return irfft(np.abs(rfft(row, size)) ** 2, size)[1 : len(row)]


def _mirrored(row: np.ndarray) -> np.ndarray:
    """The sums of row[i] * row[j] over i < j with i + j = 0, 1, …, 2 len(row) - 2."""
    size = next_fast_len(2 * len(row), real=True)
    sums = irfft(rfft(row, size) ** 2, size)[: 2 * len(row) - 1]
    sums[::2] -= row**2
    return sums / 2


def _columns_together(sample: Sample, error: float) -> str:
    """Pairs and triples of columns of one person: all 1, where the inputs are the same ones."""
    people, columns = sample.inputs.shape
    ones = sample.reports == 1
    at = [(sample.inputs == i).astype(np.float32) for i in range(len(sample.law))]
    hit = [part * ones for part in at]
    chance = sample.law[:, 1]
    counts, of, chances = [], [], []
    beside = ~np.eye(columns, dtype=bool)
    for i, j in combinations(range(len(at)), 2):
        counts.append((hit[i].T @ hit[j])[beside])
        of.append((at[i].T @ at[j])[beside])
        chances.append(np.full(beside.sum(), chance[i] * chance[j]))
    above = np.triu_indices(columns, 1)
    for i in range(len(at)):
        counts.append((hit[i].T @ hit[i])[above])
        of.append((at[i].T @ at[i])[above])
        chances.append(np.full(len(above[0]), chance[i] ** 2))
        for c in range(columns - 2):
            later = np.triu_indices(columns - c - 1, 1)
            counts.append(((hit[i][:, c + 1 :] * hit[i][:, [c]]).T @ hit[i][:, c + 1 :])[later])
            of.append(((at[i][:, c + 1 :] * at[i][:, [c]]).T @ at[i][:, c + 1 :])[later])
            chances.append(np.full(len(later[0]), chance[i] ** 3))
    counts, of, chances = (np.concatenate(part) for part in (counts, of, chances))
    counts, of = counts.astype(np.int64), of.astype(np.int64)
    # within five standard deviations no tail of a binomial law is below 1e-12
    far = (counts - of * chances) ** 2 > 25 * of * chances * (1 - chances)
    unlikely = tails(counts[far], of[far], chances[far]).min(initial=1)
    if unlikely >= error / (2 * len(counts)):
        return ""
    return "bits of one person depend on each other"


def too_exact(sample: Sample) -> bool:
    """Whether every count lies within a fifth of a standard deviation of its mean: a fixed number
    was drawn, not each report. With 12 counts or more a right answer looks so with probability
    below 1e-9.
    """
    table = sample.by_column()[..., 1]
    of, chance = sample.by_column().sum(axis=2), sample.law[:, 1]
    off = np.abs(table - of * chance)
    return bool((off <= np.sqrt(of * chance * (1 - chance)) / 5).all())


def as_reports(
    answer: object, shape: tuple[int, ...], kinds: int, by_place: bool = False
) -> np.ndarray | str:
    """Reports as codes from 0 to kinds - 1; a sentence if something besides the report could tell
    the truth; "" for any other form.

    by_place: whether entries at different places of a report may have different types
    """
    answer = plain(answer)
    try:
        raw = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return ""
    if raw.shape != shape or raw.dtype.kind not in "biufO":
        return ""
    if not isinstance(answer, np.ndarray) or raw.dtype == object:
        parts = [answer]
        for depth, length in enumerate(shape, start=1):
            parts = [part for whole in parts for part in whole]
            apart = length if by_place and depth == len(shape) else 1
            if any(len(set(map(make_of, parts[one::apart]))) > 1 for one in range(apart)):
                return (
                    "your reports are of several types: the type of a report may tell the truth;"
                    " return an array of one type"
                )
    try:
        numbers = raw.astype(float)
    except (TypeError, ValueError, OverflowError):
        return ""
    codes = numbers.astype(int, copy=False) if np.isfinite(numbers).all() else numbers - np.nan
    if not ((codes == numbers) & (codes >= 0) & (codes < kinds)).all():
        return ""
    if raw.dtype.itemsize > 8 or not np.asarray(raw == codes, dtype=bool).all():
        return (
            "your reports have more digits than a whole number needs, which may tell the truth;"
            " return an array of integers"
        )
    if np.signbit(numbers).any():
        return "some reports are -0.0, which is not the same as 0.0 and may tell the truth"
    return codes
