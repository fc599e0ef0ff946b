"""RAPPOR parameters: the formulas, and the ε that exact channels really have."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ldp_course.rappor import Client, Parameters, bloom_table

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "rappor_privacy.json").read_text())[
    "vectors"
]


@pytest.mark.parametrize("vector", VECTORS)
def test_reference_values(vector):
    parameters = Parameters(16, vector["h"], 64, vector["f"], vector["p"], vector["q"])
    assert parameters.p_star == pytest.approx(vector["p_star"], abs=1e-12)
    assert parameters.q_star == pytest.approx(vector["q_star"], abs=1e-12)
    assert parameters.epsilon_one == pytest.approx(vector["eps_one"], abs=1e-12)
    assert parameters.epsilon_infinity == pytest.approx(vector["eps_inf"], abs=1e-12)


@pytest.mark.parametrize(
    ("f", "p", "q", "epsilon_one", "epsilon_infinity"),
    [
        (0, 0.35, 0.65, 4 * math.log(13 / 7), math.inf),
        (0, 0, 0.5, math.inf, math.inf),
        (0, 0.5, 1, math.inf, math.inf),
    ],
)
def test_without_permanent_noise_many_reports_are_proof(f, p, q, epsilon_one, epsilon_infinity):
    parameters = Parameters(128, 2, 100, f, p, q)
    assert parameters.epsilon_one == pytest.approx(epsilon_one, abs=1e-12)
    assert parameters.epsilon_infinity == epsilon_infinity


@pytest.mark.parametrize("hashes", [1, 2, 3])
@pytest.mark.parametrize("epsilon", [0.1, 2, 8, 1400])
def test_f_for_a_lifetime_epsilon(epsilon, hashes):
    parameters = Parameters.for_epsilon(epsilon, bits=16, hashes=hashes, cohorts=64, p=0.25, q=0.75)
    assert parameters.epsilon_infinity == pytest.approx(epsilon, rel=1e-10) and parameters.f > 0
    if epsilon < 100:
        assert parameters.f == pytest.approx(2 / (math.exp(epsilon / (2 * hashes)) + 1), rel=1e-12)


def test_a_device_rounds_its_noise_up():
    assert Parameters(16, 2, 64, 0.3, 0.5, 0.75).quantized.f == 39 / 128
    assert Parameters(16, 2, 64, 0.5, 0.5, 0.75).quantized.f == 0.5
    for f in np.linspace(0, 127 / 128, 300):
        parameters = Parameters(16, 2, 64, float(f), 0.5, 0.75)
        assert parameters.quantized.epsilon_infinity <= parameters.epsilon_infinity
        assert parameters.quantized.f == sum(level < 128 * f for level in range(128)) / 128


def test_detection_limit():
    parameters = Parameters(16, 2, 64, 0.5, 0.5, 0.75)
    one_deviation = math.sqrt(0.5625 * 0.4375 / 10**6) / 0.125
    assert parameters.detection_limit(10**6) == pytest.approx(1.6448536269514722 * one_deviation)
    assert parameters.detection_limit(10**6, alpha=0.05, tests=50) == pytest.approx(
        3.090232306167813 * one_deviation
    )
    assert parameters.detection_limit(4 * 10**6) == pytest.approx(
        parameters.detection_limit(10**6) / 2
    )


def test_the_largest_and_smallest_parameters_are_allowed():
    """A cohort is hashed as 4 bytes: there can be 2^32 of them. A digest of MD5 has 16 bytes."""
    assert Parameters(256, 16, 2**32, 0, 0, 1).cohorts == 2**32
    assert Parameters(1, 1, 1, 127 / 128, 1, 0).bits == 1


def test_numbers_of_any_precision_become_python_numbers():
    """In half precision, ε would be off by .0014; in 8 bits, k would wrap around."""
    half = Parameters(np.int8(16), np.int8(2), np.uint8(64), *map(np.float16, (0.3, 0.25, 0.75)))
    exact = Parameters(16, 2, 64, float(np.float16(0.3)), 0.25, 0.75)
    assert half == exact and half.epsilon_one == exact.epsilon_one
    assert {type(value) for value in vars(half).values()} == {int, float}
    assert Client(half, b"secret", 3).permanent("apple").shape == (16,)


def test_a_table_has_fewer_cohorts_than_a_device_may_know():
    many = Parameters(16, 2, 2**32, 0.5, 0.25, 0.75)
    assert Client(many, b"secret", cohort=2**32 - 1).permanent("apple").shape == (16,)
    assert len(bloom_table(["a"], replace(many, cohorts=2**16))[0]) == 2**16


GOOD = {"bits": 16, "hashes": 2, "cohorts": 64, "f": 0.5, "p": 0.5, "q": 0.75}


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"bits": 0}, ValueError, "bits = 0 .* at most 256"),
        ({"bits": 257}, ValueError, "bits = 257 .* at most 256"),
        ({"bits": 16.0}, TypeError, "bits = 16.0 .* whole number"),
        ({"hashes": 17}, ValueError, "hashes = 17 .* at most 16"),
        ({"bits": 256, "hashes": 17}, ValueError, "hashes = 17 .* at most 16"),
        ({"bits": 4, "hashes": 5}, ValueError, "hashes = 5 .* at most 4"),
        ({"cohorts": 0}, ValueError, "cohorts = 0 .* at least 1"),
        ({"cohorts": 2**32 + 1}, ValueError, "cohorts = 4294967297 .* at most 4294967296"),
        ({"f": 1.0}, ValueError, "f = 1 .* below 1"),
        ({"f": -0.1}, ValueError, "f = -0.1 .* between 0 and 1"),
        ({"f": math.nan}, ValueError, "f = nan .* between 0 and 1"),
        ({"p": 1.5}, ValueError, "p = 1.5 .* between 0 and 1"),
        ({"q": "high"}, TypeError, "q = 'high' .* between 0 and 1"),
        ({"p": 0.75}, ValueError, "p = 0.75 equals q = 0.75.*must differ"),
    ],
)
def test_wrong_parameters_are_named(wrong, error, message):
    with pytest.raises(error, match=message):
        Parameters(**GOOD | wrong)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: Parameters.for_epsilon(0, bits=8, hashes=2, cohorts=4, p=0.2, q=0.8),
            "epsilon_infinity = 0 ",
        ),
        (
            lambda: Parameters.for_epsilon(1491, bits=8, hashes=1, cohorts=4, p=0.2, q=0.8),
            "epsilon_infinity = 1491 .* to 1400",
        ),
        (
            lambda: Parameters(**GOOD).detection_limit(10**400),
            r"n = 10*\.\.\.0* .* at most 10{18}$",
        ),
        (
            lambda: Parameters(**GOOD).detection_limit(9, tests=10**19),
            r"tests = .* at most 10{18}$",
        ),
        (lambda: Parameters(**GOOD).detection_limit(0), "n = 0 .* at least 1"),
        (
            lambda: Parameters(**GOOD).detection_limit(10, alpha=1),
            "alpha = 1 .* strictly between 0 and 1",
        ),
    ],
)
def test_wrong_calls_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
