"""Randomized response: its three ways to be built, and the ε of each."""

import dataclasses
import math
import pickle

import pytest

from ldp_course import RandomizedResponse


def test_known_epsilons():
    assert RandomizedResponse.two_coin().epsilon == pytest.approx(
        math.log(3), abs=1e-15
    )
    assert RandomizedResponse.from_gamma(0.25) == RandomizedResponse.two_coin()
    assert RandomizedResponse.from_gamma(0.5).epsilon == math.inf
    assert RandomizedResponse.from_truth_probability(0.0).epsilon == math.inf
    assert RandomizedResponse.from_truth_probability(1.0).p == 1


def test_all_constructors_agree_with_the_plain_constructor():
    built = RandomizedResponse(p=0.2)
    assert built == RandomizedResponse.from_truth_probability(0.2)
    assert (built.p, built.q) == (0.2, 0.8)
    with pytest.raises(
        ValueError, match="epsilon = 1.0 and p = 0.7; only one of them is allowed"
    ):
        RandomizedResponse(1.0, p=0.7)
    with pytest.raises(TypeError, match="epsilon = None"):
        RandomizedResponse()
    assert pickle.loads(pickle.dumps(built)) == built
    assert dataclasses.replace(built, epsilon=1.0) == RandomizedResponse(1.0)
