"""Judge numbers, choices and functions that a student hands in.

How exact an answer must be, in the assignments and in the exercises of the chapters:
- a number that a student writes down: half a percent (TOLERANCE), so that three digits
  are enough;
- what a function returns: a part in a million (EXACT), so that single precision is
  enough;
- how many people, rows or answers: exact. A number may always be infinite. A text is
  not a number.

A judge says of a result whether it is right, and which known mistake it is:
`key.against(…)` in an assignment, `known(…)` in an exercise, whose solution is public.
The key that students install says only that an answer may be right, and what that
means.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ldp_checks.findings import AnswerRaised, Fault, Finding, NothingReturned, of_error
from ldp_checks.sealed_answers import EXACT, TOLERANCE, in_a_row

NO_NUMBERS = str, bytes, np.datetime64, np.timedelta64  # which float() may take for one

Judge = Callable[[object], tuple[bool, str]]


def is_blank(answer: object) -> bool:
    """Return whether there is no answer yet."""
    return answer is None or answer is ...


def _as_floats(answer: object) -> np.ndarray | None:
    """Return real numbers as floats; None if there are others, texts or dates."""
    try:
        raw = np.asarray(answer)
        entries = raw.flat if raw.dtype.kind == "O" else ()
        if any(isinstance(entry, NO_NUMBERS) for entry in entries):
            return None
        return raw.astype(float) if raw.dtype.kind in "biufO" else None
    except (TypeError, ValueError, OverflowError):
        return None


def as_numbers(answer: object, shape: tuple[int, ...] = ()) -> np.ndarray | None:
    """Return real numbers of any kind (Fraction, NumPy scalar) as floats of this shape.

    None for anything else, and for NaN. One number may also be an array of one element.
    False and True are 0 and 1 in a list, and no number alone.
    """
    numbers = _as_floats(answer)
    if numbers is None:
        return None
    if shape == () and numbers.size == 1:
        if isinstance(np.asarray(answer).item(), bool | np.bool_):
            return None
        numbers = numbers.reshape(())
    return None if numbers.shape != shape or np.isnan(numbers).any() else numbers


def as_number(answer: object) -> float:
    """Return one real number as a float; NaN for anything else."""
    number = as_numbers(answer)
    return math.nan if number is None else float(number)


def as_codes(answer: object, people: int, kinds: int) -> np.ndarray | None:
    """Return one whole number from 0 to kinds - 1 for each person.

    None for anything else. False is 0, True is 1.
    """
    try:
        raw = np.asarray(answer)
    except ValueError:  # rows of different lengths
        return None
    if raw.dtype.kind not in "biufO" or raw.shape != (people,):
        return None
    is_code = (raw[:, None] == np.arange(kinds)).any(axis=1).all()
    return raw.astype(int) if is_code else None


def as_vector(answer: object, length: int, what: str) -> np.ndarray | str:
    """Return a list of finite numbers as floats, or what is wrong with its form."""
    array = _as_floats(answer)
    if array is None or array.shape != (length,) or not np.isfinite(array).all():
        return f"your function must return {what}, in a list or array of {length}"
    return array


def as_table(
    answer: object, shape: tuple[int, int], bits: bool = True
) -> np.ndarray | str:
    """Return a table of numbers as floats, or a sentence about what is wrong with it.

    bits: whether all must be 0 or 1
    """
    array = _as_floats(answer)
    if array is None:
        return "your function must return a table of numbers"
    if array.shape != shape:
        return (
            f"your function must return a table of shape {shape}; its shape was"
            f" {array.shape}"
        )
    if bits and not np.isin(array, (0, 1)).all():
        return "every entry must be 0 or 1"
    if not np.isfinite(array).all():
        return "every entry must be a finite number"
    return array


def attempt(function: Callable, *arguments, catch: type | tuple = BaseException):
    """Return a function's result, or the error that it raises if one of `catch`."""
    try:
        with np.errstate(all="ignore"):
            return function(*arguments)
    except AnswerRaised as raised:
        if isinstance(raised.__cause__, catch):
            return raised.__cause__
        raise
    except NothingReturned:
        return None


def same(
    result: object, right: object, tolerance: float = EXACT, reach: float = EXACT
) -> bool:
    """Return whether numbers are equal, give or take `tolerance` of their size.

    Next to 0 they may differ by `reach`.
    """
    result, right = np.asarray(result, dtype=float), np.asarray(right, dtype=float)
    return result.shape == right.shape and np.allclose(
        result, right, rtol=tolerance, atol=reach
    )


def known(
    right: object,
    mistakes: Mapping[str, object] = MappingProxyType({}),
    tolerance=TOLERANCE,
) -> Judge:
    """Return the judge of an answer whose right value is public.

    Of several mistakes it names the nearest.

    mistakes: {what to tell the reader: the wrong answer}
    """

    def judge(result: object) -> tuple[bool, str]:
        numbers = in_a_row(result)
        if same(numbers, in_a_row(right), tolerance):
            return True, ""
        distance = {
            why: np.abs(np.nan_to_num(numbers) - np.nan_to_num(in_a_row(wrong))).max()
            for why, wrong in mistakes.items()
            if same(numbers, in_a_row(wrong), tolerance)
        }
        return False, min(distance, key=distance.get, default="")

    return judge


