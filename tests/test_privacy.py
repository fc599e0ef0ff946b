"""What a channel reveals, exactly."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.privacy import posterior, posterior_odds, privacy_loss


def test_privacy_loss_is_exact_over_fractions():
    third, tenth = Fraction(1, 3), Fraction(1, 10)
    channel = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    assert privacy_loss(channel) == math.log(3)
    assert privacy_loss([[third, 2 * third], [tenth, 9 * tenth]]) == math.log(
        Fraction(10, 3)
    )
    assert (
        privacy_loss([[Fraction(1), Fraction(0)], [Fraction(1, 2), Fraction(1, 2)]])
        == math.inf
    )


@pytest.mark.parametrize("least", [5e-324, Fraction(1, 10**400)])
def test_privacy_loss_of_ratios_beyond_floats(least):
    half, exact = type(least)(0.5), Fraction(least)
    expected = math.log(exact.denominator) - math.log(exact.numerator) - math.log(2)
    assert privacy_loss([[least, 1 - least], [half, half]]) == pytest.approx(expected)


def test_privacy_loss_of_the_extremes():
    assert privacy_loss([[0.5, 0.5], [0.5, 0.5]]) == 0
    assert privacy_loss([[1, 0], [0, 1]]) == math.inf
    assert privacy_loss([[0.5, 0.5, 0], [0.25, 0.75, 0]]) == pytest.approx(
        math.log(2)
    )  # third report never occurs


@pytest.mark.parametrize("wrong", [
    [[0.5, 0.5]],
    [[0.5, 0.6], [0.5, 0.5]],
    [[1.5, -0.5], [0.5, 0.5]],
    [0.5, 0.5],
    [[Fraction(1, 3)] * 2] * 2,
])  # fmt: skip
def test_bad_channels_are_refused(wrong):
    with pytest.raises(ValueError, match="channel must be a table of probabilities"):
        privacy_loss(wrong)


def test_posterior_by_hand_and_within_the_odds_bound():
    channel = RandomizedResponse.two_coin().channel()
    after = posterior(channel, [0.9, 0.1])
    assert after[1, 1] == pytest.approx(0.075 / (0.075 + 0.225))
    for prior in (0.01, 0.1, 0.5, 0.9):
        low, high = posterior_odds(prior / (1 - prior), math.log(3))
        after = posterior(channel, [1 - prior, prior])
        odds = after[1] / after[0]
        assert odds.min() == pytest.approx(low) and odds.max() == pytest.approx(high)
    assert np.isnan(posterior([[1, 0], [0, 1]], [1, 0])[:, 1]).all()
    with pytest.raises(ValueError, match="prior must be 2 probabilities"):
        posterior(channel, [0.5, 0.6])
