"""A tree over the days: exactly ε for a whole series, no bias with few changes, the
variance."""

import math
from itertools import product

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.privacy import privacy_loss
from ldp_course.topics.two_reports import ChangeTree
from tests.reference import vectors

ROWS = vectors("time_loss")["strategies"]


@pytest.mark.parametrize("days, changes", list(product([1, 2, 4, 8], [1, 2, 3])))
def test_a_whole_series_costs_exactly_epsilon(days, changes):
    if changes <= days:
        channel = ChangeTree(days, 1.3, changes).channel()
        assert np.allclose(channel.sum(axis=1), 1)
        loss = privacy_loss(channel)
        assert loss <= 1.3 * (1 + 1e-9)
        assert days == changes or math.isclose(loss, 1.3, rel_tol=1e-9)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['T']} days")
def test_variances_of_the_strategies_agree_with_the_reference(row):
    """n x variance of one day's share at ε = 1 for all days; a tree fills up to a power
    of two."""
    days = row["T"]
    tree = 1 << (days - 1).bit_length()
    for changes in (1, 4):
        variance = ChangeTree(tree, 1, changes).variance(1).mean()
        assert abs(variance - row[f"tree_k{changes}"]) < 0.006
    single_day = RandomizedResponse(epsilon=1).variance(1, 0)
    assert (
        abs(RandomizedResponse(epsilon=1 / days).variance(1, 0) - row["split_budget"])
        < 0.06
    )
    assert abs(days * single_day - row["one_day_per_person"]) < 0.006
    assert abs(single_day - row["memo_eps1_1"]) < 6e-4


def test_no_bias_and_the_variance():
    """2,000 runs of 30 people with at most two changes: 5 standard errors on each of 8
    days."""
    rng, runs = np.random.default_rng(1), 2_000
    series = np.zeros((30, 8), dtype=int)
    series[:12, 2:] = 1
    series[:6, 5:] = 0
    series[20:, :] = 1
    tree = ChangeTree(8, 2.0, changes=2)
    encoded = tree.encode(series)
    estimates = np.array([
        tree.aggregate(tree.perturb(encoded, rng)) for _ in range(runs)
    ])
    variance, truth = tree.variance(30), series.mean(axis=0)
    assert (np.abs(estimates.mean(axis=0) - truth) < 5 * np.sqrt(variance / runs)).all()
    ratio = estimates.var(axis=0) / variance
    assert (ratio < 1 + 5 * math.sqrt(3 / runs)).all()
    assert (ratio > 1 - 5 * math.sqrt(3 / runs) - truth**2 / 30 / variance).all()


def test_reports_have_the_law_of_the_channel():
    """Chi-squared at 1e-6, for a person with two changes of at most two."""
    from scipy import stats

    tree, n = ChangeTree(4, 1.0, changes=2), 30_000
    encoded = np.tile(tree.encode([[0, 1, 1, 0]]), (n, 1))
    reports = tree.perturb(encoded, np.random.default_rng(2))
    starts = np.cumsum([0, 16, 4])
    codes = [
        starts[row[0]]
        + ((row[1 : 1 + (4 >> row[0])] > 0) @ 2 ** np.arange(4 >> row[0]))
        for row in reports
    ]
    law = tree._law((1, 3))
    assert stats.chisquare(np.bincount(codes, minlength=22), law * n).pvalue > 1e-6


def test_more_changes_than_allowed_are_lost():
    tree = ChangeTree(4, 1)
    assert tree.encode([[1, 0, 1, 0]]).tolist() == [[1, 0, 0, 0]]
    with pytest.raises(ValueError, match="encoded holds a row of 2 changes"):
        tree.perturb([[1, -1, 0, 0]], np.random.default_rng(1))
    with pytest.raises(
        ValueError, match="days = 6 is not allowed; days must be a power of two"
    ):
        ChangeTree(6, 1)
