"""Check what mechanisms with a memory are given, and add up the reports of days."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_codes,
    check_epsilon,
    check_not_empty,
    check_people,
    check_rng,
    check_whole,
    refuse,
    reject,
)
from ldp_course.counting import chunks, encode_position

LARGEST_MEMORY = 1 << 28  # numbers that remember() may draw


def check_epsilons(epsilon_infinity: float, epsilon_one: float) -> tuple[float, float]:
    """Return ε∞ and ε₁ as floats, ε₁ at most ε∞."""
    infinity = check_epsilon(epsilon_infinity, "epsilon_infinity")
    single = check_epsilon(epsilon_one, "epsilon_one")
    if single > infinity:
        allowed = f"at most epsilon_infinity = {infinity:g}: it is a part of it"
        refuse("epsilon_one", single, allowed)
    return infinity, single


def check_remember(n: int, rng: np.random.Generator, width: int) -> int:
    """Return the number of devices, if their memories are not too large."""
    check_rng(rng)
    n = check_people("n", n)
    if n * width > LARGEST_MEMORY:
        problem = f"n = {n} devices would remember {width} numbers each"
        raise ValueError(f"{problem}; n must be at most {LARGEST_MEMORY // width} here")
    return n


def check_encoded(encoded: ArrayLike, size: int) -> np.ndarray:
    """Return positions below `size`, intp of shape (n,)."""
    return check_codes("encoded", encoded, size).astype(np.intp, copy=False)


def check_memory(
    memory: ArrayLike, encoded: np.ndarray, largest: ArrayLike
) -> np.ndarray:
    """Return a memory for each value: whole numbers, of one device up to `largest`."""
    shape = (len(encoded), *np.shape(largest))
    allowed = f"whole numbers of shape {shape}, as from remember, for each of encoded"
    array = check_whole("memory", memory, largest, allowed, "biu")
    if len(array) != len(encoded):
        reject("memory", f"has shape {array.shape}", allowed)
    return array.astype(np.intp if np.max(largest) < 2**63 else np.uint64, copy=False)


def supports_by_day(
    mechanism: object,
    support: Callable,
    values: ArrayLike,
    rng: np.random.Generator,
    width: int,
) -> tuple[np.ndarray, int]:
    """Return the support on each day, shape (days, k), and n, from values (n, days).

    A chunk of people at a time: each device keeps its memory over all the days.
    """
    allowed = "a table of one row a person and one column a day"
    table = as_array("values", values, allowed, any_labels=True)
    if table.ndim != 2 or table.shape[1] == 0:
        reject("values", f"has shape {table.shape}", allowed)
    check_not_empty("values", table)
    encoded = encode_position(mechanism, table.ravel()).reshape(table.shape)
    check_rng(rng)
    supports = 0
    for part in chunks(encoded, width):
        memory = mechanism.remember(len(part), rng)
        reports = (mechanism.perturb(day, memory, rng) for day in part.T)
        supports = supports + np.array([support(of_day) for of_day in reports])
    return supports, len(encoded)
