"""What the server knows after collection: an estimate, its errors, post-processing.

Used by every mechanism and `rappor`. Derived in "Randomized response" (estimator,
interval) and in "Negative people" (post-processing).
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import ndtri

from ldp_course.arguments import (
    check_confidence,
    check_flag,
    check_numbers,
    check_people,
    refuse,
    reject,
    set_attributes,
)
from ldp_course.domains import check_domain, in_order


@dataclass(frozen=True, eq=False)
class Estimate:
    """Hold an unbiased estimate for every value of a domain, with its errors.

    Nothing is clipped: a frequency may be below 0. The uncertainty is the mechanism's
    noise about *these n people*. To speak about a larger population from which they
    were drawn at random, add the sampling variance f(1 - f)/n.

    Parameters
    ----------
    domain : tuple of the k values, in the mechanism's order
    n : int, people who reported
    frequencies : array of shape (k,), estimated share of the people who hold each value
    standard_errors : array of shape (k,), of `frequencies`

    Examples
    --------
    >>> estimate = Estimate(("no", "yes"), 200, [0.7, 0.3], [0.06, 0.06])
    >>> low, high = estimate.interval()
    >>> estimate.counts.round(1), low.round(2), high.round(2)
    (array([140.,  60.]), array([0.58, 0.18]), array([0.82, 0.42]))
    """

    domain: tuple
    n: int
    frequencies: np.ndarray
    standard_errors: np.ndarray

    def __post_init__(self) -> None:
        domain, n = check_domain(self.domain, least=1), check_people("n", self.n)
        shape = (len(domain),)
        allowed = f"{len(domain)} numbers, one a value of the domain"
        f = in_order("frequencies", self.frequencies, domain, complete=True)
        f = check_numbers("frequencies", f, allowed, shape=shape)
        allowed += ", none negative"
        errors = in_order(
            "standard_errors", self.standard_errors, domain, complete=True
        )
        errors = check_numbers("standard_errors", errors, allowed, 0, shape=shape)
        set_attributes(self, domain=domain, n=n, frequencies=f, standard_errors=errors)

    @classmethod
    def computed(cls, *fields: object) -> Self:
        """Return an estimate from fields that a mechanism computed, without checks."""
        estimate = object.__new__(cls)
        vars(estimate).update(zip(cls.__dataclass_fields__, fields, strict=True))
        return estimate

    @property
    def counts(self) -> np.ndarray:
        """Return the estimated people per value, (k,): n times the frequencies."""
        return self.n * self.frequencies

    def interval(self, confidence: float = 0.95, simultaneous: bool = False) -> tuple:
        """Return the low and high ends of each frequency's normal interval, (k,) each.

        Trust it where n p (1 - p) and n q (1 - q) are at least about 10 (simultaneous
        on large domains: more); with a large ε and few people it is too short ("How
        many people?"). After clip, norm_mul or norm_sub, it no longer holds.

        Parameters
        ----------
        confidence : float, strictly between 0 and 1
        simultaneous : bool, wider, so that all k hold together
            Šidák (1967): for normal estimates with any dependence, each at
            confidence^(1/k) is enough. The count-mean sketches, whose collisions are
            not normal, widen them further.
        """
        together = len(self.domain) if check_flag("simultaneous", simultaneous) else 1
        # 1 - confidence^(1/k), with all its digits
        error = -math.expm1(math.log(check_confidence(confidence)) / together)
        margin = -ndtri(error / 2) * self.standard_errors
        return self.frequencies - margin, self.frequencies + margin

    def to_frame(self, confidence: float = 0.95):
        """Return a DataFrame: each value's count, frequency, error and interval."""
        # here, since loading it takes longer than all the rest of the module
        import pandas as pd

        low, high = self.interval(confidence)
        columns = {"count": self.counts, "frequency": self.frequencies}
        columns |= {"standard_error": self.standard_errors, "low": low, "high": high}
        index = pd.Index(self.domain, name="value", tupleize_cols=False)
        return pd.DataFrame(columns, index=index)

    def __repr__(self) -> str:
        return f"Estimate({len(self.domain)} values from {self.n:,} people)"


def clip(frequencies: ArrayLike) -> np.ndarray:
    """Set negative frequencies to 0 and change nothing else: biased upwards.

    The sum is not kept. Base-Pos of Wang et al. (NDSS 2020). Here and below,
    frequencies are an array of shape (k,) of finite numbers, else an error; chapter
    "Negative people".

    >>> clip([0.8, 0.4, -0.2]).tolist()
    [0.8, 0.4, 0.0]
    """
    return np.maximum(_finite(frequencies), 0)


def norm(frequencies: ArrayLike) -> np.ndarray:
    """Add one constant to every frequency so that they sum to 1, some below 0 perhaps.

    >>> norm([0.5, 0.75, 0.0]).round(4).tolist()
    [0.4167, 0.6667, -0.0833]
    """
    array = _finite(frequencies, largest=1e9)  # else 1 would be lost in the rounding
    return array + (1 - array.sum()) / len(array)


def norm_mul(frequencies: ArrayLike) -> np.ndarray:
    """Set negative frequencies to 0, then divide by the sum.

    Badly biased on large domains. One frequency must be above 0, else a ValueError.

    >>> norm_mul([0.6, 0.2, -0.2]).round(4).tolist()
    [0.75, 0.25, 0.0]
    """
    positive = clip(frequencies)
    if not positive.any():
        raise ValueError(
            "frequencies has no value above 0; norm_mul needs one (norm_sub does not)"
        )
    with np.errstate(over="ignore"):
        if not np.isfinite(positive.sum()):
            positive = positive / positive.max()
    return positive / positive.sum()


def norm_sub(frequencies: ArrayLike) -> np.ndarray:
    """Return the nearest point (Euclidean) with entries of at least 0 that sum to 1.

    It subtracts one constant from every frequency and cuts at 0; the constant, found by
    sorting, makes the sum 1. Norm-Sub of Wang et al. (NDSS 2020).

    >>> norm_sub([0.8, 0.4, -0.2]).round(4).tolist()
    [0.7, 0.3, 0.0]
    """
    array = _finite(frequencies)
    with np.errstate(over="ignore"):
        # changes no difference, and keeps the sums below exact enough; what is 1 below
        # the largest becomes 0
        array = np.maximum(array - array.max(), -1)
    descending = np.sort(array)[::-1]
    shifts = (np.cumsum(descending) - 1) / np.arange(1, len(array) + 1)
    last = np.flatnonzero(descending > shifts)[-1]  # the smallest that stays above 0
    return np.maximum(array - shifts[last], 0)


def base_cut(
    frequencies: ArrayLike, standard_errors: ArrayLike, alpha: float = 0.05
) -> np.ndarray:
    """Set every frequency below its threshold to 0: biased downwards.

    The sum is not kept. Base-Cut of Wang et al. (NDSS 2020). The threshold is Φ⁻¹(1 -
    alpha/k) standard errors: among k values that nobody holds, about alpha pass it on
    average.

    Parameters
    ----------
    frequencies, standard_errors : arrays of shape (k,), such as those of an `Estimate`
    alpha : float, strictly between 0 and 1

    Examples
    --------
    >>> base_cut([0.6, 0.3, 0.1], [0.05, 0.05, 0.05]).tolist()
    [0.6, 0.3, 0.0]
    """
    array, errors = _with_errors(frequencies, standard_errors)
    threshold = -ndtri(check_confidence(alpha, "alpha", 0.05) / len(array)) * errors
    return np.where(array >= threshold, array, 0.0)


# numbers too small for a float count as 0, whatever np.seterr says
@np.errstate(under="ignore")
def power(frequencies: ArrayLike, standard_errors: ArrayLike, n: int) -> np.ndarray:
    """Return each frequency's mean, given its estimate, if they follow a power law.

    Power of Wang et al. (NDSS 2020), after Jia and Gong (INFOCOM 2019): the density of
    a frequency x from 1/n to 1 is proportional to x^-a, with the a whose mean is 1/k,
    and errors are normal. Never negative; the sum is not kept. If the frequencies
    follow no power law, it is biased.

    Parameters
    ----------
    frequencies, standard_errors : arrays of shape (k,), k at least 2
        No standard error is below 1e-9.
    n : int, people who reported, at least 2 k

    Examples
    --------
    >>> power([0.8, 0.15, -0.1], [0.05, 0.05, 0.05], n=1_000).round(2).tolist()
    [0.8, 0.14, 0.01]
    """
    array, errors = _with_errors(frequencies, standard_errors, smallest=1e-9)
    k, n = len(array), check_people("n", n)
    if k < 2 or n < 2 * k:
        reject("n", f"= {n} for {k} values", "at least 2 k, and k at least 2")
    grid, a = _power_law(n, k)
    means = []
    for rows in np.array_split(np.column_stack([array, errors]), -(-k // 256)):
        estimate, error = rows[:, :1], rows[:, 1:]
        near = np.clip(estimate + error * np.linspace(-8, 8, 81), 1 / n, 1)
        x = np.sort(np.hstack([np.tile(grid, (len(rows), 1)), near]))
        means.append(_mean(-a * np.log(x) - ((estimate - x) / error) ** 2 / 2, x))
    return np.concatenate(means)


@lru_cache(maxsize=64)
def _power_law(n: int, k: int) -> tuple[np.ndarray, float]:
    """Return places from 1/n to 1, and the a with which x^-a has the mean 1/k there."""
    grid = float(n) ** np.linspace(-1, 0, 201)
    return grid, brentq(lambda a: _mean(-a * np.log(grid), grid) - 1 / k, -50, 50)


def _mean(log_density: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Return the mean along the last axis, by the trapezoidal rule."""
    density = np.exp(log_density - log_density.max(axis=-1, keepdims=True))
    return np.trapezoid(x * density, x) / np.trapezoid(density, x)


def _with_errors(
    frequencies: ArrayLike, standard_errors: ArrayLike, smallest: float = 0
) -> tuple[np.ndarray, np.ndarray]:
    array = _finite(frequencies, largest=1e9)
    allowed = f"{len(array)} numbers, one a frequency, none below {smallest:g}"
    errors = check_numbers(
        "standard_errors", standard_errors, allowed, smallest, shape=array.shape
    )
    return array, errors


def _finite(frequencies: ArrayLike, largest: float = np.inf) -> np.ndarray:
    allowed = "a list of at least one finite number"
    allowed += f" from -{largest:g} to {largest:g}" if np.isfinite(largest) else ""
    array = check_numbers("frequencies", frequencies, allowed, -largest, largest)
    if array.ndim != 1 or not len(array):
        refuse("frequencies", frequencies, allowed)
    return array
