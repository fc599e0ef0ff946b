"""Two layers of noise: one report is the one-shot mechanism, all reports cost at most
ε∞.

Seeds are fixed. A test with chance in it would fail for a correct mechanism, over all
seeds, with probability at most 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import stats

from ldp_course import DirectEncoding, UnaryEncoding
from ldp_course.audit import audit
from ldp_course.privacy import privacy_loss
from ldp_course.topics.again_and_again import (
    DirectChain,
    HashingChain,
    UnaryChain,
    pair_loss,
)

FALSE_ALARM = 1e-6
PAIRS = [(0.5, 0.1), (2, 1), (4, 2), (5, 3), (20, 1), (3, 3)]


def chains(k, infinity, single):
    return [
        DirectChain(range(k), infinity, single),
        UnaryChain.symmetric(range(k), infinity, single),
        UnaryChain.optimized(range(k), infinity, single),
    ]


@pytest.mark.parametrize("infinity, single", PAIRS)
@pytest.mark.parametrize("k", [2, 3, 7])
def test_a_single_report_is_the_one_shot_mechanism(k, infinity, single):
    """Product of both layers = the channel at ε₁; its ε is ε₁, that of the first layer
    ε∞."""
    for chain in chains(k, infinity, single):
        assert np.allclose(
            chain.channel(), chain.one_report.channel(), rtol=0, atol=1e-14
        )
        assert math.isclose(privacy_loss(chain.channel()), single, rel_tol=1e-9)
        assert math.isclose(
            privacy_loss(chain.permanent.channel()), infinity, rel_tol=1e-9
        )
        assert np.allclose(chain.fresh_channel().sum(axis=1), 1)
    assert isinstance(chains(k, infinity, single)[0].one_report, DirectEncoding)


def test_published_parameters_of_the_unary_chains():
    """p2 of L-SUE and L-OSUE as the sources write it."""
    for infinity, single in PAIRS:
        p1, p_s = (math.exp(e / 2) / (1 + math.exp(e / 2)) for e in (infinity, single))
        sue = UnaryChain.symmetric(["a", "b"], infinity, single)
        assert math.isclose(sue.p2, (p_s + p1 - 1) / (2 * p1 - 1), rel_tol=1e-9)
        assert math.isclose(sue.p2 + sue.q2, 1)
        q1, q_s = (1 / (math.exp(e) + 1) for e in (infinity, single))
        osue = UnaryChain.optimized(["a", "b"], infinity, single)
        assert math.isclose(osue.p2, (1 - q1 - q_s) / (1 - 2 * q1), rel_tol=1e-9)
        assert math.isclose(osue.p2 + osue.q2, 1)


def test_basic_rappor_is_a_unary_chain():
    f, p, q = 0.5, 0.5, 0.75
    permanent = UnaryEncoding(range(3), p=1 - f / 2, q=f / 2)
    chain = UnaryChain(permanent, UnaryEncoding(range(3), p=0.6875, q=0.5625))
    assert math.isclose(chain.p2, q) and math.isclose(chain.q2, p)
    with pytest.raises(ValueError, match="one_report = .* must be what noise"):
        UnaryChain(UnaryEncoding(range(3), p=0.6875, q=0.5625), permanent)


@pytest.mark.parametrize(
    "infinity, single, best, variance, of_two",
    [(2, 1, 4, 3.692, 4.683), (4, 2, 8, 0.725, 1.724), (5, 3, 21, 0.221, 1.221)],
)
def test_the_best_number_of_buckets_of_a_chain(
    infinity, single, best, variance, of_two
):
    """The table of targets, and what two buckets would have."""
    chain = HashingChain.optimized(range(1000), infinity, single)
    assert chain.buckets == best and abs(chain.variance(1, 0) - variance) < 5e-4
    two = HashingChain(range(9), 2, infinity, single)
    assert abs(two.variance(1, 0) - of_two) < 5e-4
    seeded = chain.channel_given_seed(12345)
    assert np.allclose(
        seeded, chain.one_report.channel_given_seed(12345), rtol=0, atol=1e-14
    )
    assert math.isclose(
        privacy_loss(chain.bucket_chain.channel()), single, rel_tol=1e-9
    )


def test_the_floor_of_a_mean_over_days():
    """(2, 1), a bit: .921, .287, .206, .183 for 1, 7, 30, 365 days; fresh noise
    .0025."""
    chain = DirectChain(range(2), 2, 1)
    variances = [chain.variance(1, 0.3, days) for days in (1, 7, 30, 365)]
    assert np.allclose(variances, [0.921, 0.287, 0.206, 0.183], atol=5e-4)
    assert abs(chain.one_report.variance(1, 0.3) / 365 - 0.0025) < 5e-5


@pytest.mark.parametrize("kind", ["direct", "symmetric", "optimized", "hashing"])
def test_means_over_days_have_the_stated_variance(kind):
    """1,000 groups of 40 devices over 5 days: mean within 5 standard errors, variance
    too."""
    make = {
        "direct": DirectChain,
        "symmetric": UnaryChain.symmetric,
        "optimized": UnaryChain.optimized,
        "hashing": HashingChain.optimized,
    }[kind]
    chain, rng, runs = make(range(3), 2, 1), np.random.default_rng(4), 1_000
    values = np.repeat([0, 0, 0, 1], 10)
    memory = chain.remember(len(values) * runs, rng)
    encoded = chain.encode(np.tile(values, runs))
    days = []
    for _ in range(5):
        reports = chain.perturb(encoded, memory, rng)
        parts = np.split(reports, runs)
        days.append([chain.one_report.support(part) for part in parts])
    encoding = chain.one_report
    means = (np.mean(days, axis=0) / len(values) - encoding.q) / (
        encoding.p - encoding.q
    )
    for value, share in enumerate((0.75, 0.25, 0)):
        variance = chain.variance(len(values), share, days=5)
        assert abs(means[:, value].mean() - share) < 5 * math.sqrt(variance / runs)
        assert abs(means[:, value].var() / variance - 1) < 5 * math.sqrt(2.5 / runs)


def test_memory_stays_and_reports_are_drawn_afresh():
    rng = np.random.default_rng(1)
    alone = DirectChain(range(4), 1, 1)
    memory = alone.remember(500, rng)
    encoded = rng.integers(4, size=500)
    first, second = (alone.perturb(encoded, memory, rng) for _ in range(2))
    assert (first == second).all()
    both = DirectChain(range(4), 2, 1)
    memory = both.remember(500, rng)
    first, second = (both.perturb(encoded, memory, rng) for _ in range(2))
    assert 50 < (first != second).sum() < 450


def test_reports_have_the_law_of_the_channel():
    """Chi-squared at 1e-6 for each value."""
    rng = np.random.default_rng(2)
    for chain in chains(3, 2, 1):
        weights = 2 ** np.arange(3)
        for value in range(3):
            memory = chain.remember(20_000, rng)
            reports = chain.perturb(np.full(20_000, value), memory, rng)
            codes = reports if reports.ndim == 1 else reports @ weights
            law = chain.channel()[value] * 20_000
            counts = np.bincount(codes, minlength=len(law))
            assert stats.chisquare(counts, law).pvalue > FALSE_ALARM


def test_an_audit_of_ten_reports_stays_below_the_exact_loss():
    """Ten reports of one value, 30,000 devices each: above ε₁, not above what is
    exact."""
    chain, rng, days = DirectChain(range(2), 2, 1), np.random.default_rng(3), 10
    samples = []
    for value in (1, 0):
        memory, encoded = chain.remember(30_000, rng), np.full(30_000, value)
        samples.append(sum(chain.perturb(encoded, memory, rng) for _ in range(days)))
    proven = audit(*samples, confidence=1 - 1e-6).epsilon_lower
    exact = pair_loss(chain, [1] * days, [0] * days)
    assert 1 < proven <= exact <= 2


def test_collecting_days_keeps_each_memory():
    """Estimates of all days: those of one long way with the same stream; chunks change
    nothing."""
    rng, chain = np.random.default_rng(5), UnaryChain.symmetric(["a", "b"], 3, 1)
    table = rng.choice(["a", "b"], size=(300, 4), p=[0.8, 0.2])
    estimates = chain.collect_days(table, np.random.default_rng(6))
    rng = np.random.default_rng(6)
    memory = chain.remember(300, rng)
    for day, estimate in zip(table.T, estimates, strict=True):
        long_way = chain.aggregate(chain.perturb(chain.encode(day), memory, rng))
        assert np.allclose(long_way.frequencies, estimate.frequencies)
        assert np.allclose(long_way.standard_errors, estimate.standard_errors)


@pytest.mark.weekly
def test_intervals_cover():
    """93 to 97 % of one day's 95 % intervals hold the share, for each chain."""
    rng, runs = np.random.default_rng(8), 1_000
    values = np.repeat([0, 1, 2], [1_200, 500, 300])
    for chain in (*chains(3, 2, 1), HashingChain.optimized(range(3), 2, 1)):
        hits = np.zeros(3)
        for _ in range(runs):
            memory = chain.remember(2_000, rng)
            estimate = chain.aggregate(chain.perturb(values, memory, rng))
            low, high = estimate.interval()
            hits += (low <= [0.6, 0.25, 0.15]) & (high >= [0.6, 0.25, 0.15])
        assert (hits / runs > 0.925).all() and (hits / runs < 0.975).all(), hits
