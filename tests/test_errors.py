"""The mistakes that students make: a message names the argument, its value and what is allowed."""

import math

import numpy as np
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)

RNG = np.random.default_rng(0)
DOMAIN = ["a", "b", "c"]
BUILDERS = {
    "RandomizedResponse": RandomizedResponse,
    "DirectEncoding": lambda epsilon: DirectEncoding(DOMAIN, epsilon),
    "symmetric": lambda epsilon: UnaryEncoding.symmetric(DOMAIN, epsilon),
    "optimized": lambda epsilon: UnaryEncoding.optimized(DOMAIN, epsilon),
    "hashing": lambda epsilon: LocalHashing(DOMAIN, 2, epsilon),
    "optimized hashing": lambda epsilon: LocalHashing.optimized(DOMAIN, epsilon),
    "Hadamard": lambda epsilon: HadamardResponse(DOMAIN, epsilon),
    "Hadamard, blocks": lambda epsilon: HadamardResponse.optimized(DOMAIN, epsilon),
    "subset": lambda epsilon: SubsetSelection(DOMAIN, 1, epsilon),
    "optimized subset": lambda epsilon: SubsetSelection.optimized(DOMAIN, epsilon),
    "summing": lambda epsilon: SummingHistogram(DOMAIN, epsilon),
    "thresholding": lambda epsilon: ThresholdingHistogram.optimized(DOMAIN, epsilon),
    "sketch": lambda epsilon: CountMeanSketch(DOMAIN, 2, 4, epsilon, seed=0),
    "Hadamard sketch": lambda epsilon: HadamardCountMeanSketch(DOMAIN, 2, 4, epsilon, seed=0),
}
MECHANISMS = {
    "RandomizedResponse": (RandomizedResponse(1), [0, 1, 1]),
    "DirectEncoding": (DirectEncoding(DOMAIN, 1), DOMAIN),
    "UnaryEncoding": (UnaryEncoding.optimized(DOMAIN, 1), DOMAIN),
    "LocalHashing": (LocalHashing.optimized(DOMAIN, 1), DOMAIN),
    "HadamardResponse": (HadamardResponse(DOMAIN, 1), DOMAIN),
    "SubsetSelection": (SubsetSelection(DOMAIN, 2, 1), DOMAIN),
    "SummingHistogram": (SummingHistogram(DOMAIN, 1), DOMAIN),
    "ThresholdingHistogram": (ThresholdingHistogram.optimized(DOMAIN, 1), DOMAIN),
    "CountMeanSketch": (CountMeanSketch(DOMAIN, 2, 4, 1, seed=0), DOMAIN),
    "HadamardCountMeanSketch": (HadamardCountMeanSketch(DOMAIN, 2, 4, 1, seed=0), DOMAIN),
}
each_builder = pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
each_mechanism = pytest.mark.parametrize("mechanism, values", MECHANISMS.values(), ids=MECHANISMS)


@each_builder
@pytest.mark.parametrize("epsilon", [0, -1, 1e-17, 37, 750, math.inf, math.nan])
def test_epsilon_out_of_range(build, epsilon):
    with pytest.raises(
        ValueError,
        match=f"epsilon = {epsilon} is not allowed; .*epsilon must be a number above 0, from 1e-06",
    ):
        build(epsilon)


@each_builder
@pytest.mark.parametrize("epsilon", ["1", None, True, [1], np.array([1.0, 2.0])])
def test_epsilon_of_a_wrong_type(build, epsilon):
    with pytest.raises(TypeError, match="epsilon = .* is a .*; .*epsilon must be a number above 0"):
        build(epsilon)


@pytest.mark.parametrize(
    "name, build",
    [
        ("p", RandomizedResponse.from_truth_probability),
        ("p", lambda value: UnaryEncoding(DOMAIN, value, 0.2)),
        ("q", lambda value: UnaryEncoding(DOMAIN, 0.7, value)),
    ],
)
@pytest.mark.parametrize("value", [-0.1, 1.1, 75, math.nan])
def test_probability_outside_0_to_1(name, build, value):
    with pytest.raises(
        ValueError,
        match=f"{name} = {value} is not allowed; {name} must be a probability between 0 and 1",
    ):
        build(value)


def test_p_equal_to_q():
    with pytest.raises(ValueError, match="p = q = 0.3: .*p must differ from q"):
        UnaryEncoding(DOMAIN, 0.3, 0.3)
    with pytest.raises(ValueError, match="p = 0.5 makes p = q"):
        RandomizedResponse.from_truth_probability(0.5)
    with pytest.raises(
        ValueError, match="gamma = 0 is not allowed; gamma must be a number above 0 and at most 0.5"
    ):
        RandomizedResponse.from_gamma(0)


