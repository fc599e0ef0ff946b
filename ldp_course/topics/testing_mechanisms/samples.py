"""Turn reports into codes 0, 1, 2, …, and prove what two samples of them can."""

import math

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import as_array
from ldp_course.audit import audit, clopper_pearson_high, clopper_pearson_low, halves

ALLOWED = "one report a person, numbers or texts, of shape (n,) or (n, columns)"
BINS = 64  # of reports that are numbers with more different values than this


def as_table(reports: object) -> ArrayLike:
    """Return reports as one table, if a mechanism sends several parts."""
    if isinstance(reports, tuple):
        return np.column_stack([np.asarray(part) for part in reports])
    return reports


def as_reports(reports: ArrayLike, n: int) -> np.ndarray:
    """Return reports as an array of shape (n, columns), or raise what is wrong."""
    if (
        isinstance(reports, list)
        or getattr(reports, "dtype", np.dtype(int)).kind == "O"
    ):
        is_even = len({*map(np.size, reports)}) == 1
        entries = np.asarray(reports, dtype=object) if is_even else []
        kinds = sorted({type(entry).__name__ for entry in np.ravel(entries)})
        if len(kinds) > 1:
            problem = f"reports are of the types {', '.join(kinds)}"
            raise TypeError(f"{problem}; the type of a report may tell the value")
        reports = list(reports)
    array = as_array("reports", reports, ALLOWED)
    if array.ndim not in (1, 2) or len(array) != n or not array.size:
        raise ValueError(
            f"reports have shape {array.shape} for {n:,} people; allowed: {ALLOWED}"
        )
    if array.dtype.kind not in "biufU":
        raise TypeError(f"reports have dtype {array.dtype}; allowed: {ALLOWED}")
    return array.reshape(n, -1)


def coded(samples: list[np.ndarray]) -> list[np.ndarray]:
    """Return each column's entries as codes, the same ones in all samples.

    Many different numbers are put into bins of like size, whole ones also by their last
    three bits.
    """
    together = np.concatenate(samples)
    columns = [_column_codes(column) for column in together.T]
    ends = np.cumsum([len(sample) for sample in samples])
    return np.split(np.column_stack(columns), ends[:-1])


def _column_codes(column: np.ndarray) -> np.ndarray:
    if column.dtype.kind == "f":
        column = column + 0.0  # so that -0.0 becomes 0.0
    codes = np.unique(column, return_inverse=True)[1].reshape(-1)
    if column.dtype.kind in "bU" or codes.max() < BINS:
        return codes
    bins = codes * BINS // (codes.max() + 1)
    return bins if column.dtype.kind == "f" else bins * 8 + (column % 8).astype(int)


def hardly_repeat(samples: list[np.ndarray]) -> bool:
    """Return whether the texts of a column nearly all differ: no audit can learn."""
    together = np.concatenate(samples)
    if together.dtype.kind != "U":
        return False
    return any(2 * len(np.unique(column)) > len(column) for column in together.T)


def whole_rows(samples: list[np.ndarray]) -> list[np.ndarray]:
    """Return one code for each different row."""
    together = np.concatenate(samples)
    codes = np.unique(together, axis=0, return_inverse=True)[1].reshape(-1)
    return np.split(codes, np.cumsum([len(sample) for sample in samples])[:-1])


def column_weights(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return how far codes speak for the first sample, shape (columns, codes).

    The logarithm of a ratio of shares; 0 where chance explains the difference.
    """
    size = max(first.max(), second.max()) + 1
    weights = np.zeros((first.shape[1], size))
    for column, (a, b) in enumerate(zip(first.T, second.T)):
        of_first, of_second = (np.bincount(sample, minlength=size) for sample in (a, b))
        apart = np.abs(of_first / len(a) - of_second / len(b))
        noise = np.sqrt(of_first / len(a) ** 2 + of_second / len(b) ** 2)
        ratios = np.log((of_first + 0.5) / len(a)) - np.log((of_second + 0.5) / len(b))
        weights[column] = np.where(apart > 2 * noise, ratios, 0)
    return weights


def proven_by_columns(first: np.ndarray, second: np.ndarray, error: float) -> float:
    """Return a lower bound of ε from the columns, too high with probability `error`.

    One half of the samples chooses the scores and the cut, the other half is counted.
    """
    learned, counted = halves(first, second)
    weights = column_weights(*learned)
    places, last = np.arange(weights.shape[0]), weights.shape[1] - 1

    def score(rows: np.ndarray) -> np.ndarray:  # as if the columns were independent
        scores = weights[places, np.minimum(rows, last)]
        return np.where(rows <= last, scores, 0).sum(axis=1)

    cut = _best_cut(*map(score, learned), error)
    scores = map(score, counted)
    return audit(*scores, confidence=1 - error, event=lambda s: s >= cut).epsilon_lower


def _best_cut(first: np.ndarray, second: np.ndarray, error: float) -> float:
    cuts = np.unique(np.concatenate([first, second]))
    cuts = cuts[np.unique(np.linspace(0, len(cuts) - 1, 500).astype(int))]
    hits = len(first) - np.searchsorted(np.sort(first), cuts)
    alarms = len(second) - np.searchsorted(np.sort(second), cuts)
    low = clopper_pearson_low(hits, len(first), error / 2)
    high = clopper_pearson_high(alarms, len(second), error / 2)
    return float(cuts[np.argmax(low / high)])


def same_chance(reports: np.ndarray, again: np.ndarray) -> bool:
    """Return whether a column of two calls agrees, which has probability e^-40."""
    for column, other in zip(reports.T, again.T):
        counts = np.unique(column, return_counts=True)[1]
        alike = ((counts / len(column)) ** 2).sum()  # for one person, by chance
        if -len(column) * math.log(alike) > 40 and np.array_equal(column, other):
            return True
    return False
