"""The tree: its privacy, its law, what it misses by, and how often its intervals
hold."""

import math

import numpy as np
import pytest
from scipy import stats

from ldp_course import DirectEncoding, Estimate, UnaryEncoding, norm_sub
from ldp_course.data import load_adult
from ldp_course.privacy import privacy_loss
from ldp_course.topics.distributions import (
    HierarchicalTree,
    RangeEstimate,
    isotonic,
    merge,
    spread_evenly,
    wasserstein,
)
from ldp_course.topics.distributions.tree import _best_for
from tests.reference import vectors

FALSE_ALARM = 1e-6
AGES = np.bincount(load_adult()["age"].to_numpy() - 17, minlength=74)


def test_levels_group_neighbours_from_below():
    sizes = {
        (74, 4): [2, 5, 19, 74], (74, 9): [9, 74], (74, 74): [74], (74, 100): [74],
        (8, 2): [2, 4, 8], (5, 2): [2, 3, 5],
    }  # fmt: skip
    for (bins, branching), expected in sizes.items():
        tree = HierarchicalTree(0, 1, bins, 1.0, branching)
        assert [len(level.domain) for level in tree.levels] == expected
    kinds = [type(level) for level in HierarchicalTree(0, 1, 74, 1.0).levels]
    assert kinds == [DirectEncoding, DirectEncoding, UnaryEncoding, UnaryEncoding]


@pytest.mark.parametrize("epsilon", [0.1, 1, 3])
@pytest.mark.parametrize(
    ("bins", "branching"), [(2, 2), (5, 2), (8, 2), (9, 3), (10, 10)]
)
def test_epsilon_is_exact(epsilon, bins, branching):
    channel = HierarchicalTree(0, 1, bins, epsilon, branching).channel()
    assert np.allclose(channel.sum(axis=1), 1)
    assert math.isclose(privacy_loss(channel), epsilon, rel_tol=1e-9)


def test_values_go_to_their_bins():
    tree = HierarchicalTree(16.5, 90.5, 74, 1.0)
    bins = {3: 0, 17: 0, 18: 1, 30.4: 13, 90: 73, 90.5: 73, 120: 73}
    assert tree.encode(list(bins)).tolist() == list(bins.values())


@pytest.mark.parametrize(("high", "bins"), [(100, 100), (168, 168), (24, 24), (7, 7)])
def test_a_number_on_an_edge_is_in_the_bin_above_it(high, bins):
    edges = HierarchicalTree(0, high, bins, 1.0).encode(np.arange(bins + 1))
    assert edges.tolist() == [*range(bins), bins - 1]


@pytest.mark.parametrize("confidence", [0.95, 0.99, 0.996, 0.9999, 0.999999])
def test_a_band_for_all_edges_is_never_within_that_for_each(confidence):
    noise = np.array([[2, -1, -1], [-1, 2, -1], [-1, -1, 2]]) * 1e-5
    estimate = RangeEstimate(0, 3, 5_000, [0.3, 0.4, 0.3], noise)
    (low, high), (lower, higher) = (
        estimate.band(confidence, simultaneous) for simultaneous in (False, True)
    )
    assert (lower <= low).all() and (high <= higher).all()
    # not above that of independent errors
    most = stats.norm.isf((1 - math.sqrt(confidence)) / 2) * math.sqrt(2e-5)
    assert higher[1] - 0.3 <= 1.02 * most


def test_the_levels_agree_as_in_the_reference():
    """Equal variances: two levels of direct encoding do not have them, so the weights
    are set."""
    row = vectors("ranges")["tree_D4_B2_equal_variances_root_1"]
    upper, leaves = np.array(row["level1"]), np.array(row["leaves"])
    design = np.vstack([np.kron(np.eye(2), [1, 1]), np.eye(4)])
    free = design[:, :3] - design[:, 3:]
    best = np.linalg.lstsq(free, np.r_[upper, leaves] - design[:, 3], rcond=None)[0]
    expected = np.r_[best, 1 - best.sum()]
    assert np.allclose(expected, row["consistent_leaves"])
    tree = HierarchicalTree(0, 4, 4, 1.0, 2)
    variances = [level.variance(1, 1 / len(level.domain)) for level in tree.levels]
    people = [
        round(10**9 * variance) for variance in variances
    ]  # so many have equal variances
    answers = [
        Estimate(level.domain, n, shares, np.full(len(shares), 0.1))
        for level, n, shares in zip(tree.levels, people, (upper, leaves), strict=True)
    ]
    assert np.allclose(tree._solve(answers).frequencies, expected)


