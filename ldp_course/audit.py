"""Measure ε from samples: a lower bound that holds with a stated confidence.

Used by the chapters, the checks and `examine`. Derived in "What ε promises".
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainccinv, betaincinv

from ldp_course.arguments import LOSSLESS, as_array, check_confidence, refuse, reject

__all__ = ["Audit", "audit", "clopper_pearson_high", "clopper_pearson_low"]


@dataclass(frozen=True)
class Audit:
    """Hold a lower bound of ε, true with probability at least `confidence`.

    It rests on `hits` among `hits_of` reports, and `false_alarms` among
    `false_alarms_of`.

    >>> audit([1] * 50, [0] * 50, event=lambda reports: reports == 1).hits_of
    50
    """

    epsilon_lower: float
    confidence: float
    hits: int
    hits_of: int
    false_alarms: int
    false_alarms_of: int


def audit(
    first: ArrayLike,
    second: ArrayLike,
    confidence: float = 0.99,
    event: Callable | None = None,
) -> Audit:
    """Measure ε from samples: many reports made from one value, many made from another.

    The bound is ln(low(hit rate) / high(false-alarm rate)) with Clopper-Pearson bounds,
    each one-sided at (1 - confidence)/2; never below 0. A finite sample cannot show
    that ε is infinite. Method: Arcolezi and Gambs (2024).

    The order of the reports makes no difference. What remains the caller's: that each
    report was made independently of the others, that none is left out, and that an
    event was fixed before these reports were seen, or learned from others.

    Parameters
    ----------
    first, second : array of shape (n,) or (n, bits)
        Reports, 2 or more, all of `first` made from one value, all of `second` from
        another.
    confidence : float, strictly between 0 and 1
    event : callable, optional
        From reports to one boolean each: "this came from the first value". The default
        is learned from one half of each sample (the best cut of the frequency ratio),
        and the other half is counted; see `halves`.

    Examples
    --------
    >>> first, second = [1] * 300 + [0] * 100, [1] * 100 + [0] * 300
    >>> result = audit(first, second, event=lambda reports: reports == 1)
    >>> result.hits, result.false_alarms, round(result.epsilon_lower, 2)  # ε is 1.1
    (300, 100, 0.8)
    """
    confidence = check_confidence(confidence)
    error = (1 - confidence) / 2
    first, second = _check_samples("first", first), _check_samples("second", second)
    first, second = _to_common_type(first, second)
    if event is not None and not callable(event):
        refuse("event", event, "a function from reports to one boolean each", TypeError)
    if event is None:
        learned, (first, second) = halves(first, second)
        event = _best_event(*learned, error)
    hits, false_alarms = _count(event, first), _count(event, second)
    low = clopper_pearson_low(hits, len(first), error)
    high = clopper_pearson_high(false_alarms, len(second), error)
    bound = max(0.0, math.log(low / high)) if low > 0 else 0.0
    return Audit(bound, confidence, hits, len(first), false_alarms, len(second))


def halves(first: np.ndarray, second: np.ndarray) -> tuple[list, list]:
    """Split each sample at random into two halves, the same ones in any order.

    Reports as `read_batch` returns them are sorted, and the first half of those is no
    sample of the rest. The chance comes from a digest of how often each report occurs,
    so that the same reports always give the same halves.
    """
    together = np.concatenate([first, second])
    code = np.unique(together, axis=0, return_inverse=True)[1].reshape(-1)
    codes = code[: len(first)], code[len(first) :]
    counts = [np.bincount(part, minlength=code.max() + 1) for part in codes]
    digest = hashlib.sha256(np.stack(counts).astype("<i8").tobytes()).digest()
    rng = np.random.default_rng(list(digest))
    learned, counted = [], []
    for sample, part in zip((first, second), codes):
        mixed = sample[rng.permutation(np.argsort(part, kind="stable"))]
        learned.append(mixed[: len(mixed) // 2])
        counted.append(mixed[len(mixed) // 2 :])
    return learned, counted


def clopper_pearson_low(
    successes: ArrayLike, trials: ArrayLike, error: float
) -> np.ndarray:
    """Return the Clopper-Pearson bound that the truth is below at most with `error`."""
    successes, trials = np.asarray(successes), np.asarray(trials)
    low = betaincinv(np.maximum(successes, 1), trials - successes + 1, error)
    return np.where(successes > 0, low, 0.0)


def clopper_pearson_high(
    successes: ArrayLike, trials: ArrayLike, error: float
) -> np.ndarray:
    """Return the Clopper-Pearson bound that the truth is above at most with `error`."""
    successes, trials = np.asarray(successes), np.asarray(trials)
    high = betainccinv(successes + 1, np.maximum(trials - successes, 1), error)
    return np.where(successes < trials, high, 1.0)


def _count(event: Callable, reports: np.ndarray) -> int:
    allowed = "event must return one boolean a report"
    flags = as_array("event", event(reports), "a function that returns booleans")
    if flags.shape != (len(reports),) or flags.dtype != bool:
        form = f"shape {flags.shape} and dtype {flags.dtype}"
        raise ValueError(f"event returned {form} for {len(reports)} reports; {allowed}")
    return int(flags.sum())


def _best_event(first: np.ndarray, second: np.ndarray, error: float) -> Callable:
    """Return the cut of the frequency ratio with the largest lower bound of ε."""
    reports = np.concatenate([first, second])
    outcomes, outcome = np.unique(reports, axis=0, return_inverse=True)
    outcome = outcome.reshape(-1)
    of_first = np.bincount(outcome[: len(first)], minlength=len(outcomes))
    of_second = np.bincount(outcome[len(first) :], minlength=len(outcomes))
    order = np.argsort(-(of_first + 0.5) / (of_second + 0.5), kind="stable")
    low = clopper_pearson_low(np.cumsum(of_first[order]), len(first), error)
    high = clopper_pearson_high(np.cumsum(of_second[order]), len(second), error)
    chosen = outcomes[order[: np.argmax(low / high) + 1]]
    if first.ndim == 1:
        return lambda reports: np.isin(reports, chosen)
    rows = {row.tobytes() for row in chosen}
    return lambda reports: np.array([row.tobytes() in rows for row in reports])


def _check_samples(name: str, samples: ArrayLike) -> np.ndarray:
    """Return reports as an array in which equal ones are the same bit for bit."""
    allowed = "at least 2 reports, numbers or texts, of shape (n,) or (n, bits)"
    array = as_array(name, samples, allowed, any_labels=True)
    if array.ndim not in (1, 2) or len(array) < 2 or not array.size:
        fault = "is empty" if array.size == 0 else f"has shape {array.shape}"
        reject(name, fault, allowed)
    if array.dtype == object and all(isinstance(entry, str) for entry in array.flat):
        array = array.astype(str)
    kind = array.dtype.kind
    if kind not in "biufU" or (kind == "f" and np.isnan(array).any()):
        fault = "holds nan" if kind == "f" else f"has dtype {array.dtype}"
        reject(name, fault, allowed)
    return array + 0.0 if kind == "f" else array  # so that -0.0 becomes 0.0


def _to_common_type(
    first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return both samples in the type that holds all reports exactly."""
    common, kinds = np.result_type(first, second), {first.dtype.kind, second.dtype.kind}
    rounded = common.kind == "f" and any(
        sample.dtype.kind in "iu" and (np.abs(sample.astype(float)) >= LOSSLESS).any()
        for sample in (first, second)
    )
    mixed = "U" in kinds and len(kinds) > 1
    if first.shape[1:] != second.shape[1:] or rounded or mixed:
        raise ValueError(
            f"first has shape {first.shape} and dtype {first.dtype}, second "
            f"{second.shape} and {second.dtype}; both must be reports of one kind and "
            "width"
        )
    return first.astype(common), second.astype(common)
