"""Unary encoding: its ε, and what its bits look like."""

import math

import pytest

from ldp_course import UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.oracles import DOMAIN


def test_epsilons_of_known_p_and_q():
    assert UnaryEncoding(DOMAIN, 0.75, 0.25).epsilon == pytest.approx(
        2 * math.log(3), abs=1e-12
    )
    for p, q in [(1.0, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.0)]:
        certain = UnaryEncoding(DOMAIN, p, q)
        assert certain.epsilon == math.inf == privacy_loss(certain.channel())
