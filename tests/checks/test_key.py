"""A right result always fits a key, a wrong one hardly ever; a key shows neither."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from ldp_checks.sealed_answers import (
    EXACT,
    TOLERANCE,
    Item,
    Key,
    case_of,
    fits,
    plain,
    seal,
)

RNG = np.random.default_rng(0)
NUMBERS = [
    *RNG.uniform(-5, 5, 200),
    *10.0 ** RNG.uniform(-6, 9, 200),
    0,
    1,
    math.inf,
    -math.inf,
]


@pytest.mark.parametrize("tolerance", [TOLERANCE, EXACT])
def test_a_result_within_the_tolerance_fits_and_a_far_result_does_not(tolerance):
    for number in NUMBERS:
        sealed = seal(number, tolerance, EXACT, 7)
        size = (
            math.sqrt(EXACT**2 + (tolerance * number) ** 2)
            if math.isfinite(number)
            else 1
        )
        for off in (-0.99, -0.5, 0, 0.5, 0.99):
            assert fits(sealed, number + off * size, tolerance, EXACT, 7), (number, off)
        if math.isfinite(number):
            assert not any(
                fits(sealed, number + off * size, tolerance, EXACT, 7)
                for off in (-1.1, 1.1, 30)
            )
        assert not fits(sealed, -number or 1, tolerance, EXACT, 7)
        assert not fits(sealed, number, tolerance, EXACT, 8), "the salt counts"


def test_rounding_to_three_digits_is_near_enough():
    for number in np.linspace(1, 10, 5_001):
        assert fits(
            seal(number, TOLERANCE, EXACT, 1),
            float(f"{number:.3g}"),
            TOLERANCE,
            EXACT,
            1,
        )


def test_all_numbers_of_a_result_must_fit():
    right = [np.array([1.0, 2.0]), 3.0]
    sealed = seal(right, EXACT, EXACT, 1)
    assert fits(sealed, [np.array([1, 2]), 3 + 1e-7], EXACT, EXACT, 1)
    wrong = (
        [[1.0, 2.0]],
        [np.array([1.0, 2.0]), 3.1],
        [1.0, 2.0, math.nan],
        "text",
        None,
        [[1], 2],
    )
    assert not any(fits(sealed, result, EXACT, EXACT, 1) for result in wrong)


def test_exact_results_are_compared_as_text():
    same = [1, True], [1.0, 1], np.array([1, 1]), (1, np.True_)
    assert {plain(thing) for thing in same} == {"[1, 1]"}
    assert plain({"b": 1, "a": [2]}) == plain({"a": (2,), "b": True})
    assert (
        len({plain(thing) for thing in ("1", 1, None, "yes", ["yes"], {"yes": 1})}) == 6
    )
    sealed = seal({3: "Person 7"}, 0, EXACT, 1)
    assert fits(sealed, {3: "Person 7"}, 0, EXACT, 1)
    assert not fits(sealed, {3: "Person 8"}, 0, EXACT, 1)


def test_the_first_mistake_that_fits_is_explained():
    items = {"x": Item("a")}
    salt = case_of("test", "x", SimpleNamespace(a=1))

    def sealed(*about):
        mistakes = [("twice", 0, 4.0), ("near", 0.5, 2.0), ("none", 0, None)]
        return [seal(2.0, TOLERANCE, EXACT, salt)], [
            (why, reach, "" if wrong is None else seal(wrong, *(
                (1e-9, reach) if reach else (TOLERANCE, EXACT)), salt))
            for why, reach, wrong in mistakes
        ]  # fmt: skip

    judge = Key("test", items, sealed, fresh=True).against(
        "x", SimpleNamespace(a=1, b=2)
    )
    verdicts = {
        2.0: (True, ""),
        4.01: (False, "twice"),
        2.4: (False, "near"),
        3.0: (False, ""),
    }
    assert {number: judge(number) for number in verdicts} == verdicts
