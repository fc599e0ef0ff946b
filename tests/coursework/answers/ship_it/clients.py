"""Ship it or stop it: right clients in many styles."""

import math

import numpy as np

from ldp_checks.assignments.ship_it.task import protocol_of
from ldp_course import DirectEncoding, UnaryEncoding

from ..telemetry.clients import simulate


def honest(task):
    """One report, drawn from what it supports."""
    protocol = protocol_of(task)

    def mended(values, days, rng):
        report = simulate(protocol, np.asarray(values), rng)
        return np.array([report for _ in range(days)])

    return mended


def of_the_module(task):
    def mended(values, days, rng):
        kinds = {"unary": UnaryEncoding.optimized, "direct": DirectEncoding}
        if task.design == "hashing":
            return np.tile(hashed(task, values, rng), (days, 1, 1))
        design = kinds[task.design](range(task.values), task.epsilon)
        report = design.perturb(design.encode(values), rng)
        return np.broadcast_to(report, (days, *report.shape))

    return mended


def hashed(task, values, rng):
    g, n = task.buckets, len(values)
    seeds = rng.integers(0, 2**32 - 1, n, endpoint=True)
    own = task.hash_bucket(seeds, values, g)
    other = rng.integers(g - 1, size=n)
    other += other >= own
    own_bucket = rng.random(n) < math.exp(task.epsilon) / (
        math.exp(task.epsilon) + g - 1
    )
    return np.stack([seeds, np.where(own_bucket, own, other)], axis=1)


RIGHT = {"mended_product": {"from supports": honest, "the module": of_the_module}}
