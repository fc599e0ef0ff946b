"""Files for people: text that can always be written, and tables that a spreadsheet can open."""

from __future__ import annotations

import csv
import re
from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write a file; what is no character (a student may make such) is written by its number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="backslashreplace")


def write_table(path: Path, lines: list[list]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        csv.writer(file).writerows([_harmless(str(cell)) for cell in line] for line in lines)


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: value.removeprefix("'") for name, value in row.items()}
            for row in csv.DictReader(file)
        ]


def printable(text: str) -> str:
    """For a terminal: a name of a file may hold what moves the cursor."""
    return "".join(
        one if one.isprintable() else one.encode("unicode_escape").decode() for one in text
    )


def _harmless(text: str) -> str:
    """A spreadsheet runs what begins like a formula, and some part cells at a semicolon."""
    return re.sub(r"(\A|[;\t\r\n][\s\"']*)([=+\-@\t\r])", r"\1'\2", text)
