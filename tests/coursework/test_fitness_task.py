"""A week of a fitness app: the numbers of a student, and what the questions rely on."""

import itertools
import math

import numpy as np
import pytest
from soundness import solution_of

from ldp_checks.assignments.fitness.questions import FAR, SAMPLES, _shape
from ldp_checks.assignments.fitness.task import WAVE_EPSILONS
from ldp_course import RandomizedResponse
from ldp_course.topics.distributions import SquareWave, wasserstein
from ldp_course.topics.numbers import OneBitMean

pytestmark = pytest.mark.xdist_group("300 students of fitness")


@pytest.fixture(scope="module")
def solutions():
    return [solution_of("fitness", f"student {i}") for i in range(300)]


def test_the_estimates_are_those_of_the_module(solutions):
    rng = np.random.default_rng(1)
    for s in solutions[:40]:
        task, bits = s.task, rng.integers(0, 2, 500)
        right = OneBitMean(task.low, task.high, task.pulse_epsilon).aggregate(bits)
        expected = right.mean, *right.interval()
        assert s.mean_pulse(bits) == pytest.approx(expected, rel=1e-4)
        reports = rng.random(500)
        wave = SquareWave(0, task.longest, 2, task.wave_epsilon)
        assert s.mean_minutes(reports) == pytest.approx(wave.mean(reports).mean)
        days = rng.integers(0, 2, (500, 7))
        right = RandomizedResponse(task.goal_epsilon).aggregate(days.ravel())
        assert s.week_share(days)[0] == pytest.approx(right.frequencies[1])


def test_the_errors_of_plans_and_that_no_two_are_nearly_as_good(solutions):
    for s in solutions:
        task, errors = s.task, (s.people_error, s.budget_error)
        ways = (
            (task.budget, task.people / task.questions),
            (
                task.budget / task.questions,
                task.people,
            ),
        )
        for error, (epsilon, people) in zip(errors, ways):
            mechanism = RandomizedResponse(epsilon)
            noise = float(np.ravel(mechanism.variance(1, task.share))[0])
            sampled = task.share * (1 - task.share)  # the people are a sample, too
            assert error == pytest.approx(math.sqrt((noise + sampled) / people))
        assert s.better_plan == ("people", "budget")[int(np.argmin(errors))]
        assert max(errors) / min(errors) > 1.05


def losses(epsilon, days, remembers):
    """max ln(Pr[reports | one week] / Pr[reports | another]) for each pair of weeks, exactly."""
    p, weeks = (
        1 / (1 + math.exp(-epsilon)),
        list(itertools.product((0, 1), repeat=days)),
    )
    law = np.zeros((len(weeks), len(weeks)))
    for row, week in enumerate(weeks):
        if remembers:
            for memory in itertools.product((0, 1), repeat=2):
                chance = math.prod(p if memory[v] == v else 1 - p for v in (0, 1))
                law[row, weeks.index(tuple(memory[value] for value in week))] += chance
        else:
            for place, reports in enumerate(weeks):
                law[row, place] = math.prod(
                    p if a == b else 1 - p for a, b in zip(week, reports)
                )
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.log(law[:, None] / law[None])
    return weeks, np.nanmax(np.where(law[:, None] > 0, ratios, -np.inf), axis=2)


@pytest.mark.parametrize("days", [2, 3, 4])
def test_the_epsilon_of_a_week_agrees_with_an_enumeration(days):
    s = solution_of("fitness", "ada", goal_epsilon=1.2)
    epsilon = s.steady_epsilon
    assert (epsilon, s.fresh_epsilon, s.changing_epsilon) == (1.2, 7 * 1.2, math.inf)
    weeks, fresh = losses(epsilon, days, False)
    assert fresh.max() == pytest.approx(days * epsilon)
    _, memory = losses(epsilon, days, True)
    for first, second in itertools.permutations(range(len(weeks)), 2):
        patterns = [
            tuple(v != weeks[row][0] for v in weeks[row]) for row in (first, second)
        ]
        if (
            patterns[0] != patterns[1]
        ):  # other days are alike, or one of the two never changes
            finite = not any(patterns[0])
            assert math.isinf(max(memory[first, second], memory[second, first]))
            assert math.isfinite(memory[first, second]) == finite
        else:
            changes = any(patterns[0])
            assert memory[first, second] == pytest.approx((1 + changes) * epsilon)


@pytest.mark.deep
@pytest.mark.parametrize("epsilon", WAVE_EPSILONS)
def test_em_and_ems_are_nearer_than_the_check_asks(epsilon):
    """The mean of distances that the check takes stays far below; that of raw counts is
    above."""
    rng, far = (
        np.random.default_rng(13),
        {"EM": [], "EMS": [], "many steps": [], "raw": []},
    )
    for turn in range(45):
        bins = (18, 24, 30, 36)[turn % 4]
        wave, truth = SquareWave(0, 1, bins, epsilon), _shape(bins, rng)
        held = rng.choice(bins, 10_000, p=truth)
        reports = wave.perturb((held + rng.random(len(held))) / bins, rng)
        counts, moved = (
            wave.report_counts(reports),
            np.bincount(held, minlength=bins) / len(held),
        )
        estimates = {
            "EM": wave.reconstruct(counts, smooth=False),
            "EMS": wave.reconstruct(counts),
            "many steps": wave.reconstruct(
                counts, smooth=False, tolerance=1e-9, most_steps=800
            ),
        }
        raw = np.histogram(reports, bins, (0, 1))[0]
        shares = {
            name: estimate.frequencies for name, estimate in estimates.items()
        } | {"raw": raw / raw.sum()}
        for name, estimate in shares.items():
            far[name].append(wasserstein(estimate, moved, 1 / bins))
    for name in ("EM", "EMS", "many steps"):
        distances = np.array(far[name])
        error = distances.std() / math.sqrt(SAMPLES)
        assert distances.mean() + 6 * error < FAR / epsilon, name
    raw = np.array(far["raw"])
    assert raw.mean() - 4 * raw.std() / math.sqrt(SAMPLES) > FAR / epsilon
