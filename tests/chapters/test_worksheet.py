"""The form "Worksheet: before you collect": its numbers and its formulas."""

import math
import re

import nbformat

from ldp_course.topics.deployments import epsilon_from_belief, feasible_interval
from tests.chapters.claims import BOOK

PAGE = (BOOK / "worksheet.md").read_text(encoding="utf-8")


def rows():
    return re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]*)\|$", PAGE, flags=re.M)[1:]


def test_formulas_of_the_form():
    questions = {line: question for line, question, _ in rows()}
    formula = (
        questions["largest ε"]
        .split(", for life")[0]
        .replace("−", "-")
        .replace("ln", "log")
    )
    names = {"log": math.log, "prior": 0.05, "ceiling": 0.2}
    assert math.isclose(eval(formula, names), epsilon_from_belief(0.05, 0.2))
    formula = questions["smallest ε"].split(";")[0]
    formula = (
        formula
        .replace("2 arsinh", "2 * asinh")
        .replace("·", "*")
        .replace("√people", "root")
    )
    names = {"asinh": math.asinh, "error": 0.005, "root": math.sqrt(100_000)}
    floor, _ = feasible_interval(0.05, 0.2, 100_000, 0.005)
    assert math.isclose(eval(formula, names), floor)


def test_every_answer_is_blank():
    assert len(rows()) == 20
    assert not any(answer.strip() for _, _, answer in rows())


def test_what_the_chapter_fills_in():
    """The lines that the page names are on no form of the chapter; others are."""
    cells = nbformat.read(BOOK / "deployments.ipynb", as_version=4).cells
    (filled,) = [
        cell.source for cell in cells if "| unit; worst value |" in cell.source
    ]
    filled = filled.partition("| unit; worst value |")[1:]
    form = "".join(filled).partition("**Law and ethics.**")[0].lower()
    named = re.findall(r'"(\w[\w ]*)"', PAGE.partition("are on this form only")[0])
    lines = [line for line, _, _ in rows()]
    assert named == ["values", "relatives", "leakage test", "consent", "record"]
    assert set(named) < set(lines)
    questions = re.findall(r"^\| ([^|]*) \|", form, flags=re.M)
    words = {"largest ε": "ceiling", "smallest ε": "error", "decision": "ε of a report"}
    words |= {"side doors": "addresses", "trust": "collude", "fakes": "lie"}
    for line in lines:
        is_named = any(words.get(line, line) in question for question in questions)
        assert is_named == (line not in named), line
