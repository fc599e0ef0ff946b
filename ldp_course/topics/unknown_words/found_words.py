"""Hold words with estimates, and compute the support that noise rarely passes."""

from dataclasses import dataclass

import numpy as np
from scipy.special import betainc, ndtri

from ldp_course.arguments import (
    check_confidence,
    check_flag,
    check_integer,
    check_people,
    check_probability,
)

MOST_CANDIDATES = 10**18
# counts: quantiles of a binomial and of the normal picture are rarely further apart
NEAR = 16


@dataclass(frozen=True, eq=False)
class FoundWords:
    """Hold words, most supported first: those the server keeps, and all above the cut.

    Only the last group asks about whole words: `n` are its people. The estimate of a
    word is unbiased if the word reached the list for other reasons; the top of a list
    is too high.

    Parameters
    ----------
    words : tuple of str
    n : int, people in the group that was asked about whole words
    candidates : int, words that this group was asked about
    supports : array of int, reports of the group that support each word
    frequencies : array, estimated share of each word; not clipped
    standard_errors : array, of `frequencies` as estimates for all who reported: the
        noise, and who fell into the last group
    cut : int, the support from which a word counts as found; see `noise_cut`

    Examples
    --------
    >>> from ldp_course.topics.unknown_words import PrefixTree
    >>> tree = PrefixTree(epsilon=4.0, lengths=(2, 4), keep=3, letters="ABC")
    >>> tree.simulate(["ABBA", "CAB"], [600, 400], np.random.default_rng(1)).found
    ('ABBA', 'CAB')
    """

    words: tuple
    n: int
    candidates: int
    supports: np.ndarray
    frequencies: np.ndarray
    standard_errors: np.ndarray
    cut: int

    @property
    def found(self) -> tuple:
        """Return the words whose support reaches the cut."""
        return self.words[: np.count_nonzero(self.supports >= self.cut)]

    def to_frame(self):
        """Return a DataFrame: each word's support, share and error, and if found."""
        # here, since loading it takes longer than all the rest of the module
        import pandas as pd

        columns = {
            "support": self.supports,
            "frequency": self.frequencies,
            "standard_error": self.standard_errors,
            "found": self.supports >= self.cut,
        }
        return pd.DataFrame(columns, index=pd.Index(self.words, name="word"))

    def __repr__(self) -> str:
        number = f"{len(self.found)} of {self.candidates:,} candidates found"
        return f"FoundWords({len(self.words)} words, {number})"


def noise_cut(
    n: int, q: float, candidates: int, alpha: float = 0.05, normal: bool = False
) -> int:
    """Return the support that invented words reach with probability at most `alpha`.

    All candidates together: the smallest c with candidates · Pr[Bin(n, q) >= c] <=
    alpha (Bonferroni). With `normal`, from the normal picture of the count, whose tail
    is too thin: far out more noise passes than alpha.

    Parameters
    ----------
    n : int, people in the group
    q : float, chance that a report supports a word that its sender does not hold
    candidates : int, from 1 to 10^18
    alpha : float, strictly between 0 and 1
    normal : bool

    Examples
    --------
    >>> noise_cut(25_000, 1 / 56, 1_754_788)
    566
    >>> noise_cut(25_000, 1 / 56, 1_754_788, normal=True)
    561
    """
    n, q = check_people("n", n), check_probability("q", q)
    candidates = check_integer("candidates", candidates, 1, MOST_CANDIDATES)
    error = check_confidence(alpha, "alpha", 0.05) / candidates
    if check_flag("normal", normal):
        return int(np.ceil(n * q - ndtri(error) * np.sqrt(n * q * (1 - q))))
    return int(count_with_tail(np.array([error]), n, q)[0]) + 1


def count_with_tail(tails: np.ndarray, n: int, q: float) -> np.ndarray:
    """Return for each tail the smallest c with Pr[Bin(n, q) > c] <= tail, int64.

    `scipy.special.bdtrc` takes n up to 2^31 only, the incomplete beta function any.
    """
    guess = np.floor(n * q - ndtri(tails) * np.sqrt(n * q * (1 - q)))
    guess = guess.clip(0, n).astype(np.int64)
    low, high = np.maximum(guess - NEAR, -1), np.minimum(guess + NEAR, n)
    low = np.where(tail_above(low, n, q) > tails, low, -1)
    high = np.where(tail_above(high, n, q) <= tails, high, n)
    while (high - low > 1).any():  # Pr[count > low] > tail >= Pr[count > high]
        middle = (low + high) // 2
        enough = tail_above(middle, n, q) <= tails
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


def tail_above(counts: np.ndarray, n: int, q: float) -> np.ndarray:
    """Return Pr[Bin(n, q) > count]: 1 below zero, 0 from n on."""
    inside = np.clip(counts, 0, n - 1)
    tail = np.where(counts < n, betainc(inside + 1.0, n - inside, q), 0.0)
    return np.where(counts < 0, 1.0, tail)
