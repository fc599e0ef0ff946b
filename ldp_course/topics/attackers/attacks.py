"""Write the reports of fakes: with the largest gain, a target as value, or at random.

The names in the literature (Cao, Jia and Gong, USENIX Security 2021) are maximal gain
attack (MGA), random item attack (RIA) and random perturbed-value attack (RPA).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import check_flag, check_integer, check_rng, refuse
from ldp_course.counting import CHUNK_ELEMENTS, Mechanism, chunks
from ldp_course.randomized_response import RandomizedResponse
from ldp_course.topics.attackers import families
from ldp_course.topics.more_protocols import hashing
from ldp_course.topics.more_protocols.hadamard import HadamardResponse
from ldp_course.topics.more_protocols.local_hashing import LocalHashing, check_seeds

# seeds that a fake of local hashing tries, as in Cao, Jia and Gong (2021)
TRIES = 1_000
MOST_FAKES = 10**7


def _check_attacked(mechanism: Mechanism) -> None:
    families.check_mechanism(mechanism)
    simple = mechanism.reports == "bits" or mechanism.reports == "values"
    if not (simple or isinstance(mechanism, (HadamardResponse, LocalHashing))):
        allowed = "one whose reports are rows of bits or values (such as UnaryEncoding "
        allowed += "and DirectEncoding), a HadamardResponse or LocalHashing: attacks "
        refuse("mechanism", mechanism, allowed + "on others are not written here")


def maximal_gain_reports(
    mechanism: Mechanism,
    targets: Sequence,
    fakes: int,
    rng: np.random.Generator,
    padded: bool = True,
    seeds: ArrayLike | None = None,
) -> np.ndarray:
    """Write reports with the largest gain for the targets (MGA), for `aggregate`.

    Rows of bits: ones at all targets. Direct encoding: a target. Hadamard: one of the
    columns that the most targets like. Local hashing: the best of 1,000 random seeds
    and its best bucket (seed 0 would be better, and seen); with `seeds`, the best
    bucket of the seed given.

    Parameters
    ----------
    mechanism : a unary encoding, ThresholdingHistogram, DirectEncoding,
        RandomizedResponse, HadamardResponse or LocalHashing
    targets : sequence of distinct values of its domain
    fakes : int, number of reports, 1 to 10^7
    rng : numpy Generator
    padded : bool, fill rows of bits with random other ones up to the number that an
        honest report has on average, so that a row does not stand out; what is added
        favors no value
    seeds : for LocalHashing, the seeds that the server drew for the fakes, as from its
        `draw_seeds`

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(range(100), epsilon=1.0)
    >>> fakes = maximal_gain_reports(unary, [7], 50, np.random.default_rng(1))
    >>> set(fakes[:, 7].tolist()), set(fakes.sum(axis=1).tolist())
    ({1}, {27})
    """
    _check_attacked(mechanism)
    places, rng = families.check_targets(mechanism, targets), check_rng(rng)
    fakes = check_integer("fakes", fakes, 1, MOST_FAKES)
    padded = check_flag("padded", padded)
    if seeds is not None and not isinstance(mechanism, LocalHashing):
        refuse("seeds", seeds, "None for a mechanism other than LocalHashing")
    k = len(mechanism.domain)
    if mechanism.reports == "bits":
        usual = round(mechanism.p + (k - 1) * mechanism.q)
        against = mechanism.p < mechanism.q  # there a 0 speaks for a value
        usual = (k - usual if against else usual) if padded else 0
        rows = _ones_at(places, k, usual, fakes, rng)
        return 1 - rows if against else rows
    if mechanism.reports == "values":
        return _single_value(mechanism, places, fakes, rng)
    if isinstance(mechanism, LocalHashing):
        return _hashed(mechanism, places, fakes, rng, seeds)
    sums = families.liked_less_disliked(mechanism, places).ravel()
    return rng.choice(np.flatnonzero(sums == sums.max()), fakes)


def _ones_at(
    places: np.ndarray, k: int, usual: int, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    """Return rows with ones at the places, and at random others up to `usual` ones."""
    rows = np.zeros((fakes, k), dtype=np.uint8)
    rows[:, places] = 1
    more = usual - len(places)
    if more > 0:
        others = np.setdiff1d(np.arange(k), places)
        for row in chunks(rows, k):
            keys = rng.random((len(row), len(others)))
            chosen = others[np.argpartition(keys, more - 1, axis=1)[:, :more]]
            row[np.arange(len(row))[:, None], chosen] = 1
    return rows


def _single_value(
    mechanism: Mechanism, places: np.ndarray, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    against = mechanism.p < mechanism.q  # an answer then speaks for the other value
    others = np.setdiff1d(np.arange(len(mechanism.domain)), places)
    chosen = rng.choice(others if against and len(others) else places, fakes)
    is_bit = isinstance(mechanism, RandomizedResponse)
    return chosen.astype(np.uint8 if is_bit else np.intp)


def _hashed(
    mechanism: LocalHashing,
    places: np.ndarray,
    fakes: int,
    rng: np.random.Generator,
    seeds: ArrayLike | None,
) -> np.ndarray:
    reports = np.empty((fakes, 2), dtype=np.uint64)
    if seeds is None:  # few targets share a bucket soon: no fake needs all tries
        tries = min(TRIES, mechanism.buckets ** (len(places) - 1) * 20)
    else:
        seeds, tries = check_seeds(seeds, "reports", reports)[:, None], 1
    step = max(1, CHUNK_ELEMENTS // (tries * len(places)))
    for start in range(0, fakes, step):
        part = slice(start, min(start + step, fakes))
        size = (part.stop - start, tries)
        tried = rng.integers(2**64 - 1, size=size, dtype=np.uint64, endpoint=True)
        tried = tried if seeds is None else seeds[part]
        bucket = hashing.bucket(
            tried[..., None], mechanism._multipliers[places], mechanism.buckets
        )
        bucket.sort(axis=-1)
        longest, best = _longest_run(bucket)
        seed = longest.argmax(axis=1)
        row = np.arange(len(seed))
        reports[part] = np.stack([tried[row, seed], best[row, seed]], axis=1)
    return reports


def _longest_run(ordered: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of the most frequent entry on the last, sorted axis, and it."""
    run = np.ones(ordered.shape[:-1], dtype=np.intp)
    longest, best = run.copy(), ordered[..., 0].copy()
    for i in range(1, ordered.shape[-1]):
        run = np.where(ordered[..., i] == ordered[..., i - 1], run + 1, 1)
        better = run > longest
        longest = np.where(better, run, longest)
        best = np.where(better, ordered[..., i], best)
    return longest, best


