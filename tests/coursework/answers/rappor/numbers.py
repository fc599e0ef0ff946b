"""Answer "RAPPOR" with right ε, counts and words: function(task) -> the answer."""

import math

import numpy as np
from scipy.stats import binom, norm

from .chances import report_if_clear, report_if_set


def epsilons(task):
    """By hand, as a student would; the reference takes another way."""
    stays, becomes, p, q, days = (
        1 - task.f + task.f * task.g,
        task.f * task.g,
        task.p,
        task.q,
        task.days,
    )
    lifetime = task.h * math.log(stays * (1 - becomes) / (becomes * (1 - stays)))
    set_chance, clear_chance = (
        stays * q + (1 - stays) * p,
        becomes * q + (1 - becomes) * p,
    )
    report = task.h * math.log(
        set_chance * (1 - clear_chance) / (clear_chance * (1 - set_chance))
    )
    ones = (stays * q**days + (1 - stays) * p**days) / (
        becomes * q**days + (1 - becomes) * p**days
    )
    zeros = ((1 - becomes) * (1 - p) ** days + becomes * (1 - q) ** days) / (
        (1 - stays) * (1 - p) ** days + stays * (1 - q) ** days
    )
    return [lifetime, report, task.h * math.log(ones * zeros), days * report]


def counts_sum(task):
    return lambda reports: (
        (reports.sum(axis=0) - report_if_clear(task) * len(reports))
        / (report_if_set(task) - report_if_clear(task))
    )


def counts_two_steps(task):
    def function(reports):
        permanent = (reports.sum(axis=0) - task.p * len(reports)) / (task.q - task.p)
        return ((permanent - task.f * task.g * len(reports)) / (1 - task.f)).tolist()

    return function


COUNTS = [counts_sum, counts_two_steps]


def error_of_a_count(task, n):
    zero = report_if_clear(task)
    return math.sqrt(n * zero * (1 - zero)) / (report_if_set(task) - zero)


def present_mean(task):
    def function(counts, n):
        return counts @ task.filters.T / task.h > norm.isf(
            task.false_alarms
        ) * error_of_a_count(task, n) / math.sqrt(task.h)

    return function


def present_exact(task):
    """The smallest sum of ones that noise alone reaches rarely enough."""

    def function(counts, n):
        if_set, if_clear = report_if_set(task), report_if_clear(task)
        ones = np.rint(counts * (if_set - if_clear) + if_clear * n) @ task.filters.T
        return (binom.sf(ones - 1, n * task.h, if_clear) <= task.false_alarms).astype(
            int
        )

    return function


def present_every_bit(task):
    """Each bit must stand out, at the level that makes the word's level right."""

    def function(counts, n):
        high = counts > norm.isf(task.false_alarms ** (1 / task.h)) * error_of_a_count(
            task, n
        )
        return np.array([
            high[:, sets].all(axis=1) for sets in task.filters.astype(bool)
        ]).T

    return function


PRESENT = [present_mean, present_exact, present_every_bit]


EPSILONS = {"floats": epsilons}
