"""Test whether a randomizer has a channel, the right law of reports for each value.

`judge_reports` and `judge_bits` ask a student's function, and call this test.

A sample has a row for each person: what went in, and what came out, as codes 0, 1, 2,
…, in one column or in several that are randomized independently (the bits of a report).
Four questions:

- `wrong_law`: is every report there as often as it should be? Exact binomial limits for
  each pair of input and report, and in each column.
- `wrong_place`: is the report at each place of a table as often there as it should be,
  in many calls with this table? A fixed rule for who tells the truth fails in the first
  one.
- `dependent`: is each draw new? The correlation at every distance, along the columns
  and the people, in the order of the truths and in a mirror, and for columns all pairs
  and triples of a person.
- `epsilon_shown` (in `statistical_limits`): which ε do the counts prove?

Each of the first three is wrong about a right randomizer with probability ERROR at
most. What no such test can see: a rule that only the author knows, in what looks like
fresh chance; and what happens to a few people in tables of thousands, or on a day, in a
process or for a size of table that no test meets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft
from scipy.special import bdtr, bdtrc

from ldp_checks.statistical_limits import ERROR, within_limits
from ldp_course.privacy import privacy_loss

MOST_CALLS = 2_000  # right laws need a fifth of it; a wrong one may be almost certain
# People; what a sentence calls a table of fewer people than are usual
FEWER = 2_000
# lies that are expected, where none is seen: the law may be estimated
OBVIOUS = 60
# a place that is rarer after a third of the calls is looked at in all of them
UNUSUAL = 1e-3


@dataclass(frozen=True)
class Sample:
    """Hold what went in and what came out, and the law that it should have.

    inputs, reports: codes, shape (people, columns)
    law: law[i, r] = Pr[report r | input i]
    """

    inputs: np.ndarray
    reports: np.ndarray
    law: np.ndarray

    @classmethod
    def of(cls, inputs: np.ndarray, reports: np.ndarray, law: object) -> Sample:
        rows = [np.asarray(part).reshape(len(inputs), -1) for part in (inputs, reports)]
        return cls(*rows, np.asarray(law, dtype=float))

    @property
    def counts(self) -> np.ndarray:
        """Return how often each input led to each report, shape of `law`."""
        return self._counts(self.inputs, self.reports)

    def _counts(self, inputs: np.ndarray, reports: np.ndarray) -> np.ndarray:
        codes = (inputs * self.law.shape[1] + reports).ravel()
        return np.bincount(codes, minlength=self.law.size).reshape(self.law.shape)

    def as_observed(self) -> Sample:
        """Return the same people, with the law that the counts show."""
        return replace(self, law=self.counts / self.counts.sum(axis=1, keepdims=True))

    def by_column(self) -> np.ndarray:
        """Return the counts of each column, shape (columns, inputs, reports)."""
        columns = zip(self.inputs.T, self.reports.T)
        return np.array([self._counts(*column) for column in columns])

    @property
    def epsilon(self) -> float:
        """Return ε of the law, for one column."""
        return privacy_loss(self.law)


def wrong_law(
    sample: Sample, cells: Sequence[Sequence[str]], error: float = ERROR
) -> tuple[int, int, str] | None:
    """Return the input, the report and a sentence about the least likely count.

    None if chance explains all.

    cells[i][r]: what is counted, for example 'truth "no", report "yes"'
    """
    columns = sample.by_column()
    tables = [(columns.sum(axis=0), "")]
    if len(columns) > 1:
        tables += [(table, f" in column {c + 1}") for c, table in enumerate(columns)]
    pairs = list(np.ndindex(*sample.law.shape))
    if sample.law.shape[1] == 2:
        # one count of the two is enough: the one of lies, if any
        pairs = [(i, r) for i, r in pairs if i % 2 != r]
    drawn = [
        (int(table[i, r]), int(table[i].sum()), float(sample.law[i, r]), i, r, where)
        for table, where in tables
        for i, r in pairs
    ]
    counts, people, chances = (np.array(part) for part in list(zip(*drawn))[:3])
    unlikely = tails(counts, people, chances)
    worst = int(np.argmin(unlikely))
    if unlikely[worst] > error / len(drawn):
        return None  # the exact limits are farther out, and take longer
    *binomial, i, r, where = drawn[worst]
    holds, sentence = within_limits(*binomial, error / len(drawn))
    return None if holds else (i, r, f"{cells[i][r]}{where}: {sentence}")


def wrong_in_tables(
    samples: Sequence[tuple[int, Sample]],
    cells: Sequence[Sequence[str]],
    error: float = ERROR,
    loosely: bool = False,
) -> str:
    """Describe the first table with another law; "" if chance explains all.

    Judged are each table, and all small ones together, where one says little.

    samples: with the class of sizes, of `judge_tables.tables`
    loosely: the law was counted, or draws depend on each other. Then a table has
        another one if all that is alike in it is reported alike
    """
    few = [sample for size, sample in samples if size == 0]
    inputs, reports = (
        np.concatenate([getattr(sample, name) for sample in few])
        for name in ("inputs", "reports")
    )
    for sample in [
        *(sample for _, sample in samples),
        Sample.of(inputs, reports, few[0].law),
    ]:
        whom = "fewer" if len(sample.inputs) < FEWER else "other"
        if loosely:
            n, counts = sample.counts.sum(axis=1, keepdims=True), sample.counts
            if ((counts == n) & (n * (1 - sample.law) > OBVIOUS)).any():
                return f"tables of {whom} people: no report is changed by chance"
        elif wrong := wrong_law(sample, cells, error / (len(samples) + 1)):
            return f"tables of {whom} people: {wrong[2]}"
    return ""


def tails(counts: np.ndarray, n: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Return the smaller one of Pr[at most this count] and Pr[at least this count]."""
    return np.minimum(
        bdtr(counts, n, chances),
        np.where(counts > 0, bdtrc(counts - 1, n, chances), 1),
    )


