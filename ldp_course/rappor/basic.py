"""Basic RAPPOR: few strings, known beforehand, a bit for each. No hashing, no cohorts, no regression."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pandas as pd

from ldp_course.rappor.bits import check_bit_counts, estimate_bits
from ldp_course.rappor.bloom import check_words
from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.regression import Fit
from ldp_course.rappor.results import Rules, count_people, result_table


def decode_basic(
    counts: np.ndarray,
    candidates: Collection[str],
    parameters: Parameters,
    *,
    significance: float = 0.05,
    correction: str = "fdr",
    confidence: float = 0.95,
    clients: int | None = None,
) -> pd.DataFrame:
    """How many people hold each string, where bit i of a report stands for candidates[i] and for nothing else.

    Arguments and result are those of `decode`, with these differences. There are at most k candidates (bits
    without a candidate are left out). The cohorts are added up. A bit is explained by its own string only, so
    the estimates are unbiased for any list, and the standard error is that of the noise, known beforehand.
    Reports of the same client share its permanent bits. So with several reports per client, `clients` must be
    given, and each client must send about as many: with R of them, N reports add N (R - 1) (f/2)(1 - f/2) /
    (1 - f)^2 to the variance of an estimate.
    """
    rules = Rules(significance, correction, confidence)
    candidates = check_words("candidates", candidates)
    if len(candidates) > parameters.bits:
        raise ValueError(
            f"candidates holds {len(candidates)} strings for {parameters.bits} bits; there must be at most one per bit"
        )
    counts = check_bit_counts(counts, parameters)
    reports = int(counts[:, 0].sum())
    people = count_people(clients, reports)
    estimates, errors = estimate_bits(counts, parameters)
    noise = parameters.f / 2
    shared = reports * (reports / people - 1) * noise * (1 - noise) / (1 - parameters.f) ** 2
    independent = (errors**2).sum(axis=0)
    deviations = np.sqrt(independent + shared)[: len(candidates)] / reports
    shares = estimates.sum(axis=0)[: len(candidates)] / reports
    dispersion = 1 + shared / independent.mean() if independent.any() else np.nan
    fit = Fit(shares, deviations, np.inf, dispersion, alone=float(np.median(deviations)))
    return result_table(fit, candidates, reports, people, rules)
