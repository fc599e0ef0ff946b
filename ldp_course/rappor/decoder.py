"""The server: from counts of bits to the strings that explain them.

`decode` goes in four steps. `regression` estimates each candidate's share. A one-sided
t-test of each share, corrected for their number, says which candidates are detected.
Intervals follow from the same standard errors. Last, `misfit` asks whether the counts
can come from these parameters, and `decoder_message` says all in words.
"""

import warnings
from collections.abc import Collection

import numpy as np
from scipy.special import stdtr, stdtrit  # Student's t: its law, and the inverse

from ldp_course.arguments import check_confidence, check_integer, check_type, refuse
from ldp_course.rappor.bloom import check_words, distinct_columns
from ldp_course.rappor.decoded import Decoded
from ldp_course.rappor.decoder_message import in_words
from ldp_course.rappor.misfit import parameters_warning, shared_chance_warning
from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.population import check_bit_counts
from ldp_course.rappor.regression import Fit, fit_shares

CORRECTIONS = ("fdr", "bonferroni", "none")
LEAST_ERROR = 1e-12  # of a share, to divide by: without any noise its error is 0


def decode(
    counts: np.ndarray,
    candidates: Collection[str],
    parameters: Parameters,
    *,
    significance: float = 0.05,
    correction: str = "fdr",
    confidence: float = 0.95,
    clients: int | None = None,
) -> Decoded:
    """Estimate how many people hold each string, and detect those beyond chance.

    Reports need not be independent, and the list need not be complete: see the notes.
    Method: `ldp_course.rappor.regression`; chapter "RAPPOR II: decoding".

    Parameters
    ----------
    counts : array of shape (m, k + 1), as from `count_bits`
    candidates : list of str
        May miss strings that people hold (1 minus the sum of `frequencies` estimates
        their share), name strings that nobody holds, and be longer than bits x cohorts,
        if most of it is held by nobody.
    parameters : Parameters, those of the clients
    significance, confidence : float, strictly between 0 and 1
    correction : {"fdr", "bonferroni", "none"}
        Of the detected strings, at most about a share `significance` is held by nobody,
        on average ("fdr", Benjamini-Hochberg); any is, with at most about that
        probability ("bonferroni"); or each candidate is tested by itself ("none").
    clients : int, how many sent the reports; if not given, one report a person

    Returns
    -------
    Decoded
        With too few reports to show a string that everybody holds, nothing is detected.
        Where bits and cohorts cannot tell a candidate from a mix of others, its
        estimate is nan; two that they cannot tell from each other are a ValueError.

    Warns
    -----
    UserWarning
        The parameters are not those of the clients, so that the estimates are wrong; or
        clients share a secret.

    Notes
    -----
    *Noise* is read from what the candidates leave unexplained, and grows with the
    strings that are not listed.

    *Bias*: estimates are unbiased over the choice of hash functions. For given ones a
    bias remains, of about 0.2 standard errors when the list is complete and about one
    when unlisted strings make most of the error (two or three for the worst of a
    hundred candidates). Intervals cover it on average over the candidates, not for
    each, and are less exact below 200 equations, cohorts x (bits - 1). With a single
    cohort, keep the list well below the number of bits.

    *Warnings* (`misfit`), each false with a probability of one in a million at most:
    people set more or fewer bits than the candidates explain, and which hashes, f, p or
    q would fit; or, with one report a client, bits are 1 less often than p* or more
    often than q* makes them, as where clients share a secret (seen from about 20,000
    reports on in 64 cohorts). The message repeats them. Without one it says where
    counts vary by more than chance and hardly any candidate is detected (other strings,
    or bits or cohorts in another order), and where cohorts are empty. Nothing tells
    cohorts that were counted modulo a smaller m from strings that are not listed.

    Examples
    --------
    >>> from ldp_course.rappor import simulate_counts
    >>> rng = np.random.default_rng(seed=1)
    >>> paper = Parameters(16, 2, 64, f=0.5, p=0.25, q=0.75)
    >>> counts = simulate_counts([8_000, 2_000], ["apple", "pear"], paper, rng)
    >>> decode(counts, ["apple", "pear", "fig"], paper).detected
    array([ True,  True, False])
    """
    significance = check_confidence(significance, "significance", 0.05)
    check_type("correction", correction, str, f"one of {CORRECTIONS}")
    if correction not in CORRECTIONS:
        refuse("correction", correction, f"one of {CORRECTIONS}")
    confidence = check_confidence(confidence)
    counts = check_bit_counts(counts, parameters)
    candidates = check_words("candidates", candidates)
    reports = int(counts[:, 0].sum())
    people = reports
    if clients is not None:
        people = check_integer("clients", clients, 1, reports)

    design = distinct_columns(candidates, parameters)
    fit = fit_shares(counts, design, parameters)
    p_values, detected, detectable_share = _detect(fit, significance, correction)
    margin, selected_margin = _margins(fit, detected, confidence)

    warning = parameters_warning(counts, candidates, parameters, people, design, fit)
    warning = warning or shared_chance_warning(counts, parameters, people)
    if warning:
        warnings.warn(warning, stacklevel=2)
    return Decoded(
        candidates=tuple(candidates),
        estimates=people * fit.shares,
        frequencies=fit.shares,
        standard_errors=people * fit.standard_errors,
        low=people * (fit.shares - margin),
        high=people * (fit.shares + margin),
        p_values=p_values,
        detected=detected,
        selected_low=people * (fit.shares - selected_margin),
        selected_high=people * (fit.shares + selected_margin),
        message=in_words(counts, people, fit, detected, detectable_share, warning),
        people=people,
        freedom=float(fit.freedom),
        dispersion=float(fit.dispersion),
    )


