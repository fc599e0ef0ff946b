"""The square wave: its numbers, its law, and how near the reconstruction comes."""

import math

import numpy as np
import pytest
from scipy import stats

from ldp_course.data import load_adult
from ldp_course.topics.distributions import (
    SquareWave,
    expectation_maximization,
    wasserstein,
)
from tests.reference import vectors

FALSE_ALARM = 1e-6


def test_the_wave_and_the_slope_of_the_mean():
    for row in vectors("sw")["rows"]:
        wave = SquareWave(0, 1, 8, row["eps"])
        slope = 2 * wave.b * (wave.p - wave.q)
        computed = wave.b, wave.p, wave.q, 2 * wave.b * wave.p, slope, (1 - slope) / 2
        names = "b", "p", "q", "mass_near", "raw_mean_slope", "raw_mean_intercept"
        assert np.allclose(computed, [row[name] for name in names], rtol=1e-12, atol=0)


@pytest.mark.parametrize("epsilon", [1e-6, 9.9e-5, 1.01e-4, 0.01])
def test_a_small_epsilon_loses_no_digits(epsilon):
    """b falls from 1/2 as 1/2 - ε/3 + …"""
    wave = SquareWave(0, 1, 2, epsilon)
    assert abs(wave.b - (0.5 - epsilon / 3)) < epsilon**2
    assert math.isclose(wave.q * (1 + 2 * wave.b) + (wave.p - wave.q) * 2 * wave.b, 1)


def test_the_channel_of_counted_reports():
    wave = SquareWave(0, 1, 4, 1.0)
    expected = np.array(vectors("sw")["matrix_eps1_D4_m6_point"]).T
    assert np.allclose(wave.channel(), expected, rtol=0, atol=1e-12)
    for epsilon in (0.1, 1, 4):
        channel = SquareWave(0, 1, 40, epsilon).channel()
        assert np.allclose(channel.sum(axis=1), 1)
        loss = np.log(channel.max(axis=0) / channel.min(axis=0)).max()
        assert loss <= epsilon * (1 + 1e-9)


@pytest.mark.parametrize("place", [0.0, 0.3, 1.0])
def test_reports_have_the_law(place):
    """Kolmogorov-Smirnov on 100,000 reports, at 1e-6."""
    wave = SquareWave(0, 1, 8, 1.0)
    reports = wave.perturb([place] * 100_000, np.random.default_rng(1))

    def cumulative(y):
        near = np.clip(y - place + wave.b, 0, 2 * wave.b)
        return wave.q * (y + wave.b) + (wave.p - wave.q) * near

    assert stats.kstest(reports, cumulative).pvalue > FALSE_ALARM


def test_simulate_has_the_law_of_people_in_the_middle_of_bins():
    """Chi-squared on the sums of 40 runs each way, at 1e-6."""
    wave, counts = SquareWave(0, 8, 8, 1.0), np.array([500, 0, 300, 100, 0, 0, 50, 50])
    people = np.repeat(np.arange(8) + 0.5, counts)
    rng = np.random.default_rng(2)
    pair = [
        sum(wave.simulate(counts, rng) for _ in range(40)),
        sum(wave.collect(people, rng) for _ in range(40)),
    ]
    assert stats.chi2_contingency(pair).pvalue > FALSE_ALARM


@pytest.mark.parametrize("epsilon", [0.5, 1, 4])
def test_the_mean_is_unbiased_with_the_variance_that_is_stated(epsilon):
    wave = SquareWave(-1, 1, 8, epsilon)
    for row in vectors("scalar_variance")["rows"]:
        if row["eps"] == epsilon:
            variance = wave.variance(1, row["x"])
            assert math.isclose(variance, row["sw_debiased"], rel_tol=1e-9)
    reports = wave.perturb(wave.encode([0.4] * 200_000), np.random.default_rng(3))
    error = math.sqrt(wave.variance(200_000, 0.4))
    assert abs(wave.mean(reports).mean - 0.4) < 5 * error


def test_each_step_makes_the_counts_more_likely():
    wave, rng = SquareWave(0, 1, 30, 1.0), np.random.default_rng(4)
    counts = wave.simulate(rng.multinomial(5_000, rng.dirichlet(np.ones(30))), rng)
    likelihoods = [
        wave.reconstruct(
            counts, smooth=False, tolerance=1e-9, most_steps=steps
        ).log_likelihood
        for steps in range(1, 30)
    ]
    assert (np.diff(likelihoods) > 0).all()


@pytest.mark.parametrize("most_steps", [1, 2, 7, 10_000])
@pytest.mark.parametrize("smooth", [False, True])
def test_the_likelihood_is_that_of_the_frequencies(most_steps, smooth):
    channel = np.array([
        [0.6, 0.3, 0.1],
        [0.2, 0.5, 0.3],
        [0.25, 0.25, 0.5],
        [0.1, 0.1, 0.8],
    ])
    counts = np.array([30, 0, 70])  # what nobody reported says nothing
    result = expectation_maximization(channel, counts, smooth, 1e-6, most_steps)
    expected = counts[[0, 2]] @ np.log(result.frequencies @ channel)[[0, 2]]
    assert math.isclose(result.log_likelihood, expected, rel_tol=1e-12)
    assert result.steps <= most_steps


def test_steps_are_those_that_changed_something():
    channel, counts = [[0.75, 0.25], [0.25, 0.75]], [40, 60]
    found = expectation_maximization(channel, counts)
    again = expectation_maximization(
        channel, counts, tolerance=1e-300, most_steps=found.steps
    )
    assert found.steps > 1 and (found.frequencies == again.frequencies).all()


def test_it_finds_the_maximum():
    """For two values the most likely share is that of the unbiased estimate, within 0
    and 1."""
    channel = [[0.75, 0.25], [0.25, 0.75]]
    for ones, best in ((60, 0.7), (90, 1.0), (25, 0.0)):
        result = expectation_maximization(channel, [100 - ones, ones], tolerance=1e-12)
        assert abs(result.frequencies[1] - best) < 1e-3


TARGETS = vectors("targets_distribution")["results"]
SQUARE_WAVES = [key for key in TARGETS if "|SW+" in key]


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.weekly] * ("age|32561|2.0|" not in key))
        for key in SQUARE_WAVES
    ],
)
def test_as_near_as_in_the_prototype(key):
    """The mean distance of 15 runs, within 3 standard errors of 60 other runs and of
    these; a false alarm in 370 of other seeds, so the seed is fixed.
    """
    what, n, epsilon, kind = key.split("|")
    low, column = {"age": (16.5, "age"), "hours": (0.5, "hours_per_week")}[what]
    held = load_adult()[column].to_numpy()
    bins = 74 if what == "age" else 99
    counts = np.bincount((held - low).astype(int), minlength=bins)
    if n == "1000000":
        counts = np.random.default_rng(2024).multinomial(10**6, counts / counts.sum())
    wave = SquareWave(low, low + bins, bins, float(epsilon))
    rng, smooth, distances = np.random.default_rng(1), kind == "SW+EMS", []
    for _ in range(15):
        reports = wave.simulate(counts, rng)
        frequencies = wave.reconstruct(reports, smooth, most_steps=3_000).frequencies
        distances.append(wasserstein(frequencies, counts / counts.sum()))
    target, error = TARGETS[key]["W1"]
    assert abs(np.mean(distances) - target) < 3 * math.hypot(error, error * 2)
