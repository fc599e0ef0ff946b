"""Fakes: what one report is worth against all reports, the attacks, and what shows
them.

Seeds are fixed. A test with chance in it would fail for correct code, over all seeds,
with probability at most 1e-6: sums of many reports are compared within 5.5 standard
errors.
"""

import functools
import itertools
import math

import numpy as np
import pytest
from scipy import stats

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
from ldp_course.counting import rows_of_bits
from ldp_course.topics import attackers
from tests.reference import vectors

VECTORS = vectors("mga_gain")
SURE = 5.5  # standard errors: 4e-8


def mechanism_of(row):
    domain, epsilon = range(row["k"]), row["eps"]
    if row["mechanism"] == "Hadamard opt":  # p tells how many blocks were meant
        blocks = round(((1 / row["p"] - 1) * math.exp(epsilon) + 1) / 2)
        return HadamardResponse(domain, epsilon, blocks)
    kinds = {
        "direct": DirectEncoding, "SUE": UnaryEncoding.symmetric, "OUE": UnaryEncoding.optimized,
        "OLH": LocalHashing.optimized, "BLH": LocalHashing.binary,
        "subset": SubsetSelection.optimized,
        "threshold": lambda domain, epsilon: ThresholdingHistogram.optimized(domain, epsilon),
        "Hadamard B=1": HadamardResponse,
        "Hadamard one bit": functools.partial(HadamardResponse, one_bit=True),
        "CMS 16x64": functools.partial(CountMeanSketch, hashes=16, width=64, seed=1),
        "HCMS 16x64": functools.partial(HadamardCountMeanSketch, hashes=16, width=64, seed=1),
    }  # fmt: skip
    return kinds[row["mechanism"]](domain, epsilon=epsilon)


def small_mechanisms(epsilon, k=6):
    """One of each, with reports that can be listed; the last ones only here have p <
    q."""
    domain = range(k)
    return {
        "yes/no": RandomizedResponse(epsilon),
        "no/yes": RandomizedResponse(p=0.2),
        "direct": DirectEncoding(domain, epsilon),
        "symmetric": UnaryEncoding.symmetric(domain, epsilon),
        "optimized": UnaryEncoding.optimized(domain, epsilon),
        "turned": UnaryEncoding(domain, 0.3, 0.6),
        "threshold": ThresholdingHistogram.optimized(domain, epsilon),
        "subset": SubsetSelection(domain, 2, epsilon),
        "large subset": SubsetSelection(domain, 5, epsilon),
        "Hadamard": HadamardResponse(domain, epsilon),
        "Hadamard, 2 blocks": HadamardResponse(domain, epsilon, blocks=2),
        "Hadamard, 6 blocks": HadamardResponse(domain, epsilon, blocks=6),
        "one bit": HadamardResponse(domain, epsilon, one_bit=True),
        "one bit, 3 blocks": HadamardResponse(domain, epsilon, blocks=3, one_bit=True),
        "sketch": CountMeanSketch(domain, 2, 8, epsilon, seed=1),
        "Hadamard sketch": HadamardCountMeanSketch(domain, 3, 8, epsilon, seed=2),
    }


ALL = small_mechanisms(1.0)
each = pytest.mark.parametrize("name", ALL)
HASHING = LocalHashing(range(6), 3, 1.0)


def sets_of_targets(mechanism):
    places = range(len(mechanism.domain))
    for size in range(1, len(places) + 1):
        for chosen in itertools.islice(itertools.combinations(places, size), 8):
            yield list(chosen)


def values_at(mechanism, places):
    return [mechanism.domain[place] for place in places]


# ---- gains


@each
def test_contributions_are_what_a_report_adds(name):
    mechanism = ALL[name]
    reports = mechanism.possible_reports()[::7]
    alone = [
        mechanism.aggregate(reports[i : i + 1]).counts for i in range(len(reports))
    ]
    together = attackers.contributions(mechanism, reports)
    assert np.allclose(together, alone, rtol=1e-9, atol=1e-9)
    assert np.allclose(
        together.sum(axis=0), mechanism.aggregate(reports).counts, atol=1e-9
    )


