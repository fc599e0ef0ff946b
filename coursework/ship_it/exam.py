"""Compute the numbers of the exam problems on a product that ships or stops."""

from __future__ import annotations

import math
from random import Random

from ldp_checks.individual_numbers import choose


def any_value(source: Random) -> dict:
    """Audit a direct answer in which "another value" may be the true one."""
    epsilon, k = choose(source, (1, 1.5, 2)), choose(source, (4, 5, 8))
    days, n = choose(source, (17, 24, 30)), choose(source, (4_000, 10_000, 20_000))
    E = math.exp(epsilon)
    p = E / (E + k - 1)
    q = (1 - p) / (k - 1)
    other = (1 - p) / k
    own = p + other
    true = math.log(own / other)
    draws = math.ceil(days / 7)
    total = draws * true
    promised_factor, factor = E, math.exp(total)
    seen = round(n * choose(source, (0.24, 0.29, 0.33))) + choose(source, (3, 8, 14))
    estimate = (seen - n * other) / p
    wrong = (seen - n * q) / (p - q)
    return locals()


def nothing_seen(source: Random) -> dict:
    """Count the reports that a test needs."""
    epsilon, n = choose(source, (1, 2, 3)), choose(source, (300, 1_000, 4_000))
    E = math.exp(epsilon)
    zeros = choose(source, (0.5, 0.25, 0.12))
    needed = math.ceil(math.log(0.01) / math.log(1 - zeros))
    before = needed - 1
    missed, missed_before = (1 - zeros) ** needed, (1 - zeros) ** before
    rate = 0.005 ** (1 / n)
    most = math.log(rate / (1 - rate))
    share = 1 / (E + 1)
    flat = choose(source, (0.01, 0.02))
    rare_needed = math.ceil(math.log(0.1) / math.log(1 - flat))
    return locals()


def two_sides(source: Random) -> dict:
    """Derive ε from a ceiling on beliefs, and from a standard error."""
    prior, ceiling = choose(
        source, ((0.01, 0.05), (0.02, 0.1), (0.05, 0.3), (0.1, 0.5))
    )
    people, error = choose(
        source, ((4_000, 0.01), (5_000, 0.008), (9_000, 0.03), (50_000, 0.02))
    )
    before, after = prior / (1 - prior), ceiling / (1 - ceiling)
    factor = after / before
    most = math.log(factor)
    least = 2 * math.asinh(1 / (error * math.sqrt(people)))
    decision = "ship" if least <= most else "stop"
    sign = "≤" if least <= most else ">"
    needed = math.ceil(4 * factor / ((factor - 1) * error) ** 2)
    guess = factor * 0.2 / (factor * 0.2 + 0.8)
    points = 100 * error
    return locals()


def exactly_once(source: Random) -> dict:
    """Count the retries and late reports of one day."""
    epsilon, n = choose(source, (1, 1.5, 2)), choose(source, (2_000, 5_000, 8_000))
    again = round(n * choose(source, (0.06, 0.11, 0.2)))
    late = round(n * choose(source, (0.1, 0.15)))
    held = choose(source, (0.2, 0.3, 0.4))
    p, q = 0.5, 1 / (math.exp(epsilon) + 1)
    ones = round(n * (q + held * (p - q))) + choose(source, (-11, 4, 13))
    ones_again = round(again * choose(source, (0.35, 0.5, 0.65)))
    rows, all_ones = n + again, ones + ones_again
    estimate = (ones - n * q) / (p - q)
    error = math.sqrt(estimate * p * (1 - p) + (n - estimate) * q * (1 - q)) / (p - q)
    wrong = (all_ones - rows * q) / (p - q)
    in_time = n - late
    small = error * math.sqrt(n / rows) / n * 100
    right = error / n * 100
    ratio = right / small
    return locals()
