"""The public calls of `ldp_course.poisoning`, as in calls.py."""

import numpy as np

from ldp_course import (
    LocalHashing,
    RandomizedResponse,
    UnaryEncoding,
    poisoning,
)
from ldp_course.numbers import OneBitMean
from tests.fuzz import inputs

DOMAIN = ("a", "b", "c")
UNARY = UnaryEncoding.optimized(DOMAIN, 1.0)
HASHING = LocalHashing(DOMAIN, 3, 1.0)


def target_cases():
    cases = inputs.values(["c", "a"], "z")
    odd = {"a generator", "empty", "a set"}
    return [case for case in cases if case[0] not in odd] + inputs.bad([
        ("repeated", ["a", "a"]),
        ("one text", "a"),
        ("empty", []),
    ])


def poisoning_calls(call):
    rng = np.random.default_rng(1)
    whole, number = inputs.integer, inputs.number
    people = {"rng": lambda: inputs.rng(None), "fakes": lambda: whole(6, (0, -1, 10**7 + 1))}
    reports = UNARY.perturb(UNARY.encode(["a", "b", "c", "a"]), rng)
    rows = lambda: inputs.array(reports, True, [-1, 2])  # noqa: E731
    wrong = lambda: inputs.bad([*inputs.NO_NUMBERS, ("None", None), ("a list", [UNARY])])  # noqa: E731
    of = {"mechanism": UNARY, "targets": ["c", "a"]}
    gains = {"mechanism": wrong, "targets": target_cases}
    for name in ("largest_gain", "largest_loss"):
        yield call(name, getattr(poisoning, name), of, gains)
        drawn = of | {"mechanism": HASHING, "drawn": 7}
        seed = {"drawn": lambda: inputs.optional(whole(7, (-1, 2**64)))}
        yield call(f"{name}, drawn", getattr(poisoning, name), drawn, seed)
    for name in ("contributions", "shape_test"):
        plain = {"mechanism": UNARY, "reports": reports}
        kinds = {"mechanism": wrong, "reports": rows}
        yield call(name, getattr(poisoning, name), plain, kinds)
    attack = {"fakes": 6, "rng": rng}
    padded = {"padded": lambda: inputs.flag(True)}
    yield call("maximal_gain_reports", poisoning.maximal_gain_reports,
               of | attack | {"padded": True}, gains | people | padded)  # fmt: skip
    seeds = HASHING.draw_seeds(6, rng)
    yield call("maximal_gain_reports, seeds", poisoning.maximal_gain_reports,
               of | attack | {"mechanism": HASHING, "seeds": seeds},
               {"seeds": lambda: inputs.optional(
                   inputs.array(seeds, True, [0, -1, 2], sized=True))})  # fmt: skip
    yield call("random_input_reports", poisoning.random_input_reports, of | attack, gains | people)
    plain = {"mechanism": UNARY} | attack
    yield call("random_reports", poisoning.random_reports, plain, {"mechanism": wrong} | people)
    plain = {"gain": 2.5, "honest": 50, "fakes": 6, "share_of_targets": 0.25}
    yield call("overall_gain", poisoning.overall_gain, plain, {
        "gain": lambda: number(2.5),
        "honest": lambda: whole(50, (0, -1, 10**18 + 1)),
        "fakes": lambda: whole(6, (-1, 10**18 + 1)),
        "share_of_targets": lambda: inputs.shares(0.25),
    })  # fmt: skip
    plain = {"mechanism": UNARY, "n": 50, "errors": 1.5}
    yield call("fakes_that_hide", poisoning.fakes_that_hide, plain, {
        "mechanism": wrong,
        "n": lambda: whole(50, (0, -1)),
        "errors": lambda: number(1.5, (0, -1, 1001)),
    })  # fmt: skip
    rates = lambda x: lambda: number(x, (0, 1, -1, 1.5))  # noqa: E731
    plain = {"mechanism": UNARY, "honest": 50, "shape": 2, "alpha": 0.25, "power": 0.5}
    yield call("fakes_seen", poisoning.fakes_seen, plain, {
        "mechanism": wrong,
        "honest": lambda: whole(50, (0, -1, 10**9 + 1)),
        "shape": lambda: whole(2, (-1, 4)),
        "alpha": rates(0.25),
        "power": rates(0.5),
    })  # fmt: skip
    coins, answers = RandomizedResponse(1.0), np.array([0, 1, 1, 0])
    bits = lambda: inputs.array(answers, True, [-1, 2])  # noqa: E731
    plain = {"coins": coins, "asked": answers, "opposite": answers}
    yield call("always_no", poisoning.always_no, plain,
               {"coins": wrong, "asked": bits, "opposite": bits})  # fmt: skip
    plain = {"coins": coins, "share": 0.25, "yes": 0.25}
    shares = lambda: inputs.shares(0.25)  # noqa: E731
    yield call("always_no_bias", poisoning.always_no_bias, plain,
               {"coins": wrong, "share": shares, "yes": shares})  # fmt: skip
    plain = {"mean": OneBitMean(0.0, 1.0, 1.0)}
    yield call("report_range", poisoning.report_range, plain, {"mean": wrong})
