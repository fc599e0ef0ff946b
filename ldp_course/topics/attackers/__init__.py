"""Poison an estimate as people could who break the protocol, and test what shows it.

A report of a fake is any row that the server accepts. `largest_gain` says how many
people it is worth, `maximal_gain_reports` and its two milder relatives write such
reports, `shape_test` asks whether honest people would send what came in, and
`always_no` measures those who always say no. A fake follows no protocol, so nothing
here has the five words.

Uses the mechanisms and `binomial`.
"""

from ldp_course.topics.attackers.attacks import (
    maximal_gain_reports,
    random_input_reports,
    random_reports,
)
from ldp_course.topics.attackers.gain import (
    contributions,
    fakes_that_hide,
    largest_gain,
    overall_gain,
)
from ldp_course.topics.attackers.questions import AlwaysNo, always_no, always_no_bias
from ldp_course.topics.attackers.shapes import ShapeTest, fakes_seen, shape_test

__all__ = [
    "AlwaysNo", "ShapeTest", "always_no", "always_no_bias", "contributions",
    "fakes_seen", "fakes_that_hide", "largest_gain", "maximal_gain_reports",
    "overall_gain", "random_input_reports", "random_reports", "shape_test",
]  # fmt: skip
