"""Unary encoding: one bit for each possible value, every bit flipped on its own.

Erlingsson et al. (2014) for the symmetric form (basic one-time RAPPOR), Wang et al. (2017) for the
optimized one. Derived in the chapter "Unary encoding".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ._validate import check_domain, check_epsilon, check_not_empty, check_probability, check_rng
from .estimate import Estimate
from .frequency_oracle import FrequencyOracle, chunks

LARGEST_CHANNEL = 12  # values; the channel has 2 to that power columns


@dataclass(frozen=True)
class UnaryEncoding(FrequencyOracle):
    """Send k bits, of which the one of the true value is 1: a 1 stays 1 with probability p, a 0 becomes 1 with q.

    domain: the k possible values; p, q: probabilities, p ≠ q
    """

    domain: tuple
    p: float
    q: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "domain", check_domain(self.domain))
        object.__setattr__(self, "p", check_probability("p", self.p))
        object.__setattr__(self, "q", check_probability("q", self.q))
        if self.p == self.q:
            raise ValueError(f"p = q = {self.p!r}: the bits say nothing about the value; p must differ from q")

    @classmethod
    def symmetric(cls, domain: tuple, epsilon: float) -> UnaryEncoding:
        """Ones and zeros are treated alike: p = e^(ε/2) / (e^(ε/2) + 1), q = 1 - p."""
        odds_of_flip = math.exp(-check_epsilon(epsilon) / 2)
        return cls(domain, 1 / (1 + odds_of_flip), odds_of_flip / (1 + odds_of_flip))

    @classmethod
    def optimized(cls, domain: tuple, epsilon: float) -> UnaryEncoding:
        """The smallest variance for rare values: p = 1/2, q = 1 / (e^ε + 1)."""
        odds = math.exp(-check_epsilon(epsilon))
        return cls(domain, 0.5, odds / (1 + odds))

    @property
    def epsilon(self) -> float:
        """|ln(p(1-q) / ((1-p)q))|: two one-hot vectors differ in two bits. Infinite if p or q is 0 or 1."""
        p, q = self.p, self.q
        if {p, q} & {0.0, 1.0}:
            return math.inf
        return abs(math.log(p / q) + math.log((1 - q) / (1 - p)))

    def __repr__(self) -> str:
        return f"UnaryEncoding({len(self.domain)} values, p={self.p:.4f}, q={self.q:.4f}, epsilon={self.epsilon:.4f})"

    def encode(self, values: ArrayLike) -> np.ndarray:
        """One-hot rows, uint8 of shape (n, k)."""
        return one_hot(self._positions(values), len(self.domain))

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Bits as they leave each device, uint8 of shape (n, k): all bits of all people are drawn independently."""
        check_rng(rng)
        encoded = self._check_reports("encoded", encoded)
        reports = np.empty(encoded.shape, dtype=np.uint8)
        for rows in chunks(len(encoded), self._report_width):
            uniform = rng.random(reports[rows].shape)
            ones = encoded[rows] == 1
            bits = uniform < self.q
            bits[ones] = uniform[ones] < self.p
            reports[rows] = bits
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """The reports themselves: a report supports the values whose bits are 1."""
        return reports

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (k, 2^k): column j is the report whose bit i is (j >> i) & 1.

        Raises ValueError if k is above 12: use `epsilon` then, whose formula the small cases verify.
        """
        return channel_of_bits(len(self.domain), if_one=(1 - self.p, self.p), if_zero=(1 - self.q, self.q))

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for true counts per value, drawn at a cost that does not grow with them.

        The number of ones in bit v is exactly Bin(n_v, p) + Bin(n - n_v, q), independently for each bit.
        """
        return self._simulate_independent(counts, rng)

    @property
    def _report_width(self) -> int:
        return len(self.domain)

    def _check_reports(self, name: str, reports: ArrayLike) -> np.ndarray:
        return check_bit_rows(name, reports, len(self.domain))


def one_hot(codes: np.ndarray, size: int) -> np.ndarray:
    """Rows of `size` bits, uint8 of shape (n, size), with a 1 at each code."""
    rows = np.zeros((len(codes), size), dtype=np.uint8)
    rows[np.arange(len(codes)), codes] = 1
    return rows


def channel_of_bits(k: int, if_one: tuple[float, float], if_zero: tuple[float, float]) -> np.ndarray:
    """Pr[k reported bits | value], shape (k, 2^k), if each bit is drawn on its own: Pr[0] and Pr[1] if the true bit is 1, or 0."""
    if k > LARGEST_CHANNEL:
        raise ValueError(
            f"domain has {k} values, so channel() would have 2**{k} columns; "
            f"at most {LARGEST_CHANNEL} values are allowed here (epsilon has a formula for every k)"
        )
    bits = (np.arange(2**k)[:, None] >> np.arange(k)) & 1
    at_zero, at_one = np.array(if_zero)[bits], np.array(if_one)[bits]
    return np.array([np.where(np.arange(k) == value, at_one, at_zero).prod(axis=1) for value in range(k)])


def check_bit_rows(name: str, reports: ArrayLike, size: int) -> np.ndarray:
    """Return rows of `size` bits, one row a person, as an integer array."""
    allowed = f"rows of {size} bits (0 or 1), one row a person"
    array = np.asarray(reports)
    if array.ndim != 2 or array.shape[1] != size:
        raise ValueError(f"{name} has shape {array.shape}; {name} must be {allowed}")
    check_not_empty(name, array)
    if array.dtype.kind not in "biu":
        raise TypeError(f"{name} has dtype {array.dtype}; {name} must be {allowed}")
    if array.min() < 0 or array.max() > 1:
        raise ValueError(f"{name} holds {array.min() if array.min() < 0 else array.max()}; {name} must be {allowed}")
    return array
