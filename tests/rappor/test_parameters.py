"""RAPPOR parameters: the formulas, and the ε that exact channels really have."""

import math

import numpy as np
import pytest

from ldp_course.rappor import Client, Parameters
from tests.reference import vectors

VECTORS = vectors("rappor_privacy")["vectors"]


@pytest.mark.parametrize("vector", VECTORS)
def test_noise_and_epsilon_agree_with_the_reference(vector):
    parameters = Parameters(16, vector["h"], 64, vector["f"], vector["p"], vector["q"])
    assert parameters.p_star == pytest.approx(vector["p_star"], abs=1e-12)
    assert parameters.q_star == pytest.approx(vector["q_star"], abs=1e-12)
    assert parameters.epsilon_one == pytest.approx(vector["eps_one"], abs=1e-12)
    assert parameters.epsilon_infinity == pytest.approx(vector["eps_inf"], abs=1e-12)


@pytest.mark.parametrize(("f", "p", "q", "epsilon_one", "epsilon_infinity"), [
    (0, 0.35, 0.65, 4 * math.log(13 / 7), math.inf),
    (0, 0, 0.5, math.inf, math.inf),
    (0, 0.5, 1, math.inf, math.inf),
])  # fmt: skip
def test_without_permanent_noise_many_reports_are_proof(
    f, p, q, epsilon_one, epsilon_infinity
):
    parameters = Parameters(128, 2, 100, f, p, q)
    assert parameters.epsilon_one == pytest.approx(epsilon_one, abs=1e-12)
    assert parameters.epsilon_infinity == epsilon_infinity


@pytest.mark.parametrize("epsilon", [1, 10, 60, 74, 100, 1000])
def test_one_report_costs_what_all_cost_if_they_are_the_same(epsilon):
    same = Parameters.for_epsilon(epsilon, bits=8, hashes=1, cohorts=1, p=0, q=1)
    assert same.epsilon_one == pytest.approx(epsilon, rel=1e-12)
    assert same.epsilon_infinity == pytest.approx(epsilon, rel=1e-12)


@pytest.mark.parametrize("hashes", [1, 2, 3])
@pytest.mark.parametrize("epsilon", [0.1, 2, 8, 1400])
def test_f_for_a_lifetime_epsilon(epsilon, hashes):
    parameters = Parameters.for_epsilon(
        epsilon, bits=16, hashes=hashes, cohorts=64, p=0.25, q=0.75
    )
    assert (
        parameters.epsilon_infinity == pytest.approx(epsilon, rel=1e-10)
        and parameters.f > 0
    )
    if epsilon < 100:
        assert parameters.f == pytest.approx(
            2 / (math.exp(epsilon / (2 * hashes)) + 1), rel=1e-12
        )


def test_a_device_rounds_its_noise_up():
    assert Parameters(16, 2, 64, 0.3, 0.5, 0.75).quantized.f == 39 / 128
    assert Parameters(16, 2, 64, 0.5, 0.5, 0.75).quantized.f == 0.5
    for f in np.linspace(0, 127 / 128, 300):
        parameters = Parameters(16, 2, 64, float(f), 0.5, 0.75)
        assert parameters.quantized.epsilon_infinity <= parameters.epsilon_infinity
        assert (
            parameters.quantized.f == sum(level < 128 * f for level in range(128)) / 128
        )


def test_the_detection_limit_is_a_quantile_of_the_noise():
    parameters = Parameters(16, 2, 64, 0.5, 0.5, 0.75)
    one_deviation = math.sqrt(0.5625 * 0.4375 / 10**6) / 0.125
    assert parameters.detection_limit(10**6) == pytest.approx(
        1.6448536269514722 * one_deviation
    )
    assert parameters.detection_limit(10**6, alpha=0.05, tests=50) == pytest.approx(
        3.090232306167813 * one_deviation
    )
    assert parameters.detection_limit(4 * 10**6) == pytest.approx(
        parameters.detection_limit(10**6) / 2
    )


def test_numbers_of_any_precision_become_python_numbers():
    """In half precision, ε would be off by .0014; in 8 bits, k would wrap around."""
    half = Parameters(
        np.int8(16), np.int8(2), np.uint8(64), *map(np.float16, (0.3, 0.25, 0.75))
    )
    exact = Parameters(16, 2, 64, float(np.float16(0.3)), 0.25, 0.75)
    assert half == exact and half.epsilon_one == exact.epsilon_one
    assert {type(value) for value in vars(half).values()} == {int, float}
    assert Client(half, b"secret", 3).permanent("apple").shape == (16,)
