"""Ship it or stop it: known mistakes and exploits of the mended client."""

import math

import numpy as np

from coursework.ship_it.reference import NOISY_CODE
from ldp_checks.assignments.ship_it.task import protocol_of

from ..telemetry.clients import simulate
from .clients import hashed, honest


def repeated(report):
    """From report(task, values, rng): a client that sends this report on all days."""
    return lambda task: lambda values, days, rng: np.array([report(task, values, rng)] * days)


def after(change):
    """A right report, of which another makes something: change(task, values, report, rng)."""
    return repeated(
        lambda task, values, rng: change(
            task, values, simulate(protocol_of(task), values, rng), rng
        )
    )


def as_shipped(design, fault):
    """The report of the faulty program; for other designs another leak."""

    def report(task, values, rng):
        if task.design != design:
            return truth(task, values, None, rng)
        numbers = {"EPSILON": task.epsilon, "VALUES": task.values, "BUCKETS": task.buckets}
        names = {"math": math, "np": np, "hash_bucket": task.hash_bucket, **numbers}
        code = next(code for code, what in NOISY_CODE.items() if what == (design, fault))
        exec(code, names)
        return names["noisy"](values, rng)

    return repeated(report)


def truth(task, values, report, rng):
    if task.design == "unary":
        return (values[:, None] == np.arange(task.values)).astype(int)
    if task.design == "direct":
        return values.copy()
    seeds = rng.integers(2**32, size=len(values))
    return np.column_stack([seeds, task.hash_bucket(seeds, values, task.buckets)])


def nothing(task, values, report, rng):
    """A report of value 0, whatever the value is."""
    return simulate(protocol_of(task), np.zeros_like(values), rng)


def one_draw_for_each_value(task, values, report, rng):
    """Phones with the same value share their chance."""
    return simulate(protocol_of(task), np.arange(task.values), rng)[values]


def mutates(task):
    def mended(values, days, rng):
        sent = honest(task)(values, days, rng)
        values[:] = 0
        return sent

    return mended


def redrawn(period):
    def make(task):
        def mended(values, days, rng):
            memory = [simulate(protocol_of(task), values, rng) for _ in range(-(-days // period))]
            return np.array([memory[day // period] for day in range(days)])

        return mended

    return make


def last_day_redrawn(task):
    def mended(values, days, rng):
        sent = honest(task)(values, days, rng)
        if days > 1:
            sent[-1] = simulate(protocol_of(task), values, rng)
        return sent

    return mended


def truth_after_a_month(task):
    def mended(values, days, rng):
        sent = honest(task)(values, days, rng)
        sent[14:] = truth(task, values, None, rng)
        return sent

    return mended


def seeded(task):
    return lambda values, days, rng: honest(task)(values, days, np.random.default_rng(1))


def one_of_ten(task):
    """Ten tables of noise at most."""

    def mended(values, days, rng):
        return honest(task)(values, days, np.random.default_rng(int(rng.integers(10))))

    return mended


def own_generator(task):
    return lambda values, days, rng: honest(task)(values, days, np.random.default_rng())


def signs(task, values, report, rng):
    """A -0.0 says that the value is 0."""
    shape = -1, *[1] * (report.ndim - 1)
    return np.where((report == 0) & (values == 0).reshape(shape), -0.0, report)


def seed_tells(task, values, report, rng):
    """The last bit of the seed, or of another design the report itself, tells the value's."""
    if task.design != "hashing":
        return truth(task, values, report, rng)
    seeds = rng.integers(2**31, size=len(values)) * 2 + values % 2
    made = hashed(task, values, rng)
    lie = (made[:, 1] - task.hash_bucket(made[:, 0], values, task.buckets)) % task.buckets
    bucket = task.hash_bucket(seeds, values, task.buckets)
    return np.column_stack([seeds, (bucket + lie) % task.buckets])


def digits(task, values, report, rng):
    """The value stands in the last digits of a long number."""
    size = report.ndim - 1
    wide = report.astype(np.longdouble)
    return wide * (1 + values.reshape(-1, *[1] * size) * np.finfo(np.longdouble).eps)


def first_type(task, values, report, rng):
    """A phone that runs the program alone tells its value by the type of the table."""
    return report.astype([np.int64, np.uint64, np.float64, np.uint32][int(values[0]) % 4])


def rows_of_two_kinds(task):
    def mended(values, days, rng):
        sent = honest(task)(values, days, rng)
        if sent.ndim == 2:
            kinds = np.int64, np.int32
            return [[kinds[v % 2](x) for v, x in zip(values, day)] for day in sent]
        return [[[list, tuple][v % 2](row) for v, row in zip(values, day.tolist())] for day in sent]

    return mended


def seeded_digits(task):
    """The same noise always; only digits that no report needs are drawn anew."""

    def mended(values, days, rng):
        sent = honest(task)(values, days, np.random.default_rng(7)).astype(np.longdouble)
        drawn = rng.integers(2, size=sent.shape[1:])
        return sent * (1 + drawn * np.finfo(np.longdouble).eps)

    return mended


WRONG = {
    "mended_product": {
        "the truth": (after(truth), 0, "at least ε ="),
        **{
            f"{design}: {fault}": (as_shipped(design, fault), 0, "at least ε =")
            for design, fault in (
                ("unary", "whole epsilon per bit"),
                ("unary", "never cleared"),
                ("direct", "yes/no p"),
            )
        },
        **{
            f"{design}: {fault}": (as_shipped(design, fault), 0)
            for design, fault in (
                ("direct", "other may be own"),
                ("direct", "rounded p"),
                ("hashing", "rounded p"),
            )
        },
        "unary: one number per row": (as_shipped("unary", "one number per row"), 0),
        "hashing: seed is value": (as_shipped("hashing", "seed is value"), 0),
        "the seed tells": (after(seed_tells), 0),
        "redrawn daily": (redrawn(1), 0, "send another report on a later day"),
        "the last day redrawn": (last_day_redrawn, 0, "send another report on a later day"),
        "the truth later": (truth_after_a_month, 0, "send another report on a later day"),
        "one draw for each value": (after(one_draw_for_each_value), 0),
        "fixed seed": (seeded, 0, "can undo them"),
        "one of ten seeds": (one_of_ten, 0, "can undo them"),
        "not from rng": (own_generator, 3.75, "draw all chance from `rng`"),
        "changes its input": (mutates, 3.75, "changed the array"),
        "signs": (after(signs), 0),
        "the value in the last digits": (after(digits), 0),
        "the type of the table": (after(first_type), 0, "the type of your table differs"),
        "rows of two kinds": (rows_of_two_kinds, 0),
        "new digits, old noise": (seeded_digits, 0),
    }
}
