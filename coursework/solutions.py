"""Run the solution in a source notebook: what it gives is what is right.

solution("rappor", task).lifetime_epsilon
"""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from types import CodeType, SimpleNamespace

import nbformat

from coursework.cells import is_grade, is_solution

FOLDER = Path(__file__).resolve().parent


def solution(name: str, task: object) -> SimpleNamespace:
    """Return all that an assignment's own solution defines for a task."""
    return run(_code(name), task)


def run(code: list[CodeType], task: object) -> SimpleNamespace:
    """Return all names that the code of a notebook defines for a task."""

    def quiet(*things: object, **options: object) -> None:
        """Show nothing: no student looks."""

    names = {
        "assignment": lambda name, student: SimpleNamespace(task=task),
        "display": quiet,
        "print": quiet,
    }
    for cell in code:
        exec(cell, names)
    return SimpleNamespace(**names)


class With:
    """Hold the task of a student with other numbers in some places."""

    def __init__(self, task: object, **numbers: object):
        self.__dict__.update(numbers, _task=task)

    def __getattr__(self, name: str) -> object:
        of_class = getattr(type(self._task), name, None)
        if isinstance(of_class, property):  # it may depend on the other numbers
            return of_class.fget(self)
        return getattr(self._task, name)


@lru_cache
def _code(name: str) -> list[CodeType]:
    source = (FOLDER / name / "source.ipynb").read_text(encoding="utf-8")
    return code_of(nbformat.reads(source, as_version=4).cells)


def code_of(cells: list) -> list[CodeType]:
    """Return the cells that read a student's numbers, and those of the solution.

    They get no checks: those would ask for what is right, which is what they say.
    """
    code = [cell for cell in cells if cell.cell_type == "code" and not is_grade(cell)]
    first = next(place for place, cell in enumerate(code) if is_solution(cell))
    wanted = [*code[:first], *filter(is_solution, code[first:])]
    return [_without_checks(cell.source) for cell in wanted]


def _without_checks(source: str) -> CodeType:
    tree = ast.parse(source)
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.ImportFrom) and node.module == "ldp_checks")
    ]
    return compile(tree, "the solution", "exec")
