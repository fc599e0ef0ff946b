"""Compute how often two reports can be joined by the best score."""

import math
from dataclasses import dataclass
from itertools import product
from typing import Self

import numpy as np

from ldp_course.arguments import check_number, check_numbers
from ldp_course.rappor.parameters import Parameters, check_parameters

# what is computed may be above 1 by rounding
CHANCES, LARGEST = "probabilities of pairs of reports, with a sum of 1", 1 + 1e-9
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
        # ties are broken at random
        devices = check_number(
            "devices", devices, "a number of devices, at least 1", 1, 1e15
        )
        until = np.minimum(np.cumsum(self.different), 1)
        before = until - self.different
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (until**devices - before**devices) / (devices * self.different)
        share = np.where(self.different > 1e-13, share, until ** (devices - 1))
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
