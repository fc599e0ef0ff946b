"""A line that is written in the page is read as Python reads it, and judged alike."""

import ast
import math
import random
from functools import cache

import nbformat
import numpy as np
import pytest
import your_turn

from ldp_checks.answers import formula
from tests.book.parts import BOOK, CHAPTERS


@cache
def sources(chapter):
    cells = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


CELLS = {
    f"{chapter}.{source.partition('(')[0].removeprefix('def ')}": (chapter, place)
    for chapter in CHAPTERS
    for place, source in enumerate(sources(chapter))
    if "..." in source and source.startswith("def ") and "exercises." in source
}


@cache
def task(name):
    chapter, place = CELLS[name]
    return your_turn.task_of(sources(chapter), place)


def judge(name, text):
    return your_turn.engine().call("judge", task(name), text)


# ---- the cells


def test_most_cells_have_a_field():
    with_field = [name for name in CELLS if task(name)]
    assert len(CELLS) >= 44 and len(with_field) >= 30


# where the book's answer has a further line before the one that is asked for
IN_ONE_LINE = {
    "epsilon.most_caught": "np.minimum(np.exp(epsilon) * alpha, "
    "1 - (1 - alpha) / np.exp(epsilon))",
    "randomized_response.estimate": "(r - (1 - p)) / (2 * p - 1)",
    "shufflers.sticks_out": "max(np.maximum(0, one - factor * other).sum(), "
    "np.maximum(0, other - factor * one).sum())",
    "testing_mechanisms.true_epsilon": "math.log(1 + k * p / (1 - p))",
    "testing_mechanisms.chi_squared": "sum((counted - expected) ** 2 / expected)",
}


def asked_by_the_notebook(name):
    """Return the book's line, and what the notebook's check asks `formula`."""
    chapter, place = CELLS[name]
    blank, answer, _, namespace, check = your_turn.exercise_of(sources(chapter), place)
    at = next(i for i, part in enumerate(blank.body) if "..." in ast.unparse(part))
    before, after = task(name)["around"]
    line = ast.get_source_segment(sources(chapter)[place + 1], answer.body[at])
    line = line.removeprefix(before).removesuffix(after)
    asked = your_turn.asked_by(check, namespace[answer.name])
    return IN_ONE_LINE.get(name, line), asked


@pytest.mark.parametrize("name", CELLS)
def test_a_line_gets_the_words_of_the_notebook(name):
    """The book's line, each known mistake, and other wrong results."""
    if not task(name):
        return
    line, (function, _, results, cases) = asked_by_the_notebook(name)
    called = iter(())

    def next_result(*_):
        return next(called)

    def in_the_notebook(wrong):
        nonlocal called
        called = iter(wrong)
        return formula(function, next_result, results, cases).message

    def on_the_page(wrong):
        wrong = [np.asarray(result).tolist() for result in wrong]
        found = your_turn.engine().call("verdict", task(name), wrong)
        return found["message"].replace("\N{NO-BREAK SPACE}", " ")

    said = judge(name, line)
    assert said == {"right": True, "message": task(name)["praise"]}, said
    right, mistakes = zip(*(results(*case) for case in cases), strict=True)
    right = [np.asarray(value, dtype=float) for value in right]
    tries = [[wrong[why] for wrong in mistakes] for why in mistakes[0]]
    tries += [[f(x) for x in right] for f in OTHERS]
    for wrong in tries:
        assert on_the_page(wrong) == in_the_notebook(wrong)


OTHERS = (
    lambda x: x,
    lambda x: 1.3 * x + 0.17,
    lambda x: 1.001 * x,
    lambda x: 1e-6 * x + 2e-5,
    lambda x: -123_456.7 * x - 1e4,
    lambda x: [x, x],
    lambda x: x.ravel()[:1],
)


# ---- the lines

