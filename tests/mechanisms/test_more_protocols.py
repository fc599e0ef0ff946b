"""What is special about each of the more advanced protocols: hashes, tables of signs, subsets, noise, sketches.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over all seeds,
with probability at most 1e-6; the bound is worked out beside it.
"""

import itertools
import math

import numpy as np
import pytest
from scipy.linalg import hadamard

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.mechanisms.hadamard_table import walsh_hadamard
from ldp_course.mechanisms.hashing import bucket, bucket_range, multipliers, random_seeds
from ldp_course.privacy import audit, privacy_loss
from tests.mechanisms.oracles import DOMAIN, EPSILONS, FALSE_ALARM, contributions

E = math.e


# Local hashing


@pytest.mark.parametrize("buckets", [2, 3, 4, 56, 1000])
def test_hashes_meet_as_perfect_ones_would(buckets):
    """200,000 seeds, 40 values: all pairs with probability 1/g, neighbours' triples with 1/g².

    820 normal z-scores below 6.2: at most 5e-7. (With 1,000 buckets few triples meet, so those are left out.)
    """
    seeds = random_seeds(200_000, np.random.default_rng(1))
    places = [bucket(seeds, m, buckets) for m in multipliers(40)]
    meetings = [
        (1 / buckets, places[i] == places[j]) for i, j in itertools.combinations(range(40), 2)
    ]
    if buckets < 1000:
        meetings += [
            (1 / buckets**2, (a == b) & (b == c)) for a, b, c in zip(places, places[1:], places[2:])
        ]
    for chance, met in meetings:
        assert abs(met.mean() - chance) < 6.2 * math.sqrt(chance * (1 - chance) / len(seeds))
    assert len(np.unique(multipliers(100_000))) == 100_000


def test_hashes_are_the_same_on_every_machine():
    assert multipliers(2).tolist() == [16294208416658607535, 7960286522194355701]
    seeds = np.array([[1], [2**64 - 1], [0x9E3779B97F4A7C15]], dtype=np.uint64)
    assert bucket(seeds, multipliers(5), 10).tolist() == [
        [8, 4, 0, 9, 1],
        [1, 5, 9, 0, 8],
        [7, 7, 2, 9, 9],
    ]


@pytest.mark.parametrize("buckets", [2, 3, 7, 1000, 2**24])
def test_one_comparison_replaces_a_hash(buckets):
    rng = np.random.default_rng(2)
    seeds, chosen = random_seeds(5000, rng), rng.integers(buckets, size=5000, dtype=np.uint64)
    chosen[:2500] = bucket(seeds[:2500], multipliers(1), buckets)
    low, width = bucket_range(chosen, buckets)
    assert (
        (seeds * multipliers(1) - low < width) == (bucket(seeds, multipliers(1), buckets) == chosen)
    ).all()


def test_the_privacy_of_hashing_holds_for_every_seed():
    mechanism = LocalHashing(DOMAIN, 4, 1.3)
    seeds = [0, *random_seeds(200, np.random.default_rng(3)).tolist()]
    losses = [privacy_loss(mechanism.channel_given_seed(seed)) for seed in seeds]
    assert losses[0] == 0  # the seed 0 sends everything to bucket 0
    assert all(loss == pytest.approx(1.3, abs=1e-12) or loss == 0 for loss in losses)
    assert max(losses) > 0


def test_hashing_is_a_unary_encoding_in_fewer_bits():
    hashing = LocalHashing(range(5), 4, math.log(3))
    unary = UnaryEncoding.optimized(range(5), math.log(3))
    assert (hashing.p, hashing.q) == pytest.approx((unary.p, unary.q)) == (0.5, 0.25)
    assert hashing.channel() == pytest.approx(unary.channel())


@pytest.mark.parametrize("epsilon", [*EPSILONS[:-2], 0.35, 0.4, 0.9])
def test_optimized_means_optimized(epsilon):
    domain = range(20)
    buckets, sizes = range(2, 400), range(1, 20)
    hashing = [LocalHashing(domain, g, epsilon).variance(1, 0.0) for g in buckets]
    subset = [SubsetSelection(domain, size, epsilon).variance(1, 0.0) for size in sizes]
    threshold = [
        ThresholdingHistogram(domain, epsilon, t).variance(1, 0.0) for t in np.linspace(0, 1, 1001)
    ]
    assert LocalHashing.optimized(domain, epsilon).buckets == buckets[int(np.argmin(hashing))]
    assert SubsetSelection.optimized(domain, epsilon).size == sizes[int(np.argmin(subset))]
    assert ThresholdingHistogram.optimized(domain, epsilon).variance(1, 0.0) <= min(threshold)
    rounded = LocalHashing(domain, round(math.exp(epsilon)) + 1, epsilon).variance(1, 0.0)
    assert 1 <= rounded / min(hashing) < 1.021


# Hadamard


def test_the_transform_is_a_product_with_the_hadamard_matrix():
    table = np.random.default_rng(0).integers(100, size=(3, 16))
    assert (walsh_hadamard(table) == table @ hadamard(16)).all()


@pytest.mark.parametrize("k, columns", [(2, 4), (3, 4), (4, 8), (7, 8), (8, 16), (1000, 1024)])
def test_one_block_is_the_high_privacy_form(k, columns):
    mechanism = HadamardResponse(range(k), 1.0)
    assert (mechanism.columns, mechanism.p, mechanism.q) == pytest.approx((
        columns,
        E / (E + 1),
        0.5,
    ))
    report = mechanism.channel()[k - 1]
    high, low = 2 * E / (columns * (E + 1)), 2 / (columns * (E + 1))
    assert report == pytest.approx(np.where(hadamard(columns)[k] == 1, high, low), rel=1e-12)


