"""Compute what all reports of a device reveal together: the exact loss."""

import math
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_integer, check_whole, refuse

LARGEST = 1 << 26  # entries of the largest table on the way
IMPOSSIBLE = -1e200  # a logarithm below it is that of 0
LARGEST_MEMORIES = 1 << 16  # memories of one device that may be listed


@dataclass(frozen=True)
class SequenceLoss:
    """Hold the loss ε of a device's reports of some days, for four notions of alike.

    Parameters
    ----------
    constant : float, two people whose values never change
    same_pattern : float, two sequences that repeat on the same days, such as aba and
        cdc
    any_two : float, any two sequences: what ε of a device means without a condition
    one_day_changed : float, two sequences that differ on one day only

    Examples
    --------
    >>> SequenceLoss(constant=1, same_pattern=1, any_two=1, one_day_changed=1).any_two
    1
    """

    constant: float
    same_pattern: float
    any_two: float
    one_day_changed: float


def sequence_channel(mechanism: object, days: int) -> np.ndarray:
    """Return Pr[reports of all days | values of all days], shape (k^days, s^days).

    Rows are the sequences of values in the order of counting, the first day being the
    leading digit; columns are the sequences of reports in the same order. Chapter
    "Again and again".

    Parameters
    ----------
    mechanism : one with `memories()`, such as `DirectChain`
    days : int, as many as fit: memories x (k s)^days at most 2^26

    Examples
    --------
    >>> from ldp_course.topics.again_and_again import DirectChain
    >>> memory_alone = DirectChain(range(2), epsilon_infinity=1, epsilon_one=1)
    >>> sequence_channel(memory_alone, days=2)[0].round(3).tolist()  # values 0, 0
    [0.731, 0.0, 0.0, 0.269]
    """
    chances, law, days = _check_days(mechanism, days)
    return _channel(chances, law, list(product(range(law.shape[2]), repeat=days)))


def sequence_loss(mechanism: object, days: int) -> SequenceLoss:
    """Return the exact loss of the reports of `days` days, over all pairs of sequences.

    Parameters
    ----------
    mechanism, days : as for `sequence_channel`

    Examples
    --------
    >>> from ldp_course.topics.again_and_again import DirectChain
    >>> chain = DirectChain(range(2), epsilon_infinity=2, epsilon_one=1)
    >>> loss = sequence_loss(chain, days=2)
    >>> round(loss.constant, 2), round(loss.any_two, 2), round(loss.one_day_changed, 2)
    (1.64, 2.0, 1.22)
    """
    chances, law, days = _check_days(mechanism, days)
    _, k, reports = law.shape
    # days are alike: the one that changes may be the first, and the others in order
    later = list(combinations_with_replacement(range(reports), days - 1))
    columns = [(first, *others) for first in range(reports) for others in later]
    channel = _channel(chances, law, columns)
    rows_of = {}
    for row, sequence in enumerate(product(range(k), repeat=days)):
        first = {value: day for day, value in reversed(list(enumerate(sequence)))}
        rows_of.setdefault(tuple(first[value] for value in sequence), []).append(row)
    return SequenceLoss(
        constant=_loss(channel[rows_of[(0,) * days]]),
        same_pattern=max(_loss(channel[rows]) for rows in rows_of.values()),
        any_two=_loss(channel),
        one_day_changed=_loss(channel.reshape(k, -1)),
    )


