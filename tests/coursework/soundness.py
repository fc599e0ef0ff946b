"""Judge answers repeatedly: another student, other hidden inputs, other coins.

`make test` judges a third of the answers, once, with TIER=ci DEEP times, `make
test-weekly` all, and `make soundness` all as often as COURSEWORK_TIMES says. Slow
answers, which loop over people or bits, are judged a twentieth as often, and faults of
clients a tenth. SEED draws the students; coins are others in each run, and a failure
prints the seed that repeats it.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from sampling import SEED

from coursework.keys import reference_key
from coursework.solutions import With, solution
from ldp_checks import assignment_checks
from ldp_checks.findings import Finding, earned, report

SOURCES = Path(__file__).parents[2] / "coursework"
DEEP, SLOW = 4, 20
STUDENTS = [f"student {k}" for k in random.Random(SEED).sample(range(10**6), 100)]
ASSIGNMENTS = {
    name: assignment_checks.questions(name) for name in assignment_checks.names()
}
CHECKS = {
    (assignment, name): check
    for assignment, checks in ASSIGNMENTS.items()
    for name, check in checks.items()
}
KEYS = {assignment: reference_key(assignment) for assignment in ASSIGNMENTS}


def tables(kind: str) -> dict:
    """Return all answers of a kind, RIGHT, SLOW or WRONG.

    (assignment, question, name) -> how to make the answer, and more
    """
    return {
        (assignment, question, name): _entry(assignment, question, answer)
        for assignment in ASSIGNMENTS
        for question, answers in getattr(
            import_module(f"answers.{assignment}"), kind
        ).items()
        for name, answer in answers.items()
    }


def _entry(assignment: str, question: str, answer: dict | tuple) -> Callable | tuple:
    if isinstance(answer, dict):
        return answers_with(assignment, question, answer)
    changes, *rest = answer
    return answers_with(assignment, question, changes), *rest


def answers_with(assignment: str, question: str, changes: dict) -> Callable:
    """Return make(task): the solution's answers but for {name: make of the solution}."""

    def make(own: object) -> list:
        s = solution(assignment, own)
        return [
            changes[name](s) if name in changes else getattr(s, name)
            for name in CHECKS[assignment, question].answers
        ]

    return make


def solution_of(assignment: str, student: str, **numbers: object) -> SimpleNamespace:
    """Return the solution for a student, or with other numbers in some places."""
    own = With(task(assignment, student), **numbers)
    return solution(assignment, own)


# Each answer of a solution, written as others would write it


def as_written(answer: object) -> object:
    return answer


def lists(answer: object) -> object:
    """Return lists, and numbers of Python."""
    if isinstance(answer, dict):
        return {name: lists(entry) for name, entry in answer.items()}
    if isinstance(answer, tuple):
        return tuple(map(lists, answer))
    return answer.tolist() if isinstance(answer, np.ndarray | np.generic) else answer


def rounded(answer: object) -> object:
    """Return numbers in single precision, counts as floats."""
    if isinstance(answer, dict):
        return answer
    if isinstance(answer, tuple):
        return tuple(map(rounded, answer))
    kind = np.asarray(answer).dtype.kind
    if kind == "f":
        return np.asarray(answer, dtype=np.float32)
    return np.asarray(answer, dtype=float) if kind in "iu" else answer


def on_a_sheet(answer: object) -> object:
    """Return three digits of a number, capitals and spaces."""
    if isinstance(answer, float):
        return float(f"{answer:.3g}")
    return f" {answer.upper()} " if isinstance(answer, str) else answer


STYLES = {
    "as written": (as_written, as_written),
    "lists": (lists, lists),
    "other types": (on_a_sheet, rounded),
}
# rounding to single precision spends more than the ε that may be spent, and three
# digits of a p near one half leave one or two of its ε
NOT_SO = {("best_probabilities", "other types"), ("mend_plan", "other types")}


