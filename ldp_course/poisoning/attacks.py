"""Reports that fakes send: with the largest gain, with a target as value, or at random.

The names in the literature (Cao, Jia and Gong, USENIX Security 2021) are maximal gain attack (MGA),
random item attack (RIA) and random perturbed-value attack (RPA).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_flag, check_integer, check_rng, refuse
from ldp_course.mechanisms import hashing, shared
from ldp_course.mechanisms.local_hashing import _check_seeds
from ldp_course.mechanisms.shared import Mechanism
from ldp_course.poisoning import families
from ldp_course.poisoning.families import (
    BITS,
    ONE_VALUE,
    CountMeanSketch,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    SubsetSelection,
)

TRIES = 1_000  # seeds that a fake of local hashing tries, as in Cao, Jia and Gong (2021)
MOST_FAKES = 10**7


def maximal_gain_reports(
    mechanism: Mechanism,
    targets: Sequence,
    fakes: int,
    rng: np.random.Generator,
    padded: bool = True,
    seeds: ArrayLike | None = None,
) -> np.ndarray:
    """Reports with the largest gain for the targets, as `aggregate` takes them (MGA).

    Rows of bits: ones at all targets. Direct encoding: a target. Subset selection: as many targets
    as the set holds. Hadamard: one of the columns that the most targets like. Local hashing: the
    best of 1,000 random seeds and its best bucket (seed 0 would be better, and seen); with `seeds`,
    the best bucket of the seed given. The sketches: a random function and ones in the targets'
    buckets, or one of the functions, columns and signs that support the most targets.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course but SummingHistogram, whose reports are unbounded
    targets : sequence of distinct values of its domain
    fakes : int, number of reports, 1 to 10^7
    rng : numpy Generator
    padded : bool, fill rows of bits with random other ones up to the number that an honest report
        has on average, so that a row does not stand out; what is added favours no value
    seeds : for LocalHashing, the seeds that the server drew for the fakes, as from its `draw_seeds`

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(range(100), epsilon=1.0)
    >>> fakes = maximal_gain_reports(unary, [7], 50, np.random.default_rng(1))
    >>> set(fakes[:, 7].tolist()), set(fakes.sum(axis=1).tolist())
    ({1}, {27})
    """
    families.check_bounded(mechanism)
    places, rng = families.check_targets(mechanism, targets), check_rng(rng)
    fakes, padded = check_integer("fakes", fakes, 1, MOST_FAKES), check_flag("padded", padded)
    if seeds is not None and not isinstance(mechanism, LocalHashing):
        refuse("seeds", seeds, "None for a mechanism other than LocalHashing")
    k = len(mechanism.domain)
    if isinstance(mechanism, BITS):
        usual = round(mechanism.p + (k - 1) * mechanism.q) if padded else 0
        if mechanism.p < mechanism.q:  # there a 0 speaks for a value
            usual = k - usual if padded else 0
            return 1 - _ones_at(places, k, usual, fakes, rng)
        return _ones_at(places, k, usual, fakes, rng)
    if isinstance(mechanism, ONE_VALUE):
        return _one_value(mechanism, places, fakes, rng)
    if isinstance(mechanism, SubsetSelection):
        return _sets(mechanism, places, fakes, rng)
    if isinstance(mechanism, HadamardResponse):
        sums = families.liked_less_disliked(mechanism, places).ravel()
        return rng.choice(np.flatnonzero(sums == sums.max()), fakes)
    if isinstance(mechanism, LocalHashing):
        return _hashed(mechanism, places, fakes, rng, seeds)
    if isinstance(mechanism, CountMeanSketch):
        return _rows(mechanism, places, fakes, rng, padded)
    return _signs(mechanism, places, fakes, rng)


def _ones_at(
    places: np.ndarray, k: int, usual: int, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    """Rows of k bits with ones at the places, and at random others up to `usual` ones."""
    rows = np.zeros((fakes, k), dtype=np.uint8)
    rows[:, places] = 1
    more = usual - len(places)
    if more > 0:
        others = np.setdiff1d(np.arange(k), places)
        for row in shared.chunks(rows, k):
            keys = rng.random((len(row), len(others)))
            chosen = others[np.argpartition(keys, more - 1, axis=1)[:, :more]]
            row[np.arange(len(row))[:, None], chosen] = 1
    return rows


def _one_value(
    mechanism: Mechanism, places: np.ndarray, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    against = mechanism.p < mechanism.q  # an answer then speaks for the other value
    others = np.setdiff1d(np.arange(len(mechanism.domain)), places)
    chosen = rng.choice(others if against and len(others) else places, fakes)
    return chosen.astype(np.uint8 if isinstance(mechanism, ONE_VALUE[1]) else np.intp)


def _sets(
    mechanism: SubsetSelection, places: np.ndarray, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    """Sets of w values, as many of them targets as there are or fit, the others at random."""
    rows = np.zeros((fakes, len(mechanism.domain)), dtype=np.uint8)
    for row in shared.chunks(rows, rows.shape[1]):
        keys = rng.random(row.shape)
        keys[:, places] -= 1
        chosen = np.argpartition(keys, mechanism.size - 1, axis=1)[:, : mechanism.size]
        row[np.arange(len(row))[:, None], chosen] = 1
    return rows


def _hashed(
    mechanism: LocalHashing,
    places: np.ndarray,
    fakes: int,
    rng: np.random.Generator,
    seeds: ArrayLike | None,
) -> np.ndarray:
    reports = np.empty((fakes, 2), dtype=np.uint64)
    if seeds is not None:
        seeds = _check_seeds(seeds, "reports", reports)[:, None]
    tries = 1 if seeds is not None else min(TRIES, mechanism.buckets ** (len(places) - 1) * 20)
    step = max(1, shared.CHUNK_ELEMENTS // (tries * len(places)))
    for start in range(0, fakes, step):
        part = slice(start, min(start + step, fakes))
        size = (part.stop - start, tries)
        tried = rng.integers(2**64 - 1, size=size, dtype=np.uint64, endpoint=True)
        tried = tried if seeds is None else seeds[part]
        bucket = hashing.bucket(tried[..., None], mechanism._multipliers[places], mechanism.buckets)
        bucket.sort(axis=-1)
        longest, best = _longest_run(bucket)
        seed = longest.argmax(axis=1)
        row = np.arange(len(seed))
        reports[part] = np.stack([tried[row, seed], best[row, seed]], axis=1)
    return reports


def _longest_run(ordered: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Along the last, sorted axis: how often the most frequent entry occurs, and the entry."""
    run = np.ones(ordered.shape[:-1], dtype=np.intp)
    longest, best = run.copy(), ordered[..., 0].copy()
    for i in range(1, ordered.shape[-1]):
        run = np.where(ordered[..., i] == ordered[..., i - 1], run + 1, 1)
        better = run > longest
        longest, best = np.where(better, run, longest), np.where(better, ordered[..., i], best)
    return longest, best


