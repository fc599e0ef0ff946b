"""Unary encoding on the grid of 1/65,536: never less privacy than asked for, and exactly what it
says.
"""

import numpy as np
import pytest
from scipy import stats

from ldp_course import GridUnaryEncoding, UnaryEncoding
from ldp_course.mechanisms import grid_unary_encoding
from ldp_course.mechanisms.grid_unary_encoding import STEPS, sixteen_bits
from tests.mechanisms.oracles import EPSILONS

MAKERS = [GridUnaryEncoding.symmetric, GridUnaryEncoding.optimized]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_at_least_the_privacy_asked_for_and_close_to_it(make, epsilon):
    mechanism = make(range(4), epsilon)
    assert (mechanism.p * STEPS).is_integer() and (mechanism.q * STEPS).is_integer()
    assert mechanism.epsilon <= epsilon
    if epsilon <= 4:  # above, q is so small that a step of the grid matters
        assert mechanism.epsilon > epsilon - 0.005


@pytest.mark.parametrize("make", MAKERS)
def test_the_variance_is_that_of_the_exact_probabilities(make):
    exact = getattr(UnaryEncoding, make.__name__)(range(4), 1)
    assert make(range(4), 1).variance(1000, 0.2) == pytest.approx(
        exact.variance(1000, 0.2), rel=1e-3
    )


def test_all_draws_are_equally_likely():
    """2^22 draws, 64 of each number expected. Chi-square at 1e-6."""
    counts = np.bincount(
        sixteen_bits(np.random.default_rng(1), (2**20, 4)).ravel(), minlength=STEPS
    )
    assert stats.chisquare(counts).pvalue > 1e-6


@pytest.mark.parametrize("p, q", [(0.75, 0.25), (0.25, 0.75), (1 - 1 / STEPS, 1 / STEPS)])
def test_of_all_draws_exactly_so_many_give_a_one(monkeypatch, p, q):
    every = np.arange(STEPS, dtype=np.uint16)
    monkeypatch.setattr(
        grid_unary_encoding, "sixteen_bits", lambda rng, shape: every.reshape(shape)
    )
    mechanism = GridUnaryEncoding(range(2), p, q)
    for bit, chance in ((0, q), (1, p)):
        rows = np.full((STEPS // 2, 2), bit)
        assert mechanism.perturb(rows, np.random.default_rng(1)).sum() == chance * STEPS


@pytest.mark.parametrize("p, q", [(1 - 1 / STEPS, 1 / STEPS), (1 / STEPS, 1 - 1 / STEPS)])
def test_the_ends_of_the_grid_are_drawn_as_stated(p, q):
    """200,000 bits of each kind at 65,535 and 1 in 65,536: at most 24 exceptions of 3 (1e-13)."""
    mechanism = GridUnaryEncoding(range(2), p, q)
    reports = mechanism.perturb(np.tile([1, 0], (200_000, 1)), np.random.default_rng(2))
    for column, chance in enumerate([p, q]):
        assert abs(int(reports[:, column].sum()) - 200_000 * round(chance)) <= 24


def test_it_is_a_unary_encoding_in_all_but_the_draws():
    grid = GridUnaryEncoding(range(3), 0.5, 0.25)
    exact = UnaryEncoding(range(3), 0.5, 0.25)
    assert isinstance(grid, UnaryEncoding) and grid != exact
    assert (grid.channel() == exact.channel()).all() and grid.epsilon == exact.epsilon
    assert repr(grid).startswith("GridUnaryEncoding(3 values, p=0.5000, q=0.2500")
