"""What one report is worth where numbers are reported and a mean is estimated."""

import math

from ldp_course import numbers
from ldp_course.arguments import refuse

MEANS = (
    numbers.DiscreteLaplaceMean,
    numbers.FewLevelsMean,
    numbers.HybridMean,
    numbers.IntegerOneBitMean,
    numbers.LaplaceMean,
    numbers.OneBitMean,
    numbers.PiecewiseMean,
)


def report_range(mean: object) -> tuple[float, float]:
    """The smallest and the largest number that one report counts as, over all reports.

    The estimated mean is that of such numbers. An honest report counts as its own number on
    average; a crafted one of m fakes beside n people moves the mean by m/(n + m) times what it
    counts as, less the mean. Laplace noise has no end, so neither has its range.

    Parameters
    ----------
    mean : a mechanism of ldp_course.numbers

    Examples
    --------
    >>> from ldp_course.numbers import LaplaceMean, OneBitMean
    >>> [round(end, 1) for end in report_range(OneBitMean(0, 100, epsilon=1.0))]
    [-58.2, 158.2]
    >>> report_range(LaplaceMean(0, 100, epsilon=1.0))
    (-inf, inf)
    """
    if not isinstance(mean, MEANS):
        refuse("mean", mean, "a mechanism of ldp_course.numbers", TypeError)
    if hasattr(mean, "possible_reports"):
        reports = mean.possible_reports()[[0, -1]]
    elif hasattr(mean, "bound"):
        reports = [-mean.bound, mean.bound]
    else:
        return -math.inf, math.inf
    low, high = (mean.aggregate([report]).mean for report in reports)
    return float(low), float(high)
