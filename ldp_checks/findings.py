"""Define checks, and the findings that they yield.

A check is a function that looks at answers and yields findings, the most important
first. Called in a notebook it prints them and returns the points; a grading program
takes the findings themselves. An exercise of a chapter is a check without points. What
makes the rest meaningless is raised as a `Fault`, and is the last finding.
"""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module

import numpy as np

from ldp_checks.individual_numbers import PLACEHOLDER, is_placeholder
from ldp_checks.plain_form import plain_form
from ldp_checks.sealed_answers import Key, key_of
from ldp_checks.statistical_limits import ERROR
from ldp_course.arguments import check_rng

# of processor time, for all calls of a student's functions in one question. The grading
# gives more, since its machine may be slower: who passes here is not stopped there.
ANSWER_SECONDS = 60
TOO_SLOW = (
    f"your code took more than {ANSWER_SECONDS} seconds of processor time for this"
    " question, and the grading would stop it, too: work on whole arrays, or make fewer"
    " draws for each person"
)
BLANK = "write your line in place of ... and run again"
# The names of errors that are reported where inputs are hidden: a name that a student
# made up could spell out an input.
KINDS = (
    ArithmeticError, AssertionError, AttributeError, ImportError, IndexError, KeyError,
    MemoryError, NameError, OSError, RecursionError, SystemExit, TypeError, ValueError,
    ZeroDivisionError,
)  # fmt: skip
# parameters of a check besides the answers
NOT_ANSWERS = ("student", "task", "key", "rng")


@dataclass(frozen=True)
class Finding:
    """Say of one thing whether it holds, what the student reads, and what it is worth.

    error: the probability, at most, with which it does not hold for a right answer; 0
        if there is no chance in it
    blank: the answer still has the `...` that a "your turn" cell leaves to its reader
    own: what follows the message in the student's own run only: words that the answer
        chose. A grading has hidden inputs, which such words could spell out
    """

    holds: bool
    message: str
    points: float = 0
    error: float = 0
    blank: bool = False
    own: str = ""


class Fault(Exception):
    """End a check with a last finding, which does not hold."""

    def __init__(self, message: str, points: float = 0, own: str = ""):
        super().__init__(message)
        self.finding = Finding(False, message, points, own=own)


class AnswerRaised(Exception):
    """Tell that a student's function raised an error, which is the cause."""


class StillBlank(Exception):
    """Tell that an answer has a `...` where the student's own line belongs."""


class NothingReturned(Exception):
    """Tell that a student's function returned None."""


@dataclass(frozen=True)
class Check:
    """Check one question or exercise; made by the decorator `question` or `exercise`.

    Its function takes the answers, and by name what it needs of: student (the id), task
    (what `task(student)` of the file beside it gives), key (which judges results), rng
    (all chance).
    """

    function: Callable[..., Iterator[Finding]]
    points: float | None = None
    key: Key | None = None  # else the one that is shipped

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def answers(self) -> list[str]:
        parameters = inspect.signature(self.function).parameters
        return [name for name in parameters if name not in NOT_ANSWERS]

    @property
    def draws(self) -> bool:
        """Return whether chance plays a part in it."""
        return "rng" in inspect.signature(self.function).parameters

    def __repr__(self) -> str:
        worth = "" if self.points is None else f"; {self.points:g} points"
        return f"Check({self.name}: {', '.join(self.answers)}{worth})"

    def judged_by(self, key: Key) -> Check:
        """Return the same check with another key."""
        return replace(self, key=key)

    def findings(
        self, *answers, student: str = "", rng: np.random.Generator, **named
    ) -> list[Finding]:
        """Return all findings, up to the first that makes the rest meaningless.

        answers: functions or values, by place or by name; one that is left out is None
        student: the id that decides the individual numbers
        rng: the source of the check's inputs, and of the generators that it hands to a
            function
        """
        if is_placeholder(student):
            message = (
                f'the notebook still says student = "{PLACEHOLDER}"; write your own id'
                f" in place of {PLACEHOLDER}, in quotes, then run the two cells at the"
                " top again"
            )
            return [Finding(False, message)]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(a, kind, default=None) for a in self.answers]
        given = inspect.Signature(parameters).bind(*answers, **named)
        given.apply_defaults()
        most = np.inf if self.points is None else ANSWER_SECONDS
        timer = Timer(most)
        guarded = {n: _guarded(n, a, timer) for n, a in given.arguments.items()}
        findings = gather(self.function(**guarded, **self._further(student, rng)))
        if timer.seconds > most / 2 and all(finding.holds for finding in findings):
            own = f": {timer.seconds:.0f} seconds of processor time, of {most}"
            findings.append(Finding(True, "quick enough to be graded", own=own))
        return findings

    def _further(self, student: str, rng: np.random.Generator) -> dict:
        """Return what the check's function takes besides the answers."""
        parameters = inspect.signature(self.function).parameters
        further = {"student": student, "rng": rng}
        package = self.function.__module__.rpartition(".")[0]
        if "task" in parameters:
            further["task"] = import_module(f"{package}.task").task(student)
        if "key" in parameters:
            further["key"] = self.key or key_of(package.rpartition(".")[2])
        return {name: value for name, value in further.items() if name in parameters}

    def __call__(
        self,
        *answers,
        student: str = "",
        rng: np.random.Generator | None = None,
        **named,
    ) -> float | None:
        """Print the findings, and return the points if there are any.

        Without `rng` every call draws new inputs.
        """
        rng = np.random.default_rng() if rng is None else check_rng(rng)
        with kernel_stays():
            findings = self.findings(*answers, student=student, rng=rng, **named)
        print(report(self, findings))
        return None if self.points is None else earned(findings)


