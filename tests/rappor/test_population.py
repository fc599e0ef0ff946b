"""Many RAPPOR devices: reports and simulated counts have one exact law, that of the
channel."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import chi2

from ldp_course.rappor import (
    Parameters,
    bloom_table,
    count_bits,
    estimate_bits,
    population_reports,
    report_channel,
    simulate_counts,
)

TINY = Parameters(2, 1, 2, 0.5, 0.3, 0.8)
SMALL = Parameters(4, 2, 3, 0.25, 0.2, 0.7)
WORDS = ["v1", "v2", "v3"]


def long_way(word_counts, words, parameters, rng):
    values = np.repeat(np.arange(len(words)), word_counts)
    return count_bits(*population_reports(values, words, parameters, rng), parameters)


def contributions(parameters: Parameters) -> np.ndarray:
    """What one report in each (cohort, report) cell adds to the counts: (m 2^k, m
    (k+1))."""
    rows = []
    for cohort in range(parameters.cohorts):
        for report in range(2**parameters.bits):
            counts = np.zeros((parameters.cohorts, parameters.bits + 1), dtype=int)
            counts[cohort] = [1, *(report >> bit & 1 for bit in range(parameters.bits))]
            rows.append(counts.ravel())
    return np.array(rows)


def cell_probabilities(words, parameters):
    """Pr[(cohort, report) | word], cohorts uniform: (words, m 2^k)."""
    rows = [
        report_channel(words, cohort, parameters)
        for cohort in range(parameters.cohorts)
    ]
    return np.hstack(rows) / parameters.cohorts


@pytest.mark.parametrize(
    "runs", [8_000, pytest.param(40_000, marks=pytest.mark.weekly)]
)
@pytest.mark.parametrize("draw", [simulate_counts, long_way])
def test_exact_law_for_two_people(draw, runs):
    """All count tables of two people, enumerated, against draws by chi-square: false
    alarm 1e-6.
    """
    words, add = WORDS[:2], contributions(TINY)
    probabilities = cell_probabilities(words, TINY)
    exact = Counter()
    for first, second in product(range(len(add)), repeat=2):
        exact[tuple(add[first] + add[second])] += (
            probabilities[0, first] * probabilities[1, second]
        )
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    rng = np.random.default_rng(5)
    seen = Counter(tuple(draw([1, 1], words, TINY, rng).ravel()) for _ in range(runs))
    assert set(seen) <= set(exact)
    common = {table: chance for table, chance in exact.items() if runs * chance >= 10}
    observed = np.array([seen[table] for table in common])
    expected = runs * np.array(list(common.values()))
    rest, expected_rest = runs - observed.sum(), runs - expected.sum()
    statistic = ((observed - expected) ** 2 / expected).sum() + (
        rest - expected_rest
    ) ** 2 / max(expected_rest, 1)
    assert chi2.sf(statistic, len(common)) > 1e-6


@pytest.mark.parametrize("draw", [simulate_counts, long_way])
def test_exact_mean_and_covariance_for_many_people(draw):
    """All means, variances and covariances of the counts, each within 6.5 sd: false
    alarm below 1e-7.
    """
    word_counts, runs = [60, 100, 40], 3000
    add, probabilities = contributions(SMALL), cell_probabilities(WORDS, SMALL)
    mean, covariance = 0, 0
    for people, chance in zip(word_counts, probabilities, strict=True):
        expected = chance @ add
        mean = mean + people * expected
        covariance = covariance + people * (
            (add.T * chance) @ add - np.outer(expected, expected)
        )
    rng = np.random.default_rng(8)
    draws = np.array([
        draw(word_counts, WORDS, SMALL, rng).ravel() for _ in range(runs)
    ])
    variance = np.diag(covariance)
    assert (np.abs(draws.mean(axis=0) - mean) < 6.5 * np.sqrt(variance / runs)).all()
    spread = np.sqrt((np.outer(variance, variance) + covariance**2) / runs)
    assert (np.abs(np.cov(draws.T) - covariance) < 6.5 * spread).all()


@pytest.mark.parametrize("draw", [simulate_counts, long_way])
def test_f_is_not_rounded(draw):
    """A device would round f = 0.001 up to 1/128: 7 times as many changed bits.

    Within 6 sd: false alarm 2e-9.
    """
    parameters = Parameters(4, 1, 2, 0.001, 0, 1)
    ones = draw([200_000], ["v1"], parameters, np.random.default_rng(9))[:, 1:]
    changed = np.where(bloom_table(["v1"], parameters)[0], 0, ones).sum()
    assert abs(changed - 200_000 * 3 * 0.0005) < 6 * np.sqrt(200_000 * 3 * 0.0005)


def test_count_bits_agrees_with_a_loop():
    rng = np.random.default_rng(4)
    parameters = Parameters(
        200, 2, 300, 0.5, 0.25, 0.75
    )  # more than one chunk, and empty cohorts
    reports = rng.integers(2, size=(3000, 200), dtype=np.uint8)
    cohorts = rng.integers(50, 290, size=3000)
    expected = np.zeros((300, 201), dtype=np.int64)
    for report, cohort in zip(reports, cohorts, strict=True):
        expected[cohort] += np.concatenate([[1], report])
    counts = count_bits(reports, cohorts, parameters)
    assert counts.dtype == np.int64
    np.testing.assert_array_equal(counts, expected)
    np.testing.assert_array_equal(
        count_bits(reports.astype(bool), cohorts, parameters), expected
    )
    parts = [
        count_bits(reports[part], cohorts[part], parameters)
        for part in (slice(1000), slice(1000, None))
    ]
    np.testing.assert_array_equal(sum(parts), expected)


def test_cohorts_can_be_counted_on_every_machine():
    """np.bincount takes intp; before NumPy 2.2.4 nothing wider, and in a browser int64
    is wider."""
    _, cohorts = population_reports([0, 1, 2], WORDS, SMALL, np.random.default_rng(6))
    assert cohorts.dtype == np.intp and np.bincount(cohorts).sum() == 3


@pytest.mark.parametrize("f, p_star", [(0, 0.25), (0.5, 0.375)])
def test_estimates_and_standard_errors_of_bits_by_hand(f, p_star):
    """As many ones as expected if nobody sets the first bit, and all set the second.
    That counts have this mean and no other law is exact above."""
    parameters = Parameters(2, 1, 1, f, 0.25, 0.75)
    counts = np.rint([[1000, 1000 * p_star, 1000 * (1 - p_star)]]).astype(int)
    estimate, error = estimate_bits(counts, parameters)
    np.testing.assert_allclose(estimate, [[0, 1000]])
    stated = np.sqrt(1000 * p_star * (1 - p_star)) / (1 - 2 * p_star)
    np.testing.assert_allclose(error, [[stated] * 2])
