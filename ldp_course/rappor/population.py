"""Many devices at once: their reports, the collector's counts, and people per bit."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_bits,
    check_codes,
    check_counts,
    check_rng,
    check_whole,
    reject,
)
from ldp_course.counting import chunks, draw_bits
from ldp_course.domains import in_order
from ldp_course.rappor.bloom import bloom_table, check_words
from ldp_course.rappor.parameters import Parameters, check_parameters


def population_reports(
    values: np.ndarray, words: Collection[str], parameters: Parameters, rng: Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Draw the reports, uint8 (N, k), and the random cohorts, intp (N,), of N people.

    Person i holds words[values[i]] and reports once, with a fresh secret. Then both
    responses are one step: a bit is 1 with probability q* if it is set in the Bloom
    filter and p* if not, independently. (Not so for a second report: that is what
    `Client` is for.) f is not rounded. Chapter "RAPPOR I: collecting".

    Examples
    --------
    >>> noiseless = Parameters(4, 1, 2, f=0, p=0, q=1)
    >>> rng = np.random.default_rng(1)
    >>> reports, cohorts = population_reports([0, 0], ["a"], noiseless, rng)
    >>> bool((reports == bloom_table(["a"], noiseless)[0, cohorts]).all())
    True
    """
    table = bloom_table(words, parameters)
    values = check_codes("values", values, len(table)).astype(np.intp, copy=False)
    check_rng(rng)
    cohorts = rng.integers(parameters.cohorts, size=len(values)).astype(np.intp)
    reports = np.empty((len(values), parameters.bits), dtype=np.uint8)
    for part in _slices(len(values), parameters.bits):
        is_set = table[values[part], cohorts[part]]
        reports[part] = draw_bits(is_set, parameters.q_star, parameters.p_star, rng)
    return reports, cohorts


def count_bits(
    reports: np.ndarray, cohorts: np.ndarray, parameters: Parameters
) -> np.ndarray:
    """Count the reports and the ones of each bit in each cohort, int64 of (m, k + 1).

    That is all that the collector keeps. `reports` are 0 and 1 of shape (N, k),
    `cohorts` of shape (N,).

    Examples
    --------
    >>> count_bits([[0, 1], [1, 1]], [0, 0], Parameters(2, 1, 1, f=0.5, p=0.25, q=0.75))
    array([[2, 1, 2]])
    """
    reports, cohorts = check_reports(reports, cohorts, parameters)
    counts = np.zeros((parameters.cohorts, parameters.bits + 1), dtype=np.int64)
    for part in _slices(len(reports), parameters.bits):
        cohort = cohorts[part]
        size = np.bincount(cohort, minlength=parameters.cohorts)
        # stable sorting of small integers is a radix sort, which is faster
        small = cohort.astype(np.min_scalar_type(parameters.cohorts))
        ordered = reports[part][np.argsort(small, kind="stable")]
        present = np.flatnonzero(size)
        starts = (np.cumsum(size) - size)[present]
        counts[:, 0] += size
        counts[present, 1:] += np.add.reduceat(ordered, starts, dtype=np.int64)
    return counts


def simulate_counts(
    word_counts: Sequence[int],
    words: Collection[str],
    parameters: Parameters,
    rng: Generator,
) -> np.ndarray:
    """Draw counts with the exact law of `count_bits(*population_reports(...))`.

    word_counts[i] people hold words[i] and fall into the cohorts by a multinomial; in a
    cohort of n people of whom t have a bit set, the ones are Binomial(t, q*) +
    Binomial(n - t, p*), independently for each bit. The cost does not grow with the
    people. "RAPPOR II: decoding".

    Examples
    --------
    >>> noiseless = Parameters(4, 1, 2, f=0, p=0, q=1)
    >>> simulate_counts([100], ["apple"], noiseless, np.random.default_rng(seed=1))
    array([[45, 45,  0,  0,  0],
           [55,  0, 55,  0,  0]])
    """
    words = check_words("words", words)
    word_counts = in_order("word_counts", word_counts, words)
    word_counts = check_counts("word_counts", word_counts, len(words))
    check_rng(rng)
    check_parameters(parameters, for_table=True)
    cohorts, bits = parameters.cohorts, parameters.bits
    people = np.zeros((cohorts, 1), dtype=np.int64)
    people_with_bit = np.zeros((cohorts, bits), dtype=np.int64)
    for part in _slices(len(words), cohorts * bits):
        split = rng.multinomial(word_counts[part], np.full(cohorts, 1 / cohorts))
        people[:, 0] += split.sum(axis=0)
        table = bloom_table(words[part], parameters)
        people_with_bit += np.einsum("wc,wcb->cb", split, table)
    ones = rng.binomial(people_with_bit, parameters.q_star)
    ones += rng.binomial(people - people_with_bit, parameters.p_star)
    return np.hstack([people, ones])


