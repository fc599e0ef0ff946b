"""Group the mechanisms by what a report of theirs can support."""

from collections.abc import Sequence

import numpy as np

from ldp_course.arguments import check_values, refuse, reject, shown
from ldp_course.counting import Mechanism, is_mechanism
from ldp_course.domains import key, keys
from ldp_course.topics.more_protocols.hadamard import HadamardResponse
from ldp_course.topics.more_protocols.hadamard_table import walsh_hadamard


def check_mechanism(mechanism: Mechanism) -> Mechanism:
    """Return one of the module's mechanisms."""
    if not is_mechanism(mechanism):
        refuse("mechanism", mechanism, "a mechanism of ldp_course", TypeError)
    return mechanism


def check_targets(mechanism: Mechanism, targets: Sequence) -> np.ndarray:
    """Return the positions of the targets: values of the domain, none twice."""
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
        reject("targets", f"holds {shown(wrong)}", allowed)
    if len(set(places)) < len(places):
        reject("targets", f"= {shown(targets)} repeats a value", allowed)
    return np.array(places, dtype=np.intp)


def liked_less_disliked(mechanism: HadamardResponse, places: np.ndarray) -> np.ndarray:
    """Return for each Hadamard column the targets of its block, + less -."""
    block, row = mechanism._places()
    is_target = np.zeros((mechanism.blocks, mechanism.block_size), dtype=np.int64)
    is_target[block[places], row[places]] = 1
    return walsh_hadamard(is_target)
