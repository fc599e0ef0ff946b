"""Check the exercises of the chapter "Shufflers and sums"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import as_number, ask, formula, number, require_function
from ldp_checks.findings import Fault, Finding, exercise
from ldp_course.topics.shufflers import clones_epsilon, coins_epsilon
from ldp_course.topics.shufflers.secure_sums import noise_epsilon, noise_variance

DELTA = 1e-6
CROWDS = [(50, 1), (100, 2), (130, 1)]  # people and ε₀ of the search to mend
FINE = 2**-9  # of ε₀: what ten halvings leave, twice


@exercise
def sticks_out(sticks_out):
    """Your turn: δ of two rows of probabilities at a factor, the larger direction."""
    you_0, you_1 = np.array([27, 27, 9, 1]) / 64, np.array([9, 33, 19, 3]) / 64
    skewed = np.array([0.5, 0.5, 0.0, 0.0]), np.array([0.25] * 4)
    cases = [(you_0, you_1, 2.0), (you_1, you_0, 2.0), (*skewed, 1.5)]

    def results(one, other, factor):
        piles, opposite = one - factor * other, other - factor * one
        delta, of_opposite = piles.clip(0).sum(), opposite.clip(0).sum()
        return max(delta, of_opposite), {
            "this is one direction only; the promise has to hold in both": delta,
            "this is one direction only; it has to hold in both": of_opposite,
            "take the larger direction, not the sum of both": delta + of_opposite,
            "add up what sticks out of all piles; this is the largest one": max(
                piles.max(), opposite.max()
            ),
            "only what is above 0 sticks out": max(piles.sum(), opposite.sum()),
        }

    yield formula("sticks_out", sticks_out, results, cases)


@exercise
def second_part(second_part):
    """Your turn: what is missing to a random part, modulo M."""

    def results(x, r, M):
        return (x - r) % M, {
            "keep the part from 0 to M - 1, with % M": x - r,
            "the parts must add up to x: subtract r": (x + r) % M,
            "this is the negative of it": (r - x) % M,
            "x is missing: the parts must add up to x": -r % M,
        }

    cases = [(5, 812, 1_000), (1, 0, 10), (0, 7, 2**32), (-2, 3, 100)]
    yield formula("second_part", second_part, results, cases)


@exercise
def two_people(zero_over_one, one_over_zero, delta):
    """Exercise 1: what sticks out of two people's piles, e^ε₀ = 3, at the factor 2."""
    swapped = "the directions are exchanged"
    factor_1 = "this is at the factor 1; multiply the other row by 2"
    yield number(
        "zero_over_one", zero_over_one, 3 / 16, {swapped: 1 / 16, factor_1: 6 / 16}
    )
    yield number(
        "one_over_zero", one_over_zero, 1 / 16, {swapped: 3 / 16, factor_1: 6 / 16}
    )
    of_delta = {
        "take the larger direction, not the sum": 4 / 16,
        "take the larger direction": 1 / 16,
    }
    yield number("delta", delta, 3 / 16, of_delta)


@exercise
def before_the_cliff(n):
    """Exercise 2: the people for whom ln(1/δ) lies are expected."""
    logs = math.log(1e9)
    mistakes = {
        "a person lies with probability 1/(e^ε₀ + 1), not e^-ε₀": logs * math.exp(6),
        "this is for δ = 10⁻⁶": math.log(1e6) * (math.exp(6) + 1),
        "this is one lie": math.exp(6) + 1,
        "use the natural logarithm": 9 * (math.exp(6) + 1),
    }
    yield number("n", n, logs * (math.exp(6) + 1), mistakes, tolerance=1e-3)


@exercise
def regions_and_hours(people, lies, cell, whole):
    """Exercise 3: a million people in 1,200 cells: people and lies in one, and ε."""
    n = 1_000_000 // 1_200
    of_people = {
        "each region has 24 hours: multiply": 1_000_000 / 74,
        "and the hours?": 20_000,
    }
    yield number("people", people, n, of_people)
    of_lies = {"this is for the million": 1e6 / (math.exp(6) + 1)}
    yield number("lies", lies, n / (math.exp(6) + 1), of_lies)
    in_cell, in_all = (coins_epsilon(size, 6, DELTA) for size in (n, 1_000_000))
    yield number("cell", cell, in_cell, {"n is the cell, and not the country": in_all})
    of_whole = {
        "this is the bound for every mechanism": clones_epsilon(1_000_000, 6, DELTA),
        "this is that of the cell": in_cell,
    }
    yield number("whole", whole, in_all, of_whole)


@exercise
def missing_shares(variance, epsilon, variance_planned):
    """Exercise 4: noise of which one share in ten arrives, and a plan for this."""
    whole = noise_variance(1)
    yield number("variance", variance, whole / 10, {"this is with all shares": whole})
    of_epsilon = {
        "this is with all shares": 1,
        "ε does not grow in proportion: use noise_epsilon": 10,
        "this is for one half": noise_epsilon(1, 0.5),
    }
    yield number("epsilon", epsilon, noise_epsilon(1, 0.1), of_epsilon)
    of_planned = {
        "this is what one in ten would add; now all do": whole,
        "this is without the plan": whole / 10,
    }
    yield number("variance_planned", variance_planned, 10 * whole, of_planned)


@exercise
def empty_sum(mended):
    """Exercise 5: a search for ε that looks at all numbers of clones."""
    require_function("mended", mended, "n, local, delta")
    for n, local in CROWDS:
        call = f"mended({n}, {local}, 1e-06)"
        answer = ask(call, mended, n, local, DELTA)
        epsilon, exact = as_number(answer), clones_epsilon(n, local, DELTA)
        if math.isnan(epsilon):
            raise Fault(f"{call} must be one number")
        if epsilon < exact * (1 - 1e-6):
            raise Fault(
                f"{call} = {epsilon:.5f} promises too much: it must be at least"
                f" {exact:.3f}"
            )
        if epsilon > exact + FINE * local:
            message = "that holds, but the sum can do better"
            raise Fault(f"{call} = {epsilon:.3f}: {message}: about {exact:.3f}")
    yield Finding(True, "mended: nothing is left out, for 50, 100 and 130 people")
