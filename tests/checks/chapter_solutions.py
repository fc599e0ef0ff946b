"""Take the answers to the exercises of a chapter from its own solution cells.

A solution cell runs by itself: of the cells above it those run that define what it uses,
when it uses it.
"""

import ast
import contextlib
import io
from functools import lru_cache
from pathlib import Path

import nbformat

BOOK = Path(__file__).parents[2] / "book"


class Exercises:
    """Take the place of a chapter's checks, and note with what they are called."""

    def __init__(self):
        self.answers = {}

    def __getattr__(self, name):
        def note(*answers, **named):
            self.answers[name] = answers, named

        return note


class Chapter(dict):
    """Hold the names of a chapter; a name that is missing is defined by its cell."""

    def __init__(self, name):
        super().__init__(exercises=Exercises(), display=lambda thing: None)
        notebook = nbformat.read(BOOK / f"{name}.ipynb", as_version=4)
        self.cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        self.code = [ast.parse(cell.source) for cell in self.cells]
        for tree in self.code:  # `exercises` are ours
            tree.body = [node for node in tree.body if not _is_checks(node)]
        self.defines = [_defined(tree) for tree in self.code]
        self.place = 0

    def __missing__(self, name):
        above = reversed(range(self.place))
        place = next((i for i in above if name in self.defines[i]), None)
        if place is None:
            raise KeyError(name)
        self.run(place)
        return self[name]

    def run(self, place):
        before, self.place = self.place, place
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(self.code[place], f"cell {place}", "exec"), self)
        self.place = before


@lru_cache
def solutions(chapter: str) -> dict[str, tuple[tuple, dict]]:
    """Return exercise -> its answers in the book, by place and by name."""
    names = Chapter(chapter)
    for place, cell in enumerate(names.cells):
        if "hide-cell" in cell.metadata.get("tags", []) and "exercises." in cell.source:
            names.run(place)
    names.place = len(names.cells)  # what a function of the last one looks up later
    return names["exercises"].answers


def _is_checks(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "ldp_checks.chapters"


def _defined(tree: ast.Module) -> set[str]:
    """Return the names that a cell defines for later ones."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
            continue
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                names.add(part.id)
            elif isinstance(part, ast.alias):
                names.add((part.asname or part.name).partition(".")[0])
    return names
