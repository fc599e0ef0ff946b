"""Ship it or stop it: right clients in many styles."""

import math

import numpy as np

from ldp_course import DirectEncoding, UnaryEncoding
from ldp_course.checks.assignments.ship_it.task import protocol_of

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
    kept = rng.random(n) < math.exp(task.epsilon) / (math.exp(task.epsilon) + g - 1)
    return np.stack([seeds, np.where(kept, own, other)], axis=1)


def one_by_one(task):
    def mended(values, days, rng):
        e, rows = math.exp(task.epsilon), []
        for value in values.tolist():
            if task.design == "unary":
                row = [
                    int(rng.random() < (0.5 if v == value else 1 / (e + 1)))
                    for v in range(task.values)
                ]
            else:
                kinds = task.values if task.design == "direct" else task.buckets
                seed = int(rng.integers(2**32))
                own = (
                    value if task.design == "direct" else int(task.hash_bucket(seed, value, kinds))
                )
                others = [one for one in range(kinds) if one != own]
                keep = rng.random() < e / (e + kinds - 1)
                row = own if keep else others[int(rng.integers(kinds - 1))]
                row = row if task.design == "direct" else [seed, row]
            rows.append(row)
        return [rows for _ in range(days)]

    return mended


RIGHT = {"mended_product": {"from supports": honest, "the module": of_the_module}}
SLOW = {"mended_product": {"one by one": one_by_one}}
