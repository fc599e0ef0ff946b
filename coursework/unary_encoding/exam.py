"""Compute the numbers of the exam problems on unary encoding."""

from __future__ import annotations

import math
from random import Random
from statistics import NormalDist

from ldp_checks.individual_numbers import choose


def one_report(source: Random) -> dict:
    """Say what a row of noisy bits reveals if a person may name several values."""
    p = choose(source, (0.55, 0.6, 0.7, 0.75))
    q = choose(source, (0.1, 0.15, 0.2, 0.25))
    k, most = choose(source, (5, 6, 7)), choose(source, (2, 3))
    most = min(most, k // 2)
    up, down = p / q, (1 - q) / (1 - p)
    factor_of_value = up * down
    factor, epsilon_of_value = factor_of_value**most, math.log(factor_of_value)
    epsilon = most * epsilon_of_value
    neighbor = max(up, down)
    differ = 2 * most
    k_more = 2 * k
    return locals()


def counts(source: Random) -> dict:
    """Estimate four counts with their intervals, one of them negative."""
    n = choose(source, (2_000, 3_000, 5_000))
    p, q = choose(source, ((0.5, 0.2), (0.6, 0.2), (0.75, 0.25), (0.65, 0.3)))
    shares = (choose(source, (0.4, 0.5)), choose(source, (0.2, 0.25)), 0.05)
    ones = [
        round(n * (q + share * (p - q))) + choose(source, (-9, 5, 14))
        for share in shares
    ]
    ones.append(round(n * q) - choose(source, (11, 17, 23)))
    held = [(x - n * q) / (p - q) for x in ones]
    z = NormalDist().inv_cdf(1 - 0.05 / 8)
    error = [math.sqrt(x * p * (1 - p) + (n - x) * q * (1 - q)) / (p - q) for x in held]
    noise = n * q
    margin = [z * x for x in error]
    low = [x - m for x, m in zip(held, margin, strict=True)]
    high = [x + m for x, m in zip(held, margin, strict=True)]
    below = math.ceil(high[3])
    return locals()


def two_pairs(source: Random) -> dict:
    """Compare the symmetric and the optimized pair, for rare and for common values."""
    epsilon = choose(source, (0.5, 1, 1.5, 2, 3))
    share = choose(source, (0.2, 0.3, 0.4, 0.6))
    n = choose(source, (10_000, 20_000, 50_000))
    E, half = math.exp(epsilon), math.exp(epsilon / 2)
    symmetric = half / (half - 1) ** 2
    optimized = 4 * E / (E - 1) ** 2
    symmetric_p = half / (half + 1)
    symmetric_q = 1 / (half + 1)
    optimized_q = 1 / (E + 1)
    ratio = symmetric / optimized
    fewer = n * optimized / symmetric
    optimized_at = optimized + share
    better = "symmetric" if symmetric < optimized_at else "optimized"
    border = symmetric - optimized
    return locals()


def clipping(source: Random) -> dict:
    """Compute the bias that comes from setting negative counts to 0."""
    n, empty = choose(source, (5_000, 10_000, 40_000)), choose(source, (20, 50, 90))
    p, q = choose(source, ((0.5, 0.2), (0.5, 0.25), (0.75, 0.25), (0.6, 0.3)))
    months = choose(source, (12, 24, 36))
    error = math.sqrt(n * q * (1 - q)) / (p - q)
    bias = error / math.sqrt(2 * math.pi)
    in_all = empty * bias
    mean_error = error / math.sqrt(months)
    mean_ratio = bias / mean_error
    return locals()


def bits_or_answers(source: Random) -> dict:
    """Send bits for each value, or one randomized answer out of all possible ones."""
    k, epsilon = choose(source, (5, 6, 7, 8)), choose(source, (1, 2, 4, 5))
    E, half = math.exp(epsilon), math.exp(epsilon / 2)
    answers = 1 + k + math.comb(k, 2)
    # Answers that name a given value: alone, or with one of the k - 1 others.
    naming = k
    p, q = (E + naming - 1) / (E + answers - 1), naming / (E + answers - 1)
    direct, bits = q * (1 - q) / (p - q) ** 2, 4 * half / (half - 1) ** 2
    pairs = math.comb(k, 2)
    truth = E / (E + answers - 1)
    half = epsilon / 2
    better = "The direct answer" if direct < bits else "The row of bits"
    ratio = max(direct, bits) / min(direct, bits)
    return locals()
