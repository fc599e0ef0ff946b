"""From many machines to one estimate: reports become whole numbers, which add up.

`count_reports` makes the counts of some reports, and `estimate_from_counts` is what
`aggregate` makes of all of them. In between, counts of the same mechanism are added
with `+`, and so are the numbers of people: a sum of whole numbers is the same on every
machine, in every order. `merge` is for people whose reports do not add up, as they came
from different mechanisms.

Uses the mechanisms and `estimate`.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    MOST_PEOPLE,
    as_array,
    check_codes,
    check_people,
    refuse,
    reject,
    shown,
)
from ldp_course.counting import Mechanism
from ldp_course.domains import in_order
from ldp_course.estimate import Estimate
from ldp_course.topics.more_protocols import mean_sketch
from ldp_course.topics.more_protocols.count_mean_sketch import CountMeanSketch
from ldp_course.topics.more_protocols.hadamard import HadamardResponse
from ldp_course.topics.more_protocols.hadamard_count_mean_sketch import (
    HadamardCountMeanSketch,
)
from ldp_course.topics.more_protocols.hadamard_table import walsh_hadamard
from ldp_course.topics.more_protocols.public_chance import warn_of_choices
from ldp_course.topics.more_protocols.short_seeds import ShortSeeds
from ldp_course.topics.more_protocols.subset_selection import SubsetSelection

__all__ = ["count_reports", "estimate_from_counts", "merge"]

# of all others, the reports that support each value are enough
OF_MORE_THAN_SUPPORT = (
    CountMeanSketch, HadamardCountMeanSketch, HadamardResponse, ShortSeeds
)  # fmt: skip
# each report is in one cell of their tables
COUNTED_ONCE = (HadamardResponse, HadamardCountMeanSketch, ShortSeeds)


def is_counted(mechanism: object) -> bool:
    """Say whether this is a mechanism whose reports are whole numbers that add up."""
    return counting.is_mechanism(mechanism) and hasattr(mechanism, "support")


def count_reports(mechanism: Mechanism, reports: ArrayLike) -> np.ndarray:
    """Count what a server has to know of reports, as int64 that may be added up.

    One number a value, the reports that support it, shape (k,). For HadamardResponse
    the reports of each column, (K,); for ShortSeeds those of each seed and bucket,
    (K, g); for CountMeanSketch the ones in each bucket of each function, (hashes, m);
    for HadamardCountMeanSketch the reports of each function, column and sign, (hashes,
    m, 2).

    Parameters
    ----------
    mechanism : any mechanism of ldp_course but SummingHistogram
        Its reports are not whole numbers.
    reports : as its `aggregate` takes them

    Examples
    --------
    >>> from ldp_course import DirectEncoding
    >>> direct = DirectEncoding(["red", "green", "blue"], epsilon=1.0)
    >>> count_reports(direct, [0, 2, 2]) + count_reports(direct, [1, 2])
    array([1, 1, 3])
    """
    _check_mechanism(mechanism)
    if not isinstance(mechanism, OF_MORE_THAN_SUPPORT):
        return mechanism.support(reports).astype(np.int64)
    if isinstance(mechanism, HadamardResponse):
        columns = check_codes("reports", reports, mechanism.columns).astype(np.intp)
        return np.bincount(columns, minlength=mechanism.columns).astype(np.int64)
    reports = mechanism._check(reports)
    if isinstance(mechanism, ShortSeeds):
        return mechanism._count_kinds([reports])
    if isinstance(mechanism, CountMeanSketch):
        return mechanism._table(reports)
    places = np.ravel_multi_index(tuple(reports.T.astype(np.intp)), _shape(mechanism))
    size = int(np.prod(_shape(mechanism)))
    counts = np.bincount(places, minlength=size).astype(np.int64)
    return counts.reshape(_shape(mechanism))


def estimate_from_counts(mechanism: Mechanism, counts: ArrayLike, n: int) -> Estimate:
    """Return what `aggregate` makes of n reports, from the sum of their counts.

    Parameters
    ----------
    mechanism : as in `count_reports`, the same as made the reports
    counts : array of whole numbers, as `count_reports` makes, of n reports in all
        Labels, as of a Series, are values of the domain.
    n : int, number of reports

    Examples
    --------
    >>> from ldp_course import DirectEncoding
    >>> direct = DirectEncoding(["red", "green", "blue"], epsilon=1.0)
    >>> both = estimate_from_counts(direct, [1, 1, 3], n=5).frequencies
    >>> bool((both == direct.aggregate([0, 2, 2, 1, 2]).frequencies).all())
    True
    """
    _check_mechanism(mechanism)
    n = check_people("n", n)
    counts = _check_counts(mechanism, counts, n)
    if not isinstance(mechanism, OF_MORE_THAN_SUPPORT):
        return counting.pure_estimate(mechanism, counts, n)
    if isinstance(mechanism, HadamardResponse):
        return mechanism._estimate(counts, n)
    if isinstance(mechanism, ShortSeeds):
        warn_of_choices(counts.sum(axis=1))
        return counting.pure_estimate(mechanism, mechanism._decode(counts), n)
    if isinstance(mechanism, HadamardCountMeanSketch):
        people = counts.sum(axis=(1, 2))[:, None]
        warn_of_choices(people[:, 0])
        counts = (people + walsh_hadamard(counts[..., 1] - counts[..., 0])) // 2
    return mean_sketch.estimate(mechanism, counts, n)


def merge(estimates: Sequence[Estimate]) -> Estimate:
    """Combine estimates about several groups, each weighted by its number of people.

    For groups with different mechanisms or ε, nobody in two of them. Weights by inverse
    variance would answer for the groups with the most ε, not for all people: where the
    groups differ, that is biased, with a standard error that looks better. Of the same
    mechanism, add up counts.

    Parameters
    ----------
    estimates : sequence of at least one Estimate, all of the same domain
        None from a sketch, as their collisions are not independent.

    Examples
    --------
    >>> few = Estimate(("no", "yes"), 100, [0.8, 0.2], [0.03, 0.03])
    >>> many = Estimate(("no", "yes"), 300, [0.6, 0.4], [0.01, 0.01])
    >>> merged = merge([few, many])
    >>> merged.n, merged.frequencies.round(2), merged.standard_errors.round(4)
    (400, array([0.65, 0.35]), array([0.0106, 0.0106]))
    """
    allowed = "a list of at least one Estimate, all of the same domain"
    if isinstance(estimates, (str, bytes, dict)) or not isinstance(estimates, Sequence):
        refuse("estimates", estimates, allowed, TypeError)
    if not len(estimates):
        refuse("estimates", estimates, allowed)
    for part in estimates:
        if not isinstance(part, Estimate):
            reject("estimates", f"holds {shown(part)}", allowed, TypeError)
        if isinstance(part, mean_sketch.SketchEstimate):
            raise ValueError(
                "estimates holds one of a sketch, whose collisions the others may "
                f"share; add counts instead: estimates must be {allowed}"
            )
        if part.domain != estimates[0].domain:
            domains = f"{shown(estimates[0].domain)} and {shown(part.domain)}"
            reject("estimates", f"holds the domains {domains}", allowed)
    people = np.array([part.n for part in estimates], dtype=float)[:, None]
    n = check_people("n", sum(part.n for part in estimates))
    shares = people / n
    frequencies = (shares * [part.frequencies for part in estimates]).sum(axis=0)
    errors = shares * [part.standard_errors for part in estimates]
    standard_errors = np.sqrt((errors**2).sum(axis=0))
    return Estimate(estimates[0].domain, n, frequencies, standard_errors)


def _check_mechanism(mechanism: Mechanism) -> None:
    if not is_counted(mechanism):
        allowed = "a mechanism of ldp_course whose reports are counted "
        allowed += "(not SummingHistogram)"
        refuse("mechanism", mechanism, allowed, TypeError)


def _shape(mechanism: Mechanism) -> tuple[int, ...]:
    if not isinstance(mechanism, OF_MORE_THAN_SUPPORT):
        return (len(mechanism.domain),)
    if isinstance(mechanism, HadamardResponse):
        return (mechanism.columns,)
    if isinstance(mechanism, ShortSeeds):
        return mechanism.seeds, mechanism.buckets
    table = (mechanism.hashes, mechanism.width)
    return table if isinstance(mechanism, CountMeanSketch) else (*table, 2)


def _check_counts(mechanism: Mechanism, counts: ArrayLike, n: int) -> np.ndarray:
    """Return counts as int64, if n reports, perhaps each counted once, make them."""
    shape = _shape(mechanism)
    allowed = f"whole numbers from 0 to n = {n}, of shape {shape}"
    if shape == (len(mechanism.domain),):
        counts = in_order("counts", counts, mechanism.domain)
    array = as_array("counts", counts, allowed)
    if array.dtype.kind not in "iu":
        fault = f"= {shown(counts)} has dtype {array.dtype}"
        reject("counts", fault, allowed, TypeError)
    if array.shape != shape:
        reject("counts", f"has shape {array.shape}", allowed)
    if array.min() < 0 or array.max() > min(n, MOST_PEOPLE):
        refuse("counts", counts, allowed)
    array = array.astype(np.int64)
    total = 0
    if isinstance(mechanism, SubsetSelection):
        total = mechanism.size * n
    elif mechanism.reports == "values" or isinstance(mechanism, COUNTED_ONCE):
        total = n
    if total and array.sum() != total:
        fault = f"= {shown(counts)} has the sum {array.sum()}"
        reject("counts", fault, f"{allowed}, with the sum {total}")
    return array