def test_simulate_has_the_law_of_the_long_way():
    """Means and covariances of 250 runs each way; each entry within 5.5 standard
    errors."""
    tree, counts = HierarchicalTree(0, 5, 5, 2.0, 2), np.array([300, 0, 100, 50, 150])
    people, rng = np.repeat(np.arange(5) + 0.5, counts), np.random.default_rng(1)
    short = [tree.simulate(counts, rng) for _ in range(250)]
    long = [tree.collect(people, rng) for _ in range(250)]
    stated = np.mean([estimate.covariance for estimate in short], axis=0)
    variance = np.diag(stated)
    for runs in (short, long):
        frequencies = np.array([estimate.frequencies for estimate in runs])
        assert np.allclose(frequencies.sum(axis=1), 1)
        error = frequencies.mean(axis=0) - counts / counts.sum()
        assert (np.abs(error) < 5.5 * np.sqrt(variance / 250)).all()
        of_covariance = np.sqrt((np.outer(variance, variance) + stated**2) / 250)
        assert (np.abs(np.cov(frequencies.T) - stated) < 5.5 * of_covariance).all()


@pytest.mark.parametrize("epsilon, branching", [(0.5, 2), (1, 4), (8, 4)])
def test_ranges_are_unbiased_with_the_errors_that_are_stated(epsilon, branching):
    """150 runs: each mean within 5.5 standard errors, each spread within 32 %."""
    tree, rng = (
        HierarchicalTree(16.5, 90.5, 74, epsilon, branching),
        np.random.default_rng(2),
    )
    ends = [(16.5, 17.5), (16.5, 29.5), (29.5, 39.5), (39.5, 90.5)]
    runs = [tree.simulate(AGES, rng).ranges(ends) for _ in range(150)]
    truth = [
        AGES[round(low - 16.5) : round(high - 16.5)].sum() / AGES.sum()
        for low, high in ends
    ]
    frequencies = np.array([run.frequencies for run in runs])
    errors = np.mean([run.standard_errors for run in runs], axis=0)
    assert (
        np.abs(frequencies.mean(axis=0) - truth) < 5.5 * errors / math.sqrt(150)
    ).all()
    assert (np.abs(frequencies.std(axis=0) / errors - 1) < 0.32).all()


@pytest.mark.deep
@pytest.mark.parametrize(("epsilon", "branching"), [(0.5, 2), (1, 4), (4, 9)])
def test_intervals_cover(epsilon, branching):
    """1,000 runs. Ranges and the band hold in 93 to 97 % of them: seeds are fixed, and
    a coverage of 95 % would be missed by other seeds in 4 of 1,000 cases. Quantiles,
    which are whole bins, hold in at least 93 %.
    """
    tree, rng = (
        HierarchicalTree(16.5, 90.5, 74, epsilon, branching),
        np.random.default_rng(3),
    )
    truth = np.r_[0, np.cumsum(AGES) / AGES.sum()]
    levels = np.array([0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99])
    ages = 17 + np.searchsorted(truth[1:], levels)
    held = {name: [] for name in ("range", "band", "single", "together", "alone")}
    for _ in range(1_000):
        estimate = tree.simulate(AGES, rng)
        low, high = estimate.ranges([(29.5, 39.5)]).interval()
        held["range"].append(low[0] <= truth[23] - truth[13] <= high[0])
        for name, simultaneous in (("band", True), ("single", False)):
            low, high = estimate.band(simultaneous=simultaneous)
            inside = (low <= truth + 1e-12) & (truth <= high + 1e-12)
            held[name].append(inside.all() if simultaneous else inside[1:-1].mean())
        for name, simultaneous in (("together", True), ("alone", False)):
            low, high = estimate.quantile_intervals(levels, simultaneous=simultaneous)
            inside = (low <= ages) & (ages <= high)
            held[name].append(inside.all() if simultaneous else inside)
    for name in ("range", "band", "single"):
        assert 0.93 <= np.mean(held[name]) <= 0.97, (name, np.mean(held[name]))
    assert np.mean(held["together"]) >= 0.95
    assert (np.mean(held["alone"], axis=0) >= 0.93).all()


