"""Bad and odd inputs of each kind of argument, and what must come of each.

A case is (label, value, wanted). `BAD` is refused. `right(x)` gives what x gives, x being the plain
form of the value. `either(x)` may be refused or give what x gives: a matter of taste.
"""

import datetime
import decimal
import fractions
import math
from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Wanted:
    kind: str  # "bad", "right" or "either"
    plain: object = None


BAD = Wanted("bad")
HUGE = [("10**400", 10**400), ("-10**400", -(10**400)), ("10**5000", 10**5000)]
NO_NUMBERS = [
    ("a text", "0.5"),
    ("an empty text", ""),
    ("a lone surrogate", "\ud800"),
    ("bytes", b"1"),
    ("complex", 1 + 1j),
    ("datetime64", np.datetime64("2020-01-01")),
    ("timedelta64", np.timedelta64(1)),
    ("a date", datetime.date(2020, 1, 1)),
    ("Timestamp", pd.Timestamp("2020-01-01")),
    ("NaT", pd.NaT),
    ("NA", pd.NA),
    ("masked", np.ma.masked),
    ("a set", {1}),
    ("a dict", {1: 1}),
    ("an object", object()),
    ("a function", len),
    ("a class", int),
    ("a module", math),
    ("Ellipsis", ...),
    ("complex64", np.complex64(1)),
    ("text of NumPy", np.str_("1")),
    ("bytes of NumPy", np.bytes_(b"1")),
    ("a generator", (x for x in ())),
    ("Decimal('NaN')", decimal.Decimal("NaN")),
]

NO_FINITE = math.nan, math.inf, -math.inf, None, True, np.True_


def right(plain):
    return Wanted("right", plain)


def either(plain):
    return Wanted("either", plain)


def bad(pairs):
    return [(label, value, BAD) for label, value in pairs]


def each_bad(values):
    return [(repr(value), value, BAD) for value in values]


def optional(cases):
    """The cases of an argument that may be None."""
    return [case for case in cases if case[1] is not None]


def number(x, out_of_range=(), huge_is_bad=True):
    """One float; `out_of_range` are numbers that are too small or too large."""
    cases = bad(NO_NUMBERS) + each_bad([*NO_FINITE, *out_of_range])
    cases += bad(HUGE) if huge_is_bad else []
    cases += bad([
        ("a list", [x]),
        ("a tuple", (x,)),
        ("shape (1,)", np.array([x])),
        ("shape (2,)", np.array([x, x])),
    ])
    cases += [
        (f"{kind.__name__}", kind(x), right(float(kind(x))))
        for kind in (np.float64, np.float32, np.float16, np.longdouble, fractions.Fraction)
    ]
    cases += [("shape ()", np.array(x), either(x)), ("Decimal", decimal.Decimal(x), either(x))]
    return cases


def integer(x, out_of_range=(), huge_is_bad=True):
    """One whole number."""
    no_integers = x + 0.5, fractions.Fraction(1, 3)
    cases = bad(NO_NUMBERS) + each_bad([*NO_FINITE, *no_integers, *out_of_range])
    cases += bad(HUGE) if huge_is_bad else bad(HUGE[1:2])
    cases += bad([("a list", [x]), ("a tuple", (x,)), ("shape (1,)", np.array([x]))])
    kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
    cases += [(kind.__name__, kind(x), right(x)) for kind in kinds if x <= np.iinfo(kind).max]
    cases += [
        ("a float", float(x), either(x)),
        ("float16", np.float16(x), either(x)),
        ("shape ()", np.array(x), either(x)),
    ]
    return cases


def flag(x):
    cases = (
        bad(NO_NUMBERS)
        + bad(HUGE)
        + each_bad([None, "no", "yes", "False", 2, -1, math.nan, [], [True]])
    )
    cases += [
        ("a bool of NumPy", np.bool_(x), right(x)),
        ("0 or 1", int(x), either(x)),
        ("0. or 1.", float(x), either(x)),
    ]
    return cases


def rng(_):
    legacy = [
        ("legacy", np.random.RandomState(1)),
        ("module", np.random),
        ("default_rng itself", np.random.default_rng),
        ("bit generator", np.random.PCG64(1)),
    ]
    return bad(NO_NUMBERS) + bad(legacy) + each_bad([None, 0, 1, -1, True, [1], (1, 2), math.nan])


