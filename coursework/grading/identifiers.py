"""Read ids of students in tables that spreadsheets and pandas have changed."""

from __future__ import annotations

import re
import unicodedata

WRAPPED = re.compile(r'="(.*)"')  # so that a spreadsheet leaves a text as it is
SCIENTIFIC = re.compile(r"([0-9])(?:[.,]([0-9]+))?[eE]\+([0-9]{1,4})")
DECIMAL = re.compile(r"([0-9]+)[.,]0*")
GROUPED = re.compile(
    r"([1-9][0-9]{0,2}([.,'’ \u00a0\u202f])[0-9]{3}(?:\2[0-9]{3})*)(?:(?!\2)[.,]0*)?"
)
EXACT = 15  # digits that a spreadsheet, and a float, always keep


def id_of(cell: str) -> str | None:
    """Return the id that a cell holds, and "" if it is empty.

    Return None if digits of it may be lost, or if it can be read as two numbers.

    >>> [id_of(cell) for cell in ("4711.0", "20,250,042", "2.025E+07", "kim@x.org")]
    ['4711', '20250042', None, 'kim@x.org']
    """
    text = unicodedata.normalize("NFC", cell.strip())
    if wrapped := WRAPPED.fullmatch(text):
        return wrapped[1].strip()
    if power := SCIENTIFIC.fullmatch(text):
        first, rest, places = power[1], power[2] or "", int(power[3])
        read = {first + rest[:places]}
        if len(rest) < places or rest[places:].strip("0"):
            return None
    else:
        decimal = DECIMAL.fullmatch(text)
        read = {decimal[1]} if decimal else set()
    if grouped := GROUPED.fullmatch(text):
        read.add(re.sub(r"[^0-9]", "", grouped[1]))
    elif read and len(next(iter(read))) > EXACT:
        return None
    if len(read) > 1:
        return None
    return next(iter(read), text)
