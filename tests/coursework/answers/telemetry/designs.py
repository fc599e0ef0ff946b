"""Answer "Telemetry" with good designs, function(d, ε) -> dict, and right plans."""

import math

import numpy as np

from coursework.telemetry.reference import epsilon, fault_of, mended_p


def direct(d, epsilon):
    return {
        "name": "direct",
        "p": math.exp(epsilon) / (math.exp(epsilon) + d - 1),
        "q": 1 / (math.exp(epsilon) + d - 1),
    }


def symmetric(d, epsilon):
    p = math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1)
    return {"name": "unary", "p": p, "q": 1 - p}


def optimized(d, epsilon):
    return {"name": "unary", "p": 0.5, "q": 1 / (math.exp(epsilon) + 1)}


def hashing(d, epsilon):
    g = max(2, round(math.exp(epsilon) + 1))
    return {
        "name": "hashing",
        "p": math.exp(epsilon) / (math.exp(epsilon) + g - 1),
        "q": 1 / g,
        "g": g,
    }


def subset(d, epsilon):
    size = max(1, round(d / (math.exp(epsilon) + 1)))
    p = size * math.exp(epsilon) / (size * math.exp(epsilon) + d - size)
    return {
        "name": "subset",
        "p": p,
        "q": p * (size - 1) / (d - 1) + (1 - p) * size / (d - 1),
        "size": size,
    }


DESIGNS = [direct, symmetric, optimized, hashing, subset]


def planned(design, each=1, budget=1.0):
    def answers(task):
        return [design(task.values, budget * task.budget / each), each]

    return answers


def accounts(task, each=1):
    return [
        each,
        task.budget / each,
        task.people * each / task.weeks,
        task.margin / 1.96,
    ]


def accounted(change=lambda task, values: values, each=1):
    return lambda task: change(task, accounts(task, each))


def mended(change=lambda plan, values: values):
    def answers(task):
        plan = task.plan
        return change(plan, [fault_of(plan), epsilon(plan), mended_p(plan)])

    return answers


RIGHT = {
    "accounting": {"one week": accounted(), "two weeks": accounted(each=2)},
    "protocol": {design.__name__: planned(design) for design in DESIGNS[1:]}
    | {
        "NumPy": lambda task: [
            {
                key: np.array(entry) if key != "name" else entry
                for key, entry in planned(subset)(task)[0].items()
            },
            1,
        ],
        "a little less": planned(subset, budget=0.99),
    },
    "mend_plan": {
        "exact": mended(),
        "rounded": mended(lambda plan, v: [v[0].upper(), round(v[1], 2), round(v[2], 4)]),
    },
}  # fmt: skip
