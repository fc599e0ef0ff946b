"""The mistakes that students make: each message names the argument, its value and what is allowed."""

import math

import numpy as np
import pytest

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding

RNG = np.random.default_rng(0)
DOMAIN = ["a", "b", "c"]
BUILDERS = {
    "RandomizedResponse": RandomizedResponse,
    "DirectEncoding": lambda epsilon: DirectEncoding(DOMAIN, epsilon),
    "symmetric": lambda epsilon: UnaryEncoding.symmetric(DOMAIN, epsilon),
    "optimized": lambda epsilon: UnaryEncoding.optimized(DOMAIN, epsilon),
}
MECHANISMS = {
    "RandomizedResponse": (RandomizedResponse(1), [0, 1, 1]),
    "DirectEncoding": (DirectEncoding(DOMAIN, 1), DOMAIN),
    "UnaryEncoding": (UnaryEncoding.optimized(DOMAIN, 1), DOMAIN),
}
each_builder = pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
each_mechanism = pytest.mark.parametrize("mechanism, values", MECHANISMS.values(), ids=MECHANISMS)


@each_builder
@pytest.mark.parametrize("epsilon", [0, -1, 1e-17, 37, 750, math.inf, math.nan])
def test_epsilon_out_of_range(build, epsilon):
    with pytest.raises(ValueError, match=f"epsilon = {epsilon} is not allowed; epsilon must be a number above 0, from 1e-06 to 30"):
        build(epsilon)


@each_builder
@pytest.mark.parametrize("epsilon", ["1", None, True, [1], np.array([1.0, 2.0])])
def test_epsilon_of_a_wrong_type(build, epsilon):
    with pytest.raises(TypeError, match="epsilon = .* is a .*; epsilon must be a number above 0"):
        build(epsilon)


@pytest.mark.parametrize("name, build", [
    ("p", RandomizedResponse.from_truth_probability),
    ("p", lambda value: UnaryEncoding(DOMAIN, value, 0.2)),
    ("q", lambda value: UnaryEncoding(DOMAIN, 0.7, value)),
])
@pytest.mark.parametrize("value", [-0.1, 1.1, 75, math.nan])
def test_probability_outside_0_to_1(name, build, value):
    with pytest.raises(ValueError, match=f"{name} = {value} is not allowed; {name} must be a probability between 0 and 1"):
        build(value)


def test_p_equal_to_q():
    with pytest.raises(ValueError, match="p = q = 0.3: .*p must differ from q"):
        UnaryEncoding(DOMAIN, 0.3, 0.3)
    with pytest.raises(ValueError, match="p = 0.5 makes p = q"):
        RandomizedResponse.from_truth_probability(0.5)
    with pytest.raises(ValueError, match="gamma = 0 is not allowed; gamma must be a number above 0 and at most 0.5"):
        RandomizedResponse.from_gamma(0)


@pytest.mark.parametrize("domain, error", [
    (["a"], ValueError), ([], ValueError), (["a", "b", "a"], ValueError), ("abc", TypeError), ({"a", "b"}, TypeError), (5, TypeError),
])
@pytest.mark.parametrize("build", [lambda d: DirectEncoding(d, 1), lambda d: UnaryEncoding.optimized(d, 1)])
def test_bad_domain(build, domain, error):
    with pytest.raises(error, match="domain .*must be a sequence of at least 2 distinct values"):
        build(domain)


@pytest.mark.parametrize("mechanism", [DirectEncoding(DOMAIN, 1), UnaryEncoding.optimized(DOMAIN, 1)])
def test_value_outside_the_domain(mechanism):
    with pytest.raises(ValueError, match="values has 2 answer.* outside the domain: 'z', 'A'; allowed are 'a', 'b', 'c'"):
        mechanism.encode(["a", "z", "b", "A"])
    with pytest.raises(ValueError, match="outside the domain"):
        mechanism.collect(["a", "z"], RNG)


