"""Estimate the mean of numbers that people hold, under local differential privacy.

Each mechanism is told a range, low to high, that does not come from the data. The
device moves a number outside it to the nearer end, and works on the scale from -1 to 1.
It speaks the words

encode     the number on the scale; steps where the device computes with integers only
perturb    what leaves the device
aggregate  -> `MeanEstimate`, unbiased for the mean of the numbers in the range; not
           clipped
channel    Pr[report | number] where reports can be listed; else `density`, from which
           ε follows
simulate   the exact law of `aggregate`, where reports can be listed; the law of the
           others' sums and standard errors together is not known in closed form

`variance(n, value)` is that of the estimated mean, in squared units, if all n people
hold `value`; for a data set average it over the values.
"""

from ldp_course.topics.numbers.few_levels import FewLevelsMean
from ldp_course.topics.numbers.hybrid import HybridMean
from ldp_course.topics.numbers.integer_one_bit import IntegerOneBitMean
from ldp_course.topics.numbers.laplace import LaplaceMean
from ldp_course.topics.numbers.mean_estimate import MeanEstimate
from ldp_course.topics.numbers.one_bit import OneBitMean
from ldp_course.topics.numbers.piecewise import PiecewiseMean

__all__ = [
    "FewLevelsMean", "HybridMean", "IntegerOneBitMean", "LaplaceMean", "MeanEstimate",
    "OneBitMean", "PiecewiseMean",
]  # fmt: skip
