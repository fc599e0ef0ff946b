"""From a word to the bits of its Bloom filter, one filter for each cohort."""

from collections.abc import Collection, Mapping, Set
from hashlib import md5

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_integer, check_type, check_whole, shown
from ldp_course.rappor.parameters import Parameters, check_parameters

LARGEST_TABLE = 2**29  # entries


def bloom_bits(word: str, cohort: int, parameters: Parameters) -> list[int]:
    """The h positions that `word` sets in the filters of a cohort, 0 to m - 1; they may repeat.

    Hash i is byte i of md5(cohort as 4 bytes, most significant first, + word in UTF-8), modulo k,
    as in google/rappor. Chapter "RAPPOR I: collecting".

    Examples
    --------
    >>> bloom_bits("apple", 3, Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75))
    [14, 13]
    """
    check_type("word", word, str, "a str")
    check_words("word", [word])
    cohort = check_integer("cohort", cohort, 0, check_parameters(parameters).cohorts - 1)
    digest = md5(cohort.to_bytes(4, "big") + word.encode(), usedforsecurity=False).digest()
    return [byte % parameters.bits for byte in digest[: parameters.hashes]]


def bloom_table(words: Collection[str], parameters: Parameters) -> np.ndarray:
    """Which bits each of a list of words sets in each cohort's filter: bool, shape (words, m, k).

    Examples
    --------
    >>> bloom_table(["apple"], Parameters(4, 1, 2, f=0.5, p=0.5, q=0.75)).astype(int)
    array([[[1, 0, 0, 0],
            [0, 1, 0, 0]]])
    """
    words = check_words("words", words)
    check_parameters(parameters, for_table=True)
    bits, hashes, cohorts = parameters.bits, parameters.hashes, parameters.cohorts
    if len(words) * cohorts * bits > LARGEST_TABLE:
        found = f"{len(words)} words for {cohorts} cohorts of {bits} bits"
        raise ValueError(f"words holds {found}; words x cohorts x bits must be at most 2^29")
    prefixes = [cohort.to_bytes(4, "big") for cohort in range(cohorts)]
    digests = b"".join([
        md5(prefix + word, usedforsecurity=False).digest()[:hashes]
        for word in map(str.encode, words)
        for prefix in prefixes
    ])
    positions = np.frombuffer(digests, np.uint8).reshape(len(words), cohorts, hashes)
    table = np.zeros((len(words), cohorts, bits), dtype=bool)
    np.put_along_axis(table, positions % np.intp(bits), True, axis=2)
    return table


def design_matrix(candidates: Collection[str], parameters: Parameters) -> np.ndarray:
    """The columns, one for each of a list of candidates, that explain `estimate_bits` as a vector.

    It is uint8 of shape (m k, candidates), with row cohort * k + bit. "RAPPOR II: decoding".

    Examples
    --------
    >>> design_matrix(["apple"], Parameters(4, 1, 2, f=0.5, p=0.5, q=0.75)).T
    array([[1, 0, 0, 0, 0, 1, 0, 0]], dtype=uint8)
    """
    table = bloom_table(check_words("candidates", candidates), parameters)
    return table.reshape(len(table), -1).T.astype(np.uint8)


def to_integer(bits: ArrayLike) -> int:
    """The whole number whose bit i is bits[i]; google/rappor's form of a filter or report.

    Examples
    --------
    >>> to_integer([0, 1, 1])
    6
    """
    return sum(int(bit) << i for i, bit in enumerate(check_filter("bits", bits)))


def to_bits(integer: int, size: int) -> np.ndarray:
    """The `size` bits, uint8, of a whole number from 0 to 2^size - 1: the inverse of `to_integer`.

    Examples
    --------
    >>> to_bits(6, size=3)
    array([0, 1, 1], dtype=uint8)
    """
    size = check_integer("size", size, 1, 256)
    integer = check_integer("integer", integer, 0, 2**size - 1)
    return np.array([integer >> i & 1 for i in range(size)], dtype=np.uint8)


def check_filter(name: str, bits: ArrayLike, size: int | None = None) -> np.ndarray:
    """Return the bits of one filter as uint8, shape (size,)."""
    allowed = f"{size or 'at least one'} bit(s), each 0 or 1, in one row"
    array = check_whole(name, bits, 1, allowed, "biuf")
    if len(array) != (size or len(array)):
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    if ((array != 0) & (array != 1)).any():
        raise ValueError(f"{name} = {bits!r} is not allowed; {name} must be {allowed}")
    return array.astype(np.uint8)


def check_words(name: str, words: Collection[str]) -> list[str]:
    """Return `words` as a list, if they are distinct strings in a fixed order, at least one."""
    allowed = "a list of distinct strings, at least one, such as ['apple', 'pear']"
    refused = isinstance(words, (str, bytes, Set, Mapping)) or not isinstance(words, Collection)
    if refused or getattr(words, "ndim", 1) != 1:
        raise TypeError(
            f"{name} = {shown(words)} is a {type(words).__name__}; {name} must be {allowed}"
        )
    seen = {}
    for word in words:
        if not isinstance(word, str):
            kind = type(word).__name__
            raise TypeError(f"{name} holds {shown(word)}, a {kind}; {name} must be {allowed}")
        if word in seen:
            raise ValueError(f"{name} holds {shown(word)} more than once; {name} must be {allowed}")
        try:
            word.encode()
        except UnicodeEncodeError:
            half = "with half a character (a surrogate)"
            raise ValueError(
                f"{name} holds {shown(word)}, {half}; {name} must be {allowed}"
            ) from None
        seen[str(word)] = True
    if not seen:
        raise ValueError(f"{name} is empty; {name} must be {allowed}")
    return list(seen)


def check_candidates(candidates: Collection[str], parameters: Parameters) -> list[str]:
    """Return the candidates of basic RAPPOR, where each has a bit of its own."""
    candidates = check_words("candidates", candidates)
    if len(candidates) > parameters.bits:
        strings = f"{len(candidates)} strings for {parameters.bits} bits"
        raise ValueError(f"candidates holds {strings}; there must be at most one per bit")
    return candidates