NOT_A_SEQUENCE = [pair for pair in NO_NUMBERS if pair[0] != "masked"]
NO_ARRAY = [
    *NOT_A_SEQUENCE,
    ("True", True),
    ("None", None),
    ("a whole number", 5),
    ("a float", 0.25),
    ("nan", math.nan),
    ("shape ()", np.array(1)),
]
FEW = [0, 1]


def domain(x):
    """All possible values: what is right is tried by `on_odd_domains`."""
    k = len(x)
    cases = bad(NOT_A_SEQUENCE) + each_bad([
        None,
        True,
        5,
        -1,
        0.25,
        math.nan,
        [],
        (),
        [x[0]],
        "abc",
        b"abc",
    ])
    cases += bad(HUGE) + bad([
        ("repeated", [*x, x[0]]),
        ("1 and 1.0", [1, 1.0]),
        ("two NaN", [math.nan, float("nan")]),
        ("None and NaN", [None, math.nan]),
        ("lists", [[1], [2]]),
        ("sets", [{1}, {2}]),
        ("dicts", [{}, {1: 2}]),
        ("shape ()", np.array(5)),
        ("shape (2, 2)", np.eye(2)),
        ("a frame", pd.DataFrame({"a": [1, 2]})),
        ("masked entries", np.ma.array([1, 2, 3], mask=[0, 1, 0])),
        ("arrays", [np.arange(2), np.arange(3)]),
        ("repeats late in a long list", [*range(30_000), 29_999]),
        ("repeated texts", ["a"] * 30_000),
        ("an empty array", np.array([])),
        ("a tuple with a list", [(1, [2]), (1, [3])]),
        ("Series", pd.Series(["a", "a"])),
    ])
    cases += [
        ("a list", list(x), right(x)),
        ("objects", np.array(x, dtype=object), right(x)),
        ("array", np.array(x), right(x)),
        ("Series of texts or numbers", pd.Series(list(x)), either(x)),
        ("Index", pd.Index(list(x)), either(x)),
        ("unmasked", np.ma.array(np.array(x)), right(x)),
    ]
    return cases if k == 3 else cases[:-1]


def forms(x, integers):
    """The same array in other clothes."""
    strided = np.repeat(x, 2, axis=0)[::2]
    read_only = x.copy()
    read_only.flags.writeable = False
    cases = [
        ("a list", x.tolist(), right(x)),
        ("a tuple", tuple(x.tolist()), right(x)),
        ("strided", strided, right(x)),
        ("Fortran order", np.asfortranarray(x), right(x)),
        ("read only", read_only, right(x)),
        ("other byte order", x.astype(x.dtype.newbyteorder()), right(x)),
        ("backwards in memory", x[::-1].copy()[::-1], right(x)),
        ("unmasked", np.ma.array(x), right(x)),
        ("objects", x.astype(object), either(x)),
        (
            "subclass",
            x.view(np.recarray) if False else x.view(np.matrix) if x.ndim == 2 else x,
            either(x),
        ),
    ]
    if x.ndim == 1:
        cases += [
            ("Series", pd.Series(x), right(x)),
            ("Series, other index", pd.Series(x, index=range(5, 5 + len(x))), right(x)),
            ("Index", pd.Index(x), right(x)),
            ("Series that may miss", pd.Series(pd.array(x)), either(x)),
            ("categories", pd.Series(pd.Categorical(x)), either(x)),
        ]
        cases += bad([("a frame with a name", pd.DataFrame({"a": x})), ("one column", x[:, None])])
    else:
        cases += [
            ("a frame", pd.DataFrame(x), right(x)),
            ("rows in a list", list(x), right(x)),
            ("a tuple of tuples", tuple(map(tuple, x.tolist())), right(x)),
        ]
        cases += bad([
            ("wider", np.hstack([x, x[:, :1]])),
            ("narrower", x[:, 1:]),
            ("one dimension", x[:, 0]),
            ("ragged", [*x.tolist(), x[0, 1:].tolist()]),
        ])
    if integers:
        kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
        cases += [
            (kind.__name__, x.astype(kind), right(x))
            for kind in kinds
            if int(x.max()) <= np.iinfo(kind).max
        ]
        cases += [
            ("float64", x.astype(float), either(x)),
            ("float16", x.astype(np.float16), either(x)),
            ("floats in a list", x.astype(float).tolist(), either(x)),
        ]
        if x.max() <= 1:
            cases += [
                ("bool", x.astype(bool), either(x)),
                ("bools in a list", x.astype(bool).tolist(), either(x)),
            ]
    else:
        for kind in (np.float32, np.float16, np.longdouble):
            cases.append((kind.__name__, x.astype(kind), either(x.astype(kind).astype(float))))
        fraction = np.array([fractions.Fraction(float(v)) for v in x.flat], dtype=object).reshape(
            x.shape
        )
        cases += [
            ("Fractions", fraction, either(x)),
            ("Fractions in a list", fraction.tolist(), either(x)),
        ]
    return cases