@pytest.mark.parametrize(
    "domain, error",
    [
        (["a"], ValueError),
        ([], ValueError),
        (["a", "b", "a"], ValueError),
        ("abc", TypeError),
        ({"a", "b"}, TypeError),
        (5, TypeError),
    ],
)
@pytest.mark.parametrize(
    "build",
    [
        lambda d: DirectEncoding(d, 1),
        lambda d: UnaryEncoding.optimized(d, 1),
        lambda d: LocalHashing.optimized(d, 1),
        lambda d: HadamardResponse.optimized(d, 1),
        lambda d: SubsetSelection.optimized(d, 1),
        lambda d: SummingHistogram(d, 1),
        lambda d: ThresholdingHistogram.optimized(d, 1),
        lambda d: CountMeanSketch(d, 2, 4, 1, seed=0),
    ],
)
def test_bad_domain(build, domain, error):
    with pytest.raises(error, match="domain .*must be a sequence of at least 2 distinct values"):
        build(domain)


@each_mechanism
def test_value_outside_the_domain(mechanism, values):
    if isinstance(mechanism, RandomizedResponse):
        return  # test_yes_no_answers
    with pytest.raises(
        ValueError,
        match="values has 2 answer.* outside the domain: 'z', 'A'; allowed are 'a', 'b', 'c'",
    ):
        mechanism.encode(["a", "z", "b", "A"])
    with pytest.raises(ValueError, match="outside the domain"):
        mechanism.collect(["a", "z"], RNG)


def test_yes_no_answers():
    mechanism = RandomizedResponse(1)
    assert (
        mechanism.encode([True, False]).tolist()
        == mechanism.encode(np.array([1, 0])).tolist()
        == [1, 0]
    )
    with pytest.raises(
        ValueError, match="values holds 2; values must be whole numbers from 0 to 1"
    ):
        mechanism.encode([0, 1, 2])
    with pytest.raises(ValueError, match="values holds -1"):
        mechanism.encode([0, -1])
    for wrong in (["yes", "no"], [0.0, 1.0], [None, True]):
        with pytest.raises(
            TypeError, match="values has dtype .*; values must be booleans, or whole numbers"
        ):
            mechanism.encode(wrong)


@each_mechanism
def test_empty_input(mechanism, values):
    with pytest.raises(ValueError, match=r"values is empty \(0 people\)"):
        mechanism.encode([])
    with pytest.raises(ValueError, match="values is empty"):
        mechanism.collect([], RNG)
    encoded = mechanism.encode(values)
    with pytest.raises(ValueError, match="encoded is empty"):
        mechanism.perturb(encoded[:0], RNG)
    with pytest.raises(ValueError, match="reports is empty"):
        mechanism.aggregate(mechanism.perturb(encoded, RNG)[:0])


@each_mechanism
def test_values_that_are_not_one_a_person(mechanism, values):
    for wrong in ("a", 5, None):
        with pytest.raises(TypeError, match="values = .* must be a list, array or Series"):
            mechanism.encode(wrong)
    with pytest.raises(ValueError, match="one dimension"):
        mechanism.encode(np.zeros((2, 2), dtype=int))


@each_mechanism
@pytest.mark.parametrize(
    "rng", [None, 1, np.random, np.random.RandomState(0)], ids=["None", "seed", "module", "legacy"]
)
def test_rng_that_is_not_a_generator(mechanism, values, rng):
    encoded = mechanism.encode(values)
    counts = [5] * len(mechanism.domain)
    for call in (
        lambda: mechanism.perturb(encoded, rng),
        lambda: mechanism.collect(values, rng),
        lambda: mechanism.simulate(counts, rng),
    ):
        with pytest.raises(
            TypeError, match="rng = .* must be a numpy.random.Generator, .*default_rng"
        ):
            call()


@each_mechanism
def test_wrong_dtype_or_content_of_reports(mechanism, values):
    encoded = mechanism.encode(values)
    reports = mechanism.perturb(encoded, RNG)
    checked = {
        "encoded": (lambda a: mechanism.perturb(a, RNG), encoded),
        "reports": (mechanism.aggregate, reports),
    }
    if isinstance(mechanism, SummingHistogram):
        del checked["reports"]  # test_noisy_numbers
    for name, (call, array) in checked.items():
        with pytest.raises(TypeError, match=f"{name} has dtype float64; {name} must be"):
            call(array.astype(float))
        with pytest.raises(ValueError, match=f"{name} holds 9; {name} must be"):
            call(array * 0 + 9)
        with pytest.raises(ValueError, match=f"{name} holds -1; {name} must be"):
            call(array.astype(int) * 0 - 1)
        with pytest.raises(ValueError, match=f"{name} has shape"):
            call(np.zeros((3, 9, 2), dtype=int))


def test_noisy_numbers():
    mechanism = SummingHistogram(DOMAIN, 1)
    with pytest.raises(
        TypeError, match="reports has dtype int64; reports must be rows of 3 finite numbers"
    ):
        mechanism.aggregate(np.zeros((2, 3), dtype=np.int64))
    with pytest.raises(
        ValueError, match="reports holds nan; reports must be rows of 3 finite numbers"
    ):
        mechanism.aggregate([[0.5, math.nan, 1]])
    with pytest.raises(ValueError, match=r"reports has shape \(1, 2\)"):
        mechanism.aggregate([[0.5, 1]])
    with pytest.raises(ValueError, match=r"a continuum, so channel\(\) has no table"):
        mechanism.channel()


