"""The server: from counts of bits to the strings that explain them."""

import warnings
from collections.abc import Callable, Collection

import numpy as np
from scipy.special import stdtr, stdtrit

from ldp_course.arguments import check_confidence, check_integer, check_type, refuse
from ldp_course.rappor.bloom import check_candidates, check_words, design_matrix
from ldp_course.rappor.decoded import Decoded
from ldp_course.rappor.message import misfit, summary, unlike
from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.population import check_bit_counts, estimate_bits
from ldp_course.rappor.regression import Fit, fit_shares

CORRECTIONS = ("fdr", "bonferroni", "none")
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

    Reports need not be independent: the noise is read from what the candidates leave unexplained,
    and grows with the strings that are not listed. Estimates are unbiased over the choice of hash
    functions; for given ones a bias remains, of about 0.2 standard errors when the list is complete
    and about one when unlisted strings make most of the error (two or three for the worst of a
    hundred candidates). Intervals cover it on average over the candidates, not for each, and are
    less exact below 200 equations, cohorts x (bits - 1). With a single cohort, keep the list well
    below the number of bits. Method: `ldp_course.rappor.regression`, "RAPPOR II: decoding".

    Parameters
    ----------
    counts, parameters : array of shape (m, k + 1), as from `count_bits`, and its Parameters
    candidates : list of str
        May miss strings that people hold (see `unexplained`), name strings that nobody holds, and
        be longer than bits x cohorts, if most of it is held by nobody.
    significance, confidence : float, strictly between 0 and 1
    correction : {"fdr", "bonferroni", "none"}
        Of the detected strings, at most about a share `significance` is held by nobody, on average
        ("fdr", Benjamini-Hochberg); any is, with at most about that probability ("bonferroni");
        or each candidate is tested by itself ("none").
    clients : int, how many sent the reports; if not given, one report a person

    Returns
    -------
    Decoded
        With too few reports to show a string that everybody holds, nothing is detected. Where bits
        and cohorts cannot tell a candidate from a mix of others, its estimate is nan; two that they
        cannot tell from each other are a ValueError.

    Warns
    -----
    UserWarning
        Nobody sets less than one bit or more than h. If the counts say otherwise, beyond a chance
        of one in a million, the parameters are not those of the clients and the estimates wrong.
        The message says it too. It also says where counts vary by more than chance and hardly any
        candidate is detected: other strings, or bits or cohorts in another order.

    Examples
    --------
    >>> from ldp_course.rappor import simulate_counts
    >>> paper, rng = Parameters(16, 2, 64, f=0.5, p=0.25, q=0.75), np.random.default_rng(seed=1)
    >>> counts = simulate_counts([8_000, 2_000], ["apple", "pear"], paper, rng)
    >>> decode(counts, ["apple", "pear", "fig"], paper).detected
    array([ True,  True, False])
    """
    rules = significance, correction, confidence, clients
    return _decoded(_fit_together, 1, counts, candidates, parameters, rules)


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
    Erlingsson et al. (2014), section 2; chapter "Unary encoding" has the same bits.

    Parameters
    ----------
    candidates : list of str, at most k; bits without a candidate are left out
    clients : int, must be given if clients send several reports, about as many each
    counts, parameters, significance, correction, confidence : as in `decode`

    Examples
    --------
    >>> parameters = Parameters(bits=2, hashes=1, cohorts=1, f=0, p=0.25, q=0.75)
    >>> decode_basic([[10_000, 5_000, 2_600]], ["yes", "no"], parameters).estimates
    array([5000.,  200.])
    """
    rules = significance, correction, confidence, clients
    return _decoded(_fit_each_bit, 0, counts, candidates, parameters, rules)