def spoilt(x, entries):
    """The array with one entry replaced, as an array of objects and as a list."""
    cases = []
    for label, entry in entries:
        objects = x.astype(object)
        objects[(-1,) * x.ndim] = entry
        cases += [
            (f"{label} in a list", objects.tolist(), BAD),
            (f"{label} in an array", objects, BAD),
        ]
    return cases


def array(x, integers, out_of_range, sized=False):
    """An array of numbers; `sized`: its length is given by other arguments."""
    x = np.asarray(x)
    wrong = [pair for pair in NO_NUMBERS if pair[0] not in ("a generator", "Decimal('NaN')")] + HUGE
    wrong += [(repr(v), v) for v in [None, math.inf, *([0.5] if integers else []), *out_of_range]]
    cases = bad(NO_ARRAY) + bad(HUGE) + forms(x, integers) + spoilt(x, wrong)
    cases += [("nan among them", np.where(np.arange(x.size).reshape(x.shape) == 0, np.nan, x), BAD)]
    for value in out_of_range:
        spoiled = x.astype(np.result_type(x.dtype, np.int64) if integers else float)
        if integers and not -(2**63) <= value < 2**63:
            spoiled = spoiled.astype(np.uint64)
        spoiled[(0,) * x.ndim] = value
        cases.append((f"{value!r} in a typed array", spoiled, BAD))
    mask = np.zeros(x.shape, dtype=bool)
    mask[(0,) * x.ndim] = True
    cases += bad([
        ("masked entries", np.ma.array(x, mask=mask)),
        ("all masked", np.ma.masked_all_like(x)),
        ("empty", x[:0]),
        ("an empty list", []),
        ("text", x.astype(str)),
        ("texts in a list", x.astype(str).tolist()),
        ("bytes", x.astype("S")),
        ("complex", x.astype(complex)),
        ("complex objects", x.astype(complex).astype(object)),
        ("datetime64", x.astype("int64").astype("datetime64[s]")),
        ("timedelta64", x.astype("int64").astype("timedelta64[s]")),
        ("three dimensions more", x[None, None, None]),
        ("nested empty", [[], []]),
        ("a set", set(x.ravel().tolist())),
        ("a dict", dict.fromkeys(range(3))),
        ("structured", np.zeros(len(x), dtype=[("a", int), ("b", float)])),
        ("void", np.zeros(len(x), dtype="V3")),
        ("NA", pd.array([pd.NA] * len(x), dtype="Int64")),
        ("a file", open),
        ("Ragged", [[1, 2], [1]]),
        ("a list of sets", [set(), {1}]),
        ("mixed with texts", [*x.ravel().tolist(), "a"]),
    ])
    if sized:
        cases += bad([("one more", np.concatenate([x, x[:1]])), ("one fewer", x[1:])])
    return cases