def solved(assignment: str, question: str, style: str = "as written") -> Callable:
    """Return make(task): the answers of the solution, in a style."""
    written, returned = STYLES[style]
    right = answers_with(assignment, question, {})

    def in_style(answer: object) -> object:
        if callable(answer):
            return lambda *given: returned(answer(*given))
        return written(answer)

    return lambda own: list(map(in_style, right(own)))


def right_answers() -> dict:
    """Return (assignment, question, style) -> make(task)."""
    solutions = {
        (*case, style): solved(*case, style)
        for case in CHECKS
        for style in STYLES
        if (case[1], style) not in NOT_SO
    }
    return solutions | tables("RIGHT") | tables("SLOW")


@lru_cache(maxsize=1_000)
def task(assignment: str, student: str):
    return import_module(f"ldp_checks.assignments.{assignment}.task").task(student)


def findings(
    assignment: str,
    question: str,
    make: Callable,
    student: str,
    seed: int | None = None,
    audit: bool = False,
) -> list[Finding]:
    """Return what the check finds.

    make(task of the student) is the answer, or a list of the answers that the check
    takes.

    audit: with the key of the audit, which asks with new inputs, not with the one that
        is shipped
    """
    answers = make(task(assignment, student))
    answers = answers if isinstance(answers, list) else [answers]
    check = CHECKS[assignment, question]
    check = check.judged_by(KEYS[assignment]) if audit else check
    return check.findings(*answers, student=student, rng=np.random.default_rng(seed))


def on_paper(assignment: str, question: str) -> bool:
    """Return whether a question asks for a number, a letter or a name."""
    written = {
        name.partition(" ")[0].partition("[")[0]
        for name, about in KEYS[assignment].items.items()
        if not about.inputs
    }
    return bool(written & set(CHECKS[assignment, question].answers))


@lru_cache
def let_pass(assignment: str, question: str) -> bool:
    """Return whether the solution's answer gets all points in the audit."""
    make = solved(assignment, question)
    results = findings(assignment, question, make, STUDENTS[0], seed=1, audit=True)
    return earned(results) == CHECKS[assignment, question].points


def judge(
    assignment: str,
    question: str,
    make: Callable,
    points: float | set[float],
    sentences: Collection[str] = (),
    *,
    times: int,
    any_of: Collection[str] = (),
    slow: bool = False,
) -> int:
    """Assert what happens to an answer, every time, and return how often it was judged.

    points: the most that it earns, or a set of what it may earn
    any_of: parts of sentences, of which the student reads one
    sentences: or parts of them, that the student reads about what does not hold. A
        wrong number may happen to be another mistake's number, for up to one student in
        11, who is told of that one. So at most a quarter of the students, and five, may
        read something else (false alarm rate of a case <= 1e-6, judged 1, 16, 100 or
        1,000 times)
    """
    assert let_pass(assignment, question), (
        "the solution does not pass: nothing is shown"
    )
    times = max(times // (SLOW if slow else 1), 1)
    of_all = CHECKS[assignment, question].points
    others: list[str] = []  # what was told to students who read something else
    turn = 0
    while turn < times + (len(others) if times == 1 else 0):
        seed = secrets.randbits(64)
        student = STUDENTS[seed % len(STUDENTS)]
        audit = (seed // len(STUDENTS) + turn) % 2 == 1
        # of what is written down, the key that is shipped lets some wrong answers pass
        audit = audit or (on_paper(assignment, question) and points != {of_all})
        turn += 1
        results = findings(assignment, question, make, student, seed, audit)
        context = (
            f"{student}, seed {seed}\n{report(CHECKS[assignment, question], results)}"
        )
        holds = (
            earned(results) in points
            if isinstance(points, set)
            else earned(results) <= points
        )
        assert holds, f"{points} points expected; {context}"
        wrong = " ".join(finding.message for finding in results if not finding.holds)
        told = all(sentence in wrong for sentence in sentences)
        if not (told and any(part in wrong for part in any_of or [""])):
            others.append(context)
        wanted = [*sentences, *any_of]
        assert len(others) <= 5 + times // 4, f"{wanted} expected; {context}"
    return times
