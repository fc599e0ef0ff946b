"""Write files for people: text that any disk takes, tables that a spreadsheet opens.

Grade books of an LMS are filled in by `roster`.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from pathlib import Path

# Categories of characters that end a text, turn it round, or take no room in it.
UNSEEN = "Cc", "Cf", "Cs", "Zl", "Zp"


def write_text(path: Path, text: str) -> None:
    """Write a file; what is not a character (students make such) becomes its number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="backslashreplace")


def write_table(path: Path, lines: list[list]) -> None:
    """Write a CSV file without formulas, in which each character can be seen."""
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
    r"""Return the text with numbers for unseen characters but line ends and tabs.

    >>> visible("a\x00b\u202ec")
    'a\\x00b\\u202ec'
    """
    return "".join(
        character
        if character in "\n\t" or unicodedata.category(character) not in UNSEEN
        else _number(character)
        for character in text.replace("\r\n", "\n")
    )


def printable(text: str) -> str:
    """Return text for one line of a terminal: a file's name may move the cursor."""
    return "".join(c if c.isprintable() else _number(c) for c in text)


def _number(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _harmless(text: str) -> str:
    """Return a cell with a ' before what a spreadsheet would run as a formula.

    That may begin with wide letters, too, and some part cells at a semicolon.
    """
    return re.sub(r"(\A|[;\t\r\n][\s\"']*)([=+\-@＝＋－＠\t\r])", r"\1'\2", text)
