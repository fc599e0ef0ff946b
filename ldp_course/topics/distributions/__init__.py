"""Estimate how what people hold spreads over a range, not only its mean.

`SquareWave` reports are noisy places on the range. They are counted in bins, and
`expectation_maximization` finds the distribution that explains the counts: it is not
unbiased, so there is no `Estimate`, and the five words end with `report_counts` and
`reconstruct`. `HierarchicalTree` speaks the five words. Its `RangeEstimate` is
unbiased, with intervals for ranges and quantiles. `wasserstein` is the distance of two
distributions on the range, `isotonic` a cumulative distribution that never falls;
`merge` and `spread_evenly` make fewer bins and more.
"""

from ldp_course.topics.distributions.expectation_maximization import (
    Reconstruction,
    expectation_maximization,
)
from ldp_course.topics.distributions.range_estimate import RangeEstimate
from ldp_course.topics.distributions.ranges import (
    isotonic,
    merge,
    spread_evenly,
    wasserstein,
)
from ldp_course.topics.distributions.square_wave import SquareWave
from ldp_course.topics.distributions.tree import HierarchicalTree

__all__ = [
    "HierarchicalTree", "RangeEstimate", "Reconstruction", "SquareWave",
    "expectation_maximization", "isotonic", "merge", "spread_evenly", "wasserstein",
]  # fmt: skip
