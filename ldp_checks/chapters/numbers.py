"""Check the exercises of the chapter "Numbers"."""

from __future__ import annotations

import math

import numpy as np

from ldp_checks.answers import as_number, formula, number, require_function
from ldp_checks.findings import Fault, exercise
from ldp_checks.judge_reports import sample_findings
from ldp_course.data import load_adult

HALF = 36.5  # years: half of the range from 17 to 90
PLACES = (-1.0, -0.37, 0.5, 1.0)
PEOPLE = 4_000
LOW, HIGH, EPSILON = 17, 90, 1.0


@exercise
def one_bit(one_bit, *, rng):
    """Your turn: one bit for each number: random rounding, then randomized response."""
    require_function("one_bit", one_bit, "x, epsilon, rng")
    true_chance = math.e / (math.e + 1)
    ones = [(1 + x) / 2 * true_chance + (1 - x) / 2 * (1 - true_chance) for x in PLACES]

    def sample(place, n, own):
        return np.asarray(one_bit(np.full(n, PLACES[place]), EPSILON, own))

    law = np.array([[1 - p, p] for p in ones])
    yield from sample_findings(
        "one_bit at ε = 1", sample, law, PEOPLE, rng, report_names=("0", "1")
    )


@exercise
def density(density):
    """Your turn: the density of a piecewise report at several numbers."""

    def results(y, x, epsilon):
        root = math.exp(epsilon / 2)
        on_the_piece, length = root / (root + 1), 2 / (root - 1)
        bound = 1 / math.tanh(epsilon / 4)
        inside = np.abs(y - (bound + 1) * x / 2) <= (bound - 1) / 2

        def with_height(height):
            return np.where(inside, height, height * math.exp(-epsilon))

        return with_height(on_the_piece / length), {
            "this is the probability of the piece; divide it by the piece's length": (
                with_height(on_the_piece)
            ),
            "the piece has the length C − 1, which is 2/(√E − 1)": with_height(
                on_the_piece / (2 * (root + 1) / (root - 1))
            ),
            "C + 1 is the length of the rest; the piece has C − 1": with_height(
                on_the_piece / (2 * root / (root - 1))
            ),
            "the piece is hit with probability √E/(√E + 1), not E/(E + 1)": (
                with_height(root**2 / (root**2 + 1) / length)
            ),
            "the report is not always on the piece: multiply by √E/(√E + 1)": (
                with_height(1 / length)
            ),
        }

    cases = [
        (np.array([-1.5, 0.0, 0.9, 3.0]), 0.5, 1.0),
        (np.array([-2.0, -0.4, 0.2, 1.9]), -0.25, 2.0),
    ]
    yield formula("density", density, results, cases)


@exercise
def by_hand(chance, variance):
    """Exercise 1: Pr[1] and the variance of one bit: e^ε = 3, x = 0.5."""
    of_chance = {
        "this is the chance of rounding up; randomized response comes after it": 3 / 4,
        "divide x by 2B, and B is 2": 1 / 2 + 1 / 4,
        "this is the chance of a 0": 3 / 8,
        "p belongs to x = 1": 3 / 4,
    }
    of_variance = {
        "this is B²; subtract x²": 4.0,
        "subtract x², not x": 3.5,
        "this is the variance of the bit; a 1 counts as B and a 0 as −B": 0.625 * 0.375,
        "this is the standard deviation; square it": math.sqrt(3.75),
    }
    yield number("chance", chance, 0.625, of_chance)
    yield number("variance", variance, 3.75, of_variance)


@exercise
def people(n):
    """Exercise 2: people for ± 1 year with the hybrid at ε = 1, if they are Adult's."""
    ages = load_adult()["age"].to_numpy()
    root, bound = math.exp(1 / 2), 1 / math.tanh(1 / 2)
    # at x = 0; it is the same everywhere
    noise = (1 - 1 / root) * (root + 3) / (3 * (root - 1) ** 2) + bound**2 / root
    noise, drawn = HALF**2 * noise, float(ages.var())
    mistakes = {
        "that is for the mean of these people; a population has a sampling error,"
        " too": 1.96**2 * noise,
        "that is without privacy": 1.96**2 * drawn,
        "for 95 % take 1.96 standard errors": noise + drawn,
        "the variance of a report is on the scale; times 36.5²": 1.96**2
        * (noise / HALF**2 + drawn),
        "variances add up, not standard deviations": 1.96**2
        * (math.sqrt(noise) + math.sqrt(drawn)) ** 2,
        "this is one bit; take the hybrid": 1.96**2
        * (HALF**2 * bound**2 - (float(ages.mean()) - 53.5) ** 2),
    }
    yield number("n", n, 1.96**2 * (noise + drawn), mistakes)


