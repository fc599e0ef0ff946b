"""Direct encoding through a mixer, for one pair of values and one crowd: a bound from below."""

import math
from functools import partial

import numpy as np

from ldp_course.arguments import check_integer
from ldp_course.binomial import log_probability
from ldp_course.shuffle import numerics


def third_value_delta(n: int, values: int, local_epsilon: float, epsilon: float) -> float:
    """δ of n shuffled reports of direct encoding, if all others hold a third value.

    Computed from how many report each of the target's two possible values, and how many another.
    With three values that is all the pile shows, and this is exact for that crowd; with more, the
    pile shows a little more. Another crowd may hide the target less, too. So this is a *lower*
    bound on δ over all crowds, and no promise; `clones_delta` is one. With three values it is above
    `coins_delta` of the same ε₀: randomized response is not the worst mechanism.

    Parameters
    ----------
    n : int, people with the target, 1 to 10^8
    values : int, number k of values, 3 to 10^6
    local_epsilon : float, ε₀ of each report, from 1e-6 to 30
    epsilon : float, from 0 to 30, of the promise after mixing

    Examples
    --------
    >>> f"{third_value_delta(10_000, 3, 4.0, 0.407):.1e}"
    '9.8e-07'
    """
    n, values, local_epsilon = _check(n, values, local_epsilon)
    epsilon = numerics.check_final(epsilon)
    return numerics.as_delta(_log_delta(n, values, local_epsilon, epsilon))


def third_value_epsilon(n: int, values: int, local_epsilon: float, delta: float) -> float:
    """The smallest ε with `third_value_delta` at most δ: for that crowd, and no promise.

    Parameters
    ----------
    n, values, local_epsilon : as in `third_value_delta`
    delta : float, above 0 and below 1

    Examples
    --------
    >>> round(third_value_epsilon(1_000, 3, 2.0, 1e-6), 3)
    0.372
    """
    n, values, local_epsilon = _check(n, values, local_epsilon)
    log_delta = partial(_log_delta, n, values, local_epsilon)
    return numerics.smallest_epsilon(log_delta, numerics.check_delta(delta), local_epsilon)


def _check(n: int, values: int, local_epsilon: float) -> tuple[int, int, float]:
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    return n, check_integer("values", values, 3, 10**6), local_epsilon


def _log_delta(n: int, values: int, local_epsilon: float, epsilon: float) -> float:
    """ln of the sum over T, the reports of the pair's two values among n, of Pr[T] δ(T).

    With h the probability that n people who hold the third value report A and B = T - A, the pile
    has the probability h (p A + q B) / (n q) + h (1 - p - q) (n - T) / (n (1 - 2q)).
    """
    if epsilon >= local_epsilon:
        return -math.inf
    p = 1 / (1 + (values - 1) * math.exp(-local_epsilon))
    q = p * math.exp(-local_epsilon)
    slope = (p - q) * (1 + math.exp(epsilon)) / (n * q)
    told = -math.expm1(epsilon - local_epsilon) * p / (n * q)  # if all T name the same value
    pair, rest = 2 * q, p + (values - 3) * q
    silent = math.expm1(epsilon) * (values - 2) * q / (n * rest)

    def logs(named: np.ndarray) -> np.ndarray:
        short = (told * named - silent * (n - named)) / slope
        return log_probability(named, n, pair, rest) + numerics.log_excess(named, short)

    fewest = math.ceil(silent * n / (told + silent))  # fewer reports of the pair never tell enough
    start = min(max(fewest, 1), n)
    steps = start + np.concatenate([np.arange(100), np.geomspace(1, n, 2_000).astype(int)])
    usual = numerics.window(n * pair, n * pair * rest, n)
    steps = np.unique(np.append(steps[steps <= n], usual[:: max(1, len(usual) // 2_000)]))
    peak = int(steps[np.argmax(logs(steps))])
    return numerics.log_sum(logs(numerics.window(peak, peak, n))) + math.log(slope)