def _errors_and_freedom(fit: Fit) -> tuple[np.ndarray, float]:
    """Return the standard errors and the degrees of freedom of the t-distribution."""
    errors = np.maximum(fit.standard_errors, LEAST_ERROR)
    # 0 if candidates take up all equations: none is told apart, and the law is normal
    return errors, fit.freedom or np.inf


def _upper_quantile(freedom: float, tail: float) -> float:
    """Return the t above which Student's t lies with probability `tail`."""
    # the law is symmetric: the upper quantile is minus the lower one
    return -stdtrit(freedom, tail)


def _detect(
    fit: Fit, significance: float, correction: str
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return p-values, detected strings, and the share detected half of the time."""
    errors, freedom = _errors_and_freedom(fit)
    told_apart = fit.told_apart
    # Pr[t > share / error], the upper tail, is that below its negative
    p_values = np.where(told_apart, stdtr(freedom, -fit.shares / errors), 1.0)
    threshold = _p_value_threshold(p_values, significance, correction)
    # if none is told apart, the error that a single candidate would have
    typical_error = (
        np.median(errors[told_apart]) if told_apart.any() else fit.least_error
    )
    # of a string with this share the estimate is above it half of the time
    detectable_share = typical_error * _upper_quantile(freedom, threshold)
    # else even a string that everybody holds would be missed half of the time or more
    detected = told_apart & (p_values <= threshold) & (detectable_share < 1)
    return p_values, detected, detectable_share


def _p_value_threshold(
    p_values: np.ndarray, significance: float, correction: str
) -> float:
    """Return the p-value up to which a candidate counts as detected."""
    if correction == "none":
        return significance
    level_each = significance / len(p_values)
    if correction == "bonferroni":
        return level_each
    # Benjamini-Hochberg: the largest j of which the j-th p-value is at most j times it.
    # If there is none, once: no p-value is below it, and the message names a share.
    ranks = np.arange(1, len(p_values) + 1)
    passing = ranks[np.sort(p_values) <= level_each * ranks]
    return level_each * passing.max(initial=1)


def _margins(
    fit: Fit, detected: np.ndarray, confidence: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return half the width of the plain intervals, and of those of the detected."""
    errors, freedom = _errors_and_freedom(fit)
    tail = (1 - confidence) / 2
    margin = errors * _upper_quantile(freedom, tail)
    # Benjamini, Yekutieli (2005): the intervals of selected candidates only take the
    # tail times the share that is selected. If none is, the quantile is infinite, and
    # no candidate takes it.
    selected_tail = tail * detected.mean()
    selected_margin = errors * _upper_quantile(freedom, selected_tail)
    return margin, np.where(detected, selected_margin, np.nan)
