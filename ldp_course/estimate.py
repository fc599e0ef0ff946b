"""What the server knows after collection: an estimate with its uncertainty, and explicit post-processing.

Derived in the chapters "Randomized response" (estimator, interval) and "Histograms that make sense" (post-processing).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ldp_course.arguments import check_confidence

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, eq=False)
class Estimate:
    """Unbiased estimates for every value of a domain. Nothing is clipped: a frequency may be below 0.

    domain: the k values, in the mechanism's order
    n: people who reported
    frequencies: shape (k,), estimated share of the n people who hold each value
    standard_errors: shape (k,), of `frequencies`

    The uncertainty is the mechanism's noise about *these n people*. To speak about a larger
    population from which they were drawn at random, add the sampling variance f(1 - f)/n.
    """

    domain: tuple
    n: int
    frequencies: np.ndarray
    standard_errors: np.ndarray

    @property
    def counts(self) -> np.ndarray:
        """Estimated number of people per value, shape (k,): n times the frequencies."""
        return self.n * self.frequencies

    def interval(
        self, confidence: float = 0.95, simultaneous: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Low and high ends, each of shape (k,), of the normal interval for each frequency.

        Each interval holds its frequency with this confidence; of 100 intervals, some 5 do not at 95 %.
        simultaneous: make them wider, so that all k hold together with this confidence. Šidák (1967): for normal
        estimates with any dependence, each at confidence^(1/k) is enough. That fits every mechanism here but the
        count-mean sketches: their collisions are not normal, and their estimates make wider intervals of their own.

        A normal approximation: trust it where n p (1 - p) and n q (1 - q) are at least about 10 (simultaneous on
        large domains: more, since it uses the far tails). With a large ε and few people it is too short (the
        chapter "How many people?" computes by how much). It is for these frequencies, not for what clip, norm_mul
        or norm_sub makes of them; after those, see `simplex_interval`.
        """
        single = check_confidence(confidence) ** (1 / len(self.domain) if simultaneous else 1)
        margin = ndtri((1 + single) / 2) * self.standard_errors
        return self.frequencies - margin, self.frequencies + margin

    def simplex_interval(self, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Low and high ends for all true frequencies together, given that they are at least 0 and sum to 1.

        The simultaneous intervals with everything cut away that such frequencies cannot reach: a frequency is
        at most 1 minus the low ends of all others, and at least 1 minus their high ends. The truth is never cut away,
        so the confidence stays. (If nothing would be left, the intervals missed the truth; only 0 and 1 cut then.)

        These go with norm_sub: if all standard errors are equal and something is left, its result lies inside,
        otherwise nearly always. But they are about the truth, not about that result. norm_sub never moves away from
        the truth in total squared error, but it is biased: its result plus and minus the margins of single intervals
        is no confidence interval, and on large domains misses frequent values several times as often as it says.
        """
        low, high = (np.clip(end, 0, 1) for end in self.interval(confidence, simultaneous=True))
        if low.sum() <= 1 <= high.sum():
            low, high = (
                np.maximum(low, 1 - (high.sum() - high)),
                np.minimum(high, 1 - (low.sum() - low)),
            )
        return low, high

    def to_frame(self, confidence: float = 0.95) -> pandas.DataFrame:
        """One row a value: count, frequency, and the frequency's standard error and interval."""
        import pandas as pd  # here, since loading pandas takes longer than all the rest of the module

        low, high = self.interval(confidence)
        return pd.DataFrame(
            {
                "count": self.counts,
                "frequency": self.frequencies,
                "standard_error": self.standard_errors,
                "low": low,
                "high": high,
            },
            index=pd.Index(self.domain, name="value"),
        )

    def __repr__(self) -> str:
        return f"Estimate({len(self.domain)} values from {self.n:,} people)"


def clip(frequencies: ArrayLike) -> np.ndarray:
    """Set negative frequencies to 0 and change nothing else. Biased upwards; the sum is no longer kept.

    Called Base-Pos by Wang et al. (NDSS 2020).
    """
    return np.maximum(_finite(frequencies), 0)


def norm(frequencies: ArrayLike) -> np.ndarray:
    """Add one constant to every frequency so that they sum to 1. Negative ones may remain."""
    array = _finite(frequencies)
    return array + (1 - array.sum()) / len(array)


def norm_mul(frequencies: ArrayLike) -> np.ndarray:
    """Set negative frequencies to 0, then divide by the sum. Common, and badly biased on large domains.

    Raises ValueError if no frequency is above 0.
    """
    positive = clip(frequencies)
    if positive.sum() == 0:
        raise ValueError(
            "frequencies has no value above 0; norm_mul needs at least one (norm_sub does not)"
        )
    return positive / positive.sum()


def norm_sub(frequencies: ArrayLike) -> np.ndarray:
    """The nearest point (Euclidean) whose entries are at least 0 and sum to 1.

    It subtracts one constant from every frequency and cuts at 0; the constant makes the sum 1.
    Called Norm-Sub by Wang et al. (NDSS 2020). The constant is found by sorting.
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
        raise ValueError(
            f"frequencies = {frequencies!r}; frequencies must be a list of at least one finite number"
        )
    return array
