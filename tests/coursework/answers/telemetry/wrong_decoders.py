"""Telemetry: known mistakes of decoders."""

import numpy as np

from ldp_checks.assignments.telemetry.protocols import understand

from .decoders import decode_weeks, with_decoder
from .designs import optimized


def biased(change, design=optimized, each=1):
    """A right decoder, changed: change(task, plan, weeks, reports, table)."""

    def make(task, plan):
        right = decode_weeks(task, plan)
        return lambda weeks, reports: change(
            task, plan, weeks, reports, right(weeks, reports)
        )

    return with_decoder(design, make, each)


def reported(task, plan, weeks, reports):
    support = understand(plan, task.values).support
    return np.array([
        support(reports[weeks == week]).mean(axis=0) for week in range(task.weeks)
    ])


def cut_and_scaled(task, plan, weeks, reports, table):
    cut = np.maximum(table, 0)
    return cut / np.maximum(cut.sum(axis=1, keepdims=True), 1e-9)


def a_table_by_week(task, plan, weeks, reports, table):
    """Return a common value, a rare one, and the others alike, for any reports."""
    guess, week = np.full(table.shape, 0.5 / (task.values - 2)), np.arange(task.weeks)
    guess[week, week % task.values], guess[week, (week + 1) % task.values] = 0.5, 0
    return guess


DECODERS = {
    "reported shares": (biased(lambda t, plan, w, r, x: reported(t, plan, w, r)), 0, "on average"),
    "cut and scaled to sum 1": (biased(cut_and_scaled), 0, "do not cut"),
    "a plan of shares by week": (biased(a_table_by_week), 0, "on average"),
    "no plan": (lambda task: [None, None, 1], 0, "first mend your plan"),
}  # fmt: skip
WRONG = {"decode": DECODERS}
