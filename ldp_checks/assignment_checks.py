"""Offer the checks of an assignment to a notebook, for one student.

checks = assignment("randomized_response", student)
task = checks.task
checks.forced_response()       # judges what the notebook calls forced_response
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import numpy as np

from ldp_checks import assignments
from ldp_checks.findings import Check
from ldp_course.arguments import check_type, refuse


def names() -> list[str]:
    """Return the names of all assignments."""
    return [module.name for module in iter_modules(assignments.__path__)]


def questions(name: str) -> dict[str, Check]:
    """Return the checks of an assignment by name, in the order of its questions."""
    return checks_in(import_module(f"{assignments.__name__}.{name}.questions"))


def checks_in(module: ModuleType) -> dict[str, Check]:
    """Return the checks of a module by name, in its order."""
    return {
        thing.name: thing for thing in vars(module).values() if isinstance(thing, Check)
    }


class Checks:
    """Check one assignment for one student. `task` is what this student is given."""

    def __init__(self, name: str, student: str):
        self._checks, self._student = questions(name), student
        self.task = import_module(f"{assignments.__name__}.{name}.task").task(student)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._checks.values()))

    def __dir__(self) -> list[str]:
        return ["task", *self._checks]

    def __getattr__(self, name: str) -> Callable[..., float]:
        if name.startswith("_") or name not in self._checks:
            raise AttributeError(
                f"there is no question {name!r}; {', '.join(self._checks)}"
            )
        check = self._checks[name]

        def judge(*answers, rng: np.random.Generator | None = None) -> float:
            if not answers:
                # the names in the cell that calls: students need not pass their answers
                notebook = sys._getframe(1).f_globals
                missing = [answer for answer in check.answers if answer not in notebook]
                if missing:
                    title = name.replace("_", " ")
                    print(
                        f"{title}: 0 of {check.points:g} points\n"
                        f"  ✗ there is no {' and no '.join(missing)} yet:"
                        " the cell above did not run, or it has another name there. Run"
                        " it; if it ends"
                        " with an error, such as a SyntaxError, mend that first."
                    )
                    return 0.0
                answers = [notebook[answer] for answer in check.answers]
            return check(*answers, student=self._student, rng=rng)

        answers = ", ".join(check.answers)
        judge.__doc__ = f"{check.function.__doc__}\n\nAnswers: {answers}."
        return judge


def assignment(name: str, student: str) -> Checks:
    """Return the checks of an assignment, for the student with this id."""
    allowed = f"one of {', '.join(names())}"
    check_type("name", name, str, allowed)
    if name not in names():
        refuse("name", name, allowed)
    return Checks(name, student)
