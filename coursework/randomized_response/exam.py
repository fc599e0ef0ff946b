"""Compute the numbers of the exam problems on randomized response."""

from __future__ import annotations

import math
from random import Random

from ldp_checks.individual_numbers import choose

FACES = 12


def forced_die(source: Random) -> dict:
    """Roll a die that forces answers: channel, epsilon, belief, estimate, interval."""
    yes, no = choose(source, ((2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (5, 2)))
    a, b = yes / FACES, no / FACES
    people, share = choose(source, (800, 1_000, 1_500)), choose(source, (0.2, 0.3, 0.4))
    reports = round(people * (a + share * (1 - a - b))) + choose(source, (-7, 4, 9))
    of_yes, of_no = (1 - b) / a, (1 - a) / b
    odds = choose(source, (4, 9, 19))  # against "yes", before the report
    estimate = (reports / people - a) / (1 - a - b)
    variance = estimate * b * (1 - b) + (1 - estimate) * a * (1 - a)
    error = math.sqrt(variance / people) / (1 - a - b)
    free = FACES - yes - no
    yes_if_yes = FACES - no
    no_if_no = FACES - yes
    epsilon = math.log(max(of_yes, of_no))
    more = "yes" if of_yes > of_no else "no"
    belief = of_yes / (of_yes + odds)
    count = estimate * people
    low = estimate - 1.96 * error
    high = estimate + 1.96 * error
    return locals()


def how_many(source: Random) -> dict:
    """Count the people that a margin needs, whatever the truth is."""
    yes, no = choose(source, ((1, 2), (1, 3), (2, 3), (2, 4), (3, 1), (4, 2)))
    a, b = yes / FACES, no / FACES
    margin = choose(source, (0.02, 0.03, 0.04, 0.05))
    points, gain = 100 * margin, 1 - a - b
    of_no, of_yes = a * (1 - a), b * (1 - b)
    worst, who = max((of_no, "no"), (of_yes, "yes"))

    def needed(variance: float, margin: float) -> int:
        # Without the 1e-9 rounding errors would make 7204 of 7203.
        return math.ceil(variance / gain**2 * (1.96 / margin) ** 2 - 1e-9)

    people = needed(worst, margin)
    half = needed(worst, margin / 2)
    sample = needed(0.25, margin)
    return locals()


def broken_coins(source: Random) -> dict:
    """Break a client so that one of the two answers is never changed."""
    heads, share = choose(source, (0.4, 0.5, 0.6, 0.7)), choose(source, (0.1, 0.2, 0.3))
    unchanged = choose(source, ("yes", "no"))
    meant_no, meant_yes = (1 - heads) / 2, (1 + heads) / 2
    if_no, if_yes = (meant_no, 1.0) if unchanged == "yes" else (0.0, meant_yes)
    reported = share * if_yes + (1 - share) * if_no
    proof = "no" if unchanged == "yes" else "yes"
    seen = (
        "Here yes, if there are many people: no true share gives so few reports of"
        ' "yes".'
    )
    unseen = (
        "Not here: with the rule and another true share, the reports would look the"
        " same."
    )
    meant_epsilon = math.log(meant_yes / meant_no)
    noticed = seen if reported < meant_no else unseen
    estimate = (reported - meant_no) / heads
    bias = estimate - share
    return locals()


def two_groups(source: Random) -> dict:
    """Combine two groups of people with an epsilon of their own."""
    low, high = choose(source, (0.4, 0.5, 0.6)), choose(source, (1.5, 2, 2.5))
    n_low, n_high = choose(source, (600, 800, 1_200)), choose(source, (400, 500, 1_000))
    p_low, p_high = (math.exp(x) / (math.exp(x) + 1) for x in (low, high))
    true_low, true_high = choose(source, ((0.5, 0.1), (0.6, 0.2), (0.45, 0.15)))
    ones_low = round(n_low * (1 - p_low + true_low * (2 * p_low - 1))) + choose(
        source, (-5, 6)
    )
    ones_high = round(n_high * (1 - p_high + true_high * (2 * p_high - 1))) + choose(
        source, (-4, 3)
    )
    n = n_low + n_high
    share_low = (ones_low / n_low - (1 - p_low)) / (2 * p_low - 1)
    share_high = (ones_high / n_high - (1 - p_high)) / (2 * p_high - 1)
    p_mean = (n_low * p_low + n_high * p_high) / n
    variance = sum(
        size * p * (1 - p) / (2 * p - 1) ** 2
        for size, p in ((n_low, p_low), (n_high, p_high))
    )
    share = (n_low * share_low + n_high * share_high) / n
    colleague = ((ones_low + ones_high) / n - (1 - p_mean)) / (2 * p_mean - 1)
    error = math.sqrt(variance) / n
    return locals()


def twice(source: Random) -> dict:
    """Ask the same question twice, with fresh coins or with a remembered answer."""
    p, prior = choose(source, (0.6, 0.7, 0.75, 0.8)), choose(source, (0.05, 0.1, 0.2))
    ratio = p / (1 - p)

    def belief(factor: float) -> float:
        return prior * factor / (prior * factor + 1 - prior)

    enough = math.floor(math.log(99 * (1 - prior) / prior) / math.log(ratio)) + 1
    lie, epsilon = 1 - p, math.log(ratio)
    epsilon_two = 2 * epsilon
    both_yes, both_no = p**2, lie**2
    factor = ratio**2
    once, belief = belief(ratio), belief(factor)
    return locals()
