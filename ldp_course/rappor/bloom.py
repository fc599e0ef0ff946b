"""From a word to the bits of its Bloom filter, one filter for each cohort."""

from collections.abc import Collection, Mapping, Set
from hashlib import md5

import numpy as np

from ldp_course.arguments import check_integer, check_type, reject, shown
from ldp_course.rappor.parameters import Parameters, check_parameters

LARGEST_TABLE = 2**29  # entries


def bloom_bits(word: str, cohort: int, parameters: Parameters) -> list[int]:
    """Return the h positions that `word` sets in a cohort's filter; they may repeat.

    Cohorts are numbered 0 to m - 1. Hash i is byte i of md5(cohort as 4 bytes, most
    significant first, + word in UTF-8), modulo k, as in google/rappor. Chapter "RAPPOR
    I: collecting".

    Examples
    --------
    >>> bloom_bits("apple", 3, Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75))
    [14, 13]
    """
    check_type("word", word, str, "a str")
    check_words("word", [word])
    last = check_parameters(parameters).cohorts - 1
    cohort = check_integer("cohort", cohort, 0, last)
    digest = _hash(cohort.to_bytes(4, "big"), word.encode())
    return [byte % parameters.bits for byte in digest[: parameters.hashes]]


def _hash(cohort: bytes, word: bytes) -> bytes:
    return md5(cohort + word, usedforsecurity=False).digest()


def bloom_table(words: Collection[str], parameters: Parameters) -> np.ndarray:
    """Return which bits each word sets in each cohort's filter: bool, (words, m, k).

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
        size = f"{len(words)} words for {cohorts} cohorts of {bits} bits"
        raise ValueError(
            f"words holds {size}; words x cohorts x bits must be at most 2^29"
        )
    numbers = [cohort.to_bytes(4, "big") for cohort in range(cohorts)]
    # the hash of each pair is the whole cost, so nothing else is done for each of them
    digests = b"".join([
        _hash(number, word)[:hashes]
        for word in map(str.encode, words)
        for number in numbers
    ])
    positions = np.frombuffer(digests, np.uint8).reshape(len(words), cohorts, hashes)
    table = np.zeros((len(words), cohorts, bits), dtype=bool)
    np.put_along_axis(table, positions % np.intp(bits), True, axis=2)
    return table


def design_matrix(candidates: Collection[str], parameters: Parameters) -> np.ndarray:
    """Return a column for each candidate: the bits it sets, uint8 (m k, candidates).

    Row cohort * k + bit explains that entry of `estimate_bits`, taken as a vector.
    "RAPPOR II: decoding".

    Examples
    --------
    >>> design_matrix(["apple"], Parameters(4, 1, 2, f=0.5, p=0.5, q=0.75)).T
    array([[1, 0, 0, 0, 0, 1, 0, 0]], dtype=uint8)
    """
    table = bloom_table(check_words("candidates", candidates), parameters)
    return table.reshape(len(table), -1).T.astype(np.uint8)


def distinct_columns(candidates: Collection[str], parameters: Parameters) -> np.ndarray:
    """Return the `design_matrix`; refuse candidates that no counts could tell apart."""
    design, word_of_bits = design_matrix(candidates, parameters), {}
    advice = "no decoder can tell; use more bits or cohorts, or drop a candidate"
    for word, column in zip(candidates, design.T, strict=True):
        if column.all():
            raise ValueError(
                f"candidates holds {word!r}, which sets every bit: {advice}"
            )
        # the first candidate with exactly these bits, perhaps this one
        twin = word_of_bits.setdefault(np.packbits(column).tobytes(), word)
        if twin != word:
            same = "set the same bits in every cohort"
            raise ValueError(f"candidates {twin!r} and {word!r} {same}: {advice}")
    return design


def check_words(name: str, words: Collection[str]) -> list[str]:
    """Return `words` as a list, if they are distinct strings in order, at least one."""
    allowed = "a list of distinct strings, at least one, such as ['apple', 'pear']"
    no_list = isinstance(words, (str, bytes, Set, Mapping))
    no_list |= not isinstance(words, Collection) or getattr(words, "ndim", 1) != 1
    if no_list:
        fault = f"= {shown(words)} is a {type(words).__name__}"
        reject(name, fault, allowed, TypeError)
    distinct = {}
    for word in words:
        if not isinstance(word, str):
            fault = f"holds {shown(word)}, a {type(word).__name__}"
            reject(name, fault, allowed, TypeError)
        if word in distinct:
            reject(name, f"holds {shown(word)} more than once", allowed)
        try:
            word.encode()
        except UnicodeEncodeError:
            half = "with half a character (a surrogate)"
            reject(name, f"holds {shown(word)}, {half}", allowed)
        distinct[str(word)] = True
    if not distinct:
        reject(name, "is empty", allowed)
    return list(distinct)
