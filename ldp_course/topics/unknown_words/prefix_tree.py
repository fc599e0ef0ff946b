"""Find words by a prefix tree in one round: each group reports a longer beginning."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ldp_course.arguments import check_integer, check_type, refuse, set_attributes
from ldp_course.topics.unknown_words import search, simulation
from ldp_course.topics.unknown_words.alphabet import CAPITALS, Alphabet
from ldp_course.topics.unknown_words.candidates import Continued
from ldp_course.topics.unknown_words.found_words import MOST_CANDIDATES


@dataclass(frozen=True, repr=False)
class PrefixTree:
    """Let group i report lengths[i] symbols, and continue the kept beginnings.

    All report at once and once. The tree exists on the server only: it keeps the `keep`
    most supported beginnings of the first group, asks the second group's reports about
    all their continuations, and so on. A short word is filled up with "_", a long one
    is cut. (The word of fillers alone is asked about too, though nobody has it.) PEM of
    Wang, Li and Jha (2018). Chapter "Words on no list".

    Parameters
    ----------
    epsilon : float, natural-log ε of the one report, from 1e-6 to 30
    lengths : sequence of int, symbols that each group reports, increasing; the last is
        the longest
    keep : int, beginnings that the server keeps after each group, up to 10,000
    letters : str, the letters that a word may have

    Examples
    --------
    >>> tree = PrefixTree(epsilon=4.0)
    >>> rng = np.random.default_rng(1)
    >>> estimate = tree.simulate(["SMITH", "LI"], [150_000, 50_000], rng)
    >>> estimate.found, estimate.frequencies[:2].round(2).tolist()
    (('SMITH', 'LI'), [0.75, 0.25])
    """

    epsilon: float
    lengths: tuple = (3, 6, 9, 12)
    keep: int = 100
    letters: str = CAPITALS
    buckets: int = field(init=False)
    p: float = field(init=False)
    q: float = field(init=False)

    def __post_init__(self) -> None:
        allowed = "increasing whole numbers above 0, such as (3, 6, 9, 12)"
        check_type("lengths", self.lengths, (Sequence, np.ndarray), allowed)
        lengths = tuple(
            check_integer("lengths", length, 1, 63) for length in self.lengths
        )
        if not lengths or sorted(set(lengths)) != list(lengths):
            refuse("lengths", self.lengths, allowed)
        alphabet = Alphabet(self.letters, lengths[-1], f"lengths = {lengths}")
        fields = search.parts(self.epsilon, self.keep)
        pieces = tuple((0, length) for length in lengths)
        set_attributes(self, lengths=lengths, alphabet=alphabet, **fields)
        set_attributes(self, pieces=pieces, weights=(1,) * len(lengths))
        if max(self.continuations) * self.keep > MOST_CANDIDATES:
            raise ValueError(
                f"lengths = {lengths} has steps of more than 10^18 candidates"
            )
        beginnings = self.keep if len(lengths) > 1 else 1
        set_attributes(self, asked=self.continuations[-1] * beginnings)

    @property
    def groups(self) -> int:
        return len(self.lengths)

    @property
    def continuations(self) -> tuple:
        """Return how many continuations an unfinished beginning has at each step."""
        steps = np.diff(self.lengths, prepend=0)
        return tuple(self.alphabet.followers(int(step)) for step in steps)

    def __repr__(self) -> str:
        shown = f"epsilon={self.epsilon:g}, lengths={self.lengths}, keep={self.keep}"
        return f"PrefixTree({shown}, {self.buckets} buckets)"

    encode = search.encode
    assign = search.assign
    perturb = search.perturb
    aggregate = search.aggregate
    channel_given = search.channel_given
    simulate = simulation.simulate
    limit = search.limit

    def _discover(self, top: search.Top) -> tuple:
        """Return the last group's candidates, and what `top` returns for them.

        `top(group, candidates)` has the codes of candidates, most supported first,
        their supports, and the group's people: from reports in `aggregate`, from the
        law in `simulate`.
        """
        beginnings, length = np.zeros(1, dtype=np.uint64), 0
        for group, longer in enumerate(self.lengths):
            candidates = Continued(self.alphabet, beginnings, longer - length)
            result, length = top(group, candidates), longer
            beginnings = result[0][: self.keep]
        return candidates.size, result
