"""The limits and bounds that checks and the audit rest on are those of scipy.stats,
which takes long to import.
"""

import itertools

import numpy as np
from scipy import stats

from ldp_course.binomial import (
    highest_count,
    highest_probability,
    lowest_count,
    lowest_probability,
)

CASES = list(itertools.product([1, 12, 2_400, 1_000_000], [0.5, 0.005, 1e-11]))


def test_limits_of_counts_are_those_of_scipy():
    for (trials, error), p in itertools.product(
        CASES, [0, 1e-6, 0.03, 1 / 3, 0.5, 0.9, 1]
    ):
        assert lowest_count(trials, p, error) == stats.binom.ppf(error, trials, p)
        assert highest_count(trials, p, error) == stats.binom.isf(error, trials, p)


def test_bounds_of_probabilities_are_those_of_scipy():
    for trials, error in CASES:
        inside = np.unique(np.linspace(1, trials, 40).astype(int))
        low = lowest_probability(inside, trials, error)
        high = highest_probability(trials - inside, trials, error)
        expected = stats.beta.ppf(error, inside, trials - inside + 1)
        np.testing.assert_allclose(low, expected, rtol=1e-12)
        expected = stats.beta.isf(error, trials - inside + 1, inside)
        np.testing.assert_allclose(high, expected, rtol=1e-12)
        assert lowest_probability(0, trials, error) == 0
        assert highest_probability(trials, trials, error) == 1


def test_bounds_of_tables_share_the_trials_of_a_row():
    counts, trials = np.array([[0, 3], [7, 5]]), np.array([[3], [12]])
    low = lowest_probability(counts, trials, 0.01)
    assert low[0, 0] == 0
    assert low[1, 1] == lowest_probability(5, 12, 0.01)
    assert highest_probability(counts, trials, 0.01)[0, 1] == 1
