"""Randomized response through a mixer, exactly: the pile shows how many of n people report 1.

Let p be the probability of the truth. The others' ones are a count G, of probabilities g(s). If the
target holds 0, the pile has s ones with p g(s) + (1-p) g(s-1); if 1, p and 1-p change places. With
a = p - e^ε (1-p) and b = e^ε p - (1-p), δ is the sum of all positive a g(s) - b g(s-1).

That sum is a difference of nearly equal numbers. Tilting g, that is, weighing s by e^(θs) with
e^θ = a/b, turns it into the differences g'(s) - g'(s-1) of one distribution g' around its peak.
"""

import math
from functools import partial

import numpy as np

from ldp_course.arguments import check_integer, refuse
from ldp_course.binomial import log_probability
from ldp_course.shuffle import numerics

LARGEST_SEARCH = 10_000  # people for whom all crowds are tried: some seconds


def coins_delta(n: int, local_epsilon: float, epsilon: float, others_with_1: int = 0) -> float:
    """δ of n shuffled answers of randomized response at ε, exactly, for one crowd.

    It is the larger of both directions: the target's 0 taken for a 1, and 1 for 0. It speaks about
    randomized response only: for no other mechanism is it exact, or a bound. Relative error below
    1e-8. Checked against all 2^n piles of reports. Source: the definition of (ε, δ).

    Parameters
    ----------
    n : int, people with the target, 1 to 10^8
    local_epsilon : float, ε₀ of each report, from 1e-6 to 30
    epsilon : float, from 0 to 30, of the promise after mixing
    others_with_1 : int, how many of the n - 1 others hold 1; 0 and n - 1 are a unanimous crowd
        A mixed crowd often hides the target better: its δ is no promise for other crowds.

    Examples
    --------
    >>> round(coins_delta(2, 1.0, 0.1), 4), coins_delta(2, 1.0, 1.0)
    (0.3172, 0.0)
    """
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    ones = _check_others(n, others_with_1)
    epsilon = numerics.check_final(epsilon)
    return numerics.as_delta(_log_delta(n, local_epsilon, ones, epsilon))


