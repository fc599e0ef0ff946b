"""Many answers about one secret: exactly, against a list of all outputs, and against
bounds.

Seeds are fixed; the tests with chance in them draw channels, and hold for each of them.
"""

import itertools
import math
from functools import reduce

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.topics.two_reports import (
    advanced_epsilon,
    coin_delta,
    coin_epsilon,
    guess_success,
)
from tests.reference import vectors

VECTORS = vectors("composition")


def channel_delta(channel, total):
    """The most that one row sticks out above e^total times another."""
    factor = math.exp(total)
    return max(
        np.maximum(0, row - factor * channel).sum(axis=1).max() for row in channel
    )


def test_results_agree_with_the_reference():
    for row in VECTORS["delta"]:
        result = coin_delta(row["eps"], row["T"], row["g"])
        assert math.isclose(result, row["delta"], rel_tol=1e-11, abs_tol=1e-16)
    for row in VECTORS["eps_at_delta"]:
        of = row["eps"], row["T"], row["delta"]
        assert math.isclose(coin_epsilon(*of), row["eps_total"], rel_tol=1e-11)
        assert math.isclose(row["eps"] * row["T"], row["basic"], rel_tol=1e-12)
        assert math.isclose(
            advanced_epsilon(*of, form="original"), row["drv"], rel_tol=1e-12
        )
        assert math.isclose(advanced_epsilon(*of), row["drv_tight"], rel_tol=1e-12)
    for row in VECTORS["bayes"]:
        result = guess_success(row["eps"], row["T"], row["prior"])
        assert math.isclose(result, row["success"], rel_tol=1e-11)


@pytest.mark.parametrize("answers", [1, 2, 5, 10])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_against_the_list_of_all_outputs(epsilon, answers):
    """The channel of T answers has 2^T columns; the number of "yes" says as much."""
    coin = RandomizedResponse(epsilon).channel()
    channel = np.array([reduce(np.kron, [row] * answers) for row in coin])
    for total in np.linspace(0, answers * epsilon, 7):
        delta = channel_delta(channel, total)
        assert math.isclose(
            coin_delta(epsilon, answers, total), delta, rel_tol=1e-9, abs_tol=1e-15
        )
        if delta > 1e-9:
            back = coin_epsilon(epsilon, answers, delta)
            assert math.isclose(back, total, rel_tol=1e-6, abs_tol=1e-9)
    for prior in (0.5, 0.1, 1.0):
        best = np.maximum(prior * channel[1], (1 - prior) * channel[0]).sum()
        assert math.isclose(guess_success(epsilon, answers, prior), best, rel_tol=1e-12)


def test_the_optimal_epsilon_is_below_all_bounds():
    """Optimal is below the plain sum and below either formula; it falls with δ, grows
    with T."""
    for epsilon, T, delta in itertools.product(
        (0.01, 0.1, 1, 4), (1, 10, 300), (1e-9, 1e-6, 0.01)
    ):
        best = coin_epsilon(epsilon, T, delta)
        assert 0 <= best <= T * epsilon
        tight, original = (
            advanced_epsilon(epsilon, T, delta, f) for f in ("tight", "original")
        )
        assert best <= tight < original
        assert coin_epsilon(epsilon, T + 1, delta) >= best
        assert coin_epsilon(epsilon, T, delta / 2) >= best
        assert (
            math.isclose(coin_delta(epsilon, T, best), delta, rel_tol=1e-4) or best == 0
        )
