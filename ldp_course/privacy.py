"""What a channel reveals: its exact ε, what ε means for a guess and for a test, and ε from samples.

Used by the mechanisms' tests, the checks and every chapter. Derived in "What ε promises".
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_confidence,
    check_epsilon,
    check_frequency,
    check_integer,
    check_number,
    check_numbers,
    refuse,
    shown,
)
from ldp_course.binomial import highest_probability, lowest_probability

LOSSLESS = 2**53  # float64 has all whole numbers up to it

LARGEST_TOTAL = 700  # e^total is still a float
LARGEST_RATIO = 10**300  # so is this one

__all__ = [
    "Audit", "audit", "channel_delta", "posterior", "posterior_odds", "privacy_loss", "trade_off",
]  # fmt: skip


def privacy_loss(channel: ArrayLike) -> float:
    """The smallest ε (natural log) for which a channel is ε-locally differentially private.

    The largest ln(Pr[report | value] / Pr[report | other value]), infinite if only the second is 0:
    Kasiviswanathan et al. (2011).

    Parameters
    ----------
    channel : array of shape (values, reports)
        Pr[report | value], each row with a sum of 1: floats, or Fractions for exact arithmetic.

    Examples
    --------
    >>> round(privacy_loss([[0.75, 0.25], [0.25, 0.75]]), 4)
    1.0986
    """
    channel = _check_channel(channel)
    possible = channel[:, channel.max(axis=0) > 0]
    largest, smallest = possible.max(axis=0), possible.min(axis=0)
    if (smallest == 0).any():
        return math.inf
    with np.errstate(over="ignore"):
        ratio = max(largest / smallest)
    return math.log(ratio) if ratio < LARGEST_RATIO else _log_ratio(largest, smallest)


def _log_ratio(largest: np.ndarray, smallest: np.ndarray) -> float:
    """The largest ln(largest / smallest), also where the ratio is no float any more."""
    ratio = max(Fraction(a) / Fraction(b) for a, b in zip(largest, smallest, strict=True))
    return math.log(ratio.numerator) - math.log(ratio.denominator)


def channel_delta(channel: ArrayLike, total: float) -> float:
    """The smallest δ for which a channel is (total, δ)-locally differentially private.

    The largest sum of max(0, Pr[report | value] - e^total Pr[report | other value]) over all
    reports, for any two values: Dwork and Roth (2014). At total = 0 it is the largest distance in
    total variation. Chapter "Many questions".

    Parameters
    ----------
    channel : array of shape (values, reports), as for `privacy_loss`
    total : float, natural-log ε from 0 to 700

    Examples
    --------
    >>> round(channel_delta([[0.75, 0.25], [0.25, 0.75]], total=0.5), 4)
    0.3378
    """
    rows = _check_channel(channel).astype(float)
    allowed = f"a number from 0 to {LARGEST_TOTAL}"
    factor = math.exp(check_number("total", total, allowed, 0, LARGEST_TOTAL))
    return max(float(np.maximum(0, row - factor * rows).sum(axis=1).max()) for row in rows)


def posterior(channel: ArrayLike, prior: ArrayLike) -> np.ndarray:
    """Pr[value | report], by Bayes' rule; NaN where the report cannot occur under the prior.

    Parameters
    ----------
    channel : array of shape (values, reports), as for `privacy_loss`
    prior : array of shape (values,), probabilities that sum to 1

    Examples
    --------
    >>> posterior([[0.75, 0.25], [0.25, 0.75]], prior=[0.5, 0.5])[0].tolist()
    [0.75, 0.25]
    """
    channel = _check_channel(channel).astype(float)
    allowed, shape = f"{len(channel)} probabilities that sum to 1", (len(channel),)
    given, prior = prior, check_numbers("prior", prior, allowed, 0, 1, shape)
    if not math.isclose(prior.sum(), 1):
        refuse("prior", given, allowed)
    joint = prior[:, None] * channel
    total = joint.sum(axis=0)
    return np.divide(joint, total, out=np.full_like(joint, np.nan), where=total > 0)


def posterior_odds(prior_odds: ArrayLike, epsilon: float) -> tuple[np.ndarray, np.ndarray]:
    """The prior odds times e^-ε and e^ε: the limits of the odds after one ε-private report.

    Parameters
    ----------
    prior_odds : array of any shape, numbers of at least 0
    epsilon : float, natural-log ε, from 1e-6 to 30

    Examples
    --------
    >>> low, high = posterior_odds(1, epsilon=np.log(3))
    >>> round(float(low), 4), round(float(high), 4)
    (0.3333, 3.0)
    """
    odds = check_numbers("prior_odds", prior_odds, "one or several finite numbers of at least 0", 0)
    factor = math.exp(check_epsilon(epsilon))
    return odds / factor, odds * factor


def trade_off(epsilon: float, false_positive_rate: ArrayLike) -> np.ndarray:
    """The smallest false-negative rate of any test for the value behind one ε-private report.

    max(0, 1 - e^ε a, e^-ε (1 - a)) at false-positive rate a: Wasserman and Zhou (2010). The power
    is 1 minus this. Randomized response attains it; other mechanisms with this ε may not.

    Parameters
    ----------
    epsilon : float, natural-log ε, from 1e-6 to 30
    false_positive_rate : array of any shape, between 0 and 1

    Examples
    --------
    >>> trade_off(np.log(3), [0, 0.25, 1]).round(4).tolist()
    [1.0, 0.25, 0.0]
    """
    a = check_frequency("false_positive_rate", false_positive_rate)
    factor = math.exp(check_epsilon(epsilon))
    return np.maximum(0, np.maximum(1 - factor * a, (1 - a) / factor))


@dataclass(frozen=True)
class Audit:
    """What `audit` returns: a lower bound of ε, true with probability at least `confidence`.

    It rests on `hits` among `hits_of` reports, and `false_alarms` among `false_alarms_of`.

    >>> audit([1] * 50, [0] * 50, event=lambda reports: reports == 1).hits_of
    50
    """

    epsilon_lower: float
    confidence: float
    hits: int
    hits_of: int
    false_alarms: int
    false_alarms_of: int

    def __post_init__(self) -> None:
        check_number("epsilon_lower", self.epsilon_lower, "a finite number of at least 0", 0)
        check_confidence(self.confidence)
        for name in ("hits", "false_alarms"):
            of_all = check_integer(f"{name}_of", getattr(self, f"{name}_of"), 1)
            check_integer(name, getattr(self, name), 0, of_all)


def audit(
    first: ArrayLike, second: ArrayLike, confidence: float = 0.99, event: Callable | None = None
) -> Audit:
    """Measure ε from samples: many reports made from one value, many made from another.

    The bound is ln(low(hit rate) / high(false-alarm rate)) with Clopper-Pearson bounds, each
    one-sided at (1 - confidence)/2; never below 0. A finite sample cannot show that ε is infinite.
    Method: Arcolezi and Gambs (2024).

    Parameters
    ----------
    first, second : array of shape (n,) or (n, bits)
        Reports, 2 or more, each made independently from the same value, in no special order.
    confidence : float, strictly between 0 and 1
    event : callable, optional
        From reports to one boolean each: "this came from the first value". The default is learnt
        from half of the samples (the best cut of the frequency ratio); the other half is counted.

    Examples
    --------
    >>> result = audit([1] * 300 + [0] * 100, [1] * 100 + [0] * 300, event=lambda r: r == 1)
    >>> result.hits, result.false_alarms, round(result.epsilon_lower, 2)  # ε is ln 3 = 1.1
    (300, 100, 0.8)
    """
    confidence = check_confidence(confidence)
    error = (1 - confidence) / 2
    first, second = _of_one_type(_check_samples("first", first), _check_samples("second", second))
    if event is not None and not callable(event):
        refuse("event", event, "a function from reports to one boolean each", TypeError)
    if event is None:
        half_first, half_second = len(first) // 2, len(second) // 2
        event = _best_event(first[:half_first], second[:half_second], error)
        first, second = first[half_first:], second[half_second:]
    hits, false_alarms = _count(event, first), _count(event, second)
    low = lowest_probability(hits, len(first), error)
    high = highest_probability(false_alarms, len(second), error)
    bound = max(0.0, math.log(low / high)) if low > 0 else 0.0
    return Audit(bound, confidence, hits, len(first), false_alarms, len(second))


def _count(event: Callable, reports: np.ndarray) -> int:
    allowed = "event must return one boolean a report"
    flags = as_array("event", event(reports), "a function that returns booleans")
    if flags.shape != (len(reports),) or flags.dtype != bool:
        found = f"shape {flags.shape} and dtype {flags.dtype} for {len(reports)} reports"
        raise ValueError(f"event returned {found}; {allowed}")
    return int(flags.sum())


def _best_event(first: np.ndarray, second: np.ndarray, error: float) -> Callable:
    """The set of reports, cut by frequency ratio, with the largest lower bound of ε."""
    outcomes, where = np.unique(np.concatenate([first, second]), axis=0, return_inverse=True)
    where = where.reshape(-1)
    of_first = np.bincount(where[: len(first)], minlength=len(outcomes))
    of_second = np.bincount(where[len(first) :], minlength=len(outcomes))
    order = np.argsort(-(of_first + 0.5) / (of_second + 0.5), kind="stable")
    low = lowest_probability(np.cumsum(of_first[order]), len(first), error)
    high = highest_probability(np.cumsum(of_second[order]), len(second), error)
    chosen = outcomes[order[: np.argmax(low / high) + 1]]
    if first.ndim == 1:
        return lambda reports: np.isin(reports, chosen)
    rows = {row.tobytes() for row in chosen}
    return lambda reports: np.array([row.tobytes() in rows for row in reports])


def _check_samples(name: str, samples: ArrayLike) -> np.ndarray:
    """Reports as an array in which those that compare equal are the same, bit for bit."""
    allowed = "at least 2 reports, numbers or texts, of shape (n,) or (n, bits)"
    array = as_array(name, samples, allowed, any_labels=True)
    if array.ndim not in (1, 2) or len(array) < 2 or not array.size:
        found = "is empty" if array.size == 0 else f"has shape {array.shape}"
        raise ValueError(f"{name} {found}; {name} must be {allowed}")
    if array.dtype == object and all(isinstance(entry, str) for entry in array.flat):
        array = array.astype(str)
    kind = array.dtype.kind
    if kind not in "biufU" or (kind == "f" and np.isnan(array).any()):
        found = "holds nan" if kind == "f" else f"has dtype {array.dtype}"
        raise ValueError(f"{name} {found}; {name} must be {allowed}")
    return array + 0.0 if kind == "f" else array  # so that -0.0 becomes 0.0


def _of_one_type(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both samples in the type that holds all reports exactly."""
    common, kinds = np.result_type(first, second), {first.dtype.kind, second.dtype.kind}
    rounded = common.kind == "f" and any(
        sample.dtype.kind in "iu" and (sample.astype(float) > LOSSLESS).any()
        for sample in (first, second)
    )
    if first.shape[1:] != second.shape[1:] or rounded or ("U" in kinds and len(kinds) > 1):
        found = f"first has shape {first.shape} and dtype {first.dtype}, second "
        found += f"{second.shape} and {second.dtype}"
        raise ValueError(f"{found}; both must be reports of one kind and width")
    return first.astype(common), second.astype(common)


def _check_channel(channel: ArrayLike) -> np.ndarray:
    """Return a channel of floats, or of Fractions."""
    allowed = "a table of probabilities with at least two rows (values), each with a sum of 1"
    array = as_array("channel", channel, allowed)
    if array.dtype.kind not in "iufO" or array.ndim != 2 or len(array) < 2:
        found = f"channel has shape {array.shape} and dtype {array.dtype}"
        raise ValueError(f"{found}; channel must be {allowed}")
    is_exact = array.dtype == object
    if not is_exact:
        array = array.astype(float)
    elif not all(type(entry) in (Fraction, int) for entry in array.flat):
        raise TypeError(
            f"channel holds other things; channel must be {allowed}, floats or Fractions"
        )
    sums = array.sum(axis=1)
    sum_to_1 = np.all(sums == 1) if is_exact else np.allclose(sums, 1, rtol=0, atol=1e-9)
    if (array < 0).any() or not sum_to_1:
        found = f"channel has a negative entry or a row sum other than 1: sums {shown(sums)}"
        raise ValueError(f"{found}; channel must be {allowed}")
    return array
