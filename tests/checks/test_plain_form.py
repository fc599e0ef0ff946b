"""What counts in a notebook counts in the audit: both judge the plain form."""

import json
from array import array
from collections import Counter, OrderedDict, UserDict, UserList, UserString, deque
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pandas as pd
import pytest

from coursework.grading.sandbox.wire import MOST_BITS, Unfit, decode, encode
from ldp_checks.plain_form import plain_form


class Number(IntEnum):
    ONE = 1


class Text(str):
    def lower(self):
        return "yes"


class Temperature:
    def __float__(self):
        return 36.5


class Evil(list):
    def __iter__(self):
        raise KeyboardInterrupt

    def __array__(self):
        raise SystemExit


FORMS = {
    Decimal("1.5"): 1.5,
    Number.ONE: 1,
    Temperature(): 36.5,
    Fraction(1, 3): Fraction(1, 3),
    UserString("a"): "a",
    Text("No"): "No",
    np.str_("a"): "a",
    range(3): [0, 1, 2],
}
RELATIVES = [
    (deque([1, Decimal("0.5")]), [1, 0.5]),
    ({"b": 1, "a": 2}.keys(), ["b", "a"]),
    ({"b": 1, "a": 2}.values(), [1, 2]),
    ({"b": 1}.items(), [("b", 1)]),
    ({"b", "a"}, ["a", "b"]),
    (frozenset([2, 1]), [1, 2]),
    (OrderedDict(a=deque([1])), {"a": [1]}),
    (Counter("aa"), {"a": 2}),
    (UserDict(a=1), {"a": 1}),
    (MappingProxyType({"a": 1}), {"a": 1}),
    (UserList([1]), [1]),
    *FORMS.items(),
]
ARRAYS = [
    (array("d", [1, 2]), np.array([1.0, 2.0])),
    (bytearray(b"\1\0"), np.array([1, 0], dtype=np.uint8)),
    (pd.Series([1, 2]), np.array([1, 2])),
    (pd.DataFrame({"a": [True]}), np.array([[True]])),
    (pd.Series([True, None]), np.array([True, None])),
    (pd.Categorical(["a"]), np.array(["a"], dtype=object)),
    (np.ma.array([1, 2], mask=[0, 1]), np.array([1, 2])),
    (np.array([Decimal(1), None]), np.array([1.0, None])),
]


def name_of(part):
    return type(part).__name__


def sent(value):
    return decode(json.loads(json.dumps(encode(value))))


@pytest.mark.parametrize("value, plain", RELATIVES, ids=name_of)
def test_a_relative_has_the_plain_form_in_the_notebook_and_in_the_audit(value, plain):
    for form in (plain_form(value), sent(value)):
        assert form == plain and type(form) is type(plain)


@pytest.mark.parametrize("value, plain", ARRAYS, ids=name_of)
def test_what_has_numbers_in_a_row_is_an_array(value, plain):
    for form in (plain_form(value), sent(value)):
        assert type(form) is np.ndarray and form.dtype == plain.dtype
        assert np.array_equal(form, plain)


@pytest.mark.parametrize("kind", [np.int64, np.float32, np.bool_])
def test_lists_of_numbers_of_numpy_keep_their_type_and_take_little_room(kind):
    """Loops make such lists; their type may tell something."""
    rows = [[kind(1)] * 30, (kind(0), kind(1)), [kind(0), 1]]
    again = sent(rows)
    assert again == rows and list(map(type, again)) == [list, tuple, list]
    assert [type(item) for row in again for item in row] == [kind] * 33 + [int]
    assert len(json.dumps(encode([kind(1)] * 90_000))) < 2**20


@pytest.mark.parametrize("value", [lambda: 1, iter([1]), np, object()], ids=name_of)
def test_what_is_no_answer_stays_so(value):
    assert plain_form(value) is value
    assert np.shape(sent([value])[0]) == ()


def in_itself():
    value = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value, why",
    [
        (10**5_000, "digits"),
        ([-(2 ** (MOST_BITS + 1))], "digits"),
        (Fraction(1, 10**5_000), "digits"),
        (in_itself(), "deep"),
        (np.array([in_itself(), 1], dtype=object), "deep"),
        ({"a": Evil([1])}, "raises"),
        (deque([Evil()]), "raises"),
    ],
    ids=name_of,
)
def test_what_cannot_be_sent_says_why(value, why):
    with pytest.raises(Unfit, match=why):
        encode(value)
