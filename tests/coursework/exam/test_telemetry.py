"""The solutions on telemetry, computed another way: from channels and by search."""

from itertools import product

import numpy as np
import pytest

from ldp_course import DirectEncoding, LocalHashing, UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.coursework.exam.seeds import numbers


@numbers("telemetry", "once_or_weekly")
def test_once_or_weekly(n):
    once = UnaryEncoding.optimized(range(4), n.budget)
    weekly = UnaryEncoding.optimized(range(4), n.budget / n.weeks)
    errors = (
        100 * np.sqrt(float(once.variance(n.people, 0)) * n.weeks),
        100 * np.sqrt(float(weekly.variance(n.people, 0))),
    )
    assert (n.once, n.weekly) == pytest.approx(errors)
    assert n.ratio == pytest.approx(errors[1] / errors[0])
    assert n.ratio > 1
    assert n.part * n.weeks == pytest.approx(n.budget)
    assert n.spent == pytest.approx(sum([n.budget] * n.weeks))


@numbers("telemetry", "which_protocol")
def test_which_protocol(n):
    def variances(k):
        direct = DirectEncoding(range(k), n.epsilon)
        bits = UnaryEncoding.optimized(range(k), n.epsilon)
        return float(direct.variance(1, 0)), float(bits.variance(1, 0))

    direct, bits = variances(n.k)
    assert (n.direct, n.bits) == pytest.approx((direct, bits))
    errors = tuple(100 * np.sqrt(x / n.n) for x in (direct, bits))
    assert (n.direct_error, n.bits_error) == pytest.approx(errors)
    assert n.better == ("direct answers" if direct < bits else "bits")
    assert n.twice_direct == pytest.approx(variances(n.twice_k)[0])
    assert variances(n.twice_k)[1] == pytest.approx(bits)
    first = next(k for k in range(2, 100) if np.diff(variances(k))[0] < 0)
    assert n.border < first <= n.border + 1
    assert 2 ** (n.length - 1) < n.k <= 2**n.length


@numbers("telemetry", "plan", seeds=16)
def test_plan(n):
    def spent(p):
        """Two people who differ in every reported week: all reports of all servers."""
        two_bits = [[x * y for x, y in product(*pair)] for pair in
                    (((p, 1 - p), (1 - p, p)), ((1 - p, p), (p, 1 - p)))]  # fmt: skip
        return sum(privacy_loss(two_bits) for _ in range(n.reports) for _ in range(n.copies))

    assert n.spent == pytest.approx(spent(n.p))
    assert n.spent > 1.01 * n.promised
    assert spent(n.mended) == pytest.approx(n.promised)
    before, after = (
        float(UnaryEncoding(range(3), p, 1 - p).variance(1, 0)) for p in (n.p, n.mended)
    )
    assert (n.before, n.after) == pytest.approx((before, after))
    assert n.error_ratio == pytest.approx(np.sqrt(after / before))
    odds = np.log(n.p / (1 - n.p))
    believed = {"the": n.reports * odds, "eac": 2 * odds, "two": 2 * n.reports * odds / np.log(10)}
    assert believed[n.said[:3]] == pytest.approx(n.promised), "what the accounting says"
    assert ("two servers" in n.servers) == (n.copies == 2)


@numbers("telemetry", "hashing")
def test_hashing(n):
    def probabilities(g):
        """Pr[support] of the true and of another value, over all hashes of the two."""
        channel = np.ones((g, g)) + (np.exp(n.epsilon) - 1) * np.eye(g)
        channel /= channel.sum(axis=1, keepdims=True)
        assert privacy_loss(channel) == pytest.approx(n.epsilon)
        pairs = list(product(range(g), repeat=2))  # buckets of the true and of another value
        return [np.mean([channel[own, other] for own, other in both])
                for both in ([(a, a) for a, _ in pairs], pairs)]  # fmt: skip

    p, q = probabilities(n.g)
    assert (n.p, n.q) == pytest.approx((p, q))
    assert n.share * n.n * p + (1 - n.share) * n.n * q == pytest.approx(n.support)
    for g, claimed in ((n.g, n.variance), (n.best, n.best_variance)):
        p, q = probabilities(g)
        assert claimed == pytest.approx(q * (1 - q) / (p - q) ** 2)
        hashed = LocalHashing(range(50), g, n.epsilon)
        assert claimed == pytest.approx(float(hashed.variance(1, 0)))
    assert n.best == round(np.exp(n.epsilon) + 1)
    assert n.best_variance == pytest.approx(n.bits, rel=0.02), "nearly the same"
    assert n.wrong_share > n.share


@numbers("telemetry", "brief")
def test_brief(n):
    def reports(epsilon):
        """The least number of reports with this margin, by search."""
        bits = UnaryEncoding.optimized(range(3), epsilon)
        one = np.array([1, 0])
        chance = np.array([n.share * bits.p + (1 - n.share) * bits.q] * 2)
        chance[1] = 1 - chance[0]
        added = (one - bits.q) / (bits.p - bits.q)
        variance = chance @ added**2 - (chance @ added) ** 2
        low, high = 1, 10**9
        while low < high:
            middle = (low + high) // 2
            enough = 1.96 * np.sqrt(variance / middle) <= n.margin
            low, high = (low, middle) if enough else (middle + 1, high)
        return low, chance[0]

    found, rate = reports(n.epsilon)
    assert (n.reports, n.people) == (found, n.weeks * found)
    assert n.rate == pytest.approx(rate)
    assert n.half_people == n.weeks * reports(n.epsilon / 2)[0]
    assert n.times == pytest.approx(n.half_people / n.people)
    assert 1.96 * np.sqrt(n.share * (1 - n.share) / n.without) <= n.margin
    assert 1.96 * np.sqrt(n.share * (1 - n.share) / (n.without - 1)) > n.margin
    assert 1.96 * n.needed_error == pytest.approx(n.margin)
