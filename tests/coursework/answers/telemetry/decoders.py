"""Telemetry: right decoders in many styles. Each is function(task, plan) -> decode."""

import math

import numpy as np

from ldp_checks.assignments.telemetry.protocols import understand
from ldp_course import UnaryEncoding

from .designs import DESIGNS, direct, optimized


def decode_weeks(task, plan):
    protocol = understand(plan, task.values)

    def decode(weeks, reports):
        supports = [
            protocol.support(reports[weeks == week]) for week in range(task.weeks)
        ]
        return np.array([
            (support.mean(axis=0) - protocol.q) / (protocol.p - protocol.q)
            for support in supports
        ])

    return decode


def decode_with_fixed_sum(task, plan):
    """A constant added to each row keeps it unbiased."""
    plain = decode_weeks(task, plan)

    def decode(weeks, reports):
        table = plain(weeks, reports)
        return table + (1 - table.sum(axis=1, keepdims=True)) / task.values

    return decode


def decode_of_the_module(task, plan):
    mechanism = UnaryEncoding.optimized(range(task.values), math.log(1 / plan["q"] - 1))

    def decode(weeks, reports):
        return [
            mechanism.aggregate(reports[weeks == week]).frequencies
            for week in range(task.weeks)
        ]

    return decode


DECODERS = [
    *((design, decode_weeks, each) for design, each in zip(DESIGNS, (1, 2, 1, 2, 1))),
    (direct, decode_with_fixed_sum, 1),
    (optimized, decode_of_the_module, 1),
]


def with_decoder(design, make, each):
    def answers(task):
        plan = design(task.values, task.budget / each)
        return [make(task, plan), plan, each]

    return answers


RIGHT = {
    "decode": {
        f"{design.__name__}, {make.__name__}, {each}": with_decoder(design, make, each)
        for design, make, each in DECODERS
    }
}
