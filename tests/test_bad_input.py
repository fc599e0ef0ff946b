"""Whatever is given to what is public: a right result, or an error that says what was
wrong.

Each call below is right. One of its arguments is replaced by something bad or odd; then
there comes a ValueError or a TypeError that names the argument and shows its value, or
the result that the plain form of the value gives. Nobody's data change.
"""

import decimal
import fractions
import inspect
import itertools
import math
import re
import warnings
from numbers import Real

import numpy as np
import pandas as pd
import pytest

import ldp_course as course
from ldp_course import estimate, privacy, rappor
from ldp_course.audit import audit
from ldp_course.topics import (
    again_and_again,
    attackers,
    deployments,
    distributions,
    many_machines,
    many_questions,
    numbers,
    shufflers,
    testing_mechanisms,
    two_reports,
    unknown_words,
)
from ldp_course.topics.many_machines import counts
from ldp_course.topics.shufflers import secure_sums
from tests import oracles

DOMAIN = ("a", "b", "c")
OF = {"domain": DOMAIN, "epsilon": 1.0}
ENDS = {"low": 17, "high": 90, "epsilon": 1.0}
CHAIN = {"domain": DOMAIN, "epsilon_infinity": 2.0, "epsilon_one": 1.0}
MEANS = [
    (numbers.LaplaceMean, ENDS),
    (numbers.OneBitMean, ENDS),
    (numbers.PiecewiseMean, ENDS),
    (numbers.HybridMean, ENDS),
    (numbers.FewLevelsMean, ENDS | {"levels": 3}),
    (numbers.FewLevelsMean.optimized, ENDS),
    (numbers.IntegerOneBitMean, {"low": 17, "high": 90, "asked_epsilon": 1.0, "bits": 16}),
    (distributions.SquareWave, ENDS | {"bins": 8}),
    (distributions.HierarchicalTree, ENDS | {"bins": 4, "branching": 2}),
]  # fmt: skip
CHAINS = [
    (again_and_again.DirectChain, CHAIN),
    (again_and_again.UnaryChain.symmetric, CHAIN),
    (again_and_again.HashingChain, CHAIN | {"buckets": 3}),
    (again_and_again.BitFlips, OF | {"sampled": 2}),
    (again_and_again.AlphaPoint, {"high": 8, "epsilon": 1.0, "step": 4}),
    (two_reports.ChangeTree, {"days": 4, "epsilon": 1.0, "changes": 2}),
]
DOMAINS = {"sex": ("M", "F"), "color": ("red", "green", "blue")}
PLANS = [
    (getattr(many_questions, name), {"domains": DOMAINS, "epsilon": 1.0})
    for name in ("SplitBudget", "SplitPeople", "AllInOne", "RandomFakes")
]
WORD_FINDERS = [
    (unknown_words.PrefixTree, {"epsilon": 1.0, "lengths": (1, 3), "keep": 3, "letters": "ABC"}),
    (unknown_words.SegmentPairs,
     {"epsilon": 1.0, "segment": 1, "segments": 3, "keep": 3, "letters": "ABC"}),
]  # fmt: skip

SHARES, ERRORS = np.array([0.6, 0.25, -0.125]), np.array([0.03, 0.01, 0.02])
CHANNEL = np.array([[0.75, 0.25], [0.25, 0.75]])
AGREED = {"bits": 8, "hashes": 2, "cohorts": 4, "f": 0.5, "p": 0.25, "q": 0.75}
PARAMETERS = rappor.Parameters(**AGREED)
COIN = course.RandomizedResponse(1.0)
UNARY = course.UnaryEncoding.optimized(DOMAIN, 1.0)
DIRECT = course.DirectEncoding(DOMAIN, 1.0)
RNG = np.random.default_rng(1)
BITS = np.array([0, 1, 1, 0, 0, 0, 1, 0])
ROWS = np.array([[0, 1, 0], [1, 1, 0], [0, 0, 1]])
WORDS = ["apple", "pear", "fig"]
COUNTS = rappor.simulate_counts([5000, 3000, 2000], WORDS, PARAMETERS, RNG)
WITH_WORDS = {"words": WORDS, "parameters": PARAMETERS}
DECODE = {"counts": COUNTS, "candidates": WORDS, "parameters": PARAMETERS, "significance": 0.05,
          "confidence": 0.95, "correction": "fdr", "clients": 5000}  # fmt: skip