def question(points: float) -> Callable[[Callable], Check]:
    """Make a function that yields findings the check of a question with points."""
    return lambda function: Check(function, points)


def exercise(function: Callable[..., Iterator[Finding]]) -> Check:
    """Make a function that yields findings the check of an exercise."""
    return Check(function)


def gather(findings: Iterator[Finding]) -> list[Finding]:
    """Collect findings until an answer raises an error, which is the last finding."""
    gathered = []
    try:
        for finding in findings:
            gathered.append(finding)
    except Fault as fault:
        gathered.append(fault.finding)
    except StillBlank as blank:
        gathered.append(Finding(False, str(blank), blank=True))
    except NothingReturned as nothing:
        gathered.append(Finding(False, str(nothing)))
    except AnswerRaised as raised:
        gathered.append(of_error("your code", raised.__cause__))
    # a value of a student may raise anything when it is looked at
    except Exception as error:
        gathered.append(of_error("looking at your answer", error))
    return gathered


def part(findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield the findings of a part of a check; a fault ends the part only."""
    try:
        yield from findings
    except Fault as fault:
        yield fault.finding


def of_error(where: str, error: BaseException) -> Finding:
    """Return the finding that an error was raised; its text is for the own run only."""
    if isinstance(error, NotImplementedError):
        prefix = "" if where == "your code" else f"{where}: "
        return Finding(False, f"{prefix}not implemented yet")
    kind = next(
        (ancestor for ancestor in type(error).__mro__ if ancestor in KINDS), None
    )
    message = f"{where} raised {kind.__name__}" if kind else f"{where} raised an error"
    exactly = "" if type(error) is kind else f" ({type(error).__name__})"
    return Finding(False, message, own=f"{exactly}: {error}")


@dataclass
class Timer:
    """Count the processor time of a student's functions, and end a long check."""

    most: float
    seconds: float = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        began = time.process_time()
        try:
            yield
        finally:
            self.seconds += time.process_time() - began
        if self.seconds > self.most:
            raise Fault(TOO_SLOW)


def _plain(answer: object) -> object:
    """Return the plain form; what cannot be read as it is, for the check to judge."""
    try:
        return plain_form(answer)
    except Exception:  # of a student's object
        return answer


def _guarded(name: str, answer: object, timer: Timer) -> object:
    """Return an answer in its plain form, or a function that returns its results so.

    Errors of a student's function are known as the student's. Its first result may not
    be None.
    """
    if not callable(answer):
        return _plain(answer)
    # A function that has returned something does not lack a `return`; whether a later
    # None is right is for the check to judge.
    returned = False

    @wraps(answer, updated=())
    def call(*positional, **keywords):
        nonlocal returned
        try:
            with timer.running():
                result = answer(*positional, **keywords)
        except Fault:
            raise
        # whatever a student's function may raise
        except (Exception, SystemExit) as error:
            if "ellipsis" in str(error):
                raise StillBlank(BLANK) from error
            raise AnswerRaised from error
        if result is ...:
            raise StillBlank(BLANK)
        if result is None and not returned:
            raise NothingReturned(
                f"your function {name} returned None: is a `return` missing?"
            )
        returned = True
        return _plain(result)

    return call


@contextmanager
def kernel_stays() -> Iterator[None]:
    """Make `exit()` in an answer an error; in Jupyter it would end the kernel."""
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


def earned(findings: list[Finding]) -> float:
    """Return the points of all findings that hold."""
    return float(sum(finding.points for finding in findings if finding.holds))


def report(check: Check, findings: list[Finding]) -> str:
    """Return the findings as lines of text: the sum, or how many hold, first."""
    name = check.name.replace("_", " ")
    if check.points is None and findings and findings[-1].blank:
        return f"{name}, your turn: {findings[-1].message}."
    if check.points is None:
        holding = sum(bool(finding.holds) for finding in findings)
        lines = [f"{name}: {holding} of {len(findings)} hold"]
    else:
        lines = [f"{name}: {earned(findings):g} of {check.points:g} points"]
    for finding in findings:
        mark = "✓" if finding.holds else "✗"
        points = f"  [{earned([finding]):g} of {finding.points:g}]"
        worth = points if finding.points else ""
        lines.append(f"  {mark} {finding.message}{finding.own}{worth}")
    if check.points is None and check.draws:
        lines.append(f"  A right answer fails with probability {ERROR:g} at most.")
    return "\n".join(lines)
