"""Ship it or stop it: known mistakes of verdicts and numbers."""

import math

from ldp_checks.assignments.ship_it.questions import NAMES

from .numbers import change, chosen, epsilons, letters_of, named, needed_of, verdict

EVERY_NAME = {name for names in NAMES.values() for name in names}


def finite(change):
    """Both ε changed: change(ε); infinite ones become 50."""
    return lambda task: [
        change(epsilon) if math.isfinite(epsilon) else 50 for epsilon in epsilons(task)
    ]


def ratios(task):
    return [math.log(hits / alarms) for _, _, hits, alarms in task.audits]


def with_chosen(**find):
    """The fifth question with these answers: name=function(task)."""
    return lambda task: change(
        chosen(task), **{name: function(task) for name, function in find.items()}
    )


def other(task):
    return {"ship": "stop", "stop": "ship"}[chosen(task)[2]]


WRONG = {
    "find_faults": {
        "nothing is wrong": (lambda task: set(), 0, "no part that you accuse"),
        "one fault too many, noisy": (lambda task: named(task) | {"fixed seed"}, {0, 2}),
        "a name of one's own": (
            lambda task: named(task) | {"no noise"},
            0,
            "is not on the list of possible faults",
        ),
    },
    "true_epsilons": {
        "half": (finite(lambda epsilon: epsilon / 2), 0, "is not right"),
        "days add up": (lambda task: [epsilons(task)[0], task.days * epsilons(task)[0]], {1, 2}),
    },
    "testers_verdict": {
        "ratios of counts": (
            lambda task: [ratios(task), *verdict(task)[1:]],
            1.25,
            "take bounds of both",
        ),
        "what looks bad": (
            lambda task: [verdict(task)[0], letters_of(task, ratios(task)), verdict(task)[2]],
            1.5,
            "may be chance",
        ),
        "one report too few": (
            lambda task: [*verdict(task)[:2], needed_of(task) - 1],
            1.25,
            "one report too few",
        ),
    },
    "choose_epsilon": {
        "a ratio of probabilities": (
            with_chosen(most=lambda task: math.log(task.ceiling / task.prior)),
            2,
            "ratio of probabilities",
        ),
        "the other decision": (with_chosen(decision=other), 2.5, "both sides allow"),
    },
}  # fmt: skip
