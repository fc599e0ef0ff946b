"""Answers to the exercises of the chapter "RAPPOR II: decoding"."""

import numpy as np

_ = None  # an answer that is not given


def of_total_by_cases(devices, reports):
    mean = np.array([0.25, 0.75]) * reports
    within = reports * 0.1875
    between = 0.75 * mean[0] ** 2 + 0.25 * mean[1] ** 2 - (0.75 * mean[0] + 0.25 * mean[1]) ** 2
    return np.sqrt(devices * (within + between))


def by_counting(p_values, level):
    w = len(p_values)
    ranked = sorted(range(w), key=lambda i: p_values[i])
    last = max((i + 1 for i in range(w) if p_values[ranked[i]] <= (i + 1) * level / w), default=0)
    return [int(j in ranked[:last]) for j in range(w)]


RIGHT = {
    "people": (lambda ones, n: 8 * ones - 4.5 * n,),
    "centred": (lambda table: (table.T - table.mean(axis=1)).T,),
    "false_discovery": (by_counting,),
    "by_hand": (2, 4),
    "plan": (100_000_000,),
    "ten_reports": (of_total_by_cases,),
}

WRONG = {}
