"""Counts that add up to the estimate of all reports, bit for bit, and estimates that are merged.

Seeds are fixed. The test with chance in it would fail for correct code with probability 1e-6.
"""

import math

import numpy as np
import pytest

from ldp_course import Estimate, RandomizedResponse, SummingHistogram, UnaryEncoding
from ldp_course.counts import count_reports, estimate_from_counts, merge
from tests.mechanisms.oracles import on_domain

DOMAIN = range(5)
MECHANISMS = {**on_domain(DOMAIN, 1.0), "yes/no": RandomizedResponse(1.0)}
del MECHANISMS["summing"]


@pytest.mark.parametrize("name", MECHANISMS)
def test_counts_of_parts_give_the_estimate_of_all(name):
    mechanism, rng = MECHANISMS[name], np.random.default_rng(1)
    values = rng.integers(len(mechanism.domain), size=400)
    reports = mechanism.perturb(mechanism.encode(values), rng)
    together = mechanism.aggregate(reports)
    parts = [count_reports(mechanism, reports[part]) for part in (slice(90), slice(90, 400))]
    assert all(part.dtype == np.int64 for part in parts)
    found = estimate_from_counts(mechanism, parts[1] + parts[0], 400)
    assert type(found) is type(together) and found.n == 400
    for field in ("frequencies", "standard_errors"):
        assert np.array_equal(getattr(found, field), getattr(together, field))


def test_what_cannot_be_counts_is_refused():
    direct = MECHANISMS["direct"]
    with pytest.raises(ValueError, match=r"has the sum 6; counts must be .* with the sum 5"):
        estimate_from_counts(direct, [2, 1, 1, 1, 1], 5)
    with pytest.raises(ValueError, match=r"counts has shape \(4,\); counts must be .* \(5,\)"):
        estimate_from_counts(direct, [2, 1, 1, 1], 5)
    with pytest.raises(ValueError, match="must be whole numbers from 0 to n = 3"):
        estimate_from_counts(MECHANISMS["optimized"], [4, 0, 0, 0, 0], 3)
    with pytest.raises(TypeError, match="mechanism = .* not allowed; mechanism must be"):
        count_reports(SummingHistogram(DOMAIN, 1.0), np.zeros((1, 5)))


def test_merged_by_people_and_not_by_inverse_variance():
    """Shares .2 (ε = 1) and .4 (ε = 4), 100,000 people each: .300 ± .0031, or .396 ± .0009."""
    groups = ((1.0, [80_000, 20_000]), (4.0, [60_000, 40_000]))
    mechanisms = [UnaryEncoding.optimized(["no", "yes"], epsilon) for epsilon, _ in groups]
    rng = np.random.default_rng(1)
    estimates = [
        mechanism.simulate(people, rng)
        for mechanism, (_, people) in zip(mechanisms, groups, strict=True)
    ]
    merged = merge(estimates)
    assert merged.n == 200_000
    errors = [math.sqrt(mechanism.variance(100_000, 0.0)) for mechanism in mechanisms]
    assert round(math.hypot(*errors) / 2, 4) == 0.0031
    truth = [math.sqrt(m.variance(100_000, f)) for m, f in zip(mechanisms, (0.2, 0.4), strict=True)]
    assert math.isclose(merged.standard_errors[1], math.hypot(*truth) / 2, rel_tol=0.02)
    assert abs(merged.frequencies[1] - 0.3) < 5 * merged.standard_errors[1]
    precisions = 1 / np.square(errors)
    assert round(np.average([0.2, 0.4], weights=precisions), 3) == 0.396
    assert round(1 / math.sqrt(precisions.sum()), 4) == 0.0009


def test_what_does_not_belong_together_is_refused():
    sketch, rng = MECHANISMS["sketch"], np.random.default_rng(1)
    one = Estimate(("a", "b"), 10, np.array([0.5, 0.5]), np.array([0.1, 0.2]))
    other = Estimate(("a", "c"), 10, np.array([0.5, 0.5]), np.array([0.1, 0.2]))
    with pytest.raises(ValueError, match="whose collisions the others may share"):
        merge([sketch.simulate([10] * 5, rng)])
    with pytest.raises(ValueError, match=r"estimates holds the domains \('a', 'b'\) and"):
        merge([one, other])
    for wrong in ([], [1], None, "ab", {one: 1}):
        with pytest.raises((ValueError, TypeError), match="estimates .*; estimates must be a list"):
            merge(wrong)
