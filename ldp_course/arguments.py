"""Checks on arguments: each returns its argument in one fixed type, or refuses it.

The error is a TypeError or ValueError that names the argument, its value (shortened)
and what is allowed.
"""

import math
import reprlib
from collections.abc import Sequence
from numbers import Integral, Real
from os import PathLike, fspath
from pathlib import Path
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

MOST_PEOPLE = 10**18  # an int64 holds them, and sums of a few of them
MOST_OF_A_VALUE = 10**15  # people: beyond it float64 no longer counts single ones
# what Python or NumPy takes for a number or a sequence
MISLEADING = (bool, np.bool_, np.timedelta64, str, bytes)
# beyond these, floats cannot tell p and q from 1/2, or from 1 and 0: ε would not be
# what is stated (as drawn, with 53 bits, it is up to about 0.001 larger from 25 on)
SMALLEST_EPSILON, LARGEST_EPSILON = 1e-6, 30
LOSSLESS = 2**53  # float64 has all whole numbers up to it
# arguments that hold a number for each value
TALLIES = ("counts", "word_counts", "frequencies")
MASKED = {np.ma.MaskedArray, type(np.ma.masked)}


def shown(value: object) -> str:
    """Return a value as a message shows it, in at most 100 characters or so."""
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = 8
    short.maxlong = short.maxstring = short.maxother = 80
    try:
        return short.repr(value)
    except ValueError:  # Python writes out no whole number of more than 4,300 digits
        return f"a {type(value).__name__} of too many digits to show"


def refuse(
    name: str, value: object, allowed: str, error: type = ValueError
) -> NoReturn:
    """Raise the error that an argument may not have this value."""
    raise error(f"{name} = {shown(value)} is not allowed; {name} must be {allowed}")


def reject(name: str, fault: str, allowed: str, error: type = ValueError) -> NoReturn:
    """Raise the error that an argument has a fault, such as "has shape (2, 3)"."""
    raise error(f"{name} {fault}; {name} must be {allowed}")


def set_attributes(instance: object, **values: object) -> None:
    """Set checked attributes of a frozen dataclass that is being made."""
    vars(instance).update(values)  # an assignment would be refused, as it is afterwards


def check_type(name: str, value: object, kind: type | tuple, allowed: str) -> None:
    """Raise TypeError unless the value is of this kind.

    A bool or a duration is not a number here, and a text or an array of one number is
    not a sequence.
    """
    single = isinstance(value, np.ndarray) and value.ndim == 0
    misleading = isinstance(value, MISLEADING) and kind is not str
    if single or misleading or not isinstance(value, kind):
        fault = f"= {shown(value)} is a {type(value).__name__}"
        reject(name, fault, allowed, TypeError)


def check_flag(name: str, value: bool) -> bool:
    """Return True or False; a text such as "no" would count as true."""
    if not isinstance(value, (bool, np.bool_)):
        refuse(name, value, "True or False", TypeError)
    return bool(value)


def check_number(
    name: str, value: Real, allowed: str, low: float = -math.inf, high: float = math.inf
) -> float:
    """Return a finite number from `low` to `high` as a float."""
    check_type(name, value, Real, allowed)
    try:
        number = float(value)
    except OverflowError:
        refuse(name, value, allowed)
    if not (low <= number <= high and math.isfinite(number)):
        refuse(name, value, allowed)
    return number


def check_epsilon(
    epsilon: Real, name: str = "epsilon", largest: float = LARGEST_EPSILON
) -> float:
    """Return ε (natural log) as a float, if it lies between 1e-6 and `largest`."""
    allowed = f"a number above 0, from {SMALLEST_EPSILON:g} to {largest:g}"
    allowed += " (natural-log ε, often between 0.1 and 4)"
    return check_number(name, epsilon, allowed, SMALLEST_EPSILON, largest)


def check_probability(name: str, value: Real) -> float:
    """Return a probability as a float."""
    return check_number(name, value, "a probability between 0 and 1", 0, 1)


def check_confidence(
    level: Real, name: str = "confidence", example: float = 0.95
) -> float:
    """Return a level strictly between 0 and 1 as a float."""
    allowed = f"a number strictly between 0 and 1, such as {example}"
    number = check_number(name, level, allowed)
    return number if 0 < number < 1 else refuse(name, level, allowed)


def check_integer(name: str, value: Integral, low: int, high: int | None = None) -> int:
    """Return a whole number from `low` to `high` as an int."""
    allowed = f"a whole number, at least {low}"
    allowed += "" if high is None else f" and at most {high}"
    check_type(name, value, Integral, allowed)
    if value < low or (high is not None and value > high):
        refuse(name, value, allowed)
    return int(value)


