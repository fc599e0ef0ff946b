"""Telemetry: known mistakes of plans."""

import math

from ldp_course.checks.assignments.telemetry.questions import CHOICES

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
        "all people every week": (
            accounted(lambda t, v: [*v[:2], t.people, v[3]]),
            2,
            "on average",
        ),
        "margin": (accounted(lambda t, v: [*v[:3], t.margin]), 2, "that is the margin"),
        "margin is the whole width": (
            accounted(lambda t, v: [*v[:3], v[3] / 2]),
            2,
            "on each side",
        ),
        "percentage points": (accounted(lambda t, v: [*v[:3], 100 * v[3]]), 2, "as a share"),
        "variance": (accounted(lambda t, v: [*v[:3], v[3] ** 2]), 2, "1.96 standard errors"),
        "more weeks than there are": (
            accounted(lambda t, v: [t.weeks + 1, *v[1:]]),
            1,
            "whole number, 1 to",
        ),
        "half a week": (accounted(lambda t, v: [0.5, *v[1:]]), 1, "whole number, 1 to"),
        "no report": (accounted(lambda t, v: [0, *v[1:]]), 1, "whole number, 1 to"),
        "infinite ε": (accounted(lambda t, v: [1, math.inf, *v[2:]]), 2, "add up to inf"),
        "nothing": (lambda task: [None] * 4, 0, "not answered yet"),
    },
    "protocol": {
        "doubled ε": (planned(optimized, budget=2), 0, "precision earns nothing"),
        "ε for each bit": (planned(symmetric, budget=2), 0, "half of ε for each"),
        "half of ε": (planned(optimized, budget=0.5), 2, "does not use up"),
        "all of ε each of two times": (
            lambda task: [planned(optimized)(task)[0], 2],
            0,
            "precision earns nothing",
        ),
        "every week": (
            lambda task: planned(symmetric, task.weeks)(task),
            2,
            "Fewer reports from each person",
        ),
        "certain own bit": (dicts(lambda plan, t: plan | {"p": 1}), 0, "is inf for a person"),
        "p and q swapped": (
            dicts(lambda plan, t: plan | {"p": plan["q"], "q": plan["p"]}),
            0,
            "0 < q < p",
        ),
        "q = 0": (dicts(lambda plan, t: plan | {"q": 0}), 0, "0 < q < p"),
        "useless": (dicts(lambda plan, t: plan | {"q": 0.4999}), 0, "next to nothing"),
        "log2": (planned(optimized, budget=1 / math.log(2)), 0, "precision earns nothing"),
        "d for d - 1": (lambda task: [direct(task.values + 1, task.budget), 1], 0, "does not fit"),
        "a name alone": (dicts(lambda plan, t: "unary"), 0, "a dict with"),
        "no p": (dicts(lambda plan, t: {"name": "unary", "q": 0.2}), 0, "is missing"),
        "nothing": (lambda task: [None, None], 0, "not answered yet"),
    },
    "mend_plan": {
        "as promised": (
            mended(lambda plan, v: [v[0], plan.promised, v[2]]),
            2,
            "is it what a person spends",
        ),
        "one bit": (mended(lambda plan, v: [v[0], v[1] / 2, v[2]]), 2),
        "log10": (mended(lambda plan, v: [v[0], v[1] / math.log(10), v[2]]), 2),
        "p unchanged": (mended(lambda plan, v: [*v[:2], plan.p]), 1.5, "a person spends"),
        "too much noise": (
            mended(lambda plan, v: [*v[:2], 0.5 + (v[2] - 0.5) / 2]),
            1.5,
            "use it up",
        ),
        "q for p": (mended(lambda plan, v: [*v[:2], 1 - v[2]]), 1.5, "between 0.5 and 1"),
        "another fault": (
            mended(lambda plan, v: [CHOICES[(CHOICES.index(v[0]) + 1) % 7], *v[1:]]),
            2.5,
            "is not right",
        ),
        "nothing": (lambda task: [None] * 3, 0, "not answered yet"),
    },
}
