"""What the mechanisms of this floor share: one estimator, one variance, one way to work in chunks.

Two numbers describe such a mechanism. A report "supports" some values of the domain:
    p = Pr[report supports v | the person holds v]
    q = Pr[report supports v | the person holds another value]
Wang, Blocki, Li and Jha (USENIX Security 2017) call this a pure protocol. The chapter
"Unary encoding" derives the estimator and its variance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_counts,
    check_integer,
    check_not_empty,
    check_rng,
)
from ldp_course.estimate import Estimate

if TYPE_CHECKING:
    import pandas

CHUNK_ELEMENTS = (
    1 << 17
)  # array elements handled at a time: 1 MB of float64, which memory allocators keep for the next chunk
LARGEST_SIMULATION = 1 << 22  # random numbers that simulate() may draw: about a second


class FrequencyOracle:
    """Base of the mechanisms that estimate how many people hold each value of a domain.

    A subclass has `domain`, `p`, `q`, `epsilon`, the words perturb, channel and simulate, and `supported`, which says what
    each report supports. It has an `encode` of its own where a position is not enough, a `support` of its own where there
    is a faster way to count, and `_total` and `_estimate` of its own where the server adds up something else.
    """

    domain: tuple
    p: float
    q: float
    epsilon: float

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Each person's value as it will be protected: its position in the domain, intp of shape (n,).

        A value outside the domain is a ValueError that names it.
        """
        array = check_values(values)
        if (
            self._counts_from_zero
            and array.dtype.kind in "iu"
            and array.min() >= 0
            and array.max() < len(self.domain)
        ):
            return array.astype(np.intp)  # the values are their own positions

        import pandas as pd  # here, since loading pandas takes longer than all the rest of the module

        found = self._index.get_indexer(pd.Index(array))
        if (found < 0).any():
            outside = pd.unique(pd.Series(array[found < 0]))
            shown = ", ".join(
                repr(v.item() if isinstance(v, np.generic) else v) for v in outside[:5]
            )
            hint = ""
            if pd.isna(outside).any():
                hint = " (a missing answer is not dropped silently: leave it out yourself, or give it a value of its own)"
            raise ValueError(
                f"values has {(found < 0).sum()} answer(s) outside the domain: {shown}; "
                f"allowed are {_shorten(self.domain)}{hint}"
            )
        return found.astype(np.intp, copy=False)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports. Unbiased; nothing is clipped."""
        reports = self._check_reports("reports", reports)
        return self._estimate(self._total(reports), len(reports))

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """aggregate(perturb(encode(values), rng)) in chunks of people: the same law, memory flat in N."""
        check_rng(rng)
        values = check_values(values)
        total = 0
        for rows in chunks(len(values), self._report_width):
            total = total + self._total(self.perturb(self.encode(values[rows]), rng))
        return self._estimate(total, len(values))

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """Which values each report supports, booleans (or 0 and 1) of shape (n, k)."""
        raise NotImplementedError

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Number of reports that support each value, shape (k,)."""
        counts = np.zeros(len(self.domain), dtype=np.int64)
        for rows in chunks(len(reports), len(self.domain)):
            counts += self.supported(reports[rows]).sum(axis=0, dtype=np.uint32)
        return counts

    def variance(self, n: int, frequency: ArrayLike) -> np.ndarray | float:
        """Variance of the estimated frequency of a value that a share `frequency` of n people hold.

        [f p(1-p) + (1-f) q(1-q)] / (n (p-q)²): the mechanism's noise alone; the n people are fixed.
        """
        n = check_integer("n", n, 1)
        f = check_frequency("frequency", frequency)
        p, q = self.p, self.q
        result = (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2)
        return result if f.ndim else float(result)

    def _total(self, reports: np.ndarray) -> np.ndarray:
        """What the server adds up over all reports, chunk by chunk."""
        return self.support(reports)

    def _estimate(self, support: np.ndarray, n: int) -> Estimate:
        frequencies = (support / n - self.q) / (self.p - self.q)
        standard_errors = np.sqrt(self.variance(n, np.clip(frequencies, 0, 1)))
        return Estimate(self.domain, n, frequencies, standard_errors)

    def _simulate_independent(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """`simulate` where a report supports each value on its own: Bin(n_v, p) + Bin(n - n_v, q), one value at a time."""
        check_rng(rng)
        counts = check_counts("counts", counts, len(self.domain))
        n = int(counts.sum())
        return self._estimate(rng.binomial(counts, self.p) + rng.binomial(n - counts, self.q), n)

    @cached_property
    def _index(self) -> pandas.Index:
        import pandas as pd

        return pd.Index(self.domain)

    @cached_property
    def _counts_from_zero(self) -> bool:
        whole_numbers = all(type(value) is int for value in self.domain)
        return whole_numbers and self.domain == tuple(range(len(self.domain)))

    @property
    def _report_width(self) -> int:
        return 1

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        return check_codes(name, reports, len(self.domain))


def check_frequency(name: str, frequency: ArrayLike) -> np.ndarray:
    """Return one frequency or several as an array, if they lie between 0 and 1."""
    array = np.asarray(frequency, dtype=float)
    if not ((0 <= array) & (array <= 1)).all():
        raise ValueError(f"{name} = {frequency!r} is not allowed; {name} must lie between 0 and 1")
    return array


def check_draws(name: str, draws: int) -> None:
    """Raise ValueError if simulate() would need so many random numbers that collect() is the better way."""
    if draws > LARGEST_SIMULATION:
        raise ValueError(
            f"domain is too large for simulate() of {name}: it would draw {draws:,} random numbers, "
            f"at most {LARGEST_SIMULATION:,} are allowed here; use collect(), whose cost grows with the people instead"
        )


def chunks(people: int, width: int = 1) -> Iterator[slice]:
    """Slices of rows that together hold about CHUNK_ELEMENTS elements of `width` a row."""
    rows = max(1, CHUNK_ELEMENTS // width)
    for start in range(0, people, rows):
        yield slice(start, min(start + rows, people))


def check_values(values: ArrayLike) -> np.ndarray:
    """Return one value a person as a 1-D array, if there is at least one person."""
    if isinstance(values, (str, bytes)) or not (
        isinstance(values, Sequence) or hasattr(values, "__array__")
    ):
        raise TypeError(
            f"values = {values!r} is a {type(values).__name__}; values must be a list, array or Series, one value a person"
        )
    array = np.asarray(values)
    if array.dtype.kind == "U":
        array = np.asarray(
            values, dtype=object
        )  # else NumPy turns a NaN among texts into the text "nan"
    if array.ndim != 1:
        raise ValueError(
            f"values has shape {array.shape}; values must have one dimension, one value a person"
        )
    return check_not_empty("values", array)


def _shorten(domain: tuple) -> str:
    shown = ", ".join(repr(v) for v in domain[:8])
    return shown if len(domain) <= 8 else f"{shown}, … ({len(domain)} values)"
