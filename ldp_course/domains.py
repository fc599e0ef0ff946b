"""A domain, all possible values: which values are the same, and none of them twice.

Numbers are the same where they are equal, exactly and whatever their type; a bool is
not a number. A date is that day's midnight. None, NaN, NaT and NA are all "no answer".
Otherwise Python's equality decides: "1" is not 1, b"a" not "a", and a point in time is
not its text.
"""

import datetime
from collections.abc import Hashable, Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import as_array, check_type, reject, shown
from ldp_course.lookalikes import lookalike

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
    """Return the datetime or timedelta that is exactly the same, or else a text."""
    unit = "M8[us]" if isinstance(moment, np.datetime64) else "m8[us]"
    if np.isnat(moment):
        return None
    try:
        exact = moment.astype(unit)
    except TypeError:  # a month has no length
        exact = None
    return exact.item() if exact == moment else (unit, str(moment))


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


def in_order(name: str, counts: ArrayLike, domain: Sequence) -> ArrayLike:
    """Return the counts of a Series, labelled by values, in the domain's order.

    Such a Series is made by `value_counts`. A value without a label has the count 0.
    What has no labels, or 0, 1, 2, …, is left as it is.
    """
    index = getattr(counts, "index", None)
    series = hasattr(counts, "iloc") and counts.ndim == 1
    if not series or type(index).__name__ == "RangeIndex":
        return counts
    table = {key(value): place for place, value in enumerate(domain)}
    labels = np.fromiter(index, object, len(index))
    places = [table.get(label, -1) for label in keys(labels)]
    if max(places, default=-1) < 0:
        return counts
    if -1 in places:
        label = labels[places.index(-1)]
        raise ValueError(
            f"{name} has the label {shown(label)}, which is not a value of the domain; "
            f"all labels of {name} must be{lookalike(label, domain)}"
        )
    if len(set(places)) < len(places):
        raise ValueError(
            f"{name} has a label twice; each label of {name} must be another value"
        )
    numbers = counts.to_numpy()
    ordered = np.zeros(len(domain), numbers.dtype)
    ordered[places] = numbers
    return ordered


def _plain(value: object) -> object:
    """Return a number or text of NumPy as one of Python; dates of NumPy stay."""
    is_date = isinstance(value, (np.datetime64, np.timedelta64))
    return value.item() if isinstance(value, np.generic) and not is_date else value
