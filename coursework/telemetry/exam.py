"""Compute the numbers of the exam problems on telemetry."""

from __future__ import annotations

import math
from random import Random

from ldp_checks.individual_numbers import choose


def _optimized(epsilon: float) -> float:
    """Return N times the variance of a share that is 0: a row of bits with p = 1/2."""
    return 4 * math.exp(epsilon) / (math.exp(epsilon) - 1) ** 2


def once_or_weekly(source: Random) -> dict:
    """Report once with the whole budget, or each week with a part of it."""
    people, weeks = choose(source, (40_000, 60_000, 120_000)), choose(source, (4, 6, 8))
    budget = choose(source, (1, 1.5, 2, 3))
    part, reports = budget / weeks, people / weeks
    v_once, v_weekly = _optimized(budget), _optimized(part)
    once = 100 * math.sqrt(v_once / reports)
    weekly = 100 * math.sqrt(v_weekly / people)
    ratio = weekly / once
    spent = budget * weeks
    return locals()


def which_protocol(source: Random) -> dict:
    """Choose direct answers or bits, by the number of values."""
    k = choose(source, (6, 8, 10, 16, 24, 40))
    epsilon = choose(source, (0.5, 1, 1.5, 2, 3))
    n = choose(source, (10_000, 30_000, 50_000))
    E = math.exp(epsilon)
    direct, bits = (E + k - 2) / (E - 1) ** 2, _optimized(epsilon)
    direct_p, direct_q = E / (E + k - 1), 1 / (E + k - 1)
    bits_q = 1 / (E + 1)
    direct_error = 100 * math.sqrt(direct / n)
    bits_error = 100 * math.sqrt(bits / n)
    better = "direct answers" if direct < bits else "bits"
    border = 3 * E + 2
    length = math.ceil(math.log2(k))
    twice_k = 2 * k
    twice_direct = (E + 2 * k - 2) / (E - 1) ** 2
    return locals()


def plan(source: Random) -> dict:
    """Audit a teammate's plan whose accounting has a fault."""
    promised, reports = choose(source, (1, 1.5, 2, 3)), choose(source, (2, 3, 4, 5))
    copies = choose(source, (1, 2))
    # ln(p/(1 - p)) by the plan's accounting, the accounting, and what is wrong with it
    faults = (
        (
            promised / reports,
            "the person's bit is kept with p, so a report costs ln(p/(1 − p));"
            " reports add up",
            "Two people differ in two bits, so a report costs 2 ln(p/(1 − p)).",
        ),
        (
            promised / 2,
            "each week is new data, so ε is that of one report, 2 ln(p/(1 − p))",
            "All reports tell about one person, and their costs add up.",
        ),
        (
            promised / (2 * reports) * math.log(10),
            "two bits differ, so a report costs 2 log₁₀(p/(1 − p)); reports add up",
            "ε is measured with the natural logarithm.",
        ),
    )
    believed, accounting, right = choose(source, faults)
    p = 1 / (1 + math.exp(-believed))
    sent = reports * copies
    mended = 1 / (1 + math.exp(-promised / (2 * sent)))
    sent_to = "to one server"
    servers = "All else is right."
    if copies == 2:
        sent_to = "twice, with fresh noise, to two servers"
        servers = (
            "Each report goes to two servers with fresh noise, so it counts twice."
        )
    spent = 2 * sent * math.log(p / (1 - p))
    before = p * (1 - p) / (2 * p - 1) ** 2
    after = mended * (1 - mended) / (2 * mended - 1) ** 2
    error_ratio = math.sqrt(after / before)
    return locals()


def hashing(source: Random) -> dict:
    """Hash locally: the server's q, an estimate, the best number of buckets."""
    epsilon, g = choose(
        source,
        [
            (epsilon, g)
            for epsilon in (1, 1.5, 2, 3)
            for g in (2, 4, 8)
            if g != round(math.exp(epsilon) + 1)  # another number is the best
        ],
    )
    n, share = choose(source, (5_000, 10_000, 20_000)), choose(source, (0.1, 0.2, 0.3))
    k = choose(source, (100, 1_000, 5_000))
    E = math.exp(epsilon)
    p, q = E / (E + g - 1), 1 / g
    best = round(E + 1)
    p_best = E / (E + best - 1)
    support = round(n * (q + share * (p - q))) + choose(source, (-12, 7, 15))
    wrong = 1 / (E + g - 1)
    share = (support / n - q) / (p - q)
    wrong_share = (support / n - wrong) / (p - wrong)
    variance = q * (1 - q) / (p - q) ** 2
    best_variance = (1 / best) * (1 - 1 / best) / (p_best - 1 / best) ** 2
    bits = _optimized(epsilon)
    return locals()


def brief(source: Random) -> dict:
    """Derive a number of people from a margin."""
    epsilon, weeks = choose(source, (1, 1.5, 2, 2.5)), choose(source, (4, 5, 8))
    share = choose(source, (0.1, 0.15, 0.2))
    margin = choose(source, (0.01, 0.015, 0.02, 0.03))

    def needed(q: float) -> int:
        rate = q + share * (0.5 - q)
        return math.ceil(rate * (1 - rate) / (0.5 - q) ** 2 * (1.96 / margin) ** 2)

    q, half = 1 / (math.exp(epsilon) + 1), epsilon / 2
    rate = q + share * (0.5 - q)
    points = 100 * margin
    needed_error = margin / 1.96
    reports = needed(q)
    people = weeks * reports
    half_people = weeks * needed(1 / (math.exp(half) + 1))
    times = half_people / people
    without = math.ceil(share * (1 - share) * (1.96 / margin) ** 2)
    return locals()
