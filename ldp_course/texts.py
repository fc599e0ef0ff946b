"""Texts that people bring: files saved by any program, and values that look alike.

A file is UTF-8, or UTF-16 or UTF-32 with a byte-order mark, which is taken off; lines
end in LF, CR LF or CR. Whatever is wrong is a ValueError that names the file and the
line.

Two texts are the same if all their characters are: nothing is made equal here. But the
two forms of é, a Cyrillic а or a blank at the end cannot be seen in a message, so that
they are named there.
"""

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import islice, zip_longest
from os import PathLike

from ldp_course.arguments import check_path, shown

AROUND = 20  # characters before and after the difference that are shown
LONG = 80  # characters, of which a message shows not all
MOST_KNOWN = 20_000  # values that are looked through: about a second
LINE_END = re.compile("\r\n|\r|\n")
MARKS = {
    codecs.BOM_UTF32_LE: "utf-32-le",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
    codecs.BOM_UTF8: "utf-8",
}
ROW_OF_NUMBERS = re.compile(r".*?((?:,[ \t]*[0-9]*[ \t]*){2,})")  # some may be missing
TAGS = range(0xE0000, 0xE0080)  # invisible, but the end of some flags


def character_name(character: str) -> str:
    """Return "U+00A0 NO-BREAK SPACE" or the like, or "the end" for no character.

    >>> character_name("é")
    'U+00E9 LATIN SMALL LETTER E WITH ACUTE'
    """
    if not character:
        return "the end"
    named = unicodedata.name(character, "")
    return f"U+{ord(character):04X} {named or 'without a name'}"


def difference(text: str, known: str) -> str:
    r"""Say where two different texts begin to differ.

    >>> difference("Sale\u200b", "Sale")
    "'Sale\\u200b' is not 'Sale': character 5 is U+200B ZERO WIDTH SPACE, not the end"
    """
    place = _first_difference(text, known)
    start = max(0, place - AROUND)
    first, second = (ascii(part[start : place + AROUND]) for part in (text, known))
    here, there = (character_name(part[place : place + 1]) for part in (text, known))
    cut = "…" if start else ""
    texts = f"{cut}{first} is not {cut}{second}"
    return f"{texts}: character {place + 1} is {here}, not {there}"


def lookalike(value: object, known: Iterable) -> str:
    """Return the end of a message: the `difference` from the known value most alike.

    It begins with a semicolon. It is "" if a reader could take no known value for this
    one. What is not a text is compared as messages show it.
    """
    text, nearest = _text(value), None
    for candidate in map(_text, islice(known, MOST_KNOWN)):
        unlike = _unlike(text, candidate)
        if unlike is not None and (nearest is None or unlike < nearest[0]):
            nearest = unlike, candidate
    return f"; {difference(text, nearest[1])}" if nearest else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else repr(value)


def _unlike(text: str, known: str) -> int | None:
    """Count the characters that differ, or return None if a reader sees them."""
    if text == known or (_is_plain(text) and _is_plain(known)):
        return None
    if shown(text) == shown(known):
        return 0
    place = _first_difference(text, known)
    if _is_plain(text[place : place + 1] + known[place : place + 1]):
        return None
    if _skeleton(text) == _skeleton(known):
        return 0
    first = unicodedata.normalize("NFC", text.strip())
    second = unicodedata.normalize("NFC", known.strip())
    different = [(a, b) for a, b in zip_longest(first, second, fillvalue="") if a != b]
    if len(first) != len(second) or any(map(_is_plain, map("".join, different))):
        return None
    mostly_equal = 2 * len(different) <= len(first)
    alike = mostly_equal or all(map(_other_script, *zip(*different)))
    return len(different) if alike else None


def _is_plain(text: str) -> bool:
    """Say whether a message shows all of it, in characters that cannot be mistaken."""
    readable = text.isascii() and text.isprintable() and " " not in text
    return readable and len(text) <= LONG


def _first_difference(text: str, known: str) -> int:
    return next(i for i, (a, b) in enumerate(zip_longest(text, known)) if a != b)


def _skeleton(text: str) -> str:
    """Return the text without forms, accents, blanks and capitals."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in letters if unicodedata.category(c)[0] not in "MCZ")


def _other_script(first: str, second: str) -> bool:
    """Say whether two characters are of the same kind, but of different alphabets."""
    alphabets = {unicodedata.name(c, "").partition(" ")[0] for c in (first, second)}
    kinds = {unicodedata.category(c) for c in (first, second)}
    # Lu, Ll, Lo are three kinds, all of P one, and all of S one
    kinds = {kind if kind[0] == "L" else kind[0] for kind in kinds}
    return len(alphabets) == 2 and len(kinds) == 1


def read_text(path: str | PathLike) -> str:
    """Return all text of a file, without its byte-order mark; line ends stay."""
    content = check_path("path", path).read_bytes()
    mark = next(filter(content.startswith, MARKS), b"")
    content, encoding = content[len(mark) :], MARKS.get(mark, "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, "replace")
        fault = f"0x{content[error.start]:02x} is not {encoding.upper()}"
        raise ValueError(
            f"{_line(path, before)}: {fault}; save the file as UTF-8"
        ) from None
    before, nul, _ = text.partition("\0")
    if nul:
        fault = "it holds U+0000, as UTF-16 does without a byte-order mark"
        raise ValueError(f"{_line(path, before)}: {fault}; save the file as UTF-8")
    return text


def read_words(path: str | PathLike) -> list[str]:
    """Return the words of a list, one a line, each once; blank lines are left out.

    A word is taken as it stands: with a blank or an invisible character at its start or
    end it would be another word, which nobody sees, and is refused. So is a table such
    as a map.csv.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "words.txt")
    ...     _ = path.write_text("apple\\n\\npear\\n", encoding="utf-16")
    ...     read_words(path)
    ['apple', 'pear']
    """
    lines = dict(enumerate(LINE_END.split(read_text(path)), start=1))
    lines = {number: line for number, line in lines.items() if line.strip()}
    if not lines:
        raise ValueError(f"{path} holds no words; it must hold one a line")
    _refuse_table(path, lines)
    places = {}
    for number, word in lines.items():
        where = f"{path}, line {number}"
        for end, character in {"begins": word[0], "ends": word[-1]}.items():
            unseen = unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp")
            if unseen and ord(character) not in TAGS:
                raise ValueError(
                    f"{where}: {shown(word)} {end} with {character_name(character)}, "
                    "which nobody sees; delete it, or give words that have it to "
                    "decode in Python"
                )
        if word in places:
            fault = f"{shown(word)} stands in line {places[word]} already"
            raise ValueError(f"{where}: {fault}")
        places[word] = number
    return list(places)


def _refuse_table(path: str | PathLike, lines: dict[int, str]) -> None:
    """Raise ValueError if most lines end in the same number of whole numbers."""
    rows = {number: ROW_OF_NUMBERS.fullmatch(line) for number, line in lines.items()}
    widths = {number: row[1].count(",") for number, row in rows.items() if row}
    for width, often in Counter(widths.values()).most_common(1):
        if 2 * often > len(lines):
            first = next(number for number in widths if widths[number] == width)
            raise ValueError(
                f"{path}, line {first}: {shown(lines[first])} is a row of a table such "
                f"as a map.csv, with {width + 1} columns; a list has one word a line"
            )


def _line(path: str | PathLike, before: str) -> str:
    return f"{path}, line {len(LINE_END.findall(before)) + 1}"
