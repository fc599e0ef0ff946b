"""What a check tells, and the points that it gives. An exercise of a chapter is a check without
points.

A check is a function that looks at answers and yields findings, the most important first. Called
in a notebook it prints them and returns the points; a grading program asks for the findings
themselves.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module

import numpy as np

from ldp_checks.individual import PLACEHOLDER, is_placeholder
from ldp_checks.key import Key, key_of
from ldp_checks.statistics import ERROR
from ldp_course.arguments import check_rng

BLANK = "write your line in place of ... and run again"
# What an error may be called where hidden inputs are reported: names that no student made up.
KINDS = (
    ArithmeticError, AssertionError, AttributeError, ImportError, IndexError, KeyError, MemoryError,
    NameError, OSError, RecursionError, SystemExit, TypeError, ValueError, ZeroDivisionError,
)  # fmt: skip
NOT_ANSWERS = ("student", "task", "key", "rng")  # what a check may ask for besides the answers


@dataclass(frozen=True)
class Finding:
    """One thing that a check looked at: whether it holds, what to tell the student, and what it is
    worth.

    error: the probability, at most, with which it does not hold for a right answer; 0 if there is
    no chance in it
    blank: the answer still has the `...` that a "your turn" cell leaves to its reader
    own: what follows the message in the student's own run only: words that the answer chose. A
        grading asks with hidden inputs, which such words could spell
    """

    holds: bool
    message: str
    points: float = 0
    error: float = 0
    blank: bool = False
    own: str = ""


class AnswerRaised(Exception):
    """A function of a student raised an error, which is the cause."""


class StillBlank(Exception):
    """An answer has a `...` where the student's own line belongs."""


class NothingReturned(Exception):
    """A function of a student returned None."""


@dataclass(frozen=True)
class Check:
    """The check of one question, made by the decorator `question`, or of one exercise, made by
    `exercise`.

    Its function takes the answers, and by name what it needs of: student (the id), task (what
    `task(student)` of the file beside it gives), key (which judges results), rng (all chance).
    """

    function: Callable[..., Iterator[Finding]]
    points: float | None = None
    key: Key | None = None  # else the one that is shipped

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def answers(self) -> list[str]:
        return [name for name in inspect.signature(self.function).parameters
                if name not in NOT_ANSWERS]  # fmt: skip

    @property
    def draws(self) -> bool:
        """Whether chance plays a part in it."""
        return "rng" in inspect.signature(self.function).parameters

    def __repr__(self) -> str:
        worth = "" if self.points is None else f"; {self.points:g} points"
        return f"Check({self.name}: {', '.join(self.answers)}{worth})"

    def judged_by(self, key: Key) -> Check:
        """The same check with another key."""
        return replace(self, key=key)

    def findings(
        self, *answers, student: str = "", rng: np.random.Generator, **named
    ) -> list[Finding]:
        """Everything found, up to the first thing that makes the rest meaningless.

        answers: functions or values, by place or by name; one that is left out is None
        student: the id that decides the individual numbers
        rng: where the check's inputs, and the generators that it hands to a function, come from
        """
        if is_placeholder(student):
            placeholder = (
                f'the notebook still says student = "{PLACEHOLDER}"; write your own id in place of'
                f" {PLACEHOLDER}, in quotes, then run the two cells at the top again"
            )
            return [Finding(False, placeholder)]
        allowed = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)
                   for name in self.answers]  # fmt: skip
        given = inspect.Signature(allowed).bind(*answers, **named)
        given.apply_defaults()
        asked = {name: _ask(name, answer) for name, answer in given.arguments.items()}
        return gather(self.function(**asked, **self._further(student, rng)))

    def _further(self, student: str, rng: np.random.Generator) -> dict:
        wanted = inspect.signature(self.function).parameters
        further = {"student": student, "rng": rng}
        package = self.function.__module__.rpartition(".")[0]
        if "task" in wanted:
            further["task"] = import_module(f"{package}.task").task(student)
        if "key" in wanted:
            further["key"] = self.key or key_of(package.rpartition(".")[2])
        return {name: value for name, value in further.items() if name in wanted}

    def __call__(
        self, *answers, student: str = "", rng: np.random.Generator | None = None, **named
    ) -> float | None:
        """Print the findings; return the points, if there are any. Without `rng` every call draws
        new inputs.
        """
        rng = np.random.default_rng() if rng is None else check_rng(rng)
        with kernel_stays():
            found = self.findings(*answers, student=student, rng=rng, **named)
        print(report(self, found))
        return None if self.points is None else earned(found)


