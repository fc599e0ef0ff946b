"""Can the counts come from these parameters, and from clients with chance of their own?

`parameters_warning` compares the bits that people set with those that their words make;
`shared_chance_warning` asks whether each bit's ones can be sums of independent draws.
Of right parameters each warns with probability FALSE_ALARM at most.
"""

import contextlib
import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy.special import logsumexp, rel_entr, stdtrit

from ldp_course.binomial import log_probability
from ldp_course.rappor.bloom import distinct_columns
from ldp_course.rappor.parameters import MOST_HASHES, Parameters
from ldp_course.rappor.population import estimate_bits
from ldp_course.rappor.regression import Fit, fit_shares

FALSE_ALARM = 1e-6  # of each of the warnings
# ln(2/a), where a is a quarter of it in `bits_warning`, a sixth in `_bits_of_words`
BERNSTEIN_LOG, CHERNOFF_LOG = math.log(8 / FALSE_ALARM), math.log(12 / FALSE_ALARM)
# Student's t holds for sums of so much variance, and is narrow with so many cohorts
MUCH_NOISE, MANY_COHORTS = 10_000, 20
MOST_ERRORS_ABOVE_ONE = 6  # standard errors by which chance lifts a sum of shares


class Bits(NamedTuple):
    """Bits that a person sets, on average over all people, with bounds."""

    expected: float
    least: float
    most: float
    variance: float  # of the bits of one person, which differ from cohort to cohort


def parameters_warning(
    counts: np.ndarray,
    candidates: list[str],
    parameters: Parameters,
    people: int,
    design: np.ndarray,
    fit: Fit,
) -> str:
    """Return a warning if people set more or fewer bits than these words make, or "".

    It names what alone would make them fit. Another number of hashes must also explain
    the counts better; what it leaves unexplained is then the noise. Other noise
    explains them as well, but with other shares, and these cannot sum to more than 1.
    """
    per_person = _bits_of_words(design, counts, parameters, fit)
    # the quick test: even the least noise, of independent reports, explains the bits
    if not bits_warning(counts, parameters, per_person, people, dispersion=1):
        return ""
    hashes, dispersion = _better_hashes(counts, candidates, parameters, fit.dispersion)
    warning = bits_warning(counts, parameters, per_person, people, dispersion)
    if not warning:  # what the words leave unexplained may be so much noise
        return ""
    if hashes is not None:
        return _with_remedy(warning, [f"hashes = {hashes}"])
    return _with_remedy(warning, _fitting_noise(counts, parameters, per_person, fit))


def _better_hashes(
    counts: np.ndarray,
    candidates: list[str],
    parameters: Parameters,
    dispersion: float,
) -> tuple[int | None, float]:
    """Return the number of hashes that leaves least unexplained, and its dispersion.

    It is None, with the `dispersion` given, if none leaves less. Only numbers are tried
    that make about as many bits a person as the counts have.
    """
    k, best_hashes, least_dispersion = parameters.bits, None, dispersion
    bits_a_person = estimate_bits(counts, parameters)[0].sum() / counts[:, 0].sum()
    for hashes in range(1, min(MOST_HASHES, k) + 1):
        expected = k * (1 - (1 - 1 / k) ** hashes)  # as hashes may coincide
        if abs(expected - bits_a_person) >= 0.5:
            continue
        other = replace(parameters, hashes=hashes)
        try:
            design = distinct_columns(candidates, other)
        except ValueError:  # candidates that set the same bits
            continue
        fit = fit_shares(counts, design, other)
        if fit.dispersion < least_dispersion:
            best_hashes, least_dispersion = hashes, fit.dispersion
    return best_hashes, least_dispersion


def _fitting_noise(
    counts: np.ndarray, parameters: Parameters, per_person: Bits, fit: Fit
) -> list[str]:
    """Return which f, p or q would fit, with shares that sum to 1 at most."""
    told_apart = fit.told_apart
    total = fit.shares[told_apart].sum()
    error = np.linalg.norm(fit.standard_errors[told_apart])
    fitting = []
    others = _with_other_noise(counts, parameters, per_person.expected)
    for name, other in others.items():
        # counts give each share times q* - p*: with other noise all shares are scaled
        scale = parameters.q_star - parameters.p_star
        scale /= other.q_star - other.p_star
        if 0 <= scale * total <= 1 + MOST_ERRORS_ABOVE_ONE * scale * error:
            fitting.append(f"{name} = {getattr(other, name):.3g}")
    return fitting


