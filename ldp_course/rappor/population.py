"""Many devices at once: their reports, the counts that a collector keeps, people per bit."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from ldp_course.arguments import check_bits, check_codes, check_counts, check_rng, check_whole
from ldp_course.domains import in_order
from ldp_course.mechanisms.shared import chunks
from ldp_course.rappor.bloom import bloom_table, check_words
from ldp_course.rappor.parameters import Parameters, check_parameters


def population_reports(
    values: np.ndarray, words: Collection[str], parameters: Parameters, rng: Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Reports, uint8 of shape (N, k), and random cohorts, intp of shape (N,), of N people.

    Person i holds words[values[i]] and reports once, with a fresh secret. Then both responses are
    one step: a bit is 1 with probability q* if it is set in the Bloom filter and p* if not,
    independently. (Not so for a second report: that is what `Client` is for.) f is not rounded.
    Chapter "RAPPOR I: collecting".

    Examples
    --------
    >>> noiseless = Parameters(4, 1, 2, f=0, p=0, q=1)
    >>> reports, cohorts = population_reports([0, 0], ["a"], noiseless, np.random.default_rng(1))
    >>> bool((reports == bloom_table(["a"], noiseless)[0, cohorts]).all())
    True
    """
    table = bloom_table(words, parameters)
    values = check_codes("values", values, len(table)).astype(np.intp, copy=False)
    cohorts = check_rng(rng).integers(parameters.cohorts, size=len(values)).astype(np.intp)
    reports = np.empty((len(values), parameters.bits), dtype=np.uint8)
    for part in _slices(len(values), parameters.bits):
        is_set = table[values[part], cohorts[part]]
        chance = np.where(is_set, parameters.q_star, parameters.p_star)
        reports[part] = rng.random(is_set.shape) < chance
    return reports, cohorts


def count_bits(reports: np.ndarray, cohorts: np.ndarray, parameters: Parameters) -> np.ndarray:
    """What the collector keeps: in each cohort, the reports and the ones of each bit, as int64.

    `reports` are 0 and 1 of shape (N, k), `cohorts` of shape (N,), and the counts (m, k + 1).

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
        order = np.argsort(cohort.astype(np.min_scalar_type(parameters.cohorts)), kind="stable")
        present = np.flatnonzero(size)
        first = (np.cumsum(size) - size)[present]  # where a cohort starts among the ordered reports
        counts[:, 0] += size
        counts[present, 1:] += np.add.reduceat(reports[part][order], first, dtype=np.int64)
    return counts


def simulate_counts(
    word_counts: Sequence[int], words: Collection[str], parameters: Parameters, rng: Generator
) -> np.ndarray:
    """Draw counts with the exact law of `count_bits(*population_reports(...))`.

    word_counts[i] people hold words[i] and fall into the cohorts by a multinomial; in a cohort of n
    people of whom t have a bit set, the ones are Binomial(t, q*) + Binomial(n - t, p*),
    independently for each bit. The cost does not grow with the people. "RAPPOR II: decoding".

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
        people_with_bit += np.einsum("wc,wcb->cb", split, bloom_table(words[part], parameters))
    ones = rng.binomial(people_with_bit, parameters.q_star)
    ones += rng.binomial(people - people_with_bit, parameters.p_star)
    return np.hstack([people, ones])


def estimate_bits(counts: np.ndarray, parameters: Parameters) -> tuple[np.ndarray, np.ndarray]:
    """How many people have each bit set, unbiased, and the standard errors of the noise: (m, k).

    From c ones in a cohort of N people: t = (c - p* N) / (q* - p*), with the standard error
    sqrt(T q*(1 - q*) + (N - T) p*(1 - p*)) / |q* - p*|, where T is t moved into [0, N].
    Erlingsson et al. (2014), section 4; "RAPPOR II: decoding".

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
    variance = with_bit * q_star * (1 - q_star) + (people - with_bit) * p_star * (1 - p_star)
    return estimate, np.sqrt(variance) / abs(q_star - p_star)


def check_reports(
    reports: ArrayLike, cohorts: ArrayLike, parameters: Parameters
) -> tuple[np.ndarray, np.ndarray]:
    """Return reports, integers of shape (N, k), and as many cohorts as intp."""
    check_parameters(parameters, for_table=True)
    reports = check_bits("reports", reports, parameters.bits)
    cohorts = check_codes("cohorts", cohorts, parameters.cohorts).astype(np.intp, copy=False)
    if len(cohorts) != len(reports):
        found = f"cohorts has shape {cohorts.shape}, reports has shape {reports.shape}"
        raise ValueError(f"{found}; cohorts must have one entry for each report")
    return reports, cohorts


def check_bit_counts(counts: np.ndarray, parameters: Parameters) -> np.ndarray:
    """Return the counts as int64, if they can have come from `count_bits` with these parameters."""
    check_parameters(parameters, for_table=True)
    shape = parameters.cohorts, parameters.bits + 1
    allowed = f"whole numbers of shape {shape}, none negative: reports, then ones, in each cohort"
    counts = check_whole("counts", counts, [np.iinfo(np.uint64).max] * shape[1], allowed, "iu")
    if len(counts) != shape[0]:
        raise ValueError(f"counts has shape {counts.shape}; counts must be {allowed}")
    above = np.argwhere(counts[:, 1:] > counts[:, :1])
    if len(above):
        cohort, bit = above[0]
        found = f"counts has {counts[cohort, bit + 1]} ones for bit {bit} of cohort {cohort}"
        raise ValueError(f"{found} in {counts[cohort, 0]} reports; ones must not exceed reports")
    reports = sum(map(int, counts[:, 0]))
    if not 0 < reports < 2**63:
        held = f"holds {reports or 'no'} reports (the sum of column 0)"
        raise ValueError(f"counts {held}; there must be at least one and fewer than 2^63")
    return counts.astype(np.int64)


def _slices(rows: int, width: int) -> list[slice]:
    return [slice(part.start, part.stop) for part in chunks(range(rows), width)]