ESTIMATE = course.Estimate(DOMAIN, 1000, SHARES, ERRORS)
CROWD = {"n": 12, "local_epsilon": 2.0, "epsilon": 0.5, "delta": 0.001, "others_with_1": 7,
         "by": "coins"}  # fmt: skip
ANSWERS = {
    "epsilon": 1.0, "answers": 9, "total": 0.5, "delta": 0.25, "form": "tight",
    "prior": 0.2,
}  # fmt: skip
CHOICE = {"prior": 0.25, "ceiling": 0.5, "epsilon": 1.0, "error": 0.125, "n": 100}
ATTACK = {"mechanism": UNARY, "targets": ["c", "a"], "fakes": 6, "rng": RNG, "padded": True,
          "reports": ROWS, "n": 50, "honest": 50, "shape": 2, "share": 0.2, "yes": 0.3,
          "coins": COIN, "asked": BITS, "opposite": BITS, "gain": 2.5,
          "share_of_targets": 0.25}  # fmt: skip
FUNCTIONS = [
    (course.Estimate,
     {"domain": DOMAIN, "n": 1000, "frequencies": SHARES, "standard_errors": ERRORS}),
    (ESTIMATE.interval, {"confidence": 0.95, "simultaneous": True}),
    (estimate.base_cut, {"frequencies": SHARES, "standard_errors": ERRORS, "alpha": 0.05}),
    (estimate.power, {"frequencies": SHARES, "standard_errors": ERRORS, "n": 1000}),
    *((step, {"frequencies": SHARES})
      for step in (estimate.clip, estimate.norm, estimate.norm_mul, estimate.norm_sub)),
    (privacy.privacy_loss, {"channel": CHANNEL}),
    (privacy.posterior, {"channel": CHANNEL, "prior": np.array([0.5, 0.5])}),
    (privacy.posterior_odds, {"prior_odds": 0.25, "epsilon": 1.0}),
    (audit, {"first": BITS, "second": 1 - BITS, "confidence": 0.99}),
    (counts.count_reports, {"mechanism": UNARY, "reports": ROWS}),
    (counts.estimate_from_counts,
     {"mechanism": DIRECT, "counts": np.array([1, 1, 2]), "n": 4}),
    (counts.merge, {"estimates": [ESTIMATE, ESTIMATE]}),
    (rappor.Parameters, AGREED),
    (rappor.Client, {"parameters": PARAMETERS, "secret": b"secret", "cohort": 3}),
    (rappor.Client(PARAMETERS, b"s").report, {"word": "apple", "rng": RNG}),
    (PARAMETERS.detection_limit, {"n": 1000, "alpha": 0.05, "tests": 3}),
    (rappor.bloom_bits, {"word": "apple", "cohort": 3, "parameters": PARAMETERS}),
    (rappor.bloom_table, WITH_WORDS),
    (rappor.permanent_bits, {"bloom": BITS, "secret": b"secret", "f": 0.5}),
    (rappor.report_channel, WITH_WORDS | {"cohort": 3}),
    (rappor.population_reports, WITH_WORDS | {"values": np.array([0, 1, 2, 1]), "rng": RNG}),
    (rappor.simulate_counts, WITH_WORDS | {"word_counts": np.array([5, 3, 2]), "rng": RNG}),
    (rappor.count_bits, {"reports": np.tile(BITS, (3, 1)), "cohorts": np.array([0, 3, 1]),
                         "parameters": PARAMETERS}),
    (rappor.estimate_bits, {"counts": COUNTS, "parameters": PARAMETERS}),
    (rappor.decode, DECODE),
    (numbers.MeanEstimate, {"n": 100, "mean": 38.5, "standard_error": 0.25}),
    (distributions.isotonic, {"frequencies": [0.3, -0.1, 0.8]}),
    (distributions.expectation_maximization,
     {"channel": CHANNEL, "counts": np.array([40.0, 60.0]), "smooth": True}),
    (distributions.wasserstein, {"first": SHARES, "second": SHARES[::-1], "width": 2.0}),
    (distributions.merge, {"frequencies": SHARES, "bins": 2}),
    (again_and_again.sequence_loss,
     {"mechanism": again_and_again.DirectChain(*CHAIN.values()), "days": 2}),
    (again_and_again.invented_days, {"hours_per_week": np.array([40, 20, 0]), "days": 5, "rng": RNG}),
    (unknown_words.noise_cut, {"n": 1000, "q": 0.25, "candidates": 100, "alpha": 0.06, "normal": False}),
    (secure_sums.join, {"sums": BITS, "modulus": 100}),
    (secure_sums.noise_shares, {"n": 12, "epsilon": 1.0, "rng": RNG, "honest": 0.5}),
    (secure_sums.noise_epsilon, {"epsilon": 1.0, "arriving": 0.5}),
    (many_machines.Counted, {"counts": np.array([3, 1]), "delivered": 5, "times": {1: 3, 2: 1}}),
    (testing_mechanisms.examine,
     {"randomizer": COIN, "values": [0, 1], "epsilon": 1.0, "rng": RNG, "n": 100, "error": 0.01}),
]  # fmt: skip


