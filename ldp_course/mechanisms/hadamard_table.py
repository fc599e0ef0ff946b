"""Hadamard's table of signs: any two different rows agree in exactly half of the columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

LARGEST_TABLE = 1 << 22  # entries of a channel that is written out


def walsh_hadamard(columns: np.ndarray) -> np.ndarray:
    """Each row of a table times the Hadamard matrix, whose entry (r, c) is -1 if r and c share an odd number of 1 bits.

    Takes log2(b) passes of additions and subtractions instead of b² products; b, the row length, is a power of 2.
    """
    shape, width = columns.shape, columns.shape[-1]
    half = 1
    while half < width:
        pairs = columns.reshape(-1, width // (2 * half), 2, half)
        columns = np.stack(
            [pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]], axis=2
        )
        half *= 2
    return columns.reshape(shape)


def hadamard_sign(row: ArrayLike, column: ArrayLike) -> np.ndarray:
    """The entry of the Hadamard matrix at `row` and `column`: +1 or -1."""
    return 1 - 2 * is_minus(np.bitwise_and(row, column)).astype(np.intp)


def is_minus(common_bits: np.ndarray) -> np.ndarray:
    """1 where a Hadamard entry is -1, given the bits that its row and column numbers share; else 0."""
    return np.bitwise_count(common_bits) & 1
