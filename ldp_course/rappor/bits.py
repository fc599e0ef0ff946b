"""From counts of ones to people per bit, and which bits each candidate string sets."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ldp_course.rappor.bloom import bloom_table
from ldp_course.rappor.parameters import Parameters


def design_matrix(candidates: Collection[str], parameters: Parameters) -> np.ndarray:
    """Which bits each candidate sets: uint8 of shape (m k, number of candidates).

    Row cohort * k + bit, column in the order of `candidates`: the rows of `estimate_bits(...)[0].ravel()`.
    """
    table = bloom_table(candidates, parameters)
    return table.reshape(len(table), -1).T.astype(np.uint8)


def estimate_bits(counts: np.ndarray, parameters: Parameters) -> tuple[np.ndarray, np.ndarray]:
    """How many people have each bit set, and the standard error: two arrays of shape (m, k).

    counts is the (m, k+1) result of `count_bits`. From c ones in a cohort of N people the unbiased estimate
    is t = (c - p* N) / (q* - p*). Its standard error is that of the noise, for the people who are in the
    cohort: sqrt(T q*(1 - q*) + (N - T) p*(1 - p*)) / |q* - p*|, where T is t moved into [0, N].
    """
    counts = check_bit_counts(counts, parameters)
    people, ones = counts[:, :1], counts[:, 1:]
    p_star, q_star = parameters.p_star, parameters.q_star
    estimate = (ones - p_star * people) / (q_star - p_star)
    with_bit = np.clip(estimate, 0, people)
    variance = with_bit * q_star * (1 - q_star) + (people - with_bit) * p_star * (1 - p_star)
    return estimate, np.sqrt(variance) / abs(q_star - p_star)


def check_bit_counts(counts: np.ndarray, parameters: Parameters) -> np.ndarray:
    """Return the counts as int64, if they can have come from `count_bits` with these parameters."""
    counts = np.asarray(counts)
    shape = (parameters.cohorts, parameters.bits + 1)
    allowed = f"whole numbers of shape {shape}: a row per cohort, the number of reports and then the ones of each bit"
    if counts.shape != shape:
        raise ValueError(f"counts has shape {counts.shape}; counts must be {allowed}")
    if counts.dtype.kind not in "iu":
        raise TypeError(f"counts has dtype {counts.dtype}; counts must be {allowed}")
    if counts.min() < 0:
        raise ValueError(f"counts holds {counts.min()}; counts must be {allowed}, none negative")
    above = np.argwhere(counts[:, 1:] > counts[:, :1])
    if len(above):
        cohort, bit = above[0]
        raise ValueError(
            f"counts has {counts[cohort, bit + 1]} ones for bit {bit} of cohort {cohort} in {counts[cohort, 0]} "
            "reports; ones must not exceed reports"
        )
    reports = sum(map(int, counts[:, 0]))
    if not reports:
        raise ValueError(
            "counts holds no reports (column 0 is all zero); counts must hold at least one"
        )
    if reports >= 2**63:
        raise ValueError(
            f"counts holds {reports} reports (the sum of column 0); they must be fewer than 2^63"
        )
    return counts.astype(np.int64)


def check_distinguishable(design: np.ndarray, candidates: list[str]) -> None:
    """Refuse candidates that set the same bits in every cohort, or all bits in every cohort."""
    advice = "no decoder can tell; use more bits or cohorts, or drop a candidate"
    sets_all = design.all(axis=0)
    if sets_all.any():
        word = candidates[sets_all.argmax()]
        raise ValueError(
            f"candidates holds {word!r}, which sets every bit, as many other strings would: {advice}"
        )
    first = {}
    for word, column in zip(candidates, np.packbits(design, axis=0).T, strict=True):
        twin = first.setdefault(column.tobytes(), word)
        if twin != word:
            raise ValueError(
                f"candidates {twin!r} and {word!r} set the same bits in every cohort: {advice}"
            )