def calls_for(law: object, cells: int, error: float = ERROR) -> int:
    """Return how many calls `wrong_place` needs, no more than MOST_CALLS.

    After so many it sees each place whose report is always the same.

    cells: of one table, all that `wrong_place` looks at
    """
    law = np.asarray(law, dtype=float)
    # 0 if all reports are the same ones
    likely = law[(law > 0) & (law < 1)].max(initial=0)
    if not likely:
        return 1
    calls = math.ceil(math.log(error / (2 * cells)) / math.log(likely)) + 1
    return min(calls, MOST_CALLS)


def wrong_place(
    hits: np.ndarray, of: np.ndarray | int, chances: np.ndarray, error: float = ERROR
) -> str:
    """Describe the least likely place of a table; "" if chance explains all.

    hits: what was counted of each person in many calls with the same table, shape
        (people, …)
    of, chances: of how many, and the probability of each
    """
    unlikely = tails(hits, np.broadcast_to(of, hits.shape), chances)
    unlikely = unlikely.reshape(len(hits), -1)
    if unlikely.min() >= error / (2 * unlikely.size):
        return ""
    place, people = int(unlikely.min(axis=1).argmin()) + 1, len(hits)
    calls = f"{int(np.max(of)):,} calls"
    whom = f"person {place} of a table of {people}"
    if people == 1:
        whom = "a person alone in a table"
    return (
        f"the report of {whom} has other probabilities than those asked for, seen in"
        f" {calls}: draw for every person, at every place of a table"
    )


def wrong_in_calls(
    call: Callable[[], tuple[np.ndarray, np.ndarray | int] | str],
    chances: np.ndarray,
    calls: int,
    error: float = ERROR,
) -> str:
    """Return `wrong_place` of so many calls with one table, or say that some repeat.

    A third of them is enough if no place looks unusual then, as in most right answers.
    (To stop early can only prevent an alarm.)

    call: what was counted in one call and of how many, or a sentence that is returned
    """
    hits, of = np.zeros(chances.shape, dtype=int), np.zeros(chances.shape, dtype=int)
    seen, every_place_counts = set(), True
    for number in range(1, calls + 1):
        counted = call()
        if isinstance(counted, str):
            return counted
        hits, of = hits + counted[0], of + counted[1]
        seen.add(np.asarray(counted[0], dtype=int).tobytes())
        every_place_counts &= bool(np.all(counted[1]))
        if number in (math.ceil(calls / 3), calls):
            repeats = number - len(seen)
            by_chance = bdtrc(repeats - 1, number, min(number * _likeliest(chances), 1))
            if repeats and every_place_counts and by_chance < error / 100:
                return (
                    f"{repeats:,} of {number:,} calls with different generators gave"
                    " the reports of an earlier one, for a whole table: draw from"
                    " `rng`, else who knows your code can undo them"
                )
            if number < calls and tails(hits, of, chances).min() > UNUSUAL:
                return ""
    return wrong_place(hits, of, chances, error * 0.99)


def _likeliest(chances: np.ndarray) -> float:
    """Return a bound of the probability of any one result of a call.

    The counts of one person may depend on each other, so one place of each is taken.
    """
    by_person = chances.reshape(len(chances), -1)
    return float(np.maximum(by_person, 1 - by_person).min(axis=1).prod())


def dependent(sample: Sample, error: float = ERROR) -> str:
    """Say what depends on each other; "" if chance explains all.

    If the law does not hold, ask this of `sample.as_observed()`.
    """
    message = _at_a_distance(sample, error / 2)
    columns = sample.inputs.shape[1]
    if not message and columns > 1 and sample.law.shape[1] == 2:
        message = _columns_together(sample, error / 2)
    return message


