"""How many reports the tests of the chapter "Testing a mechanism" need, by runs of real
programs.

The deep tests have fixed seeds: each cell is run 200 times, with a number of reports at
which the exact power crosses 90 %, and must agree with the exact power within 3
binomial standard errors. (The power is uneven. The chapter names the last such number,
and its own tests ask for that.)
"""

import math

import numpy as np
import pytest
from scipy.special import chdtrc
from scipy.stats import binom

from ldp_course import (
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)
from ldp_course.audit import audit, clopper_pearson_high, clopper_pearson_low
from ldp_course.topics.numbers import FewLevelsMean, IntegerOneBitMean
from ldp_course.topics.testing_mechanisms import examine
from tests.reference import vectors
from tests.topics.testing_mechanisms.test_examine import JOBS, RIGHT

RUNS = 200
SHEET = vectors("audit_sizes")
DRINKS = ["tea", "coffee", "milk"]
COIN, DIRECT = RandomizedResponse(1), DirectEncoding(DRINKS, 1)
OPTIMIZED = UnaryEncoding.optimized(DRINKS, 1)


# ---- exact power


def audit_power(n, claimed, first, second, error=0.01):
    k = np.arange(n + 1)
    low, high = (
        clopper_pearson_low(k, n, error / 2),
        clopper_pearson_high(k, n, error / 2),
    )
    few = np.searchsorted(high, low * math.exp(-claimed))
    return float(binom.pmf(k, n, first) @ binom.cdf(few - 1, n, second))


def law_power(n, promised, sent, error=0.01):
    k = np.arange(n + 1)
    statistic = (k - n * promised) ** 2 / (n * promised * (1 - promised))
    return float(binom.pmf(k, n, sent)[chdtrc(1, statistic) < error].sum())


def needed(power, *probabilities):
    enough = 8
    while power(enough, *probabilities) < 0.9:
        enough *= 2
    few = enough // 2
    while enough - few > 1:
        middle = (few + enough) // 2
        short = power(middle, *probabilities) < 0.9
        few, enough = (middle, enough) if short else (few, middle)
    return enough


@pytest.mark.deep
def test_sizes_of_an_earlier_computation():
    """It found the audits on a grid of 13 % steps, and chi-squared by a noncentral law.

    So its audits have a power of 90 % or somewhat more. Its chi-squared is right where
    many lies are expected, and not at a claim of 2 or 4: too few reports below the
    claim, too many above it.
    """
    for claimed, sizes in SHEET["audit_rr"].items():
        for factor, n in sizes.items():
            device = RandomizedResponse(float(claimed) * float(factor))
            right = needed(audit_power, float(claimed), device.p, device.q)
            assert right / 1.01 <= n <= 1.13 * right, (claimed, factor)
    for claimed, sizes in SHEET["channel_chi2_rr"].items():
        for factor, n in sizes.items():
            says, does = (
                RandomizedResponse(float(claimed) * f) for f in (1, float(factor))
            )
            ratio = n / needed(law_power, says.p, does.p)
            if float(claimed) <= 1:
                assert 0.9 < ratio < 1.25, (claimed, factor)
            else:
                assert (ratio < 1) == (float(factor) < 1), (claimed, factor)


# ---- runs: (claimed ε, true ε) of randomized response


def agrees(share, exact):
    return abs(share - exact) <= 3 * math.sqrt(exact * (1 - exact) / RUNS)


def refuted(first, second, claimed):
    """By an audit of two arrays of booleans: the event happened."""
    return audit(first, second, event=lambda happened: happened).epsilon_lower > claimed


def other_law(happened, promised):
    n = len(happened)
    expected = np.array([promised, 1 - promised]) * n
    counted = np.array([happened.sum(), n - happened.sum()])
    return chdtrc(1, ((counted - expected) ** 2 / expected).sum()) < 0.01


@pytest.mark.weekly
@pytest.mark.parametrize("claimed", [0.5, 1, 2, 4])
@pytest.mark.parametrize("factor", [1.1, 1.25, 1.5, 2])
def test_cells_of_the_table_have_the_exact_power(claimed, factor):
    says, does = RandomizedResponse(claimed), RandomizedResponse(claimed * factor)
    rng = np.random.default_rng([7, int(10 * claimed), int(100 * factor)])

    def yes(n, truth):
        return does.perturb(np.full(n, truth), rng) == 1

    n = needed(audit_power, claimed, does.p, does.q)
    share = np.mean([refuted(yes(n, 1), yes(n, 0), claimed) for _ in range(RUNS)])
    assert agrees(share, audit_power(n, claimed, does.p, does.q))
    n = needed(law_power, says.p, does.p)
    share = np.mean([other_law(yes(n, 1), says.p) for _ in range(RUNS)])
    assert agrees(share, law_power(n, says.p, does.p))


# ---- runs: faulty programs, as functions from (value, n, rng) to n reports, and the
# event


def any_value(value, n, rng):
    lies = rng.random(n) > DIRECT.p
    return np.where(lies, rng.integers(3, size=n), value)


