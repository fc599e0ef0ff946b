"""Compute the numbers of the exam problems on RAPPOR; q is the large probability."""

from __future__ import annotations

import math
from random import Random
from statistics import NormalDist

from ldp_checks.individual_numbers import choose


def _epsilon(hashes: int, if_set: float, if_clear: float) -> float:
    """Return ε of h pairs of bits, each 1 with probability `if_set` or `if_clear`."""
    return hashes * math.log(if_set / if_clear * (1 - if_clear) / (1 - if_set))


def permanent(source: Random) -> dict:
    """Make permanent noise that is 1 with probability g."""
    f, g = choose(source, (0.3, 0.4, 0.5, 0.6)), choose(source, (0.2, 0.3, 0.7, 0.8))
    h = choose(source, (2, 3, 4))
    stays, becomes = 1 - f + f * g, f * g
    fair = 2 * h * math.log((2 - f) / f)
    ratio_one = stays / becomes
    ratio_zero = (1 - becomes) / (1 - stays)
    epsilon = _epsilon(h, stays, becomes)
    more = "more" if epsilon > fair else "less"
    more_hashes = _epsilon(h + 1, stays, becomes)
    h_more = h + 1
    return locals()


def one_report(source: Random) -> dict:
    """Give both layers of noise: probabilities, epsilon and an estimate."""
    f, h = choose(source, (0.25, 0.5, 0.6)), choose(source, (2, 3))
    p, q = choose(source, ((0.5, 0.75), (0.25, 0.75), (0.3, 0.7), (0.4, 0.7)))
    n, held = choose(source, (2_000, 5_000, 10_000)), choose(source, (0.2, 0.3, 0.4))
    if_set, if_clear = q - (q - p) * f / 2, p + (q - p) * f / 2
    ones = round(n * (if_clear + held * (if_set - if_clear))) + choose(
        source, (-8, 6, 13)
    )
    count = (ones - if_clear * n) / (if_set - if_clear)
    variance = count * if_set * (1 - if_set) + (n - count) * if_clear * (1 - if_clear)
    epsilon = _epsilon(h, if_set, if_clear)
    factor = math.exp(epsilon)
    ever = 2 * h * math.log((2 - f) / f)
    error = math.sqrt(variance) / (if_set - if_clear)
    return locals()


def some_days(source: Random) -> dict:
    """Report on some days, from permanent bits that are stored or drawn anew."""
    f, h = choose(source, (0.4, 0.5, 0.6)), choose(source, (2, 3))
    p, q = choose(source, ((0.25, 0.75), (0.3, 0.7), (0.4, 0.7)))
    days = choose(source, (2, 3, 4))
    stays, becomes = 1 - f / 2, f / 2

    def all_days(chance: float, days: int) -> tuple[float, float]:
        """Return Pr[1 on all days] and Pr[0 on all days]."""
        ones = chance * q**days + (1 - chance) * p**days
        return ones, chance * (1 - q) ** days + (1 - chance) * (1 - p) ** days

    def epsilon(days: int) -> float:
        if_set, if_clear = all_days(stays, days), all_days(becomes, days)
        return h * math.log(if_set[0] / if_clear[0] * if_clear[1] / if_set[1])

    set_one, set_zero = all_days(stays, days)
    clear_one, clear_zero = all_days(becomes, days)
    single_day, memoized = epsilon(1), epsilon(days)
    redrawn = days * single_day
    ever = 2 * h * math.log(stays / becomes)
    until = math.floor(ever / single_day) + 1
    return locals()


def four_words(source: Random) -> dict:
    """Decode four words on four bits by hand, and say which are present."""
    a, b = choose(source, (3_000, 4_000, 5_000)), choose(source, (1_000, 2_000))
    d, noise = choose(source, (600, 800, 1_200)), choose(source, (100, 150, 200))
    bits = [
        a + b + choose(source, (-60, 20, 90)),
        a + choose(source, (-80, 30, 50)),
        b + d - choose(source, (40, 100)),
        d + choose(source, (-30, 70)),
    ]
    t1, t2, t3, t4 = bits
    words = {
        "a": (t1 + t2 - t3 + t4) / 2,
        "b": (t1 - t2 + t3 - t4) / 2,
        "c": (-t1 + t2 + t3 - t4) / 2,
        "d": t4,
    }
    limit = 2 * noise
    there = ", ".join(name for name, x in words.items() if x > 2 * noise)
    absent = ", ".join(name for name, x in words.items() if x <= 2 * noise)
    return locals()


def threshold(source: Random) -> dict:
    """Say when a word is called present, and how many must hold it to be seen."""
    n, h = choose(source, (10_000, 20_000, 50_000)), choose(source, (2, 4))
    if_set, if_clear = choose(
        source, ((0.6875, 0.5625), (0.65, 0.35), (0.6, 0.4), (0.7, 0.45))
    )
    candidates = choose(source, (100, 200, 500))
    alarms = choose(source, (0.005, 0.01, 0.02))
    normal = NormalDist()
    error = math.sqrt(n * if_clear * (1 - if_clear) / h) / (if_set - if_clear)
    z, z_all = normal.inv_cdf(1 - alarms), normal.inv_cdf(1 - 0.05 / candidates)
    z_nine = normal.inv_cdf(0.9)
    limit = z * error
    expected = candidates * alarms
    visible = (z + z_nine) * error
    limit_all = z_all * error
    four_times = (z + z_nine) * 2 * error
    return locals()
