"""Answers to the exercises of the chapter "Again and again"."""

import math

import numpy as np

_ = None  # an answer that is not given


def report(value, memory, p, rng):
    if value not in memory:
        memory[value] = value if rng.random() < p else 1 - value
    return memory[value]


def report_by_default(value, memory, p, rng):
    return memory.setdefault(value, int((value == 1) ^ (rng.random() >= p)))


def fresh(value, memory, p, rng):
    return value if rng.random() < p else 1 - value


def one_answer(value, memory, p, rng):
    if "flip" not in memory:
        memory["flip"] = rng.random() >= p
    return value ^ int(memory["flip"])


def turned(value, memory, p, rng):
    return report(value, memory, 1 - p, rng)


def bits(positions, bucket, rng):
    return (positions == bucket) ^ (rng.random(4) > 1 / (1 + math.exp(-1)))


def client(bucket, memory, rng):
    positions = memory.setdefault("positions", rng.choice(16, 4, replace=False))
    pattern = bucket if bucket in positions else -1
    if pattern not in memory:
        memory[pattern] = bits(positions, bucket, rng)
    row = np.full(16, -1)
    row[positions] = memory[pattern]
    return row


def client_of_all_patterns(bucket, memory, rng):
    """All answers are drawn at the first call."""
    if not memory:
        positions = rng.permutation(16)[:4]
        answers = {int(b): bits(positions, b, rng) for b in positions}
        memory.update(positions=positions, answers=answers, other=bits(positions, -1, rng))
    row = [-1] * 16
    answer = memory["answers"].get(bucket, memory["other"])
    for position, bit in zip(memory["positions"], answer, strict=True):
        row[position] = int(bit)
    return row


def redrawn(bucket, memory, rng):
    return client(bucket, {}, rng)


def keyed_by_bucket(bucket, memory, rng):
    positions = memory.setdefault("positions", rng.choice(16, 4, replace=False))
    if bucket not in memory:
        memory[bucket] = bits(positions, bucket, rng)
    row = np.full(16, -1)
    row[positions] = memory[bucket]
    return row


def fresh_noise(bucket, memory, rng):
    positions = memory.setdefault("positions", rng.choice(16, 4, replace=False))
    row = np.full(16, -1)
    row[positions] = bits(positions, bucket, rng)
    return row


def one_pattern(bucket, memory, rng):
    positions = memory.setdefault("positions", rng.choice(16, 4, replace=False))
    if "answer" not in memory:
        memory["answer"] = bits(positions, bucket, rng)
    row = np.full(16, -1)
    row[positions] = memory["answer"]
    return row


RIGHT = {
    "from_memory": (report_by_default,),
    "second_layer": (lambda p1, p: (p - (1 - p1)) / (p1 - (1 - p1)),),
    "month": (41.4,),
    "breaking_day": (8, 0.5635),
    "kept_bits": (client_of_all_patterns,),
    "tree_wins": (8192,),
}

WRONG = {
    "from_memory": [
        ((fresh,), "keep the answer in memory"),
        ((one_answer,), "drawn independently"),
        ((turned,), "of the values are kept"),
    ],
    "kept_bits": [
        ((redrawn,), "keep the positions"),
        ((keyed_by_bucket,), "must share an answer"),
        ((fresh_noise,), "another answer to the same bucket"),
        ((one_pattern,), "kept, not 0.731"),
    ],
}
