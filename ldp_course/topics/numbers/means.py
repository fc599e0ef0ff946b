"""Share what the mechanisms for numbers do alike: checks, scale, chunks, mean."""

import contextlib
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_not_empty,
    check_number,
    check_numbers,
    check_people,
    check_rng,
    check_whole,
    refuse,
    reject,
    shown,
    without_labels,
)
from ldp_course.counting import by_chunk, chunks
from ldp_course.domains import in_order
from ldp_course.topics.numbers.mean_estimate import MeanEstimate

LARGEST = 1e15  # of an end of the range: beyond it float64 has no fractions
# of a width: the square of half of it is still a float with all its digits
SMALLEST = 1e-150
VALUES = "a list or array of finite numbers, one a person"


class Mean(Protocol):
    """Name what these functions read of a mechanism."""

    low: float
    high: float


def check_range(low: float, high: float) -> tuple[float, float]:
    """Return both ends as floats, low below high."""
    low = check_number("low", low, "a finite number up to 1e15", -LARGEST, LARGEST)
    allowed = f"a finite number above low = {low:g}, by at least {SMALLEST:g}"
    allowed += ", up to 1e15"
    high = check_number("high", high, allowed, -LARGEST, LARGEST)
    return (low, high) if high - low >= SMALLEST else refuse("high", high, allowed)


def check_values(name: str, values: ArrayLike) -> np.ndarray:
    """Return finite numbers, float64 of shape (n,), at least one."""
    return _check_row(name, values, VALUES, any_labels=True)


def _check_row(
    name: str,
    values: ArrayLike,
    allowed: str,
    largest: float = math.inf,
    any_labels: bool = False,
) -> np.ndarray:
    limits = -largest, largest
    values = check_numbers(name, values, allowed, *limits, any_labels=any_labels)
    if values.ndim != 1:
        reject(name, f"has shape {values.shape}", allowed)
    return check_not_empty(name, values)


def encode(mechanism: Mean, values: ArrayLike) -> np.ndarray:
    """Return numbers on the scale from -1 (low) to 1 (high), float64 of shape (n,).

    One outside the range is moved to the nearer end. A missing number is a ValueError:
    what it counts as, the caller says.
    """
    return on_scale(mechanism, check_values("values", values))


def encode_single(mechanism: Mean, value: float) -> np.ndarray:
    """Return one number on the scale, shape (1,)."""
    value = check_number("value", value, "a finite number")
    return on_scale(mechanism, np.array([value]))


def on_scale(mechanism: Mean, values: np.ndarray) -> np.ndarray:
    half = (mechanism.high - mechanism.low) / 2
    inside = np.clip(values, mechanism.low, mechanism.high)
    return np.clip((inside - mechanism.low) / half - 1, -1, 1)


def check_encoded(encoded: ArrayLike) -> np.ndarray:
    """Return numbers from -1 to 1, float64 of shape (n,)."""
    allowed = "numbers from -1 to 1, one a person, as from encode"
    return _check_row("encoded", encoded, allowed, 1)


def perturb_by_chunk(
    draw: Callable, encoded: np.ndarray, rng: np.random.Generator, dtype: type = float
) -> np.ndarray:
    """Return draw(encoded, rng), chunk by chunk, in one array."""
    return by_chunk(draw, encoded, rng, np.empty(len(encoded), dtype))


def drawn_by_chunk(
    draw: Callable, encode_part: Callable, values: ArrayLike, rng: np.random.Generator
) -> Iterator[np.ndarray]:
    """Yield draw(encoded, rng) for the values of each chunk of people."""
    check_rng(rng)
    for part in chunks(check_values("values", values)):
        yield draw(encode_part(part), rng)


def collect(
    mechanism: Mean, values: ArrayLike, rng: np.random.Generator
) -> MeanEstimate:
    """Return aggregate(perturb(encode(values), rng)), in chunks of people."""
    parts = drawn_by_chunk(mechanism._draw, mechanism.encode, values, rng)
    return estimate(mechanism, parts)


