"""Shuffle: what a mixer buys that hands on all reports without saying whose is whose.

Each person has ε₀ (`local_epsilon`) against somebody who sees their report. Against somebody who
sees only the mixed pile they have more: (ε, δ). `coins_delta` and `coins_epsilon` are exact for
randomized response. `blanket_*` bounds it for every crowd, `clones_*` for every mechanism. Nothing
here has the five words: what is computed is a promise, and no report is made.

Uses `arguments`; `models` also uses `mechanisms`.
"""

from ldp_course.shuffle.bounds import (
    blanket_delta,
    blanket_epsilon,
    clones_delta,
    clones_epsilon,
)
from ldp_course.shuffle.coins import coins_delta, coins_epsilon, worst_delta, worst_epsilon
from ldp_course.shuffle.models import (
    four_models,
    gaussian_delta,
    gaussian_epsilon,
    gaussian_sigma,
)
from ldp_course.shuffle.needed import largest_local_epsilon, people_needed
from ldp_course.shuffle.third_value import third_value_delta, third_value_epsilon

__all__ = [
    "blanket_delta", "blanket_epsilon", "clones_delta", "clones_epsilon", "coins_delta",
    "coins_epsilon", "four_models", "gaussian_delta", "gaussian_epsilon", "gaussian_sigma",
    "largest_local_epsilon", "people_needed", "third_value_delta", "third_value_epsilon",
    "worst_delta", "worst_epsilon",
]  # fmt: skip
