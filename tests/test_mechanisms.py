"""What must hold for every mechanism: its privacy, its estimates, its intervals, its two ways to run.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over all seeds,
with probability at most 1e-6; the bound is worked out beside it.
"""

import itertools
import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding
from ldp_course.privacy import audit, privacy_loss

VECTORS = json.loads((Path(__file__).parent / "vectors" / "variance_closed_form.json").read_text())["vectors"]
FALSE_ALARM = 1e-6
EPSILONS = [0.01, 0.1, 0.5, 1, math.log(3), 2, 4, 8, 16]
DOMAIN = ("a", "b", "c")

MECHANISMS = {
    "two coins": RandomizedResponse.two_coin(),
    "randomized response": RandomizedResponse(0.7),
    "lies more often than not": RandomizedResponse.from_truth_probability(0.2),
    "direct": DirectEncoding(DOMAIN, 1.2),
    "symmetric": UnaryEncoding.symmetric(DOMAIN, 1.5),
    "optimized": UnaryEncoding.optimized(DOMAIN, 0.8),
    "p = .75, q = .25": UnaryEncoding(DOMAIN, 0.75, 0.25),
    "p below q": UnaryEncoding(DOMAIN, 0.3, 0.6),
}
each_mechanism = pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=MECHANISMS)


def true_values(mechanism, counts):
    codes = np.repeat(np.arange(len(counts)), counts)
    return codes if isinstance(mechanism, RandomizedResponse) else np.array(mechanism.domain)[codes]


def support_of(mechanism, estimate):
    shares = estimate.frequencies * (mechanism.p - mechanism.q) + mechanism.q
    return np.rint(shares * estimate.n).astype(int)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("k", [2, 3, 5, 10])
def test_exact_epsilon_from_the_channel(k, epsilon):
    domain = range(k)
    for mechanism in (
        RandomizedResponse(epsilon),
        DirectEncoding(domain, epsilon),
        UnaryEncoding.symmetric(domain, epsilon),
        UnaryEncoding.optimized(domain, epsilon),
    ):
        channel = mechanism.channel()
        assert np.allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-12)
        assert privacy_loss(channel) == pytest.approx(epsilon, abs=1e-12)
        assert mechanism.epsilon == pytest.approx(epsilon, abs=1e-12)


@each_mechanism
def test_stated_epsilon_is_that_of_the_channel(mechanism):
    assert privacy_loss(mechanism.channel()) == pytest.approx(mechanism.epsilon, abs=1e-12)


def test_known_epsilons():
    assert RandomizedResponse.two_coin().epsilon == pytest.approx(math.log(3), abs=1e-15)
    assert UnaryEncoding(DOMAIN, 0.75, 0.25).epsilon == pytest.approx(2 * math.log(3), abs=1e-12)
    assert RandomizedResponse.from_gamma(0.25) == RandomizedResponse.two_coin()
    assert RandomizedResponse.from_gamma(0.5).epsilon == math.inf
    assert RandomizedResponse.from_truth_probability(0.0).epsilon == math.inf
    assert UnaryEncoding(DOMAIN, 1.0, 0.5).epsilon == math.inf == privacy_loss(UnaryEncoding(DOMAIN, 1.0, 0.5).channel())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"eps={v['eps']},k={v['k']}")
def test_variance_vectors(vector):
    domain, epsilon = range(vector["k"]), vector["eps"]
    for name, mechanism in {
        "GRR": DirectEncoding(domain, epsilon),
        "SUE": UnaryEncoding.symmetric(domain, epsilon),
        "OUE": UnaryEncoding.optimized(domain, epsilon),
    }.items():
        expected = vector[name]
        assert (mechanism.p, mechanism.q) == pytest.approx((expected["p"], expected["q"]), rel=1e-12)
        assert mechanism.variance(1, 0.0) == pytest.approx(expected["var0_n"], rel=1e-10)
        slope = mechanism.variance(1, 1.0) - mechanism.variance(1, 0.0)
        assert slope == pytest.approx(expected["slope_f_n"], rel=1e-8, abs=1e-8 * expected["var0_n"])
    direct, optimized = DirectEncoding(domain, epsilon), UnaryEncoding.optimized(domain, epsilon)
    assert (direct.variance(1, 0.0) < optimized.variance(1, 0.0)) == vector["grr_beats_oue"]


