"""RAPPOR: known mistakes of noise on bits and of clients."""

import numpy as np

from answers import of_its_seed, truth_if, without_axes
from ldp_checks.assignments.rappor.questions import CHOICES

from .clients import CLIENTS, mended, report_where, where


def truth(task):
    return lambda bits, rng: bits.copy()


def half_the_noise(task):
    """About a doubled ε."""

    def function(bits, rng):
        noise = rng.random(bits.shape) < task.f / 2
        return np.where(noise, rng.random(bits.shape) < task.g, bits)

    return function


def draw_for_all_devices(task):
    def function(bits, rng):
        k = bits.shape[1]
        return np.where(rng.random(k) < task.f, rng.random(k) < task.g, bits)

    return function


def redrawn_every_day(task):
    def function(bloom, days, rng):
        return np.array([
            report_where(task)(where(task)(bloom, rng), rng) for _ in range(days)
        ])

    return function


def shared_by_devices(task):
    def function(bloom, days, rng):
        memory = draw_for_all_devices(task)(bloom, rng)
        return np.array([report_where(task)(memory, rng) for _ in range(days)])

    return function


def colleagues_own(task):
    """The faulty client as it was given."""
    space = {"np": np, "task": task}
    exec(task.faulty_code, space)
    return space["faulty_client"]


def misjudged(fault=None, factor=1):
    def answers(task):
        right = mended(CLIENTS[0])(task)
        return [fault(right[0]) if fault else right[0], right[1] * factor, right[2]]

    return answers


def one_word(task, rows, *others):
    """Whether rows are filters of one word."""
    ones = np.sum(rows, axis=-1)
    return (ones > 0) & (ones <= task.h)


def first_days_of_one_word(task):
    client = mended(CLIENTS[0])(task)[-1]

    def function(bloom, days, rng):
        reports = np.array(client(bloom, days, rng))
        real = one_word(task, bloom)
        reports[:, real] = bloom[real]
        return reports

    return function


WRONG = {
    "permanent_bits": {
        "half the noise": (half_the_noise, 0, "your reports show at least"),
        "truth: one word": (truth_if(one_word, where), 0, "people:"),
    },
    "report_bits": {
        "truth": (truth, 0, "the reports are the true rows"),
        "truth: one word": (truth_if(one_word, report_where), 0, "people:"),
        "draws from the seed": (of_its_seed(report_where), 1.75, "one generator"),
        "a row for one device": (without_axes(report_where), 1.75, "one person"),
    },
    "mend": {
        "truth: one word": (mended(first_days_of_one_word), 1.5, "people:"),
        "unchanged": (mended(colleagues_own), 1.5),
        "the next fault": (
            misjudged(lambda right: CHOICES[(CHOICES.index(right) + 1) % len(CHOICES)]),
            3.5,
            "is not right",
        ),
        "noise redrawn": (mended(redrawn_every_day), 1.5),
        "shared by all devices": (mended(shared_by_devices), 3.875),
    },
}  # fmt: skip
