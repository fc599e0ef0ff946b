"""Check the exercises of the chapter "Choosing a protocol"."""

from __future__ import annotations

import math

from ldp_checks.answers import as_number, ask, choice, formula, number, require_function
from ldp_checks.findings import Fault, Finding, exercise

PROTOCOLS = ("direct", "subset", "OUE", "OLH", "short seeds", "Hadamard")
# k, ε and bytes -> the best protocol; a set of one value is direct encoding
BEST = {
    (14, 1.0, 16): ("subset",),
    (14, 2.0, 16): ("direct", "subset"),
    (1024, 1.0, 9): ("OLH", "short seeds"),
    (1024, 1.0, 2): ("short seeds",),
    (200, 1.5, 20): ("subset",),
}


def _of_sets(k: int, size: int, root: float, frequency: float) -> float:
    """Return n times the variance of subset selection; root is e^ε."""
    p = size * root / (size * root + k - size)
    q = (size - p) / (k - 1)
    return (frequency * p * (1 - p) + (1 - frequency) * q * (1 - q)) / (p - q) ** 2


@exercise
def plan(within_20, within_10, half_width):
    """Exercise 1: the best protocols for 200 values at ε = 1.5 in 20 and in 10 bytes.

    And the ± of rare values with 500,000 people.
    """
    yield choice(
        "within_20",
        within_20,
        "subset",
        PROTOCOLS,
        "count the bytes: OUE needs 25, and sets are better than hashes",
    )
    yield choice(
        "within_10",
        within_10,
        "OLH",
        PROTOCOLS,
        "a set needs 17 bytes here; a seed of 8 bytes and a bucket come near the error"
        " of OUE",
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
    yield number("half_width", half_width, 196 * math.sqrt(best / 500_000), mistakes)


@exercise
def best(best):
    """Your turn: the protocol with the least n V* for rare values in so many bytes."""
    require_function("best", best, "k, e, most_bytes")
    for (k, epsilon, most_bytes), right in BEST.items():
        call = f"best({k}, {epsilon:g}, {most_bytes})"
        answer = ask(call, best, k, epsilon, most_bytes)
        if not isinstance(answer, str):
            raise Fault(f"{call} must be the name of a protocol")
        if answer not in right:
            hint = (
                "compare n V*, the variance for one person and a share of 0, and take"
                " the least"
            )
            raise Fault(f"{call} = {answer!r} is not right: {hint}")
    yield Finding(True, "best(k, e, most_bytes) is right")


@exercise
def people_needed(people_needed):
    """Your turn: how many people it takes until 1.96 standard errors are a margin."""

    def results(nv, margin):
        return nv * (1.96 / margin) ** 2, {
            "take the square: people go with the square of the margin": (
                nv * 1.96 / margin
            ),
            "the margin is 1.96 standard errors, not one": nv / margin**2,
            "the variance is n V* divided by n, so n V* stands above": (
                (1.96 / margin) ** 2 / nv
            ),
            "n V* is a variance already: do not square it": (nv * 1.96 / margin) ** 2,
        }

    require_function("people_needed", people_needed, "nv, margin")
    people = as_number(ask("people_needed(3.683, 0.01)", people_needed, 3.683, 0.01))
    if 0.01 < abs(people - results(3.683, 0.01)[0]) < 1:
        raise Fault("people_needed(3.683, 0.01) has the right size: do not round")
    cases = [(3.683, 0.01), (0.5, 0.004)]
    yield formula("people_needed", people_needed, results, cases)


@exercise
def crossing(largest_k):
    """Exercise 2: the largest k at which direct encoding wins at ε = 2."""
    root = math.exp(2)
    mistakes = {
        "the limit is not a whole number: round down": 65,
        "this is the crossing with optimized unary encoding": math.floor(3 * root + 2),
        "k − 2 + E < (E + 1)²: both terms of the square count": math.floor(root**2 + 3),
        "this is for ε = 1": math.floor(math.e**2 + math.e + 3),
    }
    yield number(
        "largest_k", largest_k, math.floor(root**2 + root + 3), mistakes, tolerance=0
    )


@exercise
def brochure(half_width, people):
    """Exercise 3: the smallest ± at ε = 1, and the people that ± 0.4 points take."""
    floor = math.e / (math.e - 1) ** 2
    of_width = {
        "this is one standard error": 100 * math.sqrt(floor / 1e5),
        "in percentage points: times 100": 1.96 * math.sqrt(floor / 1e5),
        "this is for each value of a long list; here, one share alone": 196
        * math.sqrt(4 * floor / 1e5),
    }
    yield number("half_width", half_width, 196 * math.sqrt(floor / 1e5), of_width)
    right = floor * (1.96 / 0.004) ** 2
    of_people = {
        "people go with the square of the margin": 1e5 * 0.595 / 0.4,
        "this is for each value of a long list; here, one share alone": 4 * right,
        "0.4 points are 0.004": floor * (1.96 / 0.4) ** 2,
        "± is 1.96 standard errors": floor / 0.004**2,
    }
    yield number("people", people, right, of_people)


@exercise
def rounded_down(best_rare, best_average, factor):
    """Exercise 4: the best set sizes for 14 values at ε = 2, and the cost of size 1."""
    root = math.exp(2)
    size_1, size_2 = (_of_sets(14, size, root, 1 / 14) for size in (1, 2))
    yield number(
        "best_rare",
        best_rare,
        1,
        {"compare n V* of both sizes at f = 0": 2},
        tolerance=0,
    )
    yield number(
        "best_average",
        best_average,
        2,
        {"on average a value has f = 1/14, not 0": 1},
        tolerance=0,
    )
    mistakes = {
        "this is the other way round": size_2 / size_1,
        "compare variances, not standard errors": math.sqrt(size_1 / size_2),
        "this is for a rare value": _of_sets(14, 2, root, 0.0)
        / _of_sets(14, 1, root, 0.0),
        # between 0.0785 and its rounding 0.079
        "a ratio of variances, not what is above 1": 0.0787,
        "a ratio of variances, not percent": 7.9,
    }
    yield number("factor", factor, size_1 / size_2, mistakes)
