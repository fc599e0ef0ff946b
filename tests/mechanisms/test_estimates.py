"""What the estimates of every mechanism promise: their mean, their variance, their intervals, at small and large sizes.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over all seeds,
with probability at most 1e-6; the bound is worked out beside it.
"""

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ldp_course import (
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)
from tests.mechanisms.oracles import BASIC, MECHANISMS, SKETCHES, each_mechanism, on_domain

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors" / "variance_closed_form.json").read_text()
)["vectors"]
FIRST = {name: m for name, m in MECHANISMS.items() if isinstance(m, BASIC)}
MORE = {name: m for name, m in MECHANISMS.items() if not isinstance(m, BASIC + SKETCHES)}
MORE["summing"] = SummingHistogram(("a", "b", "c"), 1.0)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"eps={v['eps']},k={v['k']}")
def test_variance_vectors(vector):
    domain, epsilon = range(vector["k"]), vector["eps"]
    mechanisms = {
        "GRR": DirectEncoding(domain, epsilon),
        "SUE": UnaryEncoding.symmetric(domain, epsilon),
        "OUE": UnaryEncoding.optimized(domain, epsilon),
        "OLH": LocalHashing.optimized(domain, epsilon),
        "BLH": LocalHashing.binary(domain, epsilon),
        "SS": SubsetSelection(domain, vector["SS"]["w"], epsilon),
    }
    for name, mechanism in mechanisms.items():
        expected = vector[name]
        assert (mechanism.p, mechanism.q) == pytest.approx(
            (expected["p"], expected["q"]), rel=1e-12
        )
        assert mechanism.variance(1, 0.0) == pytest.approx(expected["var0_n"], rel=1e-10)
        slope = mechanism.variance(1, 1.0) - mechanism.variance(1, 0.0)
        assert slope == pytest.approx(
            expected["slope_f_n"], rel=1e-8, abs=1e-8 * expected["var0_n"]
        )
    assert mechanisms["OLH"].buckets == vector["OLH"]["g"]
    assert (mechanisms["GRR"].variance(1, 0.0) < mechanisms["OUE"].variance(1, 0.0)) == vector[
        "grr_beats_oue"
    ]
    best_subset = SubsetSelection.optimized(domain, epsilon).variance(1, 0.0)
    assert best_subset <= vector["SS"]["var0_n"] * (1 + 1e-10)
    closed = vector["closed"]
    assert SummingHistogram(domain, epsilon).variance(1, 0.5) == pytest.approx(closed["SHE"])
    assert HadamardResponse(domain, epsilon, one_bit=True).variance(1, 0.0) == pytest.approx(
        closed["HR_onebit"]
    )


def test_the_table_of_variances():
    """n times the variance for a value that nobody holds, as in the table of the chapter "Choosing a protocol".

    With 14 values and ε = 2 the best subset has one value (14 / (e² + 1) = 1.67 rounds to 2, which has .510).
    """
    builders = [
        lambda e: DirectEncoding(range(14), e),
        lambda e: DirectEncoding(range(1024), e),
        lambda e: UnaryEncoding.symmetric(range(9), e),
        lambda e: UnaryEncoding.optimized(range(9), e),
        lambda e: LocalHashing.binary(range(9), e),
        lambda e: HadamardResponse(range(9), e),
        lambda e: LocalHashing.optimized(range(9), e),
        lambda e: SubsetSelection.optimized(range(14), e),
        lambda e: SubsetSelection.optimized(range(1024), e),
        lambda e: ThresholdingHistogram.optimized(range(9), e),
        lambda e: SummingHistogram(range(9), e),
    ]
    table = {
        0.5: [32.4, 2432, 15.92, 15.67, 16.67, 16.67, 15.82, 13.38, 15.64, 17.83, 32],
        1: [4.985, 347.1, 3.918, 3.683, 4.683, 4.683, 3.692, 3.055, 3.674, 4.807, 8],
        2: [0.475, 25.2, 0.921, 0.724, 1.724, 1.724, 0.725, 0.475, 0.721, 1.284, 2],
        4: [0.023, 0.375, 0.181, 0.076, 1.076, 1.076, 0.076, 0.023, 0.074, 0.285, 0.5],
    }
    for epsilon, row in table.items():
        found = [build(epsilon).variance(1, 0.0) for build in builders]
        assert found == pytest.approx(row, rel=2e-3, abs=5e-4)


@pytest.mark.parametrize("n", [300, 10**9])
@pytest.mark.parametrize("mechanism", FIRST.values(), ids=FIRST)
def test_bias_variance_and_coverage(mechanism, n):
    """20,000 runs, per value.

    Mean: within 5.6 standard errors, two-sided 2e-8. Variance ratio: standard deviation sqrt(2/20000) = .01,
    so [.95, 1.05] is 5 of them (6e-7). Coverage: standard deviation .0015; 93 to 97 % is more than 10 of them
    around .95, which leaves room for the normal interval's own small error.
    """
    shares = (
        np.array([0.7, 0.3])
        if isinstance(mechanism, RandomizedResponse)
        else np.array([0.6, 0.3, 0.1])
    )
    counts = np.rint(shares * n).astype(int)
    rng, runs = np.random.default_rng(7), 20_000
    estimates = [mechanism.simulate(counts, rng) for _ in range(runs)]
    frequencies = np.array([estimate.frequencies for estimate in estimates])
    variance = _variance(mechanism, n, shares)
    z = (frequencies.mean(axis=0) - shares) / np.sqrt(variance / runs)
    assert np.abs(z).max() < 5.6
    ratio = frequencies.var(axis=0) / variance
    assert ((0.95 <= ratio) & (ratio <= 1.05)).all()
    low, high = np.array([estimate.interval(0.95) for estimate in estimates]).transpose(1, 0, 2)
    covered = ((low <= shares) & (shares <= high)).mean(axis=0)
    assert (covered >= 0.93).all() and (covered <= 0.97).all()


