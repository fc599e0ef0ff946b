"""Which values are the same one: every odd domain that is right is accepted, and found
again."""

import datetime
import math

import numpy as np
import pandas as pd
import pytest

from ldp_course import DirectEncoding
from ldp_course.domains import check_domain

DAYS = ["2020-01-01", "2020-01-02", "1582-10-15"]
DATES = [datetime.date.fromisoformat(day) for day in DAYS]
STAMPS = [pd.Timestamp(day) for day in DAYS[:2]]
POINTS = [pd.Interval(0, 1), pd.Interval(1, 2)]


@pytest.mark.parametrize("domain, values, codes", [
    ([(1, 2), (3, 4)], [(3, 4), (1, 2)], [1, 0]),
    ([("a", 1), ("b",)], [("b",), ("a", np.int64(1))], [1, 0]),
    (np.array(DAYS, "M8[D]"), DATES[::-1], [2, 1, 0]),
    (DATES, np.array(DAYS, "M8[s]"), [0, 1, 2]),
    (STAMPS, np.array(DAYS[:2], "M8[ns]"), [0, 1]),
    (np.array(DAYS[:2], "M8[ns]"), pd.Series(STAMPS), [0, 1]),
    (pd.to_datetime(DAYS[:2]), [STAMPS[1]], [1]),
    (np.array([1, 2], "m8[D]"), [datetime.timedelta(2)], [1]),
    (np.array(["2020-01-01T00:00:00.000000001", "2020-01-01"], "M8[ns]"), STAMPS[:1], [1]),
    ([2**53, 2**53 + 1, 0.5], [2**53 + 1, 0.5, 2**53], [1, 2, 0]),
    ([2**63 + 12345, 77, 2**62 + 1, 2**62 + 2], [2**62 + 2, 77, 2**63 + 12345, 2**62 + 1],
     [3, 1, 0, 2]),
    ([10**400, 1], [1, 10**400], [1, 0]),
    ([0.5, 1.5], np.array([1.5, 0.5], np.float16), [1, 0]),
    ([b"a", b"a\0"], [b"a\0", b"a"], [1, 0]),
    (["a", "a\0"], ["a\0", "a"], [1, 0]),
    (["a\0", "b"], np.array(["b"]), [1]),
    (["\ud800", "x"], ["x", "\ud800"], [1, 0]),
    ([False, True, 2], [2, False], [2, 0]),
    ([0, 1.0], np.array([1, 0], np.int8), [1, 0]),
    ([math.nan, "x"], ["x", None, math.nan, pd.NA, pd.NaT, np.datetime64("NaT")], [1, *[0] * 5]),
    ([pd.NA, "a"], ["a", None, pd.NA], [1, 0, 0]),
    ([1, pd.NA, 0], pd.array([0, None, 1], "Int64"), [2, 1, 0]),
    ([0, 1, pd.NaT], [np.datetime64("NaT"), 1, 0], [2, 1, 0]),
    ([None, 1.5], np.array([math.nan, 1.5]), [0, 1]),
    (POINTS, POINTS[::-1], [1, 0]),
    ([frozenset({1}), frozenset()], [frozenset()], [1]),
    ([1 + 2j, 1], [1, 1 + 2j], [1, 0]),
    (pd.Series(["b", "a"]), pd.Series(["a", "b"], dtype="category"), [1, 0]),
])  # fmt: skip
def test_positions_of_values_in_odd_domains(domain, values, codes):
    assert DirectEncoding(domain, 1.0).encode(values).tolist() == codes


@pytest.mark.parametrize("domain, value", [
    (STAMPS, "2020-01-01"),
    (POINTS, 0.5),
    (["1", "2"], 1),
    ([1, 2], "1"),
    ([0, 1], True),
    ([False, True], 1),
    (["a", "b"], b"a"),
    (np.array([1577836800000000000, 2]), np.datetime64("2020-01-01", "ns")),
    ([1, 2], np.timedelta64(1)),
    ([0.1, 0.5], np.float16(0.1)),
    ([2**53, 0.5], 2**53 + 1),
    ([(1, 2), (3, 4)], [1, 2]),
    ([1, 2], math.nan),
    (np.array(["20000-01-01", "2020-01-01"], "M8[D]"), 568971820800000000),
])  # fmt: skip
def test_values_of_another_kind_are_outside(domain, value):
    with pytest.raises(
        ValueError, match=r"values has 1 answer\(s\) outside the domain"
    ):
        DirectEncoding(domain, 1.0).encode([value])


@pytest.mark.parametrize("domain", [
    [None, math.nan], [1, 1.0], [DATES[0], STAMPS[0]], [1, np.int8(1)],
    ["a", np.str_("a")], [(1, 2), (1.0, 2)],
])  # fmt: skip
def test_a_repeated_value_is_refused(domain):
    with pytest.raises(
        ValueError, match="domain repeats .*; domain must be a sequence"
    ):
        check_domain(domain)
