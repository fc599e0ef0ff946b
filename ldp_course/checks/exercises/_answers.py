"""Answers without chance: a number, a choice, and a function that computes numbers.

`mistakes` are wrong answers that are known: {the sentence that tells the reader what it is: the wrong answer}.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ldp_course.checks.feedback import Finding

TOLERANCE = 0.005  # relative: three digits of a number are enough
EXACT = 1e-6  # relative: a function does not round


def is_blank(answer) -> bool:
    return answer is None or answer is ...


def as_numbers(answer, shape: tuple[int, ...] = ()) -> np.ndarray | None:
    """The answer as floats of this shape; None if it is anything else, or not a number (NaN)."""
    try:
        raw = np.asarray(answer)
        numbers = None if raw.dtype.kind not in "iufO" else raw.astype(float)
    except (TypeError, ValueError):
        return None
    return None if numbers is None or numbers.shape != shape or np.isnan(numbers).any() else numbers


def same(numbers, others, tolerance: float = TOLERANCE) -> bool:
    """Equal to a relative tolerance; next to 0 the difference counts."""
    return np.shape(numbers) == np.shape(others) and np.allclose(numbers, others, rtol=tolerance, atol=1e-9)


def shown(numbers) -> str:
    """Numbers as a person writes them."""
    if np.ndim(numbers):
        return "(" + ", ".join(shown(number) for number in numbers) + ")"
    number = float(numbers)
    if number.is_integer():
        return f"{int(number):,}"
    return str(number) if not np.isfinite(number) else f"{number:,.0f}" if abs(number) >= 1_000 else f"{number:.4g}"


def hint_for(numbers, mistakes: dict[str, object], tolerance: float = TOLERANCE) -> str:
    """": " and the sentence of the mistake that leads to these numbers; "" if none does."""
    return next((f": {why}" for why, wrong in mistakes.items() if same(numbers, wrong, tolerance)), "")


def number(name: str, answer, right, mistakes: dict[str, object], tolerance: float = TOLERANCE) -> Finding:
    """Whether the answer is this number, or these numbers in this order."""
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet")
    numbers = as_numbers(answer, np.shape(right))
    if numbers is None:
        return Finding(False, f"{name} must be {f'{np.size(right)} numbers' if np.ndim(right) else 'one number'}")
    if same(numbers, right, tolerance):
        return Finding(True, f"{name} = {shown(numbers)} is right")
    return Finding(False, f"{name} = {shown(numbers)} is not right{hint_for(numbers, mistakes, tolerance)}")


def choice(name: str, answer, right: str, choices: Sequence[str], hint: str) -> Finding:
    """Whether the answer is the right one of these words; capitals do not matter."""
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet")
    said = str(answer).strip().lower()
    if said == right.lower():
        return Finding(True, f"{name} = {right!r} is right")
    if said not in [one.lower() for one in choices]:
        return Finding(False, f"{name} must be one of {', '.join(map(repr, choices))}")
    return Finding(False, f"{name} = {answer!r} is not right: {hint}")


def not_a_function(name: str, answer, arguments: str) -> Iterator[Finding]:
    """A finding if there is no function to call."""
    if is_blank(answer):
        yield Finding(False, f"{name}: not answered yet")
    elif not callable(answer):
        yield Finding(False, f"{name} must be a function, which the check calls as {name}({arguments})")


def ask(call: str, function: Callable, *arguments):
    """What a function returns; a finding if it raises."""
    try:
        return function(*arguments)
    except NotImplementedError:
        return Finding(False, f"{call}: not implemented yet")
    except Exception as error:  # whatever a reader's function may raise
        return Finding(False, f"{call} raised {type(error).__name__}: {error}")


def formula(name: str, answer, right: Callable, cases: list[tuple], mistakes: dict[str, Callable]) -> Finding:
    """Whether a function gives the same numbers as `right` in every case.

    right, and every mistake: functions with the arguments that the reader's function must take
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
            return Finding(False, f"{call} returned nothing: not answered yet, or `return` is missing")
        numbers.append(as_numbers(said, np.shape(value)))
        if numbers[-1] is None:
            return Finding(False, f"{call} must be {f'{np.size(value)} numbers' if np.ndim(value) else 'one number'}")
    wrong = [i for i in range(len(cases)) if not same(numbers[i], expected[i], EXACT)]
    if not wrong:
        return Finding(True, f"{name}({arguments}) is right")
    results = {why: [mistake(*case) for case in cases] for why, mistake in mistakes.items()}
    hint = next((f": {why}" for why, result in results.items() if all(map(same, numbers, result))), "")
    return Finding(False, f"{calls[wrong[0]]} = {shown(numbers[wrong[0]])} is not right{hint}")
