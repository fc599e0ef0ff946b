"""What differs between a text that came and a known one that looks the same.

Nothing is made equal here: two texts are the same if all their characters are. But the
two forms of é, a Cyrillic а or a blank at the end cannot be seen in a message, so that
they are named there.
"""

import unicodedata
from collections.abc import Iterable
from itertools import islice, zip_longest

from ldp_course.arguments import shown

AROUND = 20  # characters before and after the difference that are shown
LONG = 80  # characters, of which a message shows not all
MOST_KNOWN = 20_000  # values that are looked through: about a second


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
