"""Answer "Telemetry" with right clients: function(task, plan, weeks) -> client.

A person reports in so many weeks.
"""

import numpy as np

from ldp_checks.assignments.telemetry.protocols import SEEDS, hash_bucket, understand
from ldp_course import UnaryEncoding

from .designs import DESIGNS, hashing, optimized


def weeks_by_sorting(values, each, rng):
    return np.argsort(rng.random(values.shape), axis=1)[:, :each]


def held(values, weeks):
    """What people hold in the weeks in which they report."""
    return np.take_along_axis(values, weeks, axis=1)


def simulate(protocol, values, rng):
    """An honest report from each value, drawn from what it supports."""
    n, d = len(values), protocol.d
    truthful, turn = rng.random(n) < protocol.p, rng.integers(1, d, size=n)
    if protocol.name == "direct":
        return np.where(truthful, values, (values + turn) % d)
    own = values[:, None] == np.arange(d)
    if protocol.name == "unary":
        return (rng.random((n, d)) < np.where(own, protocol.p, protocol.q)).astype(
            np.uint8
        )
    if protocol.name == "subset":
        place = np.where(own, np.where(truthful, -1, 2)[:, None], rng.random((n, d)))
        return (place.argsort(axis=1).argsort(axis=1) < protocol.size).astype(np.uint8)
    seeds, lie = rng.integers(SEEDS, size=n), rng.integers(1, protocol.g, size=n)
    bucket = hash_bucket(seeds, values, protocol.g) + ~truthful * lie
    return np.column_stack([seeds, bucket % protocol.g])


def honest(task, plan, each):
    """Reports drawn from what they support."""
    protocol = understand(plan, task.values)

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        true = held(values, weeks)
        return weeks, simulate(protocol, true.ravel(), rng).reshape(
            *true.shape, *protocol.shape
        )

    return client


def unary_of_the_module(task, plan, each):
    mechanism = UnaryEncoding.optimized(range(task.values), task.budget / each)

    def client(values, rng):
        weeks = weeks_by_sorting(values, each, rng)
        bits = mechanism.perturb(mechanism.encode(held(values, weeks).ravel()), rng)
        return weeks, bits.reshape(len(values), each, task.values)

    return client


def hashing_in_pairs(task, plan, each):
    """A list of pairs: seeds of one type, buckets of another, for everybody."""
    right = honest(task, plan, each)

    def client(values, rng):
        weeks, reports = right(values, rng)
        seeds = reports[..., 0].astype(np.uint32)
        buckets = reports[..., 1].tolist()
        return weeks, [list(zip(*row)) for row in zip(seeds, buckets)]

    return client


CLIENTS = [
    *((design, honest, each) for design, each in zip(DESIGNS, (1, 2, 1, 2, 1))),
    (optimized, unary_of_the_module, 1),
    (hashing, hashing_in_pairs, 2),
]


def with_client(design, make, each):
    """The answers to the question about the client."""

    def answers(task):
        plan = design(task.values, task.budget / each)
        return [make(task, plan, each), plan, each]

    return answers


def named(clients):
    return {
        f"{design.__name__}, {make.__name__}, {each}": with_client(design, make, each)
        for design, make, each in clients
    }
