"""The solutions on a fitness app, computed another way: from the module, by lists and integrals."""

from itertools import product

import numpy as np
import pytest

from ldp_course import RandomizedResponse
from ldp_course.distributions import SquareWave
from ldp_course.numbers import OneBitMean
from ldp_course.privacy import privacy_loss
from tests.coursework.exam.seeds import numbers


@numbers("fitness", "one_bit")
def test_one_bit(n):
    mechanism = OneBitMean(n.low, n.high, n.epsilon)
    found = mechanism.aggregate(np.repeat([1, 0], [n.ones, n.n - n.ones]))
    assert n.mean == pytest.approx(found.mean)
    assert n.error == pytest.approx(found.standard_error, rel=1e-3)
    assert (n.lower, n.upper) == pytest.approx(found.interval(), rel=1e-4)
    for value in (n.low, n.middle, n.high):
        assert mechanism.channel([value])[0] @ [n.zero, n.one] == pytest.approx(value)
    inside = np.clip([n.zero, n.one], n.low, n.high)
    assert n.clipped == pytest.approx([1 - n.share, n.share] @ inside)
    at_worst = 1.96 * np.sqrt(mechanism.variance(n.needed, n.middle))
    assert at_worst <= n.margin < at_worst * np.sqrt(n.needed / (n.needed - 1))


@numbers("fitness", "square_wave")
def test_square_wave(n):
    wave = SquareWave(0, n.longest, 10, n.epsilon)
    assert (n.b, n.p, n.q) == pytest.approx((wave.b, wave.p, wave.q))
    reports = np.linspace(-n.b, 1 + n.b, 200_001)
    for place, mean in ((0, n.at_zero), (1, n.at_one)):
        density = np.where(np.abs(reports - place) <= n.b, n.p, n.q)
        weights = density / density.sum()
        assert weights @ reports == pytest.approx(mean, abs=1e-4)
        assert weights[np.abs(reports - place) <= n.b].sum() == pytest.approx(n.near, abs=1e-4)
    assert n.at_zero + n.place * (n.at_one - n.at_zero) == pytest.approx(n.raw)
    assert n.minutes == pytest.approx(wave.mean([n.raw]).mean)


@numbers("fitness", "memory")
def test_memory(n):
    def law(week):
        """Pr[reports | week], over both remembered answers."""
        found = dict.fromkeys(product((0, 1), repeat=len(week)), 0.0)
        for no, yes in product((0, 1), repeat=2):
            chance = (n.p, n.q)[no] * (n.q, n.p)[yes]
            found[tuple((no, yes)[value] for value in week)] += chance
        return np.array(list(found.values()))

    weeks = {name: law(week) for name, week in
             {"no": (0, 0, 0), "yes": (1, 1, 1), "some": (0, 1, 0)}.items()}  # fmt: skip
    steady = np.array([weeks["no"], weeks["yes"]])
    assert privacy_loss(steady[:, steady.sum(axis=0) > 0]) == pytest.approx(n.epsilon)
    assert weeks["some"][1:-1].sum() == pytest.approx(n.seen)
    assert weeks["no"][1:-1].sum() == 0
    one = RandomizedResponse(n.epsilon)
    assert n.fresh == pytest.approx(sum(privacy_loss(one.channel()) for _ in range(n.days)))
    assert n.q + n.estimate * (n.p - n.q) == pytest.approx(n.share)
    rows = n.share + n.spread * np.tile([1, -1], n.n // 2)
    as_shares = (rows - n.q) / (n.p - n.q)
    assert n.error == pytest.approx(100 * as_shares.std() / np.sqrt(n.n))
    reports = np.tile([1 - n.share, n.share], 2)
    assert n.naive == pytest.approx(
        100 * np.sqrt(reports[0] * reports[1] / n.n / n.days) / (n.p - n.q)
    )
    assert n.ratio > 1


@numbers("fitness", "plans", seeds=16)
def test_plans(n):
    def error(epsilon, m):
        mechanism = RandomizedResponse(epsilon)
        sampled = n.share * (1 - n.share) / m  # the people are a sample, too
        return 100 * np.sqrt(float(np.ravel(mechanism.variance(1, n.share))[0]) / m + sampled)

    errors = error(n.budget, n.people / n.questions), error(n.budget / n.questions, n.people)
    assert (n.by_people, n.by_budget) == pytest.approx(errors)
    assert n.better == ("the people", "the budget")[int(np.argmin(errors))]
    assert n.ratio == pytest.approx(max(errors) / min(errors)) and n.ratio > 1.03
    assert n.asked * (n.q + n.found * (n.p_people - n.q)) == pytest.approx(n.yes)
    assert n.people * (n.q + n.wrong * (n.p_people - n.q)) == pytest.approx(n.yes)
    assert n.spent == pytest.approx(sum([n.budget] * n.questions))