@pytest.mark.parametrize("epsilon", [0.5, 1, 4])
def test_closed_forms_against_all_reports(epsilon):
    for mechanism in small_mechanisms(epsilon).values():
        each_report = attackers.contributions(mechanism, mechanism.possible_reports())
        for places in sets_of_targets(mechanism):
            sums, targets = (
                each_report[:, places].sum(axis=1),
                values_at(mechanism, places),
            )
            gain = attackers.largest_gain(mechanism, targets)
            assert math.isclose(gain, sums.max(), rel_tol=1e-9, abs_tol=1e-9)


def test_local_hashing_against_all_that_a_report_can_support():
    """Seed 0 sends all values to bucket 0: its two kinds of reports support all or none
    of them."""
    every = (rows_of_bits(6) - HASHING.q) / (HASHING.p - HASHING.q)
    of_seed_0 = attackers.contributions(HASHING, [[0, 0], [0, 1]])
    for places in sets_of_targets(HASHING):
        sums = every[:, places].sum(axis=1)
        assert math.isclose(attackers.largest_gain(HASHING, places), sums.max())
        reached = of_seed_0[:, places].sum(axis=1)
        assert np.allclose(reached, [sums.max(), sums.min()])


def test_the_table_of_gains():
    for row in VECTORS["rows"]:
        mechanism = mechanism_of(row)
        if row["size"] is not None:
            assert row["size"] in (
                vars(mechanism).get("size"),
                vars(mechanism).get("buckets"),
            )
        for targets, gain in row["gain"].items():
            computed = attackers.largest_gain(mechanism, range(int(targets)))
            assert math.isclose(computed, gain, rel_tol=1e-7)
        fakes = attackers.fakes_that_hide(mechanism, 1_000_000)
        assert math.isclose(fakes, row["fakes_per_se_n1e6"], rel_tol=1e-8)


def test_the_gains_that_were_enumerated():
    for row in VECTORS["enumerated_k8"]:
        mechanism = mechanism_of(row)
        for targets, gain in row["gain"].items():
            computed = attackers.largest_gain(mechanism, range(int(targets)))
            assert math.isclose(computed, gain, abs_tol=1e-4)
        if row["mechanism"] in ("OLH", "BLH", "CMS 16x64"):
            continue  # their reports cannot all be listed
        for targets, loss in row["loss"].items():
            each_report = attackers.contributions(
                mechanism, mechanism.possible_reports()
            )
            computed = each_report[:, : int(targets)].sum(axis=1).min()
            assert math.isclose(computed, loss, abs_tol=1e-4)


def test_fakes_that_hide_move_a_value_by_a_standard_error():
    for mechanism in [*ALL.values(), HASHING]:
        fakes, value = attackers.fakes_that_hide(mechanism, 10**6), mechanism.domain[0]
        moved = fakes * attackers.largest_gain(mechanism, [value]) / 10**6
        variance = mechanism.variance(10**6, 0.0)
        if hasattr(mechanism, "collision_variance"):  # the noise of the answers alone
            rare = mechanism.q / (1 - mechanism.q)
            assert math.isclose(fakes, math.sqrt(10**6 * rare), rel_tol=1e-9)
        else:
            assert math.isclose(moved, math.sqrt(variance), rel_tol=1e-9)


# ---- attacks


ATTACKED = {
    name: mechanism
    for name, mechanism in {**ALL, "hashing": HASHING}.items()
    if not hasattr(mechanism, "size") and "Sketch" not in type(mechanism).__name__
}


@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize("name", ATTACKED)
def test_maximal_gain_reports_have_the_largest_gain(name, padded):
    mechanism, rng = ATTACKED[name], np.random.default_rng(1)
    for places in ([0], [0, 1], [1]):
        targets = values_at(mechanism, places)
        reports = attackers.maximal_gain_reports(mechanism, targets, 50, rng, padded)
        sums = attackers.contributions(mechanism, reports)[:, places].sum(axis=1)
        assert np.allclose(sums, attackers.largest_gain(mechanism, targets))


