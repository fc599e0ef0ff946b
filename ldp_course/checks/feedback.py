"""What a check tells a student, and the points that it gives.

A check is a function that looks at one answer and yields findings, the most important first. Called
in a notebook it prints them and returns the points; a grading program asks for the findings
themselves.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps

import numpy as np

from ldp_course.checks.individual import PLACEHOLDER, is_placeholder


@dataclass(frozen=True)
class Finding:
    """One thing that a check looked at: whether it holds, what to tell the student, and what it is
    worth.

    error: the probability, at most, with which it does not hold for a right answer; 0 if there is
    no chance in it
    """

    holds: bool
    message: str
    points: float = 0
    error: float = 0


class NothingReturned(Exception):
    """A function of a student returned None."""


class Check:
    """The check of one question; made by the decorator `question`.

    Call it with the answers that it names: it prints what it finds and returns the points earned.
    """

    def __init__(self, function: Callable[..., Iterator[Finding]], points: float):
        self.function = function
        self.points = points
        self.name = function.__name__
        self.answers = [
            name
            for name in inspect.signature(function).parameters
            if name not in ("student", "rng")
        ]
        self.__doc__ = function.__doc__

    def __repr__(self):
        return f"Check({self.name}: {', '.join(self.answers)}; {self.points:g} points)"

    def findings(self, *answers, student: str, rng: np.random.Generator) -> list[Finding]:
        """Everything found, up to the first thing that makes the rest meaningless.

        answers: one for each name in `self.answers`, functions or values
        student: the id that decides the individual numbers
        rng: where the check's inputs, and the generators that it hands to a function, come from
        """
        if is_placeholder(student):
            told = (
                f'the notebook still says student = "{PLACEHOLDER}"; write your own id in place of'
                f" {PLACEHOLDER}"
            )
            return [Finding(False, f"{told}, in quotes, then run the two cells at the top again")]
        given = inspect.signature(self.function).bind(*answers, student=student, rng=rng).arguments
        return gather(
            self.function(**{name: _must_return(name, answer) for name, answer in given.items()})
        )

    def __call__(self, *answers, student: str, rng: np.random.Generator | None = None) -> float:
        """Print the findings and return the points. Without `rng` every call draws new inputs."""
        found = self.findings(*answers, student=student, rng=rng or np.random.default_rng())
        print(report(self, found))
        return earned(found)


def question(points: float) -> Callable[[Callable], Check]:
    """Turn a function that yields findings into the check of a question worth so many points."""
    return lambda function: Check(function, points)


def gather(findings: Iterator[Finding]) -> list[Finding]:
    """The findings, up to the first error that an answer raises; this error is the last finding."""
    found = []
    try:
        for finding in findings:
            found.append(finding)
    except NotImplementedError:
        found.append(Finding(False, "not implemented yet"))
    except NothingReturned as nothing:
        found.append(Finding(False, str(nothing)))
    except Exception as error:  # whatever a student's function may raise
        found.append(Finding(False, f"your code raised {type(error).__name__}: {error}"))
    return found


def _must_return(name: str, answer: object) -> object:
    """A student's function as it is, but that its first result may not be None; any other answer as
    it is.
    """
    if not callable(answer):
        return answer
    # what has returned something does not lack a `return`; a later None is for the check to judge
    returned = False

    @wraps(answer)
    def ask(*positional, **named):
        nonlocal returned
        result = answer(*positional, **named)
        if result is None and not returned:
            raise NothingReturned(f"your function {name} returned None: is a `return` missing?")
        returned = True
        return result

    return ask


def earned(found: list[Finding]) -> float:
    """The points of all findings that hold."""
    return float(sum(finding.points for finding in found if finding.holds))


def report(check: Check, found: list[Finding]) -> str:
    """The findings as lines of text, the sum first."""
    return under(
        f"{check.name.replace('_', ' ')}: {earned(found):g} of {check.points:g} points", found
    )


def under(headline: str, found: list[Finding]) -> str:
    """A headline, and the findings under it, one a line."""
    lines = [headline]
    for finding in found:
        mark = "✓" if finding.holds else "✗"
        worth = f"  [{earned([finding]):g} of {finding.points:g}]" if finding.points else ""
        lines.append(f"  {mark} {finding.message}{worth}")
    return "\n".join(lines)
