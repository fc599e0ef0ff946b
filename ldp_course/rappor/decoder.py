"""The server: from counts of bits to the strings that explain them."""

import contextlib
import warnings
from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np
from scipy.special import stdtr, stdtrit

from ldp_course.arguments import check_confidence, check_integer, check_type, refuse
from ldp_course.rappor.bloom import check_candidates, check_words, design_matrix
from ldp_course.rappor.decoded import Decoded
from ldp_course.rappor.message import (
    Bits,
    bits_of_words,
    misfit,
    silent,
    summary,
    unlike,
    with_other_noise,
)
from ldp_course.rappor.parameters import MOST_HASHES, Parameters
from ldp_course.rappor.population import check_bit_counts, estimate_bits
from ldp_course.rappor.regression import CLEAR, Fit, fit_shares

CORRECTIONS = ("fdr", "bonferroni", "none")
COMPARE = (
    "Compare all six parameters with those of the clients, and see whether column 0 of the counts "
    "holds the reports."
)
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
        The candidates, and other strings on average, set k(1 - (1 - 1/k)^h) bits, or a little less
        or more in the given cohorts. If the counts have more or fewer, beyond a chance of one in a
        million, the parameters are not those of the clients and the estimates are wrong. The
        message says it too, and which number of hashes, or which f, p or q, would fit. It also says
        where counts vary by more than chance and hardly any candidate is detected (other strings,
        or bits or cohorts in another order), and where cohorts are empty. Nothing tells cohorts
        that were counted modulo a smaller m from strings that are not listed.

    Examples
    --------
    >>> from ldp_course.rappor import simulate_counts
    >>> paper, rng = Parameters(16, 2, 64, f=0.5, p=0.25, q=0.75), np.random.default_rng(seed=1)
    >>> counts = simulate_counts([8_000, 2_000], ["apple", "pear"], paper, rng)
    >>> decode(counts, ["apple", "pear", "fig"], paper).detected
    array([ True,  True, False])
    """
    rules = significance, correction, confidence, clients
    return _decoded(_fit_together, counts, candidates, parameters, rules)


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
    return _decoded(_fit_each_bit, counts, candidates, parameters, rules)


def _decoded(
    find: Callable,
    counts: np.ndarray,
    candidates: Collection,
    parameters: Parameters,
    rules: tuple,
) -> Decoded:
    """Check all arguments, fit the shares, and add tests and intervals."""
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

    fit, bits = find(counts, candidates, parameters, people)
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
    doubt = _misfit(find, counts, candidates, parameters, people, fit, bits)
    if doubt:
        warnings.warn(doubt, stacklevel=3)
    else:
        doubt = f"{unlike(detected, fit.freedom, fit.dispersion)} {silent(counts, people)}"
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
        message=" ".join(f"{message} {doubt}".split()),
        people=people,
        freedom=float(fit.freedom),
        dispersion=float(fit.dispersion),
    )


def _fit_together(
    counts: np.ndarray, candidates: list[str], parameters: Parameters, people: int
) -> tuple[Fit, Bits]:
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
    fit = fit_shares(counts, design, parameters)
    sets = design.reshape(parameters.cohorts, parameters.bits, -1)
    return fit, bits_of_words(sets, counts, parameters.hashes, fit)


def _fit_each_bit(
    counts: np.ndarray, candidates: list[str], parameters: Parameters, people: int
) -> tuple[Fit, Bits]:
    """The fit of `decode_basic`, where a string that is not listed may have no bit."""
    check_candidates(candidates, parameters)
    estimates, errors = estimate_bits(counts, parameters)
    reports, noise = int(counts[:, 0].sum()), parameters.f / 2
    shared = reports * (reports / people - 1) * noise * (1 - noise) / (1 - parameters.f) ** 2
    independent = (errors**2).sum(axis=0)
    deviations = np.sqrt(independent + shared)[: len(candidates)] / reports
    shares = estimates.sum(axis=0)[: len(candidates)] / reports
    dispersion = 1 + shared / independent.mean() if independent.any() else np.nan
    fit = Fit(shares, deviations, np.inf, dispersion, alone=float(np.median(deviations)))
    return fit, Bits(shares.sum(), 0, parameters.hashes, 0)


def _misfit(
    find: Callable,
    counts: np.ndarray,
    candidates: list[str],
    parameters: Parameters,
    people: int,
    fit: Fit,
    bits: Bits,
) -> str:
    """What to say if the counts have more or fewer bits a person than these words make, or "".

    It names what alone would make them fit. Another number of hashes must also explain the counts
    better; what it leaves unexplained is then the noise. Other noise explains them as well, but
    with other shares, and these cannot sum to more than 1.
    """
    if not misfit(counts, parameters, bits, people, dispersion=1):
        return ""
    size, dispersion, suspects = parameters.bits, fit.dispersion, []
    found = estimate_bits(counts, parameters)[0].sum() / counts[:, 0].sum()
    for hashes in range(1, min(MOST_HASHES, size) + 1):
        if abs(size * (1 - (1 - 1 / size) ** hashes) - found) < 0.5:
            with contextlib.suppress(ValueError):  # candidates that set the same bits
                other = find(counts, candidates, replace(parameters, hashes=hashes), people)[0]
                if other.dispersion < dispersion:
                    dispersion, suspects = other.dispersion, [f"hashes = {hashes}"]
    doubt = misfit(counts, parameters, bits, people, dispersion)
    if doubt and not suspects:
        known = np.isfinite(fit.deviations)
        total, error = fit.shares[known].sum(), np.sqrt((fit.deviations[known] ** 2).sum())
        for name, other in with_other_noise(counts, parameters, bits.expected).items():
            scale = (parameters.q_star - parameters.p_star) / (other.q_star - other.p_star)
            if 0 <= scale * total <= 1 + CLEAR * scale * error:
                suspects.append(f"{name} = {getattr(other, name):.3g}")
    fitting = f" {' or '.join(suspects)} would fit." if suspects else ""
    return doubt and f"{doubt}{fitting} {COMPARE}"


def _largest_p_value(p_values: np.ndarray, significance: float, correction: str) -> float:
    """The p-value up to which a candidate counts as detected."""
    if correction == "none":
        return significance
    step = significance / len(p_values)
    if correction == "bonferroni":
        return step
    passing = np.sort(p_values) <= step * np.arange(1, len(p_values) + 1)
    return step * max(1, passing.nonzero()[0].max(initial=-1) + 1)
