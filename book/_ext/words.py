"""Read the words that pages show by themselves: book/words.toml.

Where words_translated.json lies beside it, its values take the place of the English
ones, key by key; what it lacks stays English.
"""

import json
import tomllib
from pathlib import Path


def replaced(table, values):
    """Return a table with these values in the place of its own, at any depth."""
    both = {
        name: replaced(table.get(name, {}), value) if isinstance(value, dict) else value
        for name, value in values.items()
    }
    return table | both


def words_of(book):
    """Return the words of the book in a folder."""
    words = tomllib.loads((book / "words.toml").read_text("utf-8"))
    translated = book / "words_translated.json"
    if translated.exists():
        words = replaced(words, json.loads(translated.read_text("utf-8")))
    return words


WORDS = words_of(Path(__file__).parents[1])
