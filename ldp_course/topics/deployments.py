"""Choosing ε from both sides: a ceiling on what may be learned, a floor from the error.

The ceiling comes from the people who answer: what anybody may believe at most, after
all reports about one secret. The floor comes from the question and the protocol: with
so many people, a smaller ε gives too large an error. Here it is that of optimized unary
encoding, for one rare value of a list of any length; a short list has a lower one.
Between them one may choose; if the floor of every protocol at hand is above the
ceiling, one must not collect. Chapter "Deployments and choosing ε".
"""

import math

from ldp_course.arguments import (
    MOST_PEOPLE,
    check_epsilon,
    check_number,
    check_people,
    refuse,
)

__all__ = [
    "epsilon_from_belief", "feasible_interval", "highest_belief", "people_needed",
]  # fmt: skip


def epsilon_from_belief(prior: float, ceiling: float) -> float:
    """Return the largest ε that lifts no belief from `prior` above `ceiling`.

    ln(ceiling / (1 - ceiling)) - ln(prior / (1 - prior)): ε multiplies odds by e^ε at
    most. It is the ε of all that is ever sent about the secret, not of one report.

    Parameters
    ----------
    prior, ceiling : float, above 0 and below 1, the ceiling above the prior

    Raises
    ------
    ValueError
        If the ceiling is not above the prior: then even silence would break it.

    Examples
    --------
    >>> round(epsilon_from_belief(prior=0.01, ceiling=0.1), 3)
    2.398
    """
    prior, ceiling = _check_share("prior", prior), _check_share("ceiling", ceiling)
    if ceiling <= prior:
        allowed = f"above prior = {prior:g}: what is believed before any report"
        refuse("ceiling", ceiling, allowed)
    odds_after = math.log(ceiling) - math.log1p(-ceiling)
    return odds_after - (math.log(prior) - math.log1p(-prior))


def highest_belief(prior: float, epsilon: float) -> float:
    """Return the highest belief after a report: the prior odds times e^ε, as a chance.

    Parameters
    ----------
    prior : float, above 0 and below 1
    epsilon : float, natural-log ε, from 1e-6 to 30

    Examples
    --------
    >>> round(highest_belief(prior=0.01, epsilon=2), 3)
    0.069
    """
    prior, epsilon = _check_share("prior", prior), check_epsilon(epsilon)
    return prior / (prior + (1 - prior) * math.exp(-epsilon))


def people_needed(epsilon: float, error: float) -> int:
    """Return the fewest people for a standard error of a rare share of at most `error`.

    By optimized unary encoding: n = 4e^ε / ((e^ε - 1) error)^2, Wang et al. (2017),
    which is 1 / (error sinh(ε/2))^2. Frequent values need a little more: share /
    error^2.

    Parameters
    ----------
    epsilon : float, natural-log ε of the one report, from 1e-6 to 30
    error : float, a share, above 0 and below 1: 0.005 is half a percentage point

    Raises
    ------
    ValueError
        If more than 10^18 people would be needed.

    Examples
    --------
    >>> [people_needed(epsilon, error=0.005) for epsilon in (1, 2)]
    [147308, 28963]
    """
    epsilon, error = check_epsilon(epsilon), _check_share("error", error)
    root = error * math.sinh(epsilon / 2)
    n = root**-2 if root > 1e-150 else math.inf  # beyond a float
    if n > MOST_PEOPLE:
        allowed = f"larger for epsilon = {epsilon:g}: {n:.0e} people, at most 10^18"
        refuse("error", error, allowed)
    return max(1, math.ceil(n))


def feasible_interval(
    prior: float, ceiling: float, n: int, error: float
) -> tuple[float, float]:
    """Return the floor and the ceiling of ε, for optimized unary encoding.

    The floor, 2 asinh(1 / (error sqrt(n))), is the smallest ε with which n people give
    at most this standard error: the formula of `people_needed`, solved for ε. If it is
    larger than the ceiling, do not collect in this way: a short list has a lower floor,
    by direct encoding.

    Parameters
    ----------
    prior, ceiling : float, as for `epsilon_from_belief`
    n : int, people, each with one report; error : float, as for `people_needed`

    Examples
    --------
    >>> floor, ceiling = feasible_interval(0.05, 0.2, n=100_000, error=0.005)
    >>> round(floor, 3), round(ceiling, 3)
    (1.193, 1.558)
    """
    n, error = check_people("n", n), _check_share("error", error)
    floor = 2 * math.asinh(1 / (error * math.sqrt(n)))
    return floor, epsilon_from_belief(prior, ceiling)


def _check_share(name: str, value: float) -> float:
    allowed = "a number above 0 and below 1"
    number = check_number(name, value, allowed)
    return number if 0 < number < 1 else refuse(name, value, allowed)
