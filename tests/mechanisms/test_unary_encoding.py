"""Unary encoding: its ε, and what its bits look like."""

import math

import numpy as np
import pytest

from ldp_course import UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.mechanisms.oracles import DOMAIN


def test_known_epsilons():
    assert UnaryEncoding(DOMAIN, 0.75, 0.25).epsilon == pytest.approx(2 * math.log(3), abs=1e-12)
    for p, q in [(1.0, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.0)]:
        certain = UnaryEncoding(DOMAIN, p, q)
        assert certain.epsilon == math.inf == privacy_loss(certain.channel())


def test_both_named_forms_keep_their_epsilon_and_optimized_has_p_of_one_half():
    symmetric, optimized = UnaryEncoding.symmetric(DOMAIN, 1), UnaryEncoding.optimized(DOMAIN, 1)
    assert symmetric.epsilon == pytest.approx(1) and optimized.epsilon == pytest.approx(1)
    assert symmetric.p + symmetric.q == pytest.approx(1) and optimized.p == 0.5
    assert optimized.variance(1, 0.0) < symmetric.variance(1, 0.0)


def test_certain_bits_are_certain():
    truth = UnaryEncoding(DOMAIN, 1.0, 0.0)
    encoded = truth.encode(["b", "a"])
    assert (truth.perturb(encoded, np.random.default_rng(1)) == encoded).all()
