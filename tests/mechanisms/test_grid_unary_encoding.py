"""Unary encoding on the grid of 1/65,536: never less privacy than asked for, and exactly what it
says.
"""

import math

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


def test_shapes_that_are_no_multiple_of_four():
    assert sixteen_bits(np.random.default_rng(1), (3, 5)).shape == (3, 5)
    reports = GridUnaryEncoding.optimized(range(3), 1).perturb(
        np.eye(3, dtype=np.int64), np.random.default_rng(1)
    )
    assert reports.shape == (3, 3) and set(reports.ravel()) <= {0, 1}


def test_what_is_refused():
    with pytest.raises(
        ValueError,
        match=r"p = 0\.3 is not on the grid; p must be a multiple of 1/65536 between 0 and 1",
    ):
        GridUnaryEncoding(range(3), 0.3, 0.25)
    with pytest.raises(ValueError, match="q = 0.0 is not on the grid"):
        GridUnaryEncoding(range(3), 0.5, 0.0)
    with pytest.raises(ValueError, match="epsilon = 1e-05 is too small for the grid"):
        GridUnaryEncoding.symmetric(range(3), 1e-5)
    assert math.isfinite(GridUnaryEncoding.optimized(range(3), 30).epsilon)


@pytest.mark.parametrize("p, q", [(1.0, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.0)])
def test_certain_bits_are_off_the_grid(p, q):
    """A probability of 1 would be 65,536, which is 0 in 16 bits: a bit that is always 0."""
    with pytest.raises(ValueError, match="is not on the grid"):
        GridUnaryEncoding(range(3), p, q)


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
