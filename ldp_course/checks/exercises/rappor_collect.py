"""The exercises of the chapter "RAPPOR I: collecting"."""

from __future__ import annotations

import math

import numpy as np

from ldp_course.checks.answers import as_numbers, number_finding, same, shown
from ldp_course.checks.exercises._exercise import exercise
from ldp_course.checks.exercises._functions import not_a_function
from ldp_course.checks.feedback import Finding
from ldp_course.rappor import Parameters

LESS = 0.95  # of the ε asked for: f rounded up to two decimals still has it


def _epsilon_infinity(f: float, hashes: int) -> float:
    return 2 * hashes * math.log((1 - f / 2) / (f / 2)) if f > 0 else math.inf


@exercise
def budget(noise, epsilon_one):
    """f for ε∞ = 2 with 1, 2 and 4 hashes, and the largest ε₁."""
    h = np.array([1, 2, 4])
    mistakes = {
        "ε∞ = 2h ln((1 − f/2)/(f/2)): two words differ in 2h bits": 2 / (np.exp(2 / h) + 1),
        "this is f/2, the chance that a bit is flipped": 1 / (np.exp(1 / h) + 1),
        "the budget is for all hashes together, so f grows with h": np.full(3, 2 / (math.e + 1)),
        "more hashes need more noise, not less": 2 / (np.exp(h) + 1),
    }
    yield number_finding("noise", noise, 2 / (np.exp(1 / h) + 1), mistakes)
    wrong = {
        "with p = 0 and q = 1 nothing is added to the permanent filter": 1,
        "one report cannot tell more than the permanent filter": math.inf,
    }
    yield number_finding("epsilon_one", epsilon_one, 2, wrong)


@exercise
def forgotten_hashes(noise_for):
    """The noise for an ε∞, mended."""
    missing = list(not_a_function("noise_for", noise_for, "epsilon, hashes"))
    if missing:
        yield from missing
        return
    settings = [(epsilon, hashes) for hashes in (1, 2, 4) for epsilon in (0.5, 2, 5)]
    answers = [as_numbers(noise_for(*setting)) for setting in settings]
    if any(f is None or not 0 <= f <= 1 for f in answers):
        yield Finding(False, "noise_for must return one number from 0 to 1")
        return
    got = [_epsilon_infinity(f, hashes) for f, (_, hashes) in zip(answers, settings, strict=True)]
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
        asked = f"asked for ε∞ = {epsilon:g} with {hashes} {'hash' if hashes == 1 else 'hashes'}"
        yield Finding(False, f"{asked}, f = {shown(f)} gives {real:.4g}: {why}")
        return
    yield Finding(True, "noise_for: nobody gets more than the ε∞ asked for")
    below = [case for case in cases if case[2] < LESS * case[0][0]]
    if below:
        (epsilon, hashes), f, real = below[-1]
        yield Finding(
            False,
            f"noise_for({epsilon:g}, {hashes}) = {shown(f)} is more noise than needed: ε∞ ="
            f" {real:.4g}",
        )
    else:
        yield Finding(True, "noise_for: nobody pays for more noise than that")


@exercise
def changing_word(cost, at_most):
    """What 30 daily words cost: one report each, and however many reports."""
    library = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.5, q=0.75)
    one, infinity = library.epsilon_one, library.epsilon_infinity
    same_word = "this is for one word that stays the same"
    of_cost = {
        "this is one report": one,
        same_word: infinity,
        "each word is reported once": 30 * infinity,
    }
    yield number_finding("cost", cost, 30 * one, of_cost)
    of_most = {same_word: infinity, "this is for one report of each word": 30 * one}
    yield number_finding("at_most", at_most, 30 * infinity, of_most)


@exercise
def history(one_device, two_devices):
    """How likely two reports agree in a Bloom bit 0: from one device, and from two."""
    p_star = 0.75 * 0.5 + 0.25 * 0.75
    one = 0.25 * (0.75**2 + 0.25**2) + 0.75 * 0.5
    two = p_star**2 + (1 - p_star) ** 2
    both_zero = "they also agree if both reports are 0"
    of_one = {
        "this is for two devices": two,
        "this is for a permanent bit 1": 0.625,
        "this is for a permanent bit 0": 0.5,
        "this is for permanent noise only": 1.0,
        both_zero: 0.25 * 0.75**2 + 0.75 * 0.5**2,
    }
    yield number_finding("one_device", one_device, one, of_one)
    of_two = {
        "this is for one device": one,
        "this is for permanent noise only": 0.625,
        both_zero: p_star**2,
    }
    yield number_finding("two_devices", two_devices, two, of_two)
