"""Both count-mean sketches: their hash functions, and what collisions add.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import math

import numpy as np
import pytest
from scipy import stats

from ldp_course import CountMeanSketch, HadamardCountMeanSketch
from ldp_course.topics.more_protocols.mean_sketch import SketchEstimate, add_up_buckets
from tests.oracles import DOMAIN, channel_and_contributions


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_the_bias_of_collisions_is_exact_for_given_functions(kind):
    """E[estimate of v | the others hold w] = (share of functions in which they meet - 1/m) m / (m -
    1).
    """
    mechanism = kind(DOMAIN, hashes=3, width=4, epsilon=1.0, seed=2)
    table = mechanism.buckets(np.arange(3)[:, None], np.arange(3))
    meet = (table[:, :, None] == table[:, None, :]).mean(axis=0)
    assert (
        0 < meet[np.triu_indices(3, 1)].max() < 1
    )  # these functions make some values meet
    expected = (meet - 1 / 4) * 4 / 3
    channel, added = channel_and_contributions(mechanism)
    assert channel @ added == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_collisions_do_not_shrink_with_more_people(kind):
    domain = [f"word {i}" for i in range(500)]
    mechanism = kind(domain, hashes=8, width=16, epsilon=4.0, seed=3)
    counts = np.array([10**12, *[0] * 499])
    errors = mechanism.simulate(counts, np.random.default_rng(1)).frequencies[1:]
    assert np.sqrt((errors**2).mean()) == pytest.approx(
        math.sqrt(mechanism.collision_variance), rel=0.2
    )
    assert mechanism.variance(10**12, 0.0) == pytest.approx(
        mechanism.collision_variance, rel=1e-3
    )
    assert mechanism.variance(10**12, 0.0, others_squared=0.01) == pytest.approx(
        mechanism.collision_variance / 100, rel=1e-3
    )


def test_the_seed_of_a_sketch_is_public_and_chooses_the_functions():
    first, again, other = (
        CountMeanSketch(range(100), 4, 16, 1.0, seed).buckets(
            np.arange(4)[:, None], np.arange(100)
        )
        for seed in (1, 1, 2)
    )
    assert (first == again).all() and (first != other).mean() > 0.8


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_standard_errors_are_those_of_noise_and_of_collisions(kind):
    """Noise: the formula of a pure protocol, whose q(1 - q) counts meetings too: they
    are taken off.

    Collisions: the squares of all other frequencies; with the square of the value's
    frequency, they add up to one sum for all values, which is near the true sum of
    squares.
    """
    sketch = kind(range(50), hashes=64, width=64, epsilon=4.0, seed=5)
    counts = [1000] * 30 + [50] * 20
    estimate, n = sketch.simulate(counts, np.random.default_rng(1)), sum(counts)
    f, p, q = np.clip(estimate.frequencies, 0, 1), sketch.p, sketch.q
    pure = (f * p * (1 - p) + (1 - f) * q * (1 - q)) / (n * (p - q) ** 2)
    meetings = (1 - f) / (n * 64 * 63)
    assert estimate.noise_errors**2 == pytest.approx(pure - meetings, rel=1e-9)
    others = (estimate.standard_errors**2 - estimate.noise_errors**2) * 64 * 63
    assert np.ptp(others + f**2) < 1e-9
    assert others[0] + f[0] ** 2 == pytest.approx(
        (np.divide(counts, n) ** 2).sum(), rel=0.3
    )
    # each square of an estimate has its noise in it, and of all other squares the
    # collisions' share
    without = (estimate.frequencies**2).sum() - (estimate.noise_errors**2).sum()
    assert others[0] + f[0] ** 2 == pytest.approx(
        without / (1 + 49 / (64 * 63)), rel=1e-9
    )


def test_the_sum_of_squares_in_the_standard_errors_is_right_on_average():
    """Over 2,000 seeds, with hardly any noise: 6 standard errors; 2e-9."""
    counts = np.array([600_000] * 5 + [10_000] * 25)
    squares = []
    for seed in range(2_000):
        sketch = CountMeanSketch(range(30), hashes=6, width=8, epsilon=12.0, seed=seed)
        estimate = sketch.simulate(counts, np.random.default_rng(seed))
        collisions = (
            estimate.standard_errors**2 - estimate.noise_errors**2
        ) / sketch.collision_variance
        squares.append(collisions[0] + np.clip(estimate.frequencies[0], 0, 1) ** 2)
    error = np.std(squares) / math.sqrt(len(squares))
    truth = ((counts / counts.sum()) ** 2).sum()
    assert abs(np.mean(squares) - truth) < 6 * error and error < truth / 100


def test_all_buckets_are_added_up_however_many_fit_into_a_cache():
    sketch = CountMeanSketch(range(300), hashes=500, width=16, epsilon=1.0, seed=4)
    table = np.random.default_rng(4).integers(0, 9, (500, 16))
    codes = np.arange(300)
    rows = [
        table[function, sketch.buckets(np.array([function]), codes)]
        for function in range(500)
    ]
    assert add_up_buckets(sketch, table).tolist() == np.sum(rows, axis=0).tolist()


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_the_variance_of_many_reports_and_of_one(kind):
    """By default all others hold one value. The function of a single report is drawn
    with it, so meetings are part of q."""
    mechanism = kind(range(5), 4, 16, 1.0, seed=1)
    for share in (0, 0.3, 1):
        worst = mechanism.variance(1_000, share, others_squared=(1 - share) ** 2)
        assert mechanism.variance(1_000, share) == pytest.approx(worst, rel=1e-12)
    alone = mechanism.q * (1 - mechanism.q) / (mechanism.p - mechanism.q) ** 2
    assert mechanism.variance(1, 0.0) == pytest.approx(alone, rel=1e-12)


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_the_collision_error_is_at_most_that_of_everybody(kind):
    """One report gives shares of several hundred percent, but all others are one
    whole."""
    mechanism = kind(range(50), hashes=3, width=4, epsilon=0.5, seed=4)
    most = mechanism.collision_variance * (1 + 1e-9)
    for report in mechanism.possible_reports():
        estimate = mechanism.aggregate(report[None])
        assert np.abs(estimate.frequencies).max() > 1.5
        largest = max(1 / 50, np.clip(estimate.frequencies, 0, 1).max())
        assert estimate.largest_collision == pytest.approx(largest / 3)
        collisions = estimate.standard_errors**2 - estimate.noise_errors**2
        assert (collisions <= most).all() and collisions.min() >= 0


def test_half_of_the_misses_of_simultaneous_intervals_are_left_to_the_noise():
    """Without collisions: two values at 90 % are each missed in 10 %/4 by the noise."""
    noise = np.array([0.01, 0.03])
    estimate = SketchEstimate(("a", "b"), 100, np.array([0.6, 0.4]), noise, noise, 0.0)
    low, high = estimate.interval(0.9, simultaneous=True)
    margin = stats.norm.isf(0.1 / 4 / 2) * noise
    assert low == pytest.approx(estimate.frequencies - margin, rel=1e-12)
    assert high == pytest.approx(estimate.frequencies + margin, rel=1e-12)
