"""Pseudonyms from few ids, made by a recipe of the student's own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from ldp_course.checks.individual import choose, draws

HASHES: dict[str, Callable] = {
    "MD5": hashlib.md5,
    "SHA-1": hashlib.sha1,
    "SHA-256": hashlib.sha256,
    "SHA-512": hashlib.sha512,
}


@dataclass(frozen=True)
class Recipe:
    """How a pseudonym is made from an id."""

    hash: str
    salt_first: bool
    between: str
    letters: str
    salt: str
    hidden: tuple[str, ...]  # the ids behind the three published pseudonyms

    @classmethod
    def of(cls, student: str) -> Recipe:
        source = draws("threat_models pseudonyms", student)
        name, first = choose(source, tuple(HASHES)), choose(source, (True, False))
        between = choose(source, ("-", ":", "/", "+"))
        letters = choose(source, ("ABCD", "EFGH", "KLMN", "PQRS", "TUVW"))
        salt = "".join(choose(source, "0123456789abcdef") for _ in range(8))
        hidden = tuple(
            f"{choose(source, letters)}{choose(source, range(1000)):03}" for _ in range(3)
        )
        return cls(name, first, between, letters, salt, hidden)

    def __str__(self) -> str:
        text = ("salt", "id") if self.salt_first else ("id", "salt")
        return f"the {self.hash} hash, in hexadecimal, of {text[0]} + {self.between!r} + {text[1]}"

    def pseudonym(self, identity: str, salt: str | None = None) -> str:
        salt = self.salt if salt is None else salt
        parts = (salt, identity) if self.salt_first else (identity, salt)
        return HASHES[self.hash](self.between.join(parts).encode()).hexdigest()
