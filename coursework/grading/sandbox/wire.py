"""Write values as JSON on both sides of the pipe between the audit and the sandbox.

It is never pickle: decoding runs no code.
"""

from __future__ import annotations

import base64
import re
from fractions import Fraction

import numpy as np

from ldp_checks.plain_form import MOST_LEVELS, TooDeep, plain_form

LARGEST = 16 * 2**20  # bytes of one line
MOST_VALUE = 2**20  # bytes of a value that a cell made
MOST_BITS = 10_000  # of a whole number
UNFIT = {  # what a student reads after the name of an answer that cannot be sent
    "deep": f"has lists in lists, more than {MOST_LEVELS} levels deep",
    "digits": "has a whole number of more than 3,000 digits",
    "large": "is larger than the grading takes",
    "other": "is no answer: these are arrays, numbers, texts, lists, sets and dicts",
    "raises": "raises an error when it is looked at",
    "format": "did not keep to the grading's format",
}
NUMBERS = re.compile(r"[<>|=]?[biufc]\d{1,2}")  # the types of arrays of numbers
MOST_AXES = 32


class Unfit(ValueError):
    """Tell that a value cannot be sent. Its argument is a key of UNFIT."""


class Other:
    """Stand for an object that has no plain form: no check takes it for an answer."""

    def __repr__(self) -> str:
        return "an object"


def encode(value):
    """Return the plain form of a value in a form that JSON has.

    Raises
    ------
    Unfit
        if it has none, or if the value raises an error when it is looked at.
    """
    try:
        return _encode(plain_form(value))
    except Unfit:
        raise
    except (TooDeep, RecursionError):
        raise Unfit("deep") from None
    except BaseException:  # of a student's object, SystemExit too
        raise Unfit("raises") from None


def _encode(value):
    if isinstance(value, np.generic) and value.dtype.kind in "biufcU":
        return {**_encode_array(np.asarray(value)), "scalar": True}
    if isinstance(value, np.ndarray) and value.dtype.kind in "biufcUO":
        return _encode_array(value)
    if type(value) is int and value.bit_length() > MOST_BITS:
        raise Unfit("digits")
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, Fraction):
        return {"fraction": [_encode(value.numerator), _encode(value.denominator)]}
    if isinstance(value, list):
        return _encode_items(value)
    if isinstance(value, tuple):
        return {"tuple": _encode_items(value)}
    if isinstance(value, dict):
        return {"dict": [[_encode(key), _encode(item)] for key, item in value.items()]}
    return {"other": True}


def decode(thing):
    """Return the value that `encode` got; ValueError for what it cannot have made."""
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, list):
        return [decode(item) for item in thing]
    match thing:
        case {"dtype": str(kind), "shape": list(shape), "data": data}:
            array = _decode_array(kind, shape, data)
            if "readonly" in thing:
                array.flags.writeable = False
            return array[()] if thing.get("scalar") and array.ndim == 0 else array
        case {"other": True}:
            return Other()
        case {"bytes": str(data)}:
            return base64.b64decode(data, validate=True)
        case {"fraction": [int(numerator), int(denominator)]} if denominator:
            return Fraction(numerator, denominator)
        case {"scalars": {"dtype": str(kind), "shape": [int(length)], "data": data}}:
            return list(_decode_array(kind, [length], data))
        case {"tuple": list(items) | dict(items)}:
            return tuple(decode(items))
        case {"dict": list(pairs)} if all(
            isinstance(pair, list) and len(pair) == 2 for pair in pairs
        ):
            keys = [decode(key) for key, _ in pairs]
            # Equal hashes make a dict take a long time, and are made on purpose.
            if len(keys) - len({hash(key) for key in keys}) > 10:
                raise ValueError("keys that do not differ")
            return dict(zip(keys, (decode(item) for _, item in pairs), strict=True))
    raise ValueError("not a value of the audit's format")


def _encode_items(items: list | tuple) -> list | dict:
    """Return the items; numbers of one type of NumPy take little room."""
    if len(types := set(map(type, items))) == 1 and issubclass(*types, np.generic):
        array = np.array(items)
        if array.dtype.kind in "biufc":
            return {"scalars": _encode_array(array)}
    return [_encode(item) for item in items]


def _encode_array(array: np.ndarray) -> dict:
    readonly = {} if array.flags.writeable else {"readonly": True}
    described = {"shape": list(array.shape), **readonly}
    if array.dtype.kind in "biufc":
        data = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
        return {"dtype": array.dtype.str, "data": data, **described}
    kind = "str" if array.dtype.kind == "U" else "object"
    data = [_encode(item) for item in array.ravel().tolist()]
    return {"dtype": kind, "data": data, **described}


def _decode_array(kind: str, shape: list, data) -> np.ndarray:
    lengths = (type(length) is int and 0 <= length < 2**40 for length in shape)
    if len(shape) > MOST_AXES or not all(lengths):
        raise ValueError("not the shape of an array")
    if kind in ("str", "object"):
        if not isinstance(data, list) or len(data) != int(np.prod(shape, dtype=object)):
            raise ValueError("not the data of an array")
        array = np.empty(len(data), dtype=object)
        array[:] = [decode(item) for item in data]
        return (array.astype(str) if kind == "str" else array).reshape(shape)
    if not NUMBERS.fullmatch(kind) or not isinstance(data, str):
        raise ValueError("not the data of an array")
    raw = base64.b64decode(data, validate=True)
    return np.frombuffer(raw, np.dtype(kind)).reshape(shape).copy()