def test_maximal_gain_with_seeds_of_the_server():
    rng = np.random.default_rng(1)
    seeds = HASHING.draw_seeds(30, rng)
    reports = attackers.maximal_gain_reports(HASHING, [0, 1, 2], 30, rng, seeds=seeds)
    assert HASHING.aggregate(reports, seeds).n == 30
    sums = attackers.contributions(HASHING, reports)[:, :3].sum(axis=1)
    for seed, gain in zip(seeds, sums, strict=True):
        of_bucket = attackers.contributions(
            HASHING, [[seed, bucket] for bucket in range(3)]
        )
        assert math.isclose(gain, of_bucket[:, :3].sum(axis=1).max())


def test_padding_favours_no_other_value():
    unary, rng = UnaryEncoding.optimized(range(20), 1.0), np.random.default_rng(1)
    fakes = attackers.maximal_gain_reports(unary, [3, 4], 4_000, rng)
    ones = round(unary.p + 19 * unary.q)
    assert set(fakes.sum(axis=1)) == {ones} and fakes[:, 3:5].all()
    share = (ones - 2) / 18
    others = np.delete(fakes, [3, 4], axis=1).mean(axis=0)
    assert abs(others - share).max() < SURE * math.sqrt(share * (1 - share) / 4_000)


@pytest.mark.parametrize("name", [*ALL, "hashing"])
def test_random_inputs_are_worth_a_person_each(name):
    mechanism, rng = {**ALL, "hashing": HASHING}[name], np.random.default_rng(1)
    places = [0] if name in ("yes/no", "no/yes") else [0, 3]
    targets, n = values_at(mechanism, places), 4_000
    reports = attackers.random_input_reports(mechanism, targets, n, rng)
    sums = attackers.contributions(mechanism, reports)[:, places].sum(axis=1)
    if (
        "sketch" in name
    ):  # for given functions a collision adds a fixed part: see `mean_sketch`
        return
    assert abs(sums.mean() - 1) < SURE * sums.std() / math.sqrt(n)


@pytest.mark.parametrize("name", [name for name in ATTACKED if name != "hashing"])
def test_random_reports_are_even_among_all(name):
    """The mean contribution is that of the list of all reports."""
    mechanism, rng, n = ALL[name], np.random.default_rng(1), 4_000
    everything = attackers.contributions(mechanism, mechanism.possible_reports())
    drawn = attackers.contributions(
        mechanism, attackers.random_reports(mechanism, n, rng)
    )
    error = everything.std(axis=0) / math.sqrt(n)
    assert (
        abs(drawn.mean(axis=0) - everything.mean(axis=0)) <= SURE * error + 1e-12
    ).all()


def test_random_reports_of_hashing_and_reports_of_summing():
    rng = np.random.default_rng(1)
    reports = attackers.random_reports(HASHING, 4_000, rng)
    assert abs(HASHING.supported(reports).mean() - 1 / 3) < SURE * math.sqrt(
        2 / 9 / 4_000
    )
    summing = SummingHistogram(range(3), 1.0)
    assert attackers.random_input_reports(summing, [1], 5, rng).shape == (5, 3)
    with pytest.raises(
        ValueError, match=r"mechanism = SummingHistogram.* must be one whose"
    ):
        attackers.fakes_that_hide(summing, 5)
    with pytest.raises(
        ValueError, match=r"mechanism = SummingHistogram.*attacks on others are not"
    ):
        attackers.random_reports(summing, 5, rng)


