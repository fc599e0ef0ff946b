"""Bounds of ε from samples."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding
from ldp_course.audit import audit, clopper_pearson_high, clopper_pearson_low
from ldp_course.topics.numbers import LaplaceMean

CASES = list(itertools.product([1, 12, 2_400, 1_000_000], [0.5, 0.005, 1e-11]))


def test_bounds_of_probabilities_are_those_of_scipy():
    for trials, error in CASES:
        inside = np.unique(np.linspace(1, trials, 40).astype(int))
        low = clopper_pearson_low(inside, trials, error)
        high = clopper_pearson_high(trials - inside, trials, error)
        expected = stats.beta.ppf(error, inside, trials - inside + 1)
        np.testing.assert_allclose(low, expected, rtol=1e-12)
        expected = stats.beta.isf(error, trials - inside + 1, inside)
        np.testing.assert_allclose(high, expected, rtol=1e-12)
        assert clopper_pearson_low(0, trials, error) == 0
        assert clopper_pearson_high(trials, trials, error) == 1


def test_bounds_of_tables_share_the_trials_of_a_row():
    counts, trials = np.array([[0, 3], [7, 5]]), np.array([[3], [12]])
    low = clopper_pearson_low(counts, trials, 0.01)
    assert low[0, 0] == 0
    assert low[1, 1] == clopper_pearson_low(5, 12, 0.01)
    assert clopper_pearson_high(counts, trials, 0.01)[0, 1] == 1


def test_audit_bound_holds_at_its_confidence():
    """At confidence .9 a bound above ε may happen in at most 10 % of 300 audits; above
    20 % has chance < 1e-6.
    """
    mechanism, rng = RandomizedResponse(0.5), np.random.default_rng(8)
    yes, no = np.ones(2000, dtype=int), np.zeros(2000, dtype=int)
    wrong = sum(
        audit(
            mechanism.perturb(yes, rng), mechanism.perturb(no, rng), confidence=0.9
        ).epsilon_lower
        > 0.5
        for _ in range(300)
    )
    assert stats.binom.sf(60, 300, 0.1) < 1e-6
    assert wrong <= 60


def test_audit_counts_and_a_mechanism_without_privacy():
    result = audit(
        np.ones(10_000, dtype=int),
        np.zeros(10_000, dtype=int),
        event=lambda reports: reports == 1,
    )
    assert (result.hits, result.hits_of) == (10_000, 10_000)
    assert (result.false_alarms, result.false_alarms_of) == (0, 10_000)
    # even a perfect attack certifies only what the sample size allows
    high = stats.beta.ppf(1 - 0.005, 1, 10_000)
    low = stats.beta.ppf(0.005, 10_000, 1)
    assert result.epsilon_lower == pytest.approx(math.log(low / high))
    assert audit([0, 1, 0, 1], [0, 1, 0, 1]).epsilon_lower == 0


def test_audit_of_the_same_law_in_two_dtypes():
    """Reports of one value twice, as int64 and as uint8. A bound above 0 at confidence
    1 - 1e-6 would be a false alarm.
    """
    mechanism, rng = UnaryEncoding(range(3), 0.75, 0.25), np.random.default_rng(9)
    first, second = (
        mechanism.perturb(mechanism.encode([1] * 20_000), rng) for _ in range(2)
    )
    assert audit(first.astype(np.int64), second, confidence=1 - 1e-6).epsilon_lower == 0


@pytest.mark.parametrize("number", [-(2**53) - 1, 2**53 + 1])
def test_whole_numbers_that_a_float_would_round_are_refused(number):
    with pytest.raises(ValueError, match="both must be reports of one kind"):
        audit(np.full(9, number), np.full(9, float(number)))


@pytest.mark.parametrize(
    "event",
    [lambda reports: reports == 1, lambda reports: True, lambda reports: reports[:, 0]],
)
def test_an_event_must_give_a_boolean_for_each_report(event):
    reports = np.ones((5, 2), dtype=np.uint8)
    with pytest.raises(
        ValueError,
        match="event returned shape .*; event must return one boolean a report",
    ):
        audit(reports, reports, event=event)


def in_order(reports):
    return reports[np.lexsort(np.atleast_2d(reports.T)[::-1])]


ORDERS = {
    "as drawn": lambda reports: reports,
    "sorted": in_order,
    "falling": lambda reports: in_order(reports)[::-1],
    "sorted in turn": lambda reports: np.concatenate([
        in_order(reports)[::2],
        in_order(reports)[1::2],
    ]),
}


@pytest.mark.parametrize(
    "mechanism, first, second",
    [
        (RandomizedResponse(0.1), 0, 1),
        (RandomizedResponse(3), 1, 0),
        (UnaryEncoding.optimized(list("abc"), 0.5), "a", "c"),
        (DirectEncoding(range(9), 1), 2, 8),
        (LaplaceMean(0, 1, 0.5), 0, 1),
    ],
)
def test_no_order_of_the_reports_changes_an_audit(mechanism, first, second):
    """A bound above ε has a chance below 1e-9 each."""
    rng = np.random.default_rng()
    samples = [
        mechanism.perturb(mechanism.encode([value] * 3000), rng)
        for value in (first, second)
    ]
    audits = {
        audit(*map(order, samples), confidence=1 - 1e-9) for order in ORDERS.values()
    }
    assert len(audits) == 1
    assert audits.pop().epsilon_lower <= mechanism.epsilon


def test_an_audit_of_what_read_batch_returns(tmp_path):
    """Two batches of a right mechanism, sorted by what they say."""
    from ldp_course.topics.many_machines import read_batch, write_batch

    poll, rng, read = RandomizedResponse(0.1), np.random.default_rng(0), []
    for value in (0, 1):
        path = tmp_path / f"{value}.parquet"
        write_batch(path, poll, poll.perturb(poll.encode([value] * 50_000), rng))
        read.append(read_batch(path)[0])
    assert audit(*read).epsilon_lower < 0.1
