"""Capstone "Telemetry": a plan for a brief of the student's own. What keeps the budget and is
precise enough passes.
"""

from __future__ import annotations

import math

from ldp_course.checks.answers import as_number, choice_finding, close, number_finding
from ldp_course.checks.feedback import Finding, question
from ldp_course.checks.telemetry.channel import client_findings
from ldp_course.checks.telemetry.decoding import decode_findings
from ldp_course.checks.telemetry.protocols import Protocol, hash_bucket, understand
from ldp_course.checks.telemetry.task import CHOICES, SLACK, Task, Z, fault_of, task

__all__ = ["CHECKS", "Task", "hash_bucket", "task"]


@question(points=3)
def accounting(
    reports_per_person, epsilon_per_report, reports_per_week, standard_error_needed, *, student, rng
):
    """In how many weeks a person reports, what each report may spend, and what precision that must
    give.
    """
    about = task(student)
    weeks = _weeks(reports_per_person, about)
    if weeks is None:
        text = (
            f"reports_per_person = {str(reports_per_person)[:40]} must be a whole number, 1 to"
            f" {about.weeks}"
        )
        yield Finding(False, "not answered yet" if reports_per_person is None else text, 2)
    else:
        right, each = about.budget / weeks, as_number(epsilon_per_report)
        if each > right * (1 + 1e-6):
            spent = (
                f"{weeks} reports of ε = {each:.4g} add up to {weeks * each:.4g}; a person may"
                f" spend {about.budget:g}"
            )
            yield Finding(False, f"epsilon_per_report breaks the promise: {spent}", 1)
        else:
            mistakes = {
                "a week in which a person does not report costs that person nothing": (
                    about.budget / about.weeks
                )
            }
            hint = "use all that a person may spend; the reports of one person add up"
            yield number_finding("epsilon_per_report", epsilon_per_report, right, mistakes, hint, 1)
        people = about.people * weeks / about.weeks
        hint = "how many people report in one week, on average?"
        yield number_finding("reports_per_week", reports_per_week, people, hint=hint, points=1)
    mistakes = {
        "that is the margin, about two standard errors": about.margin,
        "the margin is on each side of the estimate": about.margin / 2 / Z,
        "as a share, not in percentage points": 100 * about.margin / Z,
    }
    answer = as_number(standard_error_needed)
    if close(answer, about.margin / 2):
        standard_error_needed = (
            about.margin / Z
        )  # two standard errors instead of 1.96: stricter, and usual
    hint = "a 95 % interval is the estimate plus or minus 1.96 standard errors"
    yield number_finding(
        "standard_error_needed", standard_error_needed, about.margin / Z, mistakes, hint, 1
    )


@question(points=4)
def protocol(protocol, reports_per_person, *, student, rng):
    """The protocol's exact ε against what a report may spend, and its standard error against what
    the brief needs.
    """
    about = task(student)
    chosen, weeks = _understood(protocol, reports_per_person, about)
    if isinstance(chosen, str):
        yield Finding(False, chosen, 4)
        return
    allowed, needed = about.budget / weeks, about.margin / Z
    error = chosen.standard_error(about.share, about.people * weeks / about.weeks)
    precise = error <= SLACK * needed
    if chosen.epsilon > SLACK * allowed:
        spent = f"one report may spend ε = {allowed:.4g}, yours spends {chosen.epsilon:.4g}"
        yield Finding(False, f"{spent}{_bits(chosen, allowed)}; so precision earns nothing", 4)
        return
    spends = f"one report spends ε = {chosen.epsilon:.4g}, of {allowed:.4g}"
    useful = error <= 20 * needed
    yield Finding(
        useful, spends if useful else f"{spends}, but its tables would say next to nothing", 2
    )
    states = (
        f"a share of {about.share:.0%} gets a standard error of {error:.5f}; needed is {needed:.5f}"
    )
    yield Finding(precise, states if precise else f"{states}. {_advice(chosen, weeks, allowed)}", 2)


