"""Square wave: report a place near the true one, or any other place."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ldp_course.arguments import (
    check_counts,
    check_epsilon,
    check_flag,
    check_integer,
    check_rng,
    reject,
    set_attributes,
)
from ldp_course.topics.distributions.expectation_maximization import (
    MOST_STEPS,
    TOLERANCE,
    Reconstruction,
    expectation_maximization,
)
from ldp_course.topics.numbers import means

MOST_BINS = 1024  # the channel is written down


@dataclass(frozen=True)
class SquareWave:
    """Report a place from -b to 1 + b; near the true one it is e^ε times as dense.

    Near means within b. Places: 0 is `low`, 1 is `high`. b makes a report tell most
    about the place. Li et al. (SIGMOD 2020). Reports average to the middle of the
    range: `mean` undoes that.

    Parameters
    ----------
    low, high : float, ends of the range, not from the data; of whole numbers 17 to 90:
        16.5, 90.5
    bins : int, in which the range is cut, 2 to 1,024
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
        low, high = means.check_range(self.low, self.high)
        bins = check_integer("bins", self.bins, 2, MOST_BINS)
        e = check_epsilon(self.epsilon)
        if e < 1e-4:  # the first terms of its series: no difference of near equals
            b = 0.5 - e / 3
        else:
            b = (e - 1 + math.exp(-e)) / (2 * (math.exp(e) - 1 - e))
        q = 1 / (2 * b * math.exp(e) + 1)
        set_attributes(self, low=low, high=high, bins=bins, epsilon=e, b=b, q=q)
        set_attributes(self, p=q * math.exp(e))
        set_attributes(self, report_bins=max(bins, round((1 + 2 * b) * bins)))

    def encode(self, values: ArrayLike) -> np.ndarray:
        """Return places, float64 (n,), of the nearer end for a number outside."""
        return (means.encode(self, values) + 1) / 2

    def perturb(self, encoded: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return places from -b to 1 + b that leave the devices, float64 (n,)."""
        places = means.check_encoded(encoded)
        if (places < 0).any():
            reject("encoded", f"holds {places.min()}", "places from 0 to 1")
        return means.perturb_by_chunk(self._draw, places, rng)

    def _draw(self, places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Draw near the place with probability 2bp, else elsewhere: a length of 1."""
        near = rng.random(len(places)) < 2 * self.b * self.p
        uniform = rng.random(len(places))
        elsewhere = uniform - self.b + 2 * self.b * (uniform >= places)
        return np.where(near, places + (2 * uniform - 1) * self.b, elsewhere)

    def report_counts(self, reports: ArrayLike) -> np.ndarray:
        """Return how many reports fall into each bin of -b to 1 + b, (report_bins,).

        Counts of several servers or days add up.
        """
        return self._count(self._check(reports))

    def _check(self, reports: ArrayLike) -> np.ndarray:
        reports = means.check_reports(reports)
        if reports.min() < -self.b or reports.max() > 1 + self.b:
            wrong = reports[(reports < -self.b) | (reports > 1 + self.b)][0]
            allowed = f"places from {-self.b:.6g} to {1 + self.b:.6g}, one a person"
            reject("reports", f"holds {wrong}", allowed)
        return reports

    def _count(self, reports: np.ndarray) -> np.ndarray:
        place = (reports + self.b) * (self.report_bins / (1 + 2 * self.b))
        codes = np.clip(place.astype(np.intp), 0, self.report_bins - 1)
        return np.bincount(codes, minlength=self.report_bins)

    def reconstruct(
        self,
        counts: ArrayLike,
        smooth: bool = True,
        tolerance: float | None = None,
        most_steps: int = MOST_STEPS,
    ) -> Reconstruction:
        """Find the frequencies of the bins by `expectation_maximization`.

        It takes the `report_counts`. With `smooth` (EMS) for few people and smooth
        data; without (EM) for spikes and many people. Without a tolerance it is 1e-3
        for EMS, 1e-3 e^ε for EM.
        """
        if tolerance is None:
            smooth = check_flag("smooth", smooth)
            tolerance = TOLERANCE * (1 if smooth else math.exp(self.epsilon))
        channel = self.channel()
        return expectation_maximization(channel, counts, smooth, tolerance, most_steps)

    def channel(self) -> np.ndarray:
        """Return Pr[bin of the report | middle of a bin], shape (bins, report_bins).

        The ε of these counted reports is at most that of the places.
        """
        edges = np.linspace(-self.b, 1 + self.b, self.report_bins + 1)
        centers = (np.arange(self.bins) + 0.5) / self.bins
        covered = np.clip(edges - centers[:, None] + self.b, 0, 2 * self.b)
        return self.q * np.diff(edges) + (self.p - self.q) * np.diff(covered, axis=1)

    def simulate(self, counts: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Draw `report_counts` for so many people in the middle of each bin."""
        check_rng(rng)
        counts = check_counts("counts", counts, self.bins)
        return rng.multinomial(counts, self.channel()).sum(axis=0)

    def collect(self, values: ArrayLike, rng: np.random.Generator) -> np.ndarray:
        """Return report_counts(perturb(encode(values), rng)), in chunks of people."""
        parts = means.drawn_by_chunk(self._draw, self.encode, values, rng)
        return sum(map(self._count, parts))

    def mean(self, reports: ArrayLike) -> means.MeanEstimate:
        """Estimate the mean of the values, without bias.

        Reports average to s place + (1 - s)/2, which is undone here, with s = 2b (p -
        q), that is, 1 - (1 - e^-ε)/ε.
        """
        slope = 2 * self.b * (self.p - self.q)
        places = (self._check(reports) - (1 - slope) / 2) / slope
        return means.estimate(self, [2 * places - 1])

    def variance(self, n: int, value: ArrayLike) -> np.ndarray | float:
        """Return the variance of `mean`, in squared units, if all hold `value`."""
        return means.variance_in_unit(self, n, value, self._variance_on_scale)

    def _variance_on_scale(self, x: np.ndarray) -> np.ndarray:
        place, b, slope = (x + 1) / 2, self.b, 2 * self.b * (self.p - self.q)
        everywhere = ((1 + b) ** 3 + b**3) / 3
        near = 2 * b * (place**2 + b**2 / 3)  # of squares, from place - b to place + b
        squares = self.q * everywhere + (self.p - self.q) * near
        return 4 * (squares - (slope * place + (1 - slope) / 2) ** 2) / slope**2
