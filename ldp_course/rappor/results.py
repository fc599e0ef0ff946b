"""From shares and their standard errors to the table that a decoder returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtr, stdtrit

from ldp_course.arguments import check_confidence, check_integer
from ldp_course.rappor.parameters import check_level
from ldp_course.rappor.regression import Fit

CORRECTIONS = ("fdr", "bonferroni", "none")
COARSE = 0.1  # reports that show only shares above it are called too few
TINY = (
    1e-12  # of the people: takes the place of a standard error of 0, in reports without any noise
)


@dataclass(frozen=True)
class Rules:
    """When a candidate counts as detected, and how sure an interval is: the arguments of `decode`."""

    significance: float
    correction: str
    confidence: float

    def __post_init__(self) -> None:
        check_level("significance", self.significance)
        if self.correction not in CORRECTIONS:
            raise ValueError(
                f"correction = {self.correction!r} is not allowed; correction must be one of {CORRECTIONS}"
            )
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


def count_people(clients: int | None, reports: int) -> int:
    """The people behind the reports: `clients`, or as many as there are reports."""
    return reports if clients is None else check_integer("clients", clients, 1, reports)


def result_table(
    fit: Fit, candidates: list[str], reports: int, people: int, rules: Rules
) -> pd.DataFrame:
    """The table that `decode` describes."""
    told = np.isfinite(fit.deviations)
    deviations, freedom = np.maximum(fit.deviations, TINY), fit.freedom or np.inf
    p_values = np.where(told, stdtr(freedom, -fit.shares / deviations), 1.0)
    cut = rules.largest_p_value(p_values)
    error = np.median(deviations[told]) if told.any() else fit.alone
    limit = error * -stdtrit(freedom, cut)
    detected = told & (p_values <= cut) & (limit < 1)  # no string has a share above 1
    miss = (1 - rules.confidence) / 2
    margin = people * deviations * -stdtrit(freedom, miss)
    selected = people * deviations * -stdtrit(freedom, miss * max(detected.mean(), TINY))
    estimate = people * fit.shares
    table = pd.DataFrame(
        {
            "estimate": estimate,
            "frequency": fit.shares,
            "standard_error": people * fit.deviations,
            "low": estimate - margin,
            "high": estimate + margin,
            "p_value": p_values,
            "detected": detected,
            "selected_low": np.where(detected, estimate - selected, np.nan),
            "selected_high": np.where(detected, estimate + selected, np.nan),
        },
        index=pd.Index(candidates, name="candidate"),
    )
    table.attrs = {
        "message": _message(detected, reports, people, limit, np.count_nonzero(~told)),
        "people": people,
        "freedom": float(fit.freedom),
        "dispersion": float(fit.dispersion),
    }
    return table


def _message(detected: np.ndarray, reports: int, people: int, limit: float, untold: int) -> str:
    senders = "" if people == reports else f" from {people:,} clients"
    found = (
        f"{detected.sum()} of {len(detected)} candidates detected in {reports:,} reports{senders}."
    )
    too_few = f"{found} These are too few reports to detect anything"
    if limit >= 1:
        return f"{too_few}."
    if limit >= COARSE:
        return f"{too_few} but a string with a share above about {limit:.0%}."
    if untold == len(detected):
        return f"{found} There are too many candidates for so few bits and cohorts: any counts would fit."
    if untold:
        found += f" {untold} cannot be told from a mix of others with so few bits and cohorts."
    return f"{found} A string with a share of about {limit:.2%} is detected half of the time."