def _bits_of_words(
    design: np.ndarray, counts: np.ndarray, parameters: Parameters, fit: Fit
) -> Bits:
    """Return the bits a person sets, from those of each candidate.

    A candidate's mean over the cohorts is known, and its share estimated. A word that
    is not listed has random hash functions, and the law of its bits is known:
    Chernoff's inequality bounds what they make of it in these cohorts, if one word is
    all that is not listed, the worst case.
    """
    size, hashes = parameters.bits, parameters.hashes
    sets = design.reshape(parameters.cohorts, size, -1)
    cohorts = counts[:, 0] / counts[:, 0].sum()
    law, numbers = law_of_bits(size, hashes), np.arange(hashes + 1)
    mean = law @ numbers
    known = np.isfinite(fit.standard_errors)
    shares, errors = fit.shares[known], fit.standard_errors[known]
    more = cohorts @ sets.sum(axis=1)[:, known] - mean
    quantile = -stdtrit(fit.freedom, FALSE_ALARM / 6) if known.any() else 0
    # a lower bound on the share of all listed words together
    listed = 0
    if known.all():
        listed = shares.sum() - quantile * np.linalg.norm(errors)
    unlisted = np.clip(1 - listed, 0, 1)
    slopes = np.geomspace(0.01, 100, 60)[:, None]
    ends = []
    for side in (-1, 1):
        growth = logsumexp(side * slopes * (numbers - mean), axis=1, b=law)
        apart = (
            np.min((CHERNOFF_LOG * cohorts.max() + growth) / slopes[:, 0]) * unlisted
        )
        apart += quantile * np.linalg.norm(errors * more)
        ends.append(float(np.clip(mean + shares @ more + side * apart, 1, hashes)))
    # a number from 1 to h has at most this variance (Popoviciu)
    most_variance = (hashes - 1) ** 2 / 4
    return Bits(float(mean + shares @ more), *ends, most_variance)


def law_of_bits(size: int, hashes: int) -> np.ndarray:
    """Return the chances that a word's hashes set 0, 1, … `hashes` different bits.

    Each hash picks a bit. From bit to bit: the chance that these take n of the hashes,
    and how many of the bits do.
    """
    law = np.zeros((hashes + 1, hashes + 1))
    law[0, 0] = 1
    # a hash is a byte, modulo k
    for chance in np.bincount(np.arange(256) % size) / 256:
        before = law.copy()
        for n in range(1, hashes + 1):
            law[n:, 1:] += before[:-n, :-1] * (chance**n / math.factorial(n))
    return law[hashes] * math.factorial(hashes)


def bits_warning(
    counts: np.ndarray,
    parameters: Parameters,
    bits: Bits,
    people: int,
    dispersion: float,
) -> str:
    """Return a warning if words that set such `bits` cannot give so many ones, or "".

    The ones are a sum of independent draws, which Bernstein's inequality keeps within t
    = b c/3 + sqrt((b c/3)^2 + 2 c V) of its mean, but for a share a of all cases, if c
    = ln(2/a), each draw is within b of its mean (R reports of a client are one draw),
    and V is the variance, at least `dispersion` times that of independent reports. Of
    many cohorts we also know how their means differ, whatever the clients did:
    Student's t is often the narrower margin. This and the bounds on `bits` together
    fail with probability 10^-6.
    """
    reports = int(counts[:, 0].sum())
    p_star, q_star = parameters.p_star, parameters.q_star
    size, noise, apart = parameters.bits, parameters.f / 2, abs(q_star - p_star)
    each = max(
        set_bits * q_star * (1 - q_star) + (size - set_bits) * p_star * (1 - p_star)
        for set_bits in (bits.least, bits.most)
    )
    repeats = reports / people
    shared = size * (repeats - 1) * noise * (1 - noise)
    shared *= (parameters.q - parameters.p) ** 2
    shared += repeats * bits.variance * apart**2
    variance = reports * max(each + shared, each * np.nan_to_num(dispersion))
    largest = repeats * BERNSTEIN_LOG * max(1, (parameters.hashes - 1) * apart) / 3
    margin = largest + math.sqrt(largest**2 + 2 * BERNSTEIN_LOG * variance)
    margin /= reports * apart
    has_reports = counts[:, 0] > 0
    present = counts[has_reports, 0]
    set_bits = estimate_bits(counts, parameters)[0].sum(axis=1)[has_reports]
    of_cohorts = set_bits / present
    mean = float(present @ of_cohorts) / reports
    others = len(present) - 1
    if others >= MANY_COHORTS and reports * each > MUCH_NOISE:
        spread = max(present @ (of_cohorts - mean) ** 2 / others, each / apart**2)
        error = math.sqrt(spread / reports)
        margin = min(margin, -stdtrit(others, FALSE_ALARM / 8) * error)
    if bits.least - margin <= mean <= bits.most + margin:
        return ""
    possible = f"{bits.least:.2f} to {bits.most:.2f} are possible"
    return (
        "These parameters do not fit the counts, and the estimates are wrong: each "
        f"person would set {mean:.2f} bits, where {possible}."
    )


