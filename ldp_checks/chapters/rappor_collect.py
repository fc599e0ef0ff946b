"""Check the exercises of the chapter "RAPPOR I: collecting"."""

from __future__ import annotations

import math
from hashlib import md5

import numpy as np

from ldp_checks.answers import (
    as_numbers,
    ask,
    formula,
    number,
    require_function,
    same,
    shown,
)
from ldp_checks.findings import Fault, Finding, exercise
from ldp_course.rappor import Parameters

LESS = 0.95  # of the ε asked for: f rounded up to two decimals still has it


def _epsilon_infinity(f: float, hashes: int) -> float:
    return 2 * hashes * math.log((1 - f / 2) / (f / 2)) if f > 0 else math.inf


@exercise
def filter_bits(bloom):
    """Your turn: which bits a word sets, in the cohorts 0 to 3."""
    require_function("bloom", bloom, "word, cohort")
    for word, cohort in ("v10", 0), ("v10", 1), ("https://example.org/", 3):
        call = f"bloom({word!r}, {cohort})"
        answer = ask(call, bloom, word, cohort)
        pair = as_numbers(answer, (2,))
        if pair is None:
            raise Fault(f"{call} must return 2 numbers of bits")
        digest = md5(
            cohort.to_bytes(4, "big") + word.encode(), usedforsecurity=False
        ).digest()
        right = [byte % 16 for byte in digest[:2]]
        if not same(pair, right):
            why = (
                "modulo 16 leaves a number from 0 to 15"
                if max(pair) > 15
                else "the first h bytes"
            )
            raise Fault(f"{call} = {shown(pair)} is not right: {why}")
    yield Finding(True, "bloom(word, cohort) is right")


class _Draws:
    """Stand for a generator whose next numbers are known."""

    def __init__(self, numbers):
        self.numbers = np.array(numbers, dtype=float)

    def random(self, *_, **__):
        return self.numbers.copy()


@exercise
def instantaneous(report):
    """Your turn: one report, from permanent bits and known random numbers."""
    permanent = np.arange(16) % 2
    numbers = np.repeat([0.1, 0.6, 0.3, 0.8], 4)

    def results(permanent, p, q):
        bits = 1 * (numbers < np.where(permanent, q, p))
        return bits, {
            "a permanent 1 shows 1 with probability q, a permanent 0 with p": (
                1 * (numbers < np.where(permanent, p, q))
            ),
            "a permanent 0 may show 1, too: with probability p": permanent * bits,
            "a permanent 1 may show 0, too: with probability 1 − q": np.maximum(
                permanent, bits
            ),
            "this is 0 where it should be 1": 1 - bits,
        }

    def given(permanent_bits, p, q):
        return report(permanent_bits, p, q, _Draws(numbers))

    cases = [(permanent, 0.5, 0.75), (1 - permanent, 0.25, 0.75), (permanent, 0.2, 0.4)]
    answer = given if callable(report) else report
    yield formula("report", answer, results, cases)


@exercise
def budget(noise, epsilon_one):
    """Exercise 1: f for ε∞ = 2 with 1, 2 and 4 hashes, and the largest ε₁."""
    h = np.array([1, 2, 4])
    mistakes = {
        "ε∞ = 2h ln((1 − f/2)/(f/2)): two words differ in 2h bits": 2
        / (np.exp(2 / h) + 1),
        "this is f/2, the chance that a bit is flipped": 1 / (np.exp(1 / h) + 1),
        "the budget is for all hashes together, so f grows with h": np.full(
            3, 2 / (math.e + 1)
        ),
        "more hashes need more noise, not less": 2 / (np.exp(h) + 1),
    }
    yield number("noise", noise, 2 / (np.exp(1 / h) + 1), mistakes)
    wrong = {
        "with p = 0 and q = 1 nothing is added to the permanent filter": 1,
        "one report cannot tell more than the permanent filter": math.inf,
    }
    yield number("epsilon_one", epsilon_one, 2, wrong)


@exercise
def forgotten_hashes(noise_for):
    """Exercise 2: the mended noise for an ε∞."""
    require_function("noise_for", noise_for, "epsilon, hashes")
    settings = [(epsilon, hashes) for hashes in (1, 2, 4) for epsilon in (0.5, 2, 5)]
    answers = [as_numbers(noise_for(*setting)) for setting in settings]
    if any(f is None or not 0 <= f <= 1 for f in answers):
        raise Fault("noise_for must return one number from 0 to 1")
    got = [
        _epsilon_infinity(f, hashes)
        for f, (_, hashes) in zip(answers, settings, strict=True)
    ]
    cases = list(zip(settings, answers, got, strict=True))
    above = [case for case in cases if case[2] > case[0][0] * (1 + 1e-9)]
    if above:
        (epsilon, hashes), f, real = max(above, key=lambda case: case[2] / case[0][0])
        if same(answers[:3], answers[3:6]):
            why = "two words differ in 2h bits, so the hashes belong into the formula"
        elif real < 1.1 * epsilon:
            why = "rounding made f smaller. Round up, or not at all"
        else:
            why = "solve ε∞ = 2h ln((1 − f/2)/(f/2)) for f"
        wanted = f"asked for ε∞ = {epsilon:g} with h = {hashes}"
        raise Fault(f"{wanted}, f = {shown(f)} gives {real:.4g}: {why}")
    yield Finding(True, "noise_for: nobody gets more than the ε∞ asked for")
    below = [case for case in cases if case[2] < LESS * case[0][0]]
    if below:
        (epsilon, hashes), f, real = below[-1]
        raise Fault(
            f"noise_for({epsilon:g}, {hashes}) = {shown(f)} is more noise than needed:"
            f" ε∞ = {real:.4g}"
        )
    yield Finding(True, "noise_for: nobody pays for more noise than that")


@exercise
def changing_word(cost, at_most):
    """Exercise 3: what 30 daily words cost: one report each, or any number of them."""
    library = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    per_report, infinity = library.epsilon_one, library.epsilon_infinity
    same_word = "this is for one word that stays the same"
    of_cost = {
        "this is one report": per_report,
        same_word: infinity,
        "each word is reported once": 30 * infinity,
    }
    yield number("cost", cost, 30 * per_report, of_cost)
    of_most = {
        same_word: infinity,
        "this is for one report of each word": 30 * per_report,
    }
    yield number("at_most", at_most, 30 * infinity, of_most)