def names_of(function):
    return inspect.signature(function).parameters


FUNCTIONS += [
    (function, {name: known[name] for name in names_of(function) if name in known})
    for module, known in (
        (shufflers, CROWD), (two_reports, ANSWERS), (deployments, CHOICE), (attackers, ATTACK))
    for function in map(module.__dict__.get, module.__all__)
    if inspect.isfunction(function) and function.__name__ != "gaussian_epsilon"
]  # fmt: skip


LEFT_OUT = "BitFlips.simulate"  # refuses whatever it is given
# an infinite report is a report; unbiased estimates are no shares; any function is a
# randomizer
NOT_TRIED = {"audit": "first second", "examine": "randomizer"}
# one row a person, or the values themselves: their labels say nothing of the order
ANY_LABELS = (
    "values", "records", "hours_per_week", "domain", "words", "candidates", "targets",
)  # fmt: skip


# what each word makes, in this order
MADE = {
    "encode": "encoded",
    "remember": "memory",
    "assign": "tasks",
    "perturb": "reports",
}


def words_of(mechanism):
    """Calls of encode, perturb, aggregate and so on, with what the one before has
    made."""
    rng, held = np.random.default_rng(1), {"rng": RNG, "n": 1000, "frequency": 0.25}
    if isinstance(mechanism, tuple(make for make, _ in PLANS)):
        held["records"] = {
            "sex": list("MFFM") * 3,
            "color": ["red", "blue", "green"] * 4,
        }
        held["counts"] = np.array([[40, 20, 10], [15, 5, 30]])
    elif isinstance(mechanism, tuple(make for make, _ in WORD_FINDERS)):
        held["values"], held["words"] = ["AB", "CAB", "A", "AB"], ["AB", "CAB"]
    elif hasattr(mechanism, "domain"):
        yes_no = mechanism.domain == course.RandomizedResponse.domain
        held["values"] = np.array([1, 0, 1, 1]) if yes_no else list("cabb")
        held["counts"] = np.array([600, 300, 100][: len(mechanism.domain)])
    elif isinstance(mechanism, two_reports.ChangeTree):
        held["series"] = np.array([[0, 1, 1, 0], [1, 1, 1, 1], [0, 0, 0, 1]])
    else:
        largest = mechanism.high
        held["values"] = np.array([0, largest, largest - 1, largest // 2, largest] * 4)
        held["value"] = largest
    for word in (*MADE, "aggregate", "collect", "simulate", "variance"):
        method = getattr(mechanism, word, None)
        parameters = names_of(method) if method else {}
        arguments = {name: held[name] for name in parameters if name in held}
        if word in ("assign", "remember") and method:
            arguments["n"] = len(held["encoded"])
        needed = {name for name, p in parameters.items() if p.default is p.empty}
        if not needed or not needed <= set(arguments):
            continue
        if (name := f"{type(mechanism).__name__}.{word}") != LEFT_OUT:
            yield name, method, arguments
        if word in MADE:
            own_rng = {"rng": rng} if "rng" in arguments else {}
            held[MADE[word]] = method(**arguments | own_rng)


MAKERS = [*oracles.MAKERS.values(), *MEANS, *CHAINS, *PLANS, *WORD_FINDERS]
CALLS = [
    (function.__qualname__, function, arguments)
    for function, arguments in MAKERS + FUNCTIONS
]
for make, arguments in MAKERS:
    CALLS += words_of(make(**arguments))
CALLS = list({name: (name, *call) for name, *call in CALLS}.values())

# numbers outside are refused wherever an argument has this name; what is inside may be
LIMITS = {
    name: limits for limits, names in (
        ((0, 30), "epsilon noise_epsilon asked_epsilon epsilon_one epsilon_infinity local_epsilon"),
        ((0, 1), "p q f frequency prior delta error alpha confidence significance threshold power "
                 "share yes ceiling share_of_targets"),
        ((0, 10**18), "n clients answers days buckets blocks size hashes bits cohorts levels bins "
                      "keep segment segments sampled changes candidates fakes tests servers"),
    ) for name in names.split()
}  # fmt: skip
JUNK = [
    None, True, np.True_, "", "0.5", "\ud800", b"1", 1 + 1j, math.nan, math.inf, -math.inf,
    10**400, np.datetime64("2020-01-01"), np.timedelta64(1, "s"), pd.NaT, pd.NA, {1}, {},
    [], (), [[]], object(), len, int, math, ..., decimal.Decimal("NaN"),
    np.zeros((0, 3)), [math.nan] * 3, [None, 1], ["a", 1], [[1, 2], [3]], np.random, range(0),
    np.array(5),
]  # fmt: skip
NUMBERS = [
    -9, -1, 0, 1, 2, 3, 5, 8, 16, 33, 64, 99, -0.5, -0.0, 5e-324, 1e-308, 1e-9, 0.3,
    0.5,
]  # fmt: skip
NUMBERS += [1.0, 1.5, 2.5, 29.5, 31.0, 1e17, 1e308]
HUGE = [2**63, -(2**63), 10**19, -(10**400)]  # not what would fill the memory
BAD_ENTRIES = [
    math.nan,
    math.inf,
    None,
    "x",
    pd.NaT,
    1j,
    {},
    np.datetime64("2020-01-01"),
]


@pytest.mark.parametrize(
    "name, call, arguments", CALLS, ids=[call[0] for call in CALLS]
)
def test_a_right_call_has_its_result_whatever_seterr_says(name, call, arguments):
    with np.errstate(all="raise"):
        call(**arguments)


SMALL_CHANCES = [
    *((estimate.power, ([0.9, 0.2, -0.1], [error] * 3, 10**5)) for error in (0.001, 0.01, 0.1)),
    *((two_reports.coin_epsilon, (*coins, 1e-6)) for coins in ((1.0, 1000), (5.0, 300), (0.01, 10**5))),
    *((two_reports.guess_success, coins) for coins in ((1.0, 1000), (5.0, 300), (0.01, 10**5))),
    *((call, (n, 4.0, 1e-6)) for n in (1000, 10**5, 10**6)
      for call in (shufflers.coins_epsilon, shufflers.blanket_epsilon, shufflers.clones_epsilon)),
    *((call, (n, 2.0, 0.1)) for n in (1000, 10**5, 10**6)
      for call in (shufflers.coins_delta, shufflers.blanket_delta, shufflers.clones_delta)),
    *((shufflers.largest_local_epsilon, (n, 1.0, 1e-6, by)) for n in (1000, 10**6)
      for by in ("coins", "blanket")),
    *((shufflers.people_needed, (epsilon, 0.5, 1e-6, by)) for epsilon in (1.0, 4.0)
      for by in ("coins", "blanket")),
    (shufflers.four_models, (10**4, 1.0, 1e-6)),
    *((two_reports.Linkability.of_rappor(rappor.Parameters(bits, 2, 64, 0.5, 0.25, 0.75)).match, (10**6,))
      for bits in (8, 16, 64)),
]  # fmt: skip


@pytest.mark.parametrize("call, arguments", SMALL_CHANCES)
def test_chances_that_are_too_small_for_a_float_raise_nothing(call, arguments):
    usual = call(*arguments)
    with np.errstate(all="raise"):
        again = call(*arguments)
    assert np.array_equal(usual, again) or usual == again


def is_number(value):
    return isinstance(value, Real) and not isinstance(
        value, (bool, np.bool_, np.timedelta64)
    )


def is_table(value):
    return isinstance(value, np.ndarray) and value.dtype.kind in "iuf"


class Once:
    """What may be walked once only, as a generator."""

    def __init__(self, entries):
        self.entries, self.left = entries, iter(entries)

    def __iter__(self):
        return self.left


def labeled(values):
    """A Series or DataFrame with labels that are no 0, 1, 2, … in order: a tally's, or
    turned."""
    names = [list("zyxwvutsrqponmlkjihgfedcba" * 40)[:size] for size in values.shape]
    turned = [list(range(size))[::-1] for size in values.shape]
    if values.ndim == 1:
        tally = pd.Series(values, index=pd.Index(turned[0], name="color"), name="count")
        return [*(pd.Series(values, index) for index in (names[0], turned[0])), tally]
    if values.ndim == 2:
        rows = range(len(values))
        return [pd.DataFrame(values, *names), pd.DataFrame(values, rows, turned[1]),
                [pd.Series(row, index=names[1]) for row in values]]  # fmt: skip
    return []


KINDS = [float, np.float64, np.float32, np.float16, fractions.Fraction, np.array]
WHOLE = [np.uint16, np.int64]


def replacements(value):
    """Return what may stand in for a right value: anything, or something of its own
    kind."""
    if is_number(value):
        kinds = KINDS + (WHOLE if float(value).is_integer() else [])
        return [*JUNK, *NUMBERS, *HUGE, *(kind(value) for kind in kinds)]
    if is_table(value):
        forms = [form(value) for form in [*FORMS, *SPOILERS]]
        first = np.array(value.flat[0])
        return [*JUNK, *forms, *labeled(value), Once(list(value)), first]
    if isinstance(value, (list, tuple)):
        other = [list(value), tuple(value), value[:-1], value * 2, {*map(str, value)}]
        other += [Once(list(value)), dict.fromkeys(map(str, value))]
        other += [np.array(1.0), np.array("a")]
        if isinstance(value[0], np.ndarray):
            other += [[[[1, 2], [3]], *value[1:]], [np.array(1.0), *value[1:]]]
        else:
            places, tally = range(len(value)), pd.Index(value, name="color")
            other += [[*value[:-1], "?"], np.array(value, dtype=object)]
            other += [pd.Series(value, index=places[::-1])]
            other += [pd.Series(places, tally, name="count")]
        return [*JUNK, *other]
    return [*JUNK, *NUMBERS]


def spoiled(entry, as_list):
    def replace_last(x):
        objects = x.astype(object)
        objects[(-1,) * x.ndim] = entry
        return objects.tolist() if as_list else objects

    return replace_last


FORMS = [
    np.ndarray.tolist,
    lambda x: tuple(x.tolist()),
    np.asfortranarray,
    lambda x: x[::-1].copy()[::-1],
    lambda x: np.repeat(x, 2, axis=0)[::2],
    lambda x: x.astype(x.dtype.newbyteorder()),
    lambda x: pd.Series(x, index=range(5, 5 + len(x))) if x.ndim == 1 else list(x),
    lambda x: x.astype(object),
    lambda x: x.astype(float),
    lambda x: np.ma.array(x),
    lambda x: x > 0,
    lambda x: (x > 0).tolist(),
    lambda x: pd.Series(x) if x.ndim == 1 else pd.DataFrame(x) if x.ndim == 2 else x,
    lambda x: (x.astype(np.uint8) if (x == x.astype(np.uint8)).all() else x.astype(np.float32)),
]  # fmt: skip
SPOILERS = [
    *itertools.starmap(spoiled, itertools.product(BAD_ENTRIES, (True, False))),
    lambda x: x.astype(str),
    lambda x: x[:0],
    lambda x: x[None],
    lambda x: np.ma.array(x, mask=np.arange(x.size).reshape(x.shape) == 0),
    lambda x: np.where(np.arange(x.size).reshape(x.shape) == 0, np.nan, x),
]


def plain(value):
    """Return the simplest form of a value that could be right, and whether it could."""
    if is_number(value) or isinstance(value, decimal.Decimal) or is_scalar_array(value):
        number = value.item() if hasattr(value, "item") else value
        exact = isinstance(number, (int, float)) and not isinstance(number, bool)
        return (number if exact else float(number)), exact or math.isfinite(
            float(number)
        )
    if isinstance(value, Once):
        return value.entries, True
    if isinstance(value, (list, tuple, np.ndarray, pd.Series, pd.DataFrame, range)):
        if np.ma.is_masked(value):
            return value, False
        array = np.asarray(value, dtype=object)
        if array.size and set(map(type, array.flat)) <= {bool, np.bool_}:
            array = array.astype(int)
        bad = any(
            type(x) in {float, np.float64} and not math.isfinite(x) for x in array.flat
        )
        return (array.tolist() if array.size else value), not bad
    return value, True


def is_scalar_array(value):
    return (
        isinstance(value, np.ndarray)
        and value.shape == ()
        and value.dtype.kind in "iuf"
    )


def judge(call, arguments, name, value):
    """Run a call with one argument replaced, and say what is wrong with what came of
    it."""
    before = frozen(value)
    try:
        result = run(call, arguments | {name: value})
    except (ValueError, TypeError) as error:
        return (
            None if clear(str(error), arguments, value) else f"unclear: {error!r:.300}"
        )
    except Exception as error:
        return f"not for users: {error!r:.300}"
    finally:
        if before is not None:
            assert frozen(value) == before, f"{name} was changed"
    simple, possible = plain(value)
    low, high = LIMITS.get(name, (-math.inf, math.inf))
    table = np.asarray(simple, dtype=object)
    empty = table.ndim > 0 and table.size == 0 and not is_number(arguments[name])
    if not possible or empty or (is_number(simple) and not low <= simple <= high):
        return f"silently accepted: {result!r:.100}"
    if value is None or isinstance(value, (bool, np.bool_)):
        return (
            None
            if accepts(call, arguments, name, value)
            else f"accepted: {result!r:.100}"
        )
    if ignored_labels(value) and name not in ANY_LABELS:
        return f"labels are ignored: {result!r:.100}"
    expected = run(call, arguments | {name: simple})
    return None if same(result, expected) else f"wrong: {result!r:.200}"


def ignored_labels(value):
    """Whether a table has labels that could stand in another order."""
    parts = value if isinstance(value, list) else [value]
    axes = [axis for part in parts for axis in getattr(part, "axes", ())]
    return any(list(axis) != list(range(len(axis))) for axis in axes)


def accepts(call, arguments, name, value):
    """Say whether None is a default here, or a yes or no is asked for."""
    if value is None:
        return names_of(call)[name].default is None
    return isinstance(arguments[name], (bool, np.ndarray))


def run(call, arguments):
    if isinstance(arguments.get("rng"), np.random.Generator):
        arguments = arguments | {"rng": np.random.default_rng(1)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call(**arguments)


def frozen(value):
    if isinstance(value, (np.ndarray, pd.Series)):
        return f"{value.dtype} {value.tolist()}"
    if isinstance(value, pd.DataFrame):
        return f"{value.to_dict()}"
    return repr(value) if isinstance(value, (list, tuple, dict)) else None


def clear(message, arguments, value):
    """Say whether a message names an argument, what is allowed, and something of the
    value."""
    if len(message) > 700 or not re.search(rf"\b({'|'.join(arguments)})\b", message):
        return False
    if re.search(rf"^({'|'.join(arguments)}) (= |x [a-z]+ = )", message):
        return True
    if not re.search(r"\b(must|allowed|only)\b", message):
        return False
    form = r"empty|masked|ragged|returned|repeats|sums?|holds|answer|digits"
    form += r"|has (shape|dtype|none|the labels?|a row)"
    entries = itertools.chain(
        [value], value if isinstance(value, (list, tuple, set)) else ()
    )
    shown = [repr(part)[:12] for part in entries]
    shown += [f"{value:g}"] if isinstance(value, float) else []
    kind = type(value).__name__
    return (
        bool(re.search(form, message))
        or kind in message
        or any(s in message for s in shown)
    )


def same(first, second):
    """Say whether two results hold the same numbers."""
    if dataclass_like(first):
        return type(first) is type(second) and same(vars(first), vars(second))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(
            same(first[k], second[k]) for k in first
        )
    if isinstance(first, (tuple, list)):
        return len(first) == len(second) and all(map(same, first, second))
    try:
        first, second = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    except OverflowError:  # whole numbers beyond floats
        return first == second
    except (TypeError, ValueError):
        return type(first) is type(second)
    return first.shape == second.shape and np.allclose(
        first, second, equal_nan=True, rtol=1e-9
    )


def dataclass_like(value):
    return hasattr(value, "__dataclass_fields__")


def trials(call):
    """Return all pairs of an argument's name and something in its place."""
    title, _, arguments = call
    names = arguments.keys() - set(NOT_TRIED.get(title, "").split())
    return [
        (name, value)
        for name in sorted(names)
        for value in replacements(arguments[name])
    ]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_a_clear_error_or_a_right_result(call):
    _, function, arguments = call
    faults = [
        f"{name} = {value!r:.80}: {fault}"
        for name, value in trials(call)
        if (fault := judge(function, arguments, name, value))
    ]
    assert not faults, "\n".join(faults)
