"""Compute the numbers of the exam problems on a week of a fitness app."""

from __future__ import annotations

import math
from random import Random

from ldp_checks.individual_numbers import choose


def _chance(epsilon: float) -> float:
    """Return Pr[truth] of randomized response."""
    return 1 / (1 + math.exp(-epsilon))


def one_bit(source: Random) -> dict:
    """Estimate the mean of a number from one bit of each person."""
    low, high = choose(source, (20, 40, 60)), choose(source, (120, 140, 180))
    epsilon = choose(source, (0.5, 1, 1.5, 2))
    n = choose(source, (2_500, 10_000, 40_000))
    ones = round(n * choose(source, (0.44, 0.46, 0.53, 0.55))) + choose(
        source, (3, 7, 11)
    )
    margin = choose(source, (0.5, 1, 2))
    E = math.exp(epsilon)
    bound = (E + 1) / (E - 1)
    middle, half = (low + high) / 2, (high - low) / 2
    if_one, if_zero = middle + half * bound, middle - half * bound
    share = ones / n
    mean = share * if_one + (1 - share) * if_zero
    error = (if_one - if_zero) * math.sqrt(share * (1 - share) / n)
    lower, upper = mean - 1.96 * error, mean + 1.96 * error
    clipped = share * high + (1 - share) * low
    needed = math.ceil((1.96 * (if_one - if_zero) / 2 / margin) ** 2)
    return locals()


def square_wave(source: Random) -> dict:
    """Give the density, the mean report of a place, and the mean of all."""
    epsilon, longest = choose(source, (1, 1.5, 2, 3)), choose(source, (60, 100, 200))
    raw = choose(source, (0.42, 0.45, 0.47, 0.55))
    E = math.exp(epsilon)
    b = (epsilon * E - E + 1) / (2 * E * (E - 1 - epsilon))
    q = 1 / (2 * b * E + 1)
    p = E * q
    near = 2 * b * p
    slope = 2 * b * (p - q)
    at_zero, at_one = (1 - slope) / 2, (1 + slope) / 2
    place = (raw - at_zero) / slope
    minutes, raw_minutes = longest * place, longest * raw
    low_end, high_end = -b, 1 + b
    return locals()


def memory(source: Random) -> dict:
    """Remember an answer for each value."""
    epsilon, days = choose(source, (0.8, 1, 1.5, 2)), choose(source, (7, 10, 14, 30))
    n = choose(source, (5_000, 10_000, 20_000))
    share = choose(source, (0.42, 0.48, 0.57))
    spread = choose(source, (0.25, 0.3, 0.35))
    p = _chance(epsilon)
    q = 1 - p
    fresh, factor = days * epsilon, math.exp(2 * epsilon)
    seen = p * p + q * q
    estimate = (share - q) / (p - q)
    error = 100 * spread / math.sqrt(n) / (p - q)
    naive = 100 * math.sqrt(share * (1 - share) / (n * days)) / (p - q)
    ratio = error / naive
    return locals()


def plans(source: Random) -> dict:
    """Split the people or the budget."""
    questions, budget = choose(
        source, ((3, 1.5), (3, 6), (4, 2), (4, 7), (5, 2), (5, 8), (6, 3), (6, 9))
    )
    people, share = choose(source, (12_000, 24_000, 60_000)), choose(source, (0.2, 0.3))

    def error(epsilon: float, m: float) -> tuple[float, float, float]:
        p = _chance(epsilon)
        rate = 1 - p + share * (2 * p - 1)
        return p, rate, 100 * math.sqrt(rate * (1 - rate) / m) / (2 * p - 1)

    part, group = budget / questions, people / questions
    p_people, rate_people, by_people = error(budget, group)
    p_budget, rate_budget, by_budget = error(part, people)
    better = "the people" if by_people < by_budget else "the budget"
    ratio = max(by_people, by_budget) / min(by_people, by_budget)
    sampled = round(group) + choose(source, (-40, -15, 25, 60))
    yes = round(sampled * rate_people) + choose(source, (-9, 4, 12))
    q = 1 - p_people
    estimate = (yes / sampled - q) / (p_people - q)
    wrong = (yes / people - q) / (p_people - q)
    spent = questions * budget
    return locals()
