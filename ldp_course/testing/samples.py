"""Reports as codes 0, 1, 2, …, and what two samples of them prove."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import as_array
from ldp_course.binomial import highest_probability, lowest_probability
from ldp_course.privacy import audit

ALLOWED = "one report a person, numbers or texts, of shape (n,) or (n, columns)"
BINS = 64  # of reports that are numbers with more different values than this


def one_table(reports: object) -> ArrayLike:
    """Reports as one table, if a mechanism sends several parts."""
    if isinstance(reports, tuple):
        return np.column_stack([np.asarray(part) for part in reports])
    return reports


def as_reports(drawn: ArrayLike, n: int) -> np.ndarray:
    """Reports as an array of shape (n, columns), or an error that says what is wrong with them."""
    if isinstance(drawn, list) or getattr(drawn, "dtype", np.dtype(int)).kind == "O":
        entries = np.asarray(drawn, dtype=object) if len({*map(np.size, drawn)}) == 1 else []
        kinds = sorted({type(entry).__name__ for entry in np.ravel(entries)})
        if len(kinds) > 1:
            found = f"reports are of the types {', '.join(kinds)}"
            raise TypeError(f"{found}; the type of a report may tell the value")
        drawn = list(drawn)
    array = as_array("reports", drawn, ALLOWED)
    if array.ndim not in (1, 2) or len(array) != n or not array.size:
        raise ValueError(f"reports have shape {array.shape} for {n:,} people; allowed: {ALLOWED}")
    if array.dtype.kind not in "biufU":
        raise TypeError(f"reports have dtype {array.dtype}; allowed: {ALLOWED}")
    return array.reshape(n, -1)


def coded(samples: list[np.ndarray]) -> list[np.ndarray]:
    """Each column's entries as codes, the same ones in all samples.

    Many different numbers are put into bins of like size, whole ones also by their last three bits.
    """
    together = np.concatenate(samples)
    columns = [_column_codes(column) for column in together.T]
    return np.split(np.column_stack(columns), np.cumsum([len(one) for one in samples])[:-1])


def _column_codes(column: np.ndarray) -> np.ndarray:
    if column.dtype.kind == "f":
        column = column + 0.0  # so that -0.0 becomes 0.0
    codes = np.unique(column, return_inverse=True)[1].reshape(-1)
    if column.dtype.kind in "bU" or codes.max() < BINS:
        return codes
    bins = codes * BINS // (codes.max() + 1)
    return bins if column.dtype.kind == "f" else bins * 8 + (column % 8).astype(int)


def hardly_repeat(samples: list[np.ndarray]) -> bool:
    """Whether some column is of texts that nearly all differ: no audit can learn from them."""
    together = np.concatenate(samples)
    if together.dtype.kind != "U":
        return False
    return any(2 * len(np.unique(column)) > len(column) for column in together.T)


def whole_rows(samples: list[np.ndarray]) -> list[np.ndarray]:
    """One code for each different row."""
    together = np.concatenate(samples)
    codes = np.unique(together, axis=0, return_inverse=True)[1].reshape(-1)
    return np.split(codes, np.cumsum([len(one) for one in samples])[:-1])


def column_weights(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """How far each code of a column speaks for the first sample, shape (columns, codes).

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
    """A lower bound of ε, too high with probability `error` at most, from the columns together.

    One half of the samples chooses the scores and the cut, the other half is counted.
    """
    halves = len(first) // 2, len(second) // 2
    score = by_columns(first[: halves[0]], second[: halves[1]])
    scores = score(first), score(second)
    cut = _best_cut(scores[0][: halves[0]], scores[1][: halves[1]], error)
    counted = scores[0][halves[0] :], scores[1][halves[1] :]
    return audit(*counted, confidence=1 - error, event=lambda s: s >= cut).epsilon_lower


def by_columns(first: np.ndarray, second: np.ndarray) -> Callable:
    """Learn from the columns one by one, as if they were independent, and add up."""
    weights = column_weights(first, second)
    places, most = np.arange(weights.shape[0]), weights.shape[1] - 1
    return lambda rows: np.where(rows <= most, weights[places, np.minimum(rows, most)], 0).sum(1)


def _best_cut(first: np.ndarray, second: np.ndarray, error: float) -> float:
    cuts = np.unique(np.concatenate([first, second]))
    cuts = cuts[np.unique(np.linspace(0, len(cuts) - 1, 500).astype(int))]
    hits = len(first) - np.searchsorted(np.sort(first), cuts)
    alarms = len(second) - np.searchsorted(np.sort(second), cuts)
    low = lowest_probability(hits, len(first), error / 2)
    high = highest_probability(alarms, len(second), error / 2)
    return float(cuts[np.argmax(low / high)])


def same_chance(reports: np.ndarray, again: np.ndarray) -> bool:
    """Whether some column of two calls is the same, where that has probability e^-40 at most."""
    for one, other in zip(reports.T, again.T):
        counts = np.unique(one, return_counts=True)[1]
        alike = ((counts / len(one)) ** 2).sum()  # for one person, by chance
        if -len(one) * math.log(alike) > 40 and np.array_equal(one, other):
            return True
    return False
