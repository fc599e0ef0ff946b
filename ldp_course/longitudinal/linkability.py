"""Can two reports be joined? The best score for "of one device", exactly, and what it achieves."""

import math
from dataclasses import dataclass
from itertools import product
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_integer, check_number, check_numbers, refuse
from ldp_course.longitudinal.sequences import _memories
from ldp_course.longitudinal.shared import Remembering
from ldp_course.rappor.parameters import Parameters, check_parameters

DIGITS = 9  # scores that agree so far count as equal


@dataclass(frozen=True, eq=False)
class Linkability:
    """Two reports of the same value: of one device, or of two? The value is known to whoever asks.

    The score of a pair of reports is the ratio of its two probabilities; no other is better
    (Neyman and Pearson). `same` and `different` hold its law in both cases, smallest score first.

    Parameters
    ----------
    same, different : arrays of probabilities, of the same shape (pairs,), each with a sum of 1

    Examples
    --------
    >>> always_alike = Linkability([0.5, 0, 0, 0.5], [0.25, 0.25, 0.25, 0.25])
    >>> always_alike.auc, always_alike.match(2)
    (0.75, 0.75)
    """

    same: np.ndarray
    different: np.ndarray

    def __post_init__(self) -> None:
        same, different = _check_law("same", self.same), _check_law("different", self.different)
        if same.shape != different.shape:
            refuse("different", self.different, f"{len(same)} probabilities, as same")
        possible = same + different > 0
        same, different = same[possible], different[possible]
        with np.errstate(divide="ignore"):
            score = np.round(np.log(same) - np.log(different), DIGITS)
        _, where = np.unique(score, return_inverse=True)
        both = (np.bincount(where, weights=law) for law in (same, different))
        vars(self).update(zip(("same", "different"), both, strict=True))

    @classmethod
    def of_device(cls, mechanism: Remembering, value: int = 0) -> Self:
        """Two reports on days with the same value, such as of a `DirectChain`."""
        chances, law = _memories(mechanism)
        value = check_integer("value", value, 0, law.shape[1] - 1)
        one = law[:, value]
        same = np.einsum("w,wy,wz->yz", chances, one, one)
        alone = chances @ one
        return cls(same.ravel(), np.outer(alone, alone).ravel())

    @classmethod
    def of_rappor(cls, parameters: Parameters) -> Self:
        """Two reports of one word in one cohort, where the word sets h different bits.

        Bits are independent: what counts is how many set and how many clear bits are 1 in both
        reports, in one, and in none.
        """
        bits = check_parameters(parameters).bits
        f, p, q, h = (getattr(parameters, name) for name in ("f", "p", "q", "hashes"))
        same, different = np.ones(1), np.ones(1)
        for count, kept_one in ((h, 1 - f / 2), (bits - h, f / 2)):
            one = (1 - kept_one) * p + kept_one * q  # in one report of a device
            both = (1 - kept_one) * p**2 + kept_one * q**2  # in both
            joint = np.array([1 - 2 * one + both, 2 * (one - both), both])
            apart = np.array([(1 - one) ** 2, 2 * one * (1 - one), one**2])
            same = np.outer(same, _trinomial(count, joint)).ravel()
            different = np.outer(different, _trinomial(count, apart)).ravel()
        return cls(same, different)

    @property
    def auc(self) -> float:
        """Probability that a pair of one device scores higher than another pair; ties count 1/2."""
        return self.match(2)

    def match(self, devices: float) -> float:
        """Probability that of so many devices, one of them right, the right one scores highest.

        Ties are broken at random.
        """
        devices = check_number("devices", devices, "a number of devices, at least 1", 1, 1e15)
        until = np.minimum(np.cumsum(self.different), 1)
        before = until - self.different
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (until**devices - before**devices) / (devices * self.different)
        share = np.where(self.different > 1e-13, share, until ** (devices - 1))
        return float(min(self.same @ share, 1.0))


def _trinomial(count: int, chances: np.ndarray) -> np.ndarray:
    """Probability of each way in which `count` bits fall into three kinds."""
    found = []
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(chances, 0))
    for first, second in product(range(count + 1), repeat=2):
        if first + second <= count:
            parts = first, second, count - first - second
            ways = math.lgamma(count + 1) - sum(math.lgamma(part + 1) for part in parts)
            found.append(ways + sum(part * log for part, log in zip(parts, logs) if part))
    return np.exp(found)


def _check_law(name: str, law: ArrayLike) -> np.ndarray:
    allowed = "a list of probabilities that sum to 1"
    array = check_numbers(name, law, allowed, 0, 1 + 1e-12)
    if array.ndim != 1 or not math.isclose(array.sum(), 1, abs_tol=1e-9):
        refuse(name, law, allowed)
    return array
