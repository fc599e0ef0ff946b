"""Unary encoding: its ε, and what its bits look like."""

import math

import numpy as np
import pytest

from ldp_course import UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.oracles import DOMAIN


def test_collect_is_the_long_way_with_the_same_draws():
    """In three chunks of people, the last of them short."""
    mechanism = UnaryEncoding.optimized(range(1000), 1.0)
    values = np.random.default_rng(1).integers(1000, size=300)
    reports = mechanism.perturb(mechanism.encode(values), np.random.default_rng(2))
    collected = mechanism.collect(values, np.random.default_rng(2))
    assert collected.counts.tolist() == mechanism.aggregate(reports).counts.tolist()


def test_epsilons_of_known_p_and_q():
    assert UnaryEncoding(DOMAIN, 0.75, 0.25).epsilon == pytest.approx(
        2 * math.log(3), abs=1e-12
    )
    for p, q in [(1.0, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.0)]:
        certain = UnaryEncoding(DOMAIN, p, q)
        assert certain.epsilon == math.inf == privacy_loss(certain.channel())
