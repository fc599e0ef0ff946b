"""The public calls of `ldp_course.numbers`, as in calls.py."""

import inspect
import math

import numpy as np

from ldp_course import distributions, numbers
from tests.fuzz import inputs

ENDS = {"low": 17.0, "high": 90.0}
WHOLE_ENDS = {"low": 17, "high": 90}
MAKE = {
    "LaplaceMean": (numbers.LaplaceMean, ENDS | {"epsilon": 1.0}),
    "OneBitMean": (numbers.OneBitMean, ENDS | {"epsilon": 1.0}),
    "PiecewiseMean": (numbers.PiecewiseMean, ENDS | {"epsilon": 1.0}),
    "HybridMean": (numbers.HybridMean, ENDS | {"epsilon": 1.0}),
    "FewLevelsMean": (numbers.FewLevelsMean, ENDS | {"levels": 3, "epsilon": 1.0}),
    "FewLevelsMean.optimized": (numbers.FewLevelsMean.optimized, ENDS | {"epsilon": 2.0}),
    "IntegerOneBitMean": (
        numbers.IntegerOneBitMean, WHOLE_ENDS | {"asked_epsilon": 1.0, "bits": 16}
    ),
    "DiscreteLaplaceMean": (numbers.DiscreteLaplaceMean, WHOLE_ENDS | {"epsilon": 1.0}),
}  # fmt: skip
OUT_OF_RANGE = (0, -1, -0.0, 1e-7, 31, 1e300, 5e-324)


def constructor_kinds(plain):
    kinds = {
        "epsilon": lambda: inputs.number(1.0, OUT_OF_RANGE),
        "asked_epsilon": lambda: inputs.number(1.0, OUT_OF_RANGE),
        "levels": lambda: inputs.integer(3, (0, 1, -1, 1025)),
        "bits": lambda: inputs.integer(16, (0, -1, 54)),
        "low": lambda: inputs.number(17.0, (90, 91, 1e16)),
        "high": lambda: inputs.number(90.0, (17, 16, 1e16)),
    }
    if "asked_epsilon" in plain or isinstance(plain["low"], int):
        kinds["low"] = lambda: inputs.integer(17, (90, 91, -(2**53)))
        kinds["high"] = lambda: inputs.integer(90, (17, 16, 17 + 2**32 + 1))
    if "levels" not in plain and "low" in plain:
        kinds.pop("levels")
    return {name: kinds[name] for name in plain if name in kinds}


def number_calls(call):
    for name, (make, plain) in MAKE.items():
        plain = {argument: 2.0 if argument == "epsilon" and "." in name else value
                 for argument, value in plain.items()}  # fmt: skip
        kinds = constructor_kinds(plain)
        if "." in name:
            kinds["epsilon"] = lambda: inputs.number(2.0, OUT_OF_RANGE)
        yield call(name, make, plain, kinds)
        yield from word_calls(call, name, make(**plain))
    estimate = {"n": 100, "mean": 38.5, "standard_error": 0.25}
    yield call("MeanEstimate", numbers.MeanEstimate, estimate, {
        "n": lambda: inputs.integer(100, (0, -1)),
        "mean": lambda: inputs.number(38.5),
        "standard_error": lambda: [
            case for case in inputs.number(0.25, (-0.5,)) if case[1] is not math.inf
        ],
    })  # fmt: skip
    interval = numbers.MeanEstimate(**estimate).interval
    confidence = {"confidence": lambda: inputs.number(0.95, (0, 1, -1, 1.5))}
    yield call("MeanEstimate: interval", interval, {"confidence": 0.95}, confidence)


def one_value():
    several = "a list", "a tuple", "shape (1,)", "shape (2,)"
    return [case for case in inputs.number(40.5) if case[0] not in several]


