"""Hash functions from values to buckets, one for each 64-bit seed: exact everywhere.

The value at position v, or with the code v, has a fixed odd 64-bit number m(v). The
product seed · m(v) modulo 2^64 is a fraction of 2^64; its upper 32 bits u choose the
bucket floor(g u / 2^32): multiplicative hashing (Dietzfelbinger et al., 1997). Tests
measure that two values meet with probability 1/g and that other values fall
independently, as under a perfect hash.
"""

import numpy as np
from numpy.typing import ArrayLike

CHUNK_REPORTS = 1 << 14  # reports hashed at a time: what fits into a processor's cache


def multipliers(size: int) -> np.ndarray:
    """Return m(0), …, m(size - 1), uint64 of shape (size,)."""
    return multipliers_of(np.arange(size, dtype=np.uint64))


def multipliers_of(codes: np.ndarray) -> np.ndarray:
    """Return m of any uint64 codes: odd numbers without a pattern, by SplitMix64."""
    x = (codes + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (x ^ (x >> np.uint64(31))) | np.uint64(1)


def bucket(seeds: np.ndarray, multipliers: np.ndarray, buckets: int) -> np.ndarray:
    """Return buckets as uint64; seeds and multipliers are broadcast together."""
    upper = (seeds * multipliers) >> np.uint64(32)
    return (upper * np.uint64(buckets)) >> np.uint64(32)


def of_sketch(sketch: object, function: ArrayLike, codes: ArrayLike) -> np.ndarray:
    """Return buckets of positions under hash functions, broadcast together, intp."""
    places = bucket(sketch._seeds[function], sketch._multipliers[codes], sketch.width)
    return places.astype(np.intp)


def bucket_range(chosen: np.ndarray, buckets: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (low, width) of the products that fall into each bucket c.

    bucket(s, m, g) = c exactly where s·m - low < width, modulo 2^64.
    """
    g, unit = np.uint64(buckets), np.uint64(1)
    low = ((chosen << np.uint64(32)) + g - unit) // g
    high = (((chosen + unit) << np.uint64(32)) + g - unit) // g
    return low << np.uint64(32), (high - low) << np.uint64(32)


def support(
    seeds: np.ndarray, chosen: np.ndarray, multipliers: np.ndarray, buckets: int
) -> np.ndarray:
    """Count the reports (seed, chosen bucket) that support each value, int64 (k,).

    For each report and value that is a product and a comparison, in place of a hash.
    """
    counts = np.zeros(len(multipliers), dtype=np.int64)
    for start in range(0, len(seeds), CHUNK_REPORTS):
        part = slice(start, start + CHUNK_REPORTS)
        low, width = bucket_range(chosen[part], buckets)
        some_seeds = np.ascontiguousarray(seeds[part])
        product = np.empty_like(some_seeds)
        for value, multiplier in enumerate(multipliers):
            np.multiply(some_seeds, multiplier, out=product)
            np.subtract(product, low, out=product)
            counts[value] += np.count_nonzero(product < width)
    return counts
