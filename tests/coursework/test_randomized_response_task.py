"""The solution of "Randomized response" is right, and the limits of its check hold."""

import itertools
import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from scipy import stats
from soundness import solution_of

from ldp_checks.assignments.randomized_response import questions
from ldp_checks.assignments.randomized_response.task import FORCED, HEADS
from ldp_checks.sealed_answers import programs_of
from ldp_course.privacy import privacy_loss

each_die = pytest.mark.parametrize(("yes", "no"), FORCED)


def with_die(yes, no):
    return solution_of("randomized_response", "ada", yes_faces=yes, no_faces=no)


def channel_of(yes, no):
    """Return Pr["no"] and Pr["yes"] for each truth, by rolling all faces."""
    rows = []
    for truth in (0, 1):
        said = [
            1 if face <= yes else 0 if face > 12 - no else truth
            for face in range(1, 13)
        ]
        rows.append([Fraction(12 - sum(said), 12), Fraction(sum(said), 12)])
    return rows


@each_die
def test_epsilon_of_a_survey_by_enumerating_its_die(yes, no):
    s, channel = with_die(yes, no), channel_of(yes, no)
    assert s.epsilon_of_survey == pytest.approx(privacy_loss(channel), abs=1e-12)
    (no_no, no_yes), (yes_no, yes_yes) = channel
    assert s.tells_more == ("yes" if yes_yes / no_yes > no_no / yes_no else "no")


class Scripted:
    """Draw what the script says, cell by cell of [0, 1)."""

    def __init__(self, draws):
        self.draws = iter(draws)

    def random(self, size=None):
        return (
            np.array([next(self.draws) for _ in range(size)])
            if size
            else next(self.draws)
        )


def law_of(code, heads, truths):
    """Return the exact law of the reports: each draw lies in one of three cells."""
    names = {"np": np}
    exec(code, names)
    cuts = sorted({0, heads, 0.5, 1})
    cells = [(high - low, (low + high) / 2) for low, high in itertools.pairwise(cuts)]
    law = dict.fromkeys(itertools.product((0, 1), repeat=len(truths)), 0.0)
    for drawn in itertools.product(cells, repeat=2 * len(truths)):
        script = Scripted([draw for _, draw in drawn])
        reports = names["client"](np.array(truths), heads, script)
        law[tuple(map(int, reports))] += math.prod(weight for weight, _ in drawn)
    return list(law.values())


@pytest.mark.parametrize("code", programs_of("randomized_response"))
@pytest.mark.parametrize("heads_of", HEADS)
def test_the_faulty_clients_by_enumerating_their_coins(code, heads_of):
    heads = heads_of[0] / heads_of[1]
    s = solution_of("randomized_response", "ada", broken_code=code, heads_of=heads_of)
    assert s.broken_yes == pytest.approx([law_of(code, heads, [x])[1] for x in (0, 1)])
    # of two people: what one report alone does not show
    laws = {x: law_of(code, heads, x) for x in itertools.product((0, 1), repeat=2)}
    ratios = [
        a / b if b > 1e-12 else math.inf
        for x, other in itertools.permutations(laws, 2)
        if sum(i != j for i, j in zip(x, other)) == 1
        for a, b in zip(laws[x], laws[other])
        if a > 1e-12
    ]
    assert s.epsilon_of_the_broken == pytest.approx(math.log(max(ratios)))
    assert s.epsilon_of_the_broken > math.log((1 + heads) / (1 - heads)) + 0.1


def law(channels, truths):
    """[(reports, their probability)] for people with these truths; a channel is Pr[yes | truth]."""
    for reports in itertools.product((0, 1), repeat=len(truths)):
        yes = [channel[truth] for channel, truth in zip(channels, truths, strict=True)]
        yield (
            np.array(reports),
            math.prod(y if r else 1 - y for y, r in zip(yes, reports, strict=True)),
        )


def test_the_estimates_are_unbiased_and_only_they():
    """So the checks may compare exactly: the channel of a table can be inverted."""
    epsilons = np.array([0.4, 1.0, 2.5])
    lies = 1 / (1 + np.exp(epsilons))
    tables = list(itertools.product((0, 1), repeat=3))
    s = with_die(1, 4)
    for channels, estimate in (
        ([(1 / 12, 8 / 12)] * 3, s.estimate_share),
        ([(lie, 1 - lie) for lie in lies], lambda r: s.estimate_unequal(r, epsilons)),
    ):
        laws = [list(law(channels, truths)) for truths in tables]
        matrix = np.array([[chance for _, chance in of_table] for of_table in laws])
        assert np.linalg.matrix_rank(matrix) == 8
        for truths, of_table in zip(tables, laws):
            mean = sum(chance * estimate(r) for r, chance in of_table)
            assert mean == pytest.approx(np.mean(truths))


@each_die
def test_the_people_that_a_margin_needs(yes, no):
    """The variance is largest for the share 0 or 1, and one person fewer is too few."""
    a, b, n = yes / 12, no / 12, 8
    variances = []
    for holds in range(n + 1):
        of_yes, of_no = (
            stats.binom.pmf(range(k + 1), k, p)
            for k, p in ((holds, 1 - b), (n - holds, a))
        )
        law = np.convolve(of_yes, of_no)
        estimates = (np.arange(n + 1) / n - a) / (1 - a - b)
        variances.append(law @ estimates**2 - (law @ estimates) ** 2)
        assert law @ estimates == pytest.approx(holds / n)
    assert np.allclose(np.diff(variances, 2), 0)  # a straight line in the true share
    s = with_die(yes, no)
    for seed in range(200):
        for (margin,) in questions.margins(s.task, Random(seed)):
            people = s.people_needed(margin)
            half, fewer = (
                1.96 * math.sqrt(max(variances) * n / m) for m in (people, people - 1)
            )
            assert half <= margin * (1 + 1e-9) and margin < fewer * (1 + 1e-9)


@each_die
def test_a_person_fewer_is_not_enough_for_any_margin(yes, no):
    """1.96 and 1.959964 are both right; neither makes room for a number too small."""
    s = with_die(yes, no)
    shorter = 1.959964 / 1.96
    for seed in range(200):
        margins = [margin for (margin,) in questions.margins(s.task, Random(seed))]
        fewer = [s.people_needed(margin) - 1 for margin in margins]
        assert fewer != [s.people_needed(margin / shorter) for margin in margins]
