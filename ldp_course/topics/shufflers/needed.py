"""Return from a promise to the crowd: how many people it needs, how large ε₀ may be."""

import math
from collections.abc import Callable

from scipy.optimize import brentq

from ldp_course.arguments import LARGEST_EPSILON, check_epsilon, check_integer, refuse
from ldp_course.topics.shufflers import numerics
from ldp_course.topics.shufflers.bounds import blanket_delta, clones_delta
from ldp_course.topics.shufflers.coins import coins_delta

WAYS = {"coins": coins_delta, "blanket": blanket_delta, "clones": clones_delta}


def people_needed(
    local_epsilon: float, epsilon: float, delta: float, by: str = "clones"
) -> int | float:
    """Return the smallest number of honest people whose pile has (ε, δ).

    The target is among them. Honest people follow the protocol; who does not, or tells
    others, does not count. Reports that can be told apart, by region or hour, are a
    pile each. Infinite if 10^8 people are too few.

    Parameters
    ----------
    local_epsilon : float, ε₀ of each report, from 1e-6 to 30
    epsilon, delta : float, of the promise after mixing; ε from 0 to 30, δ above 0 and
        below 1
    by : str, "clones" (any mechanism and crowd), "blanket" (randomized response, any
        crowd) or "coins" (randomized response in a unanimous crowd: exact there, no
        bound for other crowds)

    Examples
    --------
    >>> [people_needed(4.0, 1.0, 1e-6, by) for by in ("coins", "clones")]
    [1790, 4330]
    """
    local_epsilon = check_epsilon(local_epsilon, "local_epsilon")
    epsilon, delta = numerics.check_final(epsilon), numerics.check_delta(delta)
    delta_of = _way(by)

    def enough(n: int) -> bool:
        return delta_of(n, local_epsilon, epsilon) <= delta

    if enough(1):
        return 1
    few, many = 1, 2
    while not enough(many):
        if many == numerics.MOST_PEOPLE:
            return math.inf
        few, many = many, min(2 * many, numerics.MOST_PEOPLE)
    while many - few > 1:  # more people never hide less
        middle = (few + many) // 2
        few, many = (few, middle) if enough(middle) else (middle, many)
    return many


def largest_local_epsilon(
    n: int, epsilon: float, delta: float, by: str = "clones"
) -> float:
    """Return the largest ε₀ up to 30 with which n people's pile has (ε, δ).

    It is never below ε: mixing takes nothing away. With a mixer that colludes, ε₀ is
    all there is.

    Parameters
    ----------
    n : int, people with the target, 1 to 10^8
    epsilon : float, from 1e-6 to 30, of the promise after mixing
    delta : float, above 0 and below 1
    by : str, as in `people_needed`

    Examples
    --------
    >>> round(largest_local_epsilon(1_000_000, 1.0, 1e-6, by="coins"), 3)
    10.287
    """
    n, epsilon = check_integer("n", n, 1, numerics.MOST_PEOPLE), check_epsilon(epsilon)
    delta, delta_of = numerics.check_delta(delta), _way(by)
    if delta_of(n, LARGEST_EPSILON, epsilon) <= delta:
        return float(LARGEST_EPSILON)

    def above(local_epsilon: float) -> float:
        largest = max(delta_of(n, local_epsilon, epsilon), numerics.SMALLEST)
        return math.log(largest) - math.log(delta)

    if above(epsilon) >= 0:  # no smaller δ than this can be told apart
        return epsilon
    root = brentq(above, epsilon, LARGEST_EPSILON, xtol=1e-14, rtol=1e-13)
    step = 1e-14 * root
    while above(root) > 0:  # down until the promise holds
        root, step = max(root - step, epsilon), 2 * step
    return root


def _way(by: str) -> Callable[[int, float, float], float]:
    allowed = " or ".join(map(repr, WAYS))
    if not isinstance(by, str):
        refuse("by", by, allowed, TypeError)
    return WAYS[by] if by in WAYS else refuse("by", by, allowed)
