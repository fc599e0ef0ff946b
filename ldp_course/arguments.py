"""Checks on arguments. Each message names the argument, its value and what is allowed.

Each function returns its argument in one fixed type, or raises TypeError or ValueError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from numbers import Integral, Real

import numpy as np
from numpy.typing import ArrayLike

MOST_PEOPLE = 10**15  # per value: beyond it float64 no longer counts single people
SMALLEST_EPSILON, LARGEST_EPSILON = 1e-6, 30


def check_number(name: str, value: Real, allowed: str) -> float:
    """Return `value` as a float; a bool, a string or an array is a TypeError."""
    _check_type(name, value, Real, allowed)
    return float(value)


def check_epsilon(epsilon: Real, name: str = "epsilon", largest: float = LARGEST_EPSILON) -> float:
    """Return ε (natural log) as a float, if it lies between 1e-6 and `largest`.

    Beyond 1e-6 and 30, p and q of a mechanism cannot be told from 1/2, or from 1 and 0, in 53-bit
    arithmetic: it would no longer have the ε that it states.
    """
    allowed = f"a number above 0, from {SMALLEST_EPSILON:g} to {largest:g}"
    allowed += " (natural-log ε, often between 0.1 and 4)"
    number = check_number(name, epsilon, allowed)
    return number if SMALLEST_EPSILON <= number <= largest else _refuse(name, epsilon, allowed)


def check_probability(name: str, value: Real) -> float:
    """Return a probability as a float, if it lies in [0, 1]."""
    allowed = "a probability between 0 and 1"
    number = check_number(name, value, allowed)
    return number if 0 <= number <= 1 else _refuse(name, value, allowed)


def check_confidence(level: Real, name: str = "confidence", example: float = 0.95) -> float:
    """Return a level of confidence or significance as a float, if strictly between 0 and 1."""
    allowed = f"a number strictly between 0 and 1, such as {example}"
    number = check_number(name, level, allowed)
    return number if 0 < number < 1 else _refuse(name, level, allowed)


def check_integer(name: str, value: Integral, low: int, high: int | None = None) -> int:
    """Return a whole number as an int, if low <= value <= high."""
    allowed = f"a whole number, at least {low}" + ("" if high is None else f" and at most {high}")
    _check_type(name, value, Integral, allowed)
    if value < low or (high is not None and value > high):
        _refuse(name, value, allowed)
    return int(value)


def check_rng(rng: np.random.Generator) -> np.random.Generator:
    """Return `rng`, if it is a numpy Generator (not a seed, not a module, not None)."""
    if not isinstance(rng, np.random.Generator):
        allowed = "a numpy.random.Generator, for example numpy.random.default_rng(seed=1)"
        raise TypeError(f"rng = {rng!r} is a {type(rng).__name__}; rng must be {allowed}")
    return rng


def check_domain(domain: Sequence, least: int = 2) -> tuple:
    """Return the domain (all possible values, declared beforehand) as a tuple, all distinct."""
    allowed = f"a sequence of at least {least} distinct values"
    allowed += ", such as ['red', 'green', 'blue'] or range(10)"
    if isinstance(domain, (str, bytes)) or not isinstance(domain, (Sequence, np.ndarray)):
        # a str is a sequence of letters, a set has no order: both are mistakes here
        kind = type(domain).__name__
        raise TypeError(f"domain = {domain!r} is a {kind}; domain must be {allowed}")
    values = tuple(v.item() if isinstance(v, np.generic) else v for v in domain)
    repeated = sorted({str(value) for value, times in Counter(values).items() if times > 1})
    if repeated:
        raise ValueError(f"domain repeats {', '.join(repeated[:5])}; domain must be {allowed}")
    if len(values) < least:
        found = f"domain = {domain!r} has {len(values)} value(s)"
        raise ValueError(f"{found}; domain must be {allowed}")
    return values


def check_not_empty(name: str, array: np.ndarray) -> np.ndarray:
    """Return `array`, if it holds at least one person."""
    if len(array) == 0:
        raise ValueError(f"{name} is empty (0 people); {name} must hold at least one")
    return array


def check_values(values: ArrayLike) -> np.ndarray:
    """Return one value a person as an array of shape (n,), if there is at least one person."""
    listed = isinstance(values, Sequence) and not isinstance(values, (str, bytes))
    if not (listed or hasattr(values, "__array__")):
        found = f"values = {values!r} is a {type(values).__name__}"
        raise TypeError(f"{found}; values must be a list, array or Series, one value a person")
    array = np.asarray(values)
    if array.dtype.kind == "U":  # else NumPy turns a NaN among texts into the text "nan"
        array = np.asarray(values, dtype=object)
    if array.ndim != 1:
        found = f"values has shape {array.shape}"
        raise ValueError(f"{found}; values must have one dimension, one value a person")
    return check_not_empty("values", array)


def check_counts(name: str, counts: Sequence[int], size: int) -> np.ndarray:
    """Return true counts per value, int64 of shape (size,), none negative, not all 0."""
    allowed = f"{size} whole numbers, none negative or above 10**15, with a sum above 0"
    array = np.asarray(counts)
    kind = array.dtype.kind
    if kind not in "iuf" or (kind == "f" and (array != np.floor(array)).any()):
        raise TypeError(f"{name} = {counts!r} has dtype {array.dtype}; {name} must be {allowed}")
    if array.shape != (size,):
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    if not ((array >= 0) & (array <= MOST_PEOPLE)).all() or not array.any():
        _refuse(name, counts, allowed)
    return array.astype(np.int64)


def check_codes(name: str, codes: Sequence[int], size: int) -> np.ndarray:
    """Return whole numbers 0 .. size-1, one a person, as an integer array of shape (n,)."""
    allowed = f"whole numbers from 0 to {size - 1}, one a person"
    return check_whole(name, codes, size - 1, allowed)


def check_bits(name: str, bits: ArrayLike, size: int) -> np.ndarray:
    """Return rows of `size` bits, one row a person, as an integer array of shape (n, size)."""
    allowed = f"rows of {size} bits (0 or 1), one row a person"
    return check_whole(name, bits, [1] * size, allowed)


def check_whole(
    name: str, values: ArrayLike, largest: int | Sequence[int], allowed: str, kinds: str = "biu"
) -> np.ndarray:
    """Return whole numbers, or rows of them, from 0 to `largest`, which may differ by column."""
    array = np.asarray(values)
    if array.ndim != np.ndim(largest) + 1 or array.shape[1:] != np.shape(largest):
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    check_not_empty(name, array)
    if array.dtype.kind not in kinds:
        raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
    smallest, highest = array.min(), array.max(axis=0)
    too_high = highest > np.asarray(largest)
    if smallest < 0 or too_high.any():
        wrong = smallest if smallest < 0 else highest[too_high][0]
        raise ValueError(f"{name} holds {wrong}; {name} must be {allowed}")
    return array


def check_frequency(name: str, frequency: ArrayLike) -> np.ndarray:
    """Return one frequency or several as a float array, if they lie between 0 and 1."""
    array = np.asarray(frequency, dtype=float)
    if not ((array >= 0) & (array <= 1)).all():
        raise ValueError(f"{name} = {frequency!r} is not allowed; {name} must lie between 0 and 1")
    return array


def _check_type(name: str, value: object, kind: type, allowed: str) -> None:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, kind):
        raise TypeError(f"{name} = {value!r} is a {type(value).__name__}; {name} must be {allowed}")


def _refuse(name: str, value: object, allowed: str) -> float:
    raise ValueError(f"{name} = {value!r} is not allowed; {name} must be {allowed}")