@pytest.mark.parametrize("way", ["simulate", "aggregate", "collect"])
@each_mechanism
def test_law_of_the_counts_is_the_one_enumerated_from_the_channel(mechanism, way):
    """4 people, all their reports enumerated; chi-square test at 1e-6 over the support counts."""
    counts = [3, 1] if isinstance(mechanism, RandomizedResponse) else [2, 1, 1]
    channel = mechanism.channel()
    k = len(counts)
    if isinstance(mechanism, UnaryEncoding):
        support = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
    else:
        support = np.eye(k, dtype=int)
    law = Counter({(0,) * k: 1.0})
    for value in np.repeat(np.arange(k), counts):
        step = Counter()
        for (so_far, probability), report in itertools.product(law.items(), range(channel.shape[1])):
            step[tuple(np.add(so_far, support[report]))] += probability * channel[value, report]
        law = step
    rng = np.random.default_rng(20)
    values, runs = true_values(mechanism, counts), 6000
    draw = {
        "simulate": lambda: mechanism.simulate(counts, rng),
        "aggregate": lambda: mechanism.aggregate(mechanism.perturb(mechanism.encode(values), rng)),
        "collect": lambda: mechanism.collect(values, rng),
    }[way]
    seen = Counter(tuple(support_of(mechanism, draw())) for _ in range(runs))
    assert set(seen) <= {outcome for outcome, probability in law.items() if probability > 0}
    common = [outcome for outcome, probability in law.items() if probability * runs >= 5]
    observed = [seen[outcome] for outcome in common]
    expected = [law[outcome] * runs for outcome in common]
    if runs - sum(expected) >= 1:
        observed.append(runs - sum(observed))
        expected.append(runs - sum(expected))
    assert stats.chisquare(observed, expected, sum_check=False).pvalue > FALSE_ALARM


@pytest.mark.parametrize("n", [300, 10**9])
@each_mechanism
def test_bias_variance_and_coverage(mechanism, n):
    """20,000 runs, per value.

    Mean: within 5.6 standard errors, two-sided 2e-8. Variance ratio: standard deviation sqrt(2/20000) = .01,
    so [.95, 1.05] is 5 of them (6e-7). Coverage: standard deviation .0015; 93 to 97 % is more than 10 of them
    around .95, which leaves room for the normal interval's own small error.
    """
    shares = np.array([0.7, 0.3]) if isinstance(mechanism, RandomizedResponse) else np.array([0.6, 0.3, 0.1])
    counts = np.rint(shares * n).astype(int)
    rng, runs = np.random.default_rng(7), 20_000
    estimates = [mechanism.simulate(counts, rng) for _ in range(runs)]
    frequencies = np.array([estimate.frequencies for estimate in estimates])
    variance = mechanism.variance(n, shares)
    z = (frequencies.mean(axis=0) - shares) / np.sqrt(variance / runs)
    assert np.abs(z).max() < 5.6
    ratio = frequencies.var(axis=0) / variance
    assert ((0.95 <= ratio) & (ratio <= 1.05)).all()
    low, high = np.array([estimate.interval(0.95) for estimate in estimates]).transpose(1, 0, 2)
    covered = ((low <= shares) & (shares <= high)).mean(axis=0)
    assert (covered >= 0.93).all() and (covered <= 0.97).all()


