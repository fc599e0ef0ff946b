"""From a word to the bits of its Bloom filter."""

from __future__ import annotations

from collections.abc import Collection, Set
from hashlib import md5

import numpy as np

from ldp_course.arguments import check_integer
from ldp_course.rappor.parameters import Parameters


def bloom_bits(word: str, cohort: int, parameters: Parameters) -> list[int]:
    """The h positions (0 to k-1) that `word` sets in the filters of `cohort`, in the order of the hashes.

    Hash i is byte i of md5(cohort as 4 bytes, most significant first, + word in UTF-8), modulo k, as in
    google/rappor. Positions may repeat: then the word sets fewer than h bits.
    Raises TypeError for a word that is not a str, ValueError for a cohort outside 0 to m-1.
    """
    if not isinstance(word, str):
        raise TypeError(f"word = {word!r} is a {type(word).__name__}; word must be a str")
    check_integer("cohort", cohort, 0, parameters.cohorts - 1)
    return [
        byte % parameters.bits
        for byte in _hashes(word.encode(), _prefix(cohort), parameters.hashes)
    ]


def bloom_table(words: Collection[str], parameters: Parameters) -> np.ndarray:
    """Which bits each word sets: bool array of shape (number of words, m, k)."""
    words = check_words("words", words)
    bits, hashes, cohorts = parameters.bits, parameters.hashes, parameters.cohorts
    prefixes = [_prefix(cohort) for cohort in range(cohorts)]
    digests = b"".join([
        _hashes(word, prefix, hashes) for word in map(str.encode, words) for prefix in prefixes
    ])
    positions = np.frombuffer(digests, np.uint8).reshape(len(words), cohorts, hashes) % np.intp(
        bits
    )
    table = np.zeros((len(words), cohorts, bits), dtype=bool)
    np.put_along_axis(table, positions, True, axis=2)
    return table


def to_integer(bits: np.ndarray) -> int:
    """The whole number whose bit i is bits[i]."""
    return sum(int(bit) << i for i, bit in enumerate(bits))


def to_bits(integer: int, size: int) -> np.ndarray:
    """The `size` bits of a whole number, least significant first, as uint8. Inverse of `to_integer`."""
    check_integer("integer", integer, 0, 2**size - 1)
    return np.array([integer >> i & 1 for i in range(size)], dtype=np.uint8)


def check_words(name: str, words: Collection[str]) -> list[str]:
    """Return `words` as a list, if they are distinct strings in a fixed order, at least one."""
    allowed = "a list of distinct strings, at least one, such as ['apple', 'pear']"
    if isinstance(words, (str, bytes, Set)) or not isinstance(words, Collection):
        raise TypeError(f"{name} = {words!r} is a {type(words).__name__}; {name} must be {allowed}")
    words = list(words)
    strangers = [word for word in words if not isinstance(word, str)]
    if strangers:
        raise TypeError(
            f"{name} holds {strangers[0]!r}, a {type(strangers[0]).__name__}; {name} must be {allowed}"
        )
    if not words:
        raise ValueError(f"{name} is empty; {name} must be {allowed}")
    if len(set(words)) < len(words):
        repeated = next(word for i, word in enumerate(words) if word in words[:i])
        raise ValueError(f"{name} holds {repeated!r} more than once; {name} must be {allowed}")
    return words


def _prefix(cohort: int) -> bytes:
    return int(cohort).to_bytes(4, "big")


def _hashes(word: bytes, prefix: bytes, hashes: int) -> bytes:
    return md5(prefix + word, usedforsecurity=False).digest()[:hashes]
