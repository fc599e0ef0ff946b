"""Distances on a range, and the cumulative distribution that never falls."""

import numpy as np
import pytest
from scipy import stats

from ldp_course.topics.distributions import isotonic, wasserstein
from tests.reference import vectors

VECTORS = vectors("ranges")


def test_the_distance_is_that_of_scipy():
    rng, places = np.random.default_rng(1), np.arange(9)
    for _ in range(50):
        first, second = rng.dirichlet(np.ones(9), 2)
        expected = stats.wasserstein_distance(places, places, first, second)
        assert np.isclose(wasserstein(first, second, width=2.5), 2.5 * expected)
        assert wasserstein(first, second) >= abs((first - second) @ places) - 1e-12


def test_distances_agree_with_the_reference():
    pair, cell = VECTORS["W1_two_distributions"], VECTORS["W1_of_unit_grid"]
    assert np.isclose(wasserstein(pair["f"], pair["g"]), pair["W1"])
    noisy = cell["estimate_with_a_negative_cell"]
    assert np.isclose(wasserstein(noisy, cell["truth"]), cell["W1"])
    assert np.allclose(isotonic(noisy), cell["isotonic_cdf_then_clip"])
    assert np.isclose(wasserstein(isotonic(noisy), cell["truth"]), cell["W1_isotonic"])


def test_the_isotonic_curve_is_the_nearest():
    """Against scipy's own, for 200 noisy distributions."""
    optimize = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(2)
    for _ in range(200):
        noisy = rng.dirichlet(np.ones(12)) + rng.normal(scale=0.1, size=12)
        noisy += (1 - noisy.sum()) / 12
        best = optimize.isotonic_regression(np.cumsum(noisy)[:-1]).x
        curve = isotonic(noisy)
        assert np.allclose(np.cumsum(curve)[:-1], np.clip(best, 0, 1))
        assert (curve >= 0).all() and np.isclose(curve.sum(), 1)