def shown(numbers: ArrayLike) -> str:
    """Return numbers as a person writes them."""
    if np.ndim(numbers):
        return "(" + ", ".join(map(shown, numbers)) + ")"
    number = float(numbers)
    if number.is_integer():
        return f"{int(number):,}"
    if not math.isfinite(number):
        return str(number)
    return f"{number:,.0f}" if abs(number) >= 1_000 else f"{number:.4g}"


def number_finding(
    name: str,
    answer: object,
    judge: Judge,
    hint: str = "",
    points: float = 0,
    shape: tuple[int, ...] = (),
) -> Finding:
    """Judge the number, or the numbers in this order, that a student wrote down.

    hint: what to think about if it is not a known mistake
    """
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet", points)
    numbers = as_numbers(answer, shape)
    if numbers is None:
        wanted = f"{math.prod(shape)} numbers" if shape else "one number"
        message = f"{name} must be {wanted}"
        return Finding(False, message, points, own=_instead_of_it(answer))
    return _verdict(f"{name} = {shown(numbers)}", judge(numbers), hint, points)


def choice_finding(
    name: str,
    answer: object,
    judge: Judge,
    choices: Sequence[str],
    hint: str,
    points: float = 0,
) -> Finding:
    """Judge a string that must be the right one of the choices.

    Capitals, and spaces around it, do not matter.
    """
    if is_blank(answer):
        return Finding(False, f"{name}: not answered yet", points)
    text = str(answer).strip().lower()
    chosen = next((choice for choice in choices if text == choice.lower()), None)
    if chosen is None:
        message = f"{name} must be one of {', '.join(map(repr, choices))}"
        return Finding(False, message, points, own=_instead_of_it(answer))
    return _verdict(f"{name} = {chosen!r}", judge(chosen), hint, points)


def _verdict(
    statement: str, judged: tuple[bool, str], hint: str, points: float
) -> Finding:
    right, why = judged
    if right:
        return Finding(
            True, f"{statement} {why}" if why else f"{statement} is right", points
        )
    why = f": {why or hint}" if why or hint else ""
    return Finding(False, f"{statement} is not right{why}", points)


def _instead_of_it(answer: object) -> str:
    return f"; it is {str(answer)[:40]!r}"


def results_of(
    function: Callable,
    inputs: Sequence[tuple],
    shape: tuple[int, ...] = (),
    what: str = "return one number",
) -> list[np.ndarray] | str:
    """Return the results for copies of all inputs, or a sentence about their form."""
    results = []
    for arguments in inputs:
        given = [
            part.copy() if isinstance(part, np.ndarray) else part for part in arguments
        ]
        results.append(as_numbers(function(*given), shape))
    return what if any(result is None for result in results) else results


def number(
    name: str,
    answer: object,
    right: ArrayLike,
    mistakes: Mapping[str, object] = MappingProxyType({}),
    tolerance: float = TOLERANCE,
) -> Finding:
    """Judge the number of an exercise, whose solution is public."""
    judge = known(right, mistakes, tolerance)
    return number_finding(name, answer, judge, shape=np.shape(right))


def choice(
    name: str, answer: object, right: str, choices: Sequence[str], hint: str
) -> Finding:
    """Judge the choice of an exercise, whose solution is public."""
    return choice_finding(name, answer, lambda text: (text == right, ""), choices, hint)


def formula(
    name: str,
    answer: object,
    results: Callable[..., tuple[object, dict[str, object]]],
    cases: list[tuple],
) -> Finding:
    """Judge a reader's function on all cases, by the right results and known mistakes.

    results: takes the arguments that the reader's function must take; it returns the
        right result, and {what to tell the reader: a wrong result}
    """
    arguments = ", ".join(inspect.signature(results).parameters)
    expected, mistakes = zip(*(results(*case) for case in cases), strict=True)
    answers = []
    calls = [f"{name}({', '.join(map(shown, case))})" for case in cases]
    try:
        require_function(name, answer, arguments)
        for case, call, value in zip(cases, calls, expected, strict=True):
            copies = (np.copy(part) if np.ndim(part) else part for part in case)
            answers.append(as_numbers(ask(call, answer, *copies), np.shape(value)))
            if answers[-1] is None:
                wanted = f"{np.size(value)} numbers" if np.ndim(value) else "one number"
                raise Fault(f"{call} must be {wanted}")
    except Fault as fault:  # what else the exercise asks is still judged
        return fault.finding
    wrong = [i for i in range(len(cases)) if not same(answers[i], expected[i])]
    if not wrong:
        return Finding(True, f"{name}({arguments}) is right")
    of_mistakes = {why: [wrong[why] for wrong in mistakes] for why in mistakes[0]}
    _, why = known(expected, of_mistakes)(answers)
    why = f": {why}" if why else ""
    i = wrong[0]
    return Finding(False, f"{calls[i]} = {shown(answers[i])} is not right{why}")


def require_function(name: str, answer: object, arguments: str) -> None:
    """End the check if there is no function to call."""
    if is_blank(answer):
        raise Fault(f"{name}: not answered yet")
    if not callable(answer):
        raise Fault(
            f"{name} must be a function, which the check calls as {name}({arguments})"
        )


def ask(call: str, function: Callable, *arguments):
    """Return a function's result; end the check if it raises or returns nothing."""
    result = attempt(function, *arguments)
    if isinstance(result, BaseException):
        error = of_error(call, result)
        raise Fault(error.message, own=error.own)
    if is_blank(result):
        raise Fault(
            f"{call} returned nothing: not answered yet, or `return` is missing"
        )
    return result
