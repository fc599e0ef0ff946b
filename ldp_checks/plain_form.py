"""Turn what a student hands in into its plain form, the only one that is judged.

The notebook's check does so, and so does the audit before a value leaves the sandbox:
what gets points in one gets points in the other.
"""

from __future__ import annotations

from array import array
from collections import UserString
from collections.abc import Mapping, MappingView, Sequence, Set
from fractions import Fraction

import numpy as np

MOST_LEVELS = 40  # of lists in lists
PLAIN = {bool, int, float, complex, str, bytes, type(None), Fraction}


class TooDeep(ValueError):
    """Tell that lists are nested in more than MOST_LEVELS levels."""


def plain_form(value: object, levels: int = MOST_LEVELS) -> object:
    """Return arrays, numbers, texts, lists, tuples and dicts for their relatives.

    A column of pandas is an array, a deque or the keys of a dict are a list, a set is a
    list in a fixed order, a Decimal is a float. What has no plain form, such as a
    function or a generator, is returned as it is.

    Raises
    ------
    TooDeep
        if a list is in itself, say. Objects of a student may raise anything.
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if not levels:
        raise TooDeep(f"nested more than {MOST_LEVELS} levels deep")
    if kind in (list, tuple):
        return _sequence(value, kind, levels)
    if isinstance(value, np.ndarray):
        return _array(value, levels)
    # the methods of the type itself: a subclass may have others
    for base, exactly in ((str, str.__str__), (int, int.__int__)):
        if isinstance(value, base):
            return exactly(value)
    if isinstance(value, np.generic):
        return value
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, UserString):
        return str(value)
    if isinstance(value, array | bytearray | memoryview) or hasattr(kind, "__array__"):
        return _array(np.asarray(value), levels)
    if isinstance(value, Mapping):
        pairs = dict.items(value) if isinstance(value, dict) else value.items()
        return {plain_form(k, levels - 1): plain_form(v, levels - 1) for k, v in pairs}
    if isinstance(value, Set) and not isinstance(value, MappingView):
        return _sequence(sorted(value, key=repr), list, levels)
    if isinstance(value, tuple):
        return _sequence(value, tuple, levels)
    if isinstance(value, Sequence | MappingView):
        return _sequence(list(value), list, levels)
    if hasattr(kind, "__float__") and not isinstance(value, type):
        return float(value)
    return value


def _sequence(items: Sequence, kind: type, levels: int) -> Sequence:
    if type(items) is kind and PLAIN.issuperset(map(type, items)):
        return items
    return kind(plain_form(item, levels - 1) for item in items)


def _array(value: np.ndarray, levels: int) -> np.ndarray:
    value = np.asarray(value)  # not a matrix, nor with a mask
    if value.dtype.kind == "T":  # texts of any length
        value = value.astype(object)
    if value.dtype.kind != "O" or PLAIN.issuperset(map(type, value.ravel())):
        return value
    plain = np.empty(value.size, dtype=object)
    for place, item in enumerate(value.ravel()):
        plain[place] = plain_form(item, levels - 1)
    plain.flags.writeable = value.flags.writeable
    return plain.reshape(value.shape)
