"""Find words by segments and neighboring pairs of them, joined on the server."""

from dataclasses import dataclass, field

import numpy as np

from ldp_course.arguments import check_integer, set_attributes
from ldp_course.topics.unknown_words import search, simulation
from ldp_course.topics.unknown_words.alphabet import CAPITALS, Alphabet
from ldp_course.topics.unknown_words.candidates import Continued, Listed

LONGEST = 13  # segments
MOST_CHAINS = 1 << 20


@dataclass(frozen=True, repr=False)
class SegmentPairs:
    """Let groups report a segment, a pair of neighbors, or the whole word.

    The group for the whole word has double size. The server keeps the `keep` most
    supported segments at each place, then the `keep` most supported pairs of kept
    neighbors. Pairs that share a segment make chains, and only these few are asked
    about in the last group. All report at once and once. After the pairs of n-grams of
    Fanti, Pihur and Erlingsson (2016). Chapter "Words on no list".

    Parameters
    ----------
    epsilon : float, natural-log ε of the one report, from 1e-6 to 30
    segment : int, symbols of a segment
    segments : int, from 2 to 13; a word is filled or cut to segment · segments symbols
    keep : int, segments and pairs that the server keeps, up to 1,000
    letters : str, the letters that a word may have

    Examples
    --------
    >>> pairs = SegmentPairs(epsilon=4.0)
    >>> rng = np.random.default_rng(1)
    >>> pairs.simulate(["SMITH", "LI"], [150_000, 50_000], rng).found
    ('SMITH', 'LI')
    """

    epsilon: float
    segment: int = 3
    segments: int = 4
    keep: int = 100
    letters: str = CAPITALS
    buckets: int = field(init=False)
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        s = check_integer("segment", self.segment, 1, 63)
        m = check_integer("segments", self.segments, 2, LONGEST)
        check_integer("keep", self.keep, 1, 1000)
        alphabet = Alphabet(self.letters, s * m, f"segment x segments = {s} x {m}")
        set_attributes(self, segment=s, segments=m, alphabet=alphabet)
        set_attributes(self, **search.parts(self.epsilon, self.keep))
        single = [(s * i, s * (i + 1)) for i in range(m)]
        double = [(s * i, s * (i + 2)) for i in range(m - 1)]
        pieces, weights = (*single, *double, (0, s * m)), (1,) * (2 * m - 1) + (2,)
        # a pair goes on in about one other
        set_attributes(self, pieces=pieces, weights=weights, asked=self.keep)

    def __repr__(self) -> str:
        shown = f"segment={self.segment}, segments={self.segments}, keep={self.keep}"
        return (
            f"SegmentPairs(epsilon={self.epsilon:g}, {shown}, {self.buckets} buckets)"
        )

    encode = search.encode
    assign = search.assign
    perturb = search.perturb
    aggregate = search.aggregate
    channel_given = search.channel_given
    simulate = simulation.simulate
    limit = search.limit

    def _discover(self, top: search.Top) -> tuple:
        """Return the last group's chains, as `PrefixTree._discover` candidates."""
        shift = np.uint64(self.alphabet.base**self.segment)
        nothing = np.zeros(1, dtype=np.uint64)
        anything = Continued(self.alphabet, nothing, self.segment)
        segments = [
            top(place, anything)[0][: self.keep] for place in range(self.segments)
        ]
        chains = ends = segments[0]
        all_fillers = self.alphabet.follower(np.zeros(1, np.int64), self.segment)[0]
        smallest = np.uint64(
            sum(self.alphabet.base**place for place in range(self.segment))
        )
        for place in range(self.segments - 1):
            left = np.repeat(segments[place], len(segments[place + 1]))
            right = np.tile(segments[place + 1], len(segments[place]))
            possible = ~self.alphabet.finished(left) | (right == all_fillers)
            codes = (left * shift + right)[possible]
            best = top(self.segments + place, Listed(codes))[0][: self.keep]
            left = (best - smallest) // shift
            right = best - left * shift
            which, pair = np.nonzero(ends[:, None] == left)
            chains, ends = chains[which] * shift + right[pair], right[pair]
            chains, ends = chains[:MOST_CHAINS], ends[:MOST_CHAINS]
        return len(chains), top(2 * self.segments - 1, Listed(chains))
