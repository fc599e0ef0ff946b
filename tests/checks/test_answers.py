"""What a student or a reader may write as an answer, and what a wrong one is told."""

import math
from fractions import Fraction

import numpy as np
import pytest

from ldp_checks.answers import (
    as_codes,
    as_number,
    as_numbers,
    as_table,
    as_vector,
    choice,
    known,
    number,
    number_finding,
)


@pytest.mark.parametrize(
    "answer",
    [0.75, Fraction(3, 4), np.float32(0.75), np.array([0.75]), [Fraction(3, 4)]],
)
def test_numbers_of_any_kind(answer):
    assert as_number(answer) == 0.75


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "0.75",
        True,
        np.array(True, object),
        1j,
        math.nan,
        [],
        [1, 2],
        {},
        print,
        10**400,
        [[1], [2, 3]],
    ],
)
def test_anything_else_is_refused_as_a_number(answer):
    assert math.isnan(as_number(answer))


@pytest.mark.parametrize("wrong", [
    np.roots([1, -1, 0.5]), ["1", "2"], np.array([1, 2], "m8[D]"), [1, "2"],
])  # fmt: skip
def test_complex_numbers_texts_and_dates_are_no_numbers(wrong):
    assert as_numbers(wrong, (2,)) is None
    assert "must return two" in as_vector(wrong, 2, "two numbers")
    assert "a table of numbers" in as_table([wrong], (1, 2))


def test_numbers_have_the_wanted_shape():
    assert as_numbers((1, Fraction(1, 2)), (2,)).tolist() == [1, 0.5]
    assert as_numbers([True, False], (2,)).tolist() == [1, 0]
    assert as_numbers([1, 2, 3], (2,)) is None
    assert as_numbers([1, math.nan], (2,)) is None


def test_reports_are_codes():
    assert as_codes([True, 0, 1.0], 3, 2).tolist() == [1, 0, 1]
    for wrong in ([0, 1], [0, 1, 2], [0, 1, 0.5], "011", [[0], [1, 1]], None):
        assert as_codes(wrong, 3, 2) is None


def test_three_digits_are_enough():
    assert number("epsilon", 1.10, math.log(3)).holds
    assert not number("epsilon", 1.11, math.log(3)).holds
    assert number("share", [0.33, 0], (0.33, 0)).holds


def test_a_count_is_exact():
    assert number("people", 1_000.0, 1_000, tolerance=0).holds
    assert not number("people", 1_001, 1_000, tolerance=0).holds


def test_the_nearest_mistake_is_explained():
    mistakes = {"first": 1.000, "second": 1.002}
    assert number("x", 1.002, 2, mistakes).message == "x = 1.002 is not right: second"
    assert number("x", 1.000, 2, mistakes).message == "x = 1 is not right: first"
    judge = known(2, mistakes)
    assert number_finding("x", 3, judge, "think").message == "x = 3 is not right: think"
    assert (
        number("x", math.inf, 2, {"impossible": math.inf}).message
        == "x = inf is not right: impossible"
    )


def test_a_choice_may_be_written_in_capitals():
    choices = ("OUE", "direct")
    assert (
        choice("encoding", " oue", "OUE", choices, "compare").message
        == "encoding = 'OUE' is right"
    )
    assert choice("encoding", "Direct", "OUE", choices, "compare").message.endswith(
        "is not right: compare"
    )
    assert (
        "must be one of 'OUE', 'direct'"
        in choice("encoding", 3, "OUE", choices, "compare").message
    )
