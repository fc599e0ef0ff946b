"""RAPPOR: the numbers of a student, and the formulas behind the checks."""

import itertools
import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from answers.rappor import chances
from answers.rappor.numbers import error_of_a_count
from answers.rappor.wrong_clients import colleagues_own
from scipy.stats import binom, norm

from coursework.rappor.reference import apart, epsilon_of, fault_of
from ldp_checks.assignments.rappor.task import CHANCES, CLEAR, POOL, bloom
from ldp_checks.assignments.rappor.task import task as task_of
from ldp_course.rappor import Parameters, bloom_bits


def test_known_mistakes_lead_to_different_numbers():
    given = [
        SimpleNamespace(**dict(zip(("f", "g", "p", "q", "days"), chances)))
        for chances in CHANCES
    ]
    assert [chances for chances, case in zip(CHANCES, given) if apart(case)] == CLEAR


def test_words_set_the_bits_that_the_module_says():
    parameters = Parameters(48, 4, 64, 0.5, 0.35, 0.7)
    for cohort, word in enumerate(POOL[:64]):
        assert bloom(word, cohort, 48, 4) == set(bloom_bits(word, cohort, parameters))


def test_candidates_set_h_bits_each_and_share_none():
    for i in range(100):
        task = task_of(f"student {i}")
        assert task.filters.shape == (6, task.k) and set(task.filters.sum(axis=1)) == {
            task.h
        }
        assert task.filters.sum(axis=0).max() == 1 and len(set(task.words)) == 6
        assert 6 * task.visible < task.devices


def test_the_faulty_client_has_its_fault():
    rng = np.random.default_rng()
    for i in range(12):
        task = task_of(f"student {i}")
        fault, client = fault_of(task), colleagues_own(task)
        stays = chances.permanent_if_set(task)
        becomes = chances.permanent_if_clear(task)
        p, q = (task.q, task.p) if fault == "p and q swapped" else (task.p, task.q)
        if fault == "never cleared":
            stays = 1
        if fault == "f keeps":
            stays, becomes = task.f + (1 - task.f) * task.g, (1 - task.f) * task.g
        for bit, chance in ((1, stays), (0, becomes)):
            reports = client(np.full((2_000, 50), bit), 2, rng)
            once = chance * q + (1 - chance) * p
            twice = (
                once**2
                if fault == "noise redrawn"
                else chance * q**2 + (1 - chance) * p**2
            )
            allowed = 6 * math.sqrt(0.25 / 100_000)
            assert abs(reports[1].mean() - once) < allowed
            assert abs(reports.all(axis=0).mean() - twice) < allowed


def enumerated_epsilon(
    stays, becomes, p, q, days, k=4, first=(1, 1, 0, 0), second=(0, 0, 1, 1)
):
    """Over all filters and all sequences of reports of k bits, exactly."""

    def law(bloom):
        total = Counter()
        for permanent in itertools.product((0, 1), repeat=k):
            likelihood = math.prod(
                (stays if b else becomes) if bit else 1 - (stays if b else becomes)
                for b, bit in zip(bloom, permanent, strict=True)
            )
            for reports in itertools.product((0, 1), repeat=k * days):
                chances = [q if bit else p for bit in permanent] * days
                total[reports] += likelihood * math.prod(
                    c if r else 1 - c for c, r in zip(chances, reports, strict=True)
                )
        return total

    of_first, of_second = law(first), law(second)
    assert math.isclose(sum(of_first.values()), 1)
    ratios = [of_first[reports] / of_second[reports] for reports in of_first]
    return max(abs(math.log(ratio)) for ratio in ratios)


@pytest.mark.parametrize("days", [1, 2])
def test_epsilon_equals_the_enumeration(days):
    stays, becomes, p, q = 0.7, 0.15, 0.3, 0.65
    assert math.isclose(
        2 * epsilon_of(stays, becomes, p, q, days),
        enumerated_epsilon(stays, becomes, p, q, days),
    )
    assert math.isclose(
        2 * epsilon_of(stays, becomes, q, p, days),
        enumerated_epsilon(stays, becomes, q, p, days),
    )


def test_no_pair_of_words_shows_more_than_two_words_without_a_common_bit():
    stays, becomes, p, q = 0.85, 0.35, 0.3, 0.65
    words = [
        bits for bits in itertools.product((0, 1), repeat=4) if 1 <= sum(bits) <= 2
    ]  # hashes may coincide
    worst = max(
        enumerated_epsilon(stays, becomes, p, q, 1, 4, *pair)
        for pair in itertools.permutations(words, 2)
    )
    assert math.isclose(worst, 2 * epsilon_of(stays, becomes, p, q, 1))


def test_normal_thresholds_keep_the_false_alarms_and_find_common_words():
    """Exactly, for all students' numbers: what the check of `words_present` allows is
    never a limit for these designs.
    """
    for i in range(300):
        task = task_of(f"student {i}")
        n, if_set = task.devices, chances.report_if_set(task)
        if_clear = chances.report_if_clear(task)
        error = error_of_a_count(task, n)
        least = n * task.h * if_clear + norm.isf(task.false_alarms) * error * math.sqrt(
            task.h
        ) * (if_set - if_clear)
        assert (
            binom.sf(math.floor(least), n * task.h, if_clear) < 1.2 * task.false_alarms
        )
        of_a_bit = n * if_clear + norm.isf(
            task.false_alarms ** (1 / task.h)
        ) * error * (if_set - if_clear)
        alarms = binom.sf(math.floor(of_a_bit), n, if_clear) ** task.h
        assert alarms < 1.2 * task.false_alarms
        mean = task.visible * if_set + (n - task.visible) * if_clear
        variance = task.visible * if_set * (1 - if_set)
        variance += (n - task.visible) * if_clear * (1 - if_clear)
        deviation = math.sqrt(variance)
        assert norm.sf((least - task.h * mean) / deviation / math.sqrt(task.h)) > 0.99
        assert norm.sf((of_a_bit - mean) / deviation) ** task.h > 0.9
