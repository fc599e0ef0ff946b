"""Bound what a mixer gives, for every crowd: the privacy blanket and the clones.

Both tell the attacker more than the pile does: which of the others' reports do not
depend on their values. Each of the n - 1 others gives such a report with probability r,
so there are C of them, a binomial count; the target hides among C fair coins. For a
given C, δ is a sum with a closed form.
"""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.special import logsumexp

from ldp_course.binomial import log_probability
from ldp_course.topics.shufflers import numerics


def blanket_delta(n: int, local_epsilon: float, epsilon: float) -> float:
    """Return an upper bound on δ of n shuffled randomized responses, for every crowd.

    A bound for randomized response only, with coins of each person's own: an answer is
    a fair coin's with r = 2 / (e^ε₀ + 1). Balle, Bell, Gascón and Nissim (2019), summed
    exactly. For large ε₀ its ε is about √2 times that of a unanimous crowd, and far
    more near the cliff, where nobody may lie.

    Parameters
    ----------
    n : int, people with the target, 1 to 10^8
    local_epsilon : float, ε₀ of each report, from 1e-6 to 30
    epsilon : float, from 0 to 30, of the promise after mixing

    Examples
    --------
    >>> f"{blanket_delta(1_000, 1.0, 0.14867):.2e}"
    '1.00e-06'
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    epsilon = numerics.check_final(epsilon)
    return numerics.as_delta(_log_delta(n, local_epsilon, _blanket, epsilon))


def blanket_epsilon(n: int, local_epsilon: float, delta: float) -> float:
    """Return the smallest ε with `blanket_delta` at most δ, for every crowd.

    Parameters
    ----------
    n, local_epsilon : as in `blanket_delta`
    delta : float, above 0 and below 1

    Examples
    --------
    >>> round(blanket_epsilon(10_000, 4.0, 1e-6), 5)
    0.41081
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    delta = numerics.check_delta(delta)
    log_delta = partial(_log_delta, n, local_epsilon, _blanket)
    return numerics.smallest_epsilon(log_delta, delta, local_epsilon)


def clones_delta(n: int, local_epsilon: float, epsilon: float) -> float:
    """Return an upper bound on δ of n shuffled reports at ε, for every mechanism.

    It holds for every crowd, and is the only one here for every mechanism whose reports
    have ε₀ (with δ = 0, and chance of each person's own), also if people use different
    ones: r = e^-ε₀. Feldman, McMillan and Talwar (FOCS 2021), summed exactly. ε₀ is
    that of all that a person sends: that of a whole unary encoding, not of one bit.

    Parameters
    ----------
    n, local_epsilon, epsilon : as in `blanket_delta`

    Examples
    --------
    >>> f"{clones_delta(1_000, 1.0, 0.18241):.2e}"
    '1.00e-06'
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    epsilon = numerics.check_final(epsilon)
    return numerics.as_delta(_log_delta(n, local_epsilon, _clones, epsilon))


def clones_epsilon(n: int, local_epsilon: float, delta: float) -> float:
    """Return the smallest ε with `clones_delta` at most δ, for any mechanism and crowd.

    Parameters
    ----------
    n, local_epsilon : as in `blanket_delta`
    delta : float, above 0 and below 1

    Examples
    --------
    >>> round(clones_epsilon(10_000, 4.0, 1e-6), 5)
    0.60091
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    delta = numerics.check_delta(delta)
    log_delta = partial(_log_delta, n, local_epsilon, _clones)
    return numerics.smallest_epsilon(log_delta, delta, local_epsilon)


def _blanket(local_epsilon: float) -> tuple[float, float]:
    """Return the share r of reports that are fair coins, and 1 - r."""
    odds = math.exp(-local_epsilon)
    return 2 * odds / (1 + odds), math.tanh(local_epsilon / 2)


def _clones(local_epsilon: float) -> tuple[float, float]:
    return math.exp(-local_epsilon), -math.expm1(-local_epsilon)


# numbers too small for a float count as 0, whatever np.seterr says
@np.errstate(under="ignore")
def _log_delta(n: int, local_epsilon: float, way: Callable, epsilon: float) -> float:
    """Return ln of the sum over c of Pr[C = c] δ(c), the same in both directions.

    With a and b as in `coins` and S heads in c + 1 fair tosses, δ(c) is
    2 (a+b) / (c+1) times the mean of S - b (c+1) / (a+b) where that is positive.
    """
    if epsilon >= local_epsilon:
        return -math.inf
    truth = 1 / (1 + math.exp(-local_epsilon))
    a = -math.expm1(epsilon - local_epsilon) * truth
    b = math.expm1(epsilon + local_epsilon) * truth * math.exp(-local_epsilon)
    limit = max(b / (a + b), 0.5)
    shares = way(local_epsilon)
    covers = numerics.hiding(n - 1, *shares, limit)
    tosses = covers + 1.0
    logs = log_probability(covers, n - 1, *shares)
    logs = logs + numerics.log_excess(tosses, tosses * (a / (a + b)))
    logs = logs + np.log(2 * (a + b) / tosses)
    return float(logsumexp(logs)) if np.isfinite(logs).any() else -math.inf
