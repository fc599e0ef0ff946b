"""Every mechanism for numbers: exact ε, no bias, the variance that is stated, honest
intervals.

Seeds are fixed. A test with chance in it would fail for a correct mechanism, over all
seeds, with probability at most 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from ldp_course.data import load_adult
from ldp_course.privacy import privacy_loss
from ldp_course.topics.numbers import (
    FewLevelsMean,
    HybridMean,
    IntegerOneBitMean,
    LaplaceMean,
    OneBitMean,
    PiecewiseMean,
)
from ldp_course.topics.shufflers.secure_sums import noise_variance
from tests.reference import vectors

FALSE_ALARM = 1e-6
EPSILONS = (0.1, 0.5, 1, 2, 4)
NAMES = {
    "laplace": LaplaceMean,
    "duchi": OneBitMean,
    "pm": PiecewiseMean,
    "hm": HybridMean,
}


def all_means(epsilon, low=17, high=90):
    return [
        *(kind(low, high, epsilon) for kind in NAMES.values()),
        FewLevelsMean(low, high, 3, epsilon),
        FewLevelsMean(low, high, 6, epsilon),
        IntegerOneBitMean(low, high, epsilon),
    ]


each_mean = pytest.mark.parametrize(
    "mean", all_means(1.0), ids=lambda mean: repr(mean)[:40]
)


# ---- formulas


@pytest.mark.parametrize("name", NAMES)
def test_variances_of_a_report_agree_with_the_reference(name):
    for row in vectors("scalar_variance")["rows"]:
        mean = NAMES[name](-1, 1, row["eps"])
        assert math.isclose(mean.variance(1, row["x"]), row[name], rel_tol=1e-12)


def test_the_parts_of_the_mechanisms_agree_with_the_reference():
    for row in vectors("scalar_variance")["rows"]:
        bit, piecewise = (
            kind(-1, 1, row["eps"]) for kind in (OneBitMean, PiecewiseMean)
        )
        assert math.isclose(bit.bound, row["B"], rel_tol=1e-12)
        plus = bit.channel([row["x"]])[0, 1]
        assert math.isclose(plus, row["duchi_prob_plus"], rel_tol=1e-12)
        assert math.isclose(piecewise.bound, row["C"], rel_tol=1e-12)
        inside = (row["pm_left"] + row["pm_right"]) / 2
        outside = (
            row["pm_left"] / 2 - row["C"] / 2 if row["x"] > -1 else row["C"] * 0.99
        )
        densities = piecewise.density([inside, outside], row["x"])
        wanted = [row["pm_density_in"], row["pm_density_out"]]
        assert np.allclose(densities, wanted, rtol=1e-12)


def test_three_names_of_the_same_mechanism():
    """Rounding to an end of the range, then randomized response: two levels."""
    for epsilon in EPSILONS:
        bit, two = OneBitMean(0, 10, epsilon), FewLevelsMean(0, 10, 2, epsilon)
        values = np.linspace(0, 10, 21)
        assert np.allclose(bit.channel(values), two.channel(values), rtol=0, atol=1e-15)
        assert np.allclose(bit.variance(1, values), two.variance(1, values), rtol=1e-12)


def test_the_best_number_of_levels():
    """Worst cases cross at ln 3, 2.534 and 3.473; at ε = 2 and 4 they are 1.000 and
    0.177."""
    crossings = ((math.log(3), 2), (2.534, 3), (3.473, 4))
    for crossing, levels in crossings:
        best = [
            FewLevelsMean.optimized(-1, 1, crossing + d).levels for d in (-0.001, 0.001)
        ]
        assert best == [levels, levels + 1]
    grid = np.linspace(-1, 1, 2001)
    worst = [FewLevelsMean.optimized(-1, 1, e).variance(1, grid).max() for e in (2, 4)]
    assert np.allclose(worst, [1.000, 0.177], atol=5e-4)


@pytest.mark.parametrize("epsilon", [0.01, 1, 2.5, 4, 6, 8])
def test_no_other_number_of_levels_is_better(epsilon):
    """Up to 120 levels, by the largest variance on a fine grid."""
    grid = np.linspace(-1, 1, 4_001)
    worst = [
        FewLevelsMean(-1, 1, k, epsilon).variance(1, grid).max() for k in range(2, 121)
    ]
    best = FewLevelsMean.optimized(-1, 1, epsilon).variance(1, grid).max()
    assert best <= min(worst) * (1 + 1e-5)


def test_hybrid_switches_where_both_are_alike_in_the_middle():
    switch = vectors("scalar_variance")["eps_star"]
    of_both = [
        kind(-1, 1, switch).variance(1, 0) for kind in (OneBitMean, PiecewiseMean)
    ]
    assert math.isclose(*of_both, rel_tol=1e-9)
    assert HybridMean(-1, 1, switch - 1e-9).chance_of_piecewise == 0
    assert HybridMean(-1, 1, switch + 1e-9).chance_of_piecewise > 0.26


def test_the_integer_coin_is_never_above_epsilon():
    for row in vectors("discrete")["dyadic_coin"]:
        if row["eps_real"] == 0:
            with pytest.raises(ValueError, match="bits = 3 is too few"):
                IntegerOneBitMean(0, 1, row["eps"], row["bits"])
            continue
        device = IntegerOneBitMean(0, 1, row["eps"], row["bits"])
        assert device.keep == row["keep_k"] and device.epsilon <= row["eps"]
        assert math.isclose(device.epsilon, row["eps_real"], rel_tol=1e-12)


def test_variances_of_laplace_noise_and_of_whole_laplace_noise():
    for row in vectors("discrete")["discrete_laplace"]:
        mean = LaplaceMean(0, row["sensitivity"], row["eps"])
        assert math.isclose(mean.variance(1, 0), row["continuous"], rel_tol=1e-12)
        whole = noise_variance(row["eps"] / row["sensitivity"], 1)
        assert math.isclose(whole, row["var"], rel_tol=1e-12)


# ---- privacy


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_channels_have_the_epsilon_that_is_stated(epsilon):
    values = np.arange(17, 91)
    for mean in (OneBitMean(17, 90, epsilon), FewLevelsMean(17, 90, 5, epsilon)):
        assert math.isclose(privacy_loss(mean.channel()), epsilon, rel_tol=1e-9)
        assert privacy_loss(mean.channel(values)) <= epsilon * (1 + 1e-9)
    device = IntegerOneBitMean(17, 90, epsilon)
    assert math.isclose(privacy_loss(device.channel()), device.epsilon, rel_tol=1e-9)
    assert device.epsilon <= epsilon


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("kind", [LaplaceMean, PiecewiseMean])
def test_the_densities_sum_to_1_and_have_the_right_mean(kind, epsilon):
    mean = kind(-1, 1, epsilon)
    reports = np.linspace(-60 / epsilon, 60 / epsilon, 2_001)
    densities = np.array([mean.density(reports, x) for x in (-1, -0.4, 0, 1)])
    seen = densities[:, (densities > 0).all(axis=0)]
    assert np.log(seen.max(axis=0) / seen.min(axis=0)).max() <= epsilon * (1 + 1e-9)
    for x in (-1, -0.4, 1):
        edge = getattr(mean, "bound", 60 * 2 / epsilon)
        breaks = [x]
        if kind is PiecewiseMean:
            left = (edge + 1) * x / 2 - (edge - 1) / 2
            breaks = [
                point for point in (left, left + edge - 1) if -edge < point < edge
            ]
        of = lambda y, power: y**power * mean.density([y], x)[0]  # noqa: B023, E731
        mass, first = (
            integrate.quad(of, -edge, edge, args=(power,), points=breaks, limit=400)[0]
            for power in (0, 1)
        )
        assert math.isclose(mass, 1, abs_tol=1e-9) and math.isclose(
            first, x, abs_tol=1e-7
        )


# ---- accuracy


@each_mean
@pytest.mark.parametrize("value", [17, 31, 53, 90])
def test_no_bias_and_the_variance_that_is_stated(mean, value):
    """200,000 reports: their mean within 5 standard errors, their variance within 5 of
    its own."""
    rng = np.random.default_rng(value)
    estimate = mean.aggregate(mean.perturb(mean.encode([value] * 200_000), rng))
    variance = mean.variance(1, value)
    assert abs(estimate.mean - value) < 5 * math.sqrt(variance / estimate.n)
    if variance:
        spread = estimate.standard_error**2 * estimate.n
        assert abs(spread / variance - 1) < 5 * math.sqrt(
            8 / estimate.n
        )  # kurtosis at most 9


@each_mean
def test_collecting_in_chunks_is_the_long_way(mean):
    values = np.random.default_rng(1).integers(17, 91, 300_000)
    estimate = mean.collect(values, np.random.default_rng(7))
    long_way = mean.aggregate(
        mean.perturb(mean.encode(values), np.random.default_rng(7))
    )
    assert math.isclose(estimate.mean, long_way.mean, rel_tol=1e-9)
    assert math.isclose(estimate.standard_error, long_way.standard_error, rel_tol=1e-9)


@pytest.mark.parametrize(
    "mean", [mean for mean in all_means(1.0) if hasattr(mean, "simulate")], ids=repr
)
def test_simulate_has_the_same_law(mean):
    """2,000 estimates each way from 30 people: Kolmogorov-Smirnov, which is strict for
    steps."""
    rng, values, counts = np.random.default_rng(3), [17, 40, 90], [10, 15, 5]
    people = np.repeat(values, counts)
    short = [mean.simulate(values, counts, rng) for _ in range(2_000)]
    long_way = [mean.collect(people, rng) for _ in range(2_000)]
    for name in ("mean", "standard_error"):
        pair = [
            [getattr(estimate, name) for estimate in runs] for runs in (short, long_way)
        ]
        assert stats.ks_2samp(*pair).pvalue > FALSE_ALARM


@pytest.mark.deep
@pytest.mark.parametrize("mean", all_means(1.0), ids=lambda mean: repr(mean)[:40])
def test_intervals_cover_the_mean_of_the_population(mean):
    """1,000 samples of 2,000 people; 93 to 97 % by chance alone but for 2e-3 at 94.5 to
    95.5 %."""
    rng = np.random.default_rng(5)
    population = np.clip(rng.gamma(3, 9, 100_000).round() + 17, 17, 90)
    truth, hits = population.mean(), 0
    for _ in range(1_000):
        low, high = mean.collect(rng.choice(population, 2_000), rng).interval()
        hits += low <= truth <= high
    assert 915 <= hits <= 982, hits


@pytest.mark.parametrize("epsilon", [0.5, 1, 2, 4])
@pytest.mark.parametrize("name", NAMES)
def test_the_standard_errors_on_real_ages(name, epsilon):
    """The theory to its digits, and one run of 60 with it: within 5 standard errors of
    60 runs."""
    ages = load_adult()["age"].to_numpy()
    target = vectors("targets_mean")["results"][f"age|{epsilon:g}|{name}"]
    mean, rng = NAMES[name](17, 90, epsilon), np.random.default_rng(9)
    theory = math.sqrt(mean.variance(len(ages), ages).mean())
    assert math.isclose(theory, target["theory"], rel_tol=1e-9)
    errors = [mean.collect(ages, rng).mean - ages.mean() for _ in range(60)]
    assert abs(np.sqrt(np.mean(np.square(errors))) / theory - 1) < 5 / math.sqrt(2 * 60)


def test_a_number_outside_moves_to_the_nearer_end():
    for mean in all_means(1.0):
        assert mean.encode([-5, 17]).tolist() == mean.encode([17, 17]).tolist()
        assert mean.encode([1e9, 90]).tolist() == mean.encode([90, 90]).tolist()
        with pytest.raises(ValueError, match=r"values = .*nan.* is not allowed"):
            mean.encode([17, math.nan])