def check_path(name: str, path: str | PathLike) -> Path:
    """Return a path that every file system takes: without NUL or half a character."""
    allowed = "a path, as a text or a pathlib.Path"
    if not isinstance(path, (str, PathLike)) or not isinstance(fspath(path), str):
        refuse(name, path, allowed, TypeError)
    text = fspath(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        refuse(name, text, f"{allowed}, without half a character (a surrogate)")
    if not text or "\0" in text:
        refuse(name, text, f"{allowed}, not empty and without NUL")
    return Path(text)


def check_people(name: str, value: Integral) -> int:
    """Return a number of people, at least 1, as an int."""
    return check_integer(name, value, 1, MOST_PEOPLE)


def check_rng(rng: np.random.Generator) -> np.random.Generator:
    """Return the generator, if it is one of NumPy's."""
    if not isinstance(rng, np.random.Generator):
        allowed = "a numpy.random.Generator, for example "
        allowed += "numpy.random.default_rng(seed=1)"
        check_type("rng", rng, np.random.Generator, allowed)
    return rng


def as_array(
    name: str, values: ArrayLike, allowed: str, any_labels: bool = False
) -> np.ndarray:
    """Return what NumPy makes of it, but with whole numbers of a list or table exact.

    Masked entries are refused, and so are the labels of a Series or DataFrame, which
    NumPy would drop: they may stand in another order. `any_labels` allows them, where
    each row is a person, or a value itself.
    """
    is_list = isinstance(values, (list, tuple))
    parts = values if is_list else [values]
    kinds = set(map(type, parts))
    if MASKED & kinds and any(map(np.ma.is_masked, parts)):
        reject(name, "has masked entries", f"{allowed}, none masked")
    if any(hasattr(kind, "iloc") for kind in kinds):
        _check_labels(name, parts, allowed, any_labels)
    try:
        array = np.asarray(values)
    except (ValueError, TypeError):
        reject(name, f"= {shown(values)} is ragged or no array", allowed)
    # NumPy and pandas round 2^63 among smaller numbers
    in_table = _is_mixed(values)
    in_list = is_list and array.dtype.kind == "f" and (np.abs(array) >= LOSSLESS).any()
    if in_list or in_table:
        objects = values.to_numpy(object) if in_table else np.asarray(values, object)
        if all(isinstance(entry, Integral) for entry in objects.flat):
            fits = all(0 <= entry < 2**64 for entry in objects.flat)
            return objects.astype(np.uint64) if fits else objects
    return array


def _check_labels(name: str, parts: Sequence, allowed: str, any_labels: bool) -> None:
    """Raise ValueError unless labels are 0, 1, 2, … in order, or may be any.

    A tally of `value_counts` is refused whatever its labels, also where each row is a
    person.
    """
    for part in parts:
        for axis in getattr(part, "axes", ()):
            whole = axis.dtype.kind in "iu"
            in_order = whole and np.array_equal(axis, np.arange(len(axis)))
            tally = getattr(part, "name", None) in ("count", "proportion")
            tally &= type(axis).__name__ != "RangeIndex" and name not in TALLIES
            if tally or not (any_labels or in_order):
                fault = (
                    f"has the labels {shown(list(axis[:9]))}, which would be ignored"
                )
                reject(name, fault, f"{allowed}: {without_labels(part)}")


def _is_mixed(table: ArrayLike) -> bool:
    """Say whether pandas makes floats or objects of a table of whole numbers."""
    if not (hasattr(table, "iloc") and hasattr(table, "columns")):
        return False
    whole = all(kind.kind in "iu" for kind in table.dtypes)
    return whole and table.to_numpy().dtype.kind not in "iu"


def without_labels(table: ArrayLike) -> str:
    """Say how a Series or DataFrame gives its numbers alone, none of them rounded."""
    exact = "'uint64'" if _is_mixed(table) else ""
    call = f"{type(table).__name__}.to_numpy({exact})"
    return f"give the numbers alone, by {call}, in order"


def check_not_empty(name: str, array: np.ndarray) -> np.ndarray:
    """Return the array, if it holds at least one person."""
    if len(array) == 0:
        raise ValueError(f"{name} is empty (0 people); {name} must hold at least one")
    return array


def check_values(values: ArrayLike) -> np.ndarray:
    """Return one value a person, at least one, as an array of shape (n,).

    Of a list, NumPy would make a table if it holds tuples, and cut texts and bytes that
    end in NUL: its entries are kept as they are, unless they are all bools or all whole
    numbers.
    """
    allowed = "a list, array or Series, one value a person"
    if type(values) is np.ndarray:
        array = values
    elif hasattr(values, "__array__"):
        array = as_array("values", values, allowed, any_labels=True)
    else:
        check_type("values", values, Sequence, allowed)
        kinds, entries = set(map(type, values)), object
        if kinds <= {bool, np.bool_}:
            entries = bool
        elif all(issubclass(k, Integral) and k not in MISLEADING for k in kinds):
            entries = np.int64
        try:
            array = np.fromiter(values, entries, len(values))
        except OverflowError:  # above 2^63
            array = np.fromiter(values, object, len(values))
    if array.ndim != 1:
        one_dimension = "have one dimension, one value a person"
        raise ValueError(f"values has shape {array.shape}; values must {one_dimension}")
    return array if len(array) else check_not_empty("values", array)


def check_collection(values: ArrayLike, rng: np.random.Generator) -> np.ndarray:
    """Check what `collect` takes, and return the values as `check_values` does."""
    check_rng(rng)
    return check_values(values)


def check_counts(name: str, counts: Sequence[int], size: int) -> np.ndarray:
    """Return true counts, int64 of shape (size,), none negative and not all 0."""
    allowed = f"{size} whole numbers, none negative or above 10**15, with a sum from 1"
    allowed += " to 10**18"
    array = as_array(name, counts, allowed)
    kind = array.dtype.kind
    if kind not in "iuf" or (kind == "f" and (array != np.floor(array)).any()):
        fault = f"= {shown(counts)} has dtype {array.dtype}"
        reject(name, fault, allowed, TypeError)
    if array.shape != (size,):
        reject(name, f"has shape {array.shape}", allowed)
    if not ((array >= 0) & (array <= MOST_OF_A_VALUE)).all():
        refuse(name, counts, allowed)
    if not 1 <= array.sum(dtype=float) <= MOST_PEOPLE:
        refuse(name, counts, allowed)
    return array.astype(np.int64)


def check_codes(
    name: str, codes: Sequence[int], size: int, any_labels: bool = False
) -> np.ndarray:
    """Return whole numbers 0 .. size-1, one a person, as integers of shape (n,)."""
    allowed = f"whole numbers from 0 to {size - 1}, one a person"
    return check_whole(name, codes, size - 1, allowed, any_labels=any_labels)


def check_answers(name: str, answers: ArrayLike) -> np.ndarray:
    """Return 0 (no) and 1 (yes), or booleans, one a person, as integers (n,)."""
    allowed = "booleans, or whole numbers 0 (no) and 1 (yes), one a person"
    return check_whole(name, answers, 1, allowed, "biu")


def check_bits(name: str, bits: ArrayLike, size: int) -> np.ndarray:
    """Return rows of `size` bits, one row a person, as integers of shape (n, size)."""
    allowed = f"rows of {size} bits (0 or 1), one row a person"
    return check_whole(name, bits, [1] * size, allowed, "biu")


def check_whole(
    name: str,
    values: ArrayLike,
    largest: int | Sequence[int],
    allowed: str,
    kinds: str = "iu",
    any_labels: bool = False,
    low: int = 0,
) -> np.ndarray:
    """Return whole numbers, or rows of them, from `low` to `largest`.

    `largest` may differ by column. Booleans, where they are among the `kinds`, become 0
    and 1: as an index they would be a mask.
    """
    array = as_array(name, values, allowed, any_labels)
    if array.ndim != np.ndim(largest) + 1 or array.shape[1:] != np.shape(largest):
        reject(name, f"has shape {array.shape}", allowed)
    check_not_empty(name, array)
    if array.dtype.kind not in kinds:
        reject(name, f"has dtype {array.dtype}", allowed, TypeError)
    array = array.astype(np.uint8) if array.dtype.kind == "b" else array
    smallest, highest = array.min(), array.max(axis=0)
    too_high = highest > np.asarray(largest)
    if smallest < low or too_high.any():
        wrong = smallest if smallest < low else highest[too_high][0]
        reject(name, f"holds {wrong}", allowed)
    return array


def check_numbers(
    name: str,
    values: ArrayLike,
    allowed: str,
    low: float = -np.inf,
    high: float = np.inf,
    shape: tuple | None = None,
    any_labels: bool = False,
) -> np.ndarray:
    """Return finite numbers from `low` to `high` as floats, of this shape or of any.

    Fractions and the like are numbers; texts, bools, dates and complex numbers are not.
    """
    array = as_array(name, values, allowed, any_labels)
    if array.dtype.kind == "O" and all(
        isinstance(entry, Real) and not isinstance(entry, MISLEADING)
        for entry in array.flat
    ):
        try:
            array = array.astype(float)
        except OverflowError:
            refuse(name, values, allowed)
    if array.dtype.kind not in "iuf":
        refuse(name, values, allowed, TypeError)
    array = array.astype(float)
    in_range = np.isfinite(array) & (array >= low) & (array <= high)
    if not in_range.all() or (shape is not None and array.shape != shape):
        refuse(name, values, allowed)
    return array


def check_frequency(name: str, frequency: ArrayLike) -> np.ndarray:
    """Return one frequency or several as a float array, if they lie between 0 and 1."""
    allowed = "one or several numbers between 0 and 1"
    return check_numbers(name, frequency, allowed, 0, 1)
