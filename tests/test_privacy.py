"""What a channel reveals, exactly and from samples."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding
from ldp_course.privacy import audit, posterior, posterior_odds, privacy_loss
from ldp_course.topics.numbers import LaplaceMean


def test_privacy_loss_is_exact_over_fractions():
    third, tenth = Fraction(1, 3), Fraction(1, 10)
    channel = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    assert privacy_loss(channel) == math.log(3)
    assert privacy_loss([[third, 2 * third], [tenth, 9 * tenth]]) == math.log(
        Fraction(10, 3)
    )
    assert (
        privacy_loss([[Fraction(1), Fraction(0)], [Fraction(1, 2), Fraction(1, 2)]])
        == math.inf
    )


@pytest.mark.parametrize("least", [5e-324, Fraction(1, 10**400)])
def test_privacy_loss_of_ratios_beyond_floats(least):
    half, exact = type(least)(0.5), Fraction(least)
    expected = math.log(exact.denominator) - math.log(exact.numerator) - math.log(2)
    assert privacy_loss([[least, 1 - least], [half, half]]) == pytest.approx(expected)


def test_privacy_loss_of_the_extremes():
    assert privacy_loss([[0.5, 0.5], [0.5, 0.5]]) == 0
    assert privacy_loss([[1, 0], [0, 1]]) == math.inf
    assert privacy_loss([[0.5, 0.5, 0], [0.25, 0.75, 0]]) == pytest.approx(
        math.log(2)
    )  # third report never occurs


@pytest.mark.parametrize("wrong", [
    [[0.5, 0.5]],
    [[0.5, 0.6], [0.5, 0.5]],
    [[1.5, -0.5], [0.5, 0.5]],
    [0.5, 0.5],
    [[Fraction(1, 3)] * 2] * 2,
])  # fmt: skip
def test_bad_channels_are_refused(wrong):
    with pytest.raises(ValueError, match="channel must be a table of probabilities"):
        privacy_loss(wrong)


def test_posterior_by_hand_and_within_the_odds_bound():
    channel = RandomizedResponse.two_coin().channel()
    after = posterior(channel, [0.9, 0.1])
    assert after[1, 1] == pytest.approx(0.075 / (0.075 + 0.225))
    for prior in (0.01, 0.1, 0.5, 0.9):
        low, high = posterior_odds(prior / (1 - prior), math.log(3))
        after = posterior(channel, [1 - prior, prior])
        odds = after[1] / after[0]
        assert odds.min() == pytest.approx(low) and odds.max() == pytest.approx(high)
    assert np.isnan(posterior([[1, 0], [0, 1]], [1, 0])[:, 1]).all()
    with pytest.raises(ValueError, match="prior must be 2 probabilities"):
        posterior(channel, [0.5, 0.6])


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
