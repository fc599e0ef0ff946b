"""The public calls of `ldp_course.strings`, as in calls.py."""

import inspect

import numpy as np

from ldp_course import strings
from tests.fuzz import inputs
from tests.fuzz.number_calls import OUT_OF_RANGE

WORDS = ["AB", "CAB", "A", "AB"]


def whole(x, *out_of_range):
    return lambda: inputs.integer(x, out_of_range)


def of_lengths():
    wrong = [
        [],
        (),
        [3, 3],
        [3, 1],
        [0, 2],
        [1.5, 2],
        ["1", "2"],
        "12",
        5,
        None,
        True,
        {1, 3},
        [64],
    ]
    right = [[1, 3], np.array([1, 3]), np.array([1, 3], dtype=np.uint8)]
    return [
        *inputs.each_bad([*wrong, np.array([[1, 3]])]),
        *((repr(lengths), lengths, inputs.right((1, 3))) for lengths in right),
    ]


def of_letters():
    return [*inputs.word("ABC"), *inputs.each_bad(["", "A", "AA", "AB_", "AB\0"])]


PLAIN = {
    "PrefixTree": {"epsilon": 1.0, "lengths": (1, 3), "keep": 3, "letters": "ABC"},
    "SegmentPairs": {"epsilon": 1.0, "segment": 1, "segments": 3, "keep": 3, "letters": "ABC"},
}
KINDS = {
    "epsilon": lambda: inputs.number(1.0, OUT_OF_RANGE),
    "lengths": of_lengths,
    "keep": whole(3, 0, -1, 10_001),
    "segment": whole(1, 0, -1, 64),
    "segments": whole(3, 0, 1, 14),
    "letters": of_letters,
}


def string_calls(call):
    for name, plain in PLAIN.items():
        make = getattr(strings, name)
        yield call(name, make, plain, {argument: KINDS[argument] for argument in plain})
        yield from word_calls(call, name, make(**plain))
    plain = {"n": 1000, "q": 0.25, "candidates": 100, "alpha": 0.0625, "normal": False}
    yield call("noise_cut", strings.noise_cut, plain, {
        "n": whole(1000, 0, -1),
        "q": lambda: inputs.number(0.25, (-0.1, 1.1)),
        "candidates": whole(100, 0, -1),
        "alpha": lambda: inputs.number(0.0625, (0, 1, -1)),
        "normal": lambda: inputs.flag(False),
    })  # fmt: skip


def word_calls(call, name, mechanism):
    rng, people = np.random.default_rng(1), np.array([60, 30, 10, 20])
    encoded = mechanism.encode(WORDS * 10)
    tasks = mechanism.assign(len(encoded), rng)
    reports = mechanism.perturb(encoded, tasks, rng)
    words = lambda: inputs.values(WORDS, "z")  # noqa: E731
    groups = len(mechanism.pieces)
    arguments = {
        "values": (WORDS, words),
        "encoded": (encoded, lambda: inputs.array(encoded, True, [-1], sized=True)),
        "tasks": (tasks, lambda: inputs.array(tasks, True, [-1], sized=True)),
        "reports": (
            reports,
            lambda: inputs.array(reports, True, [-1, mechanism.buckets], sized=True),
        ),
        "rng": (rng, lambda: inputs.rng(None)),
        "n": (50, whole(50, 0, -1)),
        "counts": (people, lambda: inputs.array(people, True, [-1, 2**63 - 1], sized=True)),
        "group": (1, whole(1, -1, groups)),
        "seed": (7, whole(7, -1, 2**64)),
        "candidates": (100, lambda: inputs.optional(inputs.integer(100, (0, -1)))),
        "alpha": (0.0625, lambda: inputs.number(0.0625, (0, 1, -1))),
    }
    for word in ("encode", "assign", "perturb", "aggregate", "simulate", "channel_given", "limit"):
        method = getattr(mechanism, word)
        names = list(inspect.signature(method).parameters)
        plain = {argument: arguments[argument][0] for argument in names}
        kinds = {argument: arguments[argument][1] for argument in names}
        yield call(f"{name}: {word}", method, plain, kinds)
