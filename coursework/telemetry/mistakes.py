"""Hold what known mistakes lead to in the capstone "Telemetry".

Students do not get this file. `s` is the solution.
"""

from __future__ import annotations

import itertools
import math

from ldp_checks.assignments.telemetry.task import ACCOUNTS, PROMISES, TIMES, Plan

CASES = {
    "plan": [
        (Plan(*numbers),) for numbers in itertools.product(PROMISES, TIMES, ACCOUNTS)
    ]
}


def odds_if(factor):
    """Return ln(p / (1 - p)) of the right p, times a factor of the plan."""

    def odds(s):
        return factor(s.task.plan) * math.log(s.mended_p / (1 - s.mended_p))

    return odds


NOT_LOG2 = "the logarithm is the natural one, not log2"
NOT_LOG10 = "the logarithm is the natural one, not log10"
# The other mistakes: ldp_checks/assignments/telemetry/questions.py
MISTAKES = {
    "plan_epsilon": {
        "that is what the plan promises; is it what a person spends?": lambda s: (
            s.task.plan.promised
        ),
        "two rows of bits differ in two places": lambda s: s.plan_epsilon / 2,
        NOT_LOG10: lambda s: s.plan_epsilon / math.log(10),
        NOT_LOG2: lambda s: s.plan_epsilon / math.log(2),
        "that is one report; a person sends more": lambda s: (
            s.plan_epsilon / s.task.plan.reports
        ),
    },
    "mended_p": {
        "that is the p of the plan, with which a person spends more than"
        " promised": lambda s: math.log(s.task.plan.p / (1 - s.task.plan.p)),
        "two rows of bits differ in two places": odds_if(lambda plan: 2),
        "reports add up": odds_if(lambda plan: plan.reports),
        "each copy of a report has noise of its own, and costs as much": odds_if(
            lambda plan: plan.copies
        ),
        NOT_LOG10: odds_if(lambda plan: math.log(10)),
        NOT_LOG2: odds_if(lambda plan: math.log(2)),
    },
}