def _at_a_distance(sample: Sample, error: float) -> str:
    """Say which entries L places apart depend on each other.

    Reports minus their means have products of mean 0. They are compared as they are,
    with another sign for every second input (which shows a draw that two people with
    different truths share), and in the order of the inputs. Then all pairs are compared
    whose places have one sum, as in a mirror.

    The limit of each sum is Bernstein's inequality: for two halves of the products, in
    each of which no draw occurs twice; in a mirror none does.
    """
    columns, kinds = sample.inputs.shape[1], sample.law.shape[1]
    scores = np.arange(2) if kinds == 2 else np.cos(2.4 * np.arange(kinds) ** 2)
    means = sample.law @ scores
    noise = (scores[sample.reports] - means[sample.inputs]).ravel()
    n = len(noise)
    bound = max(scores.max() - means.min(), means.max() - scores.min()) ** 2
    variance = (sample.law @ scores**2 - means**2).max() ** 2
    # three orders with two halves, two mirrors of 2n; two sides
    log = math.log(20 * n / error)
    first, spread = bound * log / 3, variance * log * np.arange(n - 1, 0, -1)
    limits = 2 * (first + np.sqrt(first**2 + spread))
    inputs = sample.inputs.ravel()
    signed = noise * (1 - 2 * (inputs % 2))
    for row in (noise, signed):
        off = np.abs(_products(row)) / limits
        lag = int(np.argmax(off)) + 1
        people, rest = divmod(lag, columns)
        if off[lag - 1] <= 1:
            continue
        if rest:
            near = f"{lag:,} places apart in the table"
            near = "next to each other" if lag == 1 else near
            return f"entries {near} depend on each other"
        if people == 1:
            return "neighbours depend on each other"
        return f"people {people:,} places apart depend on each other"
    in_order = noise[np.argsort(inputs, kind="stable")]
    if (np.abs(_products(in_order)) > limits).any():
        return (
            "people with different truths, each counted in their order, depend on each"
            " other"
        )
    pairs = np.minimum(np.arange(1, 2 * n), np.arange(2 * n - 1, 0, -1)) // 2
    mirrored = first + np.sqrt(first**2 + 2 * variance * log * pairs)
    if any((np.abs(_mirrored(row)) > mirrored).any() for row in (noise, signed)):
        return "people at mirrored places depend on each other"
    return ""


def _products(row: np.ndarray) -> np.ndarray:
    """Return the sums of row[i] * row[i + L] for L = 1, 2, …, len(row) - 1."""
    size = next_fast_len(2 * len(row), real=True)
    return irfft(np.abs(rfft(row, size)) ** 2, size)[1 : len(row)]


def _mirrored(row: np.ndarray) -> np.ndarray:
    """Return the sums of row[i] * row[j], i < j, for i + j = 0, …, 2 len(row) - 2."""
    size = next_fast_len(2 * len(row), real=True)
    sums = irfft(rfft(row, size) ** 2, size)[: 2 * len(row) - 1]
    sums[::2] -= row**2
    return sums / 2


def _columns_together(sample: Sample, error: float) -> str:
    """Say whether columns of one person depend on each other: all pairs, and triples.

    Counted is how often all are 1, among people with the same inputs there.
    """
    columns = sample.inputs.shape[1]
    ones = sample.reports == 1
    # at[i]: where input i is (people, columns); hit[i]: where it was reported as 1
    at = [(sample.inputs == i).astype(np.float32) for i in range(len(sample.law))]
    hit = [part * ones for part in at]
    chance = sample.law[:, 1]
    counts, people, chances = [], [], []

    def compare(hits: np.ndarray, both: np.ndarray, probability: float) -> None:
        counts.append(hits)
        people.append(both)
        chances.append(np.full(len(hits), probability))

    beside = ~np.eye(columns, dtype=bool)
    for i, j in combinations(range(len(at)), 2):
        hits, both = hit[i].T @ hit[j], at[i].T @ at[j]
        compare(hits[beside], both[beside], chance[i] * chance[j])
    above = np.triu_indices(columns, 1)
    for i in range(len(at)):
        hits, both = hit[i].T @ hit[i], at[i].T @ at[i]
        compare(hits[above], both[above], chance[i] ** 2)
        for c in range(columns - 2):
            # pairs of later columns, of people who are counted in column c
            later = np.triu_indices(columns - c - 1, 1)
            hits = (hit[i][:, c + 1 :] * hit[i][:, [c]]).T @ hit[i][:, c + 1 :]
            all_three = (at[i][:, c + 1 :] * at[i][:, [c]]).T @ at[i][:, c + 1 :]
            compare(hits[later], all_three[later], chance[i] ** 3)
    chances = np.concatenate(chances)
    counts = np.concatenate(counts).astype(np.int64)
    people = np.concatenate(people).astype(np.int64)
    # within five standard deviations no tail of a binomial law is below 1e-12
    far = (counts - people * chances) ** 2 > 25 * people * chances * (1 - chances)
    unlikely = tails(counts[far], people[far], chances[far]).min(initial=1)
    if unlikely >= error / (2 * len(counts)):
        return ""
    return "bits of one person depend on each other"


def too_exact(sample: Sample) -> bool:
    """Return whether every count lies too near to its mean.

    All are within a fifth of a standard deviation. Then a fixed number was drawn, not
    each report. With 12 counts or more a right answer looks so with probability below
    1e-9.
    """
    table = sample.by_column()
    n, chance = table.sum(axis=2), sample.law[:, 1]
    off = np.abs(table[..., 1] - n * chance)
    return bool((off <= np.sqrt(n * chance * (1 - chance)) / 5).all())
