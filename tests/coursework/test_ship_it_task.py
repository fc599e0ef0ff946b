"""Ship it or stop it: the product of a student, and what the questions rely on."""

import math
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from answers.telemetry import simulate
from scipy.stats import beta
from soundness import solution_of
from soundness import task as task_of

from coursework.ship_it.mistakes import (
    CASES,
    CLIENT_CODE,
    NOISY_CODE,
    PROGRAMS,
    SERVER_CODE,
    SOUND,
)
from ldp_checks.assignments.ship_it.questions import NAMES
from ldp_checks.assignments.ship_it.task import (
    NOT_GIVEN_OUT,
    SETS_OF_AUDITS,
    SIZES,
    audits_of,
    digest,
    protocol_of,
)
from ldp_checks.sealed_answers import programs_of
from ldp_course import UnaryEncoding
from ldp_course.privacy import posterior, privacy_loss

TASKS = [task_of("ship_it", f"student {i}") for i in range(400)]
EVERY_NAME = {name for names in NAMES.values() for name in names}


def faults_of(task):
    """In `noisy`, `client` and `server`; "" if there is none."""
    return (
        NOISY_CODE[task.noisy_code][1],
        CLIENT_CODE[task.client_code],
        SERVER_CODE[task.server_code],
    )


def of_product(task):
    """Return the solution for a product that a student has."""
    return solution_of("ship_it", task.student)


def enumerated(task):
    """Return ε of a report from its channel, with four values and at most four bits."""
    e, fault = math.exp(task.epsilon), faults_of(task)[0]
    if task.design == "unary":
        rows = list(product((0, 1), repeat=4))
        own, other = 0.5, 1 / (e + 1)
        own = {"whole epsilon per bit": e / (e + 1), "never cleared": 1}.get(fault, own)
        if fault == "one number per row":
            return math.inf
        law = [
            [
                math.prod(c if bit else 1 - c for c, bit in zip(chances, row))
                for row in rows
            ]
            for chances in np.where(np.eye(4), own, other)
        ]
        return float(privacy_loss(np.array(law)))
    if fault == "seed is value":
        return math.inf
    k = task.values if task.design == "direct" else task.buckets
    e = 2**task.epsilon if fault == "2 for e" else e
    true_chance = e / (e + 1) if fault == "yes/no p" else e / (e + k - 1)
    true_chance = (
        math.ceil(8 * true_chance) / 8 if fault == "rounded p" else true_chance
    )
    law = np.full((k, k), (1 - true_chance) / (k - 1)) + (
        true_chance - (1 - true_chance) / (k - 1)
    ) * np.eye(k)
    if fault == "other may be own":
        law = true_chance * np.eye(k) + (1 - true_chance) / k
    return float(privacy_loss(law))


def running(task):
    """The three functions of the program."""
    names = {"task": task}
    exec(task.code, names)
    return SimpleNamespace(**names)


def test_every_product_has_up_to_three_faults_and_every_part_may_be_sound():
    counts = [sum(map(bool, faults_of(task))) for task in TASKS]
    assert set(counts) == {1, 2, 3}
    for part in range(3):
        sound = [not faults_of(task)[part] for task in TASKS]
        assert 0.15 < np.mean(sound) < 0.6
    named = {fault for task in TASKS for fault in faults_of(task) if fault}
    assert named < EVERY_NAME, "what is not given out is on the list, too"
    assert {task.design for task in TASKS} == set(SIZES)


def test_nobody_gets_a_product_without_a_fault():
    assert tuple(map(digest, SOUND)) == NOT_GIVEN_OUT
    assert programs_of("ship_it") == PROGRAMS


def test_every_case_that_a_student_may_have_is_in_the_key():
    for givens, cases in CASES.items():
        known = {repr(case) for case in cases}
        assert all(
            repr(tuple(getattr(t, name) for name in givens.split())) in known
            for t in TASKS
        )


def task_of_each():
    """A product for each way to make a report, and of some of its sizes."""
    tasks = {}
    for task in TASKS:
        tasks.setdefault((task.design, faults_of(task)[0], task.epsilon), task)
    return list(tasks.values())


@pytest.mark.parametrize(
    "task", task_of_each(), ids=lambda t: f"{t.design}-{faults_of(t)[0]}"
)
def test_the_program_has_its_fault(task):
    """Each support rate, of the own value and of another one, is the one that the fault
    gives. False alarms: 8 standard errors.
    """
    fault, _, _ = faults_of(task)
    n, rng, e = 20_000, np.random.default_rng(5), math.exp(task.epsilon)
    right = protocol_of(task)
    reports = np.asarray(running(task).noisy(np.full(n, 2), rng))
    support = right.support(reports).mean(axis=0)
    kinds = task.values if task.design == "direct" else task.buckets
    own = {
        "whole epsilon per bit": e / (e + 1),
        "never cleared": 1,
        "other may be own": right.p + (1 - right.p) / kinds,
        "yes/no p": e / (e + 1),
        "rounded p": math.ceil(8 * right.p) / 8,
        "2 for e": 2**task.epsilon / (2**task.epsilon + kinds - 1),
    }.get(fault, right.p)
    assert abs(support[2] - own) < 8 * 0.5 / math.sqrt(n)
    if fault == "seed is value":
        assert set(reports[:, 0]) == {2}
    elif task.design != "direct":
        assert np.abs(np.delete(support, 2) - right.q).max() < 8 * 0.5 / math.sqrt(n)
    if fault == "one number per row":
        assert {tuple(row) for row in reports[:, [0, 2]].tolist()} == {
            (0, 0),
            (0, 1),
            (1, 1),
        }


