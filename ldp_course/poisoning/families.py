"""The mechanisms by what a report can support: the names that the other files of this room use."""

from collections.abc import Sequence

import numpy as np

from ldp_course.arguments import check_values, refuse, shown
from ldp_course.domains import key, keys
from ldp_course.mechanisms.count_mean_sketch import CountMeanSketch
from ldp_course.mechanisms.direct_encoding import DirectEncoding
from ldp_course.mechanisms.hadamard import HadamardResponse
from ldp_course.mechanisms.hadamard_count_mean_sketch import HadamardCountMeanSketch
from ldp_course.mechanisms.hadamard_table import walsh_hadamard
from ldp_course.mechanisms.local_hashing import LocalHashing
from ldp_course.mechanisms.randomized_response import RandomizedResponse
from ldp_course.mechanisms.shared import Mechanism
from ldp_course.mechanisms.subset_selection import SubsetSelection
from ldp_course.mechanisms.summing_histogram import SummingHistogram
from ldp_course.mechanisms.thresholding_histogram import ThresholdingHistogram
from ldp_course.mechanisms.unary_encoding import UnaryEncoding

BITS = (UnaryEncoding, ThresholdingHistogram)  # any row of k bits
ONE_VALUE = (DirectEncoding, RandomizedResponse)
HASHED = (LocalHashing, CountMeanSketch)
ALL = (
    *BITS, *ONE_VALUE, *HASHED, SubsetSelection, HadamardResponse, HadamardCountMeanSketch,
    SummingHistogram,
)  # fmt: skip


def check_mechanism(mechanism: Mechanism, but: tuple = (), why: str = "") -> Mechanism:
    """Return one of the module's mechanisms, if it is none of `but`."""
    if not isinstance(mechanism, ALL):
        refuse("mechanism", mechanism, "a mechanism of ldp_course", TypeError)
    return refuse("mechanism", mechanism, why) if isinstance(mechanism, but) else mechanism


def check_bounded(mechanism: Mechanism) -> Mechanism:
    why = "one whose reports are bounded (a row of a SummingHistogram may hold any number)"
    return check_mechanism(mechanism, SummingHistogram, why)


def check_targets(mechanism: Mechanism, targets: Sequence) -> np.ndarray:
    """Return the positions of the targets, distinct values of the domain, at least one."""
    allowed = "a list of distinct values of the domain, at least one"
    if isinstance(targets, (str, bytes)) or not hasattr(targets, "__len__"):
        refuse("targets", targets, allowed, TypeError)
    try:
        values = check_values(targets)
    except (ValueError, TypeError) as error:
        found = str(error).replace("values", "targets")
        raise type(error)(f"{found} (targets must be {allowed})") from None
    table = {key(value): place for place, value in enumerate(mechanism.domain)}
    found = [table.get(of_value, -1) for of_value in keys(values)]
    if -1 in found:
        wrong = values[found.index(-1)]
        raise ValueError(f"targets holds {shown(wrong)}; targets must be {allowed}")
    if len(set(found)) < len(found):
        raise ValueError(f"targets = {shown(targets)} repeats a value; targets must be {allowed}")
    return np.array(found, dtype=np.intp)


def liked_less_disliked(mechanism: HadamardResponse, places: np.ndarray) -> np.ndarray:
    """Targets with +1 less targets with -1 in each column, of its block; shape (B, b)."""
    block, row = mechanism._places()
    is_target = np.zeros((mechanism.blocks, mechanism.block_size), dtype=np.int64)
    is_target[block[places], row[places]] = 1
    return walsh_hadamard(is_target)


def plus_less_minus(sketch: HadamardCountMeanSketch, places: np.ndarray) -> np.ndarray:
    """Targets with +1 less targets with -1 in each column, of each function; (hashes, m)."""
    targets = np.zeros((sketch.hashes, sketch.width), dtype=np.int64)
    functions = np.arange(sketch.hashes)[:, None]
    np.add.at(targets, (functions, sketch.buckets(functions, places)), 1)
    return walsh_hadamard(targets)
