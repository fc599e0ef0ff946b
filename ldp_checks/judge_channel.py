"""Test whether reports follow a channel, here called their law.

law[i, r] = Pr[report r | input i].
`judge_reports` and `judge_bits` ask a student's function, and call these tests.

A sample has a row for each person: what went in, and what came out, as codes 0, 1, 2,
…, in one column or in several that are randomized independently (the bits of a report).
Five questions:

- `wrong_law`: is every report there as often as it should be? Exact binomial limits for
  each pair of input and report, and in each column. `wrong_in_tables` asks it of many
  tables of people.
- `wrong_place`: is the report at each place of a table as often there as it should be,
  in many calls with this table? `wrong_in_calls` makes them. A fixed rule for who tells
  the truth fails in the first one.
- `dependent` (in `judge_dependence`): is each draw new?
- `too_exact`: are the counts nearer to their means than chance would bring them?
- `epsilon_shown` (in `statistical_limits`): which ε do the counts prove?

`beyond_chance` serves checks of one assignment that count in a way of their own.

A function that is called `wrong_…` returns a sentence that says what is wrong, or "" if
chance explains all. Each of the first three is wrong about a right randomizer with
probability ERROR at most.

What no such test can see: a rule that only the author knows, in what looks like fresh
chance; and what happens to a few people in tables of thousands, or on a day, in a
process or for a size of table that no test meets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import bdtr, bdtrc

from ldp_checks.statistical_limits import ERROR, within_limits
from ldp_course.privacy import privacy_loss

# A cap for `calls_for`: the laws that assignments ask for need a fifth of it; a law
# counted from a wrong answer may have an almost certain report, and need far more.
MOST_CALLS = 2_000
FEWER = 2_000  # people: a message says "fewer people" of a smaller table, else "other"
OBVIOUS = 60  # expected lies: that none is seen has a chance below e^-60
UNUSUAL = 1e-3  # a tail below it, after a third of the calls, is worth the other two


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
        """Make a sample of tables, or of lists, which become its one column."""
        rows = [np.asarray(part).reshape(len(inputs), -1) for part in (inputs, reports)]
        return cls(*rows, np.asarray(law, dtype=float))

    @property
    def counts(self) -> np.ndarray:
        """Return how often each input led to each report, shape of `law`."""
        return self._counts(self.inputs, self.reports)

    def _counts(self, inputs: np.ndarray, reports: np.ndarray) -> np.ndarray:
        # the number of each cell (input, report) of the law, row by row
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


def smaller_tail(counts: np.ndarray, n: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Return the smaller one of Pr[at most this count] and Pr[at least this count]."""
    return np.minimum(
        bdtr(counts, n, chances),
        np.where(counts > 0, bdtrc(counts - 1, n, chances), 1),
    )


def wrong_law(
    sample: Sample, cell_names: Sequence[Sequence[str]], error: float = ERROR
) -> str:
    """Describe the least likely count; "" if chance explains all.

    cell_names[i][r]: what is counted, for example 'truth "no", report "yes"'

    Examples
    --------
    >>> no, yes = [0] * 1_000, [1] * 1_000
    >>> always_true = Sample.of(no + yes, no + yes, [[0.75, 0.25], [0.25, 0.75]])
    >>> cell_names = [["no: no", "no: yes"], ["yes: no", "yes: yes"]]
    >>> wrong_law(always_true, cell_names)[:48]
    'no: yes: 0 of 1,000; a correct answer lies in [1'
    """
    by_column = sample.by_column()
    # counts[0]: all columns together; counts[c]: the c-th, if there are several
    counts = by_column.sum(axis=0, keepdims=True)
    if len(by_column) > 1:
        counts = np.concatenate([counts, by_column])
    people = np.broadcast_to(counts.sum(axis=2, keepdims=True), counts.shape)
    judged = np.ones(sample.law.shape, dtype=bool)
    if sample.law.shape[1] == 2:
        # of two reports the rarer says all: the other count is the rest
        judged[np.arange(len(judged)), sample.law.argmax(axis=1)] = False
    error_each = error / (len(counts) * np.count_nonzero(judged))  # Bonferroni
    tail = np.where(judged, smaller_tail(counts, people, sample.law), 1)
    worst = np.unravel_index(tail.argmin(), tail.shape)
    # The exact limits, which take longer, leave half of the error on each side: they
    # would let this count pass as well.
    if tail[worst] > error_each:
        return ""
    column, i, r = map(int, worst)
    count, n = int(counts[worst]), int(people[worst])
    holds, sentence = within_limits(count, n, float(sample.law[i, r]), error_each)
    where = f" in column {column}" if column else ""
    return "" if holds else f"{cell_names[i][r]}{where}: {sentence}"


def wrong_in_tables(
    samples: Sequence[tuple[int, Sample]],
    cell_names: Sequence[Sequence[str]],
    error: float = ERROR,
    loosely: bool = False,
) -> str:
    """Describe the first table with another law; "" if chance explains all.

    Judged are each table, and all small ones together, where one says little.

    samples: with the number of its class in `judge_tables.SIZES`; 0 has the smallest
    loosely: the law was counted, or draws depend on each other. Then a table is wrong
        only if all people with the same input gave one report, and more than OBVIOUS of
        them should have given another
    """
    # one small table says little, so all of them are judged as one more
    small = [sample for size_class, sample in samples if size_class == 0]
    small_together = Sample.of(
        np.concatenate([sample.inputs for sample in small]),
        np.concatenate([sample.reports for sample in small]),
        small[0].law,
    )
    for sample in [*(sample for _, sample in samples), small_together]:
        whom = "fewer" if len(sample.inputs) < FEWER else "other"
        if loosely:
            counts = sample.counts
            n = counts.sum(axis=1, keepdims=True)
            expected_lies = n * (1 - sample.law)
            if ((counts == n) & (expected_lies > OBVIOUS)).any():
                return f"tables of {whom} people: no report is changed by chance"
        elif wrong := wrong_law(sample, cell_names, error / (len(samples) + 1)):
            return f"tables of {whom} people: {wrong}"
    return ""


