"""Tables that are written out: rows of bits, the channels of bits, and what is too large."""

from collections.abc import Sequence

import numpy as np

LARGEST_CHANNEL = 12  # bits of a report; the channel has 2 to that power columns
LARGEST_TABLE = 1 << 22  # entries of a channel or list


def rows_of_bits(k: int, found: str = "") -> np.ndarray:
    """All rows of k bits, uint8 of shape (2^k, k): bit i of row j is (j >> i) & 1."""
    if k > LARGEST_CHANNEL:
        found = found or f"domain has {k} values"
        raise too_large(found, f"2**{k} rows of bits", f"{LARGEST_CHANNEL} bits")
    return ((np.arange(2**k)[:, None] >> np.arange(k)) & 1).astype(np.uint8)


def channel_of_bits(k: int, if_one: Sequence, if_zero: Sequence, found="") -> np.ndarray:
    """Pr[row of bits | value], shape (k, 2^k), by (Pr[0], Pr[1]) of its bit and of every other."""
    bits = rows_of_bits(k, found)
    at_zero, at_one = np.array(if_zero)[bits], np.array(if_one)[bits]
    return np.array([np.where(row, at_one, at_zero).prod(axis=1) for row in np.eye(k, dtype=bool)])


def check_table(rows: int, columns: int) -> None:
    """ValueError if a channel or list of this size is too large to be written out."""
    if rows * columns > LARGEST_TABLE:
        entries = f"{rows} x {columns:,} entries"
        raise too_large(f"domain has {rows} values", entries, f"{LARGEST_TABLE:,} entries")


def too_large(found: str, table: str, most: str) -> ValueError:
    """What channel() and possible_reports() raise in place of a table that is too large."""
    return ValueError(
        f"{found}, so channel() would have {table}; at most {most} are allowed here "
        "(epsilon is exact for every size)"
    )
