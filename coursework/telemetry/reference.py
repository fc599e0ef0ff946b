"""Hold what is right in the capstone "Telemetry", and what known mistakes lead to.

Students do not get this file.
"""

from __future__ import annotations

import itertools
import math

from ldp_checks.assignments.telemetry.task import ACCOUNTS, PROMISES, TIMES, Plan

FAULTS = dict(
    zip(
        ("one bit only", "reports not added", "wrong logarithm", "copies not counted"),
        ACCOUNTS,
        strict=True,
    )
)
CASES = {
    "plan": [
        (Plan(*numbers),) for numbers in itertools.product(PROMISES, TIMES, ACCOUNTS)
    ]
}


def fault_of(plan: Plan) -> str:
    """Return the fault in a teammate's accounting."""
    return next(
        fault for fault, accounting in FAULTS.items() if accounting == plan.accounting
    )


def sent(plan: Plan) -> int:
    """Count the bits of a person that tell: two differ, in each copy of each report."""
    return 2 * plan.copies * plan.reports


def epsilon(plan: Plan) -> float:
    """Return what a person really spends: independent noise adds up."""
    return sent(plan) * math.log(plan.p / (1 - plan.p))


def mended_p(plan: Plan) -> float:
    """Return the p with which the plan keeps its promise."""
    return 1 / (1 + math.exp(-plan.promised / sent(plan)))


def times(factor):
    return lambda g: factor(g.plan) * g.plan.promised / sent(g.plan)


RIGHT = {
    "plan_fault": lambda g: fault_of(g.plan),
    "plan_epsilon": lambda g: epsilon(g.plan),
    "mended_p": times(lambda plan: 1),  # ln(p / (1 - p))
}
NOT_LOG2 = "the logarithm is the natural one, not log2"
NOT_LOG10 = "the logarithm is the natural one, not log10"
MISTAKES = {
    "plan_epsilon": {
        "that is what the plan promises; is it what a person spends?": lambda g: (
            g.plan.promised
        ),
        "two rows of bits differ in two places": lambda g: epsilon(g.plan) / 2,
        NOT_LOG10: lambda g: epsilon(g.plan) / math.log(10),
        NOT_LOG2: lambda g: epsilon(g.plan) / math.log(2),
        "that is one report; a person sends more": lambda g: (
            epsilon(g.plan) / g.plan.reports
        ),
    },
    "mended_p": {
        "that is the p of the plan, with which a person spends more than"
        " promised": lambda g: math.log(g.plan.p / (1 - g.plan.p)),
        "two rows of bits differ in two places": times(lambda plan: 2),
        "reports add up": times(lambda plan: plan.reports),
        "each copy of a report has noise of its own, and costs as much": times(
            lambda plan: plan.copies
        ),
        NOT_LOG10: times(lambda plan: math.log(10)),
        NOT_LOG2: times(lambda plan: math.log(2)),
    },
}
