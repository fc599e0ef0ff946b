"""Telemetry: the brief of a student, and what the questions rely on."""

import math

from answers.telemetry.clients import honest, with_client
from answers.telemetry.designs import DESIGNS, direct
from answers.telemetry.wrong_clients import changed, lie_from_all_values
from soundness import findings

from coursework.telemetry.reference import epsilon, fault_of, mended_p
from ldp_checks.assignments.telemetry.protocols import understand
from ldp_checks.assignments.telemetry.task import task as task_of
from ldp_checks.findings import earned


def test_telling_the_truth_too_often_shows_where_it_matters():
    """A lie that may be the truth adds (1 - p)/d to p: with few values the check must
    see it."""
    answers = with_client(direct, changed(honest, lie_from_all_values), 1)
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


def test_the_teammates_plan_breaks_its_promise_until_it_is_mended():
    for i in range(300):
        plan = task_of(f"student {i}").plan
        assert epsilon(plan) > 1.9 * plan.promised
        assert math.isclose(
            2
            * plan.copies
            * plan.reports
            * math.log(mended_p(plan) / (1 - mended_p(plan))),
            plan.promised,
        )
        claimed = {  # what the plan's own accounting gives
            "one bit only": plan.reports * math.log(plan.p / (1 - plan.p)),
            "reports not added": 2 * math.log(plan.p / (1 - plan.p)),
            "wrong logarithm": 2 * plan.reports * math.log10(plan.p / (1 - plan.p)),
            "copies not counted": 2 * plan.reports * math.log(plan.p / (1 - plan.p)),
        }[fault_of(plan)]
        assert math.isclose(claimed, plan.promised)
