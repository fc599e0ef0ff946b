"""What a student's function chooses by itself (names, types, texts, keys, columns,
shapes) is not on the page that reports about hidden inputs: a page is the same whatever
was chosen.
"""

import builtins
import contextlib
import io
import json
from functools import cache, partial
from types import SimpleNamespace

import numpy as np
import pytest
from nbgrader.utils import is_solution
from sampling import sampled

from coursework import assignments
from coursework.grading.grade import _without_hidden_inputs
from coursework.grading.sandbox.notebook import _exception
from coursework.grading.sandbox.wire import decode, encode
from ldp_checks.answers import choice, number
from ldp_checks.findings import KINDS, of_error, report

SECRETS = (
    0x5EC2E7A1B2C3D4E5,
    0x1F2E3D4C5B6A7988,
)  # of which a student would like to see 64 bits
STUDENT = "ada"


def word(secret: int) -> str:
    """Sixteen letters for 64 bits: no rule that takes out digits sees them."""
    return "".join("abcdefghijklmnop"[secret >> 4 * place & 15] for place in range(16))


def raises(secret):
    raise type(word(secret), (Exception,), {})(word(secret))


def raises_a_known_kind(secret):
    raise type(word(secret), (KeyError,), {})(word(secret))


def raises_with_text(secret):
    raise ValueError(word(secret))


def of_own_type(secret):
    return type(word(secret), (), {"__repr__": lambda self: word(secret)})()


def with_attributes(secret):
    array = np.zeros(3).view(type(word(secret), (np.ndarray,), {}))
    setattr(array, word(secret), word(secret))
    return array


def fields(secret):
    return np.zeros(3, dtype=[(word(secret), int)])


ALONE = {
    "error's name": raises,
    "kind's name": raises_a_known_kind,
    "error's text": raises_with_text,
    "type": of_own_type,
    "attribute": with_attributes,
    "fields": fields,
    "text": word,
    "key": lambda secret: {word(secret): word(secret)},
    "pair as key": lambda secret: {(word(secret), 1): 0},
    "list": lambda secret: [word(secret)] * 3,
    "rows": lambda secret: [{word(secret): 1, "decade": word(secret)}],
    "array of texts": lambda secret: np.array([word(secret)] * 5),
    "bytes": lambda secret: word(secret).encode(),
    "shape": lambda secret: np.zeros((secret % 97, secret % 89 + 1)),
    "long shape": lambda secret: np.zeros((0, secret >> 8 & 2**40 - 1)),
    "length": lambda secret: [0] * (secret % 1009),
    "rows of different lengths": lambda secret: [[0] * (4 + secret % 7), [0] * 3],
    "large number": lambda secret: secret,
    "float": lambda secret: secret / 2**70,
}


def more_columns(result, secret):
    """A right answer with a name of one's own in it, where there is room for one."""
    if isinstance(result, list) and all(isinstance(row, dict) for row in result):
        return [row | {word(secret): word(secret)} for row in result]
    if isinstance(result, dict):
        return result | {word(secret): word(secret)}
    if isinstance(result, tuple | list):
        return [*result, word(secret)]
    return [word(secret), result]


def other_texts(result, secret):
    if isinstance(result, list) and all(isinstance(row, dict) for row in result):
        return [row | {"answer": word(secret)} for row in result]
    return np.asarray(result).astype(str).astype(object) if np.size(result) else result


RIGHT_BUT = {"more": more_columns, "texts": other_texts}


@cache
def solved(name: str) -> SimpleNamespace:
    """The assignment with its solution's names."""
    assignment, names = assignments.load(name), {"get_ipython": lambda: None}
    tests = {question.grade_id for question in assignment.questions if question.check}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in assignment.source.cells:
            ids = assignments.grade_ids([cell])
            if cell.cell_type == "code" and not ids & tests:
                named = "student" in ids and not is_solution(cell)
                exec(f"student = {STUDENT!r}" if named else cell.source, names)
    return SimpleNamespace(assignment=assignment, names=names)


def as_sent(function):
    """A function's results and errors as they come out of the sandbox."""

    def ask(*positional, **named):
        try:
            return decode(
                json.loads(json.dumps(encode(function(*positional, **named))))
            )
        except Exception as error:
            raise _exception(type(error).__name__) from None

    return ask


def page(check, names: dict, function_of) -> list[str]:
    answers = [names[name] for name in check.answers]
    answers = [
        as_sent(function_of(value)) if callable(value) else value for value in answers
    ]
    findings = check.findings(*answers, student=STUDENT, rng=np.random.default_rng(7))
    return [_without_hidden_inputs(finding).message for finding in findings]


CODE = [
    (name, question.check.name)
    for name in assignments.names()
    for question in assignments.load(name).questions
    if question.check
]


@pytest.mark.parametrize("case", sampled(CODE, 1 / 3, ids=map(" - ".join, CODE)))
def test_a_page_is_the_same_whatever_an_answer_chooses(case):
    name, question = case
    of = solved(name)
    check = next(
        q.check for q in of.assignment.questions if q.check and q.check.name == question
    )
    if not any(callable(of.names[name]) for name in check.answers):
        return  # its answers are told before any hidden input is seen
    ways = {how: lambda secret, f, make=make: lambda *_, **__: make(secret)
            for how, make in ALONE.items()}  # fmt: skip
    ways |= {how: lambda secret, f, change=change: lambda *a, **k: change(f(*a, **k), secret)
             for how, change in RIGHT_BUT.items()}  # fmt: skip
    for how, way in ways.items():
        pages = [page(check, of.names, partial(way, secret)) for secret in SECRETS]
        assert pages[0] == pages[1], how
        assert not any(word(secret) in "".join(pages[0]) for secret in SECRETS), how


@pytest.mark.parametrize(
    "name, value", [("text", "word"), ("own", of_own_type(1)), ("key", {})]
)
def test_a_written_down_value_of_another_form_is_not_repeated(name, value):
    """Choices and numbers: the student sees what it is, in the own run."""
    for finding in (
        number("share", value, 1),
        choice("share", value, "a", ["a", "b"], ""),
    ):
        assert str(value) not in _without_hidden_inputs(finding).message
        check = SimpleNamespace(points=1, name="share")
        assert repr(str(value)[:40]) in report(check, [finding])


def test_an_error_has_one_of_few_kinds():
    """Of own make or not: a page names a kind that no student made up, 4 bits at
    most."""
    errors = [_exception(name) for name in dir(builtins)] + [
        type("Own", (Exception,), {})("text")
    ]
    messages = {of_error("your code", error).message for error in errors}
    assert len(messages) <= 16 and len(KINDS) < 16, messages
