"""The solutions on randomized response, computed another way: by counting all cases."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import brentq

from ldp_course import RandomizedResponse
from ldp_course.privacy import posterior, privacy_loss
from tests.coursework.exam.seeds import numbers


def die(n):
    """Pr["yes" | truth] for both truths, by rolling every face."""
    forced = ["yes"] * n.yes + ["no"] * n.no + [None] * (12 - n.yes - n.no)
    return [
        Fraction(sum((face or truth) == "yes" for face in forced), 12) for truth in ("no", "yes")
    ]


def variance(reported):
    return float(reported * (1 - reported))


@numbers("randomized_response", "forced_die")
def test_forced_die(n):
    if_no, if_yes = die(n)
    channel = np.array([[if_yes, 1 - if_yes], [if_no, 1 - if_no]], dtype=float)
    assert (n.yes_if_yes, n.no_if_no) == (12 * if_yes, 12 * (1 - if_no))
    assert n.epsilon == pytest.approx(privacy_loss(channel))
    assert n.more == ("yes" if n.of_yes > n.of_no else "no")
    assert np.exp(n.epsilon) == pytest.approx(max(n.of_yes, n.of_no))
    prior = [1 / (1 + n.odds), n.odds / (1 + n.odds)]
    assert n.belief == pytest.approx(posterior(channel, prior)[0, 0])
    # the expected number of reports is what came in
    held = brentq(lambda x: x * if_yes + (1 - x) * if_no - n.reports / n.people, 0, 1)
    assert n.estimate == pytest.approx(held)
    of_all = n.people * (held * variance(if_yes) + (1 - held) * variance(if_no))
    assert n.error == pytest.approx(np.sqrt(of_all) / n.people / float(if_yes - if_no))
    assert (n.high - n.low) / 2 == pytest.approx(1.96 * n.error)
    assert (n.high + n.low) / 2 == pytest.approx(n.count / n.people)


@numbers("randomized_response", "how_many")
def test_how_many(n):
    if_no, if_yes = die(n)

    shares = np.linspace(0, 1, 1_001)

    def half_widths(people, sample=False):
        reported = shares * float(if_yes) + (1 - shares) * float(if_no)
        dice = shares * variance(if_yes) + (1 - shares) * variance(if_no)
        one = reported * (1 - reported) if sample else dice
        return 1.96 * np.sqrt(one / people) / float(if_yes - if_no)

    for people, margin, sample in (
        (n.people, n.margin, False),
        (n.half, n.margin / 2, False),
        (n.sample, n.margin, True),
    ):
        almost = margin * (1 + 1e-12)
        assert max(half_widths(people, sample)) <= almost < max(half_widths(people - 1, sample))
    worst = shares[np.argmax(half_widths(n.people))]
    assert worst == (n.who == "yes")
    assert (n.of_no, n.of_yes) == pytest.approx((variance(if_no), variance(if_yes)))


@numbers("randomized_response", "broken_coins")
def test_broken_coins(n):
    def reports(truth, keep):
        """Pr["yes"], over both tosses."""
        if truth == keep:
            return float(truth == "yes")
        return n.heads * (truth == "yes") + (1 - n.heads) / 2

    rule = [reports(truth, None) for truth in ("yes", "no")]
    program = [reports(truth, n.kept) for truth in ("yes", "no")]
    assert (n.meant_yes, n.meant_no, n.if_yes, n.if_no) == pytest.approx((*rule, *program))
    assert n.meant_epsilon == pytest.approx(privacy_loss([[x, 1 - x] for x in rule]))
    assert privacy_loss([[x, 1 - x] for x in program]) == np.inf
    impossible = program[1] if n.proof == "yes" else 1 - program[0]
    assert impossible == 0
    reported = n.share * program[0] + (1 - n.share) * program[1]
    estimate = RandomizedResponse(n.meant_epsilon)
    estimate = (reported - estimate.q) / (estimate.p - estimate.q)
    assert n.estimate == pytest.approx(estimate)
    assert n.bias == pytest.approx(estimate - n.share)
    assert n.noticed.startswith("Here yes" if not 0 <= estimate <= 1 else "Not here")


@numbers("randomized_response", "two_groups")
def test_two_groups(n):
    low, high = RandomizedResponse(n.low), RandomizedResponse(n.high)
    assert (n.p_low, n.p_high) == pytest.approx((low.p, high.p))
    # the sum over people that is also accepted
    person = sum(
        (report - m.q) / (m.p - m.q) * count
        for m, size, ones in ((low, n.n_low, n.ones_low), (high, n.n_high, n.ones_high))
        for report, count in ((1, ones), (0, size - ones))
    )
    assert n.share == pytest.approx(person / n.n)
    mean = np.mean([low.p] * n.n_low + [high.p] * n.n_high)
    assert n.colleague == pytest.approx(
        ((n.ones_low + n.ones_high) / n.n - 1 + mean) / (2 * mean - 1)
    )
    assert abs(n.colleague - n.share) > 0.01, "the two answers must be told apart"
    variances = n.n_low**2 * low.variance(n.n_low, 0.3) + n.n_high**2 * high.variance(n.n_high, 0.3)
    assert n.error == pytest.approx(np.sqrt(np.asarray(variances).ravel()[0]) / n.n)


@numbers("randomized_response", "twice")
def test_twice(n):
    both = list(product((1, 0), repeat=2))
    channel = [
        [np.prod([n.p if report == truth else 1 - n.p for report in pair]) for pair in both]
        for truth in (1, 0)
    ]
    prior = [n.prior, 1 - n.prior]
    assert n.epsilon_two == pytest.approx(privacy_loss(channel))
    after = posterior(channel, prior)[0]
    assert (n.belief, n.prior, n.prior) == pytest.approx(tuple(after[:3]))
    assert (n.both_yes, n.both_no) == pytest.approx((channel[0][0], channel[1][0]))
    assert n.once == pytest.approx(posterior([[n.p, 1 - n.p], [1 - n.p, n.p]], prior)[0, 0])
    believed, answers = n.prior, 0
    while believed <= 0.99:
        believed = believed * n.p / (believed * n.p + (1 - believed) * (1 - n.p))
        answers += 1
    assert n.enough == answers
