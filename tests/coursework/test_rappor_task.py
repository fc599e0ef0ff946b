"""RAPPOR: the numbers of a student, and that the solution is right."""

import itertools
import math
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from answers.rappor import colleagues_own, ones_if
from scipy.stats import binom, norm
from soundness import solution_of

from ldp_checks.assignments.rappor.task import CHANCES, CLEAR, POOL, bloom
from ldp_checks.assignments.rappor.task import task as task_of
from ldp_checks.sealed_answers import programs_of
from ldp_course.rappor import Parameters, bloom_bits


def with_numbers(**numbers):
    return solution_of("rappor", "ada", **numbers)


def test_known_mistakes_lead_to_different_numbers():
    """The four ε of the third question differ by 2 % or more, and from mistakes."""
    clear = []
    for f, g, p, q, days in CHANCES:
        s = with_numbers(f=f, g=g, p=p, q=q, days=days)
        single, whole = s.report_epsilon, s.lifetime_epsilon
        mistakes = 2 * s.task.h * math.log((2 - f) / f), days * whole, single + whole
        numbers = single, whole, s.memoized_epsilon, s.redrawn_epsilon, *mistakes
        pairs = itertools.pairwise(sorted(numbers))
        if all(large / small > 1.02 for small, large in pairs):
            clear.append((f, g, p, q, days))
    assert clear == CLEAR


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


def channel_of(fault, f, g, p, q):
    """Return Pr[permanent 1 | Bloom bit 1], and | 0], p and q of a client."""
    stays, becomes = 1 - f + f * g, f * g
    if fault == "never cleared":
        stays = 1
    if fault == "f keeps":
        stays, becomes = f + (1 - f) * g, (1 - f) * g
    return stays, becomes, *((q, p) if fault == "p and q swapped" else (p, q))


def test_the_faulty_client_has_its_fault():
    rng = np.random.default_rng()
    for code in programs_of("rappor"):
        s = with_numbers(faulty_code=code)
        task, client = s.task, colleagues_own(s)
        *permanent, p, q = channel_of(s.fault, task.f, task.g, task.p, task.q)
        for bit, chance in zip((1, 0), permanent):
            reports = client(np.full((2_000, 50), bit), 2, rng)
            once = chance * q + (1 - chance) * p
            redrawn = s.fault == "noise redrawn"
            twice = once**2 if redrawn else chance * q**2 + (1 - chance) * p**2
            allowed = 6 * math.sqrt(0.25 / 100_000)
            assert abs(reports[1].mean() - once) < allowed
            assert abs(reports.all(axis=0).mean() - twice) < allowed


def enumerated(stays, becomes, p, q, days, first=(1, 1, 0, 0), second=(0, 0, 1, 1)):
    """Return ε over all filters and all sequences of reports of 4 bits, exactly."""

    def law(bloom):
        total = Counter()
        for permanent in itertools.product((0, 1), repeat=4):
            likelihood = math.prod(
                (stays if b else becomes) if bit else 1 - (stays if b else becomes)
                for b, bit in zip(bloom, permanent, strict=True)
            )
            for reports in itertools.product((0, 1), repeat=4 * days):
                chances = [q if bit else p for bit in permanent] * days
                total[reports] += likelihood * math.prod(
                    c if r else 1 - c for c, r in zip(chances, reports, strict=True)
                )
        return total

    of_first, of_second = law(first), law(second)
    assert math.isclose(sum(of_first.values()), 1)
    ratios = [
        of_first[reports] / of_second[reports]
        for reports in of_first
        if of_first[reports]
    ]
    return max(abs(math.log(ratio)) for ratio in ratios)


NUMBERS = {"f": 0.45, "g": 0.3, "p": 0.3, "q": 0.65, "h": 2, "days": 2}


def test_each_epsilon_equals_the_enumeration():
    s, of = with_numbers(**NUMBERS), [NUMBERS[name] for name in "fgpq"]
    channel = channel_of("", *of)
    assert math.isclose(s.lifetime_epsilon, enumerated(*channel[:2], 0, 1, 1))
    assert math.isclose(s.report_epsilon, enumerated(*channel, 1))
    assert math.isclose(s.memoized_epsilon, enumerated(*channel, 2))
    assert math.isclose(s.redrawn_epsilon, 2 * enumerated(*channel, 1))


@pytest.mark.parametrize("code", programs_of("rappor"))
def test_epsilon_of_a_faulty_client_equals_the_enumeration(code):
    s = with_numbers(**NUMBERS, faulty_code=code)
    channel = channel_of(s.fault, *(NUMBERS[name] for name in "fgpq"))
    if s.fault == "noise redrawn":
        assert math.isclose(s.faulty_epsilon, 2 * enumerated(*channel, 1))
    else:
        assert math.isclose(s.faulty_epsilon, enumerated(*channel, 2))


def test_no_pair_of_words_shows_more_than_two_words_without_a_common_bit():
    words = [
        bits for bits in itertools.product((0, 1), repeat=4) if 1 <= sum(bits) <= 2
    ]  # hashes may coincide
    channel = channel_of("", *(NUMBERS[name] for name in "fgpq"))
    worst = max(
        enumerated(*channel, 1, *pair) for pair in itertools.permutations(words, 2)
    )
    assert math.isclose(worst, with_numbers(**NUMBERS).report_epsilon)


def test_the_counts_of_one_device_are_right_on_average():
    """So are those of many, which add up."""
    for i in range(40):
        s = solution_of("rappor", f"student {i}")
        clear, shown = (
            s.bit_counts(np.full((1, s.task.k), bit, dtype=int)) for bit in (0, 1)
        )
        for bit, ones in enumerate(ones_if(s)):
            assert np.allclose(ones * shown + (1 - ones) * clear, bit)


def test_normal_thresholds_keep_the_false_alarms_and_find_common_words():
    """Exactly, for all students' numbers: what the check of `words_present` allows is
    never a limit for these designs.
    """
    for i in range(300):
        s = solution_of("rappor", f"student {i}")
        task, (if_clear, if_set) = s.task, ones_if(s)
        n, gap = task.devices, if_set - if_clear
        error = math.sqrt(n * if_clear * (1 - if_clear)) / gap
        z = SimpleNamespace(
            word=norm.isf(task.false_alarms),
            bit=norm.isf(task.false_alarms ** (1 / task.h)),
        )
        least = n * task.h * if_clear + z.word * error * math.sqrt(task.h) * gap
        alarms = binom.sf(math.floor(least), n * task.h, if_clear)
        assert alarms < 1.2 * task.false_alarms
        of_a_bit = n * if_clear + z.bit * error * gap
        alarms = binom.sf(math.floor(of_a_bit), n, if_clear) ** task.h
        assert alarms < 1.2 * task.false_alarms
        mean = task.visible * if_set + (n - task.visible) * if_clear
        variance = task.visible * if_set * (1 - if_set)
        variance += (n - task.visible) * if_clear * (1 - if_clear)
        deviation = math.sqrt(variance)
        assert norm.sf((least - task.h * mean) / deviation / math.sqrt(task.h)) > 0.99
        assert norm.sf((of_a_bit - mean) / deviation) ** task.h > 0.9
