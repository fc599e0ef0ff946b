"""Answer "RAPPOR" with right noise and right clients: function(task) -> the answer."""

import numpy as np

from coursework.rappor.reference import fault_of, faulty_epsilon

from .chances import permanent_if_clear, permanent_if_set


def where(task):
    def function(bits, rng):
        noise = rng.random(bits.shape) < task.f
        return np.where(noise, rng.random(bits.shape) < task.g, bits)

    return function


def single_draw(task):
    """The two steps as one probability for each bit."""

    def function(bits, rng):
        return rng.random(np.shape(bits)) < task.f * task.g + (1 - task.f) * np.asarray(
            bits
        )

    return function


def binomial(task):
    def function(bits, rng):
        return rng.binomial(
            1, np.where(bits, permanent_if_set(task), permanent_if_clear(task))
        )

    return function


PERMANENT = [where, single_draw, binomial]


def report_where(task):
    return lambda bits, rng: (
        rng.random(bits.shape) < np.where(bits, task.q, task.p)
    ).astype(int)


def report_masks(task):
    """As google/rappor: two masks."""
    return lambda bits, rng: np.where(
        bits, rng.random(bits.shape) < task.q, rng.random(bits.shape) < task.p
    )


def report_loop(task):
    return lambda bits, rng: [
        [int(rng.random() < (task.q if bit else task.p)) for bit in row]
        for row in bits.tolist()
    ]


REPORT = [report_where, report_masks]


def client_of(permanent, report):
    def make(task):
        def function(bloom, days, rng):
            memory = np.asarray(permanent(task)(bloom, rng))
            return np.array([report(task)(memory, rng) for _ in range(days)])

        return function

    make.__name__ = f"{permanent.__name__}, {report.__name__}"
    return make


def all_days_at_once(task):
    def function(bloom, days, rng):
        chance = np.where(binomial(task)(bloom, rng), task.q, task.p)
        return rng.random((days, *bloom.shape)) < chance

    return function


CLIENTS = [client_of(where, report_masks), all_days_at_once]
SLOW_CLIENTS = [client_of(where, report_loop)]


def mended(client):
    """All answers to the last question."""
    return lambda task: [fault_of(task), task.h * faulty_epsilon(task), client(task)]


def named(answers):
    return {answer.__name__: mended(answer) for answer in answers}
