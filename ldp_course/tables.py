"""Tables that are written out: rows of bits, channels of bits, and their limits."""

from collections.abc import Sequence

import numpy as np

LARGEST_CHANNEL = 12  # bits of a report; the channel has 2 to that power columns
LARGEST_TABLE = 1 << 22  # entries of a channel or list


def rows_of_bits(k: int, size: str = "") -> np.ndarray:
    """Return all rows of k bits, uint8 of shape (2^k, k).

    Bit i of row j is (j >> i) & 1. `size` is what a message says of a k too large.
    """
    if k > LARGEST_CHANNEL:
        size = size or f"domain has {k} values"
        raise too_large(size, f"2**{k} rows of bits", f"{LARGEST_CHANNEL} bits")
    return ((np.arange(2**k)[:, None] >> np.arange(k)) & 1).astype(np.uint8)


def channel_of_bits(
    k: int, own_bit: Sequence, other_bit: Sequence, size: str = ""
) -> np.ndarray:
    """Return Pr[row of k bits | value], shape (k, 2^k), of independent bits.

    `own_bit` is (Pr[0], Pr[1]) of the value's bit, `other_bit` of each other bit.
    """
    bits = rows_of_bits(k, size)
    own, other = np.array(own_bit)[bits], np.array(other_bit)[bits]
    return np.array([
        np.where(row, own, other).prod(axis=1) for row in np.eye(k, dtype=bool)
    ])


def check_table(rows: int, columns: int) -> None:
    """Raise ValueError if a channel or list is too large to be written out."""
    if rows * columns > LARGEST_TABLE:
        size, entries = f"domain has {rows} values", f"{rows} x {columns:,} entries"
        raise too_large(size, entries, f"{LARGEST_TABLE:,} entries")


def too_large(size: str, table: str, most: str) -> ValueError:
    """Return the error of channel() and possible_reports() for a table too large."""
    return ValueError(
        f"{size}, so channel() would have {table}; at most {most} are allowed here "
        "(epsilon is exact for every size)"
    )
