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
    """Each row times the Hadamard matrix, by log2(width) passes of sums and differences."""
    shape, half = columns.shape, 1
    while half < shape[-1]:
        first, second = columns.reshape(-1, 2, half).swapaxes(0, 1)
        columns = np.stack([first + second, first - second], axis=1)
        half *= 2
    return columns.reshape(shape)


def is_minus(row: ArrayLike, column: ArrayLike) -> np.ndarray:
    """1 where the Hadamard entry is -1: `row` and `column` share an odd number of 1s. Else 0."""
    return np.bitwise_count(np.bitwise_and(row, column)) & 1
