"""The public calls of `ldp_course.longitudinal`, as in calls.py."""

import inspect

import numpy as np

from ldp_course import UnaryEncoding, longitudinal, rappor
from tests.fuzz import inputs

DOMAIN = ("a", "b", "c")
EPSILONS = {"epsilon_infinity": 2.0, "epsilon_one": 1.0}
MAKE = {
    "DirectChain": (longitudinal.DirectChain, {"domain": DOMAIN, **EPSILONS}),
    "UnaryChain.symmetric": (longitudinal.UnaryChain.symmetric, {"domain": DOMAIN, **EPSILONS}),
    "UnaryChain.optimized": (longitudinal.UnaryChain.optimized, {"domain": DOMAIN, **EPSILONS}),
    "HashingChain": (longitudinal.HashingChain, {"domain": DOMAIN, "buckets": 3, **EPSILONS}),
    "HashingChain.binary": (longitudinal.HashingChain.binary, {"domain": DOMAIN, **EPSILONS}),
    "HashingChain.optimized": (longitudinal.HashingChain.optimized, {"domain": DOMAIN, **EPSILONS}),
    "BitFlips": (longitudinal.BitFlips, {"domain": DOMAIN, "sampled": 2, "epsilon": 1.0}),
    "AlphaPoint": (longitudinal.AlphaPoint, {"high": 8, "epsilon": 1.0, "step": 4, "flip": 0.125}),
    "ChangeTree": (longitudinal.ChangeTree, {"days": 4, "epsilon": 1.0, "changes": 2}),
}
OUT_OF_RANGE = (0, -1, 1e-7, 31, 1e300)
KINDS = {
    "domain": lambda: inputs.domain(DOMAIN),
    "epsilon": lambda: inputs.number(1.0, OUT_OF_RANGE),
    "epsilon_infinity": lambda: inputs.number(2.0, (*OUT_OF_RANGE, 0.5)),
    "epsilon_one": lambda: inputs.number(1.0, (*OUT_OF_RANGE, 2.5)),
    "buckets": lambda: inputs.integer(3, (0, 1, -1, 2**24 + 1)),
    "sampled": lambda: inputs.integer(2, (0, -1, 4)),
    "high": lambda: inputs.integer(8, (0, -1, 2**20 + 1, 9)),
    "step": lambda: inputs.optional(inputs.integer(4, (0, -1, 3, 16))),
    "flip": lambda: inputs.number(0.125, (0.5, -0.1, 1)),
    "days": lambda: inputs.integer(4, (0, -1, 3, 2**17)),
    "changes": lambda: inputs.integer(2, (0, -1, 5)),
}


def longitudinal_calls(call):
    for name, (make, plain) in MAKE.items():
        yield call(name, make, plain, {argument: KINDS[argument] for argument in plain})
        yield from word_calls(call, name, make(**plain))
    layers = {
        "permanent": UnaryEncoding.symmetric(DOMAIN, 2),
        "one_report": UnaryEncoding.symmetric(DOMAIN, 1),
    }
    things = {name: lambda: inputs.thing(None) for name in layers}
    yield call("UnaryChain", longitudinal.UnaryChain, layers, things)
    yield from function_calls(call)


def function_calls(call):
    chain = longitudinal.DirectChain(range(2), 2, 1)
    plain = {"mechanism": chain, "days": 2}
    kinds = {
        "mechanism": lambda: inputs.thing(None),
        "days": lambda: inputs.integer(2, (0, -1, 40)),
    }
    yield call("sequence_channel", longitudinal.sequence_channel, plain, kinds)
    yield call("sequence_loss", longitudinal.sequence_loss, plain, kinds)
    first, second = np.array([0, 1, 1]), np.array([1, 0, 1])
    yield call(
        "pair_loss",
        longitudinal.pair_loss,
        {"mechanism": chain, "first": first, "second": second},
        {
            "mechanism": kinds["mechanism"],
            "first": lambda: integers(first, [-1, 2], sized=False),
            "second": lambda: integers(second, [-1, 2]),
        },
    )
    losses = {"constant": 1.0, "same_pattern": 1.0, "any_two": 1.0, "one_day_changed": 1.0}
    yield call("SequenceLoss", longitudinal.SequenceLoss, losses, {})
    laws = {"same": np.array([0.5, 0.25, 0.25]), "different": np.array([0.25, 0.25, 0.5])}
    of_law = {
        name: lambda law=law: inputs.array(law, False, [-0.5, 2], sized=True)
        for name, law in laws.items()
    }
    yield call("Linkability", longitudinal.Linkability, laws, of_law)
    yield call(
        "Linkability.of_device",
        lambda **arguments: longitudinal.Linkability.of_device(**arguments).auc,
        {"mechanism": chain, "value": 1},
        {"mechanism": kinds["mechanism"], "value": lambda: inputs.integer(1, (-1, 2))},
    )
    setting = rappor.Parameters(8, 2, 4, 0.5, 0.25, 0.75)
    of_rappor = lambda parameters: longitudinal.Linkability.of_rappor(parameters).auc  # noqa: E731
    thing = {"parameters": lambda: inputs.thing(None)}
    yield call("Linkability.of_rappor", of_rappor, {"parameters": setting}, thing)
    match = longitudinal.Linkability(**laws).match
    devices = {"devices": lambda: inputs.number(10.0, (0, -1, 0.5, 1e16))}
    yield call("Linkability: match", match, {"devices": 10.0}, devices)
    hours = np.array([40, 20, 0, 60])
    yield call(
        "invented_days",
        longitudinal.invented_days,
        {"hours_per_week": hours, "days": 5, "rng": np.random.default_rng(1)},
        {
            "hours_per_week": lambda: integers(hours, [-1, 169], sized=False),
            "days": lambda: inputs.integer(5, (0, -1, 10_001)),
            "rng": lambda: inputs.rng(None),
        },
    )


