"""Test whether each draw is new, for every person and in every column of a sample.

`dependent` looks at the correlation at every distance, along the columns and the
people, in the order of the truths and in a mirror, and for columns at all pairs and
triples of a person.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
from scipy.fft import irfft, next_fast_len, rfft

from ldp_checks.judge_channel import Sample, smaller_tail
from ldp_checks.statistical_limits import ERROR


def dependent(sample: Sample, error: float = ERROR) -> str:
    """Say what depends on each other; "" if chance explains all.

    If the law does not hold, ask this of `sample.as_observed()`.

    Examples
    --------
    >>> truths, half = [0] * 1_000, np.random.default_rng(1).integers(2, size=500)
    >>> used_twice = Sample.of(truths, np.tile(half, 2), [[0.5, 0.5]])
    >>> dependent(used_twice)
    'people 500 places apart depend on each other'
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
    """
    noise, limit = _noise(sample, error)
    n, inputs = len(noise), sample.inputs.ravel()
    # the products at a distance are two halves, in each of which no draw occurs twice
    limits = 2 * limit(np.arange(n - 1, 0, -1) / 2)
    signed = noise * (1 - 2 * (inputs % 2))
    for row in (noise, signed):
        excess = np.abs(_products(row)) / limits
        if excess.max() > 1:
            return _in_words(int(excess.argmax()) + 1, sample.inputs.shape[1])
    in_order = noise[np.argsort(inputs, kind="stable")]
    if (np.abs(_products(in_order)) > limits).any():
        return (
            "people with different truths, each counted in their order, depend on each"
            " other"
        )
    # in a mirror no draw occurs twice
    pairs = np.minimum(np.arange(1, 2 * n), np.arange(2 * n - 1, 0, -1)) // 2
    if any((np.abs(_mirrored(row)) > limit(pairs)).any() for row in (noise, signed)):
        return "people at mirrored places depend on each other"
    return ""


def _noise(
    sample: Sample, error: float
) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """Return reports minus their means, and the limit of a sum of their products.

    The limit, by the number of independent products, is Bernstein's inequality; all
    sums of `_at_a_distance` share `error`.
    """
    kinds = sample.law.shape[1]
    # any scores do; of more kinds these have no pattern, so no dependence cancels
    scores = np.arange(2) if kinds == 2 else np.cos(2.4 * np.arange(kinds) ** 2)
    means = sample.law @ scores
    noise = (scores[sample.reports] - means[sample.inputs]).ravel()
    # of one product, at most
    bound = max(scores.max() - means.min(), means.max() - scores.min()) ** 2
    variance = (sample.law @ scores**2 - means**2).max() ** 2
    # e^-c for each of the two sides of each sum: of n, three orders in two halves and
    # two mirrors with 2n
    c = math.log(2 * (3 * 2 + 2 * 2) * len(noise) / error)

    def limit(products: np.ndarray) -> np.ndarray:
        largest = bound * c / 3
        return largest + np.sqrt(largest**2 + 2 * variance * c * products)

    return noise, limit


def _in_words(lag: int, columns: int) -> str:
    """Say which entries are so many places apart in a table, read row by row."""
    people, rest = divmod(lag, columns)
    if lag == 1 and columns > 1:
        return "entries next to each other depend on each other"
    if rest:
        return f"entries {lag:,} places apart in the table depend on each other"
    if people == 1:
        return "neighbors depend on each other"
    return f"people {people:,} places apart depend on each other"


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
    together = list(_ones_together(sample))
    counts = np.concatenate([ones for ones, *_ in together]).astype(np.int64)
    people = np.concatenate([people for _, people, _ in together]).astype(np.int64)
    chances = np.concatenate([
        np.full(len(ones), chance) for ones, _, chance in together
    ])
    # exact tails of these only: within five standard deviations none is below 1e-12
    far = (counts - people * chances) ** 2 > 25 * people * chances * (1 - chances)
    unlikely = smaller_tail(counts[far], people[far], chances[far]).min(initial=1)
    if unlikely >= error / (2 * len(counts)):
        return ""
    return "bits of one person depend on each other"


def _ones_together(sample: Sample) -> Iterator[tuple[np.ndarray, np.ndarray, float]]:
    """Yield for sets of columns how often all are 1, among how many, and its chance.

    Of different inputs in two columns, then of the same input in two and in three.
    """
    columns, chance = sample.inputs.shape[1], sample.law[:, 1]
    # by input, people x columns: who has it there, and whose report of it is 1; as
    # float32, whose products are fast, and exact for counts below 2^24
    has = [(sample.inputs == i).astype(np.float32) for i in range(len(sample.law))]
    one = [part * (sample.reports == 1) for part in has]
    different = ~np.eye(columns, dtype=bool)
    for i, j in combinations(range(len(has)), 2):
        ones, people = one[i].T @ one[j], has[i].T @ has[j]
        yield ones[different], people[different], chance[i] * chance[j]
    for i in range(len(has)):
        pairs = np.triu_indices(columns, 1)
        ones, people = one[i].T @ one[i], has[i].T @ has[i]
        yield ones[pairs], people[pairs], chance[i] ** 2
        for c in range(columns - 2):
            # pairs of later columns, of people who are counted in column c
            later = np.triu_indices(columns - c - 1, 1)
            ones = (one[i][:, c + 1 :] * one[i][:, [c]]).T @ one[i][:, c + 1 :]
            people = (has[i][:, c + 1 :] * has[i][:, [c]]).T @ has[i][:, c + 1 :]
            yield ones[later], people[later], chance[i] ** 3
