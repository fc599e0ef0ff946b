"""Answers to the exercises of the chapter "Words on no list"."""

import math
from functools import reduce

from scipy.stats import binom, norm

from ldp_course.checks.chapters.unknown_words import published
from ldp_course.strings import noise_cut

_ = None  # an answer that is not given


def filled(word, length):
    return word.ljust(12, "_")[:length]


def symbol_by_symbol(word, length):
    return "".join(word[place] if place < len(word) else "_" for place in range(length))


def one_error(n, groups, candidates, p, q):
    z = norm.isf(0.05 / candidates)
    return z * math.sqrt(q * (1 - q) / (n / groups)) / (p - q)


def other_order(n, groups, candidates, p, q):
    return norm.ppf(1 - 0.05 / candidates) * ((groups / n) * (q - q * q)) ** 0.5 / (p - q)


def with_lists(levels, letters, threshold):
    return published(levels, letters + "_", threshold, keep=list)


def by_sets(levels, letters, threshold):
    kept = {""}
    for shares in levels:
        asked = {start + symbol for start in kept for symbol in [*letters, "_"]}
        kept = {start for start in asked if shares.get(start, 0) >= threshold}
    return {word.replace("_", "") for word in kept}


def digits_from_one(text):
    total = 0
    for symbol in text:
        total = 27 * total + "ABCDEFGHIJKLMNOPQRSTUVWXYZ_".index(symbol) + 1
    return total


def base_28(text):
    return reduce(lambda total, c: 28 * total + (27 if c == "_" else ord(c) - 64), text, 0)


Q = 1 / 56
INVENTED = 1_827_900 * binom.sf(noise_cut(250_000, Q, 100) - 1, 250_000, Q)

RIGHT = {
    "piece": [(filled,), (symbol_by_symbol,)],
    "limit": [(one_error,), (other_order,)],
    "by_hand": [(13, 53, 9e6), (1 + 3 + 9, 4 * 13 + 1, 9_000_000)],
    "read_once": [({"ABA"}, with_lists), (["ABA"], by_sets)],
    "wrong_count": [(INVENTED,), (round(INVENTED),)],
    "four_answers": [(4, 2), (4.0, 2.0)],
    "code": [(digits_from_one,), (base_28,)],
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
    "piece": [
        ((lambda word, length: word[:length],), "is filled up with _"),
        ((lambda word, length: word.rjust(12, "_")[:length],), "behind the word"),
        ((lambda word, length: word.ljust(12, "_"),), "cut the padded word"),
        ((lambda word, length: ...,), "your line in place of"),
        ((lambda word, length: word + 1,), "raised"),
        ((_,), "not answered"),
    ],
    "limit": [
        ((lambda n, groups, *more: one_error(n, 1, *more),), "only n / groups people"),
        ((lambda n, g, m, p, q: one_error(n, g, m, p, q) * (p - q),), "divide by p − q"),
        ((lambda n, g, m, p, q: one_error(n, g, m, p, q) * (p - q) ** 0.5,), "outside of the root"),
        ((lambda *x: one_error(*x) ** 2 / norm.isf(0.05 / x[2]),), "take the root"),
        (
            (lambda *x: one_error(*x) * (x[3] * (1 - x[3]) / x[4] / (1 - x[4])) ** 0.5,),
            "comes from q",
        ),
        ((lambda *x: 2.0 * ...,), "your line in place of"),
    ],
    "by_hand": [
        ((9, _, _), "may also end"),
        ((16, _, _), "nothing follows"),
        ((12, _, _), "too"),
        ((_, 65, _), "has one continuation"),
        ((_, 52, _), "goes on with __"),
        ((_, _, 3e6), "root of the people"),
        ((_, _, 111_111), "more people lower"),
    ],
    "read_once": [
        (({"BAB", "ABA", "AB"}, _), "a right search"),
        (({"BAB", "ABA"}, _), "used up"),
        (({"ABA", "AB"}, _), "about the filler"),
        ((5, _), "follow `kept`"),
        ((_, still_read_once), "read only once"),
        ((_, no_ends), "ask about _"),
        ((_, everything), "below the threshold"),
        ((_, 5), "must be a function"),
    ],
    "wrong_count": [
        ((0.05,), "this many were meant"),
        ((100 * INVENTED / 1_827_900,), "all candidates may pass"),
        ((INVENTED / 1_827_900,), "the chance of one"),
        ((913.95,), "normal thought"),
    ],
    "four_answers": [
        ((1, _), "adds up"),
        ((0.25, _), "not averaged"),
        ((math.e**4, _), "logarithm"),
        ((_, 4), "same piece"),
        ((_, 3), "first 6 symbols"),
        ((_, 1), "both differ"),
    ],
    "code": [
        ((without_length,), "no digit may be 0"),
        ((too_large,), "does not fit into 64 bits"),
        ((str,), "must be a whole number"),
        ((len,), "have the same code"),
        ((_,), "not answered"),
    ],
}
