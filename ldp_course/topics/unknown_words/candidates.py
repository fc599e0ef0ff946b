"""Represent what a server asks one group about: a list of codes, or continuations.

Besides a list, these are all continuations of some beginnings: 100 beginnings of 9
letters have 1,827,900 continuations by 3 letters, and 100 of 6 letters have 3 * 10^10
by 6.
"""

import numpy as np

from ldp_course.topics.unknown_words.alphabet import Alphabet


class Listed:
    """List codes one by one, uint64, all different."""

    def __init__(self, codes: np.ndarray) -> None:
        self.codes, self.size = codes, len(codes)

    def at(self, index: np.ndarray) -> np.ndarray:
        return self.codes[index]

    def contain(self, codes: np.ndarray) -> np.ndarray:
        return among(codes, self.codes)


class Continued:
    """Continue each beginning by `steps` symbols: by fillers if it has ended."""

    def __init__(self, alphabet: Alphabet, beginnings: np.ndarray, steps: int) -> None:
        self.alphabet, self.beginnings, self.steps = alphabet, beginnings, steps
        each = np.where(alphabet.finished(beginnings), 1, alphabet.followers(steps))
        self.ends = np.cumsum(each)
        self.size = int(self.ends[-1]) if len(each) else 0
        self.shift = np.uint64(alphabet.base**steps)
        # the code of a continuation by `steps` times the first letter
        self.smallest = np.uint64(sum(alphabet.base**place for place in range(steps)))

    def at(self, index: np.ndarray) -> np.ndarray:
        parent = np.searchsorted(self.ends, index, side="right")
        within = index - np.concatenate([[0], self.ends[:-1]])[parent]
        follower = self.alphabet.follower(within, self.steps)
        return self.beginnings[parent] * self.shift + follower

    def contain(self, codes: np.ndarray) -> np.ndarray:
        """Return whether each code, of the right length, continues a beginning."""
        return among((codes - self.smallest) // self.shift, self.beginnings)


def among(codes: np.ndarray, few: np.ndarray) -> np.ndarray:
    """Return whether each code is among the few, which alone are sorted."""
    if not len(few):
        return np.zeros(len(codes), dtype=bool)
    few = np.sort(few)
    return few[np.searchsorted(few[1:], codes, side="right")] == codes
