"""Rounding with a memory: one report is one bit's mean, and what a change shows."""

import math

import numpy as np
import pytest
from scipy import stats

from ldp_course.privacy import privacy_loss
from ldp_course.topics.again_and_again import AlphaPoint
from ldp_course.topics.numbers import OneBitMean


@pytest.mark.parametrize("step", [1, 2, 4, 8])
def test_a_report_is_that_of_a_single_bit_mean(step):
    for epsilon in (0.1, 1, 4):
        rounding = AlphaPoint(8, epsilon, step)
        wanted = OneBitMean(0, 8, epsilon).channel(np.arange(9))
        assert np.allclose(rounding.channel(), wanted, rtol=0, atol=1e-14)
        chances, law = rounding.memories()
        assert np.allclose(
            np.einsum("w,wky->ky", chances, law), wanted, rtol=0, atol=1e-14
        )
        assert math.isclose(privacy_loss(rounding.channel()), epsilon, rel_tol=1e-9)


def test_a_change_shows():
    """3 -> 5 of 8 at ε 1: .152, with step 4 .25, with step 2 .50; |x - z| / m (p² +
    q²)."""
    chances = [AlphaPoint(8, 1, step).change_visible(3, 5) for step in (8, 4, 2)]
    assert np.allclose(chances, [0.152, 0.25, 0.5], atol=5e-4)
    p, q = AlphaPoint(8, 1).one_report.p, AlphaPoint(8, 1).one_report.q
    for x in range(9):
        for z in range(9):
            wanted = abs(x - z) / 8 * (p * p + q * q)
            assert math.isclose(
                AlphaPoint(8, 1).change_visible(x, z), wanted, abs_tol=1e-14
            )
    for step in (1, 2, 4, 8):
        chances, law = AlphaPoint(8, 1, step).memories()
        wanted = chances @ (law[:, 3, 1] != law[:, 6, 1])
        assert math.isclose(AlphaPoint(8, 1, step).change_visible(3, 6), wanted)


def test_devices_do_as_the_memories_say():
    rng, n = np.random.default_rng(1), 20_000
    for rounding in (AlphaPoint(6, 1, 3), AlphaPoint(6, 2, 6)):
        memory = rounding.remember(n, rng)
        days = [rounding.perturb(np.full(n, x), memory).astype(int) for x in (1, 5, 4)]
        codes = np.bincount(days[0] * 4 + days[1] * 2 + days[2], minlength=8)
        chances, law = rounding.memories()
        wanted = np.einsum(
            "w,wa,wb,wc->abc", chances, law[:, 1], law[:, 5], law[:, 4]
        ).ravel()
        possible = wanted > 1e-12
        assert codes[~possible].sum() == 0
        assert stats.chisquare(codes[possible], wanted[possible] * n).pvalue > 1e-6


def test_no_bias_over_days():
    """20,000 devices, numbers of two days: each mean within 5 standard errors."""
    rng, rounding = np.random.default_rng(2), AlphaPoint(24, 1)
    memory = rounding.remember(20_000, rng)
    for values in rng.integers(25, size=(2, 20_000)):
        estimate = rounding.aggregate(rounding.perturb(values, memory))
        error = math.sqrt(rounding.one_report.variance(20_000, values).mean())
        assert abs(estimate.mean - values.mean()) < 5 * error