def question(points: float) -> Callable[[Callable], Check]:
    """Turn a function that yields findings into the check of a question worth so many points."""
    return lambda function: Check(function, points)


def exercise(function: Callable[..., Iterator[Finding]]) -> Check:
    """Turn a function that yields findings into the check of an exercise."""
    return Check(function)


def gather(findings: Iterator[Finding]) -> list[Finding]:
    """The findings, up to the first error that an answer raises; this error is the last finding."""
    found = []
    try:
        for finding in findings:
            found.append(finding)
    except StillBlank as blank:
        found.append(Finding(False, str(blank), blank=True))
    except NothingReturned as nothing:
        found.append(Finding(False, str(nothing)))
    except AnswerRaised as raised:
        found.append(of_error("your code", raised.__cause__))
    except Exception as error:  # a value of a student may raise anything when it is looked at
        found.append(of_error("looking at your answer", error))
    return found


def of_error(where: str, error: BaseException) -> Finding:
    """The finding that something raised an error: its kind, and its text for the own run."""
    if isinstance(error, NotImplementedError):
        blank = "not implemented yet" if where == "your code" else f"{where}: not implemented yet"
        return Finding(False, blank)
    kind = next((one for one in type(error).__mro__ if one in KINDS), None)
    named = f"{where} raised {kind.__name__ if kind else 'an error'}"
    exactly = "" if type(error) is kind else f" ({type(error).__name__})"
    return Finding(False, named, own=f"{exactly}: {error}")


def _ask(name: str, answer: object) -> object:
    """A student's function as one whose errors are known to be the student's, and whose first
    result may not be None; any other answer as it is.
    """
    if not callable(answer):
        return answer
    # what has returned something does not lack a `return`; a later None is for the check to judge
    returned = False

    @wraps(answer, updated=())
    def ask(*positional, **keywords):
        nonlocal returned
        try:
            result = answer(*positional, **keywords)
        except (Exception, SystemExit) as error:  # whatever a student's function may raise
            if "ellipsis" in str(error):
                raise StillBlank(BLANK) from error
            raise AnswerRaised from error
        if result is ...:
            raise StillBlank(BLANK)
        if result is None and not returned:
            raise NothingReturned(f"your function {name} returned None: is a `return` missing?")
        returned = True
        return result

    return ask


@contextmanager
def kernel_stays() -> Iterator[None]:
    """`exit()` in an answer is an error of the answer; in Jupyter it would end the kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        yield
        return

    def refuse():
        raise SystemExit("exit() ends nothing here")

    shell.ask_exit = refuse
    try:
        yield
    finally:
        del shell.ask_exit


def earned(found: list[Finding]) -> float:
    """The points of all findings that hold."""
    return float(sum(finding.points for finding in found if finding.holds))


def report(check: Check, found: list[Finding]) -> str:
    """The findings as lines of text: the sum, or how many hold, first."""
    if check.points is None and found and found[-1].blank:
        return f"{check.name.replace('_', ' ')}, your turn: {found[-1].message}."
    of_all = f"{sum(bool(finding.holds) for finding in found)} of {len(found)} hold"
    if check.points is not None:
        of_all = f"{earned(found):g} of {check.points:g} points"
    lines = [f"{check.name.replace('_', ' ')}: {of_all}"]
    for finding in found:
        mark = "✓" if finding.holds else "✗"
        worth = f"  [{earned([finding]):g} of {finding.points:g}]" if finding.points else ""
        lines.append(f"  {mark} {finding.message}{finding.own}{worth}")
    if check.points is None and check.draws:
        lines.append(f"  A right answer fails with probability {ERROR:g} at most.")
    return "\n".join(lines)
