"""Local hashing: its hash functions, and the privacy of its reports for every seed.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import functools
import itertools
import math

import numpy as np
import pytest

from ldp_course import LocalHashing, UnaryEncoding
from ldp_course.privacy import privacy_loss
from ldp_course.topics.more_protocols.hashing import bucket, bucket_range, multipliers
from ldp_course.topics.more_protocols.local_hashing import LARGEST_BUCKETS
from tests.oracles import DOMAIN, EPSILONS


def random_seeds(size, rng):
    return LocalHashing.binary(DOMAIN, 1.0).perturb(np.zeros(size, dtype=int), rng)[
        :, 0
    ]


def assigned_seeds(size, rng):
    return LocalHashing.binary(DOMAIN, 1.0).draw_seeds(size, rng)


@pytest.mark.parametrize(
    "buckets, draw",
    [*((g, random_seeds) for g in [2, 3, 4, 56, 1000]), (4, assigned_seeds)],
)
def test_hashes_meet_as_perfect_ones_would(buckets, draw):
    """100,000 seeds, 40 values: all pairs with probability 1/g, neighbors' triples
    with 1/g².

    820 normal z-scores below 6.2: at most 5e-7. (With 1,000 buckets few triples meet:
    left out.)
    """
    seeds = draw(100_000, np.random.default_rng(1))
    places = [bucket(seeds, m, buckets) for m in multipliers(40)]
    meetings = [
        (1 / buckets, places[i] == places[j])
        for i, j in itertools.combinations(range(40), 2)
    ]
    if buckets < 1000:
        meetings += [
            (1 / buckets**2, (a == b) & (b == c))
            for a, b, c in zip(places, places[1:], places[2:])
        ]
    for chance, met in meetings:
        assert abs(met.mean() - chance) < 6.2 * math.sqrt(
            chance * (1 - chance) / len(seeds)
        )
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
def test_a_comparison_replaces_a_hash(buckets):
    rng = np.random.default_rng(2)
    seeds = random_seeds(5000, rng)
    chosen = rng.integers(buckets, size=5000, dtype=np.uint64)
    chosen[:2500] = bucket(seeds[:2500], multipliers(1), buckets)
    low, width = bucket_range(chosen, buckets)
    assert (
        (seeds * multipliers(1) - low < width)
        == (bucket(seeds, multipliers(1), buckets) == chosen)
    ).all()


def test_the_privacy_of_hashing_holds_for_every_seed():
    mechanism = LocalHashing(DOMAIN, 4, 1.3)
    seeds = [0, *random_seeds(200, np.random.default_rng(3)).tolist()]
    losses = [privacy_loss(mechanism.channel_given_seed(seed)) for seed in seeds]
    assert losses[0] == 0  # the seed 0 sends everything to bucket 0
    assert all(loss == pytest.approx(1.3, abs=1e-12) or loss == 0 for loss in losses)
    assert max(losses) > 0


def test_support_is_that_of_a_unary_encoding():
    hashing = LocalHashing(range(5), 4, math.log(3))
    unary = UnaryEncoding.optimized(range(5), math.log(3))
    assert (hashing.p, hashing.q) == pytest.approx((unary.p, unary.q)) == (0.5, 0.25)
    assert hashing.support_channel() == pytest.approx(unary.channel())


@pytest.mark.parametrize("epsilon", [*EPSILONS[:-2], 0.35, 0.4, 0.9])
def test_optimized_has_the_smallest_variance(epsilon):
    variances = [
        LocalHashing(range(20), g, epsilon).variance(1, 0.0) for g in range(2, 400)
    ]
    assert LocalHashing.optimized(range(20), epsilon).buckets == 2 + int(
        np.argmin(variances)
    )
    rounded = LocalHashing(range(20), round(math.exp(epsilon)) + 1, epsilon).variance(
        1, 0.0
    )
    assert 1 <= rounded / min(variances) < 1.021


@pytest.mark.parametrize("draw, always_1", [(random_seeds, 0), (assigned_seeds, 1)])
def test_every_64_bit_seed_is_drawn_alike(draw, always_1):
    """2^16 seeds: the mean of each bit is 1/2 within 6 standard errors (1e-7 for all).
    Those of the server are odd."""
    seeds = draw(2**16, np.random.default_rng(1))[:, None]
    ones = (seeds >> np.arange(64, dtype=np.uint64) & np.uint64(1)).mean(axis=0)
    assert (ones[:always_1] == 1).all()
    assert np.abs(ones[always_1:] - 0.5).max() < 6 * 0.5 / 2**8


class _Highest(np.random.Generator):
    """A generator that returns the largest whole number it may."""

    def __init__(self):
        super().__init__(np.random.PCG64(0))

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        return np.full(
            size, (low if high is None else high) - (not endpoint), dtype=dtype
        )

    def random(self, size):
        return np.ones(size)


def test_the_largest_seed_may_be_drawn_and_aggregated():
    mechanism = LocalHashing(DOMAIN, 4, 1.3)
    assert mechanism.perturb([1], _Highest()).tolist() == [[2**64 - 1, 3]]
    assert mechanism.channel_given_seed(2**64 - 1).shape == (3, 4)
    report = np.array([[2**64 - 1, 3]], dtype=np.uint64)
    assert (
        mechanism.aggregate(report).n
        == mechanism.aggregate(report, report[:, 0]).n
        == 1
    )
    with pytest.raises(ValueError, match=r"seed = 18446744073709551616 is not allowed"):
        mechanism.channel_given_seed(2**64)


def test_buckets_are_at_most_2_to_the_24():
    assert LocalHashing(DOMAIN, LARGEST_BUCKETS, 1.0).q == 2**-24
    assert LocalHashing.optimized(DOMAIN, 30.0).buckets == LARGEST_BUCKETS


def test_seeds_of_the_server_are_those_of_the_reports():
    mechanism, rng = LocalHashing(DOMAIN, 4, 1.3), np.random.default_rng(1)
    seeds = mechanism.draw_seeds(5, rng)
    reports = mechanism.perturb([0, 1, 2, 1, 0], rng, seeds)
    assert seeds.dtype == np.uint64 and reports[:, 0].tolist() == seeds.tolist()
    estimate = mechanism.aggregate(reports.tolist(), seeds.tolist())
    without = mechanism.aggregate(reports)
    assert estimate.frequencies.tolist() == without.frequencies.tolist()


def test_a_report_with_another_seed_is_refused():
    """Under the seed 0 one report would support every value: the server did not assign
    it."""
    mechanism, rng = LocalHashing(DOMAIN, 4, 1.3), np.random.default_rng(1)
    for seed in (0, 2**63):
        chosen = np.array(
            [[seed, mechanism.channel_given_seed(seed)[0].argmax()]], np.uint64
        )
        assert mechanism.supported(chosen).all()
    seeds = mechanism.draw_seeds(4, rng)
    reports = mechanism.perturb([0, 1, 2, 1], rng, seeds)
    refused = functools.partial(pytest.raises, ValueError)
    for row, seed in ((2, 0), (3, 2**63), (0, int(seeds[1]))):
        changed = reports.copy()
        changed[row, 0] = seed
        with refused(match=rf"1 seed\(s\) .* not assigned, first in row {row}"):
            mechanism.aggregate(changed, seeds)
    with refused(match=r"reports has 2 seed\(s\) that were not assigned"):
        mechanism.aggregate(reports[[1, 0, 2, 3]], seeds)
    for even in (0, 2, 2**63):
        with refused(match=f"seeds holds {even}; seeds must be 4 odd whole"):
            mechanism.perturb([0, 1, 2, 1], rng, [1, 3, even, 5])
    with refused(match=r"seeds has shape \(4,\), reports has shape \(3, 2\)"):
        mechanism.aggregate(reports[:3], seeds)
    with refused(match=r"seeds has shape \(4,\), encoded has shape \(1,\)"):
        mechanism.perturb([0], rng, seeds)


def test_with_assigned_seeds_the_estimate_has_the_stated_law():
    """400 runs of 300 people, four z-scores below 5.2 (8e-7): mean, and mean square
    error."""
    mechanism, rng, runs = LocalHashing(DOMAIN, 3, 1.0), np.random.default_rng(6), 400
    encoded, truth = np.repeat([0, 1], [200, 100]), np.array([2 / 3, 1 / 3, 0])
    z = []
    for _ in range(runs):
        seeds = mechanism.draw_seeds(300, rng)
        frequencies = mechanism.aggregate(
            mechanism.perturb(encoded, rng, seeds), seeds
        ).frequencies
        z.append((frequencies - truth) / np.sqrt(mechanism.variance(300, truth)))
    z = np.array(z)
    assert (np.abs(z.mean(axis=0)) * math.sqrt(runs) < 5.2).all()
    assert abs((z[:, 0] ** 2).mean() - 1) / math.sqrt(2 / runs) < 5.2
