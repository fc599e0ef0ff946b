"""The numbers and formulas of "Randomized response" are right, and its limits hold."""

import itertools
import math
from fractions import Fraction
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from coursework.randomized_response import reference
from coursework.randomized_response.reference import FAULTY, code, one_toss
from ldp_checks.assignments.randomized_response import questions
from ldp_checks.assignments.randomized_response.task import FORCED, HEADS
from ldp_checks.statistical_limits import binomial_limits
from ldp_course.privacy import privacy_loss


@pytest.mark.parametrize(("yes", "no"), FORCED)
def test_epsilon_of_a_survey_by_enumerating_its_die(yes, no):
    def channel(truth):
        faces = [
            1 if face <= yes else 0 if face > 12 - no else truth
            for face in range(1, 13)
        ]
        return [Fraction(12 - sum(faces), 12), Fraction(sum(faces), 12)]

    exact = privacy_loss([channel(0), channel(1)])
    given = SimpleNamespace(a=yes / 12, b=no / 12)
    assert exact == pytest.approx(
        reference.RIGHT["epsilon_of_survey"](given), abs=1e-12
    )
    (no_no, no_yes), (yes_no, yes_yes) = channel(0), channel(1)
    more = "yes" if yes_yes / no_yes > no_no / yes_no else "no"
    assert more == reference.RIGHT["tells_more"](given)


@pytest.mark.parametrize("client", FAULTY, ids=lambda client: client.__name__)
@pytest.mark.parametrize("heads_of", HEADS)
def test_the_faulty_clients_have_their_channels(client, heads_of):
    """Each test errs with probability ERROR."""
    heads, rng, n = heads_of[0] / heads_of[1], np.random.default_rng(), 50_000
    for truth, chance in enumerate(FAULTY[client](heads)):
        if client == one_toss:
            yes = sum(
                int(client(np.array([truth]), heads, rng)[0]) for _ in range(n // 10)
            )
            low, high = binomial_limits(n // 10, chance)
        else:
            yes = int(client(np.full(n, truth), heads, rng).sum())
            low, high = binomial_limits(n, chance)
        assert low <= yes <= high
    given = SimpleNamespace(broken_code=code(client), heads=heads)
    assert reference.broken_epsilon(given) > math.log((1 + heads) / (1 - heads)) + 0.1
    assert "def client(truths, heads, rng):" in code(client)
    assert client.__name__ not in code(client)


def symmetric(epsilon):
    lie = 1 / (1 + math.exp(epsilon))
    return lie, 1 - lie


def law(channels, truths):
    """[(reports, their probability)] for people with these truths; a channel is Pr[yes | truth]."""
    for reports in itertools.product((0, 1), repeat=len(truths)):
        yes = [channel[truth] for channel, truth in zip(channels, truths, strict=True)]
        yield (
            np.array(reports),
            math.prod(y if r else 1 - y for y, r in zip(yes, reports, strict=True)),
        )


def test_the_unbiased_estimates_are_unique():
    """So the checks may compare exactly: the channel of a table can be inverted."""
    epsilons = np.array([0.4, 1.0, 2.5])
    tables = list(itertools.product((0, 1), repeat=3))
    for channels in (
        [(1 / 12, 8 / 12)] * 3,
        [symmetric(epsilon) for epsilon in epsilons],
    ):
        matrix = np.array([
            [chance for _, chance in law(channels, truths)] for truths in tables
        ])
        assert np.linalg.matrix_rank(matrix) == 8
    a, b = 1 / 12, 4 / 12
    given = SimpleNamespace(a=a, b=b)
    estimates = {
        "share": ([(a, 1 - b)] * 3, lambda r: reference.share(given, r)),
        "unequal": (
            [symmetric(e) for e in epsilons],
            lambda r: reference.unequal(given, r, epsilons),
        ),
    }
    for channels, estimate in estimates.values():
        for truths in tables:
            assert sum(
                chance * estimate(r) for r, chance in law(channels, truths)
            ) == pytest.approx(np.mean(truths))


@pytest.mark.parametrize(("yes", "no"), FORCED)
def test_the_worst_share_is_0_or_1(yes, no):
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
    assert max(variances) == pytest.approx(
        max(a * (1 - a), b * (1 - b)) / n / (1 - a - b) ** 2
    )


def test_a_person_fewer_is_not_enough_for_any_margin():
    """1.96 and 1.959964 are both right; neither makes room for a number too small."""
    for yes, no in FORCED:
        given = SimpleNamespace(a=yes / 12, b=no / 12)
        for seed in range(200):
            margins = questions.margins(given, Random(seed))
            fewer = [
                math.ceil(reference.people(given, *margin)) - 1 for margin in margins
            ]
            for right in reference.RIGHT["people_needed"]:
                assert fewer != [right(given, *margin) for margin in margins]
