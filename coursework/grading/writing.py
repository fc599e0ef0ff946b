"""Write files for people: text that any disk takes, tables that a spreadsheet opens.

Grade books of an LMS are filled in by `grade_book`.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from pathlib import Path

# Categories of characters that end a text, turn it round, or take no room in it.
UNSEEN = "Cc", "Cf", "Cs", "Zl", "Zp"
JOINERS = "\u200c\u200d"  # zero-width
# Scripts in which a joiner changes the form of the letter before it.
JOINING = (
    "ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI",
    "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "MYANMAR", "KHMER",
    "TIBETAN",
)  # fmt: skip


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

    The joiners without which Persian, Hindi and some emoji are misspelled stay, too.

    >>> visible("a\x00b\u202ec")
    'a\\x00b\\u202ec'
    """
    text = text.replace("\r\n", "\n")
    return "".join(
        character
        if character in "\n\t" or not has_unseen(character) or _joins(text, place)
        else _number(character)
        for place, character in enumerate(text)
    )


def has_unseen(text: str) -> bool:
    """Say whether a text holds a character that nobody sees."""
    return any(unicodedata.category(character) in UNSEEN for character in text)


def _joins(text: str, place: int) -> bool:
    """Say whether the character there changes how the one before it is drawn.

    In Latin, Greek, Cyrillic and Chinese text no joiner does: it would be hidden.
    """
    if text[place] not in JOINERS or place == 0:
        return False
    before, after = text[place - 1], text[place + 1 : place + 2] or " "
    kind, script = unicodedata.category(before), unicodedata.name(before, " ").split()
    if kind[0] in "LM" and script and script[0] in JOINING:
        return True
    emoji = kind in ("So", "Sk") or before == "\ufe0f"
    return emoji and unicodedata.category(after) == "So"


def printable(text: str) -> str:
    """Return text for one line of a terminal: a file's name may move the cursor."""
    return "".join(
        c if c.isprintable() or _joins(text, place) else _number(c)
        for place, c in enumerate(text)
    )


def _number(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _harmless(text: str) -> str:
    """Return a cell with a ' before what a spreadsheet would run as a formula.

    That may begin with wide letters, too, and some part cells at a semicolon.
    """
    return re.sub(r"(\A|[;\t\r\n][\s\"']*)([=+\-@＝＋－＠\t\r])", r"\1'\2", text)
