"""Add Laplace noise to a number, and attack its floating-point numbers."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_epsilon, set_attributes
from ldp_course.topics.numbers import means
from ldp_course.topics.numbers.mean_estimate import MeanEstimate


@dataclass(frozen=True)
class LaplaceMean:
    """Add Laplace noise of scale 2/ε: numbers on the scale differ by 2 at most.

    Dwork, McSherry, Nissim and Smith (2006). With floating-point numbers a single
    report can tell the true number (Mironov 2012); a device that computes with integers
    only, such as `IntegerOneBitMean`, mends that. Derived in the chapter "Numbers".

    Parameters
    ----------
    low, high : float, ends of the range
    epsilon : float, natural-log ε from 1e-6 to 30, by the density of the noise

    Examples
    --------
    >>> laplace = LaplaceMean(17, 90, epsilon=1.0)
    >>> laplace.scale, laplace.variance(1, 40)
    (2.0, 10658.0)
    """

    low: float
    high: float
    epsilon: float
    scale: float = field(init=False)

    def __post_init__(self) -> None:
        low, high = means.check_range(self.low, self.high)
        epsilon = check_epsilon(self.epsilon)
        set_attributes(self, low=low, high=high, epsilon=epsilon, scale=2 / epsilon)

    encode = means.encode

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return noisy numbers as they leave each device, float64 of shape (n,)."""
        encoded = means.check_encoded(encoded)
        return means.perturb_by_chunk(self._draw, encoded, rng)

    def _draw(self, x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return x + rng.laplace(scale=self.scale, size=len(x))

    def aggregate(self, reports: ArrayLike) -> MeanEstimate:
        """Estimate the mean. Unbiased; nothing is clipped."""
        return means.estimate(self, [means.check_reports(reports)])

    def density(self, reports: ArrayLike, value: float) -> np.ndarray:
        """Return the density of a report at these numbers, given the true value."""
        x = means.encode_single(self, value)
        away = np.abs(means.check_reports(reports) - x)
        return np.exp(-away / self.scale) / (2 * self.scale)

    collect = means.collect

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of the mean: 8/ε² for each person on the scale."""
        return means.variance_in_unit(
            self, n, value, lambda x: np.full_like(x, 2 * self.scale**2)
        )

    def possible_values(self, reports: ArrayLike, values: ArrayLike) -> np.ndarray:
        """Return whether each report can come from each of these values.

        It is an attack on `perturb`. NumPy makes its noise from U = j / 2^53 for a
        random whole number j: scale · ln(2U) if U is below 1/2, else -scale · ln(2 -
        2U). So a value has at most 2^53 reports, and others not. For each report and
        value this tries the j nearby. The true value always remains.

        Parameters
        ----------
        reports : array of shape (n,), as from `perturb`
        values : array of shape (m,), candidates, in the unit of the range

        Returns
        -------
        array of bool, shape (n, m)

        Examples
        --------
        >>> laplace, ages = LaplaceMean(17, 90, epsilon=0.1), np.arange(17, 91)
        >>> rng = np.random.default_rng(2)
        >>> reports = laplace.perturb(laplace.encode([40] * 3), rng)
        >>> possible = laplace.possible_values(reports, ages)
        >>> possible.sum(axis=1).tolist(), ages[possible.all(axis=0)].tolist()
        ([14, 10, 27], [40])
        """
        reports, x = means.check_reports(reports), means.encode(self, values)
        most = 5 + math.ceil(1 / self.scale)
        offsets, rows = np.arange(-most, most + 1), []
        for report in reports.tolist():
            tail = np.exp(-np.abs(report - x) / self.scale) / 2
            middle = np.rint(np.where(report < x, tail, 1 - tail) * 2.0**53)
            u = np.clip(middle[:, None] + offsets, 1, 2.0**53 - 1) / 2.0**53
            # as the generator does it: its rounding, and the logarithm of the C library
            logs = list(map(math.log, np.where(u < 0.5, u + u, 2 - u - u).flat))
            noise = self.scale * np.reshape(logs, u.shape) * np.where(u < 0.5, 1, -1)
            rows.append((x[:, None] + noise == report).any(axis=1))
        return np.array(rows)
