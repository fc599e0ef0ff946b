"""Choose the columns of reports in a file, and turn reports into columns and back.

There are three kinds of reports. Cells are whole numbers that are counted as they are:
the value of direct encoding; a short seed and a bucket. Bits are packed, bit i of a
report as bit i % 64 of word i // 64, with the cohort or hash function before them where
there is one. A hashed report is a seed of 64 bits and a bucket.
"""

import dataclasses
import json
import math
from typing import NamedTuple

import numpy as np

import ldp_course
from ldp_course import rappor
from ldp_course.arguments import as_array, refuse, shown
from ldp_course.counting import Mechanism
from ldp_course.domains import in_order, key
from ldp_course.rappor.parameters import Parameters, check_parameters
from ldp_course.rappor.population import check_reports
from ldp_course.topics.many_machines.counts import count_reports, is_counted

Protocol = Mechanism | Parameters
WORD = 64  # bits
DIGITS = 1e-12
PROBABILITIES = ("p", "q", "f")
DOMAINS = (str, int, float, bool)  # what a domain in a file may hold


class Layout(NamedTuple):
    """Describe the columns of a protocol's reports."""

    kind: str  # "cells", "bits" or "hashed"
    sizes: dict[str, int]  # of each column, one more than its largest number
    bits: int = 0  # in all words together
    ones: int | None = None  # in each report, where all have the same number

    def types(self) -> dict[str, np.dtype]:
        return {name: np.min_scalar_type(size - 1) for name, size in self.sizes.items()}


def layout_of(protocol: Protocol) -> Layout:
    """Return the layout of a protocol's reports."""
    if isinstance(protocol, Parameters):
        check_parameters(protocol, for_table=True)
        return _bits(protocol.bits, {"cohort": protocol.cohorts})
    if not is_counted(protocol):
        allowed = "a mechanism of ldp_course whose reports are counted"
        allowed += " (not SummingHistogram), or the Parameters of RAPPOR"
        refuse("protocol", protocol, allowed, TypeError)
    k = len(protocol.domain)
    if protocol.reports == "bits":
        return _bits(k, {})
    if protocol.reports == "values":
        return Layout("cells", {"value": k})
    match type(protocol).__name__:
        case "HadamardResponse":
            return Layout("cells", {"sign_column": protocol.columns})
        case "HadamardCountMeanSketch":
            table = {"function": protocol.hashes, "sign_column": protocol.width}
            return Layout("cells", {**table, "plus": 2})
        case "ShortSeeds":
            table = {"short_seed": protocol.seeds, "bucket": protocol.buckets}
            return Layout("cells", table)
        case "LocalHashing":
            return Layout("hashed", {"seed": 2**64, "bucket": protocol.buckets})
        case "CountMeanSketch":
            return _bits(protocol.width, {"function": protocol.hashes})
        case "SubsetSelection":
            return _bits(k, {}, protocol.size)
    name = type(protocol).__name__
    raise TypeError(f"{name} has no layout here yet: give it one in layout_of")


def _bits(bits: int, group: dict[str, int], ones: int | None = None) -> Layout:
    starts = range(0, bits, WORD)
    words = {f"bits_{start // WORD}": 2 ** min(WORD, bits - start) for start in starts}
    return Layout("bits", {**group, **words}, bits, ones)


def to_columns(protocol: Protocol, reports) -> dict[str, np.ndarray]:
    """Return the columns of reports, which are (bits, cohorts) for RAPPOR."""
    layout = layout_of(protocol)
    if isinstance(protocol, Parameters):
        if not isinstance(reports, tuple) or len(reports) != 2:
            allowed = "a tuple (bits, cohorts), as of population_reports"
            refuse("reports", reports, allowed)
        bits, cohorts = check_reports(*reports, protocol)
        numbers = [cohorts, *_words(bits)]
    else:
        count_reports(protocol, reports)  # refuses anything else
        rows = protocol.reports == "bits" or layout.ones is not None
        names = protocol.domain if rows else layout.sizes
        reports = in_order("reports", reports, None, names, complete=True)
        reports = as_array("reports", reports, "as perturb makes them")
        numbers = [reports] if reports.ndim == 1 else list(reports.T)
        if layout.kind == "bits":
            groups = len(layout.sizes) - math.ceil(layout.bits / WORD)
            numbers = [*reports.T[:groups], *_words(reports[:, groups:])]
    kinds = layout.types().items()
    return {
        name: part.astype(kind)
        for (name, kind), part in zip(kinds, numbers, strict=True)
    }


