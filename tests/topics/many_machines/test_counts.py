"""Counts that add up to the estimate of all reports, bit for bit, and estimates that
are merged.

Seeds are fixed. The test with chance in it would fail for correct code with probability
1e-6.
"""

import numpy as np
import pytest

from ldp_course import RandomizedResponse, UnaryEncoding
from ldp_course.topics.many_machines.counts import (
    count_reports,
    estimate_from_counts,
    merge,
)
from tests.oracles import on_domain

DOMAIN = range(5)
MECHANISMS = {**on_domain(DOMAIN, 1.0), "yes/no": RandomizedResponse(1.0)}
del MECHANISMS["summing"]


@pytest.mark.parametrize("name", MECHANISMS)
def test_counts_of_parts_give_the_estimate_of_all(name):
    mechanism, rng = MECHANISMS[name], np.random.default_rng(1)
    values = rng.integers(len(mechanism.domain), size=400)
    reports = mechanism.perturb(mechanism.encode(values), rng)
    together = mechanism.aggregate(reports)
    parts = [
        count_reports(mechanism, reports[part]) for part in (slice(90), slice(90, 400))
    ]
    assert all(part.dtype == np.int64 for part in parts)
    estimate = estimate_from_counts(mechanism, parts[1] + parts[0], 400)
    assert type(estimate) is type(together) and estimate.n == 400
    for field in ("frequencies", "standard_errors"):
        assert np.array_equal(getattr(estimate, field), getattr(together, field))


def test_merged_by_people_and_not_by_inverse_variance():
    """Shares .2 (ε = 1) and .4 (ε = 4): the mean of all people, with its variance."""
    few, many = (
        UnaryEncoding.optimized(["no", "yes"], epsilon).simulate(people, rng)
        for epsilon, people, rng in (
            (1.0, [80_000, 20_000], np.random.default_rng(1)),
            (4.0, [180_000, 120_000], np.random.default_rng(2)),
        )
    )
    merged = merge([few, many])
    assert merged.n == 400_000
    assert np.allclose(merged.counts, few.counts + many.counts, rtol=1e-12)
    errors = np.hypot(few.standard_errors, 3 * many.standard_errors) / 4
    assert np.allclose(merged.standard_errors, errors, rtol=1e-12)
