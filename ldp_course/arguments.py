"""Checks on arguments. Each message names the argument, its value and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real

import numpy as np


def check_number(name: str, value: Real, allowed: str) -> float:
    """Return `value` as a float; a bool, a string or an array is a TypeError."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise TypeError(f"{name} = {value!r} is a {type(value).__name__}; {name} must be {allowed}")
    return float(value)


MOST_PEOPLE = 10**15  # per value: beyond it float64 no longer counts single people
SMALLEST_EPSILON, LARGEST_EPSILON = 1e-6, 30


def check_epsilon(epsilon: Real, name: str = "epsilon", largest: float = LARGEST_EPSILON) -> float:
    """Return ε (natural log) as a float, if it lies between 1e-6 and `largest`.

    Beyond 1e-6 and 30, p and q of a mechanism cannot be told from 1/2, or from 1 and 0, in 53-bit
    arithmetic: it would no longer have the ε that it states.
    """
    allowed = f"a number above 0, from {SMALLEST_EPSILON:g} to {largest:g} (natural-log ε, often between 0.1 and 4)"
    number = check_number(name, epsilon, allowed)
    if not SMALLEST_EPSILON <= number <= largest:
        raise ValueError(f"{name} = {epsilon!r} is not allowed; {name} must be {allowed}")
    return number


def check_probability(name: str, value: Real) -> float:
    """Return a probability as a float, if it lies in [0, 1]."""
    allowed = "a probability between 0 and 1"
    number = check_number(name, value, allowed)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} = {value!r} is not allowed; {name} must be {allowed}")
    return number


def check_confidence(confidence: Real) -> float:
    """Return a confidence level as a float, if it lies strictly between 0 and 1."""
    allowed = "a number strictly between 0 and 1, such as 0.95"
    number = check_number("confidence", confidence, allowed)
    if not 0 < number < 1:
        raise ValueError(
            f"confidence = {confidence!r} is not allowed; confidence must be {allowed}"
        )
    return number


def check_integer(name: str, value: Integral, low: int, high: int | None = None) -> int:
    """Return a whole number as an int, if low <= value <= high."""
    allowed = f"a whole number, at least {low}" + ("" if high is None else f" and at most {high}")
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise TypeError(f"{name} = {value!r} is a {type(value).__name__}; {name} must be {allowed}")
    if value < low or (high is not None and value > high):
        raise ValueError(f"{name} = {value!r} is not allowed; {name} must be {allowed}")
    return int(value)


def check_rng(rng: np.random.Generator) -> np.random.Generator:
    """Return `rng`, if it is a numpy Generator (not a seed, not a module, not None)."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng = {rng!r} is a {type(rng).__name__}; rng must be a numpy.random.Generator, "
            "for example numpy.random.default_rng(seed=1)"
        )
    return rng


def check_domain(domain: Sequence, least: int = 2) -> tuple:
    """Return the domain (all possible values, declared beforehand) as a tuple of distinct values."""
    allowed = f"a sequence of at least {least} distinct values, such as ['red', 'green', 'blue'] or range(10)"
    if isinstance(domain, (str, bytes)) or not isinstance(domain, (Sequence, np.ndarray)):
        # a str is a sequence of letters, a set has no order: both are mistakes here
        raise TypeError(
            f"domain = {domain!r} is a {type(domain).__name__}; domain must be {allowed}"
        )
    values = tuple(v.item() if isinstance(v, np.generic) else v for v in domain)
    repeated = (
        sorted({str(v) for v in values if values.count(v) > 1})
        if len(set(values)) < len(values)
        else []
    )
    if repeated:
        raise ValueError(f"domain repeats {', '.join(repeated[:5])}; domain must be {allowed}")
    if len(values) < least:
        raise ValueError(
            f"domain = {domain!r} has {len(values)} value(s); domain must be {allowed}"
        )
    return values


def check_not_empty(name: str, array: np.ndarray) -> np.ndarray:
    """Return `array`, if it holds at least one person."""
    if len(array) == 0:
        raise ValueError(f"{name} is empty (0 people); {name} must hold at least one")
    return array


def check_counts(name: str, counts: Sequence[int], size: int) -> np.ndarray:
    """Return true counts per value as int64, if there are `size` of them, none negative, not all zero."""
    allowed = f"{size} whole numbers, none negative or above 10**15, with a sum above 0"
    array = np.asarray(counts)
    if array.dtype.kind not in "iuf" or (
        array.dtype.kind == "f" and (array != np.floor(array)).any()
    ):
        raise TypeError(f"{name} = {counts!r} has dtype {array.dtype}; {name} must be {allowed}")
    if array.shape != (size,):
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    if not ((0 <= array) & (array <= MOST_PEOPLE)).all() or not array.any():
        raise ValueError(f"{name} = {counts!r} is not allowed; {name} must be {allowed}")
    return array.astype(np.int64)


def check_codes(name: str, codes: Sequence[int], size: int) -> np.ndarray:
    """Return whole numbers 0 .. size-1, one a person, as an integer array of shape (n,)."""
    allowed = f"whole numbers from 0 to {size - 1}, one a person"
    array = np.asarray(codes)
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    check_not_empty(name, array)
    if array.dtype.kind not in "biu":
        raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
    if array.min() < 0 or array.max() >= size:
        wrong = array.min() if array.min() < 0 else array.max()
        raise ValueError(f"{name} holds {wrong}; {name} must be {allowed}")
    return array
