"""Poisoning: what people who do not follow the protocol can do to an estimate, and what shows it.

A report of a fake is any row that the server accepts. `largest_gain` says how many people it is
worth, `maximal_gain_reports` and its two milder relatives write such reports, `shape_test` asks
whether honest people would send what came in, and `always_no` measures those who always say no.
A fake follows no protocol, so nothing here has the five words.

Uses `mechanisms`, `numbers`, `binomial`, `arguments`.
"""

from ldp_course.poisoning.attacks import (
    maximal_gain_reports,
    random_input_reports,
    random_reports,
)
from ldp_course.poisoning.gain import (
    contributions,
    fakes_that_hide,
    largest_gain,
    largest_loss,
    overall_gain,
)
from ldp_course.poisoning.means import report_range
from ldp_course.poisoning.questions import AlwaysNo, always_no, always_no_bias
from ldp_course.poisoning.shapes import ShapeTest, fakes_seen, shape_test

__all__ = [
    "AlwaysNo", "ShapeTest", "always_no", "always_no_bias", "contributions", "fakes_seen",
    "fakes_that_hide", "largest_gain", "largest_loss", "maximal_gain_reports", "overall_gain",
    "random_input_reports", "random_reports", "report_range", "shape_test",
]  # fmt: skip
