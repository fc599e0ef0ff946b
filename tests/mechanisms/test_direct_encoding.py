"""Direct encoding: p and q, and where it is as good as unary encoding."""

import math

import pytest

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding


@pytest.mark.parametrize("k", [2, 3, 14, 1000])
def test_p_is_exp_epsilon_times_q_and_all_reports_sum_to_1(k):
    direct = DirectEncoding(range(k), 1.3)
    assert direct.p / direct.q == pytest.approx(math.exp(1.3))
    assert direct.p + (k - 1) * direct.q == pytest.approx(1)


def test_two_values_are_randomized_response():
    assert DirectEncoding(["no", "yes"], 1.3).channel() == pytest.approx(
        RandomizedResponse(1.3).channel()
    )


def test_it_beats_optimized_unary_encoding_below_3_exp_epsilon_plus_2_values():
    for k in range(2, 20):
        direct, unary = DirectEncoding(range(k), 1), UnaryEncoding.optimized(range(k), 1)
        assert (direct.variance(1, 0.0) < unary.variance(1, 0.0)) == (k < 3 * math.e + 2)