def _rows(
    sketch: CountMeanSketch, places: np.ndarray, fakes: int, rng: np.random.Generator, padded: bool
) -> np.ndarray:
    usual = round(sketch.p + (sketch.width - 1) * sketch._other_bucket) if padded else 0
    functions = rng.integers(sketch.hashes, size=fakes)
    reports = np.zeros((fakes, 1 + sketch.width), dtype=np.uint16)
    reports[:, 0] = functions
    for function in np.unique(functions):
        chosen = np.flatnonzero(functions == function)
        buckets = np.unique(sketch.buckets(int(function), places))
        reports[chosen, 1:] = _ones_at(buckets, sketch.width, usual, len(chosen), rng)
    return reports


def _signs(
    sketch: HadamardCountMeanSketch, places: np.ndarray, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    sums = families.plus_less_minus(sketch, places)  # functions x columns
    best = np.abs(sums).max()
    options = [
        np.column_stack([*np.nonzero(found), np.full(np.count_nonzero(found), plus)])
        for found, plus in ((sums == best, 1), (sums == -best, 0))
    ]
    return rng.choice(np.concatenate(options), fakes).astype(np.int32)


def random_input_reports(
    mechanism: Mechanism, targets: Sequence, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    """Reports of fakes who follow the protocol with a random target as value (RIA).

    Each adds 1 person to the targets on average, whatever the mechanism, and nothing can show it.

    Parameters
    ----------
    mechanism : any mechanism of ldp_course
    targets, fakes, rng : as in `maximal_gain_reports`

    Examples
    --------
    >>> from ldp_course import DirectEncoding
    >>> direct = DirectEncoding(range(4), epsilon=30)
    >>> random_input_reports(direct, [2], 3, np.random.default_rng(1))
    array([2, 2, 2])
    """
    families.check_mechanism(mechanism)
    places, rng = families.check_targets(mechanism, targets), check_rng(rng)
    held = rng.choice(places, check_integer("fakes", fakes, 1, MOST_FAKES))
    one_hot = mechanism.encode(_any_value(mechanism)).ndim == 2
    encoded = shared.one_hot(held, len(mechanism.domain)) if one_hot else held
    return mechanism.perturb(encoded, rng)


def _any_value(mechanism: Mechanism) -> list:
    return [0] if isinstance(mechanism, ONE_VALUE[1]) else [mechanism.domain[0]]


def random_reports(mechanism: Mechanism, fakes: int, rng: np.random.Generator) -> np.ndarray:
    """Reports drawn evenly from all that `aggregate` takes (RPA).

    Parameters
    ----------
    mechanism : any mechanism of ldp_course but SummingHistogram, whose reports are unbounded
    fakes, rng : as in `maximal_gain_reports`

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(range(100), epsilon=1.0)
    >>> float(random_reports(unary, 50, np.random.default_rng(1)).mean().round(2))
    0.5
    """
    families.check_bounded(mechanism)
    fakes, rng = check_integer("fakes", fakes, 1, MOST_FAKES), check_rng(rng)
    k = len(mechanism.domain)
    if isinstance(mechanism, BITS):
        return rng.integers(2, size=(fakes, k), dtype=np.uint8)
    if isinstance(mechanism, ONE_VALUE):
        return _one_value(mechanism, np.arange(k), fakes, rng)
    if isinstance(mechanism, SubsetSelection):
        return _sets(mechanism, np.arange(k), fakes, rng)
    if isinstance(mechanism, HadamardResponse):
        return rng.integers(mechanism.columns, size=fakes)
    if isinstance(mechanism, LocalHashing):
        seeds = rng.integers(2**64 - 1, size=fakes, dtype=np.uint64, endpoint=True)
        buckets = rng.integers(mechanism.buckets, size=fakes, dtype=np.uint64)
        return np.stack([seeds, buckets], axis=1)
    functions = rng.integers(mechanism.hashes, size=fakes)
    if isinstance(mechanism, CountMeanSketch):
        bits = rng.integers(2, size=(fakes, mechanism.width))
        return np.column_stack([functions, bits]).astype(np.uint16)
    columns, plus = rng.integers(mechanism.width, size=fakes), rng.integers(2, size=fakes)
    return np.stack([functions, columns, plus], axis=1).astype(np.int32)
