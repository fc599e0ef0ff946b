"""Reports that are rows of bits, one for each value of the domain: what the mechanisms that send them share."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_not_empty
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.shared import FrequencyOracle

LARGEST_CHANNEL = 12  # values; the channel has 2 to that power columns


class BitRows(FrequencyOracle):
    """Base of the mechanisms that draw each of k bits on its own: 1 with probability p for the true value, q for others."""

    def encode(self, values: ArrayLike) -> np.ndarray:
        """One-hot rows, uint8 of shape (n, k)."""
        return one_hot(super().encode(values), len(self.domain))

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The reports themselves: a report supports the values whose bits are 1."""
        return reports

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them.

        The number of ones in bit v is exactly Bin(n_v, p) + Bin(n - n_v, q), independently for each bit.
        """
        return self._simulate_independent(counts, rng)

    @property
    def _report_width(self) -> int:
        return len(self.domain)

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        return check_bit_rows(name, reports, len(self.domain))


def one_hot(codes: np.ndarray, size: int) -> np.ndarray:
    """Rows of `size` bits, uint8 of shape (n, size), with a 1 at each code."""
    rows = np.zeros((len(codes), size), dtype=np.uint8)
    rows[np.arange(len(codes)), codes] = 1
    return rows


def channel_of_bits(
    k: int, if_one: tuple[float, float], if_zero: tuple[float, float]
) -> np.ndarray:
    """Pr[k reported bits | value], shape (k, 2^k), if each bit is drawn on its own: Pr[0] and Pr[1] if the true bit is 1, or 0."""
    if k > LARGEST_CHANNEL:
        raise ValueError(
            f"domain has {k} values, so channel() would have 2**{k} columns; "
            f"at most {LARGEST_CHANNEL} values are allowed here (epsilon has a formula for every k)"
        )
    bits = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
    at_zero, at_one = np.array(if_zero)[bits], np.array(if_one)[bits]
    return np.array([
        np.where(np.arange(k) == value, at_one, at_zero).prod(axis=1) for value in range(k)
    ])


def check_bit_rows(name: str, reports: ArrayLike, size: int) -> np.ndarray:
    """Return rows of `size` bits, one row a person, as an integer array."""
    allowed = f"rows of {size} bits (0 or 1), one row a person"
    array = np.asarray(reports)
    if array.ndim != 2 or array.shape[1] != size:
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    check_not_empty(name, array)
    if array.dtype.kind not in "biu":
        raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
    if array.min() < 0 or array.max() > 1:
        raise ValueError(
            f"{name} holds {array.min() if array.min() < 0 else array.max()}; {name} must be {allowed}"
        )
    return array
