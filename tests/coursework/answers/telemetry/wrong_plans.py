"""Telemetry: known mistakes of plans."""

from ldp_checks.assignments.telemetry.questions import CHOICES

from .designs import accounted, direct, mended, optimized, planned, symmetric


def dicts(change):
    return lambda task: [change(planned(optimized)(task)[0], task), 1]


WRONG = {
    "accounting": {
        "all of ε in every report": (
            accounted(lambda t, v: [2, t.budget, 2 * v[2], v[3]]),
            2,
            "add up to",
        ),
        "ε/weeks though reporting once": (
            accounted(lambda t, v: [1, t.budget / t.weeks, *v[2:]]),
            2,
            "costs that person nothing",
        ),
    },
    "protocol": {
        "doubled ε": (planned(optimized, budget=2), 0, "precision earns nothing"),
        "every week": (
            lambda task: planned(symmetric, task.weeks)(task),
            2,
            "Fewer reports from each person",
        ),
        "certain own bit": (
            dicts(lambda plan, t: plan | {"p": 1}),
            0,
            "is inf for a person",
        ),
        "d for d - 1": (
            lambda task: [direct(task.values + 1, task.budget), 1],
            0,
            "does not fit",
        ),
    },
    "mend_plan": {
        "as promised": (
            mended(lambda plan, v: [v[0], plan.promised, v[2]]),
            2,
            "is it what a person spends",
        ),
        "another fault": (
            mended(lambda plan, v: [CHOICES[(CHOICES.index(v[0]) + 1) % 7], *v[1:]]),
            2.5,
            "is not right",
        ),
    },
}
