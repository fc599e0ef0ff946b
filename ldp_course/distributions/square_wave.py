"""Square wave: report a place near the true one, or any other place."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import check_counts, check_epsilon, check_flag, check_integer, check_rng
from ldp_course.distributions.expectation_maximization import (
    MOST_STEPS,
    TOLERANCE,
    Reconstruction,
    check_report_counts,
    climb,
)
from ldp_course.numbers import shared

MOST_BINS = 2**16
SMALL_CHANNEL = 2**15  # entries


@dataclass(frozen=True)
class SquareWave:
    """Report a place between -b and 1 + b; within b of the true place it is e^ε times as dense.

    Places: 0 is `low`, 1 is `high`. b makes a report tell most about the place. Li et al. (SIGMOD
    2020). Reports average to the middle of the range: `mean` undoes that.

    Parameters
    ----------
    low, high : float, ends of the range, not from the data; of whole numbers 17 to 90: 16.5, 90.5
    bins : int, in which the range is cut, 2 to 65,536
    epsilon : float, natural-log ε from 1e-6 to 30, by the two densities p and q

    Examples
    --------
    >>> wave = SquareWave(0, 1, bins=4, epsilon=1.0)
    >>> round(wave.b, 4), round(wave.p / wave.q, 4)
    (0.2561, 2.7183)
    """

    low: float
    high: float
    bins: int
    epsilon: float
    b: float = field(init=False)
    p: float = field(init=False)
    q: float = field(init=False)
    report_bins: int = field(init=False)  # of the same width, as nearly as they fit

    def __post_init__(self) -> None:
        low, high = shared.check_range(self.low, self.high)
        bins, e = check_integer("bins", self.bins, 2, MOST_BINS), check_epsilon(self.epsilon)
        if e < 1e-4:  # the first terms of its series: the formula would subtract near equal numbers
            b = 0.5 - e / 3
        else:
            b = (e - 1 + math.exp(-e)) / (2 * (math.exp(e) - 1 - e))
        q = 1 / (2 * b * math.exp(e) + 1)
        vars(self).update(low=low, high=high, bins=bins, epsilon=e, b=b, p=q * math.exp(e), q=q)
        vars(self).update(report_bins=max(bins, round((1 + 2 * b) * bins)))

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Places, float64 of shape (n,); a number outside the range is moved to the nearer end."""
        return (shared.encode(self, values) + 1) / 2

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Places as they leave each device, float64 of shape (n,), from -b to 1 + b."""
        places = shared.check_encoded(encoded)
        if (places < 0).any():
            raise ValueError(f"encoded holds {places.min()}; encoded must be places from 0 to 1")
        return shared.perturb_by_chunk(self._draw, places, rng)

    def _draw(self, places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Near with probability 2bp, else elsewhere, of which the length is 1."""
        near = rng.random(len(places)) < 2 * self.b * self.p
        uniform = rng.random(len(places))
        elsewhere = uniform - self.b + 2 * self.b * (uniform >= places)
        return np.where(near, places + (2 * uniform - 1) * self.b, elsewhere)

    def report_counts(self, reports: ArrayLike) -> np.ndarray:
        """How many reports fall into each bin of -b to 1 + b, int64 of shape (report_bins,).

        Counts of several servers or days add up.
        """
        return self._count(self._check(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        reports = shared.check_reports(reports)
        if reports.min() < -self.b or reports.max() > 1 + self.b:
            wrong = reports[(reports < -self.b) | (reports > 1 + self.b)][0]
            allowed = f"places from {-self.b:.6g} to {1 + self.b:.6g}, one a person"
            raise ValueError(f"reports holds {wrong}; reports must be {allowed}")
        return reports

    def _count(self, reports: np.ndarray) -> np.ndarray:
        place = (reports + self.b) * (self.report_bins / (1 + 2 * self.b))
        return np.bincount(
            np.clip(place.astype(np.intp), 0, self.report_bins - 1), minlength=self.report_bins
        )

    def reconstruct(
        self, counts: ArrayLike, smooth: bool = True, tolerance: float | None = None,
        most_steps: int = MOST_STEPS,
    ) -> Reconstruction:  # fmt: skip
        """The frequencies of the bins by `expectation_maximization`, from `report_counts`.

        With `smooth` (EMS) for few people and smooth data; without (EM) for spikes and many people.
        Without a tolerance it is 1e-3 for EMS, 1e-3 e^ε for EM.
        """
        counts = check_report_counts(counts, self.report_bins)
        if tolerance is None:
            tolerance = TOLERANCE * (1 if check_flag("smooth", smooth) else math.exp(self.epsilon))
        if self.bins * self.report_bins <= SMALL_CHANNEL:  # one product is quicker than two sums
            channel = self.channel()
            expected, weighted = channel.T.dot, channel.dot
        else:
            expected, weighted = sums_with_channel(self)
        return climb(
            expected, weighted, self.bins, counts, check_flag("smooth", smooth),
            tolerance, most_steps,
        )  # fmt: skip

    def _centers(self) -> np.ndarray:
        return (np.arange(self.bins) + 0.5) / self.bins

    def _edges(self) -> np.ndarray:
        return np.linspace(-self.b, 1 + self.b, self.report_bins + 1)

    def channel(self) -> np.ndarray:
        """Pr[bin of the report | place in the middle of a bin], shape (bins, report_bins).

        At most 2^24 entries. The ε of these counted reports is at most that of the places.
        """
        if self.bins * self.report_bins > 2**24:
            entries = (
                f"bins = {self.bins}, so channel() would have {self.bins * self.report_bins:,}"
            )
            raise ValueError(f"{entries} entries; at most {2**24:,} are allowed here")
        edges, centers = self._edges(), self._centers()[:, None]
        covered = np.clip(edges - centers + self.b, 0, 2 * self.b)
        return self.q * np.diff(edges) + (self.p - self.q) * np.diff(covered, axis=1)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """`report_counts` for so many people in the middle of each bin, by their exact law."""
        check_rng(rng)
        counts = check_counts("counts", counts, self.bins)
        return rng.multinomial(counts, self.channel()).sum(axis=0)

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """report_counts(perturb(encode(values), rng)) in chunks of people: memory stays flat."""
        return sum(map(self._count, shared.drawn_by_chunk(self._draw, self.encode, values, rng)))

    def mean(self, reports: ArrayLike) -> shared.MeanEstimate:
        """The mean of the values, unbiased: reports average to s place + (1 - s)/2, so undo that.

        s = 2b (p - q) is 1 - (1 - e^-ε)/ε.
        """
        slope = 2 * self.b * (self.p - self.q)
        places = (self._check(reports) - (1 - slope) / 2) / slope
        return shared.estimate(self, [2 * places - 1])

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """That of `mean`, in squared units, if all n people hold `value`."""
        return shared.variance_in_unit(self, n, value, self._variance_on_scale)

    def _variance_on_scale(self, x: np.ndarray) -> np.ndarray:
        place, b, slope = (x + 1) / 2, self.b, 2 * self.b * (self.p - self.q)
        everywhere = ((1 + b) ** 3 + b**3) / 3
        near = ((place + b) ** 3 - (place - b) ** 3) / 3
        squares = self.q * everywhere + (self.p - self.q) * near
        return 4 * (squares - (slope * place + (1 - slope) / 2) ** 2) / slope**2


def sums_with_channel(wave: SquareWave) -> tuple[Callable, Callable]:
    """frequencies -> frequencies @ channel(), and ratio -> channel() @ ratio.

    In time that grows with the bins, not with their square: the part of the wave in a bin of
    reports is a difference of piecewise linear functions, whose sums are those of their kinks.
    """
    centers, edges, b = wave._centers(), wave._edges(), wave.b
    begun = np.searchsorted(centers, edges + b, side="left")
    over = np.searchsorted(centers, edges - b, side="left")
    widths, near, far = np.diff(edges), edges + b, wave.p - wave.q
    low_bin, low_part = _places_in_bins(centers - b, edges)
    high_bin, high_part = _places_in_bins(centers + b, edges)
    mass, moment, sums = (
        np.zeros(len(centers) + 1),
        np.zeros(len(centers) + 1),
        np.zeros(len(edges)),
    )

    def expected(frequencies: np.ndarray) -> np.ndarray:
        np.cumsum(frequencies, out=mass[1:])
        np.cumsum(frequencies * centers, out=moment[1:])
        passed = mass.take(over)
        covered = near * (mass.take(begun) - passed) - moment.take(begun) + moment.take(over)
        covered += 2 * b * passed
        return wave.q * mass[-1] * widths + far * (covered[1:] - covered[:-1])

    def weighted(ratio: np.ndarray) -> np.ndarray:
        parts = ratio * widths
        np.cumsum(parts, out=sums[1:])
        inside = sums.take(high_bin) + high_part * parts.take(high_bin)
        inside -= sums.take(low_bin) + low_part * parts.take(low_bin)
        return wave.q * sums[-1] + far * inside

    return expected, weighted


def _places_in_bins(places: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The bin in which each place lies, and which part of that bin is below it."""
    bins = np.clip(np.searchsorted(edges, places, side="right") - 1, 0, len(edges) - 2)
    return bins, (places - edges[bins]) / np.diff(edges)[bins]
