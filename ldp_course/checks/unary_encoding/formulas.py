"""What the answers are compared with."""

from __future__ import annotations

import math

import numpy as np


def epsilon(p: float, q: float, most: int = 1) -> float:
    """Up to `most` values: two rows differ in at most `most` ones of the first and `most` of the
    second.
    """
    return most * abs(math.log(p / q) + math.log((1 - q) / (1 - p)))


def epsilon_hint(cases: list, found: np.ndarray, right: np.ndarray) -> str:
    """What a wrong ε may have forgotten."""
    p, q, most = np.array(cases).T
    mistakes = {
        "the natural logarithm is needed": right / math.log(2),
        "m values can differ in 2 m bits, not in 2": right / most,
        "a changed value is two changed bits: p/q and (1-q)/(1-p) both count": most * np.log(p / q),
        "a changed value is two changed bits, (1-q)/(1-p) and p/q": (
            most * np.log((1 - q) / (1 - p))
        ),
        "ε is the logarithm of the largest ratio": np.exp(np.minimum(right, 700)),
    }
    for text, values in mistakes.items():
        if np.allclose(found, values, rtol=1e-6):
            return f"; {text}"
    return "; take the two answers that differ most, and multiply over all bits that differ"


def counts(reports: np.ndarray, p: float, q: float) -> np.ndarray:
    return (reports.sum(axis=0) - len(reports) * q) / (p - q)


def counts_hint(reports: np.ndarray, found: np.ndarray, right: np.ndarray, own) -> str:
    """What a wrong count may be."""
    mistakes = {
        "these are shares, not numbers of people": right / len(reports),
        "this is the number of 1s; most of them are noise": reports.sum(axis=0),
        "the false 1s are subtracted; now divide by p - q": right * (own.p - own.q),
        "the noise has p and q here, not p and 1 - p": counts(reports, own.p, 1 - own.p),
        "do not round: a rounded estimate is no longer right on average": np.round(right),
        "do not rescale: each column is estimated on its own": right * len(reports) / right.sum(),
    }
    for text, values in mistakes.items():
        if np.allclose(found[1:], values[1:], rtol=1e-6):
            return text
    ones = f"{reports[:, 1].sum():,} ones of {len(reports):,}"
    return (
        f"not right on average: column 2 has {ones}, so {right[1]:.1f} people; yours is"
        f" {found[1]:.1f}"
    )


def standard_errors(reports: np.ndarray, p: float, q: float) -> list[np.ndarray]:
    """Of the counts, in three ways that are right.

    The noise about these people, with the estimate as it is or within 0 and n; or, wider, about a
    population.
    """
    n, found, ones = len(reports), counts(reports, p, q), reports.mean(axis=0)
    true = [p * (1 - p) * held + q * (1 - q) * (n - held) for held in (found, found.clip(0, n))]
    return [np.sqrt(variance) / abs(p - q) for variance in (*true, n * ones * (1 - ones))]


def variance(p: float, q: float, share: float) -> float:
    """n times the variance of an estimated share."""
    return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2


def least_variance(epsilon: float, share: float) -> float:
    """The smallest `variance` of all p, q with this ε for one value.

    With E = e^ε and t the odds of q, p has the odds E t, and the variance is (A/t + 2E + B t) / (E
    - 1)² with A = fE + 1 - f and B = fE + (1 - f) E²; the least is at t² = A/B.
    """
    e = math.exp(epsilon)
    a, b = share * e + 1 - share, share * e + (1 - share) * e * e
    return (2 * math.sqrt(a * b) + 2 * e) / (e - 1) ** 2