def estimate_bits(
    counts: np.ndarray, parameters: Parameters
) -> tuple[np.ndarray, np.ndarray]:
    """Estimate how many people have each bit set, with standard errors: (m, k) each.

    Unbiased; the errors are those of the noise. From c ones in a cohort of N people: t
    = (c - p* N) / (q* - p*), with the standard error sqrt(T q*(1 - q*) + (N - T) p*(1 -
    p*)) / |q* - p*|, where T is t moved into [0, N]. Erlingsson et al. (2014), section
    4; "RAPPOR II: decoding".

    Examples
    --------
    >>> estimate_bits([[1000, 250, 750]], Parameters(2, 1, 1, f=0, p=0.25, q=0.75))[0]
    array([[   0., 1000.]])
    """
    counts = check_bit_counts(counts, parameters)
    people, ones = counts[:, :1], counts[:, 1:]
    p_star, q_star = parameters.p_star, parameters.q_star
    estimate = (ones - p_star * people) / (q_star - p_star)
    with_bit = np.clip(estimate, 0, people)
    variance = with_bit * q_star * (1 - q_star)
    variance += (people - with_bit) * p_star * (1 - p_star)
    return estimate, np.sqrt(variance) / abs(q_star - p_star)


def check_reports(
    reports: ArrayLike, cohorts: ArrayLike, parameters: Parameters
) -> tuple[np.ndarray, np.ndarray]:
    """Return reports, integers of shape (N, k), and as many cohorts as intp."""
    check_parameters(parameters, for_table=True)
    reports = check_bits("reports", reports, parameters.bits)
    cohorts = check_codes("cohorts", cohorts, parameters.cohorts)
    if len(cohorts) != len(reports):
        shapes = f"cohorts has shape {cohorts.shape}, reports has shape {reports.shape}"
        raise ValueError(f"{shapes}; cohorts must have one entry for each report")
    return reports, cohorts.astype(np.intp, copy=False)


def check_bit_counts(counts: np.ndarray, parameters: Parameters) -> np.ndarray:
    """Return counts as int64, if `count_bits` can have made them with `parameters`."""
    check_parameters(parameters, for_table=True)
    shape = parameters.cohorts, parameters.bits + 1
    allowed = f"whole numbers of shape {shape}, none negative: reports, then ones, in"
    allowed += " each cohort"
    largest = [np.iinfo(np.uint64).max] * shape[1]
    counts = check_whole("counts", counts, largest, allowed, "iu")
    if len(counts) != shape[0]:
        reject("counts", f"has shape {counts.shape}", allowed)
    above = np.argwhere(counts[:, 1:] > counts[:, :1])
    if len(above):
        cohort, bit = above[0]
        ones, reports = counts[cohort, bit + 1], counts[cohort, 0]
        raise ValueError(
            f"counts has {ones} ones for bit {bit} of cohort {cohort} in {reports} "
            "reports; ones must not exceed reports"
        )
    total = sum(map(int, counts[:, 0]))
    if not 0 < total < 2**63:
        raise ValueError(
            f"counts holds {total or 'no'} reports (the sum of column 0); there must "
            "be at least one and fewer than 2^63"
        )
    return counts.astype(np.int64)


def _slices(rows: int, width: int) -> list[slice]:
    return [slice(part.start, part.stop) for part in chunks(range(rows), width)]
