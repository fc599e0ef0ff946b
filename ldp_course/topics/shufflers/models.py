"""Compare one promise in four models: local, shuffled, secure sums, trusted server."""

import math

from scipy.optimize import brentq
from scipy.special import log_ndtr

from ldp_course.arguments import check_epsilon, check_integer, check_number
from ldp_course.randomized_response import RandomizedResponse
from ldp_course.topics.shufflers import numerics
from ldp_course.topics.shufflers.needed import largest_local_epsilon

SHIFT = "a number from 1e-9 to 1000"


def gaussian_epsilon(shift: float, delta: float) -> float:
    """Return the smallest ε at which Gaussian noise has δ; it may be above 30.

    δ is Φ(μ/2 - ε/μ) - e^ε Φ(-μ/2 - ε/μ), exactly: Balle and Wang (2018). With μ = 2
    sinh(ε₀/2) / √n it is the normal picture of n shuffled coins: an approximation, in
    most cases too low, and not a bound.

    Parameters
    ----------
    shift : float, μ, from 1e-9 to 1000: what one person changes, in standard deviations
    delta : float, above 0 and below 1

    Examples
    --------
    >>> import math
    >>> round(gaussian_epsilon(2 * math.sinh(1.0) / math.sqrt(1_000), 1e-6), 4)
    0.289
    """
    shift = check_number("shift", shift, SHIFT, 1e-9, 1000)
    delta = numerics.check_delta(delta)
    high = shift * (shift + 80)
    return numerics.smallest_epsilon(
        lambda epsilon: _log_gaussian(shift, epsilon), delta, high
    )


def _log_gaussian(shift: float, epsilon: float) -> float:
    first = log_ndtr(shift / 2 - epsilon / shift)
    second = epsilon + log_ndtr(-shift / 2 - epsilon / shift)
    if second >= first:
        return -math.inf
    return float(first + math.log(-math.expm1(second - first)))


def four_models(n: int, epsilon: float, delta: float) -> dict[str, float]:
    """Return standard errors of a share of n people in models with the same (ε, δ).

    "local": randomized response with ε. "shuffled": with the largest ε₀ that
    `coins_delta` of a unanimous crowd allows, and "shuffled, by clones": that the bound
    for every mechanism allows; of a rare value, both. "Laplace": one discrete Laplace
    noise on the sum, from a trusted server or inside secure sums. "Gaussian": the same
    with the smallest σ, of Balle and Wang (2018).

    Parameters
    ----------
    n : int, 1 to 10^8
    epsilon : float, from 1e-6 to 30
    delta : float, above 0 and below 1

    Examples
    --------
    >>> errors = four_models(10_000, 1.0, 1e-6)
    >>> for model, error in errors.items():
    ...     print(model, f"{error:.3g}")
    local 0.0096
    shuffled 0.000584
    shuffled, by clones 0.000916
    Laplace 0.000136
    Gaussian 0.000422
    """
    n, epsilon = check_integer("n", n, 1, numerics.MOST_PEOPLE), check_epsilon(epsilon)
    delta = numerics.check_delta(delta)
    local = {"local": epsilon}
    local["shuffled"] = largest_local_epsilon(n, epsilon, delta, by="coins")
    local["shuffled, by clones"] = largest_local_epsilon(n, epsilon, delta, by="clones")
    errors = {
        model: math.sqrt(RandomizedResponse(of_report).variance(n, 0.0))
        for model, of_report in local.items()
    }
    errors["Laplace"] = math.sqrt(2 * math.exp(-epsilon)) / -math.expm1(-epsilon) / n

    def above(log_sigma: float) -> float:
        log_delta = _log_gaussian(math.exp(-log_sigma), epsilon)
        return max(log_delta, -1e6) - math.log(delta)

    log_sigma = brentq(above, -7.0, 40.0, xtol=1e-15, rtol=1e-14)
    errors["Gaussian"] = math.exp(log_sigma) / n
    return errors
