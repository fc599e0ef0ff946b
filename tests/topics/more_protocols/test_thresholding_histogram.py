"""Thresholding histogram: where to cut, and what cutting on the device costs and
spares."""

import numpy as np
import pytest

from ldp_course import ThresholdingHistogram, UnaryEncoding
from tests.oracles import DOMAIN, EPSILONS


def test_the_bits_have_a_smaller_epsilon_than_the_noise():
    mechanism = ThresholdingHistogram.optimized(DOMAIN, 1.0)
    assert mechanism.threshold == pytest.approx(0.6186, abs=1e-4)
    assert mechanism.epsilon == pytest.approx(0.896, abs=1e-3)
    symmetric = UnaryEncoding.symmetric(DOMAIN, mechanism.epsilon)
    assert symmetric.variance(1, 0.0) < mechanism.variance(1, 0.0) * 1.02


@pytest.mark.parametrize("epsilon", [*EPSILONS[:-2], 0.35, 0.4, 0.9])
def test_optimized_has_the_smallest_variance(epsilon):
    variances = [
        ThresholdingHistogram(range(20), epsilon, t).variance(1, 0.0)
        for t in np.linspace(0, 1, 501)
    ]
    best = ThresholdingHistogram.optimized(range(20), epsilon).variance(1, 0.0)
    assert best <= min(variances)
