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


def mixture(task):
    """With some probability anything at all, else the truth."""

    def mended(values, days, rng):
        n, e = len(values), math.exp(task.epsilon)
        if task.design == "unary":
            report = np.empty((n, task.values), dtype=bool)
            for value in range(task.values):
                own = values == value
                report[:, value] = rng.random(n) < np.where(own, 0.5, 1 / (e + 1))
            return np.repeat(report[None], days, axis=0)
        kinds = task.values if task.design == "direct" else task.buckets
        anything = rng.random(n) < kinds / (e + kinds - 1)
        lie = rng.integers(kinds, size=n)
        if task.design == "direct":
            return np.repeat([np.where(anything, lie, values)], days, axis=0).astype(float)
        seeds = (rng.random(n) * 2**32).astype(np.int64)
        sent = np.where(anything, lie, task.hash_bucket(seeds, values, kinds))
        return np.repeat([np.column_stack([seeds, sent])], days, axis=0)

    return mended


def with_a_memory(task):
    """A dict that is filled on the first day."""

    def mended(values, days, rng):
        memory, sent = {}, []
        for _ in range(days):
            if "report" not in memory:
                memory["report"] = simulate(protocol_of(task), values, rng)
            sent.append(memory["report"].copy())
        return np.stack(sent)

    return mended


def one_by_one(task):
    def mended(values, days, rng):
        e, rows = math.exp(task.epsilon), []
        for value in values.tolist():
            if task.design == "unary":
                row = [int(rng.random() < (0.5 if v == value else 1 / (e + 1)))
                       for v in range(task.values)]  # fmt: skip
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


RIGHT = {
    "mended_product": {
        "from supports": honest,
        "the module": of_the_module,
        "a mixture": mixture,
        "a memory": with_a_memory,
    }
}
SLOW = {"mended_product": {"one by one": one_by_one}}