NAMES = {
    "a": 0.75,
    "b": -3,
    "k": 4,
    "u": np.array([0.5, 2.0, -1.25]),
    "v": np.array([3, 1, 2]),
    "w": np.array([[1.5, 0, 2], [-1, 4, 0.25]]),
}
CALLS = (
    "np.exp({} / 100)", "np.sqrt({} ** 2 + 1)", "np.log(abs({}) + 1)", "abs({})",
    "np.maximum({}, {})", "np.minimum({}, {})", "np.where({} < {}, {}, {})",
    "np.clip({}, -1, 1)", "np.tanh({} / 50)", "np.floor({} / 7)",
)  # fmt: skip
TO_ONE = (
    "np.sum({})", "np.mean({})", "np.array([{}, {}]).max()", "len(u)", "u.sum()",
    "w.mean()", "w.sum(axis=0)[1]", "w.max(axis=1).min()", "sum(v)", "max(u)",
    "min({}, {})", "int({})", "math.exp({} / 100)", "u @ v", "(w @ u)[0]", "w.size",
    "np.average(u, weights=v)", "u[u <= a].sum()", "max(v.max(initial=-1), {})",
    "({} if {} <= {} else {})", "w.shape[1]", "np.arange(1, k + 1)[-1]",
)  # fmt: skip


def expression(rng, depth, arrays=True):
    """Return a random expression; without arrays its value is one number."""

    def fill(pattern, arrays):
        parts = (expression(rng, depth - 1, arrays) for _ in range(pattern.count("{}")))
        return pattern.format(*parts)

    if depth == 0:
        names = "abkuvw" if arrays else "abk"
        return rng.choice([*names, "2", "1_000", ".5", "3e-2", "7"])
    kind = rng.randrange(8)
    if kind < 4:
        sign = rng.choice(["+", "-", "*", "+", "-", "*", "/", "//", "%"])
        left, right = (expression(rng, depth - 1, arrays) for _ in range(2))
        right = f"({right})" if rng.random() < 0.5 else right
        if sign in ("/", "//", "%"):
            right = rng.choice(["7", "k", "-2.5", "(a + 1)"])
        return f"{left} {sign} {right}"
    if kind == 4:
        return f"({expression(rng, depth - 1, arrays)}) ** {rng.choice('234')}"
    if kind == 5:
        return f"-{fill('({})', arrays)}"
    if kind == 6 and arrays:
        return fill(rng.choice(CALLS), arrays)
    return fill(rng.choice(TO_ONE), False)


def test_expressions_have_the_values_of_python():
    """400 random ones, and some by hand."""
    rng = random.Random(29)
    by_hand = ["-2 ** 2", "2 ** -1", "2 ** 3 ** 2", "7 // -2", "-7 % 3", "1 // .1"]
    by_hand += ["a, b", "[a, (b)]", "(u < a) + 1", "1 - u[-1] * 2", "w @ w[0]"]
    by_hand += ["np.mean(w, axis=-1, keepdims=True) + w", "w - w.mean(axis=0)"]
    texts = by_hand + [expression(rng, rng.randint(1, 4)) for _ in range(400)]
    given = your_turn.plain(NAMES)
    for text in texts:
        with np.errstate(all="ignore"):
            value = np.asarray(eval(text, {"np": np, "math": math} | NAMES), float)
        found = your_turn.engine().call("run", [f"return {text}"], given)
        found = np.asarray(found, dtype=float)
        assert found.shape == value.shape, text
        np.testing.assert_allclose(found, value, rtol=1e-9, atol=1e-9, err_msg=text)


# ---- what is no arithmetic is not called wrong

PEOPLE = "many_questions.people"
REFUSED = {
    "": "Write your line first.",
    "return": "Write your line first.",
    "h *": "ends too early",
    "(h": "ends too early",
    "h ^ 2": "**, and not with ^",
    "noise(epsilon) / (h - h)": "divides by 0",
    "h + nois(epsilon)": "does not know “nois”",
    "h.constructor": "does not know “constructor”",
    "constructor": "does not know “constructor”",
    "np.random.random()": "does not know “random”",
    "h) + (share": "not “)”",
    "sum(h for h in [1, 2])": "not “for”",
    "'h'": "not “'”",
    "1 < h < 3": "not “<”",
    "h = 2": "not “=”",
    "lambda h: h": "not “lambda”",
    "2h": "not “h”",
    "h − 1": "not “−”",
    "np.sum(h, out=h)": "not “out”",
    "h(2)": "not “(”",
}


def test_what_the_field_does_not_read_it_says():
    for text, part in REFUSED.items():
        said = judge(PEOPLE, text)
        assert said["refused"] and part in said["message"], (text, said)


def test_a_line_may_begin_as_the_cell_has_it():
    assert judge(PEOPLE, "return h * (noise(epsilon) + share * (1 - share))")["right"]
    assert not judge(PEOPLE, "h * noise(epsilon)").get("right")
