"""The server: from counts of bits to the strings that explain them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pandas as pd

from ldp_course.rappor.bits import check_bit_counts, check_distinguishable, design_matrix
from ldp_course.rappor.bloom import check_words
from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.regression import fit_shares
from ldp_course.rappor.results import Rules, count_people, result_table


def decode(
    counts: np.ndarray,
    candidates: Collection[str],
    parameters: Parameters,
    *,
    significance: float = 0.05,
    correction: str = "fdr",
    confidence: float = 0.95,
    clients: int | None = None,
) -> pd.DataFrame:
    """How many people hold each candidate string, and which candidates are there beyond chance.

    counts      (m, k+1), from `count_bits` or `simulate_counts`
    candidates  distinct strings to look for; the list may miss strings that people hold (see `unexplained`),
                and may name strings that nobody holds. It may be longer than bits x cohorts, if most of it
                is held by nobody
    correction  "fdr": of the detected strings, at most about a share `significance` is held by nobody, on
                average (Benjamini-Hochberg); "bonferroni": the probability of any such string is at most
                about `significance`; "none": each candidate is tested by itself
    clients     how many clients sent the reports, if they sent several each; without it, one report a person

    Returns a table with a row per candidate, in their order:
    estimate        people; not clipped, so it may be negative
    frequency       estimate / number of people
    standard_error  people
    low, high       interval in people, at level `confidence`, for each candidate by itself: over all
                    candidates, that share of the intervals holds the truth
    p_value         one-sided, for "nobody holds it" (Student's t)
    detected        bool
    selected_low    the interval to report for a detected candidate; nan for the others. To look only at
    selected_high   strings that stand out is to look at those that luck has lifted, and their plain intervals
                    hold the truth less often. These have level 1 - (1 - confidence) x detected / candidates:
                    then on average at least the share `confidence` of them holds it (Benjamini and Yekutieli,
                    JASA 100, 2005)
    `table.attrs` holds: "message", a sentence on what was found and what could be; "people"; "freedom",
    degrees of freedom; "dispersion", the variance of the counts that the candidates leave unexplained, in units
    of that of independent reports: 1 if all is explained. Strings that are not listed raise it, and so do
    clients that send several reports, which share their permanent bits.

    With too few reports (a string that everybody holds would not stand out) nothing is detected; that is an
    answer, not an error. Where the bits and cohorts cannot tell a candidate from a mix of others, or every
    count could be explained exactly, its estimate is nan, and it is not detected.

    Method: see `ldp_course.rappor.regression`. The noise is read from what the candidates leave unexplained,
    so reports need not be independent, and the errors grow with the strings that are not listed.
    The estimates are unbiased over the choice of hash functions. For one list and one set of hash
    functions, a bias remains: about 0.2 standard errors when the list is complete; when unlisted strings
    make most of the error, about one, and two or three for the worst of a hundred candidates. The intervals
    cover it on average over the candidates, not for each of them. With fewer than 200 equations,
    cohorts x (bits - 1), they are less exact; with a single cohort, keep the list well below the number of bits.

    Raises ValueError for counts of a wrong shape, no reports, ones above reports, no or repeated
    candidates, and candidates that no decoder could tell apart; TypeError for wrong types.
    """
    rules = Rules(significance, correction, confidence)
    counts = check_bit_counts(counts, parameters)
    candidates = check_words("candidates", candidates)
    reports = int(counts[:, 0].sum())
    people = count_people(clients, reports)
    design = design_matrix(candidates, parameters)
    check_distinguishable(design, candidates)
    return result_table(fit_shares(counts, design, parameters), candidates, reports, people, rules)