def random_input_reports(
    mechanism: Mechanism, targets: Sequence, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw reports of fakes who follow the protocol with a target as value (RIA).

    Each adds 1 person to the targets on average, if the mechanism's estimates are
    unbiased, and no test of reports can show it.

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
    # randomized response encodes 0 and 1, though its domain is "no" and "yes"
    value = 0 if isinstance(mechanism, RandomizedResponse) else mechanism.domain[0]
    if mechanism.encode([value]).ndim == 2:
        held = counting.one_hot(held, len(mechanism.domain))
    return mechanism.perturb(held, rng)


def random_reports(
    mechanism: Mechanism, fakes: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw reports evenly from all that `aggregate` takes (RPA).

    Parameters
    ----------
    mechanism : as in `maximal_gain_reports`
    fakes, rng : as in `maximal_gain_reports`

    Examples
    --------
    >>> from ldp_course import UnaryEncoding
    >>> unary = UnaryEncoding.optimized(range(100), epsilon=1.0)
    >>> float(random_reports(unary, 50, np.random.default_rng(1)).mean().round(2))
    0.5
    """
    _check_attacked(mechanism)
    fakes, rng = check_integer("fakes", fakes, 1, MOST_FAKES), check_rng(rng)
    k = len(mechanism.domain)
    if mechanism.reports == "bits":
        return rng.integers(2, size=(fakes, k), dtype=np.uint8)
    if mechanism.reports == "values":
        return _single_value(mechanism, np.arange(k), fakes, rng)
    if isinstance(mechanism, HadamardResponse):
        return rng.integers(mechanism.columns, size=fakes)
    seeds = rng.integers(2**64 - 1, size=fakes, dtype=np.uint64, endpoint=True)
    buckets = rng.integers(mechanism.buckets, size=fakes, dtype=np.uint64)
    return np.stack([seeds, buckets], axis=1)
