"""ε, error and reports of protocols agree with an enumeration and with simulations."""

import itertools
import math

import numpy as np
import pytest
from answers.telemetry import simulate

from ldp_checks.assignments.telemetry.decoder import simulated
from ldp_checks.assignments.telemetry.protocols import (
    SEEDS,
    Protocol,
    hash_bucket,
    understand,
)
from ldp_checks.statistical_limits import within_limits
from ldp_course import DirectEncoding, UnaryEncoding

D = 5
DICTS = [
    {"name": "direct", "p": 0.4, "q": 0.15},
    {"name": "unary", "p": 0.5, "q": 0.2},
    {"name": "unary", "p": 0.9, "q": 0.45},
    {"name": "subset", "p": 0.6, "q": 0.6 / 4 + 0.4 / 2, "size": 2},
    {"name": "hashing", "p": 0.5, "q": 0.25, "g": 4},
    {"name": "hashing", "p": 0.6, "q": 0.5, "g": 2},
]
each = pytest.mark.parametrize(
    "answer", DICTS, ids=lambda answer: f"{answer['name']} {answer['p']}"
)


def law(protocol, value):
    """Pr[report | value] of every report; for hashing the report is (value -> bucket) as a table,
    and the bucket.
    """
    p, q, d = protocol.p, protocol.q, protocol.d
    if protocol.name == "direct":
        return {report: p if report == value else q for report in range(d)}
    if protocol.name == "unary":
        chances = [p if place == value else q for place in range(d)]
        return {
            bits: math.prod(
                chance if bit else 1 - chance
                for bit, chance in zip(bits, chances, strict=True)
            )
            for bits in itertools.product((0, 1), repeat=d)
        }
    if protocol.name == "subset":
        with_value, without = (
            math.comb(d - 1, protocol.size - 1),
            math.comb(d - 1, protocol.size),
        )
        sets = itertools.combinations(range(d), protocol.size)
        return {
            chosen: p / with_value if value in chosen else (1 - p) / without
            for chosen in sets
        }
    g = protocol.g
    tables = list(itertools.product(range(g), repeat=d))
    return {
        (table, bucket): (p if table[value] == bucket else (1 - p) / (g - 1))
        / len(tables)
        for table in tables
        for bucket in range(g)
    }


@each
def test_epsilon_equals_the_enumeration(answer):
    protocol = understand(answer, D)
    laws = [law(protocol, value) for value in range(D)]
    assert all(math.isclose(sum(law.values()), 1) for law in laws)
    worst = max(
        math.log(law[report] / other[report])
        for law, other in itertools.permutations(laws, 2)
        for report in law
    )
    assert math.isclose(protocol.epsilon, worst)


@each
@pytest.mark.parametrize("simulate", [simulate, simulated])
def test_honest_reports_support_values_as_stated(answer, simulate):
    protocol, n, rng = understand(answer, D), 100_000, np.random.default_rng()
    values = rng.integers(D, size=n)
    reports = simulate(protocol, values, rng)
    assert reports.shape == (n, *protocol.shape) and not isinstance(
        protocol.form(reports, reports.shape), str
    )
    support, others = (
        protocol.support(reports),
        (values + rng.integers(1, D, size=n)) % D,
    )
    own, other = support[np.arange(n), values], support[np.arange(n), others]
    for count, chance in (
        (own.sum(), protocol.p),
        (other.sum(), protocol.q),
        ((own & other).sum(), protocol.both),
    ):
        assert within_limits(int(count), n, chance, 1e-9)[0]


def test_the_error_is_that_of_the_mechanisms_of_the_module():
    for name, theirs in (
        ("direct", DirectEncoding(range(D), 1.5)),
        ("unary", UnaryEncoding.optimized(range(D), 1.5)),
        ("unary", UnaryEncoding.symmetric(range(D), 1.5)),
    ):
        ours = Protocol(D, name, theirs.p, theirs.q)
        assert math.isclose(ours.epsilon, 1.5)
        variance = (
            theirs.variance(1_000, 0.2) + 0.2 * 0.8 / 1_000
        )  # the people are a sample, too
        assert math.isclose(ours.standard_error(0.2, 1_000) ** 2, variance)


@pytest.mark.parametrize(
    "answer, says",
    [
        (None, 'a dict with a "name"'),
        ({"name": "oue", "p": 0.5, "q": 0.2}, "one of direct, unary, subset, hashing"),
        ({"name": "unary", "p": 0.5}, 'protocol["q"] is missing'),
        ({"name": "unary", "p": "0.5!", "q": 0.2}, 'protocol["p"] is missing or no number'),
        ({"name": "unary", "p": 0.2, "q": 0.5}, "0 < q < p"),
        ({"name": "unary", "p": 1.2, "q": 0.5}, "0 < q < p"),
        ({"name": "direct", "p": 0.4, "q": 0.2}, "q is 0.15"),
        ({"name": "hashing", "p": 0.6, "q": 0.2, "g": 4}, "q is 0.25"),
        ({"name": "hashing", "p": 0.6, "q": 0.2, "g": 2.5}, "whole number"),
        ({"name": "subset", "p": 0.6, "q": 0.2, "size": 5}, "below the number of values"),
    ],
)  # fmt: skip
def test_a_wrong_dict_is_explained(answer, says):
    assert says in understand(answer, D)


def test_the_hash_spreads_values_evenly_and_independently():
    rng, n = np.random.default_rng(), 200_000
    seeds = rng.integers(SEEDS, size=n)
    for g in (2, 3, 7):
        first, second = hash_bucket(seeds, 3, g), hash_bucket(seeds, 4, g)
        for bucket in range(g):
            assert within_limits(int((first == bucket).sum()), n, 1 / g, 1e-9)[0]
        assert within_limits(int((first == second).sum()), n, 1 / g, 1e-9)[0]
