"""Randomized response: individual numbers, the formulas behind the checks, and how rarely a right
answer fails.
"""

import hashlib
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from answers.randomized_response.wrong_clients import coins, in_pairs
from scipy import stats

from ldp_course.checks import randomized_response as checks
from ldp_course.checks.randomized_response.clients import (
    BLOCK,
    SMALL,
    SMALL_TABLES,
    Channel,
    symmetric,
)
from ldp_course.checks.randomized_response.faults import FAULTY, intended
from ldp_course.checks.randomized_response.task import FORCED, HEADS, TOPICS
from ldp_course.checks.statistics import ERROR, binomial_limits
from ldp_course.privacy import privacy_loss

STUDENTS = [f"student-{i}" for i in range(2_000)]


def digest(students):
    text = "\n".join(
        f"{checks.task(student)!r}\n{checks.task(student).broken_code}" for student in students
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_individual_numbers_are_the_same_on_every_machine():
    assert digest(["anna", "12345678", "Zoë.Müller", "your-id"]) == "06c11d1bbc9ef774"
    assert checks.task(" Anna ") == checks.task("anna")


def test_the_numbers_range_over_all_choices():
    tasks = [checks.task(student) for student in STUDENTS]
    assert {(t.yes_faces, t.no_faces) for t in tasks} == set(FORCED)
    assert {t.topic for t in tasks} == set(TOPICS)
    assert {(t.heads_of, t.broken_client) for t in tasks} == set(
        itertools.product(HEADS, (f.client for f in FAULTY))
    )
    assert len({repr(t) + t.broken_code for t in tasks}) > 1_000  # of 12 * 6 * 24 = 1,728
    assert len(FORCED) == len(set(FORCED)) == 12 and all(
        yes != no and yes + no < 12 for yes, no in FORCED
    )


@pytest.mark.parametrize(("yes", "no"), FORCED)
def test_epsilon_of_a_survey_by_enumerating_its_die(yes, no):
    def channel(truth):
        faces = [1 if face <= yes else 0 if face > 12 - no else truth for face in range(1, 13)]
        return [Fraction(12 - sum(faces), 12), Fraction(sum(faces), 12)]

    exact = privacy_loss([channel(0), channel(1)])
    a, b = yes / 12, no / 12
    assert exact == pytest.approx(math.log(max((1 - b) / a, (1 - a) / b)), abs=1e-12)
    assert exact == pytest.approx(Channel(a, 1 - b).epsilon, abs=1e-12)
    (no_no, no_yes), (yes_no, yes_yes) = channel(0), channel(1)
    assert (yes_yes / no_yes > no_no / yes_no) == (a < b)


@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.client.__name__)
@pytest.mark.parametrize("heads_of", HEADS)
def test_what_the_faulty_clients_do(faulty, heads_of):
    """Each test errs with probability ERROR."""
    heads, rng, n = heads_of[0] / heads_of[1], np.random.default_rng(), 50_000
    channel, promised = faulty.channel(heads), intended(heads)
    for truth, chance in enumerate((channel.yes_if_no, channel.yes_if_yes)):
        if faulty.whole_table:
            yes = sum(int(faulty.client(np.array([truth]), heads, rng)[0]) for _ in range(n // 10))
            low, high = binomial_limits(n // 10, chance)
        else:
            yes = int(faulty.client(np.full(n, truth), heads, rng).sum())
            low, high = binomial_limits(n, chance)
        assert low <= yes <= high
    assert promised.epsilon == pytest.approx(math.log((1 + heads) / (1 - heads)))
    assert faulty.epsilon(heads) > promised.epsilon + 0.1
    assert (
        "def client(truths, heads, rng):" in faulty.code
        and faulty.client.__name__ not in faulty.code
    )


def test_one_toss_for_the_table_reveals_it():
    """The truths no, yes can be reported as no, yes; the truths yes, yes and no, no never can."""
    client, rng = next(f.client for f in FAULTY if f.whole_table), np.random.default_rng()
    seen = {
        pair: {tuple(client(np.array(pair), 1 / 3, rng)) for _ in range(200)}
        for pair in [(0, 1), (1, 1), (0, 0)]
    }
    assert (0, 1) in seen[0, 1] and (0, 1) not in seen[1, 1] | seen[
        0, 0
    ]  # missed with probability (2/3)^200


def law(channels, truths):
    """[(reports, their probability)] for people with these channels and truths."""
    for reports in itertools.product((0, 1), repeat=len(truths)):
        yes = [c.yes_if_yes if t else c.yes_if_no for c, t in zip(channels, truths, strict=True)]
        yield (
            np.array(reports),
            math.prod(y if r else 1 - y for y, r in zip(yes, reports, strict=True)),
        )


def test_the_unbiased_estimates_are_unique():
    """So the checks may compare exactly: the channel of a table is an invertible matrix."""
    epsilons = np.array([0.4, 1.0, 2.5])
    tables = list(itertools.product((0, 1), repeat=3))
    for channels in ([Channel(1 / 12, 8 / 12)] * 3, [symmetric(epsilon) for epsilon in epsilons]):
        matrix = np.array([[chance for _, chance in law(channels, truths)] for truths in tables])
        assert np.linalg.matrix_rank(matrix) == 8
    a, b = 1 / 12, 4 / 12
    lie = 1 / (1 + np.exp(epsilons))
    estimates = {
        "share": ([Channel(a, 1 - b)] * 3, lambda r: (r.mean() - a) / (1 - a - b)),
        "unequal": ([symmetric(e) for e in epsilons], lambda r: ((r - lie) / (1 - 2 * lie)).mean()),
    }
    for channels, estimate in estimates.values():
        for truths in tables:
            assert sum(
                chance * estimate(r) for r, chance in law(channels, truths)
            ) == pytest.approx(np.mean(truths))
    pooled = lambda r: (r - lie).sum() / (1 - 2 * lie).sum()  # noqa: E731
    mean = sum(chance * pooled(r) for r, chance in law(estimates["unequal"][0], (0, 0, 1)))
    assert (
        mean == pytest.approx((1 - 2 * lie[2]) / (1 - 2 * lie).sum()) and abs(mean - 1 / 3) > 0.15
    )


@pytest.mark.parametrize(("yes", "no"), FORCED)
def test_the_worst_share_is_0_or_1(yes, no):
    a, b, n = yes / 12, no / 12, 8
    variances = []
    for holds in range(n + 1):
        of_yes, of_no = (
            stats.binom.pmf(range(k + 1), k, p) for k, p in ((holds, 1 - b), (n - holds, a))
        )
        law = np.convolve(of_yes, of_no)
        estimates = (np.arange(n + 1) / n - a) / (1 - a - b)
        variances.append(law @ estimates**2 - (law @ estimates) ** 2)
        assert law @ estimates == pytest.approx(holds / n)
    assert np.allclose(np.diff(variances, 2), 0)  # a straight line in the true share
    assert max(variances) == pytest.approx(max(a * (1 - a), b * (1 - b)) / n / (1 - a - b) ** 2)


def test_margins_are_clear_for_every_student():
    """1.96 and 1.959964 give one and the same number, and there are margins enough."""
    for yes, no in FORCED:
        spread, told = max(yes * (12 - yes), no * (12 - no)), 12 - yes - no
        people = lambda margin, z=1.96: spread * (z / (told * margin)) ** 2  # noqa: E731, B023
        margins = checks._clear_margins(people)
        assert len(margins) >= 20
        for margin in margins:
            assert math.ceil(people(margin)) == math.ceil(people(margin, stats.norm.ppf(0.975)))
            assert math.floor(people(margin)) < math.ceil(people(margin, stats.norm.ppf(0.975)))


def false_fail(channels, blocks):
    """The probability that a right client fails: a sum over its tests (exact for each)."""
    channels = list(channels)
    cells, total = 2 * len(channels), 0.0
    n = BLOCK // cells * blocks
    for channel in channels:
        for chance in (channel.yes_if_no, channel.yes_if_yes):
            for count, probability in ((n, chance), (n // 2, chance**2 + (1 - chance) ** 2)):
                low, high = binomial_limits(count, probability, ERROR / (2 * cells))
                total += stats.binom.cdf(low - 1, count, probability) + stats.binom.sf(
                    high, count, probability
                )
    # Equal counts in all small tables, and equal answers of 400 people to two generators.
    small = max(
        (stats.binom.pmf(range(SMALL + 1), SMALL, c.yes_if_no) ** SMALL_TABLES).sum()
        for c in channels
    )
    agree = max(
        math.prod(p**2 + (1 - p) ** 2 for p in (c.yes_if_no, c.yes_if_yes)) ** 200 for c in channels
    )
    return total + small + 2 * agree


def test_a_right_client_fails_as_rarely_as_its_findings_say():
    survey = max(false_fail([checks.task(s).survey], checks.DIE) for s in STUDENTS[:300])
    mended = max(false_fail([intended(checks.task(s).heads)], checks.COINS) for s in STUDENTS[:300])
    unequal = max(
        false_fail(map(symmetric, three), checks.COINS)
        for three in itertools.product(*checks.EPSILONS)
    )
    assert max(survey, mended, unequal) <= ERROR


def test_pairs_are_told_that_they_are_pairs():
    client = in_pairs(coins, 1)
    *_, found = checks.mended_client.findings(client, student="anna", rng=np.random.default_rng(7))[
        :2
    ]
    assert "neighbours depend on each other" in found.message


@pytest.mark.parametrize("heads_of", HEADS)
@pytest.mark.parametrize("faulty", FAULTY, ids=lambda faulty: faulty.client.__name__)
def test_a_wrong_epsilon_of_the_broken_client_is_recognised(faulty, heads_of):
    student = next(
        s
        for s in STUDENTS
        if (checks.task(s).faulty, checks.task(s).heads_of) == (faulty, heads_of)
    )
    heads = checks.task(student).heads
    channel, epsilon = faulty.channel(heads), faulty.epsilon(heads)
    wrong = {epsilon / math.log(2): "not log2", math.exp(min(epsilon, 99)): "its logarithm"}
    wrong = {0.1: "is not right"} if epsilon == math.inf else wrong
    for answer, said in wrong.items():
        given = [channel.yes_if_no, channel.yes_if_yes], answer
        found = checks.epsilon_of_the_broken.findings(
            *given, student=student, rng=np.random.default_rng()
        )
        assert [one.holds for one in found] == [True, True, False] and said in found[-1].message
