"""`examine` finds the faults that published code has had, and is quiet about what is
right."""

import math

import numpy as np
import pytest

from ldp_course import (
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    UnaryEncoding,
)
from ldp_course.topics.distributions import SquareWave
from ldp_course.topics.numbers import HybridMean, LaplaceMean, OneBitMean, PiecewiseMean
from ldp_course.topics.testing_mechanisms import Finding, examine, examine_client

JOBS = [f"job {k}" for k in range(6)]
TOTAL = 1e-9  # a false alarm of a right randomizer in these tests
RIGHT = {
    "randomized response": (RandomizedResponse(1), [0, 1]),
    "direct": (DirectEncoding(JOBS, 1), JOBS),
    "no and yes": (DirectEncoding(["no", "yes"], 1), ["no", "yes"]),
    "symmetric": (UnaryEncoding.symmetric(JOBS, 1), JOBS),
    "optimized": (UnaryEncoding.optimized(JOBS, 1), JOBS),
    "hashing": (LocalHashing.optimized(JOBS, 1), JOBS),
    "hadamard": (HadamardResponse(JOBS, 1), JOBS),
    "subset": (SubsetSelection.optimized(JOBS, 1), JOBS),
    "laplace": (LaplaceMean(0, 10, 1), [0, 4, 10]),
    "one bit": (OneBitMean(0, 10, 1), [0, 4, 10]),
    "piecewise": (PiecewiseMean(0, 10, 1), [0, 4, 10]),
    "hybrid": (HybridMean(0, 10, 1), [0, 4, 10]),
}


def of(result, *names):
    return [finding.holds for finding in result.findings if finding.test in names]


@pytest.mark.parametrize("name", RIGHT)
def test_right_mechanisms_pass(name):
    mechanism, values = RIGHT[name]
    result = examine(
        mechanism, values[:3], 1, np.random.default_rng(), n=2000, error=TOTAL
    )
    assert result.holds and not result.failed, result
    assert len(result.findings) == 7 and "✗" not in str(result)
    assert 0.1 < max(bound for *_, bound in result.audits) <= 1


# ---- faults, as functions from (values, rng) to reports


class Claims:
    """A randomizer that says that it is a mechanism, with a perturb of its own."""

    def __init__(self, mechanism, perturb):
        self.mechanism, self.perturb = mechanism, perturb

    def __getattr__(self, name):
        return getattr(self.mechanism, name)


def whole_epsilon_on_each_bit(values, rng):
    keeps = RandomizedResponse(1)
    ones = np.array(values)[:, None] == np.array(JOBS)
    return np.where(
        ones, rng.random(ones.shape) < keeps.p, rng.random(ones.shape) < keeps.q
    )


def same_number_for_all_bits(values, rng):
    mechanism = UnaryEncoding.optimized(JOBS, 1)
    ones, drawn = (
        np.array(values)[:, None] == np.array(JOBS),
        rng.random((len(values), 1)),
    )
    return np.where(ones, drawn < mechanism.p, drawn < mechanism.q).astype(np.uint8)


def other_from_the_whole_list(encoded, rng):
    k = len(JOBS)
    p = math.e / (math.e + k - 1)
    lies = rng.random(len(encoded)) >= p
    return np.where(lies, rng.integers(k, size=len(encoded)), encoded)


def only_no_is_true(values, rng):
    """A no is always the truth: a yes-person lies with probability 1/3."""
    return np.array(values) * (rng.random(len(values)) < 2 / 3)


def half_the_scale(values, rng):
    return np.array(values) + rng.laplace(
        scale=1, size=len(values)
    )  # of [-1, 1]: 2 is right


def value_in_the_seed(values, rng):
    seeds = np.array([JOBS.index(value) for value in values])
    return np.column_stack([seeds, rng.integers(3, size=len(values))])


def seed_with_the_value_in_its_last_bits(values, rng):
    """As in a published client, but hidden: the seed is the value modulo 8."""
    codes = np.array([JOBS.index(value) for value in values])
    seeds = rng.integers(2**40, size=len(codes)) * 8 + codes
    return np.column_stack([seeds, rng.integers(3, size=len(codes))])


def seed_near_the_value(values, rng):
    codes = np.array([JOBS.index(value) for value in values])
    return codes * 10**9 + rng.integers(10**9, size=len(codes))


def new_number_beside_a_fixed_coin(values, rng):
    coins = np.random.default_rng(0).random(len(values)) < RandomizedResponse(1).p
    answers = np.where(coins, values, 1 - np.array(values))
    return np.column_stack([rng.integers(2**50, size=len(values)), answers])


def generator_of_its_own(values, rng):
    return DirectEncoding(JOBS, 1).perturb(
        DirectEncoding(JOBS, 1).encode(values), np.random.default_rng(7)
    )


