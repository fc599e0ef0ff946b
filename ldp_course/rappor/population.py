"""Many devices at once: their reports, and the counts of bits that a collector keeps."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ldp_course.arguments import check_codes, check_counts, check_rng
from ldp_course.rappor.bloom import bloom_table, check_words
from ldp_course.rappor.parameters import Parameters

CHUNK = 2**16  # elements in the work at a time: half a megabyte of floats, which stays in the cache


def population_reports(
    values: np.ndarray, words: Collection[str], parameters: Parameters, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """One report from each of N people, each with a secret of their own.

    values  (N,) whole numbers: person i holds words[values[i]]
    Returns the reports, (N, k) uint8 of 0 and 1, and the cohorts, (N,) intp, drawn uniformly from 0 to m-1.

    With one report from each fresh secret, permanent and instantaneous response collapse into one step:
    a bit is 1 with probability q* if it is set in the Bloom filter and p* if not, independently. (Not so
    for a second report from the same person: that is what `Client` is for.) f is not rounded here.
    Memory beyond the result: the Bloom table, one byte for each word, cohort and bit.
    """
    table = bloom_table(words, parameters)
    values = check_codes("values", values, len(table)).astype(np.intp, copy=False)
    cohorts = (
        check_rng(rng).integers(parameters.cohorts, size=len(values)).astype(np.intp, copy=False)
    )
    reports = np.empty((len(values), parameters.bits), dtype=np.uint8)
    people = CHUNK // parameters.bits
    for start in range(0, len(values), people):
        part = slice(start, start + people)
        is_set = table[values[part], cohorts[part]]
        reports[part] = rng.random(is_set.shape) < np.where(
            is_set, parameters.q_star, parameters.p_star
        )
    return reports, cohorts


def count_bits(reports: np.ndarray, cohorts: np.ndarray, parameters: Parameters) -> np.ndarray:
    """What the collector keeps: (m, k+1) int64, a row per cohort.

    Column 0 is the number of reports; column 1 + i is the number of those in which bit i is 1.
    reports is (N, k) with 0 and 1, cohorts is (N,). Counts of several batches simply add up.
    """
    reports = np.asarray(reports)
    allowed = f"an array of 0 and 1 of shape (number of reports, {parameters.bits})"
    if reports.ndim != 2 or reports.shape[1] != parameters.bits:
        raise ValueError(f"reports has shape {reports.shape}; reports must be {allowed}")
    if reports.dtype.kind not in "biu":
        raise TypeError(
            f"reports has dtype {reports.dtype}; reports must be {allowed}, of whole numbers or bool"
        )
    cohorts = check_codes("cohorts", cohorts, parameters.cohorts).astype(np.intp, copy=False)
    if len(cohorts) != len(reports):
        raise ValueError(
            f"cohorts has {len(cohorts)} entries for {len(reports)} reports; they must be as many"
        )
    counts = np.zeros((parameters.cohorts, parameters.bits + 1), dtype=np.int64)
    people = CHUNK // parameters.bits
    for start in range(0, len(reports), people):
        part, cohort = reports[start : start + people], cohorts[start : start + people]
        if part.min() < 0 or part.max() > 1:
            raise ValueError(
                f"reports holds {part[(part < 0) | (part > 1)][0]}; reports must be {allowed}"
            )
        size = np.bincount(cohort, minlength=parameters.cohorts)
        order = np.argsort(cohort.astype(np.min_scalar_type(parameters.cohorts)), kind="stable")
        present = np.flatnonzero(size)
        first = (np.cumsum(size) - size)[
            present
        ]  # where each cohort starts, once the reports are in order
        counts[:, 0] += size
        counts[present, 1:] += np.add.reduceat(part[order], first, axis=0, dtype=np.int64)
    return counts


def simulate_counts(
    word_counts: Sequence[int],
    words: Collection[str],
    parameters: Parameters,
    rng: np.random.Generator,
) -> np.ndarray:
    """Draw (m, k+1) counts with the exact law of `count_bits(*population_reports(...))`.

    word_counts[i] people hold words[i]. Each word's people fall into the cohorts by a multinomial; in a
    cohort of n people of whom t have a bit set, the ones are Binomial(t, q*) + Binomial(n - t, p*),
    independently for each bit. The cost grows with words x cohorts x bits, not with the people.
    """
    words = check_words("words", words)
    word_counts = check_counts("word_counts", word_counts, len(words))
    check_rng(rng)
    cohorts, bits = parameters.cohorts, parameters.bits
    people = np.zeros((cohorts, 1), dtype=np.int64)
    people_with_bit = np.zeros((cohorts, bits), dtype=np.int64)
    step = max(1, CHUNK // (cohorts * bits))
    for start in range(0, len(words), step):
        part = slice(start, start + step)
        split = rng.multinomial(word_counts[part], np.full(cohorts, 1 / cohorts))
        people[:, 0] += split.sum(axis=0)
        people_with_bit += np.einsum("wc,wcb->cb", split, bloom_table(words[part], parameters))
    ones = rng.binomial(people_with_bit, parameters.q_star)
    ones += rng.binomial(people - people_with_bit, parameters.p_star)
    return np.hstack([people, ones])
