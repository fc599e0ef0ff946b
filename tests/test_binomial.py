"""The limits and bounds that checks and the audit rest on are those of scipy.stats, which takes
long to import.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import ldp_course
from ldp_course.binomial import highest_count, highest_probability, lowest_count, lowest_probability

ERRORS = [0.5, 0.05, 0.005, 1e-4, 5e-9, 1e-11]
TRIALS = [1, 2, 12, 400, 2_400, 20_000, 1_000_000]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("trials", TRIALS)
def test_limits_of_counts(trials, error):
    for probability in [0, 1e-6, 0.001, 0.03, 0.25, 1 / 3, 0.5, 0.75, 0.9, 0.999, 1]:
        assert lowest_count(trials, probability, error) == stats.binom.ppf(
            error, trials, probability
        )
        assert highest_count(trials, probability, error) == stats.binom.isf(
            error, trials, probability
        )


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("trials", TRIALS)
def test_bounds_of_probabilities(trials, error):
    inside = np.unique(np.linspace(1, trials, 40).astype(int))
    low, high = (
        lowest_probability(inside, trials, error),
        highest_probability(trials - inside, trials, error),
    )
    np.testing.assert_allclose(low, stats.beta.ppf(error, inside, trials - inside + 1), rtol=1e-12)
    np.testing.assert_allclose(high, stats.beta.isf(error, trials - inside + 1, inside), rtol=1e-12)
    assert lowest_probability(0, trials, error) == 0
    assert highest_probability(trials, trials, error) == 1


def test_bounds_of_tables_share_the_trials_of_a_row():
    counts, trials = np.array([[0, 3], [7, 5]]), np.array([[3], [12]])
    low = lowest_probability(counts, trials, 0.01)
    assert low[0, 0] == 0
    assert low[1, 1] == lowest_probability(5, 12, 0.01)
    assert highest_probability(counts, trials, 0.01)[0, 1] == 1


def test_nothing_waits_for_scipy_stats():
    """Half a second, in every notebook and for every submission that is graded."""
    root = Path(ldp_course.__file__).parent
    files = (file.relative_to(root.parent).with_suffix("") for file in root.rglob("*.py"))
    modules = sorted(".".join(file.parts).removesuffix(".__init__") for file in files)
    program = (
        f"import importlib, sys\nfor name in {modules}:"
        " importlib.import_module(name)\nprint('scipy.stats' in sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "False"