def collect_bits(
    mechanism: Mean, values: ArrayLike, rng: np.random.Generator
) -> MeanEstimate:
    """Return aggregate(perturb(encode(values), rng)), in chunks of people."""
    bits = drawn_by_chunk(mechanism._draw, mechanism.encode, values, rng)
    return mechanism._estimate(sum(map(np.count_nonzero, bits)), len(values))


def check_reports(reports: ArrayLike, largest: float = math.inf) -> np.ndarray:
    """Return reported numbers, float64 of shape (n,), at most `largest` from 0."""
    allowed = "a list or array of finite numbers, one a person"
    if largest < math.inf:
        allowed = f"numbers from {-largest:.6g} to {largest:.6g}, one a person"
    return _check_row("reports", reports, allowed, largest)


def estimate(mechanism: Mean, parts: Iterable[np.ndarray]) -> MeanEstimate:
    """Return the mean of unbiased reports on the scale, in the unit of the range.

    Parts are put together by the means and sums of squares of each (Chan, Golub and
    LeVeque 1983).
    """
    n, mean, squares = 0, 0.0, 0.0
    for part in parts:
        m, of_part = len(part), float(part.mean())
        apart = of_part - mean
        mean += apart * m / (n + m)
        squares += float(((part - of_part) ** 2).sum()) + apart**2 * n * m / (n + m)
        n += m
    return in_unit(mechanism, n, mean, squares)


def estimate_from_counts(
    mechanism: Mean, numbers: np.ndarray, counts: np.ndarray
) -> MeanEstimate:
    """Estimate like `estimate`, where so many reports are each of these numbers."""
    n = int(counts.sum())
    mean = float(numbers @ counts / n)
    return in_unit(mechanism, n, mean, float((numbers - mean) ** 2 @ counts))


def in_unit(mechanism: Mean, n: int, mean: float, squares: float) -> MeanEstimate:
    half = (mechanism.high - mechanism.low) / 2
    error = half * math.sqrt(squares / (n - 1) / n) if n > 1 else math.inf
    return MeanEstimate(n, mechanism.low + half * (mean + 1), error)


def variance_in_unit(
    mechanism: Mean, n: int, value: ArrayLike, of_report: Callable
) -> np.ndarray | float:
    """Return of_report(numbers on the scale) / n, in squared units of the range."""
    n = check_people("n", n)
    value = check_numbers("value", value, "one or several finite numbers")
    half = (mechanism.high - mechanism.low) / 2
    with np.errstate(under="ignore"):
        result = half**2 * of_report(on_scale(mechanism, value)) / n
    return result if np.ndim(result) else float(result)


def check_counts(values: ArrayLike, counts: ArrayLike) -> np.ndarray:
    """Return how many people hold each of the values, int64 of shape (values,).

    Labels of counts are values, unless both come with the same labels: those of rows.
    """
    n, allowed = len(values), f"{len(values)} whole numbers, not negative, one a value"
    counts = _beside(values, counts)
    counts = check_whole("counts", counts, 10**15, allowed, "iu")
    if counts.shape != (n,) or not counts.sum():
        problem = f"values has {n} numbers, counts has shape {counts.shape}"
        problem += f", sum {counts.sum()}"
        raise ValueError(f"{problem}; counts must be {allowed}, not all 0")
    return counts.astype(np.int64, copy=False)


def _beside(values: ArrayLike, counts: ArrayLike) -> ArrayLike:
    """Return counts in the order of the values, as two columns of a table are."""
    labels = getattr(counts, "index", None)
    if hasattr(values, "iloc") and values.index.equals(labels):
        by_row, by_value = np.asarray(counts), None
        with contextlib.suppress(ValueError):
            by_value = in_order("counts", counts, values)
        if by_value is None or by_value is counts or np.array_equal(by_value, by_row):
            return by_row
        raise ValueError(
            f"counts has the labels {shown(list(labels[:9]))}, which may be rows or "
            f"values; counts must be one number a value: {without_labels(counts)}"
        )
    return in_order("counts", counts, values)
