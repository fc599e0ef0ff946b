"""The limits that checks rest on are those of scipy.stats, which takes long to import."""

import itertools

from scipy import stats

from ldp_course.binomial import highest_count, lowest_count

CASES = list(itertools.product([1, 12, 2_400, 1_000_000], [0.5, 0.005, 1e-11]))


def test_limits_of_counts_are_those_of_scipy():
    for (trials, error), p in itertools.product(
        CASES, [0, 1e-6, 0.03, 1 / 3, 0.5, 0.9, 1]
    ):
        assert lowest_count(trials, p, error) == stats.binom.ppf(error, trials, p)
        assert highest_count(trials, p, error) == stats.binom.isf(error, trials, p)