@question(points=4)
def client(client, protocol, reports_per_person, *, student, rng):
    """client(values, rng): when each person reports, and what; its channel is measured against the
    budget.
    """
    yield from _by_plan(
        client_findings, 4, client, protocol, reports_per_person, task(student), rng
    )


@question(points=3)
def decode(decode, protocol, reports_per_person, *, student, rng):
    """decode(weeks, reports): unbiased, with the spread that the protocol has."""
    yield from _by_plan(
        decode_findings, 3, decode, protocol, reports_per_person, task(student), rng
    )


@question(points=3)
def mend_plan(plan_fault, plan_epsilon, mended_p, *, student, rng):
    """The teammate's plan: its fault, what a person really spends, and the p that keeps the
    promise.
    """
    plan = task(student).plan
    hint = (
        "write the loss of one report as a sum over the bits that differ, then add up over what a"
        " person sends"
    )
    yield choice_finding("plan_fault", plan_fault, fault_of(plan), CHOICES, hint, 0.5)
    mistakes = {
        "two rows of bits differ in two places": plan.epsilon / 2,
        "the logarithm is the natural one, not log10": plan.epsilon / math.log(10),
        "the logarithm is the natural one, not log2": plan.epsilon / math.log(2),
        "that is one report; a person sends more": plan.epsilon / plan.reports,
    }
    mistakes = {
        why: wrong for why, wrong in mistakes.items() if not math.isclose(wrong, plan.promised)
    }
    mistakes["that is what the plan promises; is it what a person spends?"] = plan.promised
    yield number_finding("plan_epsilon", plan_epsilon, plan.epsilon, mistakes, hint, 1)
    p = as_number(mended_p)
    if not 0.5 < p < 1:
        text = f"mended_p = {str(mended_p)[:40]} must be a number between 0.5 and 1"
        yield Finding(False, "mended_p: not answered yet" if mended_p is None else text, 1.5)
        return
    spends = plan.epsilon * math.log(p / (1 - p)) / math.log(plan.p / (1 - plan.p))
    keeps = close(spends, plan.promised)
    states = (
        f"with mended_p = {p:.4g} a person spends ε = {spends:.4g}; promised are {plan.promised:g}"
    )
    advice = (
        "" if keeps else ": more noise is needed" if spends > plan.promised else ": use them up"
    )
    yield Finding(keeps, states + advice, 1.5)


CHECKS = [accounting, protocol, client, decode, mend_plan]


def _weeks(answer: object, about: Task) -> int | None:
    number = as_number(answer)
    return int(number) if number in range(1, about.weeks + 1) else None


def _understood(
    answer: object, reports_per_person: object, about: Task
) -> tuple[Protocol | str, int]:
    weeks = _weeks(reports_per_person, about)
    if answer is None or reports_per_person is None:
        return "not answered yet", 0
    if weeks is None:
        return f"reports_per_person must be a whole number, 1 to {about.weeks}", 0
    return understand(answer, about.values), weeks


def _by_plan(findings, points, function, protocol, reports_per_person, about, rng):
    """The findings about a function that carries out the plan, if there is a plan to carry out."""
    chosen, weeks = _understood(protocol, reports_per_person, about)
    if isinstance(chosen, str):
        yield Finding(False, f"first mend your plan: {chosen}", points)
    else:
        yield from findings(function, chosen, about, weeks, rng)


def _bits(chosen: Protocol, allowed: float) -> str:
    """What made ε too large, if it is the usual slip."""
    if chosen.name == "unary" and math.isclose(chosen.epsilon, 2 * allowed, rel_tol=1e-3):
        return " (two rows of bits differ in two places: half of ε for each)"
    return ""


def _advice(chosen: Protocol, weeks: int, allowed: float) -> str:
    if chosen.epsilon < 0.99 * allowed:
        return "The report does not use up the ε that it may spend"
    if weeks > 1:
        return (
            "Fewer reports from each person leave more ε for each report: compare what gains more"
        )
    return f"Compare protocols: with {chosen.d} values at this ε, another one has a smaller error"