def test_many_blocks():
    mechanism = HadamardResponse.optimized(range(30), 3.0)
    assert (mechanism.blocks, mechanism.block_size, mechanism.columns) == (16, 4, 64)
    assert HadamardResponse.optimized(range(30), 0.5).blocks == 1
    assert HadamardResponse.optimized(range(30), 30).blocks == 30
    exact = 2 * 64 / (E**3 - 1) ** 2 * (E**3 + 31) / 64  # a value in an empty block
    assert mechanism.variance(1, 0.0, block_frequency=0.0) == pytest.approx(exact)
    alone = HadamardResponse(range(14), 6.0, blocks=14)  # nobody else is in a value's block
    assert alone.variance(1, 0.1) == pytest.approx(alone.variance(1, 0.1, block_frequency=0.1))


def test_one_bit_is_left_if_the_column_is_public():
    mechanism = HadamardResponse(range(5), 1.0, one_bit=True)
    assert mechanism.columns == 16
    pairs = mechanism.channel().reshape(5, 2, 8)
    assert pairs.sum(axis=1) == pytest.approx(np.full((5, 8), 1 / 8))
    assert pairs.max(axis=1) == pytest.approx(np.full((5, 8), E / (E + 1) / 8))


# Subset selection


def test_one_value_is_direct_encoding():
    assert SubsetSelection(range(5), 1, 1.2).channel() == pytest.approx(
        DirectEncoding(range(5), 1.2).channel()
    )


@pytest.mark.parametrize(
    "mechanism",
    [
        SubsetSelection(range(6), 3, 1.0),
        HadamardResponse(range(6), 1.0),
        HadamardResponse(range(6), 2.0, blocks=4),
    ],
    ids=repr,
)
def test_simulate_has_the_covariances_of_the_channel(mechanism):
    """Exact covariances of all pairs of 6 values; 5,000 runs, 36 of them within 6 standard errors: 1e-7."""
    counts, runs, rng = np.array([10, 0, 25, 5, 15, 5]), 5000, np.random.default_rng(9)
    added, n = contributions(mechanism), counts.sum()
    exact = sum(
        count * np.cov(added.T, aweights=row, bias=True)
        for count, row in zip(counts, mechanism.channel())
    )
    drawn = np.array([mechanism.simulate(counts, rng).frequencies for _ in range(runs)]) * n
    own = np.diag(exact)
    error = np.sqrt((np.outer(own, own) + exact**2) / runs)
    assert (np.abs(np.cov(drawn.T) - exact) < 6 * error).all()


# Histogram encoding


def test_the_audit_of_noisy_numbers():
    """The event with the largest ratio of probabilities, e^ε: the first entry above 1 and the second below 0."""
    mechanism, rng = SummingHistogram(DOMAIN, 1.0), np.random.default_rng(11)
    first, second = (
        mechanism.perturb(mechanism.encode([value] * 200_000), rng) for value in ("a", "b")
    )
    found = audit(
        first, second, 1 - FALSE_ALARM, event=lambda rows: (rows[:, 0] > 1) & (rows[:, 1] < 0)
    )
    assert 0.9 < found.epsilon_lower <= 1


def test_cutting_on_the_device_costs_less_privacy_than_the_noise():
    mechanism = ThresholdingHistogram.optimized(DOMAIN, 1.0)
    assert mechanism.threshold == pytest.approx(0.6186, abs=1e-4)
    assert mechanism.epsilon == pytest.approx(0.896, abs=1e-3)
    symmetric = UnaryEncoding.symmetric(DOMAIN, mechanism.epsilon)
    assert symmetric.variance(1, 0.0) < mechanism.variance(1, 0.0) * 1.02


# Sketches


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_what_collisions_add_is_exact_for_given_functions(kind):
    """E[estimate of v | the others hold w] = (share of functions in which they meet - 1/m) m / (m - 1)."""
    mechanism = kind(DOMAIN, hashes=3, width=4, epsilon=1.0, seed=2)
    table = mechanism.buckets(np.arange(3)[:, None], np.arange(3))
    meet = (table[:, :, None] == table[:, None, :]).mean(axis=0)
    assert 0 < meet[np.triu_indices(3, 1)].max() < 1  # these functions make some values meet
    expected = (meet - 1 / 4) * 4 / 3
    assert mechanism.channel() @ contributions(mechanism) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("kind", [CountMeanSketch, HadamardCountMeanSketch])
def test_more_people_do_not_mend_collisions(kind):
    domain = [f"word {i}" for i in range(500)]
    mechanism = kind(domain, hashes=8, width=16, epsilon=4.0, seed=3)
    counts = np.array([10**12, *[0] * 499])
    errors = mechanism.simulate(counts, np.random.default_rng(1)).frequencies[1:]
    assert np.sqrt((errors**2).mean()) == pytest.approx(
        math.sqrt(mechanism.collision_variance), rel=0.2
    )
    assert mechanism.variance(10**12, 0.0) == pytest.approx(mechanism.collision_variance, rel=1e-3)
    assert mechanism.variance(10**12, 0.0, others_squared=0.01) == pytest.approx(
        mechanism.collision_variance / 100, rel=1e-3
    )


def test_the_seed_of_a_sketch_is_public_and_chooses_the_functions():
    first, again, other = (CountMeanSketch(range(100), 4, 16, 1.0, seed=seed) for seed in (1, 1, 2))
    functions = np.arange(4)[:, None]
    assert (
        first.buckets(functions, np.arange(100)) == again.buckets(functions, np.arange(100))
    ).all()
    assert (
        first.buckets(functions, np.arange(100)) != other.buckets(functions, np.arange(100))
    ).mean() > 0.8
    assert first.q == pytest.approx(first.p / 16 + (1 - first.p) * 15 / 16)
