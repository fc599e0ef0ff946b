"""Which columns a report has in a file, and how it is taken apart and put together again.

There are three kinds of reports. Cells are whole numbers that are counted as they are: the value of
direct encoding; function, column and sign of a Hadamard sketch. Bits are packed, bit i of a report
as bit i % 64 of word i // 64, with the cohort or hash function before them where there is one. A
hashed report is a seed and a bucket.
"""

import dataclasses
import math
from typing import NamedTuple

import numpy as np

import ldp_course
from ldp_course import rappor
from ldp_course.arguments import refuse, shown
from ldp_course.counts import COUNTED, count_reports
from ldp_course.mechanisms.shared import Mechanism
from ldp_course.rappor.parameters import Parameters, check_parameters
from ldp_course.rappor.population import check_reports

Protocol = Mechanism | Parameters
WORD = 64  # bits
DOMAINS = (str, int, float, bool)  # what a domain in a file may hold


class Layout(NamedTuple):
    """Columns of a protocol's reports; `sizes` are one more than the largest number in each."""

    kind: str  # "cells", "bits" or "hashed"
    sizes: dict[str, int]
    bits: int = 0  # in all words together
    ones: int | None = None  # in each report, where all have the same number

    def types(self) -> dict[str, np.dtype]:
        return {name: np.min_scalar_type(size - 1) for name, size in self.sizes.items()}


def layout_of(protocol: Protocol) -> Layout:
    if isinstance(protocol, Parameters):
        check_parameters(protocol, for_table=True)
        return _bits(protocol.bits, {"cohort": protocol.cohorts})
    if not isinstance(protocol, COUNTED):
        allowed = "a mechanism of ldp_course whose reports are counted (not SummingHistogram), or "
        refuse("protocol", protocol, allowed + "the Parameters of RAPPOR", TypeError)
    k = len(protocol.domain)
    match type(protocol).__name__:
        case "RandomizedResponse" | "DirectEncoding":
            return Layout("cells", {"value": k})
        case "HadamardResponse":
            return Layout("cells", {"sign_column": protocol.columns})
        case "HadamardCountMeanSketch":
            table = {"function": protocol.hashes, "sign_column": protocol.width}
            return Layout("cells", {**table, "plus": 2})
        case "LocalHashing":
            return Layout("hashed", {"seed": 2**64, "bucket": protocol.buckets})
        case "CountMeanSketch":
            return _bits(protocol.width, {"function": protocol.hashes})
        case "SubsetSelection":
            return _bits(k, {}, protocol.size)
        case "UnaryEncoding" | "GridUnaryEncoding" | "ThresholdingHistogram":
            return _bits(k, {})
    raise TypeError(f"{type(protocol).__name__} has no layout here yet: give it one in layout_of")


def _bits(bits: int, group: dict[str, int], ones: int | None = None) -> Layout:
    starts = range(0, bits, WORD)
    words = {f"bits_{start // WORD}": 2 ** min(WORD, bits - start) for start in starts}
    return Layout("bits", {**group, **words}, bits, ones)


def to_columns(protocol: Protocol, reports) -> dict[str, np.ndarray]:
    """The columns of reports as `perturb` makes them, or (bits, cohorts) for RAPPOR."""
    layout = layout_of(protocol)
    if isinstance(protocol, Parameters):
        if not isinstance(reports, tuple) or len(reports) != 2:
            refuse("reports", reports, "a tuple (bits, cohorts), as of population_reports")
        bits, cohorts = check_reports(*reports, protocol)
        numbers = [cohorts, *_words(bits)]
    else:
        count_reports(protocol, reports)  # refuses what is no report
        reports = np.asarray(reports)
        numbers = [reports] if reports.ndim == 1 else list(reports.T)
        if layout.kind == "bits":
            groups = len(layout.sizes) - math.ceil(layout.bits / WORD)
            numbers = [*reports.T[:groups], *_words(reports[:, groups:])]
    kinds = layout.types().items()
    return {name: part.astype(kind) for (name, kind), part in zip(kinds, numbers, strict=True)}


def from_columns(protocol: Protocol, columns: dict[str, np.ndarray]):
    """The reports again. A number that no report holds is a ValueError, here or when counted."""
    layout = layout_of(protocol)
    for name, size in layout.sizes.items():
        if len(columns[name]) and int(columns[name].max()) >= size:
            raise ValueError(f"{name} holds {columns[name].max()}; it must be below {size}")
    if layout.kind != "bits":
        numbers = list(columns.values())
        return numbers[0] if len(numbers) == 1 else np.stack(numbers, axis=1)
    bits = _unpacked([columns[name] for name in columns if name.startswith("bits_")], layout.bits)
    if isinstance(protocol, Parameters):
        return bits, columns["cohort"].astype(np.intp)
    if "function" in columns:
        return np.column_stack([columns["function"].astype(np.uint16), bits])
    return bits


def _words(bits: np.ndarray) -> list[np.ndarray]:
    parts = [bits[:, start : start + WORD] for start in range(0, bits.shape[1], WORD)]
    words = []
    for part in parts:
        packed = np.zeros((len(part), WORD // 8), np.uint8)
        filled = np.packbits(part.astype(np.uint8, copy=False), axis=1, bitorder="little")
        packed[:, : filled.shape[1]] = filled
        words.append(packed.view("<u8")[:, 0])
    return words


def _unpacked(words: list[np.ndarray], bits: int) -> np.ndarray:
    octets = [np.ascontiguousarray(word, "<u8").view(np.uint8).reshape(-1, 8) for word in words]
    return np.unpackbits(np.hstack(octets), axis=1, count=bits, bitorder="little")


def counts_of(protocol: Protocol, reports) -> np.ndarray:
    """`count_reports`, or `count_bits` of RAPPOR: int64."""
    if isinstance(protocol, Parameters):
        return rappor.count_bits(*reports, protocol)
    return count_reports(protocol, reports)


def described(protocol: Protocol) -> dict:
    """What a file says of its protocol: a dict of JSON from which `restored` makes it again."""
    layout_of(protocol)
    name = type(protocol).__name__
    if name == "RandomizedResponse":
        return {"protocol": name, "p": protocol.p}
    fields = [field.name for field in dataclasses.fields(protocol) if field.init]
    found = {field: getattr(protocol, field) for field in fields}
    if "domain" in found:
        domain = [v.item() if isinstance(v, np.generic) else v for v in found["domain"]]
        for value in domain:
            if type(value) not in DOMAINS:
                wrong = f"domain holds {shown(value)}"
                raise TypeError(f"{wrong}; in a file it must hold str, int, float or bool")
        found["domain"] = domain
    return {"protocol": name, **found}


def restored(description: dict) -> Protocol:
    """The protocol that `described` was given."""
    arguments = dict(description)
    name = arguments.pop("protocol")
    kinds = {kind.__name__: kind for kind in (*COUNTED, ldp_course.GridUnaryEncoding, Parameters)}
    return kinds[name](**arguments)
