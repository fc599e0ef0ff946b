"""RAPPOR: known mistakes in ε, counts of bits, and words that are present."""

import itertools
import math

import numpy as np
from scipy.stats import norm

from ldp_checks.assignments.rappor.task import task as task_of

from .chances import report_if_clear, report_if_set
from .numbers import counts_sum, epsilons, error_of_a_count, present_mean


def other(place, wrong):
    """The four ε, one of them wrong."""

    def answers(task):
        values = epsilons(task)
        values[place] = wrong(task, values)
        return values

    return answers


def another_students(task):
    """A copy, of somebody whose numbers are not by chance the same."""
    own = epsilons(task)
    copies = (epsilons(task_of(f"somebody {i}")) for i in itertools.count())
    return next(
        copy for copy in copies if not any(map(np.isclose, copy, own, [0.01] * 4))
    )


def wrong_counts(change):
    return lambda task: lambda reports: change(task, reports, counts_sum(task)(reports))


def threshold(factor):
    def answer(task):
        def function(counts, n):
            error = error_of_a_count(task, n) / math.sqrt(task.h)
            return counts @ task.filters.T / task.h > factor(task, n) * error

        return function

    return answer


def z(task):
    return norm.isf(task.false_alarms)


WRONG = {
    "epsilons": {
        "the paper's ε": (
            other(0, lambda t, v: 2 * t.h * math.log((2 - t.f) / t.f)),
            3,
            "a fair coin",
        ),
        "memoized as independent": (
            other(2, lambda t, v: v[3]),
            3,
            "right only if the reports are independent",
        ),
        "another student's": (another_students, 0),
    },
    "bit_counts": {
        "clipped at 0": (
            wrong_counts(lambda t, r, c: np.maximum(c, 0)),
            0,
            "do not cut",
        ),
        "the size is fixed": (
            wrong_counts(
                lambda t, r, c: (
                    (r.sum(axis=0) - report_if_clear(t) * 1_000)
                    / (report_if_set(t) - report_if_clear(t))
                )
            ),
            1.5,
            "one device",
        ),
    },
    "words_present": {
        "no word": (threshold(lambda t, n: 1e9), 0, "few words are found"),
        "every word": (threshold(lambda t, n: -1e9), 0, "nearly every word"),
        "shape": (
            lambda t: lambda counts, n: present_mean(t)(counts, n).T,
            0,
            "a row for each day",
        ),
    },
}
