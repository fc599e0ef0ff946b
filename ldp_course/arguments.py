"""Checks on arguments: each returns its argument in one fixed type, or raises a TypeError or
ValueError that names the argument, its value and what is allowed.
"""

from collections import Counter
from collections.abc import Sequence
from numbers import Integral, Real
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

MOST_PEOPLE = 10**15  # per value: beyond it float64 no longer counts single people
# beyond these, floats cannot tell p and q from 1/2, or from 1 and 0: ε would not be what is stated
SMALLEST_EPSILON, LARGEST_EPSILON = 1e-6, 30


def refuse(name: str, value: object, allowed: str) -> NoReturn:
    raise ValueError(f"{name} = {value!r} is not allowed; {name} must be {allowed}")


def check_type(name: str, value: object, kind: type | tuple, allowed: str) -> None:
    """A bool counts as no number, and a text as no sequence."""
    misleading = isinstance(value, (bool, np.bool_, str, bytes)) and kind is not str
    if misleading or not isinstance(value, kind):
        raise TypeError(f"{name} = {value!r} is a {type(value).__name__}; {name} must be {allowed}")


def check_number(name: str, value: Real, allowed: str, low=-np.inf, high=np.inf) -> float:
    """Return a number from `low` to `high` as a float."""
    check_type(name, value, Real, allowed)
    if not low <= value <= high:
        refuse(name, value, allowed)
    return float(value)


def check_epsilon(epsilon: Real, name: str = "epsilon", largest: float = LARGEST_EPSILON) -> float:
    """Return ε (natural log) as a float, if it lies between 1e-6 and `largest`."""
    allowed = f"a number above 0, from {SMALLEST_EPSILON:g} to {largest:g}"
    allowed += " (natural-log ε, often between 0.1 and 4)"
    return check_number(name, epsilon, allowed, SMALLEST_EPSILON, largest)


def check_probability(name: str, value: Real) -> float:
    return check_number(name, value, "a probability between 0 and 1", 0, 1)


def check_confidence(level: Real, name: str = "confidence", example: float = 0.95) -> float:
    allowed = f"a number strictly between 0 and 1, such as {example}"
    number = check_number(name, level, allowed)
    return number if 0 < number < 1 else refuse(name, level, allowed)


def check_integer(name: str, value: Integral, low: int, high: int | None = None) -> int:
    allowed = f"a whole number, at least {low}" + ("" if high is None else f" and at most {high}")
    check_type(name, value, Integral, allowed)
    if value < low or (high is not None and value > high):
        refuse(name, value, allowed)
    return int(value)


def check_rng(rng: np.random.Generator) -> np.random.Generator:
    allowed = "a numpy.random.Generator, for example numpy.random.default_rng(seed=1)"
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng = {rng!r} is a {type(rng).__name__}; rng must be {allowed}")
    return rng


def check_domain(domain: Sequence, least: int = 2) -> tuple:
    """Return the domain (all possible values, declared beforehand) as a tuple, all distinct."""
    allowed = f"a sequence of at least {least} distinct values"
    allowed += ", such as ['red', 'green', 'blue'] or range(10)"
    check_type("domain", domain, (Sequence, np.ndarray), allowed)  # a set has no order
    values = tuple(v.item() if isinstance(v, np.generic) else v for v in domain)
    repeated = sorted({str(value) for value, times in Counter(values).items() if times > 1})
    if repeated:
        raise ValueError(f"domain repeats {', '.join(repeated[:5])}; domain must be {allowed}")
    if len(values) < least:
        found = f"domain = {domain!r} has {len(values)} value(s)"
        raise ValueError(f"{found}; domain must be {allowed}")
    return values


def check_not_empty(name: str, array: np.ndarray) -> np.ndarray:
    if len(array) == 0:
        raise ValueError(f"{name} is empty (0 people); {name} must hold at least one")
    return array


def check_values(values: ArrayLike) -> np.ndarray:
    """Return one value a person as an array of shape (n,), if there is at least one person."""
    if not hasattr(values, "__array__"):
        check_type("values", values, Sequence, "a list, array or Series, one value a person")
    array = np.asarray(values)
    if array.dtype.kind == "U":  # else NumPy turns a NaN among texts into the text "nan"
        array = np.asarray(values, dtype=object)
    if array.ndim != 1:
        allowed = "values must have one dimension, one value a person"
        raise ValueError(f"values has shape {array.shape}; {allowed}")
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
        refuse(name, counts, allowed)
    return array.astype(np.int64)


def check_codes(name: str, codes: Sequence[int], size: int) -> np.ndarray:
    """Return whole numbers 0 .. size-1, one a person, as an integer array of shape (n,)."""
    return check_whole(name, codes, size - 1, f"whole numbers from 0 to {size - 1}, one a person")


def check_bits(name: str, bits: ArrayLike, size: int) -> np.ndarray:
    """Return rows of `size` bits, one row a person, as an integer array of shape (n, size)."""
    return check_whole(name, bits, [1] * size, f"rows of {size} bits (0 or 1), one row a person")


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
