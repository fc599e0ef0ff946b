"""A domain, all possible values: which values are the same, and none of them twice.

Numbers are the same where they are equal, exactly and whatever their type; a bool is
not a number. A date is that day's midnight. None, NaN, NaT and NA are all "no answer".
Otherwise Python's equality decides: "1" is not 1, b"a" not "a", and a point in time is
not its text.
"""

import datetime
from collections.abc import Hashable, Iterable, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    as_array,
    check_type,
    reject,
    shown,
    without_labels,
)
from ldp_course.texts import lookalike

TALLIES = ("count", "proportion")  # what value_counts calls its numbers
MISSING = ("no answer",)  # a key that no value has, as it holds no value
PLAIN = {str, bytes, int, float}  # their own keys, but for NaN


def key(value: object) -> Hashable:
    """Return what is equal exactly if two values are; TypeError without a hash."""
    if isinstance(value, (np.datetime64, np.timedelta64)):
        value = _of_python(value)
    elif isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, tuple):
        return (tuple, *map(key, value))
    if isinstance(value, bool):
        return (bool, value)
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return MISSING
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return datetime.datetime.combine(value, datetime.time())
    hash(value)
    return value if value == value else MISSING


def _of_python(moment: np.datetime64 | np.timedelta64) -> object:
    """Return the datetime or timedelta that is exactly the same, or else a text.

    Of a year that Python does not have, NumPy would return a whole number.
    """
    unit = "M8[us]" if isinstance(moment, np.datetime64) else "m8[us]"
    if np.isnat(moment):
        return None
    try:
        exact = moment.astype(unit)
    except TypeError:  # a month has no length
        exact = None
    known = exact == moment and not isinstance(exact.item(), int)
    return exact.item() if known else (unit, str(moment))


def keys(values: np.ndarray) -> list:
    """Return the keys of all values; without a hash, one that no other value has."""
    entries = list(values) if values.dtype.kind in "mM" else values.tolist()
    kinds = set(map(type, entries))
    if kinds <= PLAIN:
        nan = float in kinds
        return [v if v == v else MISSING for v in entries] if nan else entries
    labels = []
    for value in entries:
        try:
            labels.append(key(value))
        except TypeError:
            labels.append(object())  # is equal to nothing else
    return labels


def check_domain(domain: Sequence, least: int = 2) -> tuple:
    """Return the domain, declared beforehand, as a tuple of distinct values."""
    allowed = f"a sequence of at least {least} distinct values"
    allowed += ", such as ['red', 'green', 'blue'] or range(10)"
    if hasattr(domain, "__array__"):
        domain = as_array("domain", domain, allowed, any_labels=True)
        if domain.ndim != 1:
            reject("domain", f"has shape {domain.shape}", allowed)
    check_type("domain", domain, (Sequence, np.ndarray), allowed)  # a set has no order
    if len(domain) < least:
        reject("domain", f"= {shown(domain)} has {len(domain)} value(s)", allowed)
    values = tuple(domain)
    if set(map(type, values)) in ({int}, {str}) and len(set(values)) == len(values):
        return values
    if not (isinstance(domain, np.ndarray) and domain.dtype.kind in "mM"):
        values = tuple(map(_plain, values))
    labels, repeated = set(), {}
    for value in values:
        try:
            label = key(value)
        except TypeError:
            fault = f"holds {shown(value)}, a {type(value).__name__} without a hash"
            reject("domain", fault, allowed, TypeError)
        if label in labels:
            repeated[shown(value)] = None
        labels.add(label)
    if repeated:
        reject("domain", f"repeats {', '.join(list(repeated)[:5])}", allowed)
    return values


