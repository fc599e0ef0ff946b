"""Ship it or stop it: known mistakes and exploits of the mended client."""

import math

import numpy as np

from coursework.ship_it.reference import NOISY_CODE
from ldp_checks.assignments.ship_it.task import protocol_of

from ..telemetry.clients import simulate
from .clients import honest


def repeated(report):
    """From report(task, values, rng): a client that sends this report on all days."""
    return lambda task: (
        lambda values, days, rng: np.array([report(task, values, rng)] * days)
    )


def after(change):
    """Change a right report: change(task, values, report, rng)."""
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
        numbers = {
            "EPSILON": task.epsilon,
            "VALUES": task.values,
            "BUCKETS": task.buckets,
        }
        names = {"math": math, "np": np, "hash_bucket": task.hash_bucket, **numbers}
        code = next(
            code for code, what in NOISY_CODE.items() if what == (design, fault)
        )
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


def mutates(task):
    def mended(values, days, rng):
        sent = honest(task)(values, days, rng)
        values[:] = 0
        return sent

    return mended


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


def ten_seeds(task):
    """Ten tables of noise at most."""

    def mended(values, days, rng):
        return honest(task)(values, days, np.random.default_rng(int(rng.integers(10))))

    return mended


def own_generator(task):
    return lambda values, days, rng: honest(task)(values, days, np.random.default_rng())


def first_type(task, values, report, rng):
    """A phone that runs the program alone tells its value by the type of the table."""
    return report.astype(
        [np.int64, np.uint64, np.float64, np.uint32][int(values[0]) % 4]
    )


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
                ("unary", "one number per row"),
                ("hashing", "seed is value"),
            )
        },
        "the last day redrawn": (last_day_redrawn, 0, "send another report on a later day"),
        "the truth later": (truth_after_a_month, 0, "send another report on a later day"),
        "one of ten seeds": (ten_seeds, 0, "can undo them"),
        "not from rng": (own_generator, 3.75, "draw all chance from `rng`"),
        "changes its input": (mutates, 3.75, "changed the array"),
        "the type of the table": (after(first_type), 0, "the type of your table differs"),
    }
}  # fmt: skip
