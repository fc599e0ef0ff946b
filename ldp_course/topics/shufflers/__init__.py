"""Shuffle: compute what a mixer adds that passes on all reports without their senders.

Each person has ε₀ (`local_epsilon`) against somebody who sees their report. Against
somebody who sees only the mixed pile they have more: (ε, δ). `coins_delta` and
`coins_epsilon` are exact for randomized response. `blanket_*` bounds it for every
crowd, `clones_*` for every mechanism. All of them need that each person's chance is
independent of everybody else's. Nothing here has the five words: what is computed is a
promise, and no report is made.

`models` uses `RandomizedResponse`.
"""

from ldp_course.topics.shufflers.bounds import (
    blanket_delta,
    blanket_epsilon,
    clones_delta,
    clones_epsilon,
)
from ldp_course.topics.shufflers.coins import coins_delta, coins_epsilon
from ldp_course.topics.shufflers.models import four_models, gaussian_epsilon
from ldp_course.topics.shufflers.needed import largest_local_epsilon, people_needed

__all__ = [
    "blanket_delta", "blanket_epsilon", "clones_delta", "clones_epsilon", "coins_delta",
    "coins_epsilon", "four_models", "gaussian_epsilon", "largest_local_epsilon",
    "people_needed",
]  # fmt: skip
