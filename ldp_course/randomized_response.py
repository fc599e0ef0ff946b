"""Randomized response: one yes/no question, answered with plausible deniability.

Estimates: `counting.pure_estimate`; standard errors and variance:
`counting.noise_variance`.
"""

import math
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course import counting
from ldp_course.arguments import (
    check_answers,
    check_collection,
    check_epsilon,
    check_number,
    check_probability,
    check_values,
    refuse,
    set_attributes,
    shown,
)
from ldp_course.counting import by_chunk, chunks
from ldp_course.estimate import Estimate


@dataclass(frozen=True, init=False)
class RandomizedResponse:
    """Tell the truth with probability p, the opposite with probability q = 1 - p.

    Warner (1965); with two coins Dwork and Roth (2014). Chapter "Randomized response".

    Parameters
    ----------
    epsilon : float, natural-log ε from 1e-6 to 30; then p = e^ε / (e^ε + 1)
    p : float, in place of ε, not 1/2 (a fair coin)
        Then ε = |ln(p / (1 - p))|, infinite at 0 and 1.

    Examples
    --------
    >>> coins = RandomizedResponse.two_coin()
    >>> coins.simulate([600, 400], np.random.default_rng(1)).frequencies
    array([0.628, 0.372])
    """

    reports = "values"  # what a report is: see counting.Mechanism
    domain = "no", "yes"  # of every question, so no field
    epsilon: float
    # `dataclasses.replace` takes another ε, from which p and q follow, with p > q
    p: float = field(init=False)
    q: float = field(init=False)

    def __init__(self, epsilon: float | None = None, *, p: float | None = None) -> None:
        if p is None:
            epsilon = check_epsilon(epsilon)
            # by the odds q / p = e^-ε: 1 - p would lose the digits of a small q
            odds_of_lie = math.exp(-epsilon)
            p, q = 1 / (1 + odds_of_lie), odds_of_lie / (1 + odds_of_lie)
        elif epsilon is None:
            p = check_probability("p", p)
            q = 1 - p
            if p == q:
                raise ValueError(
                    "p = 0.5 makes p = q, a fair coin; p must be another probability"
                )
            epsilon = abs(math.log(p / q)) if p and q else math.inf
        else:
            both = f"epsilon = {shown(epsilon)} and p = {shown(p)}"
            raise ValueError(f"{both}; only one of them is allowed")
        set_attributes(self, epsilon=epsilon, p=p, q=q)

    @classmethod
    def two_coin(cls) -> Self:
        """Toss for the truth, and at tails for the answer: p = 3/4 and ε = ln 3."""
        return cls(p=0.75)

    @classmethod
    def from_truth_probability(cls, p: float) -> Self:
        """Answer truly with probability p: Warner's form."""
        return cls(p=check_probability("p", p))  # p = None is refused here

    @classmethod
    def from_gamma(cls, gamma: float) -> Self:
        """Keep the answer with probability 1/2 + γ, 0 < γ <= 1/2; 1/4 is two coins."""
        allowed = "a number above 0 and at most 0.5 (0 is a fair coin: p = q)"
        p = 0.5 + check_number("gamma", gamma, allowed, 0, 0.5)
        if p == 0.5:  # also for a gamma so small that the sum loses it
            refuse("gamma", gamma, allowed)
        return cls(p=p)

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Return answers (booleans, or 0 and 1) as uint8 of shape (n,): 1 is yes."""
        return check_answers("values", check_values(values)).astype(np.uint8)

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw the answers that leave each device, uint8 of shape (n,): true with p."""
        encoded = check_answers("encoded", encoded)
        return by_chunk(self._flip, encoded, rng, np.empty(len(encoded), np.uint8))

    def _flip(self, truth: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return truth.astype(bool) ^ (rng.random(len(truth)) >= self.p)

    def aggregate(self, reports: ArrayLike) -> Estimate:
        """Estimate every value's frequency from all reports: unbiased, not clipped."""
        return counting.pure_estimate(self, self.support(reports), len(reports))

    def channel(self) -> np.ndarray:
        """Return Pr[report | value], shape (2, 2): true no and yes by reported ones."""
        return np.array([[self.p, self.q], [self.q, self.p]])

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Draw an estimate for true counts of no and yes: Bin(yes, p) + Bin(no, q)."""
        no, yes = counting.check_simulation(self, counts, rng)
        n = int(no + yes)
        reported = rng.binomial(yes, self.p) + rng.binomial(no, self.q)
        return counting.pure_estimate(self, np.array([n - reported, reported]), n)

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> Estimate:
        """Return aggregate(perturb(encode(values), rng)), in chunks, in flat memory."""
        truths = check_answers("values", check_collection(values, rng))
        n = len(truths)
        yes = sum(np.count_nonzero(self._flip(part, rng)) for part in chunks(truths))
        return counting.pure_estimate(self, np.array([n - yes, yes]), n)

    variance = counting.pure_variance

    def possible_reports(self) -> np.ndarray:
        """Return no and yes, uint8 of shape (2,), as the channel's columns."""
        return np.arange(2, dtype=np.uint8)

    def supported(self, reports: ArrayLike) -> np.ndarray:
        """Return which answer each report gives: booleans, shape (n, 2)."""
        return check_answers("reports", reports)[:, None] == np.arange(2)

    support = counting.support_by_answer
