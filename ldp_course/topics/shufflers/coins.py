"""Compute exactly what randomized response gives through a mixer.

The pile shows how many of n people report 1.

Let p be the probability of the truth. The others' ones are a count G, of probabilities
g(s). If the target holds 0, the pile has s ones with p g(s) + (1-p) g(s-1); if 1, p and
1-p change places. With a = p - e^ε (1-p) and b = e^ε p - (1-p), δ is the sum of all
positive a g(s) - b g(s-1).

That sum is a difference of nearly equal numbers. Tilting g, that is, weighing s by
e^(θs) with e^θ = a/b, turns it into the differences g'(s) - g'(s-1) of one distribution
g' around its peak.
"""

import math
from functools import partial

import numpy as np

from ldp_course.arguments import check_integer
from ldp_course.binomial import log_probability
from ldp_course.topics.shufflers import numerics


def coins_delta(
    n: int, local_epsilon: float, epsilon: float, others_with_1: int = 0
) -> float:
    """Return δ of n shuffled randomized responses at ε, exactly, for one crowd.

    It is the larger of both directions: the target's 0 taken for a 1, and 1 for 0. Each
    person has coins of their own; with shared ones the pile may show a value. It
    speaks about randomized response only: for no other mechanism is it exact, or a
    bound. Relative error below 1e-8. Checked against all 2^n piles of reports. Source:
    the definition of (ε, δ).

    Parameters
    ----------
    n : int, people with the target, 1 to 10^8
    local_epsilon : float, ε₀ of each report, from 1e-6 to 30
    epsilon : float, from 0 to 30, of the promise after mixing
    others_with_1 : int, how many of the n - 1 others hold 1; 0 and n - 1 are a
        unanimous crowd. A mixed crowd often hides the target better: its δ is not a
        promise for other crowds.

    Examples
    --------
    >>> round(coins_delta(2, 1.0, 0.1), 4), coins_delta(2, 1.0, 1.0)
    (0.3172, 0.0)
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    ones = check_integer("others_with_1", others_with_1, 0, n - 1)
    epsilon = numerics.check_final(epsilon)
    return numerics.as_delta(_log_delta(n, local_epsilon, ones, epsilon))


def coins_epsilon(
    n: int, local_epsilon: float, delta: float, others_with_1: int = 0
) -> float:
    """Return the smallest ε with `coins_delta` at most δ, exactly, for one crowd.

    Parameters
    ----------
    n, local_epsilon, others_with_1 : as in `coins_delta`
    delta : float, above 0 and below 1

    Examples
    --------
    >>> [round(coins_epsilon(n, 8.0, 1e-6), 3) for n in (30_000, 100_000, 1_000_000)]
    [7.976, 1.01, 0.225]
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    ones = check_integer("others_with_1", others_with_1, 0, n - 1)
    delta = numerics.check_delta(delta)
    log_delta = partial(_log_delta, n, local_epsilon, ones)
    return numerics.smallest_epsilon(log_delta, delta, local_epsilon)


# numbers too small for a float count as 0, whatever np.seterr says
@np.errstate(under="ignore")
def _log_delta(n: int, local_epsilon: float, ones: int, epsilon: float) -> float:
    """Return ln δ, the larger of both directions."""
    # one direction is the other in the crowd where 0 and 1 change places
    crowds = {ones, n - 1 - ones}
    return max(
        _log_first_direction(n - 1, local_epsilon, crowd, epsilon) for crowd in crowds
    )


def _log_first_direction(
    others: int, local_epsilon: float, ones: int, epsilon: float
) -> float:
    """Return ln of the sum of all positive Pr[s | target 0] - e^ε Pr[s | target 1]."""
    if epsilon >= local_epsilon:
        return -math.inf
    truth = 1 / (1 + math.exp(-local_epsilon))
    lie = truth * math.exp(-local_epsilon)
    log_a = math.log(-math.expm1(epsilon - local_epsilon)) + math.log(truth)
    tilt = log_a - math.log(lie) - math.log(math.expm1(epsilon + local_epsilon))
    groups = [(ones, truth, lie), (others - ones, lie, truth)]  # people, Pr[1], Pr[0]
    log_moment = sum(m * math.log1p(p_1 * math.expm1(tilt)) for m, p_1, _ in groups)
    tilted = []
    for people, p_1, p_0 in groups:  # odds of 1 that are e^tilt times as large
        weight = p_1 * math.exp(tilt)
        tilted.append((people, weight / (p_0 + weight), p_0 / (p_0 + weight)))
    tilted.sort(key=lambda group: group[0] * group[1] * group[2])
    start, rises = _rises(*tilted)
    peak = int(np.argmax(np.cumsum(rises)))  # beyond, only rounding is above 0
    weights = np.exp(-tilt * (np.arange(peak + 1) - peak))
    total = (weights * np.maximum(rises[: peak + 1], 0)).sum()
    return log_a + log_moment - tilt * float(start + peak) + math.log(total)


def _rises(narrow: tuple, wide: tuple) -> tuple[int, np.ndarray]:
    """Return g'(s) - g'(s-1) of the sum of two binomial counts, and the first s.

    The wider count's differences come from its ratios, without a subtraction of near
    equals.
    """
    people, p_1, p_0 = wide
    counts = numerics.window(people * p_1, people * p_1 * p_0, people)
    masses = np.exp(log_probability(counts, people, p_1, p_0))
    before = counts * p_0 / ((people - counts + 1) * p_1)  # Pr[count - 1] / Pr[count]
    end = -masses[-1] if counts[-1] == people else 0.0  # no count above `people`
    rises = np.append(masses * (1 - before), end)
    people, p_1, p_0 = narrow
    if people == 0:
        return int(counts[0]), rises
    others = numerics.window(people * p_1, people * p_1 * p_0, people)
    masses = np.exp(log_probability(others, people, p_1, p_0))
    size = len(rises) + len(masses) - 1
    length = 1 << (size - 1).bit_length()
    product = np.fft.rfft(rises, length) * np.fft.rfft(masses, length)
    return int(counts[0] + others[0]), np.fft.irfft(product, length)[:size]
