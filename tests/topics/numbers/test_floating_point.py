"""What a floating-point Laplace report gives away: the attack keeps the truth, and
finds it.

Seeds are fixed; only `test_three_reports_find_most_ages` has limits that chance could
break, over all seeds with probability below 1e-6.
"""

import math

import numpy as np
import pytest
from scipy.stats import binom

from ldp_course.topics.numbers import LaplaceMean

AGES = np.arange(17, 91)


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1, 30])
def test_the_true_value_always_remains(epsilon):
    laplace, rng = LaplaceMean(17, 90, epsilon), np.random.default_rng(1)
    for age in (17, 18, 40, 53, 54, 89, 90):
        reports = laplace.perturb(laplace.encode([age] * 1_000), rng)
        assert laplace.possible_values(reports, [age]).all()


@pytest.mark.parametrize(
    "j", [1, 2, 3, 2**52 - 1, 2**52, 2**52 + 1, 2**52 + 2, 2**53 - 1]
)
def test_every_draw_is_tried(j):
    """Noise as numpy's C code makes it from this draw, at the ends and around the
    middle."""
    for epsilon in (0.1, 1, 30):
        laplace, u = LaplaceMean(17, 90, epsilon), j / 2**53
        log = math.log(u + u) if u < 0.5 else -math.log(2.0 - u - u)
        reports = laplace.encode(AGES) + laplace.scale * log
        assert laplace.possible_values(reports, AGES).diagonal().all()


def test_the_generator_draws_as_the_attack_assumes():
    numbers = np.random.default_rng(5).random(1_000)
    noise = np.random.default_rng(5).laplace(size=1_000)
    for u, draw in zip(numbers.tolist(), noise.tolist(), strict=True):
        assert draw == (math.log(u + u) if u < 0.5 else -math.log(2.0 - u - u))


@pytest.mark.parametrize(("epsilon", "share"), [(0.1, 0.68), (1, 0.59)])
def test_three_reports_find_most_ages(epsilon, share):
    """In 500 attacks; the shares are known within 0.03."""
    laplace, rng, successes = LaplaceMean(17, 90, epsilon), np.random.default_rng(3), 0
    for age in rng.choice(AGES, 500):
        reports = laplace.perturb(laplace.encode([age] * 3), rng)
        successes += laplace.possible_values(reports, AGES).all(axis=0).sum() == 1
    assert binom.ppf(1e-7, 500, share - 0.03) <= successes
    assert successes <= binom.ppf(1 - 1e-7, 500, share + 0.03)


def test_a_report_that_no_draw_makes_has_no_value():
    assert not LaplaceMean(17, 90, 1).possible_values([1e6, -1e6], AGES).any()
