"""What a channel reveals: its exact ε, and what ε means for a guess.

Used by the mechanisms' tests, the checks and every chapter. Derived in "What ε
promises".
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_epsilon,
    check_numbers,
    refuse,
    reject,
    shown,
    without_labels,
)

LARGEST_RATIO = 10**300  # is still a float

__all__ = ["posterior", "posterior_odds", "privacy_loss"]


def privacy_loss(channel: ArrayLike) -> float:
    """Return the smallest ε for which a channel is ε-locally differentially private.

    The largest ln(Pr[report | value] / Pr[report | other value]), infinite if only the
    second is 0: Kasiviswanathan et al. (2011).

    Parameters
    ----------
    channel : array of shape (values, reports)
        Pr[report | value], each row with a sum of 1: floats, or Fractions to be exact.

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
    if ratio < LARGEST_RATIO:
        return math.log(ratio)
    ratio = max(Fraction(a) / Fraction(b) for a, b in zip(largest, smallest))
    return math.log(ratio.numerator) - math.log(ratio.denominator)


def posterior(channel: ArrayLike, prior: ArrayLike) -> np.ndarray:
    """Return Pr[value | report], by Bayes' rule; NaN for an impossible report.

    Parameters
    ----------
    channel : array of shape (values, reports), as for `privacy_loss`
    prior : array of shape (values,), probabilities that sum to 1, in the order of the
        rows: labels are refused, since a channel does not name its values

    Examples
    --------
    >>> posterior([[0.75, 0.25], [0.25, 0.75]], prior=[0.5, 0.5])[0].tolist()
    [0.75, 0.25]
    """
    channel = _check_channel(channel).astype(float)
    allowed, shape = f"{len(channel)} probabilities that sum to 1", (len(channel),)
    if hasattr(prior, "iloc"):  # the rows of a channel do not name their values
        fault = f"has the labels {shown(list(prior.index[:9]))}, and channel has none"
        reject("prior", fault, f"{allowed}: {without_labels(prior)}")
    given, prior = prior, check_numbers("prior", prior, allowed, 0, 1, shape)
    if not math.isclose(prior.sum(), 1):
        refuse("prior", given, allowed)
    with np.errstate(under="ignore"):
        joint = prior[:, None] * channel
        total = joint.sum(axis=0)
        unknown = np.full_like(joint, np.nan)
        return np.divide(joint, total, out=unknown, where=total > 0)


def posterior_odds(
    prior_odds: ArrayLike, epsilon: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return the limits of the odds after an ε-private report: odds times e^-ε, e^ε.

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
    allowed = "one or several finite numbers of at least 0"
    odds = check_numbers("prior_odds", prior_odds, allowed, 0)
    factor = math.exp(check_epsilon(epsilon))
    with np.errstate(under="ignore"):
        return odds / factor, odds * factor


def _check_channel(channel: ArrayLike) -> np.ndarray:
    """Return a channel of floats, or of Fractions."""
    allowed = "a table of probabilities with at least two rows (values), each with a "
    allowed += "sum of 1"
    array = as_array("channel", channel, allowed)
    if array.dtype.kind not in "iufO" or array.ndim != 2 or len(array) < 2:
        form = f"has shape {array.shape} and dtype {array.dtype}"
        reject("channel", form, allowed)
    is_exact = array.dtype == object
    if not is_exact:
        array = array.astype(float)
    elif not all(type(entry) in (Fraction, int) for entry in array.flat):
        allowed += ", floats or Fractions"
        reject("channel", "holds other things", allowed, TypeError)
    sums = array.sum(axis=1)
    if is_exact:
        sum_to_1 = np.all(sums == 1)
    else:
        sum_to_1 = np.allclose(sums, 1, rtol=0, atol=1e-9)
    if (array < 0).any() or not sum_to_1:
        fault = f"has a negative entry or a row sum other than 1: sums {shown(sums)}"
        reject("channel", fault, allowed)
    return array
