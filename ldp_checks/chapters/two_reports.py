"""Check the exercises of the chapter "Two reports, one person"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import formula, number
from ldp_checks.findings import exercise
from ldp_course.topics.two_reports import ChangeTree


@exercise
def both_ones(both_ones):
    """Your turn: the chance that two reports of one device both have a 1 at a bit."""

    def results(kept, p, q):
        one = kept * q + (1 - kept) * p
        return kept * q**2 + (1 - kept) * p**2, {
            "this is for two devices: one device has one permanent bit for both": one
            ** 2,
            "this is one report": one,
            "a permanent 0 can be sent as 1 twice, too": kept * q**2,
            "the permanent bit is drawn once, not for each report": (
                kept**2 * q**2 + (1 - kept) ** 2 * p**2
            ),
        }

    cases = [(0.25, 0.5, 0.75), (0.75, 0.25, 0.75), (0.4, 0.1, 0.9)]
    yield formula("both_ones", both_ones, results, cases)


@exercise
def sticks_out(sticks_out):
    """Your turn: what sticks out of one row above a factor of another one."""

    def results(yes, no, factor):
        over = yes - factor * no
        return np.maximum(0, over).sum(), {
            "where nothing sticks out, nothing is taken off: count it as 0": over.sum(),
            "take off the factor times the other row": np.maximum(0, yes - no).sum(),
            "only take off what the factor covers": yes[over > 0].sum(),
        }

    cases = [
        (np.array([1, 9, 27, 27]) / 64, np.array([27, 27, 9, 1]) / 64, 3.0),
        (np.array([0.1, 0.2, 0.7]), np.array([0.6, 0.3, 0.1]), 2.0),
        (np.array([0.25, 0.75]), np.array([0.75, 0.25]), 1.5),
    ]
    yield formula("sticks_out", sticks_out, results, cases)


def _variance(epsilon: float) -> float:
    return math.exp(epsilon) / math.expm1(epsilon) ** 2


@exercise
def month(ratio):
    """Exercise 2: one report of ε = 2 against 30 of ε/30, for the mean of a month."""
    right = _variance(2 / 30) / 30 / _variance(2)
    mistakes = {
        "30 reports are averaged: divide by 30": 30 * right,
        "this is for ε = 1": _variance(1 / 30) / 30 / _variance(1),
        "this is the ratio of standard errors": math.sqrt(right),
        "this is one report's variance over the month's: turn it round": 1 / right,
    }
    yield number("ratio", ratio, right, mistakes)


@exercise
def one_bit(one_device, two_devices, factor):
    """Exercise 1: how a bit of the library's default speaks for one device."""
    of_one = {
        "a permanent 1 shows two ones as well: add 64 · 9/16": 48,
        "count both permanent bits; this is for a permanent 1 alone": 36,
        "the second report has noise of its own: square ¾ and ½": 144,
    }
    of_two = {
        "each report shows a 1 with 9/16, and both must": 144,
        "this is for one device": 84,
        "this is Chromium's setting": 36,
    }
    of_factor = {
        "this is Chromium's setting": 4 / 3,
        "turn it round: one device over two": 81 / 84,
        "this is its logarithm": math.log(84 / 81),
    }
    yield number("one_device", one_device, 84, of_one)
    yield number("two_devices", two_devices, 81, of_two)
    yield number("factor", factor, 84 / 81, of_factor)


@exercise
def four_answers(delta, guess):
    """Exercise 3: δ of four answers of one coin at a total of ln 9; the best guess."""
    of_delta = {
        "only four yes stick out: 108 − 9 · 12 = 0": (81 + 108) / 256,
        "subtract 9 times the probability from no: 81 − 9 · 1": 81 / 256,
        "this is at a total of ln 3": 150 / 256,
        "the parts are of 256": 72,
    }
    of_guess = {
        "this is one answer": 3 / 4,
        "two yes are a tie: half of these guesses are right": (81 + 108 + 54) / 256,
        "half of the guesses are right where there are two yes": (81 + 108) / 256,
        "this is how often it is wrong": 1 - 432 / 512,
        "the total of 4 ln 3 would allow this, and only four equal answers reach it": 81
        / 82,
    }
    yield number("delta", delta, 72 / 256, of_delta)
    yield number("guess", guess, 432 / 512, of_guess)


@exercise
def helps_from(T):
    """Exercise 4: from how many answers on the tight formula is below the plain sum."""
    log, m = -math.log(1e-6), math.tanh(0.1)
    mistakes = {
        "T is a whole number: the first one above this": 2 * log / (1 - m) ** 2,
        "at 34 the formula is still above the sum": 34,
        "this is with e^ε − 1 in place of m": math.ceil(
            2 * log / (1 - math.expm1(0.2)) ** 2
        ),
        "the mean takes a part: divide by (1 − m)²": math.ceil(2 * log),
        "square 1 − m as well": math.ceil(2 * log / (1 - m)),
    }
    yield number("T", T, 35, mistakes, tolerance=1e-9)


@exercise
def tree_wins(days):
    """Exercise 5: from which power of two on a tree wins, for four changes."""
    of_one_day = _variance(1)
    sizes = [2**level for level in range(3, 15)]
    wins = {
        k: next(
            d for d in sizes if ChangeTree(d, 1, k).variance(1).mean() < d * of_one_day
        )
        for k in (1, 4)
    }
    mistakes = {
        "this is for one change": wins[1],
        "this is the last size at which one day per person wins": wins[4] // 2,
        "this is the power: 2 to it is the number of days": math.log2(wins[4]),
    }
    yield number("days", days, wins[4], mistakes, tolerance=0)