def integers(x, out_of_range, sized=True):
    cases = inputs.array(x, True, out_of_range, sized=sized)
    unsigned = "uint8", "uint16", "uint32", "uint64", "bool", "bools in a list"
    return [case for case in cases if x.min() >= 0 or case[0] not in unsigned]


def memories(memory):
    """Three dimensions are too many for what `inputs.array` tries."""
    if memory.ndim == 2:
        too_much = [-1] if memory.dtype != np.uint64 else []
        return integers(memory, too_much)
    wrong = [None, 5, "a", [], memory[1:], memory[0], memory - 2, memory + 9, memory + 0.5]
    return [(f"wrong memory {i}", value, inputs.BAD) for i, value in enumerate(wrong)]


def one_integer(x):
    several = "a list", "a tuple", "shape (1,)"
    return [case for case in inputs.integer(x, (-1,)) if case[0] not in several]


def people(table, out_of_range):
    """Tables of any number of people and days."""
    free = "wider", "narrower", "one dimension"
    return [case for case in integers(table, out_of_range, sized=False) if case[0] not in free]


def word_calls(call, name, mechanism):
    rng = np.random.default_rng(1)
    if name == "ChangeTree":
        values = np.array([[0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 1]])
        encoded = mechanism.encode(values)
        memory = None
        reports = mechanism.perturb(encoded, rng)
    else:
        values = np.array([3, 0, 8, 5]) if name == "AlphaPoint" else np.array(list("abca"))
        encoded = mechanism.encode(values)
        memory = mechanism.remember(4, rng)
        reports = mechanism.perturb(encoded, memory, rng)
    numbers = values.dtype.kind in "iu"
    least = -2 if reports.min() < 0 or name == "ChangeTree" else -1
    bad_reports = [least] if reports.dtype == np.uint64 else [least, 9]
    number_values = lambda: integers(values, [-1, 9], False)  # noqa: E731
    text_values = lambda: inputs.values(list(values), "z")  # noqa: E731
    arguments = {
        "encoded": (encoded, lambda: integers(encoded, [-2, 9], memory is not None)),
        "memory": (memory, lambda: memories(memory)),
        "reports": (reports, lambda: integers(reports, bad_reports, False)),
        "rng": (rng, lambda: inputs.rng(None)),
        "n": (5, lambda: inputs.integer(5, (0, -1))),
        "days": (5, lambda: inputs.integer(5, (0, -1))),
        "counts": (np.array([6, 3, 1]), lambda: integers(np.array([6, 3, 1]), [-1, 2**63 - 1])),
        "frequency": (0.25, lambda: inputs.shares(0.25)),
        "value": (5, lambda: one_integer(5)[:0]),
        "seed": (7, lambda: inputs.integer(7, (-1, 2**64))),
        "first": (3, lambda: inputs.integer(3, (-1, 9))),
        "second": (5, lambda: inputs.integer(5, (-1, 9))),
        "values": (values, number_values if numbers else text_values),
        "series": (values, lambda: integers(values, [-1, 2], False)),
    }  # fmt: skip
    tables = np.array([[3, 0], [8, 8], [5, 1]]), np.array([["a", "b"], ["c", "c"], ["b", "a"]])
    for word, method in inspect.getmembers(mechanism, inspect.ismethod):
        names = list(inspect.signature(method).parameters)
        if word.startswith("_") or word in ("optimized", "binary", "symmetric") or not names:
            continue
        if name in ("BitFlips", "ChangeTree") and word == "simulate":
            continue
        plain = {argument: arguments[argument][0] for argument in names}
        kinds = {argument: arguments[argument][1] for argument in names}
        if word == "collect_days":
            plain["values"] = tables[0] if numbers else tables[1]
            kinds["values"] = lambda: people(tables[0], [-1, 9]) if numbers else []
        if word == "perturb" and name == "BitFlips":
            kinds["rng"] = lambda: inputs.optional(inputs.rng(None))
        if word == "simulate" and numbers:
            plain["values"], plain["counts"] = np.array([3, 0, 8]), np.array([6, 3, 1])
            kinds["values"] = lambda plain=plain: integers(plain["values"], [-1, 9])
        yield call(f"{name}: {word}", method, plain, kinds)