def test_attacked_estimates_move_as_computed():
    """20,000 honest people and 1,000 fakes, one run of each, within 5.5 standard
    errors."""
    rng, held = np.random.default_rng(1), np.repeat(np.arange(10), 2_000)
    for mechanism in (
        DirectEncoding(range(10), 1.0),
        UnaryEncoding.optimized(range(10), 1.0),
    ):
        honest = mechanism.perturb(mechanism.encode(held), rng)
        fakes = attackers.maximal_gain_reports(
            mechanism, [0, 1], 1_000, rng, padded=False
        )
        attacked = mechanism.aggregate(np.concatenate([honest, fakes]))
        gain = attackers.largest_gain(mechanism, [0, 1])
        moved = attackers.overall_gain(gain, 20_000, 1_000, 0.2)
        error = np.linalg.norm(attacked.standard_errors[:2]) * math.sqrt(2)
        assert abs(attacked.frequencies[:2].sum() - 0.2 - moved) < SURE * error


# ---- shapes


WITH_SHAPE = {
    name: mechanism
    for name, mechanism in ALL.items()
    if mechanism.reports == "bits" or isinstance(mechanism, HadamardResponse)
}


@pytest.mark.parametrize("name", WITH_SHAPE)
def test_the_law_of_shapes_is_that_of_the_channel_for_every_value(name):
    mechanism = WITH_SHAPE[name]
    law = attackers.shapes._law(mechanism)
    of_report = attackers.shapes._shapes(mechanism, mechanism.possible_reports())
    for row in mechanism.channel():
        shapes = np.bincount(of_report, row, minlength=len(law) + 1)[: len(law)]
        assert np.allclose(shapes, law, rtol=1e-9, atol=1e-15)


def test_false_alarms_are_at_most_the_rate_stated():
    """200 honest collections at 10 %; more alarms than allowed come 1e-6 of the
    time."""
    unary, rng, alarms = (
        UnaryEncoding.optimized(range(20), 1.0),
        np.random.default_rng(1),
        0,
    )
    for _ in range(200):
        ones = unary.perturb(unary.encode(rng.integers(20, size=300)), rng)
        alarms += attackers.shape_test(unary, ones).p_value <= 0.1
    assert alarms <= stats.binom.isf(1e-6, 200, 0.1)


def test_fakes_are_seen_with_the_power_stated():
    """100 collections at power .9: the least number of alarms is lower 1e-6 of the
    time."""
    hadamard, rng = HadamardResponse(range(100), 1.0), np.random.default_rng(1)
    fakes = attackers.fakes_seen(hadamard, 2_000, shape=0)
    seen = 0
    for _ in range(100):
        honest = hadamard.perturb(rng.integers(100, size=2_000), rng)
        reports = np.concatenate([honest, np.zeros(fakes, np.intp)])
        seen += attackers.shape_test(hadamard, reports).p_value <= 0.01
    assert seen >= stats.binom.ppf(1e-6, 100, 0.9)


# ---- people who always say no


def test_two_questions_measure_who_always_says_no():
    """n = 30,000, ε = 1, π = .3225, w = .1: .100 ± .006 and .322 ± .007; 200 runs."""
    coins, rng, computed = RandomizedResponse(1.0), np.random.default_rng(1), []
    half, yes, share = 15_000, 0.3225, 0.1
    for _ in range(200):
        sincere = rng.random((2, half)) >= share
        held = rng.random((2, half)) < yes
        answers = [coins.perturb(row.astype(int), rng) for row in (held[0], ~held[1])]
        answers = [answer * honest for answer, honest in zip(answers, sincere)]
        computed.append(attackers.always_no(coins, *answers))
    shares = [estimate.share for estimate in computed]
    answers = [estimate.yes for estimate in computed]
    for estimates, truth, error, name in (
        (shares, share, 0.006, "share_error"), (answers, yes, 0.007, "yes_error"),
    ):  # fmt: skip
        assert abs(np.mean(estimates) - truth) < SURE * error / math.sqrt(200)
        assert abs(np.std(estimates) / error - 1) < SURE / math.sqrt(400) + 0.1
        errors = [getattr(estimate, name) for estimate in computed]
        assert round(np.mean(errors), 3) == error
