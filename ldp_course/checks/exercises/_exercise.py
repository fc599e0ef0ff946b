"""The check of one exercise."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import numpy as np

from ldp_course.checks.feedback import Finding, gather, under
from ldp_course.checks.statistics import ERROR


class Exercise:
    """Call it with answers, by place or by name: it prints what it finds. Made by the decorator
    `exercise`.

    A check with an argument `rng` tests with chance, and fails a right answer with probability
    ERROR at most.
    """

    def __init__(self, function: Callable[..., Iterator[Finding]]):
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__
        parameters = inspect.signature(function).parameters
        self.draws = "rng" in parameters
        answers = [
            parameter.replace(default=None)
            for name, parameter in parameters.items()
            if name != "rng"
        ]
        self.__signature__ = inspect.Signature(answers)

    def __repr__(self):
        return f"Exercise({self.name}{self.__signature__})"

    def findings(self, *answers, rng: np.random.Generator, **named) -> list[Finding]:
        """Everything found; an answer that is not given is None."""
        given = self.__signature__.bind(*answers, **named)
        given.apply_defaults()
        chance = {"rng": rng} if self.draws else {}
        return gather(self.function(*given.args, **chance))

    def __call__(self, *answers, rng: np.random.Generator | None = None, **named) -> None:
        """Print the findings. Without `rng` every call draws new inputs."""
        found = self.findings(*answers, rng=rng or np.random.default_rng(), **named)
        hold = sum(finding.holds for finding in found)
        print(under(f"{self.name.replace('_', ' ')}: {hold} of {len(found)} hold", found))
        if self.draws:
            print(f"  A right answer fails with probability {ERROR:g} at most.")


def exercise(function: Callable[..., Iterator[Finding]]) -> Exercise:
    """Turn a function that yields findings into the check of an exercise."""
    return Exercise(function)
