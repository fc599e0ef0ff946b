"""Answers to the exercises of the chapter "Words on no list"."""

from functools import reduce

from scipy.stats import binom, norm

from ldp_course.checks.chapters.unknown_words import published
from ldp_course.strings import noise_cut

_ = None  # an answer that is not given


def symbol_by_symbol(word, length):
    return "".join(word[place] if place < len(word) else "_" for place in range(length))


def other_order(n, groups, candidates, p, q):
    return norm.ppf(1 - 0.05 / candidates) * ((groups / n) * (q - q * q)) ** 0.5 / (p - q)


def by_sets(levels, letters, threshold):
    kept = {""}
    for shares in levels:
        asked = {start + symbol for start in kept for symbol in [*letters, "_"]}
        kept = {start for start in asked if shares.get(start, 0) >= threshold}
    return {word.replace("_", "") for word in kept}


def base_28(text):
    return reduce(lambda total, c: 28 * total + (27 if c == "_" else ord(c) - 64), text, 0)


Q = 1 / 56
INVENTED = 1_827_900 * binom.sf(noise_cut(250_000, Q, 100) - 1, 250_000, Q)

RIGHT = {
    "piece": (symbol_by_symbol,),
    "limit": (other_order,),
    "by_hand": (13, 53, 9e6),
    "read_once": (["ABA"], by_sets),
    "wrong_count": (INVENTED,),
    "four_answers": (4, 2),
    "code": (base_28,),
}


def without_length(text):
    return reduce(lambda total, c: 27 * total + (26 if c == "_" else ord(c) - 65), text, 0)


def too_large(text):
    return int.from_bytes(text.encode(), "big")


def no_ends(levels, letters, threshold):
    return published(levels, letters, threshold, keep=list)


def still_read_once(levels, letters, threshold):
    return published(levels, letters + "_", threshold)


def everything(levels, letters, threshold):
    return list(levels[-1])


WRONG = {
    "piece": [((lambda word, length: word[:length],), "is filled up with _")],
    "read_once": [
        ((_, still_read_once), "read only once"),
        ((_, no_ends), "ask about _"),
        ((_, everything), "below the threshold"),
    ],
    "code": [((without_length,), "no digit may be 0"), ((too_large,), "does not fit into 64 bits")],
}
