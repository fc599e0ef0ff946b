"""Hadamard's table of signs: any two different rows agree in exactly half of the columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.mechanisms.shared import too_large

LARGEST_TABLE = 1 << 22  # entries of a channel that is written out


def check_channel(k: int, columns: int) -> None:
    """ValueError if a channel of k values would have more entries than that."""
    if k * columns > LARGEST_TABLE:
        entries = f"{k} x {columns:,} entries"
        raise too_large(f"domain has {k} values", entries, f"{LARGEST_TABLE:,} entries")


def walsh_hadamard(columns: np.ndarray) -> np.ndarray:
    """Each row of a table times the Hadamard matrix: -1 where r and c share an odd number of 1s.

    Takes log2(b) passes of sums and differences, not b² products; b, the length, is a power of 2.

    >>> walsh_hadamard(np.array([[3, 1]]))
    array([[4, 2]])
    """
    shape, width = columns.shape, columns.shape[-1]
    half = 1
    while half < width:
        pairs = columns.reshape(-1, width // (2 * half), 2, half)
        first, second = pairs[:, :, 0], pairs[:, :, 1]
        columns = np.stack([first + second, first - second], axis=2)
        half *= 2
    return columns.reshape(shape)


def hadamard_sign(row: ArrayLike, column: ArrayLike) -> np.ndarray:
    """The entry of the Hadamard matrix at `row` and `column`: +1 or -1."""
    return 1 - 2 * is_minus(np.bitwise_and(row, column)).astype(np.intp)


def is_minus(common_bits: np.ndarray) -> np.ndarray:
    """1 where a Hadamard entry is -1, given the bits that its row and column numbers share; else 0."""
    return np.bitwise_count(common_bits) & 1
