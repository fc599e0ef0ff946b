"""Hash functions from values to buckets, one for each 64-bit seed: exact on every machine.

The value at position v has a fixed odd 64-bit number m(v). The product seed · m(v) modulo 2^64 is a
fraction of 2^64; its upper 32 bits u choose the bucket floor(g u / 2^32): multiplicative hashing
(Dietzfelbinger et al., 1997). Tests measure that two values meet with probability 1/g and that
other values fall independently, as under a perfect hash.
"""

from __future__ import annotations

import numpy as np

LARGEST_BUCKETS = 1 << 24  # above it, 32 bits would not spread evenly enough


def multipliers(size: int) -> np.ndarray:
    """m(0), …, m(size - 1): odd uint64 numbers without a pattern, by the SplitMix64 generator."""
    x = np.arange(1, size + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (x ^ (x >> np.uint64(31))) | np.uint64(1)


def bucket(seeds: np.ndarray, multipliers: np.ndarray, buckets: int) -> np.ndarray:
    """The bucket of each value under each seed, uint64 from 0 to buckets - 1; broadcast."""
    upper = (seeds * multipliers) >> np.uint64(32)
    return (upper * np.uint64(buckets)) >> np.uint64(32)


def bucket_range(chosen: np.ndarray, buckets: int) -> tuple[np.ndarray, np.ndarray]:
    """(low, width) of a bucket's products: bucket(s, m, g) = c where s·m - low < width."""
    g, one = np.uint64(buckets), np.uint64(1)
    low, high = (((c << np.uint64(32)) + g - one) // g for c in (chosen, chosen + one))
    return low << np.uint64(32), (high - low) << np.uint64(32)
