"""Summing histogram: the privacy and the sum of Laplace noise.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import math

import numpy as np
from scipy import stats

from ldp_course import SummingHistogram
from ldp_course.audit import audit
from tests.oracles import DOMAIN, FALSE_ALARM


def test_the_audit_confirms_the_epsilon_of_the_noise():
    """The event with the largest ratio of probabilities, e^ε: the first entry above 1
    and the second below 0.
    """
    mechanism, rng = SummingHistogram(DOMAIN, 1.0), np.random.default_rng(11)
    first, second = (
        mechanism.perturb(mechanism.encode([value] * 200_000), rng)
        for value in ("a", "b")
    )
    result = audit(
        first,
        second,
        1 - FALSE_ALARM,
        event=lambda rows: (rows[:, 0] > 1) & (rows[:, 1] < 0),
    )
    assert 0.9 < result.epsilon_lower <= 1


def test_simulate_has_the_law_of_summed_laplace_noise():
    """One run of simulate has the law of aggregate: Kolmogorov-Smirnov on 3 people,
    5,000 runs each, at 1e-6.
    """
    mechanism, rng = SummingHistogram(("a", "b"), 1.0), np.random.default_rng(4)
    rows = (
        mechanism
        .perturb(mechanism.encode(["a", "b", "b"] * 5_000), rng)
        .reshape(5_000, 3, 2)
        .mean(axis=1)
    )
    assert mechanism.aggregate([[0.5, 1.5], [1.5, 0.5]]).frequencies.tolist() == [1, 1]
    simulated = np.array([
        mechanism.simulate([1, 2], rng).frequencies for _ in range(5_000)
    ])
    for value in (0, 1):
        assert stats.ks_2samp(rows[:, value], simulated[:, value]).pvalue > 1e-6
    assert math.isclose(mechanism.variance(3, 0.5), 8 / 3)
