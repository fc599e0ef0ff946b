"""The door for text files that people bring: words and tables, saved by any program.

Text is UTF-8, or UTF-16 or UTF-32 with a byte-order mark, which is taken off; lines end
in LF, CR LF or CR. Whatever is wrong is a ValueError that names the file and the line.
"""

import codecs
import re
import unicodedata
from collections import Counter
from os import PathLike

from ldp_course.arguments import check_path, shown
from ldp_course.lookalikes import character_name

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
