"""The public calls of trees and ranges in `ldp_course.distributions`, as in calls.py."""

import inspect
import math

import numpy as np

from ldp_course import distributions
from tests.fuzz import inputs

OUT_OF_RANGE = (0, -1, -0.0, 1e-7, 31, 1e300, 5e-324)
PLAIN = {"low": 17.0, "high": 90.0, "bins": 8, "epsilon": 1.0, "branching": 2}


def tree_calls(call):
    yield call("HierarchicalTree", distributions.HierarchicalTree, PLAIN, {
        "low": lambda: inputs.number(17.0, (90, 91, 1e16)),
        "high": lambda: inputs.number(90.0, (17, 16, 1e16)),
        "bins": lambda: inputs.integer(8, (0, 1, -1, 1025)),
        "epsilon": lambda: inputs.number(1.0, OUT_OF_RANGE),
        "branching": lambda: inputs.integer(2, (0, 1, -1), huge_is_bad=False),
    })  # fmt: skip
    tree = distributions.HierarchicalTree(**PLAIN)
    values = np.linspace(17, 90, 60)
    reports = tree.perturb(tree.encode(values), np.random.default_rng(1))
    counts = np.array([40, 20, 10, 1, 5, 5, 10, 10])
    arguments = {
        "values": (values, lambda: inputs.array(values, False, [math.inf])),
        "encoded": (tree.encode(values), lambda: inputs.array(tree.encode(values), True, [-1, 8])),
        "reports": (reports, lambda: list_of_arrays(reports)),
        "rng": (np.random.default_rng(1), lambda: inputs.rng(None)),
        "counts": (counts, lambda: inputs.array(counts, True, [-1, 2**63 - 1], sized=True)),
    }
    for word in ("encode", "perturb", "aggregate", "simulate", "collect"):
        method = getattr(tree, word)
        names = list(inspect.signature(method).parameters)
        plain = {name: arguments[name][0] for name in names}
        kinds = {name: arguments[name][1] for name in names}
        yield call(f"HierarchicalTree: {word}", method, plain, kinds)
    small = distributions.HierarchicalTree(0, 1, 4, 1.0, 2)
    yield call("HierarchicalTree: channel", small.channel, {}, {})
    yield from estimate_calls(call)
    yield from bin_calls(call)


def list_of_arrays(reports):
    """One array a level: what is no such list is refused."""
    wrong = [*inputs.NO_NUMBERS, ("None", None), ("one level", reports[:1]), ("a number", 3)]
    wrong += [("none on a level", [reports[0][:0], *reports[1:]]), ("empty", [])]
    wrong += [("NaN", [np.array([math.nan]), *reports[1:]])]
    wrong += [("too large", [np.array([99]), *reports[1:]])]
    return [*inputs.bad(wrong), ("a tuple", tuple(reports), inputs.right(reports))]


def estimate_calls(call):
    shares = np.array([0.25, 0.5, 0.25])
    noise = np.array([[4.0, -2, -2], [-2, 4, -2], [-2, -2, 4]]) / 1e4
    of = {"low": 0.0, "high": 30.0, "n": 5000, "frequencies": shares, "covariance": noise}
    yield call("RangeEstimate", distributions.RangeEstimate, of, {
        "low": lambda: inputs.number(0.0, (30, 31, 1e16)),
        "high": lambda: inputs.number(30.0, (0, -1, 1e16)),
        "n": lambda: inputs.integer(5000, (0, -1)),
        "frequencies": lambda: inputs.array(shares, False, [math.inf], sized=True),
        "covariance": lambda: inputs.array(noise, False, [math.inf], sized=True),
    })  # fmt: skip
    estimate = distributions.RangeEstimate(**of)
    ends = np.array([[0.0, 10.0], [10.0, 30.0]])
    yield call("RangeEstimate: ranges", estimate.ranges, {"ends": ends}, {
        "ends": lambda: inputs.array(ends, False, [-10, 5, math.inf]),
    })  # fmt: skip
    confidence = lambda: inputs.number(0.95, (0, 1, -1, 1.5))  # noqa: E731
    kinds = {"confidence": confidence, "simultaneous": lambda: inputs.flag(True)}
    plain = {"confidence": 0.95, "simultaneous": True}
    yield call("RangeEstimate: band", estimate.band, plain, kinds)
    levels = np.array([0.1, 0.5, 0.9])
    shares_asked = {"levels": lambda: inputs.array(levels, False, [-0.5, 2])}
    yield call("RangeEstimate: quantiles", estimate.quantiles, {"levels": levels}, shares_asked)
    yield call(
        "RangeEstimate: quantile_intervals", estimate.quantile_intervals,
        {"levels": levels} | plain, shares_asked | kinds,
    )  # fmt: skip


def bin_calls(call):
    counts = np.array([10.0, 20, 30, 40, 50])
    sized = lambda: inputs.array(counts, False, [math.inf])  # noqa: E731
    for function, bins, bad in (
        (distributions.merge, 2, (0, -1, 6)),
        (distributions.spread_evenly, 9, (0, 4, 2**16 + 1)),
    ):
        yield call(function.__name__, function, {"frequencies": counts, "bins": bins}, {
            "frequencies": sized,
            "bins": lambda bins=bins, bad=bad: inputs.integer(bins, bad),
        })  # fmt: skip
