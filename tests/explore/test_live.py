"""The script's binomial counts have SciPy's distribution; polls and explorers draw with
it."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, chisquare

from ldp_course.explore import page

MiniRacer = pytest.importorskip("py_mini_racer").MiniRacer

CASES = [
    (1, 0.3), (2, 0.5), (10, 0.05), (20, 0.97), (30, 0.5), (40, 0.26), (500, 0.02),
    (1_000, 0.999), (2_000, 0.75), (100_000, 1e-5), (1_000_000, 0.45),
    (10_000_000, 1e-7), (10_000_000, 0.002), (10_000_000, 0.27), (10_000_000, 0.9999995),
]  # fmt: skip
RUNS = 50_000
DRAWS = """(n, p, runs, seed) => {
  const random = uniform(seededBits(seed));
  return JSON.stringify(Array.from({ length: runs }, () => binomial(n, p, random)));
}"""


@pytest.fixture(scope="module")
def draws():
    with MiniRacer() as engine:
        engine.eval(
            (Path(page.__file__).parent / "script/chance.js").read_text("utf-8")
        )
        yield lambda *given: np.array(
            json.loads(engine.eval(f"({DRAWS})({','.join(map(str, given))})"))
        )


@pytest.mark.parametrize("n, p", CASES)
def test_counts_have_the_binomial_distribution(draws, n, p):
    """Of all cases together, one in 10⁶ seeds would raise a false alarm."""
    counts = draws(n, p, RUNS, 7)
    assert counts.min() >= 0 and counts.max() <= n
    # bins of about 1 % of the draws, and the ends of 0.1 %
    levels = np.r_[0.001, np.arange(0.01, 1, 0.01), 0.999]
    edges = np.unique(np.r_[-1, binom.ppf(levels, n, p), n])
    expected = RUNS * np.diff(binom.cdf(edges, n, p))
    found, _ = np.histogram(counts, edges + 0.5)
    while len(expected) > 1 and expected[-1] < 20:  # too few for chi-squared
        expected, found = (np.r_[v[:-2], v[-2:].sum()] for v in (expected, found))
    while len(expected) > 1 and expected[0] < 20:
        expected, found = (np.r_[v[:2].sum(), v[2:]] for v in (expected, found))
    assert chisquare(found, expected).pvalue > 1e-6 / len(CASES)


@pytest.mark.parametrize("n, p, count", [(9, 0, 0), (9, 1, 9), (0, 0.4, 0)])
def test_without_chance_the_count_is_certain(draws, n, p, count):
    assert set(draws(n, p, 100, 1)) == {count}
