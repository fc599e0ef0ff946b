"""Hadamard's table of signs: any two different rows agree in exactly half of the columns."""

import numpy as np
from numpy.typing import ArrayLike


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
