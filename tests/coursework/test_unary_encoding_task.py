"""Unary encoding: the numbers of a student, and the formulas behind the checks."""

import itertools
import math

import numpy as np
import pytest
from answers.unary_encoding import as_given
from scipy import stats
from soundness import solution_of

from ldp_checks.assignments.unary_encoding import questions
from ldp_checks.sealed_answers import programs_of
from ldp_checks.statistical_limits import ERROR
from ldp_course.privacy import privacy_loss

SOLUTION = solution_of("unary_encoding", "ada")


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
        assert math.isclose(privacy_loss(channel), SOLUTION.epsilon_of(p, q, most))


def test_the_best_probabilities_have_the_least_variance():
    """Over all p, with the q for which they have this ε for one value."""
    ps = np.linspace(0.001, 0.999, 9_981)
    for epsilon, share in itertools.product((0.5, 1, 2, 3), (0, 0.1, 0.3, 0.5)):
        odds = ps / (1 - ps) * math.exp(-epsilon)
        grid = questions.variance(ps, odds / (1 + odds), share).min()
        for most in (1, 2):
            s = solution_of("unary_encoding", "ada", most=most)
            pair = s.best_probabilities(most * epsilon, share)
            assert s.epsilon_of(*pair, most) == pytest.approx(most * epsilon)
            least = questions.variance(*pair, share)
            assert least * (1 - 1e-12) <= grid <= least * (1 + 1e-6)


def test_all_intervals_hold_together_with_95_percent():
    """With 400 people at a count in the middle; the normal law is near the exact one."""
    for i in range(8):
        s = solution_of("unary_encoding", f"student {i}")
        p, q, columns, n = s.task.p, s.task.q, s.task.width, 4_000
        held = n // 4
        mean = held * p + (n - held) * q
        chance = np.repeat([p, q], [held, n - held])
        ones = np.round(mean + np.arange(-400, 401) * 0.25).astype(int)
        law = stats.norm.pdf(ones, mean, math.sqrt((chance * (1 - chance)).sum()))
        inside = []
        for count in np.unique(ones):
            table = np.zeros((n, columns), dtype=int)
            table[:count] = 1
            low, high = s.intervals(table)
            inside.append(low[0] <= held <= high[0])
        weights = dict(zip(ones, law))
        law = np.array([weights[count] for count in np.unique(ones)])
        of_one = law @ np.array(inside) / law.sum()
        assert 0.95 - 0.01 < 1 - columns * (1 - of_one) < 0.95 + 0.01


def test_the_faulty_programs_have_the_epsilon_of_the_diagnosis():
    """The channel of `collect` for 3 values, by frequencies of 400,000 reports of each
    value.
    """
    rng = np.random.default_rng(2)
    for code, fault in zip(programs_of("unary_encoding"), "abcde", strict=True):
        s = solution_of("unary_encoding", "ada", faulty_code=code, asked=1.0)
        channel = []
        for row in np.eye(3, dtype=int):
            reports = as_given(s)["collect"](np.tile(row, (400_000, 1)), 1.0, rng)
            channel.append(np.bincount(reports @ [4, 2, 1], minlength=8) / len(reports))
        shown, cost = privacy_loss(channel), s.faulty_epsilon
        assert math.isinf(shown) if math.isinf(cost) else abs(shown - cost) < 0.1, fault
        assert s.fault == fault


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
        keeps = 1 / (1 + math.exp(-epsilon / 2))
        cases.append((np.array([n // k] * k), keeps, 1 - keeps))
    chances = []
    for ones, p, q in cases:
        of, chance = np.concatenate([ones, n - ones]), np.repeat([p, q], len(ones))
        reach = np.sqrt(of * chance * (1 - chance)) / 5
        near = stats.binom.cdf(of * chance + reach, of, chance) - stats.binom.cdf(
            np.ceil(of * chance - reach) - 1, of, chance
        )
        chances.append(near.prod())
    assert max(chances) < ERROR, max(chances)
