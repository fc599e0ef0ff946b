"""The server: from counts of bits to the strings that explain them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from ldp_course.arguments import check_confidence, check_integer
from ldp_course.rappor.bloom import check_words, design_matrix
from ldp_course.rappor.decoded import Decoded
from ldp_course.rappor.parameters import Parameters, check_level
from ldp_course.rappor.population import check_bit_counts, estimate_bits
from ldp_course.rappor.regression import Fit, fit_shares

CORRECTIONS = ("fdr", "bonferroni", "none")
COARSE = 0.1  # reports that show only shares above it are called too few
TINY = 1e-12  # of the people: stands for a standard error of 0, in reports without any noise


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
    """How many people hold each candidate string, and which are there beyond chance.

    Method: see `ldp_course.rappor.regression`; "RAPPOR II: decoding". The noise is read from what
    the candidates leave unexplained, so reports need not be independent, and the errors grow with
    the strings that are not listed. The estimates are unbiased over the choice of hash functions.
    For given ones a bias remains: about 0.2 standard errors when the list is complete; when
    unlisted strings make most of the error, about one, and two or three for the worst of a hundred
    candidates. The intervals cover it on average over the candidates, not for each. With fewer than
    200 equations, cohorts x (bits - 1), they are less exact; with a single cohort, keep the list
    well below the number of bits.

    Parameters
    ----------
    counts : array of int, shape (m, k + 1), from `count_bits` or `simulate_counts`
    candidates : list of distinct str
        May miss strings that people hold (see `unexplained`) and name strings that nobody holds;
        may be longer than bits x cohorts, if most of it is held by nobody.
    parameters : Parameters
    significance, confidence : float, strictly between 0 and 1
    correction : {"fdr", "bonferroni", "none"}
        "fdr": of the detected strings, at most about a share `significance` is held by nobody, on
        average (Benjamini-Hochberg); "bonferroni": the probability of any such string is at most
        about `significance`; "none": each candidate is tested by itself.
    clients : int, optional
        How many sent the reports, if they sent several each; else one report a person.

    Returns
    -------
    Decoded
        Too few reports to show a string that everybody holds: then nothing is detected. Where bits
        and cohorts cannot tell a candidate from a mix of others, its estimate is nan.

    Raises
    ------
    TypeError, ValueError
        Among others: ones above reports, candidates that no decoder could tell apart.

    Examples
    --------
    >>> from ldp_course.rappor import simulate_counts
    >>> parameters = Parameters(bits=16, hashes=2, cohorts=64, f=0.5, p=0.25, q=0.75)
    >>> rng = np.random.default_rng(seed=1)
    >>> counts = simulate_counts([8_000, 2_000], ["apple", "pear"], parameters, rng)
    >>> decode(counts, ["apple", "pear", "fig"], parameters).detected
    array([ True,  True, False])
    """
    rules = Rules(significance, correction, confidence)
    counts = check_bit_counts(counts, parameters)
    candidates = check_words("candidates", candidates)
    reports, people = _reports_and_people(counts, clients)
    design = design_matrix(candidates, parameters)
    _check_distinguishable(design, candidates)
    return _decoded(fit_shares(counts, design, parameters), candidates, reports, people, rules)


def decode_basic(
    counts: np.ndarray,
    candidates: Collection[str],
    parameters: Parameters,
    *,
    significance: float = 0.05,
    correction: str = "fdr",
    confidence: float = 0.95,
    clients: int | None = None,
) -> Decoded:
    """Basic RAPPOR: bit i of a report stands for candidates[i] and for nothing else.

    The cohorts are added up. A bit is explained by its string only, so the estimates are unbiased
    for any list, and the standard error is that of the noise, known beforehand. With R reports from
    each client, N reports add N (R - 1) (f/2)(1 - f/2) / (1 - f)^2 to the variance of an estimate.
    Erlingsson et al. (2014), section 2; "Unary encoding" has the same bits.

    Parameters
    ----------
    counts, parameters, significance, correction, confidence : as in `decode`
    candidates : list of distinct str, at most k; bits without a candidate are left out
    clients : int, must be given if clients send several reports, about as many each

    Returns
    -------
    Decoded

    Raises
    ------
    TypeError, ValueError

    Examples
    --------
    >>> parameters = Parameters(bits=2, hashes=1, cohorts=1, f=0, p=0.25, q=0.75)
    >>> decode_basic([[10_000, 5_000, 2_600]], ["yes", "no"], parameters).estimates
    array([5000.,  200.])
    """
    rules = Rules(significance, correction, confidence)
    candidates = check_words("candidates", candidates)
    if len(candidates) > parameters.bits:
        strings = f"{len(candidates)} strings for {parameters.bits} bits"
        raise ValueError(f"candidates holds {strings}; there must be at most one per bit")
    counts = check_bit_counts(counts, parameters)
    reports, people = _reports_and_people(counts, clients)
    estimates, errors = estimate_bits(counts, parameters)
    noise = parameters.f / 2
    shared = reports * (reports / people - 1) * noise * (1 - noise) / (1 - parameters.f) ** 2
    independent = (errors**2).sum(axis=0)
    deviations = np.sqrt(independent + shared)[: len(candidates)] / reports
    shares = estimates.sum(axis=0)[: len(candidates)] / reports
    dispersion = 1 + shared / independent.mean() if independent.any() else np.nan
    fit = Fit(shares, deviations, np.inf, dispersion, alone=float(np.median(deviations)))
    return _decoded(fit, candidates, reports, people, rules)


@dataclass(frozen=True)
class Rules:
    """When a candidate counts as detected, and how sure an interval is: arguments of `decode`."""

    significance: float
    correction: str
    confidence: float

    def __post_init__(self) -> None:
        check_level("significance", self.significance)
        if self.correction not in CORRECTIONS:
            allowed = f"correction must be one of {CORRECTIONS}"
            raise ValueError(f"correction = {self.correction!r} is not allowed; {allowed}")
        check_confidence(self.confidence)

    def largest_p_value(self, p_values: np.ndarray) -> float:
        """The p-value up to which a candidate counts as detected."""
        if self.correction == "none":
            return self.significance
        step = self.significance / len(p_values)
        if self.correction == "bonferroni":
            return step
        passing = np.sort(p_values) <= step * np.arange(1, len(p_values) + 1)
        return step * max(1, passing.nonzero()[0].max(initial=-1) + 1)


def _reports_and_people(counts: np.ndarray, clients: int | None) -> tuple[int, int]:
    reports = int(counts[:, 0].sum())
    return reports, reports if clients is None else check_integer("clients", clients, 1, reports)


def _check_distinguishable(design: np.ndarray, candidates: list[str]) -> None:
    """Refuse candidates that set the same bits in every cohort, or all bits in every cohort."""
    advice = "no decoder can tell; use more bits or cohorts, or drop a candidate"
    first = {}
    for word, column in zip(candidates, design.T, strict=True):
        if column.all():
            raise ValueError(f"candidates holds {word!r}, which sets every bit: {advice}")
        twin = first.setdefault(np.packbits(column).tobytes(), word)
        if twin != word:
            same = "set the same bits in every cohort"
            raise ValueError(f"candidates {twin!r} and {word!r} {same}: {advice}")


def _decoded(fit: Fit, candidates: list[str], reports: int, people: int, rules: Rules) -> Decoded:
    """Tests and intervals for the shares of a fit."""
    known = np.isfinite(fit.deviations)
    deviations, freedom = np.maximum(fit.deviations, TINY), fit.freedom or np.inf
    p_values = np.where(known, stdtr(freedom, -fit.shares / deviations), 1.0)
    cut = rules.largest_p_value(p_values)
    error = np.median(deviations[known]) if known.any() else fit.alone
    limit = error * -stdtrit(freedom, cut)
    detected = known & (p_values <= cut) & (limit < 1)  # no string has a share above 1
    miss = (1 - rules.confidence) / 2
    margin = people * deviations * -stdtrit(freedom, miss)
    selected = people * deviations * -stdtrit(freedom, miss * max(detected.mean(), TINY))
    estimates = people * fit.shares
    return Decoded(
        candidates=tuple(candidates),
        estimates=estimates,
        frequencies=fit.shares,
        standard_errors=people * fit.deviations,
        low=estimates - margin,
        high=estimates + margin,
        p_values=p_values,
        detected=detected,
        selected_low=np.where(detected, estimates - selected, np.nan),
        selected_high=np.where(detected, estimates + selected, np.nan),
        message=_message(detected, reports, people, limit, np.count_nonzero(~known)),
        people=people,
        freedom=float(fit.freedom),
        dispersion=float(fit.dispersion),
    )


def _message(detected: np.ndarray, reports: int, people: int, limit: float, unknown: int) -> str:
    senders = "" if people == reports else f" from {people:,} clients"
    candidates = len(detected)
    found = f"{detected.sum()} of {candidates} candidates detected in {reports:,} reports{senders}."
    too_few = f"{found} These are too few reports to detect anything"
    if limit >= 1:
        return f"{too_few}."
    if limit >= COARSE:
        return f"{too_few} but a string with a share above about {limit:.0%}."
    if unknown == candidates:
        why = "There are too many candidates for so few bits and cohorts: any counts would fit."
        return f"{found} {why}"
    if unknown:
        found += f" {unknown} cannot be told from a mix of others with so few bits and cohorts."
    return f"{found} A string with a share of about {limit:.2%} is detected half of the time."
