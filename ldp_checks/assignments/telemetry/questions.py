"""Ask the questions of the capstone "Telemetry", and judge their answers.

What keeps the budget and is precise enough passes: what a design does is measured.

Points stand here and in coursework/telemetry/source.ipynb, whose solution is what is
right; mistakes.py beside it has more known mistakes with their sentences (`make keys`
after a change; of numbers on paper the grading says them).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ldp_checks.answers import as_number, choice_finding, known, number_finding, same
from ldp_checks.assignments.telemetry.decoder import decode_findings
from ldp_checks.assignments.telemetry.protocols import Protocol, understand
from ldp_checks.assignments.telemetry.reports import report_findings
from ldp_checks.assignments.telemetry.task import Task, Z
from ldp_checks.findings import Fault, Finding, question
from ldp_checks.sealed_answers import TOLERANCE, Item

SLACK = 1.001  # for probabilities that are rounded
CHOICES = (
    "one bit only",
    "reports not added",
    "wrong logarithm",
    "copies not counted",
    "people not added",
    "one seed for all",
    "estimates clipped",
)
ITEMS = {
    "plan_fault": Item("plan", tolerance=0, residues=1),
    "plan_epsilon": Item("plan"),
    "mended_p": Item("plan"),  # as ln(p / (1 - p))
}


@question(points=3)
def accounting(
    reports_per_person,
    epsilon_per_report,
    reports_per_week,
    standard_error_needed,
    *,
    task,
):
    """Judge in how many weeks a person reports, and what each report may spend.

    And what precision that must give.
    """
    weeks = _weeks(reports_per_person, task)
    if weeks is None:
        text = f"reports_per_person must be a whole number, 1 to {task.weeks}"
        if reports_per_person is None:
            yield Finding(False, "not answered yet", 2)
        else:
            yield Finding(
                False, text, 2, own=f"; it is {str(reports_per_person)[:40]!r}"
            )
    else:
        each = as_number(epsilon_per_report)
        if weeks * each > task.budget * (1 + 1e-6):
            spent = (
                f"{weeks} reports of ε = {each:.4g} add up to {weeks * each:.4g}; a"
                f" person may spend {task.budget:g}"
            )
            yield Finding(False, f"epsilon_per_report breaks the promise: {spent}", 1)
        else:
            why = "a week in which a person does not report costs that person nothing"
            hint = "use all that a person may spend; the reports of one person add up"
            mistakes = {why: task.budget * weeks / task.weeks}
            yield _total(
                "epsilon_per_report",
                epsilon_per_report,
                weeks,
                task.budget,
                hint,
                mistakes,
            )
        hint = "how many people report in one week, on average?"
        yield _total(
            "reports_per_week", reports_per_week, task.weeks, task.people * weeks, hint
        )
    mistakes = {
        "that is the margin, about two standard errors": Z * task.margin,
        "the margin is on each side of the estimate": task.margin / 2,
        "as a share, not in percentage points": 100 * task.margin,
    }
    answer = as_number(standard_error_needed)
    # two standard errors instead of 1.96: stricter, and usual
    z = 2 if same(2 * answer, task.margin, TOLERANCE) else Z
    hint = "a 95 % interval is the estimate plus or minus 1.96 standard errors"
    yield _total(
        "standard_error_needed", standard_error_needed, z, task.margin, hint, mistakes
    )


@question(points=4)
def protocol(protocol, reports_per_person, *, task):
    """Judge the protocol's exact ε and its standard error by what the brief allows."""
    chosen, weeks = _understood(protocol, reports_per_person, task)
    if isinstance(chosen, str):
        raise Fault(chosen, 4)
    spends = (
        f"{weeks} x ε = {chosen.epsilon:.4g} of a report is"
        f" {weeks * chosen.epsilon:.4g} for a person, who may spend {task.budget:g}"
    )
    if not _affordable(chosen, weeks, task):
        twice = math.isclose(weeks * chosen.epsilon, 2 * task.budget, rel_tol=1e-3)
        bits = " (two rows of bits differ in two places: half of ε for each)"
        spends += bits if twice and chosen.name == "unary" else ""
        raise Fault(f"{spends}; so precision earns nothing", 4)
    error = chosen.standard_error(task.share, task.people * weeks / task.weeks)
    useful, precise = Z * error <= 20 * task.margin, Z * error <= SLACK * task.margin
    nothing = "" if useful else ", but its tables would say next to nothing"
    yield Finding(useful, spends + nothing, 2)
    states = (
        f"the 95 % interval of a share of {task.share:.0%} is plus or minus"
        f" {100 * Z * error:.4g} points; the brief asks for {100 * task.margin:.4g}"
    )
    yield Finding(
        precise, states if precise else f"{states}. {_advice(chosen, weeks, task)}", 2
    )


