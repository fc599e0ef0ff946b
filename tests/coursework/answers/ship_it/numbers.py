"""Ship it or stop it: right verdicts and numbers in many styles."""

import math
from itertools import product

import numpy as np
from scipy.stats import beta

from coursework.ship_it.reference import CLIENT_CODE, NOISY_CODE, SERVER_CODE
from ldp_course.privacy import privacy_loss


def faults_of(task):
    """In `noisy`, `client` and `server`; "" if there is none."""
    return (
        NOISY_CODE[task.noisy_code][1],
        CLIENT_CODE[task.client_code],
        SERVER_CODE[task.server_code],
    )


def named(task):
    return {fault for fault in faults_of(task) if fault}


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


def draws_of(task):
    """Counted in a run of the memory's keys."""
    fault = faults_of(task)[1]
    keys = {"redrawn daily": lambda day: day, "cleared weekly": lambda day: day // 7}
    return len({keys.get(fault, lambda day: 0)(day) for day in range(task.days)})


def epsilons(task):
    return [enumerated(task), draws_of(task) * enumerated(task)]


def rounded(numbers):
    return [float(f"{number:.3g}") for number in numbers]


def bounds_of(task, error=0.005):
    """Clopper-Pearson bounds as quantiles of beta laws."""
    bounds = []
    for _, n, hits, alarms in task.audits:
        low, high = (
            beta.ppf(error, hits, n - hits + 1),
            beta.ppf(1 - error, alarms + 1, n - alarms),
        )
        bounds.append(max(0.0, math.log(low / high)))
    return bounds


def letters_of(task, numbers):
    return [
        letter
        for letter, number, audit in zip("ABC", numbers, task.audits)
        if number > audit[0]
    ]


def needed_of(task, error=0.01):
    """By search."""
    n = 1
    while (1 - task.rare) ** n > error:
        n += 1
    return n


def verdict(task):
    return [bounds_of(task), set(letters_of(task, bounds_of(task))), needed_of(task)]


def odds(belief):
    return belief / (1 - belief)


def error_of(epsilon, people):
    e = math.exp(epsilon)
    return math.sqrt(4 * e / people) / (e - 1)


def smallest(holds, low, high):
    """By halving."""
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def chosen(task):
    most = math.log(odds(task.ceiling) / odds(task.prior))
    least = smallest(
        lambda epsilon: error_of(epsilon, task.people) <= task.error, 1e-6, 20
    )
    people = smallest(lambda people: error_of(most, people) <= task.error, 1, 1e9)
    return [most, least, "ship" if least <= most else "stop", people]


def change(answers, **new):
    """Some of the answers to the fifth question, or all rounded."""
    names = "most", "least", "decision", "people"
    return [new.get(name, answer) for name, answer in zip(names, answers)]


RIGHT = {
    "find_faults": {"a set": named, "a list": lambda task: [sorted(named(task))]},
    "true_epsilons": {
        "from the channel": epsilons,
        "three digits": lambda task: rounded(epsilons(task)),
    },
    "testers_verdict": {
        "beta quantiles, a set": verdict,
        "an array, a string": lambda task: [
            np.array(bounds_of(task)),
            "".join(letters_of(task, bounds_of(task))),
            needed_of(task),
        ],
    },
    "choose_epsilon": {
        "by search": chosen,
        "four digits, capitals": lambda task: change(
            chosen(task),
            most=round(chosen(task)[0], 3),
            least=round(chosen(task)[1], 3),
            decision=chosen(task)[2].upper(),
            people=math.ceil(chosen(task)[3]),
        ),
    },
}
