"""Choosing ε: the formulas against what mechanisms do, and against the reference
values."""

import math

import pytest

from ldp_course import DirectEncoding, RandomizedResponse
from ldp_course.privacy import posterior
from ldp_course.rappor import Parameters
from ldp_course.topics.deployments import (
    epsilon_from_belief,
    feasible_interval,
    highest_belief,
    people_needed,
)
from tests.reference import vectors

VECTOR = vectors("deploy")


@pytest.mark.parametrize("case", VECTOR["rappor"], ids=lambda case: case["name"])
def test_deployed_parameters_of_rappor(case):
    numbers = {name: case[name] for name in ("f", "p", "q", "hashes")}
    parameters = Parameters(bits=128, cohorts=128, **numbers)
    assert parameters.epsilon_one == pytest.approx(case["eps_1"], rel=1e-12)
    if case["eps_inf"] is None:
        assert parameters.epsilon_infinity == math.inf
    else:
        assert parameters.epsilon_infinity == pytest.approx(case["eps_inf"], rel=1e-12)


@pytest.mark.parametrize("case", VECTOR["eps_from_prior_and_ceiling"])
def test_reference_beliefs(case):
    epsilon = epsilon_from_belief(case["prior"], case["ceiling"])
    assert epsilon == pytest.approx(case["eps"], rel=1e-12)
    assert highest_belief(case["prior"], epsilon) == pytest.approx(
        case["ceiling"], rel=1e-12
    )


@pytest.mark.parametrize("case", VECTOR["eps_from_guess_ceiling_uniform"])
def test_reference_guesses(case):
    epsilon = epsilon_from_belief(1 / case["d"], case["rho"])
    assert epsilon == pytest.approx(case["eps"], rel=1e-9)


@pytest.mark.parametrize("case", VECTOR["people_needed_oue_sd"])
def test_reference_numbers_of_people(case):
    n = people_needed(case["eps"], case["sd"])
    assert n == math.ceil(case["n"])
    assert feasible_interval(0.1, 0.2, n, case["sd"])[0] <= case["eps"]
    assert feasible_interval(0.1, 0.2, n - 1, case["sd"])[0] > case["eps"]


def test_the_published_table_adds_up():
    check = VECTOR["published_table_check"]
    assert check["per_report"] * check["reports_per_day"] == pytest.approx(check["day"])
    assert check["day"] * 30 == pytest.approx(check["month"])
    page = Parameters(bits=128, hashes=2, cohorts=128, f=0.75, p=0.5, q=0.75)
    assert round(page.epsilon_one, 3) == check["per_report"]
    assert page.epsilon_infinity == pytest.approx(
        check["cap_for_one_unchanged_value"], rel=1e-12
    )


@pytest.mark.parametrize("prior, ceiling", [(0.01, 0.1), (0.3, 0.31), (0.5, 0.999)])
def test_randomized_response_attains_the_ceiling(prior, ceiling):
    epsilon = epsilon_from_belief(prior, ceiling)
    beliefs = posterior(RandomizedResponse(epsilon).channel(), [1 - prior, prior])
    assert beliefs[1].max() == pytest.approx(ceiling, rel=1e-9)


@pytest.mark.parametrize("k, chance", [(2, 0.9), (10, 0.5), (100, 0.25)])
def test_direct_encoding_attains_the_chance_of_a_guess(k, chance):
    channel = DirectEncoding(range(k), epsilon_from_belief(1 / k, chance)).channel()
    right = channel.max(axis=0).sum() / k  # the best guess for each report
    assert right == pytest.approx(chance, rel=1e-9)
