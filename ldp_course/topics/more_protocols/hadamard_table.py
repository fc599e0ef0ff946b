"""Hadamard's table of signs: two rows agree in exactly half of the columns."""

import numpy as np
from numpy.typing import ArrayLike


def walsh_hadamard(columns: np.ndarray) -> np.ndarray:
    """Multiply each row by the Hadamard matrix, in log2(width) passes of additions."""
    shape, half = columns.shape, 1
    while half < shape[-1]:
        first, second = columns.reshape(-1, 2, half).swapaxes(0, 1)
        columns = np.stack([first + second, first - second], axis=1)
        half *= 2
    return columns.reshape(shape)


def is_minus(row: ArrayLike, column: ArrayLike) -> np.ndarray:
    """Return 1 where the table has -1, and 0 where it has +1.

    It has -1 where the binary digits of `row` and `column` share an odd number of 1s.
    """
    return np.bitwise_count(np.bitwise_and(row, column)) & 1
