"""What came of a case: right, a clear error, another exception, silently wrong, or slow."""

import contextlib
import dataclasses
import re
import signal
import time
import warnings

import numpy as np
import pandas as pd

SECONDS = 1.0  # of processor time; a plain case takes a few thousandths
OUTCOMES = ("right", "clear error", "unclear or foreign error", "silently wrong", "slow")


class TooLong(BaseException):
    """Raised in a case that goes on for several times what is allowed."""


def judge(call, argument, value, wanted):
    """(outcome, what happened) of one case."""
    start = time.process_time()
    try:
        with _at_most(5 * SECONDS), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = call.run(argument, value)
    except TooLong:
        return "slow", f"more than {5 * SECONDS} s"
    except Exception as error:
        return _slow(start) or _judge_error(error, argument, value, wanted)
    if slow := _slow(start):
        return slow
    if wanted.kind == "bad":
        return "silently wrong", f"returned {_cut(result)}"
    plain = call.run(argument, wanted.plain)
    if same(result, plain):
        return "right", ""
    return "silently wrong", f"returned {_cut(result)}, for the plain form {_cut(plain)}"


def _slow(start):
    spent = time.process_time() - start
    return ("slow", f"{spent:.1f} s") if spent > SECONDS else None


def _judge_error(error, argument, value, wanted):
    found = f"{type(error).__name__}: {str(error)[:300]}"
    if wanted.kind == "right":
        return "unclear or foreign error", f"refused though right: {found}"
    if type(error) not in (ValueError, TypeError):
        return "unclear or foreign error", found
    message = str(error)
    if len(message) > 700:
        return "unclear or foreign error", f"message of {len(message)} characters: {found}"
    named = re.search(rf"\b{argument}\b", message)
    allowed = re.search(r"\b(must|allowed|only)\b", message)
    if not named or not allowed or not _shows(message, value):
        return "unclear or foreign error", f"unclear: {found}"
    return "clear error", ""


def _shows(message, value):
    """Whether something of the value is in the message: itself, its type, shape or an entry."""
    if re.search(r"\b(empty|masked|ragged|returned|repeats|sums?)\b", message):
        return True
    if type(value).__name__ in message or _is_in(value, message):
        return True
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        listed = list(value) if isinstance(value, (set, frozenset)) else value
        entries = np.asarray(listed, None if hasattr(value, "__array__") else object).ravel()
        if any(_is_in(entry, message) for entry in list(entries)[:30_001]):
            return True
    return bool(re.search(r"has (shape|dtype)|holds", message))


def _is_in(value, message):
    try:
        shown = repr(value)
    except ValueError:  # a whole number of more than 4,300 digits
        return bool(re.search(r"digits|10\*\*|large", message))
    written = f"{value:g}" if isinstance(value, float) else str(value)[:12]
    return shown[:12] in message or written in message


def same(first, second):
    """Whether two results are equal in every number that they hold."""
    if dataclasses.is_dataclass(first):
        return type(first) is type(second) and same(vars(first), vars(second))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    if isinstance(first, (pd.DataFrame, pd.Series)):
        return type(first) is type(second) and same(first.to_numpy(), second.to_numpy())
    if isinstance(first, (tuple, list)):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, (np.ndarray, float, int, np.generic)) and not isinstance(first, bool):
        first, second = np.asarray(first), np.asarray(second)
        if first.shape != second.shape or first.dtype.kind != second.dtype.kind:
            return False
        if first.dtype.kind == "f":
            return np.allclose(first, second, rtol=1e-12, atol=0, equal_nan=True)
        return np.array_equal(first, second)
    return type(first) is type(second) and first == second


@contextlib.contextmanager
def _at_most(seconds):
    def stop(*_):
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _cut(result):
    try:
        return " ".join(repr(result).split())[:120]
    except Exception:  # a whole number of more than 4,300 digits, or an object in disorder
        return f"a {type(result).__name__}"