def word_calls(call, name, mean):
    whole = isinstance(mean.low, int)
    values = np.array([17, 40, 90, 20]) if whole else np.array([17.0, 40.5, 90.0, 20.25])
    encoded = mean.encode(values)
    reports = mean.perturb(encoded, np.random.default_rng(1))
    integers = reports.dtype.kind in "iu" and name != "DiscreteLaplaceMean"
    beyond = [math.inf] if name == "LaplaceMean" else [1e9]
    bad_reports = [-1, 9] if hasattr(mean, "possible_reports") else beyond
    if name == "DiscreteLaplaceMean":
        bad_reports = [math.inf]
    listed = "channel" in dir(mean) and not whole
    arguments = {
        "values": (values, lambda: inputs.array(values.astype(float), False, [math.inf])),
        "encoded": (encoded, lambda: inputs.array(encoded, whole, [-2, 74])),
        "reports": (reports, lambda: inputs.array(reports, integers, bad_reports)),
        "rng": (np.random.default_rng(1), lambda: inputs.rng(None)),
        "counts": (
            np.array([6, 3, 1, 2]),
            lambda: inputs.array(np.array([6, 3, 1, 2]), True, [-1, 2**63 - 1], sized=True),
        ),
        "n": (1000, lambda: inputs.integer(1000, (0, -1))),
        "value": (
            40 if whole else 40.5,
            lambda: inputs.integer(40) if whole else inputs.number(40.5),
        ),
    }
    for word, method in inspect.getmembers(mean, inspect.ismethod):
        names = list(inspect.signature(method).parameters)
        if word.startswith("_") or word == "optimized" or not names:
            continue
        plain = {argument: arguments[argument][0] for argument in names}
        kinds = {argument: arguments[argument][1] for argument in names}
        if word == "simulate":
            kinds["values"] = lambda: inputs.array(
                values.astype(float), False, [math.inf], sized=True
            )
        if word == "channel" and listed:
            kinds["values"] = lambda: [
                case for case in inputs.array(values, False, [math.inf]) if case[1] is not None
            ]
        if word == "variance":  # one value or several, in any shape
            kinds["value"] = one_value
        if word == "density":
            kinds["reports"] = lambda: inputs.array(reports, False, [math.inf])
        yield call(f"{name}: {word}", method, plain, kinds)


def distribution_calls(call):
    plain = {"low": 17.0, "high": 90.0, "bins": 8, "epsilon": 1.0}
    bins = {"bins": lambda: inputs.integer(8, (0, 1, -1, 2**16 + 1))}
    yield call("SquareWave", distributions.SquareWave, plain, constructor_kinds(plain) | bins)
    wave = distributions.SquareWave(**plain)
    counts = np.array([40, 20, 10, 0, 5, 5, 10, 10])
    seen = wave.simulate(counts, np.random.default_rng(1)).astype(float)
    values = np.array([17.0, 40.5, 90.0, 20.25])
    reports = wave.perturb(wave.encode(values), np.random.default_rng(1))
    arguments = {
        "values": (values, lambda: inputs.array(values, False, [math.inf])),
        "encoded": (wave.encode(values), lambda: inputs.array(wave.encode(values), False, [-2, 2])),
        "reports": (reports, lambda: inputs.array(reports, False, [-9, 9])),
        "rng": (np.random.default_rng(1), lambda: inputs.rng(None)),
        "n": (1000, lambda: inputs.integer(1000, (0, -1))),
        "value": (40.5, one_value),
    }
    for word in ("encode", "perturb", "report_counts", "collect", "mean", "variance"):
        method = getattr(wave, word)
        names = list(inspect.signature(method).parameters)
        plain = {name: arguments[name][0] for name in names}
        yield call(
            f"SquareWave: {word}", method, plain, {name: arguments[name][1] for name in names}
        )
    tuning = {
        "smooth": lambda: inputs.flag(True),
        "tolerance": lambda: inputs.optional(inputs.number(0.25, (0, -1))),
        "most_steps": lambda: inputs.integer(7, (0, -1), huge_is_bad=False),
    }
    of = {"counts": seen, "smooth": True, "tolerance": 0.25, "most_steps": 7}
    sized = lambda: inputs.array(seen, False, [-1, math.inf], sized=True)  # noqa: E731
    yield call("SquareWave: reconstruct", wave.reconstruct, of, tuning | {"counts": sized})
    of = {"counts": counts, "rng": np.random.default_rng(1)}
    people = lambda: inputs.array(counts, True, [-1], sized=True)  # noqa: E731
    yield call(
        "SquareWave: simulate", wave.simulate, of, {"rng": arguments["rng"][1], "counts": people}
    )
    yield call("SquareWave: channel", wave.channel, {}, {})
    channel = np.array([[0.75, 0.25], [0.25, 0.75]])
    both = np.array([40.0, 60.0])
    of = {"channel": channel, "counts": both, "smooth": True, "tolerance": 0.25}
    yield call("expectation_maximization", distributions.expectation_maximization, of, {
        "channel": lambda: inputs.array(channel, False, [-0.5, 2]),
        "counts": lambda: inputs.array(both, False, [-1, math.inf], sized=True),
        **{name: kind for name, kind in tuning.items() if name != "most_steps"},
    })  # fmt: skip
    shares = np.array([0.5, 0.25, 0.25])
    yield call("isotonic", distributions.isotonic, {"frequencies": shares}, {
        "frequencies": lambda: inputs.array(shares, False, [math.inf]),
    })  # fmt: skip
    other = shares[::-1].copy()
    of = {"first": shares, "second": other, "width": 2.0}
    yield call("wasserstein", distributions.wasserstein, of, {
        "first": lambda: inputs.array(shares, False, [math.inf], sized=True),
        "second": lambda: inputs.array(other, False, [math.inf], sized=True),
        "width": lambda: inputs.number(2.0, (0, -1)),
    })  # fmt: skip