def calls_for(law: object, places: int, error: float = ERROR) -> int:
    """Return how many calls `wrong_place` needs, no more than MOST_CALLS.

    After so many it sees each place whose report is always the same.

    places: in one table, all that `wrong_place` looks at

    Examples
    --------
    >>> calls_for([[0.75, 0.25], [0.25, 0.75]], places=20, error=1e-6)
    62
    """
    law = np.asarray(law, dtype=float)
    likeliest = law[(law > 0) & (law < 1)].max(initial=0)
    if not likeliest:  # no report is left to chance
        return 1
    # so many that likeliest^calls is below the limit of `wrong_place`, not at it
    calls = math.ceil(math.log(error / (2 * places)) / math.log(likeliest)) + 1
    return min(calls, MOST_CALLS)


def wrong_place(
    hits: np.ndarray,
    trials: np.ndarray | int,
    chances: np.ndarray,
    error: float = ERROR,
) -> str:
    """Describe the least likely place of a table; "" if chance explains all.

    hits: for each person, in a row, and each thing counted of them, how often it
        happened in many calls with the same table
    trials: out of how many
    chances: its right probability, in the shape of `hits`

    Examples
    --------
    >>> the_first_never_lies = np.array([0, 25, 26])
    >>> wrong_place(the_first_never_lies, 100, np.full(3, 0.25))[:46]
    'the report of person 1 of a table of 3 has oth'
    """
    unlikely = smaller_tail(hits, np.broadcast_to(trials, hits.shape), chances)
    unlikely = unlikely.reshape(len(hits), -1)
    if unlikely.min() >= error / (2 * unlikely.size):  # Bonferroni: two tails of each
        return ""
    place, people = int(unlikely.min(axis=1).argmin()) + 1, len(hits)
    calls = f"{int(np.max(trials)):,} calls"
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
    hits = np.zeros(chances.shape, dtype=int)
    trials = np.zeros(chances.shape, dtype=int)
    results_seen, no_place_left_out = set(), True
    first_look = math.ceil(calls / 3)
    for number in range(1, calls + 1):
        counted = call()
        if isinstance(counted, str):
            return counted
        new_hits, new_trials = counted
        hits, trials = hits + new_hits, trials + new_trials
        results_seen.add(np.asarray(new_hits, dtype=int).tobytes())
        no_place_left_out &= bool(np.all(new_trials))
        if number not in (first_look, calls):
            continue
        # A repeat of a whole result betrays a fixed seed. The error is shared: a
        # hundredth for repeats, the rest for places.
        repeated = _repeated(number, results_seen, chances, 0.01 * error)
        # where places are left out, results are likelier than `_repeated` takes them
        if repeated and no_place_left_out:
            return repeated
        if number < calls and smaller_tail(hits, trials, chances).min() > UNUSUAL:
            return ""
    return wrong_place(hits, trials, chances, 0.99 * error)


def _repeated(number: int, seen: set, chances: np.ndarray, error: float) -> str:
    """Say how many of the calls repeat one that was seen; "" if chance explains it."""
    repeats = number - len(seen)
    # a union bound: each call repeats one of the others with at most number * likeliest
    by_chance = bdtrc(repeats - 1, number, min(number * _likeliest(chances), 1))
    if not repeats or by_chance >= error:
        return ""
    return (
        f"{repeats:,} of {number:,} calls with different generators gave the reports of"
        " an earlier one, for a whole table: draw from `rng`, else who knows your code"
        " can undo them"
    )


def _likeliest(chances: np.ndarray) -> float:
    """Return a bound of the probability of any one result of a call.

    No result at a place is likelier than max(c, 1 - c). The counts of one person may
    depend on each other, so each person counts with the smallest of these; people are
    independent.
    """
    by_person = chances.reshape(len(chances), -1)
    return float(np.maximum(by_person, 1 - by_person).min(axis=1).prod())


def too_exact(sample: Sample) -> bool:
    """Return whether every count of ones lies too near to its mean.

    All are within a fifth of a standard deviation. Then a fixed number was drawn, not
    each report. With 12 counts or more a right answer looks so with probability below
    1e-9.

    Examples
    --------
    >>> truths, reports = [0] * 100 + [1] * 100, [0] * 75 + [1] * 100 + [0] * 25
    >>> too_exact(Sample.of(truths, reports, [[0.75, 0.25], [0.25, 0.75]]))
    True
    """
    table = sample.by_column()
    n, chance = table.sum(axis=2), sample.law[:, 1]
    distance = np.abs(table[..., 1] - n * chance)
    return bool((distance <= np.sqrt(n * chance * (1 - chance)) / 5).all())


def beyond_chance(
    counts: np.ndarray, n: np.ndarray, chances: np.ndarray, error: float
) -> bool:
    """Return whether one of the counts is less likely than `error`, shared by all."""
    counts = np.asarray(counts)  # Bonferroni: two tails of each
    return bool(smaller_tail(counts, n, chances).min() < error / (2 * counts.size))
