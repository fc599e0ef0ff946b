"""Compute how often two reports can be joined by the best score."""

import math
from dataclasses import dataclass
from itertools import product
from typing import Self

import numpy as np

from ldp_course.arguments import check_number, check_numbers, reject
from ldp_course.rappor.parameters import Parameters, check_parameters

# what is computed may be above 1 by rounding
CHANCES, LARGEST = "probabilities of pairs of reports, with a sum of 1", 1 + 1e-9
ROUNDED = 1e-6  # by which a sum of them may differ from 1
DIGITS = 9  # scores that agree so far count as equal


@dataclass(eq=False)
class Linkability:
    """Compare two reports of the same known value: are they of one device, or of two?

    The score of a pair of reports is the ratio of its two probabilities; no other is
    better (Neyman and Pearson). `same` and `different` hold its law in both cases,
    smallest score first.

    Parameters
    ----------
    same, different : arrays of probabilities, of the same shape (pairs,), each with a
        sum of 1

    Examples
    --------
    >>> always_alike = Linkability([0.5, 0, 0, 0.5], [0.25, 0.25, 0.25, 0.25])
    >>> always_alike.auc, always_alike.match(2)
    (0.75, 0.75)
    """

    same: np.ndarray
    different: np.ndarray

    def __post_init__(self) -> None:
        same = check_numbers("same", self.same, CHANCES, 0, LARGEST)
        different = check_numbers(
            "different", self.different, CHANCES, 0, LARGEST, same.shape
        )
        for name, law in (("same", same), ("different", different)):
            if abs(law.sum() - 1) > ROUNDED:
                reject(name, f"has the sum {law.sum():.6g}", CHANCES)
        possible = same + different > 0
        same, different = same[possible], different[possible]
        with np.errstate(divide="ignore"):
            score = np.round(np.log(same) - np.log(different), DIGITS)
        _, where = np.unique(score, return_inverse=True)
        self.same = np.bincount(where, weights=same)
        self.different = np.bincount(where, weights=different)

    @classmethod
    def of_rappor(cls, parameters: Parameters) -> Self:
        """Compare two reports of one word in one cohort, with h different bits set.

        Bits are independent: what counts is how many set and how many clear bits are 1
        in both reports, in one, and in none.
        """
        bits = check_parameters(parameters).bits
        f, p, q, h = (getattr(parameters, name) for name in ("f", "p", "q", "hashes"))
        same, different = np.ones(1), np.ones(1)
        for count, bit_stays in ((h, 1 - f / 2), (bits - h, f / 2)):
            rate = (1 - bit_stays) * p + bit_stays * q  # in one report of a device
            both = (1 - bit_stays) * p**2 + bit_stays * q**2  # in both
            joint = np.array([1 - 2 * rate + both, 2 * (rate - both), both])
            apart = np.array([(1 - rate) ** 2, 2 * rate * (1 - rate), rate**2])
            same = np.outer(same, _trinomial(count, joint)).ravel()
            different = np.outer(different, _trinomial(count, apart)).ravel()
        return cls(same, different)

    @property
    def auc(self) -> float:
        """Return the chance that a pair of one device scores higher; ties count 1/2."""
        return self.match(2)

    @np.errstate(under="ignore")
    def match(self, devices: float) -> float:
        """Return the chance that the right one of so many devices scores highest."""
        devices = check_number(
            "devices", devices, "a number of devices, at least 1", 1, 1e15
        )
        # of another device: this score, and a higher one. Summed from above, so that
        # the chances near 1 / devices keep their digits.
        tie = self.different
        above = np.minimum(np.append(np.cumsum(tie[:0:-1])[::-1], 0.0), 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            none_above = np.exp((devices - 1) * np.log1p(-above))
            # with ties broken at random, if each other one ties with r
            r = np.minimum(tie / (1 - above), 1)
            wins = -np.expm1(devices * np.log1p(-r)) / (devices * r)
        wins = np.where(tie > 0, wins, 1.0)
        share = np.where(above < 1, none_above * wins, 0.0)
        return float(min(self.same @ share, 1.0))


def _trinomial(count: int, chances: np.ndarray) -> np.ndarray:
    """Return the chance of each way in which `count` bits fall into three kinds."""
    log_chances = []
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(chances, 0))
    for first, second in product(range(count + 1), repeat=2):
        if first + second <= count:
            parts = first, second, count - first - second
            ways = math.lgamma(count + 1) - sum(math.lgamma(part + 1) for part in parts)
            of_parts = sum(part * log for part, log in zip(parts, logs) if part)
            log_chances.append(ways + of_parts)
    return np.exp(log_chances)