def pair_loss(mechanism: object, first: ArrayLike, second: ArrayLike) -> float:
    """Return the exact loss between two sequences of values, which may be long.

    Days with the same two values are alike: only how often each report came on them
    counts. So the cost grows with the numbers of such counts, at most 2^26 with all
    memories.

    Parameters
    ----------
    mechanism : as for `sequence_channel`
    first, second : array of whole numbers, shape (days,), positions of the values

    Examples
    --------
    >>> from ldp_course.topics.again_and_again import DirectChain
    >>> chain, days = DirectChain(range(2), epsilon_infinity=2, epsilon_one=1), 30
    >>> round(pair_loss(chain, [0] * days, [1] * days), 3)
    2.0
    >>> round(pair_loss(chain, [0] * days, [0, 1] * (days // 2)), 3)
    20.86
    """
    chances, law = check_memories(mechanism)
    memories, values, reports = law.shape
    allowed = f"whole numbers from 0 to {values - 1}, one a day"
    first = check_whole("first", first, values - 1, allowed).astype(np.intp)
    second = check_whole("second", second, values - 1, allowed).astype(np.intp)
    if len(first) != len(second):
        raise ValueError(
            f"first has {len(first)} days, second {len(second)}; they must have as many"
        )
    cells, days = np.unique(np.stack([first, second]), axis=1, return_counts=True)
    counts = [_compositions(day, reports) for day in days]
    if memories * math.prod(map(len, counts)) > LARGEST:
        allowed = f"shorter, with second: {len(days)} kinds of days are too many"
        refuse("first", first, allowed)
    with np.errstate(divide="ignore"):
        log_chances = np.log(chances)
        # a number in place of -inf, since 0 times -inf is not 0
        log_day = np.maximum(np.log(law), 2 * IMPOSSIBLE)
    logs = []
    for values_of_cells in cells:
        total = log_chances[:, None]
        for value, count in zip(values_of_cells, counts, strict=True):
            part = count[None] * log_day[:, value, None, :]
            total = total[:, :, None] + part.sum(axis=2)[:, None, :]
            total = total.reshape(memories, -1)
        logs.append(np.logaddexp.reduce(total, axis=0))
    possible = np.maximum(*logs) > IMPOSSIBLE
    apart = np.abs(logs[0][possible] - logs[1][possible]).max()
    return float(apart) if apart < -IMPOSSIBLE else math.inf


def all_rows(size: int, places: int) -> np.ndarray:
    """Return all rows of numbers from 0 to size - 1, in the order of counting."""
    if size**places > LARGEST_MEMORIES:
        problem = f"{places} answers out of {size} make {size}^{places} memories"
        raise ValueError(
            f"domain is too large to list its memories: {problem}, at most 2^16"
        )
    return np.array(list(product(range(size), repeat=places)), dtype=np.intp)


def memories_of_layers(
    permanent: np.ndarray, fresh: np.ndarray, answers: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the chances and the law of memories of independent answers."""
    values = np.arange(len(permanent))
    return permanent[values, answers].prod(axis=1), fresh[answers]


def _check_days(mechanism: object, days: int) -> tuple[np.ndarray, np.ndarray, int]:
    chances, law = check_memories(mechanism)
    days = check_integer("days", days, 1, 64)
    memories, values, reports = law.shape
    if memories * (values * reports) ** days > LARGEST:
        problem = f"{memories} memories, {values} values and {reports} reports a day"
        refuse("days", days, f"fewer for {problem}: at most 2^26 entries")
    return chances, law, days


def _channel(chances: np.ndarray, law: np.ndarray, reports: list) -> np.ndarray:
    """Return Pr[reports | values of all days], a column for each row of reports."""
    table = chances[:, None, None]
    for of_day in np.array(reports).T:
        longer = table[:, :, None] * law[:, None, :, of_day]
        table = longer.reshape(len(chances), -1, len(reports))
    return table.sum(axis=0)


def _loss(rows: np.ndarray) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = rows.max(axis=0) / rows.min(axis=0)
        return float(np.log(np.fmax.reduce(ratios)))  # not a number: 0 of all rows


def _compositions(days: int, kinds: int) -> np.ndarray:
    """Return all ways to write `days` as a sum of `kinds` whole numbers, in rows."""
    if kinds == 1:
        return np.array([[days]])
    if math.comb(int(days) + kinds - 1, kinds - 1) > LARGEST:
        refuse("first", f"{days} days", f"shorter for {kinds} reports a day")
    parts = [_compositions(days - first, kinds - 1) for first in range(days + 1)]
    heads = [np.full((len(part), 1), first) for first, part in enumerate(parts)]
    return np.hstack([np.vstack(heads), np.vstack(parts)])


def check_memories(mechanism: object) -> tuple[np.ndarray, np.ndarray]:
    """Return a mechanism's memories: chances (W,), Pr[report | memory, value]."""
    if isinstance(mechanism, type) or not hasattr(mechanism, "memories"):
        allowed = "one with memories(), such as a DirectChain"
        refuse("mechanism", mechanism, allowed, TypeError)
    return mechanism.memories()