def from_columns(protocol: Protocol, columns: dict[str, np.ndarray]):
    """Return the reports in these columns; a number out of range is a ValueError."""
    layout = layout_of(protocol)
    for name, size in layout.sizes.items():
        largest = int(columns[name].max(initial=0))
        if largest >= size:
            raise ValueError(f"{name} holds {largest}; it must be below {size}")
    if layout.kind != "bits":
        numbers = list(columns.values())
        return numbers[0] if len(numbers) == 1 else np.stack(numbers, axis=1)
    words = [columns[name] for name in columns if name.startswith("bits_")]
    octets = np.stack(words, axis=1).astype("<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=1, count=layout.bits, bitorder="little")
    if isinstance(protocol, Parameters):
        return bits, columns["cohort"].astype(np.intp)
    if "function" in columns:
        return np.column_stack([columns["function"].astype(np.uint16), bits])
    return bits


def _words(bits: np.ndarray) -> list[np.ndarray]:
    words = []
    for start in range(0, bits.shape[1], WORD):
        part = bits[:, start : start + WORD].astype(np.uint8, copy=False)
        octets = np.packbits(part, axis=1, bitorder="little")
        padded = np.zeros((len(part), WORD // 8), np.uint8)
        padded[:, : octets.shape[1]] = octets
        words.append(padded.view("<u8")[:, 0])
    return words


def counts_of(protocol: Protocol, reports) -> np.ndarray:
    """Return the counts of reports, int64."""
    if isinstance(protocol, Parameters):
        return rappor.count_bits(*reports, protocol)
    return count_reports(protocol, reports)


def described(protocol: Protocol) -> dict:
    """Return a protocol as a dict of JSON, from which `restored` makes it again."""
    layout_of(protocol)
    name = type(protocol).__name__
    if name == "RandomizedResponse":
        return {"protocol": name, "p": protocol.p}
    names = [field.name for field in dataclasses.fields(protocol) if field.init]
    fields = {field: getattr(protocol, field) for field in names}
    if "domain" in fields:
        domain = fields["domain"]
        domain = [v.item() if isinstance(v, np.generic) else v for v in domain]
        for value in domain:
            if type(value) not in DOMAINS:
                problem = f"domain holds {shown(value)}"
                raise TypeError(
                    f"{problem}; in a file it must hold str, int, float or bool"
                )
        fields["domain"] = domain
    return {"protocol": name, **fields}


def check_same(stored: dict, protocol: Protocol) -> None:
    """Raise ValueError unless what `described` gave, and JSON kept, is this protocol.

    Numbers that differ in the last digits only are the same: another machine's exp and
    log round otherwise.
    """
    for name, ours in json.loads(json.dumps(described(protocol))).items():
        theirs = stored.get(name)
        if _keys(theirs) != _keys(ours) and not _rounded(name, theirs, ours):
            problem = f"its {name} is {shown(theirs)}"
            raise ValueError(f"{problem}; here it must be {shown(ours)}")


def _keys(field: object) -> object:
    """Return what is equal where values are the same: True is not 1."""
    return key(tuple(field) if isinstance(field, list) else field)


def _rounded(name: str, theirs: object, ours: object) -> bool:
    """Say whether floats agree to 12 digits, and for a probability 1 less them, too."""
    if not (isinstance(theirs, float) and isinstance(ours, float)):
        return False
    if not math.isclose(theirs, ours, rel_tol=DIGITS):
        return False
    left = 1 - theirs, 1 - ours
    rounding = 4 * np.finfo(float).eps
    return name not in PROBABILITIES or math.isclose(
        *left, rel_tol=DIGITS, abs_tol=rounding
    )


def restored(description: dict) -> Protocol:
    """Return the protocol that `described` was given."""
    arguments = dict(description)
    name = arguments.pop("protocol")
    kinds = {kind: getattr(ldp_course, kind) for kind in ldp_course.__all__}
    protocol = (kinds | {"Parameters": Parameters})[name](**arguments)
    layout_of(protocol)
    return protocol
