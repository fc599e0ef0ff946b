"""Compute the numbers of the exam problems on threat models."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

from ldp_checks.individual_numbers import choose


def alone(source: Random) -> dict:
    """Make a table with people who stand alone, and a group that shares its secret."""
    while True:
        rows = [
            (choose(source, (20, 30, 40)), choose(source, ("North", "South")), visit)
            for visit in (choose(source, ("heart", "skin", "eyes")) for _ in range(10))
        ]
        secrets: dict = {}
        for age, district, visit in rows:
            secrets.setdefault((age, district), Counter())[visit] += 1
        groups = [secrets[row[:2]] for row in rows]  # of each row
        single = [i for i, group in enumerate(groups, 1) if group.total() == 1]
        exposed = [
            i for i, group in enumerate(groups, 1) if len(group) == 1 < group.total()
        ]
        right = [max(group.values()) for group in secrets.values()]
        blind = max(Counter(visit for _, _, visit in rows).values())
        few = 2 <= len(single) <= 4 and 2 <= len(exposed) <= 4
        if few and sum(right) < 9 and blind < 6:
            break
    table = "\n".join(
        f"| {n} | {age} to {age + 9} | {district} | {visit} |"
        for n, (age, district, visit) in enumerate(rows, 1)
    )
    single = ", ".join(map(str, single))
    added = " + ".join(map(str, sorted(right, reverse=True)))
    guess = sum(right) / 10
    blind = blind / 10
    exposed = ", ".join(map(str, exposed))
    return locals()


def one_match(source: Random) -> dict:
    """Link rows whose key one, two or three people share to an incomplete list."""
    listed = choose(source, (0.4, 0.5, 0.6, 0.7))
    n1, n2 = choose(source, (200, 240, 300)), choose(source, (90, 120))
    n3 = choose(source, (40, 60))
    rows = n1 + n2 + n3
    of = [n * listed * (1 - listed) ** m for m, n in enumerate((n1, n2, n3))]
    right, matches = sum(of), sum(m * x for m, x in enumerate(of, 1))
    share = right / matches
    pair_match = 2 * listed * (1 - listed)
    pair_right = listed * (1 - listed)
    return locals()


def majority(source: Random) -> dict:
    """Take the majority of three and of five randomized answers."""
    p = choose(source, (0.6, 0.65, 0.7, 0.75, 0.8))

    def right(n: int) -> float:
        ways = range(n // 2 + 1, n + 1)
        return sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in ways)

    lie = 1 - p
    three, five = right(3), right(5)
    epsilon = math.log(p / (1 - p))
    epsilon_five = 5 * epsilon
    odds_five = (p / (1 - p)) ** 5
    return locals()


def formats(source: Random) -> dict:
    """Compare three formats of a report: two with a finite epsilon, one without."""
    truth, k = choose(source, (0.4, 0.5, 0.6, 0.7)), choose(source, (4, 5, 8))
    hide_yes, lie_no = choose(source, ((0.2, 0.1), (0.3, 0.1), (0.4, 0.2), (0.3, 0.2)))
    says_yes = choose(source, (0.6, 0.7, 0.8, 0.9))
    lie = (1 - truth) / k
    ratio_yes, ratio_no = (1 - hide_yes) / lie_no, (1 - lie_no) / hide_yes
    stays = truth + lie
    epsilon_a = math.log(stays / lie)
    wrong_a = math.log(truth / lie)
    hides = 1 - says_yes
    epsilon_c = math.log(max(ratio_yes, ratio_no))
    belief = ratio_yes / (ratio_yes + 9)
    return locals()


def pseudonyms(source: Random) -> dict:
    """Time how long it takes to undo a hash of a small id, with three kinds of salt."""
    letters, digits = choose(source, (4, 8, 12, 20)), choose(source, (5, 6, 7))
    speed = choose(source, (1_000_000, 2_000_000, 5_000_000))
    rows = choose(source, (400, 900))
    key_bits = choose(source, (64, 80, 96))
    ids = letters * 10**digits
    seconds = ids / speed
    each_seconds = rows * seconds
    each_minutes = each_seconds / 60
    key_years = 2.0**key_bits / speed / (365.25 * 24 * 3600)
    return locals()
