"""RAPPOR parameters: the formulas, and the ε that exact channels really have."""

import itertools
import json
import math
from pathlib import Path

import numpy as np
import pytest

from ldp_course.rappor import Parameters, bloom_table, permanent_channel, report_channel

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "rappor_privacy.json").read_text())[
    "vectors"
]
WORDS = [f"v{i}" for i in range(30)]
SMALL = [
    Parameters(8, 2, 4, 0.5, 0.25, 0.75),
    Parameters(10, 1, 4, 0.3, 0.1, 0.6),
    Parameters(12, 3, 4, 0.75, 0.5, 0.75),
    Parameters(9, 2, 4, 0.25, 0.75, 0.5),
]


def largest_log_ratio(rows: np.ndarray) -> float:
    logs = np.log(rows)
    return max(np.abs(a - b).max() for a, b in itertools.combinations(logs, 2))


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
@pytest.mark.parametrize("epsilon", [0.1, 2, 8, 3000])
def test_f_for_a_lifetime_epsilon(epsilon, hashes):
    parameters = Parameters.for_epsilon(epsilon, bits=16, hashes=hashes, cohorts=64, p=0.25, q=0.75)
    assert parameters.epsilon_infinity == pytest.approx(epsilon, rel=1e-10) or parameters.f == 0
    if epsilon < 100:
        assert parameters.f == pytest.approx(2 / (math.exp(epsilon / (2 * hashes)) + 1), rel=1e-12)


@pytest.mark.parametrize("parameters", SMALL)
@pytest.mark.parametrize("cohort", range(4))
def test_exact_epsilon_on_small_filters(parameters, cohort):
    is_set = bloom_table(WORDS, parameters)[:, cohort]
    for channel, epsilon in [
        (permanent_channel(WORDS, cohort, parameters), parameters.epsilon_infinity),
        (report_channel(WORDS, cohort, parameters), parameters.epsilon_one),
    ]:
        assert channel.shape == (len(WORDS), 2**parameters.bits)
        np.testing.assert_allclose(channel.sum(axis=1), 1, rtol=0, atol=1e-12)
        assert largest_log_ratio(channel) <= epsilon + 1e-12
    apart = [
        (a, b)
        for a, b in itertools.combinations(range(len(WORDS)), 2)
        if (is_set[a] & ~is_set[b]).sum() == (is_set[b] & ~is_set[a]).sum() == parameters.hashes
    ]
    assert apart
    pair = list(apart[0])
    assert largest_log_ratio(permanent_channel(WORDS, cohort, parameters)[pair]) == pytest.approx(
        parameters.epsilon_infinity, abs=1e-12
    )
    assert largest_log_ratio(report_channel(WORDS, cohort, parameters)[pair]) == pytest.approx(
        parameters.epsilon_one, abs=1e-12
    )


def test_many_reports_of_one_word_stay_below_the_lifetime_epsilon():
    parameters = Parameters(3, 1, 2, 0.5, 0.25, 0.75)
    words = ["a", "b", "c", "d", "e"]
    permanent = permanent_channel(words, 0, parameters)
    filters = np.array([[number >> bit & 1 for bit in range(3)] for number in range(8)])
    one = np.where(filters, parameters.q, parameters.p)  # Pr[report bit 1 | permanent filter]
    instantaneous = np.prod(
        np.where(filters[None, :, :], one[:, None, :], 1 - one[:, None, :]), axis=2
    )
    np.testing.assert_allclose(
        permanent @ instantaneous, report_channel(words, 0, parameters), rtol=0, atol=1e-14
    )

    losses, joint = [], np.ones((8, 1))
    for _ in range(
        4
    ):  # Pr[all reports so far | permanent filter], one column per sequence of reports
        joint = (joint[:, :, None] * instantaneous[:, None, :]).reshape(8, -1)
        losses.append(largest_log_ratio(permanent @ joint))
    assert losses[0] == pytest.approx(parameters.epsilon_one, abs=1e-12)
    assert all(earlier < later for earlier, later in itertools.pairwise(losses))
    assert losses[-1] < parameters.epsilon_infinity


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


GOOD = {"bits": 16, "hashes": 2, "cohorts": 64, "f": 0.5, "p": 0.5, "q": 0.75}


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"bits": 0}, ValueError, "bits = 0 .* at most 256"),
        ({"bits": 257}, ValueError, "bits = 257 .* at most 256"),
        ({"bits": 16.0}, TypeError, "bits = 16.0 .* whole number"),
        ({"hashes": 17}, ValueError, "hashes = 17 .* at most 16"),
        ({"bits": 4, "hashes": 5}, ValueError, "hashes = 5 .* at most bits = 4"),
        ({"cohorts": 0}, ValueError, "cohorts = 0 .* at least 1"),
        ({"f": 1.0}, ValueError, "f = 1.0 .* below 1"),
        ({"f": -0.1}, ValueError, "f = -0.1 .* at least 0"),
        ({"f": math.nan}, ValueError, "f = nan .* at least 0"),
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
        (lambda: Parameters(**GOOD).detection_limit(0), "n = 0 .* at least 1"),
        (
            lambda: Parameters(**GOOD).detection_limit(10, alpha=1),
            "alpha = 1 .* strictly between 0 and 1",
        ),
        (lambda: report_channel(["a", "b"], 0, Parameters(**GOOD)), "bits = 16 .* at most 12"),
        (lambda: report_channel(["a", "b"], 9, SMALL[0]), "cohort = 9 .* at most 3"),
        (lambda: permanent_channel([], 0, SMALL[0]), "words is empty"),
    ],
)
def test_wrong_calls_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
