"""Group the mechanisms by what a report of theirs can support."""

from collections.abc import Sequence

import numpy as np

from ldp_course.arguments import check_values, refuse, shown
from ldp_course.domains import key, keys
from ldp_course.mechanisms.hadamard import HadamardResponse
from ldp_course.mechanisms.hadamard_table import walsh_hadamard
from ldp_course.mechanisms.shared import Mechanism, is_mechanism
from ldp_course.mechanisms.summing_histogram import SummingHistogram


def check_mechanism(mechanism: Mechanism) -> Mechanism:
    """Return one of the module's mechanisms."""
    if not is_mechanism(mechanism):
        refuse("mechanism", mechanism, "a mechanism of ldp_course", TypeError)
    return mechanism


def check_bounded(mechanism: Mechanism) -> Mechanism:
    """Return a mechanism whose reports are bounded."""
    if isinstance(check_mechanism(mechanism), SummingHistogram):
        allowed = "one whose reports are bounded"
        allowed += " (a row of a SummingHistogram may hold any number)"
        refuse("mechanism", mechanism, allowed)
    return mechanism


def check_targets(mechanism: Mechanism, targets: Sequence) -> np.ndarray:
    """Return the positions of the targets, distinct values of the domain.

    There must be at least one.
    """
    allowed = "a list of distinct values of the domain, at least one"
    if isinstance(targets, (str, bytes)) or not hasattr(targets, "__len__"):
        refuse("targets", targets, allowed, TypeError)
    try:
        values = check_values(targets)
    except (ValueError, TypeError) as error:
        problem = str(error).replace("values", "targets")
        raise type(error)(f"{problem} (targets must be {allowed})") from None
    table = {key(value): place for place, value in enumerate(mechanism.domain)}
    places = [table.get(value_key, -1) for value_key in keys(values)]
    if -1 in places:
        wrong = values[places.index(-1)]
        raise ValueError(f"targets holds {shown(wrong)}; targets must be {allowed}")
    if len(set(places)) < len(places):
        problem = f"targets = {shown(targets)} repeats a value"
        raise ValueError(f"{problem}; targets must be {allowed}")
    return np.array(places, dtype=np.intp)


def liked_less_disliked(mechanism: HadamardResponse, places: np.ndarray) -> np.ndarray:
    """Return the targets with +1 less those with -1 in each Hadamard column.

    Only the targets of the column's block count; shape (blocks, block_size).
    """
    block, row = mechanism._places()
    is_target = np.zeros((mechanism.blocks, mechanism.block_size), dtype=np.int64)
    is_target[block[places], row[places]] = 1
    return walsh_hadamard(is_target)