def _decoded(
    find: Callable,
    least: int,
    counts: np.ndarray,
    candidates: Collection,
    parameters: Parameters,
    rules: tuple,
) -> Decoded:
    """Check all arguments, fit the shares, and add tests and intervals.

    Whoever reports sets at least `least` bits: in basic RAPPOR a string may have no bit.
    """
    significance, correction, confidence, clients = rules
    significance = check_confidence(significance, "significance", 0.05)
    check_type("correction", correction, str, f"one of {CORRECTIONS}")
    if correction not in CORRECTIONS:
        refuse("correction", correction, f"one of {CORRECTIONS}")
    confidence = check_confidence(confidence)
    counts = check_bit_counts(counts, parameters)
    candidates = check_words("candidates", candidates)
    reports = int(counts[:, 0].sum())
    people = reports if clients is None else check_integer("clients", clients, 1, reports)

    fit = find(counts, candidates, parameters, people)
    known, estimates = np.isfinite(fit.deviations), people * fit.shares
    deviations, freedom = np.maximum(fit.deviations, TINY), fit.freedom or np.inf
    p_values = np.where(known, stdtr(freedom, -fit.shares / deviations), 1.0)
    cut = _largest_p_value(p_values, significance, correction)
    error = np.median(deviations[known]) if known.any() else fit.alone
    limit = error * -stdtrit(freedom, cut)
    detected = known & (p_values <= cut) & (limit < 1)  # no string has a share above 1
    miss = (1 - confidence) / 2
    margin = people * deviations * -stdtrit(freedom, miss)
    selected = people * deviations * -stdtrit(freedom, miss * max(detected.mean(), TINY))
    message = summary(detected, reports, people, limit, np.count_nonzero(~known))
    wrong = misfit(counts, parameters, least, people, fit.dispersion)
    if wrong:
        warnings.warn(wrong, stacklevel=3)
    doubt = wrong or unlike(detected, fit.freedom, fit.dispersion)
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
        message=f"{message} {doubt}".strip(),
        people=people,
        freedom=float(fit.freedom),
        dispersion=float(fit.dispersion),
    )


def _fit_together(
    counts: np.ndarray, candidates: list[str], parameters: Parameters, people: int
) -> Fit:
    """The fit of `decode`; refuses candidates that no counts could tell apart."""
    design, first = design_matrix(candidates, parameters), {}
    advice = "no decoder can tell; use more bits or cohorts, or drop a candidate"
    for word, column in zip(candidates, design.T, strict=True):
        if column.all():
            raise ValueError(f"candidates holds {word!r}, which sets every bit: {advice}")
        twin = first.setdefault(np.packbits(column).tobytes(), word)
        if twin != word:
            same = "set the same bits in every cohort"
            raise ValueError(f"candidates {twin!r} and {word!r} {same}: {advice}")
    return fit_shares(counts, design, parameters)


def _fit_each_bit(
    counts: np.ndarray, candidates: list[str], parameters: Parameters, people: int
) -> Fit:
    """The fit of `decode_basic`."""
    check_candidates(candidates, parameters)
    estimates, errors = estimate_bits(counts, parameters)
    reports, noise = int(counts[:, 0].sum()), parameters.f / 2
    shared = reports * (reports / people - 1) * noise * (1 - noise) / (1 - parameters.f) ** 2
    independent = (errors**2).sum(axis=0)
    deviations = np.sqrt(independent + shared)[: len(candidates)] / reports
    shares = estimates.sum(axis=0)[: len(candidates)] / reports
    dispersion = 1 + shared / independent.mean() if independent.any() else np.nan
    return Fit(shares, deviations, np.inf, dispersion, alone=float(np.median(deviations)))


def _largest_p_value(p_values: np.ndarray, significance: float, correction: str) -> float:
    """The p-value up to which a candidate counts as detected."""
    if correction == "none":
        return significance
    step = significance / len(p_values)
    if correction == "bonferroni":
        return step
    passing = np.sort(p_values) <= step * np.arange(1, len(p_values) + 1)
    return step * max(1, passing.nonzero()[0].max(initial=-1) + 1)
