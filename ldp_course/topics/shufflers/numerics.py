"""Compute probabilities of counts in logs, and a root that errs on the safe side.

A δ of 1e-300 must be as right as one of 0.1. So nothing is subtracted from 1, no tail
is cut by its own size, and what is summed is a sum of terms that are not negative.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq
from scipy.special import betainc

from ldp_course.arguments import check_epsilon, check_integer, check_number, refuse
from ldp_course.binomial import log_probability

# beyond, a window of counts would take seconds, and rounding a digit more
MOST_PEOPLE = 10**8
SPREAD, MORE = 10, 40  # a window of counts: 10 standard deviations (1e-22) and 40 more
TAIL = 8  # standard deviations from which the continued fraction is quick
SMALLEST = 5e-324  # of a float: a δ above 0 is rounded up to it, never down to 0


def check_crowd(n: int, local_epsilon: float) -> tuple[int, float]:
    """Return n and ε₀, if the sums of this room can promise them."""
    n = check_integer("n", n, 1, MOST_PEOPLE)
    return n, check_epsilon(local_epsilon, "local_epsilon")


def check_final(epsilon: float) -> float:
    """Return ε after mixing, from 0."""
    allowed = "a number from 0 to 30 (natural-log ε)"
    return check_number("epsilon", epsilon, allowed, 0, 30)


def check_delta(delta: float) -> float:
    """Return δ, strictly between 0 and 1."""
    allowed = "a number above 0 and below 1, such as 1e-6"
    allowed += " (for delta = 0 mixing changes nothing)"
    number = check_number("delta", delta, allowed, 0, 1)
    return number if 0 < number < 1 else refuse("delta", delta, allowed)


def window(mean: float, variance: float, most: int) -> np.ndarray:
    """Return all counts from 0 to `most` that are not implausibly far from the mean."""
    half = SPREAD * math.sqrt(variance) + MORE
    low, high = math.floor(mean - half), math.ceil(mean + half)
    return np.arange(max(0, low), min(most, high) + 1)


def hiding(others: int, share: float, rest: float, limit: float) -> np.ndarray:
    """Return the numbers c of coins to hide among that matter, of a binomial count C.

    δ(c) falls like e^(-dc), d being the divergence of `limit`, a share of heads, from
    1/2. So Pr[C = c] δ(c) is like a binomial count again, with smaller odds, whose
    window this is.
    """
    divergence = limit * math.log(2 * limit)
    divergence += (1 - limit) * math.log(2 * (1 - limit)) if limit < 1 else 0.0
    weight = share * math.exp(-max(divergence, 0.0))
    total = rest + weight
    return window(others * weight / total, others * weight * rest / total**2, others)


def log_excess(tosses: np.ndarray, short: np.ndarray) -> np.ndarray:
    """Return ln E[(S - limit)+] of the heads S in fair tosses, limit = tosses - short.

    The limit is at least half of the tosses; -inf where short is not above 0. With k
    the first whole number above the limit and R = Pr[S >= k] / Pr[S = k], the mean is
    Pr[S = k] (k/2 - (limit - tosses/2) R), from De Moivre's sum of (s - tosses/2) Pr[S
    = s].
    """
    tosses, short = np.asarray(tosses, float), np.asarray(short, float)
    possible = (short > 0) & (tosses > 0)
    t, away = np.where(possible, tosses, 1.0), np.where(possible, short, 0.5)
    k = np.maximum(t - np.ceil(away) + 1, np.floor(t / 2) + 1)
    log_first = log_probability(k, t, 0.5, 0.5)
    far = (k - t / 2 > TAIL * np.sqrt(t) / 2) | (t - k < 8)
    ratio = np.empty_like(t)
    ratio[~far] = betainc(k[~far], (t - k + 1)[~far], 0.5) / np.exp(log_first[~far])
    ratio[far] = _tail_ratio(k[far], t[far])
    factor = np.where(k == t, away, k / 2 - (t / 2 - away) * ratio)
    with np.errstate(divide="ignore"):
        return np.where(possible, log_first + np.log(np.maximum(factor, 0)), -np.inf)


def _tail_ratio(k: np.ndarray, tosses: np.ndarray) -> np.ndarray:
    """Return Pr[S >= k] / Pr[S = k] of fair tosses."""
    # by the continued fraction of the incomplete beta function
    a, b = k, tosses - k + 1
    x = 0.5
    c, d = np.ones_like(a), 1 / (1 - (a + b) * x / (a + 1))
    fraction = d.copy()
    rounding = 1e-14 + 2e-16 * np.sqrt(tosses)  # what c * d cannot fall below
    for m in range(1, 500):
        step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        c, d = 1 + step / c, 1 / (1 + step * d)
        fraction = fraction * c * d
        step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        c, d = 1 + step / c, 1 / (1 + step * d)
        fraction = fraction * c * d
        if (np.abs(c * d - 1) < rounding).all():
            break
    return fraction * (1 - x)


def as_delta(log_delta: float) -> float:
    """Return a float from its logarithm: 0 only for -inf, never above 1."""
    if log_delta == -math.inf:
        return 0.0
    return min(1.0, max(math.exp(log_delta), SMALLEST))


def smallest_epsilon(
    log_delta: Callable[[float], float], delta: float, high: float
) -> float:
    """Return the smallest ε from 0 to `high` whose δ is at most `delta`.

    `log_delta` must fall as ε grows. The root is moved up until the promise holds.
    """
    wanted = math.log(delta)

    def above(epsilon: float) -> float:
        return max(log_delta(epsilon), -1e6) - wanted

    if above(0.0) <= 0:
        return 0.0
    if above(high) > 0:
        return math.inf
    root = brentq(above, 0.0, high, xtol=1e-15, rtol=1e-14, maxiter=200)
    step = 1e-15 * max(root, 1e-3)
    while above(root) > 0:
        root, step = min(root + step, high), 2 * step
    return root
