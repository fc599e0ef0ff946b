"""Answers that are functions: whether there is one, what it returns or raises, and whether it is a
formula's.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.checks.answers import as_numbers, is_blank, recognised, same, shown
from ldp_course.checks.feedback import Finding


def not_a_function(name: str, answer, arguments: str) -> Iterator[Finding]:
    """A finding if there is no function to call."""
    if is_blank(answer):
        yield Finding(False, f"{name}: not answered yet")
    elif not callable(answer):
        yield Finding(
            False, f"{name} must be a function, which the check calls as {name}({arguments})"
        )


def ask(call: str, function: Callable, *arguments):
    """What a function returns; a finding if it raises."""
    try:
        return function(*arguments)
    except NotImplementedError:
        return Finding(False, f"{call}: not implemented yet")
    except Exception as error:  # whatever a reader's function may raise
        return Finding(False, f"{call} raised {type(error).__name__}: {error}")


def formula(
    name: str, answer, right: Callable, cases: list[tuple], mistakes: dict[str, Callable]
) -> Finding:
    """Whether a function gives the same numbers as `right` in every case.

    right, and every mistake: functions with the arguments that the reader's function must take
    mistakes: {what to tell the reader: a wrong function}
    """
    arguments = ", ".join(inspect.signature(right).parameters)
    for missing in not_a_function(name, answer, arguments):
        return missing
    expected, numbers = [right(*case) for case in cases], []
    calls = [f"{name}({', '.join(map(shown, case))})" for case in cases]
    for case, call, value in zip(cases, calls, expected, strict=True):
        said = ask(call, answer, *(np.copy(part) if np.ndim(part) else part for part in case))
        if isinstance(said, Finding):
            return said
        if is_blank(said):
            return Finding(
                False, f"{call} returned nothing: not answered yet, or `return` is missing"
            )
        numbers.append(as_numbers(said, np.shape(value)))
        if numbers[-1] is None:
            return Finding(
                False,
                f"{call} must be {f'{np.size(value)} numbers' if np.ndim(value) else 'one number'}",
            )
    wrong = [i for i in range(len(cases)) if not same(numbers[i], expected[i])]
    if not wrong:
        return Finding(True, f"{name}({arguments}) is right")
    known = {
        why: _in_a_row([mistake(*case) for case in cases]) for why, mistake in mistakes.items()
    }
    why = recognised(_in_a_row(numbers), known)
    return Finding(False, f"{calls[wrong[0]]} = {shown(numbers[wrong[0]])} is not right{why}")


def _in_a_row(results: list[ArrayLike]) -> np.ndarray:
    """The numbers of all cases, which may have different shapes."""
    return np.concatenate([np.ravel(result) for result in results])
