"""Every public call of the module, with plain arguments, and the kind of each argument.

A name that is new in `ldp_course`, `privacy`, `data`, `rappor` or in one of their classes, or a new
argument, has to be entered here: `test_every_public_name_is_called` and `kind_of` ask for it.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import ldp_course
from ldp_course import (
    choosing,
    composition,
    counts,
    data,
    distributions,
    estimate,
    longitudinal,
    multidimensional,
    numbers,
    plots,
    poisoning,
    privacy,
    rappor,
    scale,
    secure_sums,
    shuffle,
    strings,
    testing,
)
from tests.fuzz import inputs
from tests.fuzz.choosing_calls import choosing_calls
from tests.fuzz.count_calls import count_calls
from tests.fuzz.longitudinal_calls import longitudinal_calls
from tests.fuzz.many_calls import composition_calls, plan_calls
from tests.fuzz.number_calls import distribution_calls, number_calls
from tests.fuzz.poisoning_calls import poisoning_calls
from tests.fuzz.scale_calls import scale_calls
from tests.fuzz.secure_calls import secure_calls
from tests.fuzz.shuffle_calls import shuffle_calls
from tests.fuzz.string_calls import string_calls
from tests.fuzz.testing_calls import testing_calls
from tests.fuzz.tree_calls import tree_calls

ROOMS = (rappor, numbers, distributions, strings, longitudinal, composition, multidimensional)
ROOMS += (counts, choosing, scale, shuffle, secure_sums, poisoning, testing)
DOMAIN = ("a", "b", "c")
SIZES = {"hashes": 3, "width": 4, "epsilon": 1.5, "seed": 4}
NO_ARGUMENTS = {"to_frame", "load_adult", "load_roll", "load_surnames", "two_coin"}
NO_ARGUMENTS |= {"read_batch", "read_protocol", "total", "Counted"}  # only paths; a result


@dataclass(frozen=True)
class Call:
    """`make(**arguments)`, where each argument is of a kind: a list of (label, value, wanted)."""

    name: str
    make: Callable
    plain: dict
    kinds: dict

    def run(self, argument, value):
        arguments = self.plain | {argument: value}
        if "rng" in arguments and argument != "rng":
            arguments["rng"] = np.random.default_rng(1)
        return self.make(**arguments)

    def cases(self):
        for argument, kind in self.kinds.items():
            yield from ((argument, *case) for case in kind())


def constructors():
    """Name, way to make one, and its arguments."""
    course = ldp_course
    grid = {"domain": DOMAIN, "p": 0.75, "q": 0.25}
    return {
        "RandomizedResponse": (course.RandomizedResponse, {"epsilon": 0.7}),
        "RandomizedResponse, p": (course.RandomizedResponse, {"p": 0.75}),
        "RandomizedResponse.from_truth_probability": (
            course.RandomizedResponse.from_truth_probability,
            {"p": 0.2},
        ),
        "RandomizedResponse.from_gamma": (course.RandomizedResponse.from_gamma, {"gamma": 0.25}),
        "DirectEncoding": (course.DirectEncoding, {"domain": DOMAIN, "epsilon": 1.2}),
        "UnaryEncoding": (course.UnaryEncoding, {"domain": DOMAIN, "p": 0.7, "q": 0.2}),
        "UnaryEncoding.symmetric": (
            course.UnaryEncoding.symmetric,
            {"domain": DOMAIN, "epsilon": 1.5},
        ),
        "UnaryEncoding.optimized": (
            course.UnaryEncoding.optimized,
            {"domain": DOMAIN, "epsilon": 0.8},
        ),
        "GridUnaryEncoding": (course.GridUnaryEncoding, grid),
        "GridUnaryEncoding.symmetric": (
            course.GridUnaryEncoding.symmetric,
            {"domain": DOMAIN, "epsilon": 1.5},
        ),
        "GridUnaryEncoding.optimized": (
            course.GridUnaryEncoding.optimized,
            {"domain": DOMAIN, "epsilon": 0.8},
        ),
        "LocalHashing": (course.LocalHashing, {"domain": DOMAIN, "buckets": 3, "epsilon": 1.0}),
        "LocalHashing.binary": (course.LocalHashing.binary, {"domain": DOMAIN, "epsilon": 0.9}),
        "LocalHashing.optimized": (
            course.LocalHashing.optimized,
            {"domain": DOMAIN, "epsilon": 1.3},
        ),
        "HadamardResponse": (
            course.HadamardResponse,
            {"domain": DOMAIN, "epsilon": 1.1, "blocks": 2, "one_bit": False},
        ),
        "HadamardResponse, one bit": (
            course.HadamardResponse,
            {"domain": DOMAIN, "epsilon": 1.4, "one_bit": True},
        ),
        "HadamardResponse.optimized": (
            course.HadamardResponse.optimized,
            {"domain": DOMAIN, "epsilon": 1.7},
        ),
        "SubsetSelection": (course.SubsetSelection, {"domain": DOMAIN, "size": 2, "epsilon": 1.1}),
        "SubsetSelection.optimized": (
            course.SubsetSelection.optimized,
            {"domain": DOMAIN, "epsilon": 1.1},
        ),
        "SummingHistogram": (course.SummingHistogram, {"domain": DOMAIN, "epsilon": 1.0}),
        "ThresholdingHistogram": (
            course.ThresholdingHistogram,
            {"domain": DOMAIN, "noise_epsilon": 1.0, "threshold": 0.6},
        ),
        "ThresholdingHistogram.optimized": (
            course.ThresholdingHistogram.optimized,
            {"domain": DOMAIN, "noise_epsilon": 1.6},
        ),
        "CountMeanSketch": (course.CountMeanSketch, {"domain": DOMAIN, **SIZES}),
        "HadamardCountMeanSketch": (course.HadamardCountMeanSketch, {"domain": DOMAIN, **SIZES}),
    }


def number(x, *out_of_range):
    return lambda: inputs.number(x, out_of_range)


def whole(x, *out_of_range, huge_is_bad=True):
    return lambda: inputs.integer(x, out_of_range, huge_is_bad)


EPSILON = (0, -1, -0.0, 1e-7, 31, 1e300, 5e-324)
PROBABILITY = (-0.1, 1.1, -5e-324, 1 + 1e-15, 75)
KINDS_OF_CONSTRUCTORS = {
    "domain": lambda x: lambda: inputs.domain(x),
    "epsilon": lambda x: number(x, *EPSILON),
    "noise_epsilon": lambda x: number(x, *EPSILON),
    "p": lambda x: number(x, *PROBABILITY),
    "q": lambda x: number(x, *PROBABILITY),
    "gamma": lambda x: number(x, 0, -0.1, 0.51),
    "threshold": lambda x: number(x, -0.1, 1.1),
    "buckets": lambda x: whole(x, 0, 1, -1, 2**24 + 1),
    "blocks": lambda x: whole(x, 0, -1, 4),
    "size": lambda x: whole(x, 0, -1, 3),
    "hashes": lambda x: whole(x, 0, -1, 2**16 + 1),
    "width": lambda x: whole(x, 0, 1, -1, 2**16 + 1),
    "seed": lambda x: whole(x, -1, huge_is_bad=False),
    "one_bit": lambda x: lambda: inputs.flag(x),
}


def mechanism_calls():
    for name, (make, plain) in constructors().items():
        kinds = {argument: KINDS_OF_CONSTRUCTORS[argument](x) for argument, x in plain.items()}
        if "GridUnary" in name and "p" in plain:  # other kinds of floats are off the grid
            kinds["p"], kinds["q"] = number(0.75, 0.3, 0.0, 1.0), number(0.25, 0.3, 0.0, 1.0)
        if name == "RandomizedResponse, p":  # p = None is not given, and the message names epsilon
            kinds["p"] = lambda cases=kinds["p"]: [case for case in cases() if case[1] is not None]
        yield Call(name, make, plain, kinds)
        yield from word_calls(name, make(**plain))


def word_calls(name, mechanism):
    k, rng = len(mechanism.domain), np.random.default_rng(1)
    values = [1, 0, 1, 1] if k == 2 else ["c", "a", "b", "b"]
    encoded = mechanism.encode(values)
    reports = mechanism.perturb(encoded, rng)
    floats = reports.dtype.kind == "f"
    largest = encoded_limit(mechanism, encoded)
    too_much = [-1, largest + 1, 2**62]
    bad_reports = [np.inf] if floats else [-1, report_limit(mechanism, reports) + 1]
    bad_reports = [v for v in bad_reports if v < 2**64]
    whole_values = lambda: inputs.array(np.array(values), True, [-1, 2])  # noqa: E731
    arguments = {
        "values": (values, whole_values if k == 2 else lambda: inputs.values(values, "z")),
        "encoded": (encoded, lambda: inputs.array(encoded, True, too_much)),
        "reports": (reports, lambda: inputs.array(reports, not floats, bad_reports)),
        "rng": (np.random.default_rng(1), lambda: inputs.rng(None)),
        "counts": (np.array([600, 300, 100][:k]), lambda: count_cases(k)),
        "n": (1000, whole(1000, 0, -1)),
        "frequency": (0.25, lambda: inputs.shares(0.25)),
        "block_frequency": (0.25, lambda: inputs.optional(inputs.shares(0.25))),
        "others_squared": (0.25, lambda: inputs.optional(inputs.shares(0.25))),
        "seed": (7, whole(7, -1, 2**64)),
        "function": (1, whole(1, -1, 3)),
        "codes": (1, whole(1, -1, 3)),
    }
    if hasattr(mechanism, "draw_seeds"):
        seeds = mechanism.draw_seeds(len(values), np.random.default_rng(2))
        arguments["seeds"] = (
            seeds,
            lambda: inputs.optional(inputs.array(seeds, True, [0, -1, 2**63, 2], sized=True)),
        )
    if hasattr(mechanism, "buckets") and callable(mechanism.buckets):
        del arguments["function"], arguments["codes"]  # `buckets` is arithmetic of the sketches
    for word, method in methods(mechanism):
        names = list(inspect.signature(method).parameters)
        if not names or word == "buckets":
            continue
        if word == "draw_seeds":
            arguments["n"] = (5, whole(5, 0, -1))
        plain = {argument: arguments[argument][0] for argument in names}
        if "seeds" in plain and word == "aggregate":
            plain["reports"] = mechanism.perturb(encoded, np.random.default_rng(1), plain["seeds"])
        kinds = {argument: arguments[argument][1] for argument in names}
        if "seeds" in plain and word == "aggregate":
            kinds["reports"] = lambda plain=plain: inputs.array(
                plain["reports"], True, [-1, 2**62], sized=True
            )
        yield Call(f"{name}: {word}", method, plain, kinds)


def methods(thing):
    return [
        (name, getattr(thing, name))
        for name, _ in inspect.getmembers(type(thing), inspect.isfunction)
        if not name.startswith("_")
    ]


def encoded_limit(mechanism, encoded):
    return 1 if encoded.ndim == 2 else len(mechanism.domain) - 1


def report_limit(mechanism, reports):
    """The largest number of any report: the message test of each column is in test_errors."""
    if reports.dtype == np.uint64:
        return 2**64
    return int(np.max(mechanism.possible_reports()))


def count_cases(k):
    base = np.array([600, 300, 100][:k])
    cases = inputs.array(base, True, [-1, 10**15 + 1, 2**63 - 1, 2**63, 2**64 - 1], sized=True)
    cases = [case for case in cases if case[0] not in ("an array", "empty")]
    return [
        *cases,
        ("all zero", [0] * k, inputs.BAD),
        ("floats that are whole", [2.0] * k, inputs.either(np.full(k, 2))),
    ]


def function_calls():
    channel, prior = np.array([[0.75, 0.25], [0.25, 0.75]]), np.array([0.5, 0.5])
    table = lambda: channel_cases(channel)  # noqa: E731
    epsilon, confidence = number(1.0, *EPSILON), number(0.95, 0, 1, -1, 1.5)
    freq = np.array([0.6, 0.25, -0.125])

    def extreme(function):
        huge = {
            "1e308": ([1e308, 1e308], [1, 1]),
            "1e17": ([1e17, 0.0], [2, 0]),
            "-1e308": ([-1e308, 1e308], [0, 2]),
        }
        if function is estimate.clip:
            return []
        return [
            (label, x, inputs.BAD if function is estimate.norm else inputs.either(plain))
            for label, (x, plain) in huge.items()
        ]

    first, second = np.array([1] * 300 + [0] * 100), np.array([1] * 100 + [0] * 300)
    is_1 = lambda reports: reports == 1  # noqa: E731
    sample = {"first": lambda: inputs.audited(first), "second": lambda: inputs.audited(second)}
    samples = {"first": first, "second": second, "confidence": 0.99}
    yield Call("privacy_loss", privacy.privacy_loss, {"channel": channel}, {"channel": table})
    yield Call(
        "channel_delta",
        privacy.channel_delta,
        {"channel": channel, "total": 0.5},
        {"channel": table, "total": lambda: inputs.number(0.5, (-1, 701))},
    )
    yield Call(
        "posterior",
        privacy.posterior,
        {"channel": channel, "prior": prior},
        {"channel": table, "prior": lambda: inputs.array(prior, False, [-0.1, 0.6], sized=True)},
    )
    yield Call(
        "posterior_odds",
        privacy.posterior_odds,
        {"prior_odds": 0.25, "epsilon": 1.0},
        {"prior_odds": lambda: odds_cases(), "epsilon": epsilon},
    )
    yield Call(
        "trade_off",
        privacy.trade_off,
        {"epsilon": 1.0, "false_positive_rate": 0.25},
        {"epsilon": epsilon, "false_positive_rate": lambda: inputs.shares(0.25)},
    )
    yield Call(
        "audit", privacy.audit, samples, sample | {"confidence": number(0.99, 0, 1, -1, 1.5)}
    )
    yield Call(
        "audit, event",
        privacy.audit,
        samples | {"event": is_1},
        sample | {"event": lambda: inputs.optional(inputs.events(is_1))},
    )
    rows = np.column_stack([first, 1 - first]), np.column_stack([second, 1 - second])
    as_rows = dict(zip(("first", "second"), rows)) | {"confidence": 0.99}
    yield Call(
        "audit of rows",
        privacy.audit,
        as_rows,
        {"first": lambda: row_cases(rows[0]), "second": lambda: row_cases(rows[1])},
    )
    for function in (estimate.clip, estimate.norm, estimate.norm_mul, estimate.norm_sub):
        yield Call(
            function.__name__,
            function,
            {"frequencies": freq},
            {
                "frequencies": lambda function=function: [
                    *inputs.array(freq, False, []),
                    *extreme(function),
                ]
            },
        )
    errors_of_freq = np.array([0.03, 0.01, 0.02])
    sized = {
        "frequencies": lambda: inputs.array(freq, False, []),
        "standard_errors": lambda: inputs.array(errors_of_freq, False, [-0.1], sized=True),
    }
    with_errors = {"frequencies": freq, "standard_errors": errors_of_freq}
    yield Call(
        "base_cut",
        estimate.base_cut,
        with_errors | {"alpha": 0.05},
        sized | {"alpha": number(0.05, 0, 1, -1, 1.5)},
    )
    yield Call(
        "power", estimate.power, with_errors | {"n": 1000}, sized | {"n": whole(1000, 0, -1, 5)}
    )
    plain = {
        "domain": DOMAIN,
        "n": 1000,
        "frequencies": freq,
        "standard_errors": np.array([0.03, 0.01, 0.02]),
    }
    errors = plain["standard_errors"]
    yield Call(
        "Estimate",
        ldp_course.Estimate,
        plain,
        {
            "domain": lambda: [case for case in inputs.domain(DOMAIN) if case[0] != "['a']"],
            "n": whole(1000, 0, -1),
            "frequencies": lambda: inputs.array(freq, False, [], sized=True),
            "standard_errors": lambda: inputs.array(errors, False, [-0.1], sized=True),
        },
    )
    made = ldp_course.Estimate(**plain)
    yield Call(
        "Estimate: interval",
        made.interval,
        {"confidence": 0.95, "simultaneous": True},
        {"confidence": confidence, "simultaneous": lambda: inputs.flag(True)},
    )
    sketch = ldp_course.CountMeanSketch(DOMAIN, **SIZES).simulate(
        [600, 300, 100], np.random.default_rng(1)
    )
    yield Call(
        "SketchEstimate: interval",
        sketch.interval,
        {"confidence": 0.95, "simultaneous": True},
        {"confidence": confidence, "simultaneous": lambda: inputs.flag(True)},
    )
    for name in ("simplex_interval", "to_frame"):
        yield Call(
            f"Estimate: {name}",
            getattr(made, name),
            {"confidence": 0.95},
            {"confidence": confidence},
        )


def channel_cases(channel):
    cases = inputs.array(channel, False, [-0.1, 0.5])
    allowed = {"wider", "one more"}
    exact = {"Fractions", "Fractions in a list"}
    return [case for case in cases if case[0] not in allowed | exact] + [
        (label, value, inputs.right(channel)) for label, value, _ in cases if label in exact
    ]


def odds_cases():
    return [
        (label, value, wanted)
        for label, value, wanted in inputs.shares(0.25)
        if "1.1" not in label and "above 1" not in label
    ]


def row_cases(x):
    x = x.astype(float)
    negative = np.where(np.arange(x.size).reshape(x.shape) % 3 == 0, -x, x) * 0.0 + x
    minus = np.where((x == 0) & (np.arange(len(x))[:, None] % 2 == 0), -0.0, x)
    cases = [
        ("-0.0", minus, inputs.right(x)),
        ("0.0", negative, inputs.right(x)),
        ("int8", x.astype(np.int8), inputs.right(x)),
        ("bool", x.astype(bool), inputs.right(x)),
        ("Fortran order", np.asfortranarray(x), inputs.right(x)),
        ("a list", x.tolist(), inputs.right(x)),
        ("a frame", __import__("pandas").DataFrame(x), inputs.right(x)),
    ]
    nan = x.copy()
    nan[0, 0] = np.nan
    return cases + inputs.bad([
        ("wider", np.hstack([x, x])),
        ("one dimension", x[:, 0]),
        ("nan", nan),
        ("texts", x.astype(str)),
        ("masked entries", np.ma.array(x, mask=x == 0)),
        *inputs.NO_ARRAY,
    ])


def rappor_calls():
    numbers_of = {"bits": 8, "hashes": 2, "cohorts": 4, "f": 0.5, "p": 0.25, "q": 0.75}
    parameters, rng = rappor.Parameters(**numbers_of), np.random.default_rng(1)
    listed = ["apple", "pear", "fig"]
    counts = rappor.simulate_counts([5000, 3000, 2000], listed, parameters, rng)
    decoded = rappor.decode(counts, listed, parameters)
    bits = np.array([0, 1, 1, 0, 0, 0, 1, 0])
    reports, cohorts = rappor.population_reports([0, 1, 2, 1], listed, parameters, rng)
    client = rappor.Client(parameters, b"secret", 3)
    of_parameters = {
        "bits": whole(8, 0, -1, 257),
        "hashes": whole(2, 0, -1, 17, 9),
        "cohorts": whole(4, 0, -1, 2**40),
        "f": number(0.5, -0.1, 1.0, 1.1),
        "p": number(0.25, *PROBABILITY),
        "q": number(0.75, *PROBABILITY),
    }
    arguments = {
        "word": ("apple", lambda: inputs.word("apple")),
        "cohort": (3, whole(3, -1, 4)),
        "parameters": (parameters, lambda: inputs.thing(parameters)),
        "words": (listed, lambda: inputs.words(listed)),
        "candidates": (listed, lambda: inputs.words(listed)),
        "bits": (bits, lambda: inputs.array(bits, True, [-1, 2, 257])),
        "integer": (70, whole(70, -1, 256)),
        "size": (8, whole(8, -1, 2**62, 2**63)),
        "bloom": (bits, lambda: inputs.array(bits, True, [-1, 2, 257])),
        "permanent": (bits, lambda: inputs.array(bits, True, [-1, 2, 257], sized=True)),
        "uniforms": (
            np.full(8, 0.5),
            lambda: inputs.array(np.full(8, 0.5), False, [-0.1, 1.5], sized=True),
        ),
        "secret": (b"secret", lambda: inputs.secret(b"secret")),
        "f": (0.5, number(0.5, -0.1, 1.1)),
        "rng": (np.random.default_rng(1), lambda: inputs.rng(None)),
        "values": (
            np.array([0, 1, 2, 1]),
            lambda: inputs.array(np.array([0, 1, 2, 1]), True, [-1, 3]),
        ),
        "reports": (reports, lambda: inputs.array(reports, True, [-1, 2], sized=True)),
        "cohorts": (cohorts, lambda: inputs.array(cohorts, True, [-1, 4], sized=True)),
        "word_counts": (np.array([500, 300, 200]), lambda: count_cases(3)),
        "counts": (counts, lambda: inputs.array(counts, True, [-1, 2**63], sized=True)),
        "significance": (0.05, number(0.05, 0, 1, -1)),
        "confidence": (0.95, number(0.95, 0, 1, -1)),
        "correction": ("fdr", lambda: inputs.choice("fdr")),
        "clients": (5000, lambda: inputs.optional(inputs.integer(5000, (0, -1, 10**6)))),
        "decoded": (decoded, lambda: inputs.thing(decoded)),
        "n": (1000, whole(1000, 0, -1)),
        "alpha": (0.05, number(0.05, 0, 1, -1)),
        "tests": (3, whole(3, 0, -1)),
    }
    yield Call("rappor.Parameters", rappor.Parameters, numbers_of, of_parameters)
    without_f = {name: x for name, x in numbers_of.items() if name != "f"}
    of_epsilon = {"epsilon_infinity": number(4.0, 0, -1, 1e-7, 1e5, 1491 * 2)}
    yield Call(
        "rappor.Parameters.for_epsilon",
        rappor.Parameters.for_epsilon,
        {"epsilon_infinity": 4.0, **without_f},
        of_epsilon | {name: of_parameters[name] for name in without_f},
    )
    made = {"Parameters": parameters, "Client": client, "Decoded": decoded}
    for name in rappor.__all__:
        thing = getattr(rappor, name)
        if name == "Client":
            arguments_of = {"parameters", "secret", "cohort"}
        elif inspect.isclass(thing):
            arguments_of = set()
        else:
            arguments_of = inspect.signature(thing).parameters
        if arguments_of:
            yield _call(f"rappor.{name}", thing, list(arguments_of), arguments)
        for word, method in methods(made[name]) if name in made else []:
            names = list(inspect.signature(method).parameters)
            if names:
                yield _call(f"rappor.{name}: {word}", method, names, arguments)


def _call(name, function, names, arguments):
    return Call(
        name, function, {n: arguments[n][0] for n in names}, {n: arguments[n][1] for n in names}
    )


def plot_calls():
    errors = np.array([-1.25, 0.25, 0.75])
    yield Call(
        "plots.errors_against_theory",
        plots.errors_against_theory,
        {"errors": errors, "standard_error": 1.0},
        {"standard_error": lambda: few(inputs.number(1.0, (0, -1)))},
    )
    yield Call(
        "plots.axes",
        plots.axes,
        {"height": 2.0, "log": ""},
        {
            "height": lambda: few(inputs.number(2.0, (0, -1))),
            "log": lambda: [
                case for case in few(inputs.choice("x")) if case[0] not in ("''", "an empty text")
            ],
        },
    )


def few(cases):
    """Figures are slow to make: only what is refused."""
    return [case for case in cases if case[2] is inputs.BAD]


def all_calls():
    return [
        *mechanism_calls(),
        *function_calls(),
        *rappor_calls(),
        *number_calls(Call),
        *distribution_calls(Call),
        *testing_calls(Call),
        *tree_calls(Call),
        *longitudinal_calls(Call),
        *string_calls(Call),
        *choosing_calls(Call),
        *composition_calls(Call),
        *plan_calls(Call),
        *count_calls(Call),
        *scale_calls(Call),
        *shuffle_calls(Call),
        *secure_calls(Call),
        *poisoning_calls(Call),
    ]


def public_names():
    """What has to be called: functions and classes, and the public words of each class."""
    for module in (ldp_course, privacy, data, *ROOMS):
        for name in module.__all__:
            thing = getattr(module, name)
            if callable(thing) and name not in NO_ARGUMENTS:
                yield name
