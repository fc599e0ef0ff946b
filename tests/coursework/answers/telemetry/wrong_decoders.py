"""Telemetry: known mistakes of decoders."""

import numpy as np

from ldp_course.checks.assignments.telemetry.protocols import understand

from .decoders import asked_to_decode, decode_weeks
from .designs import direct, hashing, optimized, symmetric


def biased(change, design=optimized, each=1):
    """A right decoder, changed: change(task, plan, weeks, reports, table)."""

    def make(task, plan):
        right = decode_weeks(task, plan)
        return lambda weeks, reports: change(task, plan, weeks, reports, right(weeks, reports))

    return asked_to_decode(design, make, each)


def reported(task, plan, weeks, reports):
    support = understand(plan, task.values).support
    return np.array([support(reports[weeks == week]).mean(axis=0) for week in range(task.weeks)])


def cut_and_scaled(task, plan, weeks, reports, table):
    cut = np.maximum(table, 0)
    return cut / np.maximum(cut.sum(axis=1, keepdims=True), 1e-9)


def a_table_by_week(task, plan, weeks, reports, table):
    """One common value, one that nobody holds, the others alike: never looks at the reports."""
    guess, week = np.full(table.shape, 0.5 / (task.values - 2)), np.arange(task.weeks)
    guess[week, week % task.values], guess[week, (week + 1) % task.values] = 0.5, 0
    return guess


def half_of_the_people(task, plan, weeks, reports, table):
    half = len(weeks) // 2
    return decode_weeks(task, plan)(weeks[:half], reports[:half])


def expected_number(task, plan, weeks, reports, table):
    sizes = np.bincount(weeks.ravel(), minlength=task.weeks)[:, None]
    return table * sizes / (weeks.size / task.weeks)


def changes_its_input(task, plan, weeks, reports, table):
    reports[:] = 0
    return table


def changes_the_weeks(task, plan, weeks, reports, table):
    weeks[:] = 0
    return table


DECODERS = {
    "reported shares": (biased(lambda t, plan, w, r, x: reported(t, plan, w, r)), 0, "on average"),
    "cut at 0": (biased(lambda t, plan, w, r, x: np.maximum(x, 0)), 0, "do not cut estimates at 0"),
    "cut at 0 and 1": (
        biased(lambda t, plan, w, r, x: np.clip(x, 0, 1), symmetric),
        0,
        "do not cut estimates at 0",
    ),
    "cut and scaled to sum 1": (biased(cut_and_scaled), 0, "do not cut"),
    "cut, direct": (biased(lambda t, plan, w, r, x: np.maximum(x, 0), direct), 0, "do not cut"),
    "counts for shares": (biased(lambda t, plan, w, r, x: x * (w == 0).sum()), 0, "on average"),
    "q not taken out": (
        biased(lambda t, plan, w, r, x: reported(t, plan, w, r) / (plan["p"] - plan["q"])),
        0,
    ),
    "not divided by p - q": (
        biased(lambda t, plan, w, r, x: reported(t, plan, w, r) - plan["q"]),
        0,
    ),
    "p for q": (
        biased(
            lambda t, plan, w, r, x: (reported(t, plan, w, r) - plan["p"]) / (plan["q"] - plan["p"])
        ),
        0,
    ),
    "q of the buckets' lie": (
        biased(
            lambda t, plan, w, r, x: (
                (reported(t, plan, w, r) - (1 - plan["p"]) / (plan["g"] - 1))
                / (plan["p"] - (1 - plan["p"]) / (plan["g"] - 1))
            ),
            hashing,
        ),
        0,
    ),
    "a plan of shares by week": (biased(a_table_by_week), 0, "on average"),
    "constant": (biased(lambda t, plan, w, r, x: np.full_like(x, 1 / t.values)), 0, "on average"),
    "all weeks alike": (
        biased(lambda t, plan, w, r, x: np.tile(x.mean(axis=0), (t.weeks, 1))),
        0,
        "on average",
    ),
    "divided by all people": (
        biased(lambda t, plan, w, r, x: x / t.weeks),
        0,
        "Divide by the reports of the week",
    ),
    "half of the reports": (biased(half_of_the_people), 2),
    "transposed": (biased(lambda t, plan, w, r, x: x.T), 0),
    "a column too many": (
        biased(lambda t, plan, w, r, x: np.hstack([x, x[:, :1]])),
        0,
        "rows, one a week",
    ),
    "one table": (biased(lambda t, plan, w, r, x: x.mean(axis=0)), 0, "rows, one a week"),
    "NaN": (biased(lambda t, plan, w, r, x: x * np.nan), 0, "NaN"),
    "divided by the expected number": (biased(expected_number), 2),
    "shrunk": (biased(lambda t, plan, w, r, x: 0.8 * x + 0.2 / t.values), 0, "on average"),
    "changes the reports": (biased(changes_its_input), 2.5, "changed the array"),
    "changes the weeks": (biased(changes_the_weeks), 2.5, "changed the array"),
    "no plan": (lambda task: [None, None, 1], 0, "first mend your plan"),
}
WRONG = {"decode": DECODERS}