@exercise
def clipped(average, at_17, mended, *, rng):
    """Exercise 3: the average report of someone of 17, and how often it is 17.

    And a function without the fault.
    """
    right = 53.5 - HALF / math.e
    of_average = {
        "noise that goes below 17 is cut off; the average is larger": 17.0,
        "that is on the scale from −1 to 1; move it to years": -1 / math.e,
        "the scale of the noise is 2/ε: b = 2": 53.5 - HALF * (1 - math.exp(-2)) / 2,
        "this is the middle of the range; the pull is not as strong": 53.5,
    }
    of_17 = {
        "that is how often a report ends on one of both ends": 1 / 2 + math.exp(-1) / 2,
        "that is how often it is 90": math.exp(-1) / 2,
        "the noise has no sign to prefer": math.exp(-1),
    }
    yield number("average", average, right, of_average)
    yield number("at_17", at_17, 1 / 2, of_17)
    require_function("mended", mended, "values, epsilon, low, high, rng")
    held, scale = (17.0, 40.0, 120.0), HIGH - LOW
    edges = np.array([-60.0, LOW, 40.0, HIGH, 170.0])
    below = _laplace_below(edges[None] - np.minimum(held, HIGH)[:, None], scale)
    law = np.diff(below, axis=1, prepend=0, append=1)
    some = np.asarray(
        mended(np.array([17.0, 40.0]), EPSILON, LOW, HIGH, rng), dtype=float
    )
    if some.shape != (2,):
        raise Fault(
            "mended must return one report for each person: an array as long as values"
        )
    drawn = np.asarray(mended(np.full(200, 17.0), EPSILON, LOW, HIGH, rng), dtype=float)
    if np.isin(drawn, (LOW, HIGH)).any():
        raise Fault("mended: some reports are exactly 17 or 90; do not clip them")

    def sample(person, n, own):
        reports = np.asarray(
            mended(np.full(n, held[person]), EPSILON, LOW, HIGH, own), dtype=float
        )
        return np.searchsorted(edges, reports)

    limits = [f"{a:g} to {b:g}" for a, b in zip(edges[:-1], edges[1:])]
    names = [f"below {edges[0]:g}", *limits, f"above {edges[-1]:g}"]
    yield from sample_findings("mended", sample, law, PEOPLE, rng, report_names=names)


def _laplace_below(away: np.ndarray, scale: float) -> np.ndarray:
    tail = np.exp(-np.abs(away) / scale) / 2
    return np.where(away < 0, tail, 1 - tail)


@exercise
def fair_tails(multiple, probability):
    """Exercise 4: the faulty client's factor, and how often x = 1 is reported as C."""
    root = math.exp(1 / 2)
    right = root * (2 * root + 1) / (2 * (root**2 - 1))
    of_multiple = {
        "this is a right client": 1.0,
        "add what the two sides contribute": root**2 / (root**2 - 1),
        "each side comes with half of the probability that is left": root
        * (root + 1)
        / (root**2 - 1),
    }
    of_probability = {
        "that is the probability of both sides; the right one has half of it": 1
        / (root + 1),
        "a right client never reports exactly C; this one has no right side to draw"
        " from": 0.0,
        "half of what is left: the piece has √E/(√E + 1)": 1 / (2 * (root**2 + 1)),
    }
    yield number("multiple", multiple, right, of_multiple)
    yield number("probability", probability, 1 / (2 * (root + 1)), of_probability)


@exercise
def small_coin(keep, epsilon):
    """Exercise 5: the largest number for a coin of 8 bits at ε = 2, and the true ε."""
    numerator = as_number(keep)
    of_keep = {
        "a whole number, rounded down": numerator if numerator % 1 else math.nan,
        "rounded up, ε is above 2": 226,
        "the bit is kept with e²/(e² + 1), times 256": math.floor(
            256 / (1 + math.exp(2))
        ),
        "there are 256 numbers": math.floor(255 / (1 + math.exp(-2))),
    }
    of_epsilon = {
        "that was asked for; which ε holds with the whole number?": 2.0,
        "rounded up, ε is above 2": math.log(226 / 30),
        "the ratio is keep to 256 − keep": math.log(225 / 256),
        "a natural logarithm": math.log2(225 / 31),
    }
    yield number("keep", keep, 225, of_keep, tolerance=1e-6)
    yield number("epsilon", epsilon, math.log(225 / 31), of_epsilon)
