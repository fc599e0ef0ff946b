"""Answers in the form that a check needs, and whether numbers, choices and functions are right.

How exact an answer must be, in the assignments and in the exercises of the chapters:
- a number that a student writes down: half a percent (TOLERANCE), so that three digits are enough;
- what a function returns: a part in a million (EXACT), so that single precision is enough;
- how many people, rows or answers: exact. A number may always be infinite. A text is no number.

A judge says of a result whether it is right, and which known mistake it is: `key.against(…)` in an
assignment, `known(…)` in an exercise, whose solution is public. The key that students install does
not say more than that an answer may be right, and what that means.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ldp_checks.feedback import AnswerRaised, Finding, NothingReturned, of_error
from ldp_checks.key import EXACT, TOLERANCE, in_a_row

Judge = Callable[[object], tuple[bool, str]]


def is_blank(answer: object) -> bool:
    """Whether there is no answer yet."""
    return answer is None or answer is ...


def as_numbers(answer: object, shape: tuple[int, ...] = ()) -> np.ndarray | None:
    """Real numbers of any kind (Fraction, NumPy scalar) as floats of this shape; None for anything
    else, and for NaN.

    One number may also be an array of one element.
    """
    try:
        raw = np.asarray(answer)
        if raw.dtype.kind not in "iufO":
            return None
        numbers = raw.astype(float)
    except (TypeError, ValueError, OverflowError):
        return None
    if shape == () and numbers.size == 1:
        numbers = numbers.reshape(())
    return None if numbers.shape != shape or np.isnan(numbers).any() else numbers


def as_number(answer: object) -> float:
    """One real number as a float; NaN for anything else."""
    number = as_numbers(answer)
    return math.nan if number is None else float(number)


def as_codes(answer: object, people: int, kinds: int) -> np.ndarray | None:
    """One whole number from 0 to kinds - 1 for each person; None for anything else. False is 0,
    True is 1.
    """
    try:
        raw = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return None
    if raw.dtype.kind not in "biufO" or raw.shape != (people,):
        return None
    return raw.astype(int) if (raw[:, None] == np.arange(kinds)).any(axis=1).all() else None


def as_vector(answer: object, length: int, what: str) -> np.ndarray | str:
    """A list of finite numbers, as floats; or a sentence that says what is wrong with its form."""
    try:
        array = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        array = np.full(0, np.nan)
    if array.shape != (length,) or not np.isfinite(array).all():
        return f"your function must return {what}, in a list or array of {length}"
    return array


def as_table(answer: object, shape: tuple[int, int], bits: bool = True) -> np.ndarray | str:
    """A table of numbers, as floats, of 0s and 1s if `bits`; or a sentence that says what is wrong
    with its form.
    """
    try:
        array = np.asarray(answer, dtype=float)
    except (TypeError, ValueError):
        return "your function must return a table of numbers"
    if array.shape != shape:
        return f"your function must return a table of shape {shape}; its shape was {array.shape}"
    if not (np.isin(array, (0, 1)) if bits else np.isfinite(array)).all():
        return "every entry must be 0 or 1" if bits else "every entry must be a finite number"
    return array


def attempt(function: Callable, *arguments, catch: type | tuple = BaseException):
    """What a student's function returns, or the error that it raises if it is one of `catch`."""
    try:
        with np.errstate(all="ignore"):
            return function(*arguments)
    except AnswerRaised as raised:
        if isinstance(raised.__cause__, catch):
            return raised.__cause__
        raise
    except NothingReturned:
        return None


def same(found: object, right: object, tolerance: float = EXACT, reach: float = EXACT) -> bool:
    """Whether numbers are equal, give or take `tolerance` of their size and `reach`, which counts
    next to 0.
    """
    found, right = np.asarray(found, dtype=float), np.asarray(right, dtype=float)
    return found.shape == right.shape and np.allclose(found, right, rtol=tolerance, atol=reach)


def known(
    right: object, mistakes: Mapping[str, object] = MappingProxyType({}), tolerance=TOLERANCE
) -> Judge:
    """The judge of an answer whose right value is public. Of several mistakes it names the nearest.

    mistakes: {what to tell the reader: the wrong answer}
    """

    def judge(result: object) -> tuple[bool, str]:
        found = in_a_row(result)
        if same(found, in_a_row(right), tolerance):
            return True, ""
        distance = {
            why: np.abs(np.nan_to_num(found) - np.nan_to_num(in_a_row(wrong))).max()
            for why, wrong in mistakes.items()
            if same(found, in_a_row(wrong), tolerance)
        }
        return False, min(distance, key=distance.get, default="")

    return judge


def shown(numbers: ArrayLike) -> str:
    """Numbers as a person writes them."""
    if np.ndim(numbers):
        return "(" + ", ".join(map(shown, numbers)) + ")"
    number = float(numbers)
    if number.is_integer():
        return f"{int(number):,}"
    return (
        str(number)
        if not math.isfinite(number)
        else f"{number:,.0f}"
        if abs(number) >= 1_000
        else f"{number:.4g}"
    )