def coins_epsilon(n: int, local_epsilon: float, delta: float, others_with_1: int = 0) -> float:
    """The smallest ε with `coins_delta` at most δ: exact, for one crowd. It is at most ε₀.

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
    ones = _check_others(n, others_with_1)
    log_delta = partial(_log_delta, n, local_epsilon, ones)
    return numerics.smallest_epsilon(log_delta, numerics.check_delta(delta), local_epsilon)


def worst_delta(n: int, local_epsilon: float, epsilon: float) -> tuple[float, int]:
    """The largest `coins_delta` of all crowds, and one `others_with_1` that has it.

    All crowds are tried, so n is at most 10,000. Above, `blanket_delta` bounds all crowds.

    Parameters
    ----------
    n : int, 1 to 10,000
    local_epsilon, epsilon : as in `coins_delta`

    Examples
    --------
    >>> delta, others = worst_delta(50, 2.0, 0.3)
    >>> round(delta, 4), others
    (0.0497, 3)
    """
    n, local_epsilon = _check_search(n, local_epsilon)
    epsilon = numerics.check_final(epsilon)
    logs = [_log_delta(n, local_epsilon, ones, epsilon) for ones in range((n + 1) // 2)]
    worst = int(np.argmax(logs))
    return numerics.as_delta(logs[worst]), worst


def worst_epsilon(n: int, local_epsilon: float, delta: float) -> tuple[float, int]:
    """The largest `coins_epsilon` of all crowds, and one `others_with_1` that has it.

    All crowds are tried, so n is at most 10,000. Above, `blanket_epsilon` bounds all crowds.

    Parameters
    ----------
    n : int, 1 to 10,000
    local_epsilon, delta : as in `coins_epsilon`

    Examples
    --------
    >>> epsilon, others = worst_epsilon(50, 2.0, 1e-3)
    >>> round(epsilon, 4), others
    (1.2766, 1)
    """
    n, local_epsilon = _check_search(n, local_epsilon)
    delta = numerics.check_delta(delta)
    epsilon, worst = coins_epsilon(n, local_epsilon, delta), 0
    for ones in range(1, (n + 1) // 2):  # a crowd and its mirror are alike
        if _log_delta(n, local_epsilon, ones, epsilon) > math.log(delta):
            epsilon, worst = coins_epsilon(n, local_epsilon, delta, ones), ones
    return epsilon, worst


def _check_others(n: int, others_with_1: int) -> int:
    return check_integer("others_with_1", others_with_1, 0, n - 1)


def _check_search(n: int, local_epsilon: float) -> tuple[int, float]:
    n, local_epsilon = numerics.check_crowd(n, local_epsilon)
    if n > LARGEST_SEARCH:
        allowed = f"at most {LARGEST_SEARCH:,}, since all crowds are tried here; the functions "
        refuse("n", n, allowed + "blanket_delta and blanket_epsilon bound all crowds for any n")
    return n, local_epsilon


def _log_delta(n: int, local_epsilon: float, ones: int, epsilon: float) -> float:
    """ln δ, of both directions: one is the other in the crowd where 0 and 1 change places."""
    crowds = {ones, n - 1 - ones}
    return max(_log_one_direction(n - 1, local_epsilon, crowd, epsilon) for crowd in crowds)


def _log_one_direction(others: int, local_epsilon: float, ones: int, epsilon: float) -> float:
    """ln of the sum of all positive Pr[s | target 0] - e^ε Pr[s | target 1]."""
    if epsilon >= local_epsilon:
        return -math.inf
    truth = 1 / (1 + math.exp(-local_epsilon))
    lie = truth * math.exp(-local_epsilon)
    log_a = math.log(-math.expm1(epsilon - local_epsilon)) + math.log(truth)
    tilt = log_a - math.log(lie) - math.log(math.expm1(epsilon + local_epsilon))
    groups = [(ones, truth, lie), (others - ones, lie, truth)]  # people, Pr[1], Pr[0]
    log_moment = sum(m * math.log1p(one * math.expm1(tilt)) for m, one, _ in groups)
    tilted = [(m, *_tilted(one, zero, tilt)) for m, one, zero in groups]
    tilted.sort(key=lambda group: group[0] * group[1] * group[2])
    start, rises = _rises(*tilted)
    peak = int(np.argmax(np.cumsum(rises)))  # beyond, only rounding is above 0
    weights = np.exp(-tilt * (np.arange(peak + 1) - peak))
    total = (weights * np.maximum(rises[: peak + 1], 0)).sum()
    return log_a + log_moment - tilt * float(start + peak) + math.log(total)


def _tilted(one: float, zero: float, tilt: float) -> tuple[float, float]:
    """Pr[1] and Pr[0] with odds of 1 that are e^tilt times as large."""
    weight = one * math.exp(tilt)
    return weight / (zero + weight), zero / (zero + weight)


def _rises(narrow: tuple, wide: tuple) -> tuple[int, np.ndarray]:
    """g'(s) - g'(s-1) of the sum of two binomial counts, and the first s.

    The wider count's differences come from its ratios, without a subtraction of near equals.
    """
    people, one, zero = wide
    counts = numerics.window(people * one, people * one * zero, people)
    masses = np.exp(log_probability(counts, people, one, zero))
    before = counts * zero / ((people - counts + 1) * one)  # Pr[count - 1] / Pr[count]
    rises = np.append(masses * (1 - before), -masses[-1] if counts[-1] == people else 0.0)
    people, one, zero = narrow
    if people == 0:
        return int(counts[0]), rises
    others = numerics.window(people * one, people * one * zero, people)
    masses = np.exp(log_probability(others, people, one, zero))
    size = len(rises) + len(masses) - 1
    length = 1 << (size - 1).bit_length()
    product = np.fft.rfft(rises, length) * np.fft.rfft(masses, length)
    return int(counts[0] + others[0]), np.fft.irfft(product, length)[:size]
