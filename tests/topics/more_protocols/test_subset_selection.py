"""Subset selection: its sets, and the covariances of what they support.

Seeds are fixed. Each test with chance in it would fail for a correct mechanism, over
all seeds, with probability at most 1e-6; the bound is worked out beside it.
"""

import numpy as np
import pytest

from ldp_course import HadamardResponse, SubsetSelection
from tests.oracles import EPSILONS, channel_and_contributions


@pytest.mark.parametrize("mechanism", [
    SubsetSelection(range(6), 3, 1.0),
    HadamardResponse(range(6), 1.0),
    HadamardResponse(range(6), 2.0, blocks=4),
], ids=repr)  # fmt: skip
def test_simulate_has_the_covariances_of_the_channel(mechanism):
    """Exact covariances of all pairs of 6 values; 2,000 runs, 36 of them within 6
    standard errors: 1e-7.
    """
    counts, runs, rng = np.array([10, 0, 25, 5, 15, 5]), 2000, np.random.default_rng(9)
    (channel, added), n = channel_and_contributions(mechanism), counts.sum()
    exact = sum(
        count * np.cov(added.T, aweights=row, bias=True)
        for count, row in zip(counts, channel)
    )
    simulated = (
        np.array([mechanism.simulate(counts, rng).frequencies for _ in range(runs)]) * n
    )
    variances = np.diag(exact)
    error = np.sqrt((np.outer(variances, variances) + exact**2) / runs)
    assert (np.abs(np.cov(simulated.T) - exact) < 6 * error).all()


@pytest.mark.parametrize("epsilon", [*EPSILONS[:-2], 0.35, 0.4, 0.9])
def test_optimized_has_the_smallest_variance(epsilon):
    variances = [
        SubsetSelection(range(20), size, epsilon).variance(1, 0.0)
        for size in range(1, 20)
    ]
    assert SubsetSelection.optimized(range(20), epsilon).size == 1 + int(
        np.argmin(variances)
    )