def number_finding(
    name: str,
    answer: object,
    judge: Judge,
    hint: str = "",
    points: float = 0,
    shape: tuple[int, ...] = (),
) -> Finding:
    """Whether a student wrote down the right number, or the right numbers in this order.

    hint: what to think about if it is no known mistake
    """
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet", points)
    numbers = as_numbers(answer, shape)
    if numbers is None:
        wanted = f"{math.prod(shape)} numbers" if shape else "one number"
        return Finding(False, f"{name} must be {wanted}", points, own=_instead_of_it(answer))
    right, why = judge(numbers)
    if right:
        return Finding(True, f"{name} = {shown(numbers)} {why or 'is right'}", points)
    why = why or hint
    return Finding(
        False, f"{name} = {shown(numbers)} is not right" + f": {why}" * bool(why), points
    )


def choice_finding(
    name: str, answer: object, judge: Judge, choices: Sequence[str], hint: str, points: float = 0
) -> Finding:
    """Whether a string is the right one of the choices; capitals and spaces around it do not
    matter.
    """
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet", points)
    said = next(
        (choice for choice in choices if str(answer).strip().lower() == choice.lower()), None
    )
    if said is None:
        allowed = ", ".join(map(repr, choices))
        wanted = f"{name} must be one of {allowed}"
        return Finding(False, wanted, points, own=_instead_of_it(answer))
    right, why = judge(said)
    if right:
        return Finding(True, f"{name} = {said!r} {why or 'is right'}", points)
    return Finding(False, f"{name} = {said!r} is not right: {why or hint}", points)


def _instead_of_it(answer: object) -> str:
    return f"; it is {str(answer)[:40]!r}"


def results_of(
    function: Callable,
    inputs: Sequence[tuple],
    shape: tuple[int, ...] = (),
    what: str = "return one number",
) -> list[np.ndarray] | str:
    """What a function returns for copies of all inputs; or a sentence about the form that it must
    have.
    """
    results = []
    for arguments in inputs:
        given = [part.copy() if isinstance(part, np.ndarray) else part for part in arguments]
        results.append(as_numbers(function(*given), shape))
    return what if any(result is None for result in results) else results


def number(
    name: str,
    answer: object,
    right: ArrayLike,
    mistakes: Mapping[str, object] = MappingProxyType({}),
    tolerance: float = TOLERANCE,
) -> Finding:
    """The number of an exercise, whose solution is public."""
    return number_finding(name, answer, known(right, mistakes, tolerance), shape=np.shape(right))


def choice(name: str, answer: object, right: str, choices: Sequence[str], hint: str) -> Finding:
    """The choice of an exercise, whose solution is public."""
    return choice_finding(name, answer, lambda said: (said == right, ""), choices, hint)


def formula(
    name: str, answer: object, right: Callable, cases: list[tuple], mistakes: dict[str, Callable]
) -> Finding:
    """Whether a reader's function gives the same numbers as `right`, which is public.

    right, and every mistake: functions with the arguments that the reader's function must take
    mistakes: {what to tell the reader: a wrong function}
    """
    arguments = ", ".join(inspect.signature(right).parameters)
    if missing := no_function(name, answer, arguments):
        return missing
    expected, numbers = [right(*case) for case in cases], []
    calls = [f"{name}({', '.join(map(shown, case))})" for case in cases]
    for case, call, value in zip(cases, calls, expected, strict=True):
        said = ask(call, answer, *(np.copy(part) if np.ndim(part) else part for part in case))
        if isinstance(said, Finding):
            return said
        numbers.append(as_numbers(said, np.shape(value)))
        if numbers[-1] is None:
            wanted = f"{np.size(value)} numbers" if np.ndim(value) else "one number"
            return Finding(False, f"{call} must be {wanted}")
    wrong = [i for i in range(len(cases)) if not same(numbers[i], expected[i])]
    if not wrong:
        return Finding(True, f"{name}({arguments}) is right")
    found = {why: [mistake(*case) for case in cases] for why, mistake in mistakes.items()}
    _, why = known(expected, found)(numbers)
    why = f": {why}" if why else ""
    return Finding(False, f"{calls[wrong[0]]} = {shown(numbers[wrong[0]])} is not right{why}")


def no_function(name: str, answer: object, arguments: str) -> Finding | None:
    """A finding if there is no function to call."""
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet")
    if not callable(answer):
        told = f"{name} must be a function, which the check calls as {name}({arguments})"
        return Finding(False, told)
    return None


def ask(call: str, function: Callable, *arguments):
    """What a function returns; a finding if it raises or returns nothing. The check goes on."""
    result = attempt(function, *arguments)
    if isinstance(result, BaseException):
        return of_error(call, result)
    if is_blank(result):
        message = f"{call} returned nothing: not answered yet, or `return` is missing"
        return Finding(False, message)
    return result
