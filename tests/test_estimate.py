"""Estimates and the explicit steps after them."""

import numpy as np
import pytest
from scipy import integrate, stats

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    Estimate,
    HadamardCountMeanSketch,
    HadamardResponse,
    SubsetSelection,
    UnaryEncoding,
    base_cut,
    clip,
    norm,
    norm_mul,
    norm_sub,
    power,
)
from tests.reference import vectors

VECTORS = vectors("postprocess_simplex")["vectors"]
ESTIMATE = Estimate(("a", "b"), 1000, np.array([1.02, -0.02]), np.array([0.03, 0.01]))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{len(v['x'])} values")
def test_post_processing_agrees_with_the_reference(vector):
    for step, expected in {
        clip: "base_pos",
        norm: "norm",
        norm_mul: "norm_mul",
        norm_sub: "norm_sub",
    }.items():
        assert step(vector["x"]) == pytest.approx(vector[expected], abs=1e-9)


def test_norm_sub_is_the_nearest_point_of_the_simplex():
    rng = np.random.default_rng(2)
    for size in (1, 2, 3, 50):
        x = rng.normal(1 / size, 0.3, size)
        nearest = norm_sub(x)
        assert nearest.min() >= 0 and nearest.sum() == pytest.approx(1)
        others = rng.dirichlet(np.ones(size), 500)
        # no other point is closer: the angle at the projection is never acute
        assert ((others - nearest) @ (x - nearest) <= 1e-12).all()


@pytest.mark.parametrize("frequencies, nearest", [
    ([1e308, 0.4, -0.2], [1, 0, 0]),
    ([-1e308, 1e308, 1e308], [0, 0.5, 0.5]),
    ([1.7e308, -1.7e308], [1, 0]),
    ([-1e308, -1e308, -1e308], [1 / 3, 1 / 3, 1 / 3]),
    ([-2e300, -3.5, -3.25, -9], [0, 0.375, 0.625, 0]),
])  # fmt: skip
def test_norm_sub_of_the_largest_numbers(frequencies, nearest):
    assert np.allclose(norm_sub(frequencies), nearest, rtol=1e-12)
    assert np.isfinite(norm_mul([*frequencies, 1])).all()


def test_nothing_is_clipped_and_counts_follow():
    assert ESTIMATE.counts == pytest.approx([1020, -20])
    low, high = ESTIMATE.interval(0.95)
    assert (high - low) / 2 == pytest.approx(
        1.959964 * ESTIMATE.standard_errors, rel=1e-6
    )
    frame = ESTIMATE.to_frame()
    assert list(frame.columns) == [
        "count",
        "frequency",
        "standard_error",
        "low",
        "high",
    ]
    assert frame.loc["b", "count"] == pytest.approx(-20)
    assert repr(ESTIMATE) == "Estimate(2 values from 1,000 people)"


def test_base_cut_keeps_what_stands_out():
    """Threshold of 20 values at alpha = 0.05: the normal quantile of 1 - 0.0025,
    2.8070."""
    x = np.array([0.2808, 0.2807, 0.5, *[0.01] * 15, -0.3, 0.0])
    cut = base_cut(x, np.full(20, 0.1), alpha=0.05)
    assert cut[[0, 2]] == pytest.approx([0.2808, 0.5]) and np.flatnonzero(
        cut
    ).tolist() == [0, 2]


def test_power_is_the_mean_under_a_power_law():
    """The same integrals by adaptive quadrature: first the exponent, then each mean."""
    x = np.array([0.7, 0.2, 0.02, -0.05])
    errors = np.array([0.02, 0.03, 0.04, 0.05])
    n = 5_000

    def mean_with(a, likelihood=lambda s: 1.0, points=None):
        def integral(order):
            return integrate.quad(
                lambda s: s ** (order - a) * likelihood(s),
                1 / n,
                1,
                limit=500,
                points=points,
            )[0]

        return integral(1) / integral(0)

    low, high = 0.0, 3.0
    for _ in range(60):
        a = (low + high) / 2
        low, high = (a, high) if mean_with(a) > 1 / len(x) else (low, a)
    expected = [
        mean_with(a, stats.norm(f, s).pdf, points=[0.001, 0.01, min(max(f, 0.02), 0.9)])
        for f, s in zip(x, errors)
    ]
    assert power(x, errors, n) == pytest.approx(expected, rel=1e-3)


def test_simultaneous_intervals_are_wider():
    """Two values at 95 %: each at sqrt(.95); its normal quantile is 2.2365 (Bonferroni:
    2.2414)."""
    low, high = ESTIMATE.interval(0.95, simultaneous=True)
    assert (high - low) / 2 == pytest.approx(
        2.236477 * ESTIMATE.standard_errors, rel=1e-6
    )


def test_intervals_keep_their_digits_near_certainty():
    many = Estimate(tuple(range(10**5)), 10, np.zeros(10**5), np.ones(10**5))
    _, high = many.interval(1 - 1e-12, simultaneous=True)
    error = -np.expm1(np.log1p(-1e-12) / 10**5)
    assert high[0] == pytest.approx(stats.norm.isf(error / 2), rel=1e-4)


@pytest.mark.parametrize("build", [
    UnaryEncoding.optimized,
    DirectEncoding,
    SubsetSelection.optimized,
    HadamardResponse,
])  # fmt: skip
def test_simultaneous_intervals_hold_all_frequencies_together(build):
    """2,000 runs: standard deviation below .005, so .93 is 4.9 of them below (5e-7)."""
    counts = np.array([40_000, 20_000, 10_000, *[2_000] * 14, 1_000, 500, 500])
    mechanism, rng = build(range(20), 1.0), np.random.default_rng(3)
    truth = counts / counts.sum()
    together = 0
    for _ in range(2000):
        low, high = mechanism.simulate(counts, rng).interval(simultaneous=True)
        together += ((low <= truth) & (truth <= high)).all()
    assert together / 2000 > 0.93


@pytest.mark.deep
@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
@pytest.mark.parametrize("hashes, width, counts", [
    (16, 64, [1_000_000] + [0] * 99),
    (16, 64, (10**7 / np.arange(1, 301) ** 1.2).astype(int)),
    (2, 16, [2_000] * 14),
], ids=["all alike", "some frequent", "few functions"])  # fmt: skip
def test_simultaneous_intervals_of_sketches_hold_with_their_collisions(
    kind, hashes, width, counts
):
    """Fresh functions in each of 300 runs. At 95 %, fewer than 264 right ones have
    probability 5e-7. (All are right here; where values collide, margins for normal
    errors hold together in 7 to 30 % of the runs.)
    """
    rng, counts = np.random.default_rng(4), np.asarray(counts)
    truth, together = counts / counts.sum(), 0
    for seed in range(300):
        low, high = (
            kind(range(len(counts)), hashes, width, 2.0, seed)
            .simulate(counts, rng)
            .interval(simultaneous=True)
        )
        together += ((low <= truth) & (truth <= high)).all()
    assert together >= 264


@pytest.mark.deep
def test_margins_around_norm_sub_do_not_cover():
    """1,000 values, of which all people hold one: 500 runs, coverage near 37 %; above
    half has probability 1e-8.
    """
    mechanism = UnaryEncoding.optimized(range(1000), 1.0)
    rng = np.random.default_rng(6)
    covered = 0
    for _ in range(500):
        estimate = mechanism.simulate([10_000] + [0] * 999, rng)
        low, high = estimate.interval()
        covered += abs(norm_sub(estimate.frequencies)[0] - 1) <= (high - low)[0] / 2
    assert covered / 500 < 0.5