@each_mechanism
@pytest.mark.parametrize(
    "counts, error",
    [
        ([0, 0, 0], ValueError),
        ([10**16, 1, 1], ValueError),
        ([math.inf, 1, 1], ValueError),
        ([math.nan, 1, 1], TypeError),
        ([-1, 2, 3], ValueError),
        ([1, 2, 3, 4], ValueError),
        ([0.5, 1, 2], TypeError),
        (["a", "b", "c"], TypeError),
    ],
)
def test_bad_counts(mechanism, values, counts, error):
    counts = counts[: max(2, len(counts) - 1)] if len(mechanism.domain) == 2 else counts
    with pytest.raises(
        error, match=f"counts .*; counts must be {len(mechanism.domain)} whole numbers"
    ):
        mechanism.simulate(counts, RNG)


@each_mechanism
def test_bad_arguments_of_variance(mechanism, values):
    with pytest.raises(
        ValueError, match="n = 0 is not allowed; n must be a whole number, at least 1"
    ):
        mechanism.variance(0, 0.5)
    with pytest.raises(TypeError, match="n = 10.5 is a float"):
        mechanism.variance(10.5, 0.5)
    with pytest.raises(ValueError, match="frequency = 1.5 is not allowed"):
        mechanism.variance(10, 1.5)


def test_channel_too_large_to_write_out():
    with pytest.raises(
        ValueError,
        match=r"domain has 13 values, so channel\(\) would have 2\*\*13 rows of bits; at most 12",
    ):
        UnaryEncoding.optimized(range(13), 1).channel()
    with pytest.raises(
        ValueError, match=r"domain has 13 values, so channel\(\) would have 286 columns; at most 12"
    ):
        SubsetSelection(range(13), 3, 1).channel()
    with pytest.raises(
        ValueError,
        match=r"domain has 3000 values, so channel\(\) would have 3000 x 4,096 entries; at most",
    ):
        HadamardResponse(range(3000), 1).channel()
    with pytest.raises(
        ValueError,
        match=r"width = 64, so channel\(\) would have 2\*\*64 rows of bits; at most 12",
    ):
        CountMeanSketch(DOMAIN, 2, 64, 1, seed=0).channel()
    with pytest.raises(
        ValueError,
        match=r"domain has 100 values, so channel\(\) would have 100 x 131,072 entries; at most",
    ):
        HadamardCountMeanSketch(range(100), 2**10, 2**6, 1, seed=0).channel()


@pytest.mark.parametrize(
    "mechanism",
    [
        HadamardResponse(range(5000), 1),
        SubsetSelection.optimized(range(1024), 1),
        HadamardCountMeanSketch(DOMAIN, 64, 1024, 1, seed=0),
    ],
)
def test_simulation_that_would_take_long(mechanism):
    with pytest.raises(
        ValueError,
        match=r"would draw .* random numbers, at most 4,194,304 are allowed here; use collect\(\)",
    ):
        mechanism.simulate([1] * len(mechanism.domain), RNG)


@pytest.mark.parametrize(
    "build, message",
    [
        (
            lambda: LocalHashing(DOMAIN, 1, 1),
            "buckets = 1 is not allowed; buckets must be a whole number, at least 2",
        ),
        (lambda: LocalHashing(DOMAIN, 2**25, 1), "buckets = 33554432 is not allowed"),
        (lambda: LocalHashing(DOMAIN, 2, 1).channel_given_seed(-1), "seed = -1 is not allowed"),
        (
            lambda: HadamardResponse(DOMAIN, 1, blocks=4),
            "blocks = 4 is not allowed; blocks must be a whole number, at least 1 and at most 3",
        ),
        (
            lambda: HadamardResponse(DOMAIN, 1).variance(1, 0.5, 2),
            "block_frequency = 2 is not allowed",
        ),
        (
            lambda: SubsetSelection(DOMAIN, 3, 1),
            "size = 3 is not allowed; size must be a whole number, at least 1 and at most 2",
        ),
        (
            lambda: SubsetSelection(DOMAIN, 2, 1).aggregate([[1, 0, 0]]),
            "reports has a row with 1 ones; reports must be rows with 2 ones",
        ),
        (
            lambda: ThresholdingHistogram(DOMAIN, 1, 1.5),
            "threshold = 1.5 is not allowed; threshold must be a number from 0 to 1",
        ),
        (lambda: CountMeanSketch(DOMAIN, 0, 4, 1, seed=0), "hashes = 0 is not allowed"),
        (lambda: CountMeanSketch(DOMAIN, 2, 1, 1, seed=0), "width = 1 is not allowed"),
        (
            lambda: CountMeanSketch(DOMAIN, 2, 4, 1, seed=0).variance(10, 0.5, 2),
            "others_squared = 2 is not allowed",
        ),
        (
            lambda: HadamardCountMeanSketch(DOMAIN, 2, 6, 1, seed=0),
            "width = 6 is not allowed; width must be a power of 2",
        ),
    ],
)
def test_bad_sizes(build, message):
    with pytest.raises(ValueError, match=message):
        build()
