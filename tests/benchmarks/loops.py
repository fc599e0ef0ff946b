"""The protocols in plain Python, person by person, for `bench.py` to compare with."""

from __future__ import annotations

import random

from ldp_course.rappor import Client, Parameters


def yes_no(values: list[int], p: float) -> int:
    return sum(value if random.random() < p else 1 - value for value in values)


def direct(values: list[int], k: int, p: float) -> list[int]:
    counts = [0] * k
    for value in values:
        report = value
        if random.random() >= p:
            report = random.randrange(k - 1)
            report += report >= value
        counts[report] += 1
    return counts


def unary(values: list[int], k: int, p: float, q: float) -> list[int]:
    counts = [0] * k
    for value in values:
        for bit in range(k):
            counts[bit] += random.random() < (p if bit == value else q)
    return counts


def rappor(values: list[int], words: list[str], parameters: Parameters) -> list[int]:
    counts = [0] * parameters.bits
    for person, value in enumerate(values):
        client = Client(
            parameters, person.to_bytes(4, "big"), random.randrange(parameters.cohorts)
        )
        for bit, permanent in enumerate(client.permanent(words[value])):
            counts[bit] += random.random() < (
                parameters.q if permanent else parameters.p
            )
    return counts
