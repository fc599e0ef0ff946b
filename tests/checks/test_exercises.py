"""Right answers to the exercises pass, and wrong ones get an explanation.

Chance is in the checks that draw reports. Each fails a right answer with probability at
most 1e-8, and is tried here once, in the weekly tests 100 times.
"""

import math
import re
from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest

from ldp_checks import answers as of_checks
from ldp_checks.assignment_checks import checks_in
from ldp_checks.chapters import epsilon, randomized_response
from tests.checks import exercise_answers
from tests.checks.chapter_solutions import solutions

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = sorted(BOOK.glob("*.ipynb"))
EXERCISES = {
    f"{path.stem}.{name}": check
    for path in CHAPTERS
    for name, check in checks_in(
        import_module(f"ldp_checks.chapters.{path.stem}")
    ).items()
}
OTHERS, WRONG = (
    {
        f"{chapter}.{name}": answers
        for chapter, own in table.items()
        for name, answers in own.items()
    }
    for table in (exercise_answers.RIGHT, exercise_answers.WRONG)
)
each_exercise = pytest.mark.parametrize("name", EXERCISES)


def of_the_book(name):
    """The answers of the chapter's solution, in the order of the check."""
    chapter, _, exercise = name.partition(".")
    answers, named = solutions(chapter)[exercise]
    further = EXERCISES[name].answers[len(answers) :]
    return [*answers, *(named[answer] for answer in further)]


def in_lists(answer):
    """The same answer without NumPy; a list of True and False is none of numbers."""
    if callable(answer):
        return lambda *given: in_lists(answer(*given))
    if isinstance(answer, list | tuple):
        return type(answer)(map(in_lists, answer))
    plain = not isinstance(answer, np.ndarray | np.generic) or answer.dtype == bool
    return answer if plain else answer.tolist()


def in_another_way(name):
    ways = OTHERS.get(name, [None] * len(EXERCISES[name].answers))
    return [book if way is None else way for way, book in zip(ways, of_the_book(name))]


def messages(check, *answers):
    findings = check.findings(*answers, rng=np.random.default_rng())
    return [finding.message for finding in findings if not finding.holds]


@pytest.mark.parametrize("times", [1, pytest.param(100, marks=pytest.mark.weekly)])
@each_exercise
def test_a_right_answer_passes(name, times):
    book = of_the_book(name)
    for answers in (book, list(map(in_lists, book)), in_another_way(name)):
        for _ in range(times if EXERCISES[name].draws else 1):
            assert not messages(EXERCISES[name], *answers)


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_explained(name):
    """Where there is chance, up to one run of ten may show another fault first."""
    tries = 6 if EXERCISES[name].draws else 1
    for answers, part in WRONG[name]:
        runs = (messages(EXERCISES[name], *answers) for _ in range(tries))
        assert any(part in " ".join(sentences) for sentences in runs), part


def moved(answer):
    """A wrong answer of the same form."""
    if callable(answer):
        return lambda *given: moved(answer(*given))
    try:
        return 1.3 * np.asarray(answer, dtype=float) + 0.17
    except (TypeError, ValueError):
        return answer


@each_exercise
def test_each_mistake_of_a_table_gets_its_own_hint(name, monkeypatch):
    def known(right, *mistakes_and_tolerance):
        judge = of_known(right, *mistakes_and_tolerance)
        for why, wrong in dict(*mistakes_and_tolerance[:1]).items():
            assert judge(wrong) == (False, why)
        return judge

    of_known = of_checks.known
    monkeypatch.setattr(of_checks, "known", known)
    EXERCISES[name].findings(
        *map(moved, of_the_book(name)), rng=np.random.default_rng()
    )


@each_exercise
def test_blank_answers_and_answers_of_a_wrong_type_get_a_sentence(name):
    check, parts = EXERCISES[name], len(EXERCISES[name].answers)
    for blank in ([], parts * [None], parts * [...]):
        sentences = messages(check, *blank)
        assert len(sentences) == parts and all(
            "not answered yet" in message for message in sentences
        )
    for odd in ("a word", [], {}, object(), 1j, True, math.nan, print):
        sentences = messages(check, *parts * [odd])
        assert sentences and not [
            message for message in sentences if "raised" in message
        ], (
            odd,
            sentences,
        )


def test_an_answer_may_be_given_by_name_and_partly(capsys):
    epsilon.three_rows(report=2, rng=np.random.default_rng(0))
    assert capsys.readouterr().out.splitlines() == [
        "three rows: 1 of 3 hold",
        "  ✗ epsilon: not answered yet",
        "  ✗ values: not answered yet",
        "  ✓ report = 2 is right",
    ]


def test_an_error_in_an_answer_is_reported_and_the_rest_is_checked():
    def stub(r, p1, p2):
        raise NotImplementedError

    _, loss = of_the_book("randomized_response.forced_response")
    findings = randomized_response.forced_response.findings(stub, loss, rng=None)
    sentences = [finding.message for finding in findings]
    assert sentences[0] == "estimate(0.4, 0.2, 0.1): not implemented yet"
    assert "epsilon(p1, p2) is right" in sentences


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_chapter_shows_each_check_and_its_solution_passes_it(path):
    cells = nbformat.read(path, as_version=4).cells
    solved = [cell for cell in cells if "hide-cell" in cell.metadata.get("tags", [])]
    text = "\n".join(cell.source for cell in cells if cell not in solved)
    solutions = [cell for cell in solved if "exercises." in cell.source]
    printed = "".join(
        output.get("text", "") for cell in solutions for output in cell.outputs
    )
    assert f"from ldp_checks.chapters import {path.stem} as exercises" in text
    for name in (
        name.partition(".")[2] for name in EXERCISES if name.startswith(f"{path.stem}.")
    ):
        above, shown, _ = text.partition(f"exercises.{name}(")
        place = re.findall(r"\*\*(Exercise \d+|Your turn)", above)[-1]
        doc = EXERCISES[f"{path.stem}.{name}"].function.__doc__
        assert shown and doc.startswith(f"{place}: ")
        assert any(f"exercises.{name}(" in cell.source for cell in solutions)
        assert f"{name.replace('_', ' ')}: " in printed
    assert "✓" in printed and "✗" not in printed
