"""Turn texts of up to 13 letters into whole numbers of 64 bits, and back.

The a letters have the digits 1 to a, the filler a + 1, and a text is a number to the
base a + 1. No digit is 0, so texts of different lengths have different numbers ("A" is
1, "AA" is 28).
"""

from dataclasses import InitVar, dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_type,
    check_values,
    refuse,
    reject,
    set_attributes,
    shown,
)
from ldp_course.texts import character_name

FILLER = "_"  # stands at the end of a word that is shorter than the longest
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Alphabet:
    """Hold the letters, and the number of symbols of a padded word.

    >>> alphabet = Alphabet("ABC", 4)
    >>> alphabet.symbols(["CAB", "BACABA"]).tolist()
    [[3, 1, 2, 4], [2, 1, 3, 1]]
    >>> alphabet.text(alphabet.codes(alphabet.symbols(["CAB"]), 0, 4))
    ['CAB']
    """

    letters: str
    length: int
    source: InitVar[str] = ""  # the arguments that make this length, with their values
    base: int = field(init=False)

    def __post_init__(self, source: str) -> None:
        allowed = f"a text of at least 2 different characters without {FILLER} and NUL"
        check_type("letters", self.letters, str, allowed)
        distinct = set(self.letters)
        if len(distinct) < max(2, len(self.letters)) or distinct & {FILLER, "\0"}:
            refuse("letters", self.letters, allowed)
        base = len(self.letters) + 1
        sums = np.cumsum([base**power for power in range(1, 65)], dtype=object)
        longest = int((sums < 2**64).sum())
        if self.length > longest:
            problem = f"{source or f'length = {self.length}'} makes words too long"
            allowed = f"at most {longest} symbols are allowed with {base - 1} letters"
            raise ValueError(f"{problem} for 64 bits; {allowed}")
        # by code point; the last entry stands for all others: 0, no letter
        digits = np.zeros(max(map(ord, self.letters)) + 2, dtype=np.int64)
        digits[[ord(letter) for letter in self.letters]] = np.arange(1, base)
        digits[0] = base  # NumPy fills texts up with NUL
        set_attributes(self, base=base, _digits=digits)

    def symbols(self, words: ArrayLike) -> np.ndarray:
        """Return digits of each word, cut or filled, int64 of shape (n, length)."""
        words = check_values(words)
        letters = shown(self.letters)
        allowed = f"texts of at least one of the letters {letters}, one a person"
        if words.dtype.kind == "O" and all(isinstance(word, str) for word in words):
            for word in words:
                if "\0" in word:  # NumPy would cut it at the end
                    reject("values", f"holds {shown(word)}", allowed)
            words = words.astype(str)
        if words.dtype.kind != "U":
            reject("values", f"has dtype {words.dtype}", allowed, TypeError)
        words = np.ascontiguousarray(words, f"U{max(1, words.itemsize // 4)}")
        code_points = words.view(np.uint32).reshape(len(words), -1)
        digits = self._digits[np.minimum(code_points, len(self._digits) - 1)]
        gaps = (digits[:, :-1] == self.base) & (digits[:, 1:] != self.base)
        empty = digits[:, 0] == self.base
        wrong = np.flatnonzero((digits == 0).any(axis=1) | gaps.any(axis=1) | empty)
        if len(wrong):
            word = str(words[wrong[0]])
            problem = f"values holds {shown(word)} (at position {wrong[0]})"
            foreign = [letter for letter in word if letter not in self.letters]
            if foreign:
                problem += f", in which {character_name(foreign[0])} is no letter"
            raise ValueError(f"{problem}; values must be {allowed}")
        padded = np.full((len(words), self.length), self.base, dtype=np.int64)
        padded[:, : digits.shape[1]] = digits[:, : self.length]
        return padded

    def codes(self, symbols: np.ndarray, start: int, stop: int) -> np.ndarray:
        """Return the code of the piece start .. stop - 1 of each row, as uint64."""
        total = np.zeros(len(symbols), dtype=np.uint64)
        for column in range(start, stop):
            total = total * np.uint64(self.base) + symbols[:, column].astype(np.uint64)
        return total

    def text(self, codes: np.ndarray) -> list[str]:
        """Return the texts with these codes, without fillers."""
        digits, rest = [], np.asarray(codes, dtype=np.uint64)
        base, unit = np.uint64(self.base), np.uint64(1)
        while rest.any():  # the digit 0 stands beyond the end
            # digits run from 1 to base, so that the last one is not simply a remainder
            last = (rest - unit) % base + unit
            last = np.where(rest > 0, last, 0).astype(np.uint64)
            digits.append(last.astype(np.intp))
            rest = (rest - last) // base
        characters = np.array(["", *self.letters, ""])
        rows = zip(*digits[::-1], strict=True)
        return ["".join(characters[list(row)]) for row in rows] or [""] * len(codes)

    def finished(self, codes: np.ndarray) -> np.ndarray:
        """Return whether each piece ends with the filler, so that its word is over."""
        return (codes > 0) & (codes % np.uint64(self.base) == 0)

    def followers(self, steps: int) -> int:
        """Return the number of pieces of `steps` symbols: letters, then fillers."""
        return sum((self.base - 1) ** letters for letters in range(steps + 1))

    def follower(self, index: np.ndarray, steps: int) -> np.ndarray:
        """Return the code of piece number `index` of those; number 0 is all fillers."""
        a = self.base - 1
        first = np.cumsum([0] + [a**letters for letters in range(steps)])
        letters = np.searchsorted(first, index, side="right") - 1
        rank = np.asarray(index) - first[letters]
        code = np.zeros(len(rank), dtype=np.uint64)
        for place in range(steps):
            power = a ** np.maximum(letters - 1 - place, 0)
            digit = np.where(place < letters, rank // power % a + 1, self.base)
            code = code * np.uint64(self.base) + digit.astype(np.uint64)
        return code
