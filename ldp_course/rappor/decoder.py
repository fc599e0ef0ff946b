"""The server: from counts of bits to the strings that explain them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pandas as pd
from scipy.optimize import nnls
from scipy.stats import t as student

from ldp_course._validate import check_confidence
from ldp_course.rappor.bloom import bloom_table, check_words
from ldp_course.rappor.parameters import Parameters, check_level

CORRECTIONS = ("fdr", "bonferroni", "none")


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
    counts = _check_bit_counts(counts, parameters)
    people, ones = counts[:, :1], counts[:, 1:]
    p_star, q_star = parameters.p_star, parameters.q_star
    estimate = (ones - p_star * people) / (q_star - p_star)
    with_bit = np.clip(estimate, 0, people)
    variance = with_bit * q_star * (1 - q_star) + (people - with_bit) * p_star * (1 - p_star)
    return estimate, np.sqrt(variance) / abs(q_star - p_star)


def decode(
    counts: np.ndarray,
    candidates: Collection[str],
    parameters: Parameters,
    *,
    significance: float = 0.05,
    correction: str = "fdr",
    confidence: float = 0.95,
) -> pd.DataFrame:
    """How many people hold each candidate string, and which candidates are there beyond chance.

    counts      (m, k+1), from `count_bits` or `simulate_counts`: one report per person
    candidates  distinct strings to look for; the list may miss strings that people hold, and may name
                strings that nobody holds. Best below about bits x cohorts of them
    correction  "fdr": of the detected strings, about a share `significance` is held by nobody, on
                average (Benjamini-Hochberg); "bonferroni": the probability of any such string is about
                `significance`; "none": each candidate is tested by itself

    Returns a table with a row per candidate, in their order:
    estimate        people; not clipped, so it may be negative
    frequency       estimate / number of reports
    standard_error  people
    low, high       interval in people, at level `confidence`. For detected candidates it is wider, at
                    1 - (1 - confidence) x detected / candidates, which makes up for looking only at
                    strings that stand out (Benjamini and Yekutieli, JASA 100, 2005)
    p_value         one-sided, for "nobody holds it" (Student's t)
    detected        bool
    `table.attrs["message"]` says in a sentence what was found and what could be. With too few reports
    (a string that everybody holds would not stand out) nothing is detected; that is an answer, not an
    error. With far too many candidates every count can be explained exactly, no error can be
    estimated, nothing is detected, and the estimates are nan.

    Method: the debiased non-negative least squares of the RAPPOR chapters. Strings that are not listed
    light all bits of a cohort about equally, so each cohort's mean over its bits is taken off. Fit shares
    x >= 0, take the residuals r, and give back to each candidate what the bound x >= 0 has kept from it:
    x + A'r / (|A_j|^2 (1 - d/n)), where d is the number of positive x and n = cohorts (bits - 1). The
    residuals also carry the strings that are not listed, so the standard error
    |r| / (|A_j| sqrt(n) (1 - d/n)) grows with them. The idea is that of the debiased lasso: Javanmard and
    Montanari, JMLR 15, 2014; the factor 1 - d/n: Bellec and Zhang, Bernoulli 28(2), 2022.

    The estimates are unbiased over the choice of hash functions. For one list and one set of hash
    functions, a bias remains: a few hundredths of a standard error when the list is complete, up to
    one or so for a candidate whose bits meet those of a frequent string that is not listed. The intervals
    cover it on average over the candidates.

    Raises ValueError for counts of a wrong shape, no reports, ones above reports, no or repeated
    candidates, and candidates that no decoder could tell apart; TypeError for wrong types.
    """
    counts = _check_bit_counts(counts, parameters)
    candidates = check_words("candidates", candidates)
    check_level("significance", significance)
    if correction not in CORRECTIONS:
        raise ValueError(f"correction = {correction!r} is not allowed; correction must be one of {CORRECTIONS}")
    miss = 1 - check_confidence(confidence)

    shares, deviations, freedom = _debiased_shares(counts, candidates, parameters)
    p_values = student.sf(shares / deviations, freedom) if freedom else np.ones(len(candidates))
    cut = _largest_p_value(p_values, significance, correction)
    limit = np.median(deviations) * student.isf(cut, max(freedom, 1))
    detected = (p_values <= cut) & (limit < 1)  # no string has a share above 1
    quantiles = student.isf(np.where(detected, miss * detected.mean(), miss) / 2, max(freedom, 1))

    reports = counts[:, 0].sum()
    margin = reports * deviations * quantiles
    table = pd.DataFrame(
        {
            "estimate": reports * shares,
            "frequency": shares,
            "standard_error": reports * deviations,
            "low": reports * shares - margin,
            "high": reports * shares + margin,
            "p_value": p_values,
            "detected": detected,
        },
        index=pd.Index(candidates, name="candidate"),
    )
    table.attrs["message"] = _message(int(reports), detected, limit)
    return table


def _debiased_shares(
    counts: np.ndarray, candidates: list[str], parameters: Parameters
) -> tuple[np.ndarray, np.ndarray, int]:
    """Share of each candidate, its standard error, and the residual degrees of freedom (0: none left)."""
    design = design_matrix(candidates, parameters)
    _check_distinguishable(design, candidates)
    present = counts[:, 0] > 0
    people = counts[present, :1]
    estimate = estimate_bits(counts, parameters)[0][present]
    sets = design.reshape(parameters.cohorts, parameters.bits, -1)[present]

    weight = np.sqrt(people)  # a share seen by N people has a standard error of about constant / sqrt(N)
    target = (weight * _centered(estimate / people)).ravel()
    columns = (weight[:, :, None] * _centered(sets)).reshape(len(target), -1)

    shares, distance = nnls(columns, target)
    rows, positive = len(people) * (parameters.bits - 1), np.count_nonzero(shares)
    if positive >= rows:
        return np.full(len(shares), np.nan), np.full(len(shares), np.inf), 0
    left = 1 - positive / rows
    length = np.linalg.norm(columns, axis=0)
    residual = target - columns @ shares
    deviations = distance / (np.sqrt(rows) * left * length)
    return shares + columns.T @ residual / (length**2 * left), deviations, rows - positive


def _centered(bits: np.ndarray) -> np.ndarray:
    """Each value minus the mean over the bits (axis 1) of its cohort (axis 0)."""
    return bits - bits.mean(axis=1, keepdims=True)


def _largest_p_value(p_values: np.ndarray, significance: float, correction: str) -> float:
    """The p-value up to which a candidate counts as detected."""
    if correction == "none":
        return significance
    step = significance / len(p_values)
    if correction == "bonferroni":
        return step
    passing = np.sort(p_values) <= step * np.arange(1, len(p_values) + 1)
    return step * max(1, passing.nonzero()[0].max(initial=-1) + 1)


def _message(reports: int, detected: np.ndarray, limit: float) -> str:
    found = f"{detected.sum()} of {len(detected)} candidates detected in {reports:,} reports."
    if np.isinf(limit):
        return f"{found} There are too many candidates for so few bits and cohorts: any counts would fit."
    if limit >= 1:
        return f"{found} These are too few reports to detect anything."
    return f"{found} A string with a share of about {limit:.2%} is detected half of the time."


def _check_bit_counts(counts: np.ndarray, parameters: Parameters) -> np.ndarray:
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
    if not counts[:, 0].any():
        raise ValueError("counts holds no reports (column 0 is all zero); counts must hold at least one")
    return counts.astype(np.int64)


def _check_distinguishable(design: np.ndarray, candidates: list[str]) -> None:
    """Refuse candidates that set the same bits in every cohort, or all bits in every cohort."""
    advice = "no decoder can tell; use more bits or cohorts, or drop a candidate"
    sets_all = design.all(axis=0)
    if sets_all.any():
        word = candidates[sets_all.argmax()]
        raise ValueError(f"candidates holds {word!r}, which sets every bit, as many other strings would: {advice}")
    first = {}
    for word, column in zip(candidates, np.packbits(design, axis=0).T, strict=True):
        twin = first.setdefault(column.tobytes(), word)
        if twin != word:
            raise ValueError(f"candidates {twin!r} and {word!r} set the same bits in every cohort: {advice}")