def neighbors_share_a_coin(values, rng):
    coins = np.repeat(rng.random(-(-len(values) // 2)), 2)[: len(values)]
    return np.where(coins < RandomizedResponse(1).p, values, 1 - np.array(values))


def type_of_the_value(values, rng):
    return [True, False] if values[0] else [0.5] * len(values)


FAULTS = {
    "whole ε on each bit": (whole_epsilon_on_each_bit, JOBS[:2], "audit"),
    "one random number for all bits": (same_number_for_all_bits, JOBS[:2], "audit"),
    "only a no is true": (only_no_is_true, [0, 1], "audit"),
    "noise for a range of 1": (half_the_scale, [-1, 1], "audit"),
    "the seed is the value": (value_in_the_seed, JOBS[:2], "audit"),
    "the seed tells in its last bits": (seed_with_the_value_in_its_last_bits, JOBS[:2], "audit"),
    "the seed is near the value": (seed_near_the_value, JOBS[:2], "audit"),
    "a new number beside a fixed coin": (new_number_beside_a_fixed_coin, [0, 1], "fresh chance"),
    "seeded in the call": (generator_of_its_own, JOBS[:2], "fresh chance"),
    "neighbors share a coin": (neighbors_share_a_coin, [0, 1], "fresh chance"),
    "whole list": (Claims(DirectEncoding(JOBS, 1), other_from_the_whole_list), JOBS[:3], "law"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_detected(name):
    """Each test that finds it has a power of 1 - 1e-6 or more at 20,000 reports."""
    randomizer, values, test = FAULTS[name]
    result = examine(randomizer, values, 1, np.random.default_rng())
    assert test in [finding.test for finding in result.failed], result


def test_clipped_reports_are_biased():
    laplace = LaplaceMean(0, 10, 1)
    clips = Claims(laplace, lambda x, rng: np.clip(laplace.perturb(x, rng), 0, 10))
    assert of(examine(clips, [0, 4, 10], 1, np.random.default_rng()), "bias") == [False]


def test_a_raw_square_wave_has_no_estimate_of_a_mean_but_its_audit_runs():
    wave = SquareWave(0, 10, 10, 1)
    result = examine(
        lambda values, rng: wave.perturb(wave.encode(values), rng),
        [0, 10],
        1,
        np.random.default_rng(),
        error=TOTAL,
    )
    assert result.holds and of(result, "bias", "law") == [None, None]


@pytest.mark.parametrize("reports, words", [
    (lambda values, rng: [values[0]] * 3, "shape"),
    (lambda values, rng: ([1] * len(values) if values[0] else ["no"] * len(values)), "depends"),
    (lambda values, rng: [1, "a"] * (len(values) // 2), "may tell the value"),
    (lambda values, rng: np.full(len(values), np.nan), "nan"),
])  # fmt: skip
def test_the_form_of_a_report_may_tell_the_value(reports, words):
    result = examine(reports, [0, 1], 1, np.random.default_rng(1), n=100)
    assert [finding.test for finding in result.failed] == ["form"]
    assert words in str(result)


def test_untested_properties_do_not_hold():
    def ids(values, rng):
        return [f"{value}-{rng.integers(10**12)}" for value in values]

    result = examine(ids, ["tea", "milk"], 1, np.random.default_rng(1), n=500)
    assert of(result, "audit") == [None] and "hardly repeat" in str(result)
    few_lies = examine(
        DirectEncoding(JOBS[:3], 20), JOBS[:3], 20, np.random.default_rng(1), n=500
    )
    assert few_lies.holds and of(few_lies, "bias", "spread") == [None, None]


# ---- clients with memory


def remembers(value, times, rng):
    return np.repeat(RandomizedResponse(1).perturb([value], rng), times)


def draws_anew(value, times, rng):
    return RandomizedResponse(1).perturb([value] * times, rng)


def test_a_client_without_memory_fails():
    rng = np.random.default_rng()
    assert examine_client(remembers, [0, 1], 1, rng, times=10, error=TOTAL).holds
    result = examine_client(draws_anew, [0, 1], 1, rng, times=10)
    assert [finding.test for finding in result.failed] == ["audit"]
    assert "at least" in str(result)


# ---- the report


def test_a_finding_says_whether_it_holds_without_color():
    signs = [str(Finding("audit", holds, "text"))[0] for holds in (True, False, None)]
    assert signs == ["✓", "✗", "–"]


# ---- one coin for many


def shared(groups, part=1.0, epsilon=1.0):
    """Randomized response in which a share of the people toss the coins of groups."""

    def perturb(values, rng):
        people = np.arange(len(values)) % groups
        own, of_group = rng.random(len(values)), rng.random(groups)[people]
        drawn = np.where(rng.random(len(values)) < part, of_group, own)
        truthful = drawn < RandomizedResponse(epsilon).p
        return np.where(truthful, values, 1 - np.array(values))

    return perturb


def one_coin_for_each_bit(values, rng):
    mechanism = UnaryEncoding.optimized(JOBS, 1)
    ones, drawn = np.array(values)[:, None] == np.array(JOBS), rng.random(len(JOBS))
    return np.where(ones, drawn < mechanism.p, drawn < mechanism.q).astype(int)


def one_noise_for_all(values, rng):
    return np.array(values) + rng.laplace(scale=1)


ONE_COIN = {
    "one for all": (shared(1), [0, 1]),
    "one for all, ε = 3": (shared(1, epsilon=3), [0, 1]),
    "one for all, hardly private": (shared(1, epsilon=0.1), [0, 1]),
    "one for half of them": (shared(1, 0.5), [0, 1]),
    "ten": (shared(10), [0, 1]),
    "each with hers half the people away": (shared(1000), [0, 1]),
    "one for each bit": (one_coin_for_each_bit, JOBS[:3]),
    "one noise": (one_noise_for_all, [0, 1]),
}


@pytest.mark.parametrize("name", ONE_COIN)
def test_chance_that_many_people_share_is_found(name):
    """A right share of truths on average, so that nothing else shows it."""
    randomizer, values = ONE_COIN[name]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        result = examine(randomizer, values, 3, rng, n=2000, error=1e-4)
        assert "fresh chance" in {finding.test for finding in result.failed}


def test_a_coin_of_one_s_own_is_let_pass():
    for epsilon in (0.1, 1, 3):
        rng = np.random.default_rng()
        own = shared(1, part=0, epsilon=epsilon)
        assert examine(own, [0, 1], epsilon, rng, n=2000, error=TOTAL).holds
