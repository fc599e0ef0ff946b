"""Draw tables as they may be in the world, so that none looks like a test.

Size, shares, order and type are drawn for each table. Sizes and shares lie in strata:
between them are no gaps in which a function could tell the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.special import expit

# at least so many people, fewer than so many, how many tables
MOST_PEOPLE = 40_000
SIZES = (2, 20, 60), (20, 200, 30), (200, 2_000, 40), (2_000, MOST_PEOPLE, 24)
# e to so much is the odds of the most frequent of two kinds, at most
SPREAD = 6
TYPES = np.int64, np.int32


def tables(
    rng: np.random.Generator,
    kinds: int,
    draw: Callable[[int, np.ndarray, np.random.Generator], np.ndarray],
    most: int = MOST_PEOPLE,
    columns: int = 1,
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield tables of any size, each with the number of its class of sizes.

    kinds: each table has shares of so many, in an order of its own
    draw: draw(people, shares, rng) is the table
    most: people in the largest tables
    columns: of a table; of wide ones there are fewer, as a loop takes long for them
    """
    drawn = []
    for number, (least, below, times) in enumerate(SIZES):
        if least >= most:
            continue
        times = times if below <= most else times // 3
        times = max(times // max(columns // 8, 1), 2)
        edges = np.log(np.geomspace(least, min(below, most), times + 1))
        people = np.exp(rng.uniform(edges[:-1], edges[1:])).astype(int)
        shares = popularities(rng, times, kinds)
        orders = rng.permutation(times) % 4
        for size, share, order in zip(people.tolist(), shares, orders):
            table = draw(size, share, rng)
            if order < 2:  # all that is equal together, from either end
                table = table[np.lexsort(table.reshape(size, -1).T)[:: 1 - 2 * order]]
            drawn.append((number, table.astype(TYPES[rng.integers(len(TYPES))])))
    for place in rng.permutation(len(drawn)):
        yield drawn[place]


def popularities(rng: np.random.Generator, times: int, kinds: int) -> np.ndarray:
    """Return shares of so many kinds, from rare to frequent, shape (times, kinds).

    Those of two kinds lie in strata, half of them of the share, half of the odds.
    """
    places = (np.arange(times) + rng.random(times)) / times
    if kinds == 2:
        odds = rng.permutation(times) % 2 == 0
        last = np.where(odds, expit(SPREAD * (2 * places - 1)), places)
        return np.column_stack([1 - last, last])[rng.permutation(times)]
    weights = np.exp(2 * SPREAD * places[:, None] * rng.random((times, kinds)))
    return weights / weights.sum(axis=1, keepdims=True)


def independent_bits(
    people: int, shares: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Draw bits, in each column with a share of its own."""
    half = len(shares) // 2
    ones = shares[:half] / (shares[:half] + shares[half:])
    return rng.random((people, half)) < ones
