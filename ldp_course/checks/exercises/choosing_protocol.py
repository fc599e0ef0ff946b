"""The exercises of the chapter "Choosing a protocol"."""

from __future__ import annotations

import math

from ldp_course.checks.answers import choice_finding, number_finding
from ldp_course.checks.exercises._exercise import exercise

PROTOCOLS = ("direct", "subset", "OUE", "OLH", "Hadamard")


def _of_sets(k: int, size: int, root: float, frequency: float) -> float:
    """n times the variance of subset selection; root is e^ε."""
    p = size * root / (size * root + k - size)
    q = (size - p) / (k - 1)
    return (frequency * p * (1 - p) + (1 - frequency) * q * (1 - q)) / (p - q) ** 2


@exercise
def plan(within_20, within_10, half_width):
    """The best protocol for 200 values at ε = 1.5 within 20 and 10 bytes, and its ± for rare values
    with 500,000 people.
    """
    yield choice_finding(
        "within_20",
        within_20,
        "subset",
        PROTOCOLS,
        "count the bytes: OUE needs 25, and sets are better than hashes",
    )
    yield choice_finding(
        "within_10",
        within_10,
        "OLH",
        PROTOCOLS,
        "a set needs 17 bytes here; a seed of 8 bytes and a bucket come near the error of OUE",
    )
    root = math.exp(1.5)
    best = min(_of_sets(200, size, root, 0.0) for size in range(1, 200))
    mistakes = {
        "this is one standard error": 100 * math.sqrt(best / 500_000),
        "in percentage points: times 100": 1.96 * math.sqrt(best / 500_000),
        "this is OUE or OLH; sets of values are a little better": 196
        * math.sqrt(4 * root / (root - 1) ** 2 / 500_000),
        "take the root of n V* divided by n": 196 * best / 500_000,
    }
    yield number_finding("half_width", half_width, 196 * math.sqrt(best / 500_000), mistakes)


@exercise
def crossing(largest_k):
    """The largest k at which direct encoding beats Hadamard response at ε = 2."""
    root = math.exp(2)
    mistakes = {
        "the limit is not a whole number: round down": 65,
        "this is the crossing with optimized unary encoding": math.floor(3 * root + 2),
        "k − 2 + E < (E + 1)²: both terms of the square count": math.floor(root**2 + 3),
        "this is for ε = 1": math.floor(math.e**2 + math.e + 3),
    }
    yield number_finding(
        "largest_k", largest_k, math.floor(root**2 + root + 3), mistakes, tolerance=0
    )


@exercise
def brochure(half_width, people):
    """The smallest ± that anybody can have at ε = 1 with 100,000 people, and the fewest people for
    ± 0.4 points.
    """
    floor = math.e / (math.e - 1) ** 2
    of_width = {
        "this is one standard error": 100 * math.sqrt(floor / 1e5),
        "in percentage points: times 100": 1.96 * math.sqrt(floor / 1e5),
        "this is optimized unary encoding, not the floor": 196 * math.sqrt(4 * floor / 1e5),
    }
    yield number_finding("half_width", half_width, 196 * math.sqrt(floor / 1e5), of_width)
    right = floor * (1.96 / 0.004) ** 2
    of_people = {
        "people go with the square of the margin": 1e5 * 0.595 / 0.4,
        "this is optimized unary encoding, not the floor": 4 * right,
        "0.4 points are 0.004": floor * (1.96 / 0.4) ** 2,
        "± is 1.96 standard errors": floor / 0.004**2,
    }
    yield number_finding("people", people, right, of_people)


@exercise
def rounded_down(best_rare, best_average, factor):
    """The best sizes for 14 values at ε = 2, for a rare value and on average, and what size 1 costs
    on average.
    """
    root = math.exp(2)
    one, two = (_of_sets(14, size, root, 1 / 14) for size in (1, 2))
    yield number_finding(
        "best_rare", best_rare, 1, {"compare n V* of both sizes at f = 0": 2}, tolerance=0
    )
    yield number_finding(
        "best_average", best_average, 2, {"on average a value has f = 1/14, not 0": 1}, tolerance=0
    )
    mistakes = {
        "this is the other way round": two / one,
        "compare variances, not standard errors": math.sqrt(one / two),
        "this is for a rare value": _of_sets(14, 2, root, 0.0) / _of_sets(14, 1, root, 0.0),
        # between 0.0785 and its rounding 0.079
        "a ratio of variances, not what is above 1": 0.0787,
        "a ratio of variances, not percent": 7.9,
    }
    yield number_finding("factor", factor, one / two, mistakes)
