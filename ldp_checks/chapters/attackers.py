"""Check the exercises of the chapter "Attackers"."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import bdtrc

from ldp_checks.answers import formula, number
from ldp_checks.findings import exercise

Q = 1 / (math.e + 1)  # of optimized unary encoding at ε = 1
ROWS = np.array([[1.0, 0, 1, 0], [0, 0, 1, 1], [1, 0, 0, 0]])


@exercise
def gain(gain):
    """Your turn: what a report that supports s of r targets adds to all of them."""

    def results(s, r, p, q):
        return (s - r * q) / (p - q), {
            "the server takes off q for each of the r targets": (s - q) / (p - q),
            "this is without what the server takes off": s / (p - q),
            "take off q for all r targets, not only for those that the report"
            " supports": s * (1 - q) / (p - q),
            "this is what all r targets would add": r * (1 - q) / (p - q),
            "the server stretches what is left: divide by p − q": s - r * q,
            "divide by p − q, not by p": (s - r * q) / p,
        }

    cases = [(1, 1, 0.5, 0.25), (2, 5, 0.75, 0.125)]
    yield formula("gain", gain, results, cases)


@exercise
def two_questions(two_questions):
    """Your turn: shares of constant no and of true yes, from rates of two questions."""

    def results(asked, opposite, p, q):
        sincere = asked + opposite

        def shares(constant, rate):
            return np.array([constant, (rate - q) / (p - q)])

        return shares(1 - sincere, asked / sincere), {
            "this is the share who do not always say no": shares(
                sincere, asked / (1 - sincere)
            ),
            "both rates belong to the sincere people; their sum is what is there": (
                shares(1 - sincere / 2, 2 * asked / sincere)
            ),
            "divide the rate by the share of sincere people": shares(
                1 - sincere, asked
            ),
            "this is the rate of the opposite question": shares(
                1 - sincere, opposite / sincere
            ),
        }

    cases = [(0.4, 0.5, 0.75, 0.25), (0.3, 0.35, 0.625, 0.375)]
    yield formula("two_questions", two_questions, results, cases)


@exercise
def by_hand(direct, direct_three, unary, unary_three):
    """Exercise 1: largest gains for ten values, e^ε = 3, with one target and with 3."""
    of_direct = {
        "this is without what the server takes off": 6,
        "this is an honest report on average": 1,
        "divide by p − q = 1/6, not by p": 11 / 3,
    }
    of_three = {
        "a report names one target only": 16.5,
        "the server takes off q for each of the three targets": 5.5,
    }
    of_unary = {
        "this is without what the server takes off": 4,
        "divide by p − q, not by p": 1.5,
        "in OUE p is one half, and q = 1/(3 + 1)": 1.5,
    }
    yield number("direct", direct, 5.5, of_direct)
    yield number("direct_three", direct_three, 4.5, of_three)
    yield number("unary", unary, 3, of_unary)
    of_unary_three = {
        "a row may have ones at all three targets": 3,
        "one bit, three targets": 1,
    }
    yield number("unary_three", unary_three, 9, of_unary_three)


@exercise
def moved(share, hidden):
    """Exercise 2: how far 500 fakes of gain 3 move 4 %, and how many can hide.

    There are 9,500 other people.
    """
    mistakes = {
        "this is m/n; all reports together are n + m": 500 / 9_500 * 2.96,
        "this forgets f: the honest people's part is diluted": 0.15,
        "this has m/n, and forgets f": 500 / 9_500 * 3,
        "this is the new share; how far did it move?": 0.148 + 0.04,
        "this is in points; give a share": 14.8,
        "this is random input; a fake here has a gain of 3": 0.05 * 0.96,
    }
    yield number("share", share, 0.148, mistakes)
    mistakes = {
        "this is the standard error of the count; divide it by the gain": math.sqrt(
            9_500 * 3
        ),
        "take the root": 9_500 / 3,
        "q/(1 − q) is 1/3": math.sqrt(9_500 / 4),
        "this is with n + m; the noise is that of honest people": math.sqrt(10_000 / 3),
    }
    yield number("hidden", hidden, math.sqrt(9_500 / 3), mistakes)


@exercise
def dropped(lost, estimate):
    """Exercise 3: what it does to drop rows with fewer than 20 ones."""

    def at_least(least: int, others: int) -> float:
        """Return Pr[own bit and `others` other bits have `least` ones or more]."""
        return float(bdtrc(least - 1, others, Q) + bdtrc(least - 2, others, Q)) / 2

    remaining = at_least(20, 99)
    bit = Q * at_least(19, 98) / remaining
    mistakes = {
        "this is the share that is kept": remaining,
        "fewer than 20 is at most 19": 1 - at_least(21, 99),
        "one of the 100 bits is 1 with ½, not with q": 1 - float(bdtrc(19, 100, Q)),
    }
    yield number("lost", lost, 1 - remaining, mistakes)
    mistakes = {
        "this is the excess of ones; divide it by p − q": bit - Q,
        "rows that are left are no longer honest on average: their bits are 1 more"
        " often": 0,
        "this is in points; give a share": 100 * (bit - Q) / (0.5 - Q),
        "this is the probability of a 1 in a row that was kept": bit,
    }
    yield number("estimate", estimate, (bit - Q) / (0.5 - Q), mistakes)


@exercise
def opposite(w, yes, alone):
    """Exercise 4: who always says no, from 350 and 450 yes of 1,000 each, e^ε = 3."""
    of_share = {
        "this is the share of sincere people": 0.8,
        "both rates together are what sincere people say": 0.6,
    }
    of_yes = {
        "this is the first question alone": 0.2,
        "divide by p − q = ½": 0.1875,
        "this is the share of no": 0.625,
        "this is the share among all people; sincere ones say it with this and w": 0.3,
    }
    of_alone = {
        "this is the estimate of both questions": 0.375,
        "divide by p − q = ½": 0.1,
        "this is the rate of yes": 0.35,
    }
    yield number("w", w, 0.2, of_share)
    yield number("yes", yes, 0.375, of_yes)
    yield number("alone", alone, 0.2, of_alone)


@exercise
def ranking(nobody, bit, mended):
    """Exercise 5: a call that hands over the number of values as ε."""
    of_nobody = {
        "with the right q it would be 0; here q is that of ε = 100": 0,
        "this counts the ones; each counts 1/(½ − 0)": 5_000 * Q,
    }
    of_bit = {
        "this is the right server's; here q is about 0": (1 - Q) / (0.5 - Q),
        "each one is divided by p − q = ½": 1,
    }
    yield number("nobody", nobody, 10_000 * Q, of_nobody)
    yield number("bit", bit, 2, of_bit)

    def results(reports, k, epsilon):
        ones, n = reports.sum(axis=0), len(reports)

        def with_epsilon(epsilon):
            q = 1 / (math.exp(epsilon) + 1)
            return (ones - n * q) / (0.5 - q)

        p = 1 / (1 + math.exp(-epsilon / 2))
        return with_epsilon(epsilon), {
            "k is still handed over as epsilon": with_epsilon(k),
            "this is not the optimized encoding: optimal must stay true": (
                (ones - n * (1 - p)) / (2 * p - 1)
            ),
        }

    cases = [(ROWS, 4, 1.0), (ROWS[:, :3], 3, 2.0)]
    yield formula("mended", mended, results, cases)
