"""The public calls of `ldp_course.shuffle`, as in calls.py."""

from ldp_course import shuffle
from tests.fuzz import inputs

BY = ("coins", "blanket", "clones")
KINDS = {
    "n": lambda: inputs.integer(12, (0, -1, 10**8 + 1, 10**18)),
    "values": lambda: inputs.integer(5, (2, 0, -1, 10**6 + 1)),
    "local_epsilon": lambda: inputs.number(2.0, (0, -1, -0.0, 1e-7, 31, 1e300)),
    "epsilon": lambda: inputs.number(0.5, (-1, -1e-300, 31, 1e300)),
    "delta": lambda: inputs.number(0.0009765625, (0, 1, -0.5, 1.5, -0.0)),
    "others_with_1": lambda: inputs.integer(7, (-1, 12, 10**18)),
    "shift": lambda: inputs.number(0.5, (0, -1, 1e-10, 1e4)),
    "by": lambda: inputs.choice("coins"),
}
PLAIN = {"n": 12, "values": 5, "local_epsilon": 2.0, "epsilon": 0.5, "delta": 0.0009765625,
         "others_with_1": 7, "shift": 0.5, "by": "coins"}  # fmt: skip
LEAST = {"largest_local_epsilon", "four_models", "gaussian_sigma"}  # these take no ε of 0
ARGUMENTS = {
    "coins_delta": ("n", "local_epsilon", "epsilon", "others_with_1"),
    "coins_epsilon": ("n", "local_epsilon", "delta", "others_with_1"),
    "worst_delta": ("n", "local_epsilon", "epsilon"),
    "worst_epsilon": ("n", "local_epsilon", "delta"),
    "blanket_delta": ("n", "local_epsilon", "epsilon"),
    "blanket_epsilon": ("n", "local_epsilon", "delta"),
    "clones_delta": ("n", "local_epsilon", "epsilon"),
    "clones_epsilon": ("n", "local_epsilon", "delta"),
    "third_value_delta": ("n", "values", "local_epsilon", "epsilon"),
    "third_value_epsilon": ("n", "values", "local_epsilon", "delta"),
    "people_needed": ("local_epsilon", "epsilon", "delta", "by"),
    "largest_local_epsilon": ("n", "epsilon", "delta", "by"),
    "four_models": ("n", "epsilon", "delta"),
    "gaussian_delta": ("shift", "epsilon"),
    "gaussian_epsilon": ("shift", "delta"),
    "gaussian_sigma": ("epsilon", "delta"),
}


def shuffle_calls(call):
    for name, arguments in ARGUMENTS.items():
        plain = {argument: PLAIN[argument] for argument in arguments}
        kinds = {argument: KINDS[argument] for argument in arguments}
        if name in LEAST and "epsilon" in kinds:
            kinds["epsilon"] = lambda: inputs.number(0.5, (0, -1, 1e-7, 31, 1e300))
        yield call(name, getattr(shuffle, name), plain, kinds)
