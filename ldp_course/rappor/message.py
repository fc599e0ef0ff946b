"""What a decoder says in words: what was found, and whether parameters and counts fit at all."""

import math

import numpy as np
from scipy.special import chdtri

from ldp_course.rappor.parameters import Parameters
from ldp_course.rappor.population import estimate_bits

COARSE = 0.1  # reports that show only shares above it are called too few
FALSE_ALARM = 1e-6  # of each of the two warnings


def summary(detected: np.ndarray, reports: int, people: int, limit: float, unknown: int) -> str:
    """How many candidates were detected; a string with the share `limit` is, half of the time."""
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


def misfit(
    counts: np.ndarray, parameters: Parameters, least: int, people: int, dispersion: float
) -> str:
    """What to say if no strings at all can have given so many ones with these parameters, or "".

    Each person sets `least` to h bits. The ones are a sum of independent draws, which Bernstein's
    inequality keeps within t = c/3 + sqrt(c^2/9 + 2 c V) of its mean, for c = R ln(2/10^-6) and
    draws of R reports a client, but for one case in 10^6. V is their variance, at least
    `dispersion` times that of independent reports.
    """
    reports, (p_star, q_star) = int(counts[:, 0].sum()), (parameters.p_star, parameters.q_star)
    bits, most, noise = parameters.bits, parameters.hashes, parameters.f / 2
    each = max(
        set_bits * q_star * (1 - q_star) + (bits - set_bits) * p_star * (1 - p_star)
        for set_bits in (least, most)
    )
    repeats = reports / people
    shared = bits * (repeats - 1) * (parameters.q - parameters.p) ** 2 * noise * (1 - noise)
    variance = reports * max(each + shared, each * np.nan_to_num(dispersion))
    c = math.log(2 / FALSE_ALARM)
    margin = repeats * c / 3 + math.sqrt((repeats * c / 3) ** 2 + 2 * c * variance)
    margin /= reports * abs(q_star - p_star)
    mean = float(estimate_bits(counts, parameters)[0].sum()) / reports
    if least - margin <= mean <= most + margin:
        return ""
    return (
        "These parameters do not fit the counts, and the estimates are wrong: each person would "
        f"set {mean:.2f} bits, where {least} to {most} are possible. Compare all six parameters "
        "with those of the clients, and see whether column 0 of the counts holds the reports."
    )


def unlike(detected: np.ndarray, freedom: float, dispersion: float) -> str:
    """What to say if the counts vary beyond chance and hardly any candidate explains it, or ""."""
    if not (0 < freedom < np.inf and detected.mean() <= 0.05):
        return ""
    if not dispersion > max(1.25, chdtri(freedom, FALSE_ALARM) / freedom):
        return ""
    return (
        f"But the counts vary {dispersion:.1f} times as much as chance: they hold other strings, "
        "or bits or cohorts stand in another order than in the parameters."
    )
