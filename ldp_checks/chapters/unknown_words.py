"""Check the exercises of the chapter "Words on no list"."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from numbers import Integral

from scipy.special import bdtrc, ndtri

from ldp_checks.answers import ask, formula, is_blank, number, require_function
from ldp_checks.findings import Fault, Finding, exercise
from ldp_course.topics.unknown_words import PrefixTree, noise_cut

PIECES = [("SMITH", 3), ("SMITH", 6), ("LI", 3), ("LI", 12), ("MONTGOMERYSMITH", 12)]


@exercise
def piece(piece):
    """Your turn: the first symbols of a word that is filled up with "_"."""
    require_function("piece", piece, "word, length")
    mistakes = {
        "a short word is filled up with _, to 12 symbols": lambda word, length: word[
            :length
        ],
        "the _ stand behind the word": lambda word, length: word.rjust(12, "_")[
            :length
        ],
        "cut the padded word to the first length symbols": lambda word, length: (
            word.ljust(12, "_")
        ),
    }
    for word, length in PIECES:
        call = f"piece({word!r}, {length})"
        answer = ask(call, piece, word, length)
        if answer != word.ljust(12, "_")[:length]:
            why = [
                text
                for text, wrong in mistakes.items()
                if answer == wrong(word, length)
            ]
            raise Fault(
                f"{call} = {answer!r} is not"
                f" right{': ' * bool(why)}{why[0] if why else ''}"
            )
    yield Finding(True, "piece(word, length) is right")


@exercise
def limit(limit):
    """Your turn: the share of a word that is found half of the time."""

    def results(n, groups, candidates, p, q):
        z, people, spread = -ndtri(0.05 / candidates), n / groups, q * (1 - q)
        variance = spread / people / (p - q) ** 2
        return z * math.sqrt(variance), {
            "only n / groups people report whole words": (
                z * math.sqrt(spread / n) / (p - q)
            ),
            "this is the variance; take the root": z * variance,
            "the share of supporting reports is not yet the estimate: divide by p −"
            " q": z * math.sqrt(spread / people),
            "divide by p − q, outside of the root": (
                z * math.sqrt(spread / people / (p - q))
            ),
            "the noise of a word that nobody holds comes from q": (
                z * math.sqrt(p * (1 - p) / people) / (p - q)
            ),
        }

    cases = [(10**6, 4, 1_827_900, 0.498, 1 / 56), (10**5, 6, 70_300, 0.475, 0.25)]
    yield formula("limit", limit, results, cases)


@exercise
def by_hand(continuations, candidates, people):
    """Exercise 1: continuations by two symbols, candidates, and people for a limit.

    The symbols are A, B, C; there are five beginnings, one of them ended; the limit is
    0.1 % if a million people have 0.3 %.
    """
    of_continuations = {
        "a continuation may also end: AB, A_, __": 9,
        "nothing follows a _ but _": 16,
        "__ is a continuation, too": 12,
    }
    of_candidates = {
        "the beginning that has ended has one continuation": 65,
        "the beginning that has ended goes on with __": 52,
    }
    of_people = {
        "the limit falls with the root of the people": 3e6,
        "more people lower the limit": 1e6 / 9,
    }
    yield number("continuations", continuations, 13, of_continuations)
    yield number("candidates", candidates, 53, of_candidates)
    yield number("people", people, 9e6, of_people)


def levels_of(words: dict, length: int, filler: str = "_") -> list[dict]:
    """Return the shares of the beginnings of 1, 2, … symbols."""
    levels = []
    for stop in range(1, length + 1):
        shares = Counter()
        for word, share in words.items():
            shares[word.ljust(length, filler)[:stop]] += share
        levels.append(dict(shares))
    return levels


def published(levels, letters, threshold):
    """Search as in the exercise: a `filter` can be read only once."""
    beginnings = [start for start in letters if levels[0].get(start, 0) >= threshold]
    for shares in levels[1:]:
        candidates = []
        for letter in letters:
            candidates += [start + letter for start in beginnings]
        beginnings = filter(lambda s, of=shares: of.get(s, 0) >= threshold, candidates)
    return list(beginnings)


CASES = [
    ({"BAB": 0.4, "ABA": 0.3, "AB": 0.2, "AA": 0.1}, 3, "AB", 0.15),
    ({"CABB": 0.3, "BCCC": 0.3, "BC": 0.25, "C": 0.15}, 4, "ABC", 0.1),
]


@exercise
def read_once(found, mended):
    """Exercise 2: what the published search finds, and a search without two faults."""
    result = _set(found)
    if is_blank(found):
        yield Finding(False, "found: not answered yet")
    elif result == {"ABA"}:
        yield Finding(True, "found = {'ABA'} is right")
    else:
        why = {
            frozenset({"BAB", "ABA", "AB"}): "this is what a right search finds",
            frozenset({"ABA", "BAB"}): "in the third round, kept is used up after the"
            " letter A",
            frozenset({"ABA", "AB"}): "nobody asks about the filler",
        }.get(
            frozenset(result),
            "follow `kept` through the third round, letter by letter",
        )
        yield Finding(False, f"found is not right: {why}")
    require_function("mended", mended, "levels, letters, threshold")
    for words, length, letters, threshold in CASES:
        levels = levels_of(words, length)
        answer = ask(
            "mended(levels, letters, threshold)", mended, levels, letters, threshold
        )
        right = {word for word, share in words.items() if share >= threshold}
        result = _set(answer)
        if result != right:
            lost = right - result
            whole = {word for word in lost if len(word) == length}
            if whole:
                why = "`filter` can be read only once: make a list of it"
            elif lost:
                why = "a word that is over goes on with _, so ask about _ as well"
            else:
                why = "some of them have a share below the threshold"
            raise Fault(
                f"mended: for {words}, threshold {threshold}, it found"
                f" {sorted(result)}: {why}"
            )
    yield Finding(True, "mended(levels, letters, threshold) is right")


def _set(words) -> set:
    try:
        if isinstance(words, str):
            return {words}
        return {str(word).rstrip("_") for word in words}
    except TypeError:
        return set()


@exercise
def wrong_count(invented):
    """Exercise 3: the invented words above a cut for 100, of 1,827,900 candidates."""
    tree, m = PrefixTree(4.0), 250_000
    cut = noise_cut(m, tree.q, 100)
    right = tree.asked * bdtrc(cut - 1, m, tree.q)
    mistakes = {
        "this many were meant; the cut was made for 100 candidates": 0.05,
        "this is for the 100 printed words; all candidates may pass the cut": 100
        * right
        / tree.asked,
        "the count reaches the cut: Pr[count ≥ cut] is binom.sf(cut - 1, …)": tree.asked
        * bdtrc(cut, m, tree.q),
        "this is the chance of one candidate": right / tree.asked,
        "exactly 5 % of 1,827,900 / 100 is the normal thought; use the binomial"
        " tail": 0.05 * tree.asked / 100,
    }
    yield number("invented", invented, right, mistakes)


@exercise
def four_answers(worst, williams):
    """Exercise 4: ε of four reports of ε = 1, in all and for Williams/Williamson."""
    of_worst = {
        "each further answer about the same name adds up": 1,
        "ratios multiply, so ε adds up; it is not averaged": 0.25,
        "ε is a logarithm: it adds up": math.e**4,
    }
    of_williams = {
        "where two names have the same piece, the report says nothing about which": 4,
        "WILLIAMS and WILLIAMSON have the same first 3 and the same first 6 symbols": 3,
        "the pieces of 9 and of 12 symbols both differ": 1,
    }
    yield number("worst", worst, 4, of_worst)
    yield number("williams", williams, 2, of_williams)


@exercise
def code(code):
    """Exercise 5: texts of up to 13 letters and fillers as different numbers < 2^64."""
    require_function("code", code, "text")
    short = [
        "".join(text)
        for length in (1, 2, 3)
        for text in product("ABYZ_", repeat=length)
    ]
    long = [
        "Z" * 13,
        "_" * 13,
        "A" * 13,
        "MONTGOMERYSMI",
        "MONTGOMERYSM_",
        "ZZZZZZZZZZZZ_",
    ]
    seen = {}
    for text in short + long:
        codeword = ask(f"code({text!r})", code, text)
        if not isinstance(codeword, Integral):
            raise Fault(f"code({text!r}) = {codeword!r} must be a whole number")
        if not 0 <= codeword < 2**64:
            raise Fault(f"code({text!r}) = {codeword} does not fit into 64 bits")
        if int(codeword) in seen:
            first = seen[int(codeword)]
            why = ": no digit may be 0, or a text and a longer one meet" * (
                len(first) != len(text)
            )
            raise Fault(f"{first} and {text} have the same code, {codeword}{why}")
        seen[int(codeword)] = text
    yield Finding(True, "code(text) is right: no two texts have the same code")
