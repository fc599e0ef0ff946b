"""Short seeds: two values share a bucket for exactly 1 seed in g, and the server is quick."""

import math

import numpy as np
import pytest

from ldp_course import LocalHashing, ShortSeeds
from ldp_course.topics.more_protocols.binary_fields import irreducible


def has_a_factor(number):
    """By dividing: numbers are polynomials, whose digits are bits."""

    def remainder(f, g):
        while f.bit_length() >= g.bit_length():
            f ^= g << (f.bit_length() - g.bit_length())
        return f

    half = 1 << (number.bit_length() + 1) // 2
    return any(remainder(number, g) == 0 for g in range(2, half) if g != number)


@pytest.mark.parametrize("degree", range(2, 12))
def test_the_smallest_polynomial_without_factors(degree):
    assert irreducible(degree) == next(
        f for f in range(1 << degree, 2 << degree) if not has_a_factor(f)
    )


@pytest.mark.parametrize("k, g", [(2, 2), (3, 4), (8, 4), (14, 8), (5, 16), (64, 2)])
def test_two_values_share_a_bucket_for_one_seed_in_g(k, g):
    mechanism = ShortSeeds(range(k), g, 1.0)
    supported = mechanism.supported(mechanism.possible_reports())
    buckets = supported.reshape(mechanism.seeds, g, k).argmax(axis=1)
    assert (supported.sum(axis=0) == mechanism.seeds).all()
    shared = (buckets[:, :, None] == buckets[:, None]).sum(axis=0)
    others = ~np.eye(k, dtype=bool)
    assert (shared[others] * g == mechanism.seeds).all()
    last = mechanism.seeds * mechanism.channel()[:, -g:]
    assert last == pytest.approx(mechanism.channel_given_seed(mechanism.seeds - 1))


@pytest.mark.parametrize("k, g", [(2, 2), (3, 8), (1000, 4), (300, 16)])
def test_the_transform_counts_what_each_report_supports(k, g):
    mechanism, rng = ShortSeeds(range(k), g, 1.0), np.random.default_rng(1)
    reports = mechanism.perturb(rng.integers(k, size=2_000), rng)
    assert np.array_equal(
        mechanism.support(reports), mechanism.supported(reports).sum(axis=0)
    )


@pytest.mark.parametrize("epsilon", [0.1, 1, 2, 4])
def test_the_optimized_one_is_as_good_as_local_hashing_up_to_a_power_of_two(epsilon):
    short = ShortSeeds.optimized(range(1_000), epsilon)
    powers = [LocalHashing(range(2), 2**j, epsilon) for j in range(1, 12)]
    best = min(powers, key=lambda mechanism: mechanism.variance(1, 0.0))
    assert short.buckets == best.buckets
    assert short.variance(1, 0.0) == pytest.approx(best.variance(1, 0.0), rel=1e-12)
    assert short.variance(1, 0.0) <= 1.13 * 4 * math.exp(epsilon) / (
        math.expm1(epsilon) ** 2
    )


def test_large_domains_and_epsilons_stay_within_the_largest_table():
    assert ShortSeeds.optimized(range(1 << 20), 1.0).buckets == 4
    assert ShortSeeds.optimized(range(2), 30.0).buckets == 2_048
    with pytest.raises(ValueError, match="buckets = 3 is not allowed.* power of 2"):
        ShortSeeds(range(5), 3, 1.0)
    with pytest.raises(ValueError, match="at most 4,194,304 reports"):
        ShortSeeds(range(5), 4096, 1.0)


def test_one_seed_for_everybody_is_seen():
    mechanism, rng = ShortSeeds(range(9), 4, 1.0), np.random.default_rng(1)
    reports = mechanism.perturb(np.zeros(1_000, dtype=int), rng)
    mechanism.aggregate(reports)
    reports[:, 0] = 3
    with pytest.warns(UserWarning, match="one hash function was chosen by 1,000"):
        mechanism.aggregate(reports)
