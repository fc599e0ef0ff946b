"""After decoding: what the estimates say together. Post-processing, a step of its own that nobody has to take."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from ldp_course.arguments import check_confidence

CLEAR = 6  # an estimate of that many standard errors is taken as it is
GRID = 33


def posterior(table: pd.DataFrame) -> pd.DataFrame:
    """Better guesses of the shares than the unbiased ones, at the price of a bias towards what is usual.

    table is what `decode` returned. Returns a row per candidate, with two columns, both at least 0:
    mean    the mean share of candidates with such an estimate: the smallest squared error, and good for sums
    median  as likely too low as too high: the smallest expected total variation

    How common each share is among the candidates is learned from their estimates (the maximum-likelihood
    mixture of Kiefer and Wolfowitz, Annals of Mathematical Statistics 27, 1956). The shares do not sum to 1:
    strings that are not listed have the rest. Rows that `decode` could not estimate are nan.
    """
    known = np.isfinite(table["standard_error"].to_numpy())
    guesses = np.full((len(table), 2), np.nan)
    if known.any():
        part = table[known]
        shares, deviations = (
            part["frequency"].to_numpy(),
            part["standard_error"].to_numpy() / table.attrs["people"],
        )
        guesses[known] = np.transpose(shrink(shares, deviations, rounds=500)[:2])
    return pd.DataFrame(guesses, index=table.index, columns=["mean", "median"])


def unexplained(table: pd.DataFrame, confidence: float = 0.95) -> pd.Series:
    """The people whose string is not on the list, as one more row of the table that `decode` returned.

    The share is 1 minus the sum of all the estimated ones, and its variance is about the sum of theirs: so
    it is much less exact than the share of one string, and it is not moved into [0, 1]. An interval that
    lies above 0 says that the list is incomplete; one that contains 0 says neither.
    """
    people, freedom = table.attrs["people"], table.attrs["freedom"]
    quantile = -stdtrit(freedom or np.inf, (1 - check_confidence(confidence)) / 2)
    estimate = people - table["estimate"].sum(skipna=False)
    error = np.sqrt((table["standard_error"] ** 2).sum())
    values = [
        estimate,
        estimate / people,
        error,
        estimate - quantile * error,
        estimate + quantile * error,
    ]
    return pd.Series(
        values, index=["estimate", "frequency", "standard_error", "low", "high"], name="unexplained"
    )


def shrink(
    shares: np.ndarray, deviations: np.ndarray, rounds: int = 20
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Posterior mean, median and variance of each true share, from unbiased shares and their standard errors.

    The prior is a set of weights on a grid of shares from 0 to `CLEAR` + 2 standard errors. Each round of the
    EM algorithm moves the weights to where the candidates are. Clear estimates stay as they are.
    """
    clear = shares > CLEAR * deviations
    grid = np.linspace(0, (CLEAR + 2) * deviations.max(), GRID)
    distance = np.clip(shares / deviations, -CLEAR, CLEAR + 1)[:, None] - grid / deviations[:, None]
    likelihood = np.exp(-(distance**2) / 2)
    unclear = likelihood[~clear]
    weights = np.full(GRID, 1 / GRID)
    for _ in range(rounds if len(unclear) else 0):
        weights *= (1 / (unclear @ weights)) @ unclear / len(unclear)
    chances = likelihood * weights
    chances /= chances.sum(axis=1, keepdims=True)
    mean = chances @ grid
    median = grid[(chances.cumsum(axis=1) >= 0.5).argmax(axis=1)]
    variance = chances @ grid**2 - mean**2
    return (
        np.where(clear, shares, mean),
        np.where(clear, shares, median),
        np.where(clear, deviations**2, variance),
    )
