"""Many answers about one secret: exactly, against a list of all outputs, and against bounds.

Seeds are fixed; the tests with chance in them draw channels, and hold for each of them.
"""

import itertools
import json
import math
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.composition import advanced_epsilon, coin_delta, coin_epsilon, guess_success
from ldp_course.privacy import channel_delta, privacy_loss

VECTORS = json.loads(
    (Path(__file__).parent / "vectors" / "composition.json").read_text(encoding="utf-8")
)


def test_the_vectors():
    for row in VECTORS["delta"]:
        found = coin_delta(row["eps"], row["T"], row["g"])
        assert math.isclose(found, row["delta"], rel_tol=1e-11, abs_tol=1e-16)
    for row in VECTORS["eps_at_delta"]:
        of = row["eps"], row["T"], row["delta"]
        assert math.isclose(coin_epsilon(*of), row["eps_total"], rel_tol=1e-11)
        assert math.isclose(row["eps"] * row["T"], row["basic"], rel_tol=1e-12)
        assert math.isclose(advanced_epsilon(*of, form="original"), row["drv"], rel_tol=1e-12)
        assert math.isclose(advanced_epsilon(*of), row["drv_tight"], rel_tol=1e-12)
    for row in VECTORS["bayes"]:
        found = guess_success(row["eps"], row["T"], row["prior"])
        assert math.isclose(found, row["success"], rel_tol=1e-11)


@pytest.mark.parametrize("answers", [1, 2, 5, 10])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_against_the_list_of_all_outputs(epsilon, answers):
    """The channel of T answers has 2^T columns; the number of "yes" says as much."""
    one = RandomizedResponse(epsilon).channel()
    channel = np.array([reduce(np.kron, [row] * answers) for row in one])
    for total in np.linspace(0, answers * epsilon, 7):
        delta = channel_delta(channel, total)
        assert math.isclose(coin_delta(epsilon, answers, total), delta, rel_tol=1e-9, abs_tol=1e-15)
        if delta > 1e-9:
            back = coin_epsilon(epsilon, answers, delta)
            assert math.isclose(back, total, rel_tol=1e-6, abs_tol=1e-9)
    for prior in (0.5, 0.1, 1.0):
        best = np.maximum(prior * channel[1], (1 - prior) * channel[0]).sum()
        assert math.isclose(guess_success(epsilon, answers, prior), best, rel_tol=1e-12)


def test_it_is_the_delta_of_kairouz_oh_and_viswanath():
    """δ_i at (T - 2i) ε, as their Theorem 3.3 writes it."""
    for epsilon, T in itertools.product((0.1, 0.5, 2.0), (5, 10, 21)):
        for i in range(T // 2 + 1):
            terms = [
                math.comb(T, j)
                * (math.exp((T - j) * epsilon) - math.exp((T - 2 * i + j) * epsilon))
                for j in range(i)
            ]
            delta = math.fsum(terms) / (1 + math.exp(epsilon)) ** T
            found = coin_delta(epsilon, T, (T - 2 * i) * epsilon)
            assert math.isclose(found, delta, rel_tol=1e-9, abs_tol=1e-14)


@pytest.mark.parametrize("seed", range(20))
def test_the_coin_is_the_worst_of_all_answers(seed):
    """Three answers with random channels, the later ones chosen by the earlier answers."""
    rng, epsilon, T = np.random.default_rng(seed), 0.7, 3

    def answer():
        """Two rows with 4 reports, ε-private, with corners where all of ε is used."""
        first = rng.dirichlet(np.ones(4))
        corners = rng.choice([-epsilon, 0.5 * epsilon, epsilon], 4)
        for factor in np.linspace(1, 0, 1_001):  # shrink until a shift of the logs sums to 1
            second = first * np.exp(corners * factor)
            second /= second.sum()
            if np.abs(np.log(second / first)).max() <= epsilon:
                return np.array([first, second])

    def tree(depth):
        if depth == 0:
            return np.ones((2, 1))
        channel = answer()
        return np.hstack([channel[:, [y]] * tree(depth - 1) for y in range(channel.shape[1])])

    channel = tree(T)
    assert privacy_loss(channel) <= T * epsilon + 1e-9
    for total in np.linspace(0, T * epsilon, 9):
        assert channel_delta(channel, total) <= coin_delta(epsilon, T, total) + 1e-12


def test_bounds_and_order():
    """Optimal is below the plain sum and below either formula; it falls with δ, grows with T."""
    for epsilon, T, delta in itertools.product((0.01, 0.1, 1, 4), (1, 10, 300), (1e-9, 1e-6, 0.01)):
        best = coin_epsilon(epsilon, T, delta)
        assert 0 <= best <= T * epsilon
        tight, original = (advanced_epsilon(epsilon, T, delta, f) for f in ("tight", "original"))
        assert best <= tight < original
        assert coin_epsilon(epsilon, T + 1, delta) >= best
        assert coin_epsilon(epsilon, T, delta / 2) >= best
        assert math.isclose(coin_delta(epsilon, T, best), delta, rel_tol=1e-4) or best == 0


def test_delta_of_a_channel():
    assert channel_delta([[1, 0], [0, 1]], 700) == 1
    raw = [[0.01, 0, 0.99], [0, 0.01, 0.99]]  # the raw value with probability 0.01
    assert channel_delta(raw, 0) == pytest.approx(0.01) and privacy_loss(raw) == math.inf
    assert channel_delta([[0.5, 0.5]] * 3, 0) == 0
