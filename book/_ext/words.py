"""Read the words that pages show by themselves: book/words.toml.

Where words_translated.toml lies beside it, its values take the place of the English
ones, key by key; what it lacks stays English.
"""

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
    tables = [
        tomllib.loads(path.read_text("utf-8"))
        for path in (book / "words.toml", book / "words_translated.toml")
        if path.exists()
    ]
    return replaced(*tables) if len(tables) > 1 else tables[0]


WORDS = words_of(Path(__file__).parents[1])
