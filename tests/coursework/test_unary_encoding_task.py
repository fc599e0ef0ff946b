"""Unary encoding: the numbers of a student, and the formulas behind the checks."""

import itertools
import math

import numpy as np
from answers.unary_encoding import numbers
from answers.unary_encoding.programs import written
from scipy import stats

from coursework.unary_encoding import reference
from coursework.unary_encoding.reference import COSTS, program
from ldp_checks.assignments.unary_encoding import questions
from ldp_checks.statistical_limits import ERROR
from ldp_course.privacy import privacy_loss


def test_the_formula_of_epsilon_by_enumeration():
    """All rows of up to m values (or only "no answer"), all reports: the largest
    ratio."""
    for k, most, p, q in [
        (4, 2, 0.75, 0.2),
        (4, 1, 0.55, 0.1),
        (5, 2, 0.6, 0.3),
        (4, 2, 0.2, 0.7),
    ]:
        named = [
            set(c)
            for size in range(1, most + 1)
            for c in itertools.combinations(range(k), size)
        ] + [{k}]
        reports = np.array(list(itertools.product([0, 1], repeat=k + 1)))
        chances = [
            np.where([i in answer for i in range(k + 1)], p, q) for answer in named
        ]
        channel = [
            np.where(reports == 1, chance, 1 - chance).prod(axis=1)
            for chance in chances
        ]
        assert math.isclose(privacy_loss(channel), reference.epsilon(p, q, most))


def test_the_least_variance_is_the_minimum():
    for epsilon, share in itertools.product((0.5, 1, 2, 3), (0, 0.1, 0.3, 0.5)):
        ps = np.linspace(0.001, 0.999, 9_981)
        grid = min(numbers.variance(p, numbers.partner(p, epsilon), share) for p in ps)
        least = reference.least_variance(epsilon, share)
        assert least * (1 - 1e-12) <= grid <= least * (1 + 1e-6)
        assert math.isclose(
            numbers.variance(*numbers.closed(epsilon, share, 1), share), least
        )
    assert math.isclose(
        reference.least_variance(1.5, 0), 4 * math.exp(1.5) / (math.exp(1.5) - 1) ** 2
    )


def test_the_faulty_programs_have_the_epsilon_that_the_answer_key_says():
    """The channel of `collect` for 3 values, by frequencies of 400,000 reports of each
    value."""
    rng = np.random.default_rng(2)
    for fault, cost in COSTS.items():
        collect, _ = written(program(fault))
        channel = []
        for value in range(3):
            reports = collect(
                np.tile(np.eye(3, dtype=int)[value], (400_000, 1)), 1.0, rng
            )
            channel.append(np.bincount(reports @ [4, 2, 1], minlength=8) / len(reports))
        shown = privacy_loss(channel)
        assert math.isinf(shown) if math.isinf(cost) else abs(shown - cost) < 0.1, fault


def test_an_honest_survey_hardly_ever_looks_too_exact():
    """`too_exact`: at least 6 columns, both kinds of bits; the exact chance, for the
    smallest counts that occur.
    """
    n, cases = questions.PEOPLE, []
    for k, most, p, q in itertools.product(
        (6, 7, 8), (2, 3), (0.55, 0.6, 0.65, 0.75), (0.1, 0.15, 0.2, 0.3)
    ):
        cases.append((np.array([round(0.9 * most / k * n)] * k + [n // 10]), p, q))
    for k, epsilon in itertools.product((6, 7, 8), (1, 1.25, 1.5, 2)):
        cases.append((np.array([n // k] * k), *numbers.symmetric(epsilon)))
    chances = []
    for ones, p, q in cases:
        of, chance = np.concatenate([ones, n - ones]), np.repeat([p, q], len(ones))
        reach = np.sqrt(of * chance * (1 - chance)) / 5
        near = stats.binom.cdf(of * chance + reach, of, chance) - stats.binom.cdf(
            np.ceil(of * chance - reach) - 1, of, chance
        )
        chances.append(near.prod())
    assert max(chances) < ERROR, max(chances)