@each_mechanism
def test_totals_do_not_wrap_at_32_bits(mechanism):
    """2^32 people, whose sum is 0 in 32 bits, the size of NumPy's sums in a browser. Within 6 sd: 1e-8."""
    counts = np.array([2**31, 2**31, *[0] * (len(mechanism.domain) - 2)], dtype=np.uint32)
    estimate = mechanism.simulate(counts, np.random.default_rng(12))
    shares = counts / 2**32
    assert estimate.n == 2**32
    assert (np.abs(estimate.frequencies - shares) < 6 * np.sqrt(mechanism.variance(2**32, shares))).all()


@each_mechanism
def test_perturbed_bits_are_independent_between_people(mechanism):
    """20,000 people with one value: neighbours' supports of that value are uncorrelated (|z| < 5: 6e-7)."""
    encoded = mechanism.encode(true_values(mechanism, [20_000] + [0] * (len(mechanism.domain) - 1)))
    reports = mechanism.perturb(encoded, np.random.default_rng(3))
    first = reports[:, 0] if reports.ndim == 2 else reports == 0
    correlation = np.corrcoef(first[:-1], first[1:])[0, 1]
    assert abs(correlation) * math.sqrt(len(first)) < 5


@each_mechanism
def test_the_audit_confirms_the_stated_epsilon(mechanism):
    """A lower bound at confidence 1 - 1e-6 stays below ε, and 100,000 reports come close to it."""
    people, rng = 100_000, np.random.default_rng(11)
    size = len(mechanism.domain)
    first, second = (
        mechanism.perturb(mechanism.encode(true_values(mechanism, [people * (v == held) for v in range(size)])), rng)
        for held in (0, 1)
    )
    found = audit(first, second, confidence=1 - FALSE_ALARM)
    assert 0.8 * mechanism.epsilon < found.epsilon_lower <= mechanism.epsilon


@each_mechanism
def test_same_seed_same_reports_and_input_untouched(mechanism):
    encoded = mechanism.encode(true_values(mechanism, [50] * len(mechanism.domain)))
    before = encoded.copy()
    first = mechanism.perturb(encoded, np.random.default_rng(5))
    assert np.array_equal(first, mechanism.perturb(encoded, np.random.default_rng(5)))
    assert not np.array_equal(first, mechanism.perturb(encoded, np.random.default_rng(6)))
    assert np.array_equal(encoded, before)


@each_mechanism
def test_chunks_leave_no_trace(mechanism, monkeypatch):
    """Every person is handled exactly once, whatever the size of a chunk."""
    monkeypatch.setattr("ldp_course.frequency_oracle.CHUNK_ELEMENTS", 7)
    values = true_values(mechanism, [9, 8] + [6] * (len(mechanism.domain) - 2))
    assert mechanism.collect(values, np.random.default_rng(1)).n == len(values)
    reports = mechanism.perturb(mechanism.encode(values), _AlwaysZero())
    everyone_told_the_truth = np.array([9, 8] + [6] * (len(mechanism.domain) - 2))
    every_bit_is_one = np.full(len(mechanism.domain), len(values))
    expected = every_bit_is_one if isinstance(mechanism, UnaryEncoding) else everyone_told_the_truth
    assert mechanism.support(reports).tolist() == expected.tolist()


class _AlwaysZero(np.random.Generator):
    """A generator whose uniforms are all 0, so that what it decides is known."""

    def __init__(self):
        super().__init__(np.random.PCG64(0))

    def random(self, size=None):
        return np.zeros(size)


def test_missing_answers_are_a_choice():
    answers = np.array(["a", "b", None, "c", None], dtype=object)
    mechanism = UnaryEncoding.optimized(DOMAIN, 1)
    for missing in (None, float("nan")):
        with pytest.raises(ValueError, match="missing answer"):
            mechanism.encode(["a", "b", missing])
    with_missing = UnaryEncoding.optimized([*DOMAIN, "(no answer)"], 1)
    filled = np.where(answers == None, "(no answer)", answers)  # noqa: E711
    assert with_missing.encode(filled).sum(axis=0).tolist() == [1, 1, 1, 2]
