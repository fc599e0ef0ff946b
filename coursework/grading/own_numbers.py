"""Compute each student's own numbers that a rubric asks for, for whoever marks.

They come from the assignment's own solution, run with the student's id. No code of a
student runs here.
"""

from __future__ import annotations

import math
from importlib import import_module
from types import SimpleNamespace

from coursework.assignments import Assignment
from coursework.solutions import code_of, run


def _week(solution: SimpleNamespace) -> float:
    """Return what all parts of the fitness app spend, for a goal that never changes."""
    task = solution.task
    return task.pulse_epsilon + task.wave_epsilon + task.goal_epsilon + task.budget


def _pilot_error(solution: SimpleNamespace) -> float:
    """Return the largest standard error of the day that is wanted, in people."""
    return float(max(solution.day_counts(solution.task.pilot)[1]))


def _direct(solution: SimpleNamespace) -> float:
    """Return a rare value's variance for one person, from one answer out of all."""
    task = solution.task
    k, most = len(task.domain), task.most
    odds = math.exp(solution.epsilon_of(task.p, task.q, most))
    answers = sum(math.comb(k, named) for named in range(most + 1))
    naming = sum(math.comb(k - 1, others) for others in range(most))  # a given value
    p, q = ((naming + gain) / (odds + answers - 1) for gain in (odds - 1, 0))
    return q * (1 - q) / (p - q) ** 2


def _bits(solution: SimpleNamespace) -> float:
    p, q = solution.task.p, solution.task.q
    return q * (1 - q) / (p - q) ** 2


# For each written question: the name for the marker, and where the solution s has it.
WANTED = {
    "promise": {
        "forced yes, of 12": lambda s: s.task.yes_faces,
        "forced no, of 12": lambda s: s.task.no_faces,
        "epsilon": lambda s: s.epsilon_of_survey,
        "factor of the odds": lambda s: math.exp(s.epsilon_of_survey),
        "report that tells more": lambda s: s.tells_more,
    },
    "participants": {
        "values": lambda s: len(s.task.domain),
        "most values": lambda s: s.task.most,
        "p": lambda s: s.task.p,
        "q": lambda s: s.task.q,
        "epsilon": lambda s: s.epsilon_of(s.task.p, s.task.q, s.task.most),
        "factor of the odds": lambda s: math.exp(
            s.epsilon_of(s.task.p, s.task.q, s.task.most)
        ),
        "factor of the odds, one value named": lambda s: math.exp(
            s.epsilon_of(s.task.p, s.task.q, 1)
        ),
        "possible answers": lambda s: sum(
            math.comb(len(s.task.domain), named) for named in range(s.task.most + 1)
        ),
        "variance for one person, bits": _bits,
        "variance for one person, one answer out of all": _direct,
    },
    "fresh_noise": {
        "lifetime epsilon": lambda s: s.lifetime_epsilon,
        "report epsilon": lambda s: s.report_epsilon,
        "days": lambda s: s.task.days,
        "memoized epsilon": lambda s: s.memoized_epsilon,
        "redrawn epsilon": lambda s: s.redrawn_epsilon,
    },
    "statement": {
        "weeks": lambda s: s.task.weeks,
        "budget": lambda s: s.task.budget,
        "factor of the odds": lambda s: math.exp(s.task.budget),
        "margin in points": lambda s: 100 * s.task.margin,
    },
    "week_statement": {
        "epsilon, pulse": lambda s: s.task.pulse_epsilon,
        "epsilon, minutes": lambda s: s.task.wave_epsilon,
        "epsilon, steady goal": lambda s: s.steady_epsilon,
        "epsilon, questions": lambda s: s.task.budget,
        "sum": _week,
        "factor of the odds": lambda s: math.exp(_week(s)),
        "better plan": lambda s: s.better_plan,
        "margin of an answer in points": lambda s: (
            196 * min(s.people_error, s.budget_error)
        ),
    },
    "users_page": {
        "faults": lambda s: ", ".join(sorted(s.faults)),
        "epsilon, promised": lambda s: s.task.epsilon,
        "epsilon, one report as it was": lambda s: s.report_epsilon,
        "epsilon, all days as it was": lambda s: s.total_epsilon,
        "factor of the odds, promised": lambda s: math.exp(s.task.epsilon),
        "factor of the odds, as it was": lambda s: math.exp(s.total_epsilon),
        "a belief of 10 % becomes at most": lambda s: (
            1 / (1 + 9 * math.exp(-s.task.epsilon))
        ),
        "least epsilon, accuracy": lambda s: s.least_epsilon,
        "most epsilon, belief": lambda s: s.most_epsilon,
        "decision": lambda s: s.decision,
        "people needed": lambda s: s.people_needed,
        "largest standard error of the pilot, in people": _pilot_error,
    },
}


def own_numbers(assignment: Assignment, student: str) -> dict[str, str]:
    """Return what the marker needs about one student; {} if the rubric asks nothing."""
    questions = sorted(assignment.question_ids & WANTED.keys())
    if not questions:
        return {}
    module = import_module(f"ldp_checks.assignments.{assignment.name}.task")
    solution = run(code_of(assignment.source.cells), module.task(student))
    return {
        name: _value(find, solution)
        for question in questions
        for name, find in WANTED[question].items()
    }


def _value(find, solution: SimpleNamespace) -> str:
    """Return a number in print; "" if a changed solution does not have its name."""
    try:
        value = find(solution)
    except AttributeError:
        return ""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