def shares(x):
    """One frequency, or several, of any shape."""
    wrong = [pair for pair in NO_NUMBERS if pair[0] != "an object"]
    cases = bad(wrong) + bad(HUGE) + each_bad([None, True, -0.1, 1.1, math.nan, math.inf])
    cases += bad([
        ("text", ["0.5"]),
        ("bytes", np.array([b"0.5"])),
        ("complex", np.array([0.5 + 0j])),
        ("masked entries", np.ma.array([0.1, 0.2], mask=[0, 1])),
        ("ragged", [[0.1], [0.2, 0.3]]),
        ("bools", [True, False]),
        ("datetime64", np.array(["2020"], "M8[D]")),
        ("None among them", [0.1, None]),
        ("nan among them", [0.1, math.nan]),
        ("above 1 among them", [0.1, 1 + 1e-9]),
        ("huge among them", [0.1, 10**400]),
        ("NA among them", [0.1, pd.NA]),
    ])
    cases += [
        (kind.__name__, kind(x), right(float(kind(x))))
        for kind in (np.float64, np.float32, np.float16)
    ]
    cases += [
        ("a list", [x, 0.5], right(np.array([x, 0.5]))),
        ("a tuple", (x, 0.5), right(np.array([x, 0.5]))),
        ("Series", pd.Series([x, 0.5]), either(np.array([x, 0.5]))),
        ("two dimensions", [[x, 0.5]], right(np.array([[x, 0.5]]))),
        ("shape ()", np.array(x), right(x)),
        ("whole", 1, right(1.0)),
        ("whole numbers", [0, 1], right(np.array([0.0, 1.0]))),
        (
            "half precision",
            np.array([x, 0.5], np.float16),
            either(np.array([x, 0.5], np.float16).astype(float)),
        ),
        ("empty", [], either(np.array([]))),
        ("Fraction", fractions.Fraction(1, 2), either(0.5)),
        ("Fractions", [fractions.Fraction(1, 2)], either(np.array([0.5]))),
    ]
    return cases


def values(x, outside):
    """One value a person; `outside` is not in the domain."""
    objects = np.empty(len(x), dtype=object)
    objects[:] = x
    cases = bad(NO_ARRAY) + bad(HUGE)
    cases += [
        ("a list", list(x), right(x)),
        ("a tuple", tuple(x), right(x)),
        ("array", np.array(x), right(x)),
        ("objects", objects, right(x)),
        ("Series", pd.Series(x), right(x)),
        ("Series of objects", pd.Series(objects, dtype=object), right(x)),
        ("Index", pd.Index(x), right(x)),
        ("categories", pd.Series(pd.Categorical(x)), either(x)),
        ("strided", np.repeat(np.array(x), 2)[::2], right(x)),
        ("unmasked", np.ma.array(np.array(x)), right(x)),
    ]
    mask = [True] + [False] * (len(x) - 1)
    for label, entry in [
        *NO_NUMBERS,
        *HUGE,
        ("outside", outside),
        ("None", None),
        ("nan", math.nan),
        ("NaN of half precision", np.float16("nan")),
        ("a list", ["a"]),
        ("an array", np.arange(2)),
        ("bytes that end in NUL", b"a\0"),
        ("a text that ends in NUL", f"{x[0]}\0"),
        ("a tuple", (x[0],)),
        ("empty tuple", ()),
        ("interval", pd.Interval(0, 1)),
    ]:
        cases.append((f"{label} among them", [*x, entry], BAD))
    cases += bad([
        ("masked entries", np.ma.array(np.array(x), mask=mask)),
        ("masked objects", np.ma.array(objects, mask=mask)),
        ("empty", []),
        ("empty array", np.array([])),
        ("two dimensions", np.array([x, x])),
        ("one column", np.array(x)[:, None]),
        ("nested", [list(x), list(x)]),
        ("ragged", [list(x), list(x)[1:]]),
        ("a frame", pd.DataFrame({"a": x})),
        ("a set", set(x)),
        ("a dict", dict.fromkeys(x)),
        ("an iterator", iter(x)),
        ("map", map(str, x)),
        ("a text", str(x[0])),
        ("bytes", b"ab"),
        ("datetime64", np.array(["2020-01-01"], "M8[D]")),
        ("complex", np.array([1j])),
        ("Series with NA", pd.Series([pd.NA] * 2, dtype="Int64")),
        ("void", np.zeros(2, dtype="V3")),
    ])
    return cases


