"""What the server knows after collection: an estimate with its uncertainty, and post-processing.

Used by every mechanism and `rappor`. Derived in "Randomized response" (estimator, interval) and in
"Histograms that make sense" (post-processing).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ldp_course.arguments import check_confidence, refuse


@dataclass(frozen=True, eq=False)
class Estimate:
    """Unbiased estimates for every value of a domain; not clipped: a frequency may be below 0.

    The uncertainty is the mechanism's noise about *these n people*. To speak about a larger
    population from which they were drawn at random, add the sampling variance f(1 - f)/n.

    Parameters
    ----------
    domain : tuple of the k values, in the mechanism's order
    n : int, people who reported
    frequencies : array of shape (k,), estimated share of the n people who hold each value
    standard_errors : array of shape (k,), of `frequencies`

    Examples
    --------
    >>> estimate = Estimate(("no", "yes"), 200, np.array([0.7, 0.3]), np.array([0.06, 0.06]))
    >>> estimate.counts.round(1).tolist(), [end.round(2).tolist() for end in estimate.interval()]
    ([140.0, 60.0], [[0.58, 0.18], [0.82, 0.42]])
    """

    domain: tuple
    n: int
    frequencies: np.ndarray
    standard_errors: np.ndarray

    @property
    def counts(self) -> np.ndarray:
        """Estimated number of people per value, shape (k,): n times the frequencies."""
        return self.n * self.frequencies

    def interval(self, confidence: float = 0.95, simultaneous: bool = False) -> tuple:
        """Low and high ends, each of shape (k,), of the normal interval for each frequency.

        Trust it where n p (1 - p) and n q (1 - q) are at least about 10 (simultaneous on large
        domains: more); with a large ε and few people it is too short ("How many people?"). After
        clip, norm_mul or norm_sub, it no longer holds: see `simplex_interval`.

        Parameters
        ----------
        confidence : float, strictly between 0 and 1
        simultaneous : bool, wider, so that all k hold together
            Šidák (1967): for normal estimates with any dependence, each at confidence^(1/k) is
            enough. The count-mean sketches, whose collisions are not normal, widen them further.
        """
        single = check_confidence(confidence) ** (1 / len(self.domain) if simultaneous else 1)
        margin = ndtri((1 + single) / 2) * self.standard_errors
        return self.frequencies - margin, self.frequencies + margin

    def simplex_interval(self, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Ends for all true frequencies together, given that they are at least 0 and sum to 1.

        The simultaneous intervals less what such frequencies cannot reach: each is at most 1 minus
        the low ends of all others, and at least 1 minus their high ends (if nothing would be left,
        only 0 and 1 cut). The truth is never cut away, so the confidence stays. Use them beside
        norm_sub: its own result is biased, and single intervals around it miss too often.
        """
        low, high = (np.clip(end, 0, 1) for end in self.interval(confidence, simultaneous=True))
        if low.sum() <= 1 <= high.sum():
            low_others, high_others = low.sum() - low, high.sum() - high
            low, high = np.maximum(low, 1 - high_others), np.minimum(high, 1 - low_others)
        return low, high

    def to_frame(self, confidence: float = 0.95):
        """A DataFrame, one row a value: count, frequency and its standard error and interval."""
        import pandas as pd  # here, since loading it takes longer than all the rest of the module

        low, high = self.interval(confidence)
        columns = {"count": self.counts, "frequency": self.frequencies}
        columns |= {"standard_error": self.standard_errors, "low": low, "high": high}
        return pd.DataFrame(columns, index=pd.Index(self.domain, name="value"))

    def __repr__(self) -> str:
        return f"Estimate({len(self.domain)} values from {self.n:,} people)"


def clip(frequencies: ArrayLike) -> np.ndarray:
    """Set negative frequencies to 0 and change nothing else. Biased upwards; the sum is not kept.

    Base-Pos of Wang et al. (NDSS 2020). Here and below, frequencies are an array of shape (k,) of
    finite numbers, else a ValueError; chapter "Histograms that make sense".

    >>> clip([0.8, 0.4, -0.2]).tolist()
    [0.8, 0.4, 0.0]
    """
    return np.maximum(_finite(frequencies), 0)


def norm(frequencies: ArrayLike) -> np.ndarray:
    """Add one constant to every frequency so that they sum to 1. Negative ones may remain.

    >>> norm([0.5, 0.75, 0.0]).round(4).tolist()
    [0.4167, 0.6667, -0.0833]
    """
    array = _finite(frequencies)
    return array + (1 - array.sum()) / len(array)


def norm_mul(frequencies: ArrayLike) -> np.ndarray:
    """Set negative frequencies to 0, then divide by the sum. Badly biased on large domains.

    One frequency must be above 0, else a ValueError.

    >>> norm_mul([0.6, 0.2, -0.2]).round(4).tolist()
    [0.75, 0.25, 0.0]
    """
    positive = clip(frequencies)
    if not positive.any():
        raise ValueError("frequencies has no value above 0; norm_mul needs one (norm_sub does not)")
    return positive / positive.sum()


def norm_sub(frequencies: ArrayLike) -> np.ndarray:
    """The nearest point (Euclidean) whose entries are at least 0 and sum to 1.

    It subtracts one constant from every frequency and cuts at 0; the constant, found by sorting,
    makes the sum 1. Norm-Sub of Wang et al. (NDSS 2020).

    >>> norm_sub([0.8, 0.4, -0.2]).round(4).tolist()
    [0.7, 0.3, 0.0]
    """
    array = _finite(frequencies)
    array = array - array.max()  # changes no difference, and keeps the sums below exact enough
    descending = np.sort(array)[::-1]
    shifts = (np.cumsum(descending) - 1) / np.arange(1, len(array) + 1)
    kept = np.flatnonzero(descending > shifts)[-1]
    return np.maximum(array - shifts[kept], 0)


def _finite(frequencies: ArrayLike) -> np.ndarray:
    array = np.asarray(frequencies, dtype=float)
    if array.ndim != 1 or len(array) == 0 or not np.isfinite(array).all():
        refuse("frequencies", frequencies, "a list of at least one finite number")
    return array
