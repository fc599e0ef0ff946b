"""Simulate what the server finds by its exact law, without making reports.

With a perfect hash the supports of a group's candidates are independent: Bin(m, p) +
Bin(n - m, q) if m of its n people hold the word, and Bin(n, q) for all the others, of
which there may be 10^10. Only the largest of those matter, and they can be drawn
without the rest.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_counts, check_rng
from ldp_course.domains import in_order
from ldp_course.topics.unknown_words.candidates import among
from ldp_course.topics.unknown_words.found_words import (
    FoundWords,
    count_with_tail,
    tail_above,
)
from ldp_course.topics.unknown_words.search import Candidates, Words, conclude, encode


def simulate(
    words: Words, values: Sequence[str], counts: ArrayLike, rng: np.random.Generator
) -> FoundWords:
    """Draw the result for so many people with each word, by the law of a perfect hash.

    Time and memory grow with neither the people nor the candidates.
    """
    encoded, rng = encode(words, values), check_rng(rng)
    counts = check_counts("counts", in_order("counts", counts, values), len(encoded))
    weights = np.array(words.weights)
    in_group = rng.multinomial(counts, weights / weights.sum())

    def top(group: int, candidates: Candidates) -> tuple:
        codes, place = np.unique(encoded[:, group], return_inverse=True)
        holders = np.zeros(len(codes), np.int64)
        np.add.at(holders, place, in_group[:, group])
        n, is_candidate = int(holders.sum()), candidates.contain(codes)
        codes, holders = codes[is_candidate], holders[is_candidate]
        supports = rng.binomial(holders, words.p) + rng.binomial(n - holders, words.q)
        invented = min(words.keep, candidates.size - len(codes))
        noise = _largest(invented, candidates.size - len(codes), n, words.q, rng)
        scores = np.concatenate([supports + rng.random(len(supports)), noise])
        codes = np.concatenate([codes, _not_among(codes, candidates, invented, rng)])
        order = np.argsort(-scores)
        return codes[order], np.floor(scores[order]).astype(np.int64), n

    return conclude(words, top, int(counts.sum()))


def _largest(
    wanted: int, among: int, n: int, q: float, rng: np.random.Generator
) -> np.ndarray:
    """Draw the `wanted` largest of `among` numbers Bin(n, q) + Uniform(0, 1), in order.

    The largest comes first; the numbers are independent. The tails of their
    distribution are uniform numbers; the smallest is 1 - U^(1/among), and the next is
    the smallest of one fewer above it. A tail is then turned into a count and a
    fraction.
    """
    left = among - np.arange(wanted)
    tails = -np.expm1(np.cumsum(np.log(rng.random(wanted)) / left))
    counts = count_with_tail(tails, n, q)
    above, from_here = tail_above(counts, n, q), tail_above(counts - 1, n, q)
    return counts + np.clip((from_here - tails) / (from_here - above), 0, 1 - 2**-20)


def _not_among(
    codes: np.ndarray, candidates: Candidates, wanted: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw different candidates, none of them in `codes`, in random order."""
    sample = np.empty(0, dtype=np.uint64)
    while len(sample) < wanted:
        more = candidates.at(rng.integers(candidates.size, size=2 * wanted))
        sample = np.concatenate([sample, more[~among(more, codes)]])
        sample = sample[np.sort(np.unique(sample, return_index=True)[1])]
    return sample[:wanted]
