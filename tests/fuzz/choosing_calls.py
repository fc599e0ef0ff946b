"""The public calls of `ldp_course.choosing`, as in calls.py."""

import inspect

from ldp_course import choosing
from tests.fuzz import inputs

KINDS = {
    "prior": lambda: inputs.number(0.25, (0, 1, -0.1, 1.1)),
    "ceiling": lambda: inputs.number(0.5, (0, 1, -0.1, 1.1, 0.25)),
    "epsilon": lambda: inputs.number(1.0, (0, -1, 31)),
    "chance": lambda: inputs.number(0.5, (0, 1, -0.1, 1.1, 0.125)),
    "error": lambda: inputs.number(0.125, (0, 1, -0.1, 1.5)),
    "k": lambda: inputs.integer(8, (0, 1, -1, 10**9 + 1)),
    "n": lambda: inputs.integer(100, (0, -1)),
}
PLAIN = {"prior": 0.25, "ceiling": 0.5, "epsilon": 1.0, "chance": 0.5, "error": 0.125} | {
    "k": 8,
    "n": 100,
}


def choosing_calls(call):
    for name in choosing.__all__:
        function = getattr(choosing, name)
        names = list(inspect.signature(function).parameters)
        yield call(name, function, {n: PLAIN[n] for n in names}, {n: KINDS[n] for n in names})
