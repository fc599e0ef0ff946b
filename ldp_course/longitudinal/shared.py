"""What mechanisms with a memory have in common, as functions: checks, days, chunks of people."""

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_codes,
    check_epsilon,
    check_integer,
    check_not_empty,
    check_people,
    check_rng,
    check_whole,
    refuse,
)
from ldp_course.mechanisms.shared import chunks, encode_position

LARGEST_MEMORY = 1 << 28  # numbers that remember() may draw


class Remembering(Protocol):
    """What the exact functions of this package read of a mechanism."""

    def memories(self) -> tuple[np.ndarray, np.ndarray]:
        """Chances of each memory, shape (W,), and Pr[report | memory, value], shape (W, k, s)."""


def check_epsilons(epsilon_infinity: float, epsilon_one: float) -> tuple[float, float]:
    """Return ε∞ and ε₁ as floats, ε₁ at most ε∞."""
    infinity = check_epsilon(epsilon_infinity, "epsilon_infinity")
    one = check_epsilon(epsilon_one, "epsilon_one")
    if one > infinity:
        refuse("epsilon_one", one, f"at most epsilon_infinity = {infinity:g}: it is a part of it")
    return infinity, one


def check_remember(n: int, rng: np.random.Generator, width: int) -> int:
    """Return the number of devices, if their memories are not too large."""
    check_rng(rng)
    n = check_people("n", n)
    if n * width > LARGEST_MEMORY:
        found = f"n = {n} devices would remember {width} numbers each"
        raise ValueError(f"{found}; n must be at most {LARGEST_MEMORY // width} here")
    return n


def check_memory(memory: ArrayLike, encoded: np.ndarray, largest: ArrayLike) -> np.ndarray:
    """Return what as many devices remember as there are values: whole numbers, up to `largest` of
    one device.
    """
    shape = (len(encoded), *np.shape(largest))
    allowed = f"whole numbers of shape {shape}, as from remember, for each of encoded"
    array = check_small("memory", memory, shape, 0, int(np.max(largest)), allowed)
    above = array > np.asarray(largest)
    if above.any():
        raise ValueError(f"memory holds {array[above][0]} as an answer; memory must be {allowed}")
    return array.astype(np.intp if np.max(largest) < 2**63 else np.uint64, copy=False)


def check_small(
    name: str, values: ArrayLike, shape: tuple, low: int, high: int, allowed: str
) -> np.ndarray:
    """Return whole numbers from `low` to `high` of this shape; -1 stands for any, at least 1."""
    array = as_array(name, values, allowed)
    fits = array.ndim == len(shape) and all(
        size == wanted or (wanted == -1 and size)
        for size, wanted in zip(array.shape, shape, strict=True)
    )
    if not fits:
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    if array.dtype.kind not in "biu":
        raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
    array = array.astype(np.uint8) if array.dtype.kind == "b" else array
    smallest, largest = int(array.min()), int(array.max())
    if smallest < low or largest > high:
        wrong = smallest if smallest < low else largest
        raise ValueError(f"{name} holds {wrong}; {name} must be {allowed}")
    return array


def table_of_days(name: str, values: ArrayLike) -> np.ndarray:
    """Return one value a person and day, an array of shape (n, days)."""
    allowed = "a table of one row a person and one column a day"
    array = as_array(name, values, allowed, any_labels=True)
    if array.ndim != 2 or array.shape[1] == 0:
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    return check_not_empty(name, array)


def encode_days(mechanism: object, values: ArrayLike) -> np.ndarray:
    """Positions in the domain, intp of shape (n, days)."""
    table = table_of_days("values", values)
    return encode_position(mechanism, table.ravel()).reshape(table.shape)


def supports_by_day(
    mechanism: object, encoded: np.ndarray, rng: np.random.Generator, width: int
) -> np.ndarray:
    """Support on each day, int64 of shape (days, k): each device keeps its memory over the days."""
    check_rng(rng)
    supports = 0
    for part in chunks(encoded, width):
        memory = mechanism.remember(len(part), rng)
        drawn = [mechanism.perturb(day, memory, rng) for day in part.T]
        supports = supports + np.array([mechanism.support(reports) for reports in drawn])
    return supports


def check_encoded(encoded: ArrayLike, size: int) -> np.ndarray:
    return check_codes("encoded", encoded, size).astype(np.intp, copy=False)


def check_series(name: str, series: ArrayLike, size: int, days: int | None = None) -> np.ndarray:
    """Return one value for each day, intp of shape (days,)."""
    allowed = f"whole numbers from 0 to {size - 1}, one a day"
    array = check_whole(name, series, size - 1, allowed, "iu").astype(np.intp)
    if days is not None and len(array) != days:
        raise ValueError(
            f"{name} has shape {array.shape}; {name} must have {days} days, as the other"
        )
    return array


def check_days(days: int, most: int) -> int:
    return check_integer("days", days, 1, most)