@question(points=4)
def client(client, protocol, reports_per_person, *, task, rng):
    """Judge client(values, rng): when each person reports, and what.

    Its channel is measured against the budget.
    """
    yield from _by_plan(
        report_findings, 4, client, protocol, reports_per_person, task, rng
    )


@question(points=3)
def decode(decode, protocol, reports_per_person, *, task, rng):
    """Judge decode(weeks, reports): unbiased, with the spread that the protocol has."""
    yield from _by_plan(
        decode_findings, 3, decode, protocol, reports_per_person, task, rng
    )


@question(points=3)
def mend_plan(plan_fault, plan_epsilon, mended_p, *, task, key):
    """Judge the teammate's plan: its fault, what it really spends, and the right p."""
    hint = (
        "write the loss of one report as a sum over the bits that differ, then add up"
        " over what a person sends"
    )
    judge = key.against("plan_fault", task)
    yield choice_finding("plan_fault", plan_fault, judge, CHOICES, hint, 0.5)
    judge = key.against("plan_epsilon", task)
    yield number_finding("plan_epsilon", plan_epsilon, judge, hint, 1)
    p = as_number(mended_p)
    if mended_p is None:
        raise Fault("mended_p: not answered yet", 1.5)
    if not 0.5 < p < 1:
        text = "mended_p must be a number between 0.5 and 1"
        raise Fault(text, 1.5, own=f"; it is {str(mended_p)[:40]!r}")
    hint = (
        "add up what a person spends with it, over all that is sent; keep what is"
        " promised, and use it up"
    )
    right, why = key.judge("mended_p", task, math.log(p / (1 - p)))
    states = f"with mended_p = {p:.4g} a person spends"
    message = (
        f"mended_p = {p:.4g} {why}" if why else f"{states} exactly what is promised"
    )
    yield Finding(
        right, message if right else f"{states} something else: {why or hint}", 1.5
    )


def _total(name, answer, times, total, hint, mistakes=None) -> Finding:
    """Judge whether so many times the answer make the total.

    mistakes: {sentence: wrong total}
    """
    judge = known(total, mistakes or {})
    return number_finding(name, answer, lambda number: judge(times * number), hint, 1)


def _weeks(answer: object, task: Task) -> int | None:
    number = as_number(answer)
    return int(number) if number in range(1, task.weeks + 1) else None


def _affordable(chosen: Protocol, weeks: int, task: Task) -> bool:
    return weeks * chosen.epsilon <= SLACK * task.budget


def _understood(
    answer: object, reports_per_person: object, task: Task
) -> tuple[Protocol | str, int]:
    weeks = _weeks(reports_per_person, task)
    if answer is None or reports_per_person is None:
        return "not answered yet", 0
    if weeks is None:
        return f"reports_per_person must be a whole number, 1 to {task.weeks}", 0
    return understand(answer, task.values), weeks


def _by_plan(
    findings: Callable,
    points: float,
    function: Callable,
    protocol: object,
    reports_per_person: object,
    task: Task,
    rng: np.random.Generator,
) -> Iterator[Finding]:
    """Judge a function that carries out the plan, if there is a plan to carry out."""
    chosen, weeks = _understood(protocol, reports_per_person, task)
    if not isinstance(chosen, str) and not _affordable(chosen, weeks, task):
        chosen = "its reports spend more than a person has"
    if isinstance(chosen, str):
        yield Finding(False, f"first mend your plan: {chosen}", points)
    else:
        yield from findings(function, chosen, task, weeks, rng)


def _advice(chosen: Protocol, weeks: int, task: Task) -> str:
    if weeks * chosen.epsilon < 0.99 * task.budget:
        return "The report does not use up the ε that it may spend"
    if weeks > 1:
        return (
            "Fewer reports from each person leave more ε for each report: compare what"
            " gains more"
        )
    return (
        f"Compare protocols: with {chosen.d} values at this ε, another one has a"
        " smaller error"
    )