def whole_on_each_bit(value, n, rng):
    own = np.arange(3) == value
    return rng.random((n, 3)) < np.where(own, COIN.p, COIN.q)


def same_number(value, n, rng):
    own = np.arange(3) == value
    return rng.random((n, 1)) < np.where(own, OPTIMIZED.p, OPTIMIZED.q)


def too_much_noise(value, n, rng):
    return RandomizedResponse(0.5).perturb(np.full(n, int(value == 0)), rng)


def sure_no(value, n, rng):
    """Value 0 is a no: half of them say yes. A yes is never a no."""
    return (value != 0) | (rng.random(n) < 0.5)


def coarse_coin(value, n, rng):
    """A bit is replaced by a fair one with probability 39/128 instead of 0.3."""
    fair = rng.integers(2, size=n)
    return np.where(rng.integers(128, size=n) < 39, fair, int(value == 0))


p, q = COIN.p, OPTIMIZED.q
# program, event, claimed ε, Pr[event] as promised, as sent from value 0, as sent from
# value 1
EVENTS = {
    "any value: the value": (
        any_value, lambda r: r == 0, 1, DIRECT.p,
        DIRECT.p + (1 - DIRECT.p) / 3, (1 - DIRECT.p) / 3
    ),
    "all of ε on each bit: own 1, next 0": (
        whole_on_each_bit, lambda r: r[:, 0] & ~r[:, 1], 1,
        0.5 * (1 - q), p * p, (1 - p) ** 2
    ),
    "one number: own bit 1": (same_number, lambda r: r[:, 0], 1, 0.5, 0.5, q),
    "one number: only own bit 1": (
        same_number, lambda r: r[:, 0] & ~r[:, 1] & ~r[:, 2], 1,
        0.5 * (1 - q) ** 2, 0.5 - q, 0
    ),
    "one number: other bits differ": (
        same_number, lambda r: r[:, 1] != r[:, 2], 1, 2 * q * (1 - q), 0, 0.5 - q
    ),
    "too much noise: yes": (
        too_much_noise, lambda r: r == 1, 1, p,
        *RandomizedResponse(0.5).channel()[::-1, 1]
    ),
    "a no is always true: no": (sure_no, lambda r: ~r, math.log(3), 3 / 4, 1 / 2, 0),
    "f = 0.3 stored as 39/128: kept bit": (
        coarse_coin, lambda r: r == 1, math.log(17 / 3), 0.85, 1 - 39 / 256, 39 / 256
    ),
}  # fmt: skip


@pytest.mark.weekly
@pytest.mark.parametrize("name", EVENTS)
def test_reports_needed_for_a_fault(name):
    program, event, claimed, promised, sent, other = EVENTS[name]
    rng = np.random.default_rng([8, len(name)])
    values = (0, 1) if sent > other else (1, 0)
    more, less = max(sent, other), min(sent, other)
    if more > less * math.exp(claimed) * (1 + 1e-9):
        n = needed(audit_power, claimed, more, less)
        share = np.mean([
            refuted(*(event(program(value, n, rng)) for value in values), claimed)
            for _ in range(RUNS)
        ])  # fmt: skip
        assert agrees(share, audit_power(n, claimed, more, less))
    if not math.isclose(promised, sent):
        n = needed(law_power, promised, sent)
        share = np.mean([
            other_law(event(program(0, n, rng)), promised) for _ in range(RUNS)
        ])
        assert agrees(share, law_power(n, promised, sent))


def test_the_chapter_has_the_same_events():
    """The probabilities of `EVENTS`, by 100,000 reports: 5 standard errors."""
    rng, n = np.random.default_rng(9), 100_000
    for program, event, _, _, *laws in EVENTS.values():
        for value, law in enumerate(laws):
            share = event(program(value, n, rng)).mean()
            assert abs(share - law) <= 5 * math.sqrt(law * (1 - law) / n)


# ---- `examine`: no more false alarms than it says, and the faults every time

AGES = [0, 4, 10]
MORE = {
    "binary hashing": (LocalHashing.binary(JOBS, 1), JOBS),
    "one-bit Hadamard": (HadamardResponse(JOBS, 1, one_bit=True), JOBS),
    "thresholding": (ThresholdingHistogram.optimized(JOBS, 1), JOBS),
    "summing": (SummingHistogram(JOBS, 1), JOBS),
    "one bit in integers": (IntegerOneBitMean(0, 10, 1), AGES),
    "three levels": (FewLevelsMean(0, 10, 3, 1), AGES),
}  # the two sketches are left out: their hash functions are fixed, so they are biased


@pytest.mark.weekly
@pytest.mark.parametrize("name", RIGHT | MORE)
def test_a_right_mechanism_fails_no_more_often_than_stated(name):
    """Out of 200 examinations at 1 % fail at most as many as a binomial count exceeds
    with 1e-6."""
    mechanism, values = (RIGHT | MORE)[name]
    rng, error = np.random.default_rng([10, len(name)]), 0.01
    failed = sum(
        not examine(mechanism, values[:3], 1, rng, n=2_000, error=error).holds
        for _ in range(RUNS)
    )
    assert failed <= binom.isf(1e-6, RUNS, error)
