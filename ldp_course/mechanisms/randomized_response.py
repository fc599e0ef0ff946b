"""Randomized response: one yes/no question, answered with plausible deniability.

Warner (1965); the two-coin form is from Dwork and Roth (2014). Derived in the chapter "Randomized response".
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_codes,
    check_counts,
    check_epsilon,
    check_number,
    check_probability,
    check_rng,
)
from ldp_course.estimate import Estimate
from ldp_course.mechanisms.shared import FrequencyOracle, check_values, chunks


@dataclass(frozen=True)
class RandomizedResponse(FrequencyOracle):
    """Tell the truth with probability p, the opposite with probability q = 1 - p.

    epsilon: natural-log ε > 0; p = e^ε / (e^ε + 1). The domain is ("no", "yes").
    """

    epsilon: float
    p: float = field(init=False)
    q: float = field(init=False)
    domain = ("no", "yes")

    def __post_init__(self) -> None:
        epsilon = check_epsilon(self.epsilon)
        odds_of_lie = math.exp(-epsilon)
        self._set(epsilon, 1 / (1 + odds_of_lie), odds_of_lie / (1 + odds_of_lie))

    @classmethod
    def two_coin(cls) -> RandomizedResponse:
        """First coin heads: the truth. Tails: a second coin decides. So p = 3/4 and ε = ln 3."""
        return cls.from_truth_probability(0.75)

    @classmethod
    def from_truth_probability(cls, p: float) -> RandomizedResponse:
        """Warner's form: the answer is true with probability p. Raises ValueError at p = 1/2 (nothing can be learnt).

        ε = |ln(p / (1 - p))|: infinite at p = 0 and p = 1.
        """
        p = check_probability("p", p)
        if p == 0.5:
            raise ValueError(
                "p = 0.5 makes p = q: every answer is a fair coin and says nothing; p must be a probability other than 0.5"
            )
        q = 1 - p
        mechanism = object.__new__(cls)
        mechanism._set(abs(math.log(p / q)) if p and q else math.inf, p, q)
        return mechanism

    @classmethod
    def from_gamma(cls, gamma: float) -> RandomizedResponse:
        """Keep the answer with probability 1/2 + γ, flip it with 1/2 - γ; 0 < γ <= 1/2. Two coins are γ = 1/4."""
        allowed = "a number above 0 and at most 0.5 (at 0 every answer is a fair coin: p = q)"
        number = check_number("gamma", gamma, allowed)
        if not 0 < number <= 0.5:
            raise ValueError(f"gamma = {gamma!r} is not allowed; gamma must be {allowed}")
        return cls.from_truth_probability(0.5 + number)

    def _set(self, epsilon: float, p: float, q: float) -> None:
        for name, value in {"epsilon": epsilon, "p": p, "q": q}.items():
            object.__setattr__(self, name, value)

    def encode(self, values: ArrayLike) -> np.ndarray:
        """True answers (booleans, or 0 and 1) as uint8 of shape (n,): 1 is yes."""
        array = check_values(values)
        if array.dtype.kind not in "biu":
            raise TypeError(
                f"values has dtype {array.dtype}; values must be booleans, or whole numbers 0 (no) and 1 (yes)"
            )
        return check_codes("values", array, 2).astype(np.uint8)

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Answers as they leave each device, uint8 of shape (n,): each is kept with probability p, else flipped."""
        check_rng(rng)
        encoded = self._check_reports("encoded", encoded)
        reports = np.empty(len(encoded), dtype=np.uint8)
        for rows in chunks(len(encoded)):
            truth = encoded[rows].astype(bool)
            lies = rng.random(len(truth)) >= self.p
            reports[rows] = truth ^ lies
        return reports

    def supported(self, reports: np.ndarray) -> np.ndarray:
        """A report supports the answer that it gives: booleans, shape (n, 2)."""
        return np.asarray(reports)[:, None] == np.arange(2)

    def support(self, reports: np.ndarray) -> np.ndarray:
        """Number of reported no and yes, shape (2,)."""
        yes = np.count_nonzero(reports)
        return np.array([len(reports) - yes, yes])

    def channel(self) -> np.ndarray:
        """Pr[report | value], shape (2, 2): rows are true no, true yes; columns are reported no, reported yes."""
        return np.array([[self.p, self.q], [self.q, self.p]])

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """An estimate for counts = [people with no, people with yes], drawn at a cost that does not grow with them.

        The number of reported yes is exactly Bin(yes, p) + Bin(no, q).
        """
        check_rng(rng)
        no, yes = check_counts("counts", counts, 2)
        reported_yes = rng.binomial(yes, self.p) + rng.binomial(no, self.q)
        n = int(no + yes)
        return self._estimate(np.array([n - reported_yes, reported_yes]), n)
