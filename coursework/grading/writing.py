"""Files for people: text that can always be written, and tables that a spreadsheet can open."""

from __future__ import annotations

import csv
import re
import unicodedata
from pathlib import Path

UNSEEN = "Cc", "Cf", "Cs", "Zl", "Zp"  # they end a text, turn it round, or take no room in it


def write_text(path: Path, text: str) -> None:
    """Write a file; what is no character (a student may make such) is written by its number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="backslashreplace")


def write_table(path: Path, lines: list[list]) -> None:
    """Write a CSV file in which no cell is a formula, and each character can be seen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [_harmless(visible(str(cell))) for cell in line] for line in lines
        )


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {name: value.removeprefix("'") for name, value in row.items()}
            for row in csv.DictReader(file)
        ]


def visible(text: str) -> str:
    r"""The text with each character that nobody sees written as its number, but for line ends and
    tabs.

    >>> visible("a\x00b\u202ec")
    'a\\x00b\\u202ec'
    """
    return "".join(
        one if one in "\n\t" or unicodedata.category(one) not in UNSEEN else _number(one)
        for one in text.replace("\r\n", "\n")
    )


def printable(text: str) -> str:
    """For one line of a terminal: a name of a file may hold what moves the cursor."""
    return "".join(one if one.isprintable() else _number(one) for one in text)


def _number(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _harmless(text: str) -> str:
    """A spreadsheet runs what begins like a formula, also in wide letters, and some part cells at a
    semicolon.
    """
    return re.sub(r"(\A|[;\t\r\n][\s\"']*)([=+\-@＝＋－＠\t\r])", r"\1'\2", text)
