"""Direct encoding through a mixer, if all others hold a third value: a bound from
below."""

import math

import numpy as np
from scipy import stats
from scipy.optimize import brentq


def third_value_delta(n, values, local_epsilon, epsilon):
    """δ of n reports, from how many name the target's two possible values, T, and how
    many not.

    Exact for that crowd with three values, where the pile shows no more. With h the
    probability that n people who hold the third value report A and B = T - A, the pile
    has the probability h (p A + q B) / (n q) + h (1 - p - q) (n - T) / (n (1 - 2q)); A
    is the heads of T fair coins.
    """
    p = 1 / (1 + (values - 1) * math.exp(-local_epsilon))
    q = p * math.exp(-local_epsilon)
    named = np.arange(n + 1)
    slope = (p - q) * (1 + math.exp(epsilon)) / (n * q)
    if_all = -math.expm1(epsilon - local_epsilon) * p / (n * q)
    other = math.expm1(epsilon) * (values - 2) * q / (n * (p + (values - 3) * q))
    limit = named - (if_all * named - other * (n - named)) / slope
    least = np.floor(limit)  # mean of (A - limit)+
    heads = named / 2 * stats.binom.sf(least - 1, np.maximum(named - 1, 0), 0.5)
    excess = np.maximum(heads - limit * stats.binom.sf(least, named, 0.5), 0)
    return slope * stats.binom.pmf(named, n, 2 * q) @ excess


def third_value_epsilon(n, values, local_epsilon, delta):
    """The ε at which `third_value_delta` is δ."""
    return brentq(
        lambda epsilon: third_value_delta(n, values, local_epsilon, epsilon) - delta,
        0,
        local_epsilon,
        xtol=1e-13,
    )