def test_faults_and_epsilon_equal_the_programs_and_an_enumeration():
    for task in task_of_each():
        s = of_product(task)
        assert s.faults == {fault for fault in faults_of(task) if fault}
        assert s.report_epsilon == pytest.approx(enumerated(task))


def test_a_finite_fault_differs_from_the_promise():
    """A student who gives the promise is never right by chance."""
    for design, epsilon, values, code in CASES["design epsilon values noisy_code"]:
        numbers = {"epsilon": epsilon, "values": values, "noisy_code": code}
        actual = solution_of("ship_it", "ada", design=design, **numbers).report_epsilon
        assert actual == epsilon or abs(math.log(actual / epsilon)) > 0.04


def test_the_memory_has_its_fault():
    draws = {"": lambda days: 1, "redrawn daily": lambda days: days,
             "cleared weekly": lambda days: math.ceil(days / 7)}  # fmt: skip
    for task in TASKS[:40]:
        sent = running(task).client(
            np.arange(60) % task.values, task.days, np.random.default_rng(3)
        )
        different = {row.tobytes() for row in sent}
        s = of_product(task)
        assert s.total_epsilon == pytest.approx(len(different) * s.report_epsilon)
        assert len(different) == draws[faults_of(task)[1]](task.days)


@pytest.mark.parametrize("design", SIZES)
def test_the_server_is_right_or_has_its_fault(design):
    """On expected counts of honest reports: a sound server gives the truth."""
    for fault in {faults_of(task)[2] for task in TASKS if task.design == design}:
        task = next(t for t in TASKS if t.design == design and faults_of(t)[2] == fault)
        rng, n, right = np.random.default_rng(8), 120_000, protocol_of(task)
        values = np.repeat([0, 1], [n - n // 4, n // 4])
        counts = running(task).server(simulate(right, values, rng))
        truth = np.bincount(values, minlength=task.values)
        error = math.sqrt(n / 4) / (right.p - right.q)
        off = np.abs(counts - truth) / error
        assert (off.max() < 8) == (fault in ("", "cuts at 0")), fault


def test_bounds_are_quantiles_and_audits_are_decided_clearly():
    counts = []
    for number in range(SETS_OF_AUDITS):
        audits = audits_of(number)
        s, looks_bad = solution_of("ship_it", "ada", audits=audits), 0
        for letter, bound, (claim, n, hits, alarms) in zip("ABC", s.bounds, audits):
            low = beta.ppf(0.005, hits, n - hits + 1)
            high = beta.ppf(0.995, alarms + 1, n - alarms)
            assert bound == pytest.approx(max(0, math.log(low / high)))
            assert abs(bound / claim - 1) > 0.02
            assert (letter in s.refuted) == (bound > claim)
            looks_bad += math.log(hits / alarms) > claim
        assert looks_bad > len(s.refuted), "one looks bad and is not refuted"
        counts.append(len(s.refuted))
    assert set(counts) >= {0, 1, 2}


def test_so_many_reports_are_needed():
    for (rare,) in CASES["rare"]:
        n = solution_of("ship_it", "ada", rare=rare).needed
        assert (1 - rare) ** n <= 0.01 < (1 - rare) ** (n - 1)


def test_the_two_limits_of_epsilon_and_that_no_decision_is_nearly_a_tie():
    """By Bayes' rule for a report that is e^ε times as likely, and by the module."""
    ratios = []
    for prior, ceiling, people, error in CASES["prior ceiling people error"]:
        numbers = {"prior": prior, "ceiling": ceiling, "people": people, "error": error}
        s = solution_of("ship_it", "ada", **numbers)
        rare = 1e-6 * np.array([math.exp(s.most_epsilon), 1])
        belief = posterior(np.column_stack([rare, 1 - rare]), [prior, 1 - prior])
        assert belief[0, 0] == pytest.approx(ceiling)

        def error_of(epsilon, people):
            design = UnaryEncoding.optimized(range(3), epsilon)
            return math.sqrt(float(design.variance(people, 0)))

        assert error_of(s.least_epsilon, people) == pytest.approx(error)
        needed = math.ceil(s.people_needed)
        assert error_of(s.most_epsilon, needed) <= error
        assert error_of(s.most_epsilon, needed - 1) > error
        ratios.append(s.most_epsilon / s.least_epsilon)
        assert s.decision == ("ship" if ratios[-1] >= 1 else "stop")
    assert np.abs(np.log(ratios)).min() > 0.05
    assert 0.4 < (np.array(ratios) > 1).mean() < 0.6
