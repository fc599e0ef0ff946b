"""Telemetry: the brief of a student, and what the questions rely on."""

import math

import pytest
from answers.telemetry import DESIGNS, direct, honest, lie_from_all_values
from soundness import answers_with, findings, solution_of

from ldp_checks.assignments.telemetry.protocols import understand
from ldp_checks.assignments.telemetry.task import task as task_of
from ldp_checks.findings import earned


def test_telling_the_truth_too_often_shows_where_it_matters():
    """A lie that may be the truth adds (1 - p)/d to p: with few values the check must
    see it."""
    changes = honest(direct, change=lie_from_all_values)
    answers = answers_with("telemetry", "client", changes)
    few = [i for i in range(300) if task_of(f"student {i}").values == 6]
    assert few
    for i in few:
        assert earned(findings("telemetry", "client", answers, f"student {i}")) < 4


def test_the_naive_plan_is_never_precise_enough_and_a_good_plan_always():
    """To report every week with ε/weeks fails with the best protocol; to report once
    passes with four of five.
    """
    for i in range(300):
        task = task_of(f"student {i}")
        needed = task.margin / 1.96

        def error(design, each, task=task):
            protocol = understand(design(task.values, task.budget / each), task.values)
            return protocol.standard_error(task.share, task.people * each / task.weeks)

        assert min(error(design, task.weeks) for design in DESIGNS) > 1.3 * needed
        assert max(error(design, 1) for design in DESIGNS[1:]) < needed


def test_the_brief_is_accounted_for():
    for i in range(40):
        s = solution_of("telemetry", f"student {i}")
        # who reports in more weeks makes a table worse, at the same ε in all
        protocol = understand(s.protocol, s.task.values)
        assert protocol.epsilon == pytest.approx(s.epsilon_per_report)
        assert s.reports_per_person * s.epsilon_per_report == s.task.budget
        assert s.reports_per_week * s.task.weeks == s.task.people * s.reports_per_person
        error = protocol.standard_error(s.task.share, s.reports_per_week)
        assert error < s.standard_error_needed == s.task.margin / 1.96


def test_the_teammates_plan_breaks_its_promise_until_it_is_mended():
    for i in range(300):
        s = solution_of("telemetry", f"student {i}")
        plan = s.task.plan

        def spent(p, plan=plan):
            """Of two people who differ in all that is sent: two bits of each row."""
            return 2 * plan.copies * plan.reports * math.log(p / (1 - p))

        assert s.plan_epsilon == pytest.approx(spent(plan.p))
        assert s.plan_epsilon > 1.9 * plan.promised
        assert spent(s.mended_p) == pytest.approx(plan.promised)
        claimed = {  # what the plan's own accounting gives
            "one bit only": plan.reports * math.log(plan.p / (1 - plan.p)),
            "reports not added": 2 * math.log(plan.p / (1 - plan.p)),
            "wrong logarithm": 2 * plan.reports * math.log10(plan.p / (1 - plan.p)),
            "copies not counted": 2 * plan.reports * math.log(plan.p / (1 - plan.p)),
        }[s.plan_fault]
        assert math.isclose(claimed, plan.promised)