def test_yes_no_answers():
    mechanism = RandomizedResponse(1)
    assert mechanism.encode([True, False]).tolist() == mechanism.encode(np.array([1, 0])).tolist() == [1, 0]
    with pytest.raises(ValueError, match="values holds 2; values must be whole numbers from 0 to 1"):
        mechanism.encode([0, 1, 2])
    with pytest.raises(ValueError, match="values holds -1"):
        mechanism.encode([0, -1])
    for wrong in (["yes", "no"], [0.0, 1.0], [None, True]):
        with pytest.raises(TypeError, match="values has dtype .*; values must be booleans, or whole numbers"):
            mechanism.encode(wrong)


@each_mechanism
def test_empty_input(mechanism, values):
    with pytest.raises(ValueError, match=r"values is empty \(0 people\)"):
        mechanism.encode([])
    with pytest.raises(ValueError, match="values is empty"):
        mechanism.collect([], RNG)
    nothing = mechanism.encode(values)[:0]
    with pytest.raises(ValueError, match="encoded is empty"):
        mechanism.perturb(nothing, RNG)
    with pytest.raises(ValueError, match="reports is empty"):
        mechanism.aggregate(nothing)


@each_mechanism
def test_values_that_are_not_one_a_person(mechanism, values):
    for wrong in ("a", 5, None):
        with pytest.raises(TypeError, match="values = .* must be a list, array or Series"):
            mechanism.encode(wrong)
    with pytest.raises(ValueError, match="one dimension"):
        mechanism.encode(np.zeros((2, 2), dtype=int))


@each_mechanism
@pytest.mark.parametrize("rng", [None, 1, np.random, np.random.RandomState(0)], ids=["None", "seed", "module", "legacy"])
def test_rng_that_is_not_a_generator(mechanism, values, rng):
    encoded = mechanism.encode(values)
    counts = [5] * len(mechanism.domain)
    for call in (
        lambda: mechanism.perturb(encoded, rng),
        lambda: mechanism.collect(values, rng),
        lambda: mechanism.simulate(counts, rng),
    ):
        with pytest.raises(TypeError, match="rng = .* must be a numpy.random.Generator, .*default_rng"):
            call()


@each_mechanism
def test_wrong_dtype_or_content_of_reports(mechanism, values):
    encoded = mechanism.encode(values)
    for name, call in {"encoded": lambda a: mechanism.perturb(a, RNG), "reports": mechanism.aggregate}.items():
        with pytest.raises(TypeError, match=f"{name} has dtype float64; {name} must be"):
            call(encoded.astype(float))
        with pytest.raises(ValueError, match=f"{name} holds 9; {name} must be"):
            call(encoded * 0 + 9)
        with pytest.raises(ValueError, match=f"{name} holds -1; {name} must be"):
            call(encoded.astype(int) * 0 - 1)
        with pytest.raises(ValueError, match=f"{name} has shape"):
            call(np.zeros((3, 9, 2), dtype=int))


@each_mechanism
@pytest.mark.parametrize("counts, error", [
    ([0, 0, 0], ValueError), ([10**16, 1, 1], ValueError), ([math.inf, 1, 1], ValueError), ([math.nan, 1, 1], TypeError), ([-1, 2, 3], ValueError), ([1, 2, 3, 4], ValueError), ([0.5, 1, 2], TypeError), (["a", "b", "c"], TypeError),
])
def test_bad_counts(mechanism, values, counts, error):
    counts = counts[: max(2, len(counts) - 1)] if len(mechanism.domain) == 2 else counts
    with pytest.raises(error, match=f"counts .*; counts must be {len(mechanism.domain)} whole numbers"):
        mechanism.simulate(counts, RNG)


@each_mechanism
def test_bad_arguments_of_variance(mechanism, values):
    with pytest.raises(ValueError, match="n = 0 is not allowed; n must be a whole number, at least 1"):
        mechanism.variance(0, 0.5)
    with pytest.raises(TypeError, match="n = 10.5 is a float"):
        mechanism.variance(10.5, 0.5)
    with pytest.raises(ValueError, match="frequency = 1.5 is not allowed"):
        mechanism.variance(10, 1.5)


def test_channel_too_large_to_write_out():
    with pytest.raises(ValueError, match=r"domain has 13 values, so channel\(\) would have 2\*\*13 columns; at most 12"):
        UnaryEncoding.optimized(range(13), 1).channel()
