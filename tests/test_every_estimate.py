"""What the estimates of every mechanism promise: mean, variance, intervals, at small
and large sizes.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import dataclasses

import numpy as np
import pytest

from ldp_course import (
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
    SummingHistogram,
    UnaryEncoding,
)
from tests.oracles import (
    MECHANISMS,
    each_mechanism,
    exact_variance,
    listable,
    on_domain,
)
from tests.reference import vectors

VECTORS = vectors("variance_closed_form")["vectors"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"eps={v['eps']},k={v['k']}")
def test_variances_agree_with_the_reference(vector):
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
        assert mechanism.variance(1, 0.0) == pytest.approx(
            expected["var0_n"], rel=1e-10
        )
        slope = mechanism.variance(1, 1.0) - mechanism.variance(1, 0.0)
        assert slope == pytest.approx(
            expected["slope_f_n"], rel=1e-8, abs=1e-8 * expected["var0_n"]
        )
    assert mechanisms["OLH"].buckets == vector["OLH"]["g"]
    assert (
        mechanisms["GRR"].variance(1, 0.0) < mechanisms["OUE"].variance(1, 0.0)
    ) == vector["grr_beats_oue"]
    best_subset = SubsetSelection.optimized(domain, epsilon).variance(1, 0.0)
    assert best_subset <= vector["SS"]["var0_n"] * (1 + 1e-10)
    closed = vector["closed"]
    assert SummingHistogram(domain, epsilon).variance(1, 0.5) == pytest.approx(
        closed["SHE"]
    )
    assert HadamardResponse(domain, epsilon, one_bit=True).variance(
        1, 0.0
    ) == pytest.approx(closed["HR_onebit"])


NORMAL = {name: m for name, m in MECHANISMS.items() if "sketch" not in name}
NORMAL["summing"] = SummingHistogram(("a", "b", "c"), 1.0)


@pytest.mark.parametrize(
    "runs", [1_000, pytest.param(20_000, marks=pytest.mark.weekly)]
)
@pytest.mark.parametrize("n", [300, 10**9])
@pytest.mark.parametrize("mechanism", NORMAL.values(), ids=NORMAL)
def test_bias_variance_and_coverage(mechanism, n, runs):
    """Per value, all within 5.6 standard deviations over the runs: two-sided 2e-8, some
    100 numbers.

    Variance ratio: standard deviation sqrt(2/runs). Coverage: sqrt(.05 x .95 / runs),
    and 1 % more for the normal interval's small error.
    """
    shares = (
        np.array([0.7, 0.3])
        if len(mechanism.domain) == 2
        else np.array([0.6, 0.3, 0.1])
    )
    counts = np.rint(shares * n).astype(int)
    rng = np.random.default_rng(7)
    estimates = [mechanism.simulate(counts, rng) for _ in range(runs)]
    frequencies = np.array([estimate.frequencies for estimate in estimates])
    variance = exact_variance(mechanism, n, shares)
    z = (frequencies.mean(axis=0) - shares) / np.sqrt(variance / runs)
    assert np.abs(z).max() < 5.6
    assert np.abs(frequencies.var(axis=0) / variance - 1).max() < 5.6 * np.sqrt(
        2 / runs
    )
    low, high = np.array([estimate.interval(0.95) for estimate in estimates]).transpose(
        1, 0, 2
    )
    covered = ((low <= shares) & (shares <= high)).mean(axis=0)
    assert np.abs(covered - 0.95).max() < 0.01 + 5.6 * np.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("name", on_domain(range(3), 1))
def test_bias_variance_and_coverage_of_many_values(name):
    """256 values, 5,000 people, 200 runs, of which hashing and Hadamard go through
    every report; sketches have new hash functions in each run.

    Bias: the mean of 256 squared z-scores; below .5 or above 1.6 has probability 1e-9
    for a chi- square (the estimates are nearly independent). Mean squared error over
    variance, pooled: standard deviation below .01 for 200 runs x 256 values, so [.95,
    1.05] is 5 of them. Coverage, pooled: standard deviation below .002.
    """
    k, n, runs = 256, 5_000, 200
    mechanism = on_domain(range(k), 3.0)[name]
    weights = 1 / np.arange(1, k + 1)
    values = np.repeat(
        np.arange(k),
        np.diff(np.rint(n * np.cumsum([0, *weights]) / weights.sum()).astype(int)),
    )
    shares = np.bincount(values, minlength=k) / n
    rng = np.random.default_rng(17)
    estimates = []
    for run in range(runs):
        sketch = hasattr(mechanism, "collision_variance")
        sample = dataclasses.replace(mechanism, seed=run) if sketch else mechanism
        report_by_report = (
            sketch or hasattr(mechanism, "blocks") or hasattr(mechanism, "buckets")
        )
        estimates.append(
            sample.collect(values, rng)
            if report_by_report
            else sample.simulate(np.bincount(values, minlength=k), rng)
        )
    errors = np.array([estimate.frequencies for estimate in estimates]) - shares
    variance = exact_variance(mechanism, n, shares)
    assert 0.5 < (errors.mean(axis=0) ** 2 / (variance / runs)).mean() < 1.6
    assert 0.95 < (errors**2 / variance).mean() < 1.05
    low, high = np.array([estimate.interval(0.95) for estimate in estimates]).transpose(
        1, 0, 2
    )
    assert 0.93 < ((low <= shares) & (shares <= high)).mean() < 0.97


@each_mechanism
def test_totals_do_not_wrap_at_32_bits(mechanism):
    """2^32 people, whose sum is 0 in 32 bits, the size of NumPy's sums in a browser.
    Within 6 sd: 1e-8.
    """
    counts = np.array(
        [2**31, 2**31, *[0] * (len(mechanism.domain) - 2)], dtype=np.uint32
    )
    estimate = mechanism.simulate(counts, np.random.default_rng(12))
    shares = counts / 2**32
    assert estimate.n == 2**32
    assert (
        np.abs(estimate.frequencies - shares)
        < 6 * np.sqrt(exact_variance(mechanism, 2**32, shares))
    ).all()


def held_by_blocks(mechanism, report, held):
    """The share of each value's block, estimated from one report, no smaller than its
    own."""
    block, size = np.arange(len(held)) % mechanism.blocks, mechanism.block_size
    falls = (
        mechanism.channel().reshape(len(held), -1, size).sum(axis=2)
    )  # Pr[block | value]
    inside, outside = falls[0, 0], falls[0, -1]
    shares = ((report // size == np.arange(mechanism.blocks)) - outside) / (
        inside - outside
    )
    return np.clip(shares[block], held, 1)


SINGLE_REPORT = [
    name for name, m in NORMAL.items() if name != "summing" and listable(m)
]


@pytest.mark.parametrize("name", SINGLE_REPORT)
def test_the_standard_error_is_that_of_shares_between_0_and_1(name):
    """One report gives estimates below 0 and above 1, but nobody holds such a share."""
    mechanism = MECHANISMS[name]
    beyond = set()
    for report in mechanism.possible_reports():
        estimate = mechanism.aggregate(np.array([report]))
        held = np.clip(estimate.frequencies, 0, 1)
        beyond |= set(np.sign(estimate.frequencies - held))
        if getattr(mechanism, "blocks", 1) > 1:
            variance = mechanism.variance(
                1, held, held_by_blocks(mechanism, report, held)
            )
        else:
            variance = mechanism.variance(1, held)
        assert estimate.standard_errors == pytest.approx(np.sqrt(variance), abs=1e-12)
    assert beyond >= {-1, 1}
