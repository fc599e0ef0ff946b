"""Draw the brief of "Telemetry", and a teammate's plan whose accounting is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from ldp_checks.assignments.telemetry import protocols
from ldp_checks.individual_numbers import choose, draws

Z = 1.96  # a 95 % interval is the estimate plus or minus so many standard errors
STORIES = (
    "which kind of error a device met most often",
    "which of our apps a person used most",
    "which search category a person used most",
    "which setting for notifications is on",
    "which type of network a device used most",
    "which topic a reader opened most",
)
ACCOUNTS = {  # how a teammate counts ε, and ln(p/(1 - p)) of a bit by this accounting
    "Two people differ in the person's bit, so a report costs ln(p/(1 - p)); reports"
    " add up.": (lambda promised, reports: promised / reports),
    "Each week is new data, so a person's ε is that of one report, 2 ln(p/(1 - p)).": (
        lambda promised, reports: promised / 2
    ),
    "Two people differ in two bits, so a report costs 2 log10(p/(1 - p)); reports add"
    " up.": (lambda promised, reports: promised / (2 * reports) * math.log(10)),
    "Two people differ in two bits, so a report costs 2 ln(p/(1 - p)); reports add"
    " up.": (lambda promised, reports: promised / (2 * reports)),
}
PROMISES, TIMES = (1, 1.5, 2, 3, 4), (2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Plan:
    """Hold a teammate's plan: symmetric unary encoding; a bit stays with p."""

    promised: float
    reports: int
    accounting: str

    @property
    def copies(self) -> int:
        """Return how often each report is made."""
        return 2 if self.accounting == list(ACCOUNTS)[-1] else 1

    @property
    def p(self) -> float:
        return 1 / (
            1 + math.exp(-ACCOUNTS[self.accounting](self.promised, self.reports))
        )

    def __repr__(self) -> str:
        goes = (
            "goes to one server"
            if self.copies == 1
            else "is made twice, with fresh noise each time, for two servers"
        )
        return (
            f"Promise: ε = {self.promised:g} for each person, over the whole"
            " study.\nEach person"
            f" answers in {self.reports} weeks. A report is a row of bits, 1 at the"
            " person's value,"
            f" else 0.\nEach bit is kept with probability p = {self.p:.6f}, else"
            " flipped. The noise"
            f" is fresh in each report.\nEach report {goes}.\nAccounting:"
            f" {self.accounting} So p"
            f" gives ε = {self.promised:g}."
        )


@dataclass(frozen=True)
class Task:
    """Hold the brief: who reports what, how precisely, and what a person may spend."""

    story: str
    values: int
    people: int
    weeks: int
    budget: float
    margin: float
    share: float
    plan: Plan = field(repr=False)
    hash_bucket = staticmethod(protocols.hash_bucket)

    def __repr__(self) -> str:
        return (
            f"The question, each week: {self.story}. The values are 0 to"
            f" {self.values - 1}.\n{self.people:,} people take part, for {self.weeks}"
            " weeks. A person's value may be another one each week.\nWanted: a table"
            f" of shares for each of the {self.weeks} weeks. The 95 % interval of a"
            " share\n"
            f"  of {self.share:.0%} must be at most plus or minus"
            f" {100 * self.margin:.4g} percentage points.\nPrivacy: one person may"
            f" spend at most ε = {self.budget:g} over all {self.weeks} weeks together."
        )


def task(student: str) -> Task:
    """Return the brief of one student."""
    source = draws("telemetry", student)
    story = choose(source, STORIES)
    values = choose(source, (6, 8, 10, 12, 16, 20, 24, 32))
    people = choose(source, (60_000, 80_000, 100_000, 120_000, 160_000, 240_000))
    weeks = choose(source, (4, 5, 6, 8))
    budget = choose(source, (1, 1.25, 1.5, 2, 2.5))
    share = choose(source, (0.1, 0.15, 0.2))
    half = math.exp(budget / 2)
    symmetric = protocols.Protocol(values, "unary", half / (half + 1), 1 / (half + 1))
    # Who reports in one week, and spends all of ε then, meets this with every good
    # protocol.
    margin = (
        math.ceil(1.05e4 * Z * symmetric.standard_error(share, people / weeks)) / 1e4
    )
    return Task(story, values, people, weeks, budget, margin, share, _plan(source))


def _plan(source: Random) -> Plan:
    accounting = choose(source, list(ACCOUNTS))
    return Plan(choose(source, PROMISES), choose(source, TIMES), accounting)