def test_quantiles_of_a_certain_estimate():
    estimate = RangeEstimate(0, 30, 100, [0.2, 0.5, 0.3], np.zeros((3, 3)))
    levels = [0, 0.2, 0.21, 0.7, 0.9, 1]
    expected = [5, 5, 15, 15, 25, 25]
    assert estimate.quantiles(levels).tolist() == expected
    for simultaneous in (False, True):
        low, high = estimate.quantile_intervals(levels, simultaneous=simultaneous)
        assert low.tolist() == expected
        assert high[2:].tolist() == expected[2:] and (high >= expected).all()
    assert estimate.quantiles([0.5]).tolist() == [15]


def test_the_whole_range_is_certain():
    """The total is known: 1, without an error; and the first and the last bin can be
    asked for."""
    tree = HierarchicalTree(0, 8, 8, 1.0, 2)
    estimate = tree.simulate(np.full(8, 500), np.random.default_rng(1))
    every = estimate.ranges([(0, 8), (0, 1), (7, 8)])
    assert math.isclose(every.frequencies[0], 1) and every.standard_errors[0] < 1e-8
    assert np.allclose(every.frequencies[1:], estimate.frequencies[[0, 7]])
    assert np.allclose(
        every.standard_errors[1:] ** 2, np.diag(estimate.covariance)[[0, 7]]
    )


def test_fewer_bins_and_back():
    rng = np.random.default_rng(1)
    for k, g in ((74, 8), (74, 74), (9, 1), (99, 32)):
        counts = rng.integers(1, 9, k)
        wide = merge(counts, g)
        assert len(wide) == g and wide.sum() == counts.sum()
        sizes = merge(np.ones(k), g)
        assert sizes.max() - sizes.min() <= 1
        assert np.allclose(merge(spread_evenly(wide, k), g), wide)


TARGETS = vectors("targets_distribution")["results"]
QUICK = "age|32561|1.0|HH B=4+iso", "hours|32561|2.0|FO 16 bins+norm_sub"
OURS = [key for key in TARGETS if key.split("|")[3].startswith(("HH B=", "FO "))]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.weekly] * (key not in QUICK))
        for key in OURS
    ],
)
def test_as_near_as_in_the_prototype(key):
    """The mean distance of 120 runs, within 3 standard errors of both; the seed is
    fixed."""
    what, n, epsilon, kind = key.split("|")
    column, start, bins = {"age": ("age", 17, 74), "hours": ("hours_per_week", 1, 99)}[
        what
    ]
    counts = np.bincount(load_adult()[column].to_numpy() - start, minlength=bins)
    if n == "1000000":
        counts = np.random.default_rng(2024).multinomial(10**6, counts / counts.sum())
    rng, repair = (
        np.random.default_rng(11),
        {"raw": np.array, "iso": isotonic, "norm_sub": norm_sub},
    )
    if kind.startswith("HH"):
        branching, after = kind.removeprefix("HH B=").replace("+", " ").split()
        tree = HierarchicalTree(0, bins, bins, float(epsilon), int(branching))

        def run():
            return repair[after](tree.simulate(counts, rng).frequencies)

    else:
        kind = kind.removeprefix("FO ").replace(" bins", "")
        wide, after = kind.replace("+", " ").split()
        wide = bins if wide == "full" else int(wide)
        mechanism = _best_for(wide, float(epsilon))
        of_wide = merge(counts, wide).astype(int)

        def run():
            frequencies = mechanism.simulate(of_wide, rng).frequencies
            return spread_evenly(repair[after](frequencies), bins)

    distances = [wasserstein(run(), counts / counts.sum()) for _ in range(120)]
    target, error = TARGETS[key]["W1"]
    own_error = np.std(distances, ddof=1) / 120**0.5
    assert abs(np.mean(distances) - target) < 3 * math.hypot(error, own_error)


def test_reports_follow_the_channel():
    """Chi-squared at 1e-6: reports of 100,000 people of one bin against the channel."""
    tree = HierarchicalTree(0, 4, 4, 1.0, 2)
    reports = tree.perturb(np.full(100_000, 1), np.random.default_rng(5))
    seen = np.concatenate([
        np.bincount(part, minlength=len(level.domain))
        for part, level in zip(reports, tree.levels, strict=True)
    ])
    assert stats.chisquare(seen, 100_000 * tree.channel()[1]).pvalue > FALSE_ALARM
