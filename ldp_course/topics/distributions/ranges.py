"""Compare distributions on a range, make fewer bins or more, and mend what falls."""

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_integer,
    check_number,
    check_numbers,
    refuse,
    reject,
)

LARGEST = 1e300  # sums of many are still floats
SHARES = "a list or array of numbers from -1e300 to 1e300, one a bin"
# by which the sums of shares that are written down with a few digits may differ
ROUNDED = 2e-3


def _bins(name: str, frequencies: ArrayLike) -> np.ndarray:
    frequencies = check_numbers(name, frequencies, SHARES, -LARGEST, LARGEST)
    if frequencies.ndim != 1 or not len(frequencies):
        reject(name, f"has shape {frequencies.shape}", SHARES)
    return frequencies


def wasserstein(first: ArrayLike, second: ArrayLike, width: float = 1.0) -> float:
    """Return how far shares must move, on average, to make one distribution another.

    The sum of the absolute differences of both cumulative distributions, times the
    width of a bin: the first Wasserstein distance. It is never below the difference of
    the means.

    Parameters
    ----------
    first, second : arrays of shape (k,), frequencies in neighboring bins, with the
        same sum (but for rounding, 0.002); some may be negative
    width : float, of a bin, above 0

    Examples
    --------
    >>> wasserstein([0.5, 0.5, 0.0], [0.5, 0.0, 0.5], width=10)
    5.0
    """
    first, second = _bins("first", first), _bins("second", second)
    if first.shape != second.shape:
        problem = f"first has shape {first.shape}, second has shape {second.shape}"
        raise ValueError(f"{problem}; both must have as many bins")
    if not np.isclose(first.sum(), second.sum(), rtol=1e-9, atol=ROUNDED):
        problem = f"first has the sum {first.sum():.6g}, second has the sum"
        raise ValueError(
            f"{problem} {second.sum():.6g}; both must have the same sum:"
            " what is missing has no place"
        )
    if check_number("width", width, "a number above 0", 0) == 0:
        refuse("width", width, "a number above 0")
    return float(np.abs(np.cumsum(first - second)[:-1]).sum() * width)


def isotonic(frequencies: ArrayLike) -> np.ndarray:
    """Return the frequencies of the nearest cumulative distribution that never falls.

    It is the least-squares one, clipped to 0 and 1, by pooling neighbors that fall
    (Ayer et al. 1955); its end is 1. It keeps ranges and quantiles right where
    `norm_sub` would cut the tails.

    Parameters
    ----------
    frequencies : array of shape (k,), unbiased estimates with the sum 1; some may be
        negative

    Examples
    --------
    >>> isotonic([0.25, -0.05, 0.3, 0.35, 0.15]).round(3).tolist()
    [0.225, 0.0, 0.275, 0.35, 0.15]
    """
    frequencies = _bins("frequencies", frequencies)
    if abs(frequencies.sum() - 1) > ROUNDED:
        fault = f"has the sum {frequencies.sum():.6g}"
        reject("frequencies", fault, "shares with the sum 1, one a bin")
    cumulative = np.cumsum(frequencies)
    blocks: list[list[float]] = []  # sums and sizes of pooled neighbors
    for value in cumulative[:-1]:
        blocks.append([value, 1])
        # pool while the block before has the larger mean, or the same
        while len(blocks) > 1:
            (before, size_before), (last, size) = blocks[-2:]
            if before * size < last * size_before:
                break
            blocks[-2:] = [[before + last, size_before + size]]
    pooled = [total / size for total, size in blocks for _ in range(int(size))]
    return np.diff(np.clip([*pooled, 1.0], 0, 1), prepend=0)


def merge(frequencies: ArrayLike, bins: int) -> np.ndarray:
    """Add up the frequencies or counts of neighboring bins, so that `bins` are left.

    The wider ones hold as nearly equally many as they can. `spread_evenly` goes back.

    Parameters
    ----------
    frequencies : array of shape (k,)
    bins : int, 1 to k

    Examples
    --------
    >>> merge([10, 20, 30, 40, 50], 2).tolist()
    [60.0, 90.0]
    """
    frequencies = _bins("frequencies", frequencies)
    k = len(frequencies)
    return np.bincount(_wider(k, check_integer("bins", bins, 1, k)), frequencies)


def spread_evenly(frequencies: ArrayLike, bins: int) -> np.ndarray:
    """Divide what `merge` added up equally among the narrow bins of each wide one.

    Parameters
    ----------
    frequencies : array of shape (g,), of the wide bins
    bins : int, narrow ones, at least g

    Examples
    --------
    >>> spread_evenly([60, 90], 5).tolist()
    [20.0, 20.0, 20.0, 45.0, 45.0]
    """
    frequencies = _bins("frequencies", frequencies)
    bins = check_integer("bins", bins, len(frequencies), 2**16)
    wide = _wider(bins, len(frequencies))
    return (frequencies / np.bincount(wide))[wide]


def _wider(k: int, bins: int) -> np.ndarray:
    """Return the wide bin into which each of the k narrow ones falls."""
    return np.arange(k) * bins // k
