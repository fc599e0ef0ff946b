"""Hold what the server knows of a mean: an estimate with its standard error."""

import math
from dataclasses import dataclass

from scipy.special import ndtri

from ldp_course.arguments import (
    check_confidence,
    check_number,
    check_people,
    set_attributes,
)


@dataclass(frozen=True)
class MeanEstimate:
    """Hold an unbiased estimate of a mean; it may lie outside the range.

    The standard error is that of the reports' own spread. It includes the sampling of
    the people: the interval is one for the population from which they were drawn at
    random, and a little wider than needed for the mean of these very people. Used in
    the chapter "Numbers".

    Parameters
    ----------
    n : int, people who reported
    mean : float, in the unit of the numbers
    standard_error : float, of the mean, in the same unit; infinite for a single report

    Examples
    --------
    >>> low, high = MeanEstimate(10_000, 38.5, 0.25).interval()
    >>> round(low, 2), round(high, 2)
    (38.01, 38.99)
    """

    n: int
    mean: float
    standard_error: float

    def __post_init__(self) -> None:
        n = check_people("n", self.n)
        mean = check_number("mean", self.mean, "a finite number")
        error = self.standard_error
        if not (isinstance(error, float) and error == math.inf):
            allowed = "a number, not negative, or math.inf"
            error = check_number("standard_error", error, allowed, 0)
        set_attributes(self, n=n, mean=mean, standard_error=error)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return the low and the high end of the normal interval.

        The error is read from the reports, so with few people, a large ε and numbers
        near an end it is too short: if all reports are alike, its length is 0. Trust
        that of one bit where n p (1 - p) is at least about 10.
        """
        factor = float(ndtri((1 + check_confidence(confidence)) / 2))
        margin = factor * self.standard_error
        return self.mean - margin, self.mean + margin