def refuse_outside(values: np.ndarray, domain: tuple) -> NoReturn:
    """Raise ValueError that counts the answers outside, and shows up to five of them.

    It says what differs from a value of the domain that looks the same.
    """
    known, count, different = set(map(key, domain)), 0, {}
    for label, value in zip(keys(values), values, strict=True):
        if label not in known:
            count += 1
            different.setdefault(label, _plain(value))
    few = list(different.values())[:5]
    examples = ", ".join(map(shown, few))
    outside = f"values has {count} answer(s) outside the domain: {examples}"
    allowed = ", ".join(map(shown, domain[:8]))
    allowed += f", … ({len(domain)} values)" if len(domain) > 8 else ""
    if MISSING in different:
        allowed += " (a missing answer is not dropped silently: leave it out yourself, "
        allowed += "or give it a value of its own)"
    alike = "".join(lookalike(value, domain) for value in few)
    raise ValueError(f"{outside}; allowed are {allowed}{alike}")


def in_order(
    name: str, numbers: ArrayLike, *domains: Iterable | None, complete: bool = False
) -> ArrayLike:
    """Return a Series or DataFrame with each axis in the order of its domain.

    The one rule for labels: they are matched with the values of the domain, whatever
    the type of the index, since pandas numbers what has no labels 0, 1, 2, … and also
    makes a RangeIndex of the labels 0, 1, 2, …. Only in a domain where no value could
    be such a number are they positions. An axis whose domain is None is left as it is,
    and so is what has no labels. A value without a label has the number 0, unless
    `complete`.
    """
    kinds = set(map(type, numbers)) if isinstance(numbers, (list, tuple)) else ()
    if len(domains) > 1 and any(hasattr(kind, "iloc") for kind in kinds):
        rest = domains[1:]
        return [in_order(name, row, *rest, complete=complete) for row in numbers]
    if not hasattr(numbers, "iloc") or numbers.ndim != len(domains):
        return numbers
    for axis, domain in enumerate(domains):
        places = None if domain is None else _places(name, numbers, axis, tuple(domain))
        if places is None:
            continue
        missing = sorted(set(range(len(domain))) - set(places)) if complete else []
        if missing:
            raise ValueError(
                f"{name} has no label {shown(domain[missing[0]])}; {name} must have one"
                " for each value of the domain"
            )
        numbers = numbers.set_axis(places, axis=axis)
        numbers = numbers.reindex(range(len(domain)), axis=axis, fill_value=0)
    return numbers


def _places(name: str, numbers: ArrayLike, axis: int, domain: tuple) -> list | None:
    """Return the labels' positions in the domain; None if they are positions."""
    table = {key(value): place for place, value in enumerate(domain)}
    labels = np.fromiter(numbers.axes[axis], object, len(numbers.axes[axis]))
    places = [table.get(label, -1) for label in keys(labels)]
    if -1 in places:
        if not any(map(_whole, domain)) and _is_unlabelled(numbers, axis):
            return None
        label = labels[places.index(-1)]
        raise ValueError(
            f"{name} has the label {shown(label)}, which is not a value of the domain, "
            f"as all labels of {name} must be{lookalike(label, domain)}; or "
            f"{without_labels(numbers)}"
        )
    if len(set(places)) < len(places):
        raise ValueError(
            f"{name} has a label twice; each label of {name} must be another value"
        )
    return places


def _is_unlabelled(numbers: ArrayLike, axis: int) -> bool:
    """Say whether this axis is numbered, and nothing says that these are labels."""
    index = numbers.axes[axis]
    is_tally = getattr(numbers, "name", None) in TALLIES or index.name is not None
    return not is_tally and list(index) == [*range(len(index))]


def _whole(value: object) -> bool:
    """Say whether somebody could take a whole number for the value, as 1 for "1"."""
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return False
    try:
        return float(value) % 1 == 0
    except (TypeError, ValueError):
        return False
    except OverflowError:  # of an int
        return True


def _plain(value: object) -> object:
    """Return a number or text of NumPy as one of Python; dates of NumPy stay."""
    is_date = isinstance(value, (np.datetime64, np.timedelta64))
    return value.item() if isinstance(value, np.generic) and not is_date else value