def _with_other_noise(
    counts: np.ndarray, parameters: Parameters, bits: float
) -> dict[str, Parameters]:
    """Return the parameters with another f, p or q that gives so many bits a person.

    k bits have q* at `bits` of them and p* at the others: that is linear in f, in p and
    in q.
    """
    ones, size = counts[:, 1:].sum() / counts[:, 0].sum(), parameters.bits
    f, p, q = parameters.f, parameters.p, parameters.q
    of_q = bits * (1 - f / 2) + (size - bits) * f / 2
    of_p, of_f = size - of_q, (q - p) * (size / 2 - bits)
    parts = {
        "f": (ones - bits * q - (size - bits) * p, of_f),
        "p": (ones - of_q * q, of_p),
        "q": (ones - of_p * p, of_q),
    }
    others = {}
    for name, (total, share) in parts.items():
        if share and 0 <= total / share <= 1:
            with contextlib.suppress(ValueError):  # f = 1 or p = q
                others[name] = replace(parameters, **{name: total / share})
    return others


def _with_remedy(doubt: str, suspects: list[str]) -> str:
    """Return a doubt with the parameters that alone would fit, and what to compare."""
    fitting = f" {' or '.join(suspects)} would fit." if suspects else ""
    return (
        f"{doubt}{fitting} Compare all six parameters with those of the clients, and "
        "see whether column 0 of the counts holds the reports."
    )


def shared_chance_warning(
    counts: np.ndarray, parameters: Parameters, people: int
) -> str:
    """Return a warning if bits vary more than clients with own chance make, or "".

    Whatever its word, a client sends a 1 with p* or with q*. What a bit's ones lack to
    p* or have above q* is measured by N KL(share, limit), and summed over all bits.
    Chernoff bounds the sum: ones with other chances than p* are more than Bin(N, p*),
    and so is E exp(t N KL) at most that of Bin(N, p*); likewise at q*.
    """
    if people != counts[:, 0].sum():
        return ""  # several reports of a client share its noise, as they should
    limits = sorted((parameters.p_star, parameters.q_star))
    cohorts = counts[counts[:, 0] > 0]
    n, ones = cohorts[:, :1], cohorts[:, 1:]
    total = _divergence(ones, n, np.clip(ones / n, *limits)).sum()
    slopes = np.array([0.2, 0.4, 0.6, 0.8])
    sizes, often = np.unique(n, return_counts=True)
    bound = -slopes * total
    for size, cohort_number in zip(sizes, often):
        moments = [_moment(size, limit, slopes, limit == limits[0]) for limit in limits]
        bound += cohort_number * ones.shape[1] * np.log(sum(moments) - 1)
        if bound.min() > math.log(FALSE_ALARM):  # and it only grows
            return ""
    few, many = limits
    return (
        f"Bits are 1 in less than {few:.1%} or more than {many:.1%} of a cohort's "
        "reports, beyond what clients with chance of their own make, whatever their "
        "words: clients share a secret or a generator, or reports are invented."
    )


def _divergence(ones: np.ndarray, n: np.ndarray, limit: np.ndarray) -> np.ndarray:
    """Return N KL(share of ones, limit), in natural-log units."""
    return n * (rel_entr(ones / n, limit) + rel_entr(1 - ones / n, 1 - limit))


def _moment(n: int, limit: float, slopes: np.ndarray, below: bool) -> np.ndarray:
    """Return E exp(t N KL) where Bin(n, limit) is below (above) its mean, else 1.

    Counts further than 12 standard deviations away are left out.
    """
    reach = 12 * math.sqrt(n * limit * (1 - limit)) + 1
    ends = (n * limit - reach, n * limit) if below else (n * limit, n * limit + reach)
    ones = np.arange(max(0, math.ceil(ends[0])), min(n, math.floor(ends[1])) + 1)
    chance = log_probability(ones, n, limit, 1 - limit)
    excess = np.expm1(slopes[:, None] * _divergence(ones, n, limit))
    return 1 + (np.exp(chance) * excess).sum(axis=1)