@pytest.mark.parametrize("mechanism", MORE.values(), ids=MORE)
def test_coverage_with_few_people(mechanism):
    """300 people, 4,000 runs, per value: standard deviation .0034, so 93 to 97 % is 5.8 of them around .95.

    Mean and variance of these are exact by enumeration (test_mechanisms.py); here the mean is within 5.6 standard errors.
    """
    shares, runs, rng = np.array([0.6, 0.3, 0.1]), 4000, np.random.default_rng(8)
    estimates = [mechanism.simulate([180, 90, 30], rng) for _ in range(runs)]
    frequencies = np.array([estimate.frequencies for estimate in estimates])
    z = (frequencies.mean(axis=0) - shares) / np.sqrt(_variance(mechanism, 300, shares) / runs)
    assert np.abs(z).max() < 5.6
    low, high = np.array([estimate.interval(0.95) for estimate in estimates]).transpose(1, 0, 2)
    covered = ((low <= shares) & (shares <= high)).mean(axis=0)
    assert (covered >= 0.93).all() and (covered <= 0.97).all()


@pytest.mark.parametrize("name", on_domain(range(3), 1))
def test_many_values_together(name):
    """256 values, 5,000 people, 200 runs, of which hashing and Hadamard go through every report; sketches have new hash functions in each run.

    Bias: the mean of 256 squared z-scores; below .5 or above 1.6 has probability 1e-9 for a chi-square (the estimates are
    nearly independent). Mean squared error over variance, pooled: standard deviation below .01 for 200 runs x 256 values,
    so [.95, 1.05] is 5 of them. Coverage, pooled: standard deviation below .002.
    """
    k, n, runs = 256, 5_000, 200
    mechanism = on_domain(range(k), 3.0)[name]
    weights = 1 / np.arange(1, k + 1)
    values = np.repeat(
        np.arange(k), np.diff(np.rint(n * np.cumsum([0, *weights]) / weights.sum()).astype(int))
    )
    shares = np.bincount(values, minlength=k) / n
    rng = np.random.default_rng(17)
    estimates = []
    for run in range(runs):
        sketch = isinstance(mechanism, SKETCHES)
        drawn = dataclasses.replace(mechanism, seed=run) if sketch else mechanism
        one_by_one = sketch or isinstance(mechanism, (HadamardResponse, LocalHashing))
        estimates.append(
            drawn.collect(values, rng)
            if one_by_one
            else drawn.simulate(np.bincount(values, minlength=k), rng)
        )
    errors = np.array([estimate.frequencies for estimate in estimates]) - shares
    variance = _variance(mechanism, n, shares)
    assert 0.5 < (errors.mean(axis=0) ** 2 / (variance / runs)).mean() < 1.6
    assert 0.95 < (errors**2 / variance).mean() < 1.05
    low, high = np.array([estimate.interval(0.95) for estimate in estimates]).transpose(1, 0, 2)
    assert 0.93 < ((low <= shares) & (shares <= high)).mean() < 0.97


def _variance(mechanism, n, shares):
    if isinstance(mechanism, SKETCHES):
        return mechanism.variance(n, shares, (shares**2).sum() - shares**2)
    if isinstance(mechanism, HadamardResponse):
        block = np.arange(len(shares)) % mechanism.blocks
        return mechanism.variance(
            n, shares, np.minimum(1, np.bincount(block, weights=shares)[block])
        )
    return mechanism.variance(n, shares)


@each_mechanism
def test_totals_do_not_wrap_at_32_bits(mechanism):
    """2^32 people, whose sum is 0 in 32 bits, the size of NumPy's sums in a browser. Within 6 sd: 1e-8."""
    counts = np.array([2**31, 2**31, *[0] * (len(mechanism.domain) - 2)], dtype=np.uint32)
    estimate = mechanism.simulate(counts, np.random.default_rng(12))
    shares = counts / 2**32
    assert estimate.n == 2**32
    assert (
        np.abs(estimate.frequencies - shares) < 6 * np.sqrt(_variance(mechanism, 2**32, shares))
    ).all()


def test_the_sum_of_laplace_noise():
    """One run of simulate has the law of aggregate: Kolmogorov-Smirnov on 3 people, 20,000 runs each, at 1e-6."""
    mechanism, rng = SummingHistogram(("a", "b"), 1.0), np.random.default_rng(4)
    rows = (
        mechanism
        .perturb(mechanism.encode(["a", "b", "b"] * 20_000), rng)
        .reshape(20_000, 3, 2)
        .mean(axis=1)
    )
    assert mechanism.aggregate([[0.5, 1.5], [1.5, 0.5]]).frequencies.tolist() == [1, 1]
    drawn = np.array([mechanism.simulate([1, 2], rng).frequencies for _ in range(20_000)])
    for value in (0, 1):
        assert stats.ks_2samp(rows[:, value], drawn[:, value]).pvalue > 1e-6
    assert math.isclose(mechanism.variance(3, 0.5), 8 / 3)
