"""The public calls of `ldp_course.testing`, as in calls.py."""

import numpy as np

from ldp_course import RandomizedResponse, testing
from tests.fuzz import inputs


def no_function(_):
    return [(label, given, inputs.BAD) for label, given in (("None", None), ("a text", "direct"))]


def answers(value, times, rng):
    return np.repeat(RandomizedResponse(1.0).perturb([value], rng), times)


def testing_calls(call):
    shared = {"values": [0, 1], "epsilon": 1.0, "rng": np.random.default_rng(1), "error": 0.01}
    kinds = {
        "values": lambda: [
            (label, given, inputs.BAD)
            for label, given in (
                ("None", None),
                ("one", [0]),
                ("the same", [1, 1]),
                ("a text", "ab"),
                ("nine", list(range(9))),
                ("a set", {0, 1}),
            )
        ],
        "epsilon": lambda: few(inputs.number(1.0, (0, -1, 31))),
        "rng": lambda: few(inputs.rng(None)),
        "error": lambda: few(inputs.number(0.01, (0, 1, -1, 0.2))),
    }
    plain = shared | {"randomizer": RandomizedResponse(1.0), "n": 100}
    sizes = {"n": lambda: few(inputs.integer(100, (0, -1, 99)))}
    yield call(
        "examine", testing.examine, plain, kinds | sizes | {"randomizer": lambda: no_function(None)}
    )
    plain = shared | {"answers": answers, "times": 2, "clients": 100}
    sizes = {
        "times": lambda: few(inputs.integer(2, (0, -1))),
        "clients": lambda: few(inputs.integer(100, (0, -1, 99))),
    }
    yield call(
        "examine_client",
        testing.examine_client,
        plain,
        kinds | sizes | {"answers": lambda: no_function(None)},
    )


def few(cases):
    """Only what is refused: each right call takes a while."""
    return [case for case in cases if case[2] is inputs.BAD]