def audited(x):
    """Samples for an audit, each with what it is the same as."""
    cases = (
        bad(NO_ARRAY)
        + bad(HUGE)
        + [
            ("a list", x.tolist(), right(x)),
            ("int8", x.astype(np.int8), right(x)),
            ("float64", x.astype(float), right(x)),
            ("-0.0", np.where(x == 0, -0.0, x), right(x)),
            ("unmasked", np.ma.array(x), right(x)),
            ("bool", x.astype(bool), right(x)),
            ("objects", x.astype(object), either(x)),
            ("float16", x.astype(np.float16), right(x)),
            ("Series", pd.Series(x), right(x)),
            ("uint64", x.astype(np.uint64), right(x)),
            ("one column", x[:, None], BAD),
        ]
    )
    return cases + bad([
        ("nan", np.where(np.arange(len(x)) == 0, np.nan, x)),
        ("nan of objects", np.where(np.arange(len(x)) == 0, np.nan, x).astype(object)),
        ("masked entries", np.ma.array(x, mask=x == 0)),
        ("texts", x.astype(str)),
        ("texts in a list", x.astype(str).tolist()),
        ("one", x[:1]),
        ("none", []),
        ("ragged", [[1], [1, 2]]),
        ("datetime64", x.astype("M8[s]")),
        ("None", [None] * len(x)),
        ("sets", [{1}, {2}]),
        ("three dimensions", x[:, None, None]),
        ("no columns", np.zeros((5, 0))),
        ("structured", np.zeros(len(x), dtype=[("a", int), ("b", float)])),
        ("dicts", [{}, {}]),
    ])


def events(x):
    """What says "this came from the first value"."""
    wrong = [
        ("a text", lambda r: "yes"),
        ("one", lambda r: True),
        ("numbers", lambda r: np.ones(len(r))),
        ("too few", lambda r: r[1:] == 1),
        ("None", lambda r: None),
        ("texts", lambda r: ["a"] * len(r)),
        ("ragged", lambda r: [[1], [1, 2]]),
        ("masked", lambda r: np.ma.array(r == 1, mask=r == 0)),
    ]
    callable_things = ("a function", "a class")
    cases = (
        bad([pair for pair in NO_NUMBERS if pair[0] not in callable_things])
        + each_bad([0, 1, True, [True]])
        + bad([(f"returns {label}", event) for label, event in wrong])
    )
    return [
        *cases,
        ("returns a list", lambda r: (r == 1).tolist(), either(x)),
        ("returns a Series", lambda r: pd.Series(r == 1), either(x)),
    ]


def word(x):
    """One text."""
    cases = bad([
        pair for pair in NO_NUMBERS if "text" not in pair[0] and pair[0] != "a lone surrogate"
    ]) + each_bad([None, True, 0, 1.5, [x], (x,), ["a", "b"]])
    return [
        *cases,
        ("a lone surrogate", "\ud800", BAD),
        ("text of NumPy", np.str_(x), right(x)),
        *bad(HUGE),
    ]


def words(x):
    """A list of texts."""
    cases = (
        bad(NOT_A_SEQUENCE)
        + bad(HUGE)
        + each_bad([
            None,
            True,
            5,
            math.nan,
            [],
            (),
            "abc",
            ["a", "a"],
            ["a", None],
            ["a", 1],
            [b"a"],
            [["a"]],
            ["a", math.nan],
            [pd.NA],
            ["a", "\ud800"],
        ])
    )
    cases += bad([
        ("a set", set(x)),
        ("repeats late", [*map(str, range(30_000)), "29999"]),
        ("masked entries", np.ma.array(x, mask=[1] + [0] * (len(x) - 1))),
        ("two dimensions", np.array([x, x])),
        ("a dict", dict.fromkeys(x)),
        ("an iterator", iter(x)),
        ("shape ()", np.array("a")),
        ("a frame", pd.DataFrame({"a": x, "b": x})),
    ])
    return [
        *cases,
        ("a tuple", tuple(x), right(x)),
        ("array", np.array(x), right(x)),
        ("objects", np.array(x, dtype=object), right(x)),
        ("Series", pd.Series(x), right(x)),
        ("Index", pd.Index(x), right(x)),
    ]


def thing(x):
    """Something of a class: nothing else will do."""
    return bad(NO_NUMBERS) + bad(HUGE) + each_bad([None, True, 5, 0.25, [], [x], "abc"])


def choice(x):
    """One of a few words."""
    return (
        bad(NO_NUMBERS) + bad(HUGE) + each_bad([None, True, 5, [x], x.upper(), x + " ", "", [], {}])
    )


def secret(x):
    cases = (
        bad([pair for pair in NO_NUMBERS if "bytes" not in pair[0]])
        + bad(HUGE)
        + each_bad([None, True, 5, "secret", b"", [1, 2]])
    )
    return [
        *cases,
        ("bytearray", bytearray(x), either(x)),
        ("bytes of NumPy", np.bytes_(x), right(x)),
        ("memoryview", memoryview(x), either(x)),
    ]
