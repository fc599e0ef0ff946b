"""Ship it or stop it: the product of a student, and what the questions rely on."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from answers.ship_it.numbers import enumerated, faults_of
from answers.ship_it.wrong_numbers import EVERY_NAME
from answers.telemetry.clients import simulate
from soundness import task as task_of

from coursework.ship_it.reference import (
    CASES,
    PROGRAMS,
    SOUND,
    above,
    bounds,
    least_epsilon,
    most_epsilon,
    plain_ratios,
    report_epsilon,
)
from ldp_checks.assignments.ship_it.task import (
    NOT_GIVEN_OUT,
    SIZES,
    audits_of,
    digest,
    protocol_of,
)
from ldp_checks.sealed_answers import programs_of

TASKS = [task_of("ship_it", f"student {i}") for i in range(400)]


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


def test_epsilon_equals_the_enumeration():
    for task in task_of_each():
        assert report_epsilon(task) == pytest.approx(enumerated(task))


def test_a_finite_fault_differs_from_the_promise():
    """A student who gives the promise is never right by chance."""
    for epsilon, values, code in CASES["epsilon values noisy_code"]:
        given = SimpleNamespace(epsilon=epsilon, values=values, noisy_code=code)
        actual = report_epsilon(given)
        assert actual == epsilon or abs(math.log(actual / epsilon)) > 0.04


def test_the_memory_has_its_fault():
    draws = {"": lambda days: 1, "redrawn daily": lambda days: days,
             "cleared weekly": lambda days: math.ceil(days / 7)}  # fmt: skip
    for task in TASKS[:40]:
        sent = running(task).client(
            np.arange(60) % task.values, task.days, np.random.default_rng(3)
        )
        different = {row.tobytes() for row in sent}
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


def test_audits_are_decided_clearly():
    refuted = []
    for number in range(40):
        given = SimpleNamespace(audits=audits_of(number))
        lower, letters = bounds(given), above(bounds)(given)
        assert all(
            abs(bound / claim - 1) > 0.02
            for bound, (claim, *_) in zip(lower, given.audits)
        )
        assert len(above(plain_ratios)(given)) > len(letters), (
            "one looks bad and is not refuted"
        )
        refuted.append(len(letters))
    assert set(refuted) >= {0, 1, 2}


def test_no_decision_is_nearly_a_tie():
    plans = [SimpleNamespace(**dict(zip(("prior", "ceiling", "people", "error"), case)))
             for case in CASES["prior ceiling people error"]]  # fmt: skip
    ratios = np.array([most_epsilon(plan) / least_epsilon(plan) for plan in plans])
    assert np.abs(np.log(ratios)).min() > 0.05
    assert 0.4 < (ratios > 1).mean() < 0.6
