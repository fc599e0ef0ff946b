"""Claims of the page "Notation", computed."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardResponse,
    SubsetSelection,
    SummingHistogram,
    ThresholdingHistogram,
    UnaryEncoding,
)
from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def test_logarithms_are_natural(chapter):
    text = r"**natural logarithms**: $\ln 3 = {:.4f}$, not $\log_2 3 = {:.3f}$"
    chapter.says(text, math.log(3), math.log2(3))


def test_the_normal_quantile(chapter):
    level = 0.95
    quantile = norm.ppf((1 + level) / 2)
    text = "normal quantile: {:.2f} for a {:.0f} % interval"
    chapter.says(text, quantile, 100 * level)


def supports(mechanism):
    """Pr[a report supports u | v] for all u, v, from the channel."""
    reports = mechanism.possible_reports()
    return mechanism.channel() @ mechanism.supported(reports).astype(float)


@pytest.mark.parametrize(
    "mechanism",
    [
        UnaryEncoding.optimized(range(5), 1),
        DirectEncoding(range(5), 1),
        SubsetSelection(range(5), 2, 1),
        ThresholdingHistogram(range(5), 1, 0.6),
        HadamardResponse(range(5), 1),
    ],
    ids=str,
)
def test_what_is_pure(mechanism):
    pairs = np.where(np.eye(5, dtype=bool), mechanism.p, mechanism.q)
    assert np.allclose(supports(mechanism), pairs)


def test_what_is_not_pure():
    assert math.isclose(
        SummingHistogram(range(5), 2).variance(10, 0.0), 8 / (10 * 2**2)
    )
    columns = HadamardResponse(range(6), 2, blocks=2)  # v is in block v modulo 2
    same = columns.p * (1 + math.exp(-2)) / 2
    channel, expected = supports(columns), np.full((6, 6), columns.q)
    expected[np.add.outer(range(6), range(6)) % 2 == 0] = same
    np.fill_diagonal(expected, columns.p)
    assert np.allclose(channel, expected)
    sketch = CountMeanSketch(range(5), hashes=4, width=8, epsilon=1, seed=1)
    n, f, squares = 100, 0.5, 0.1
    pure = f * sketch.p * (1 - sketch.p) + (1 - f) * sketch.q * (1 - sketch.q)
    pure /= n * (sketch.p - sketch.q) ** 2
    collisions = (squares - (1 - f) / n) / ((8 - 1) * 4)
    assert math.isclose(
        sketch.variance(n, f, others_squared=squares), pure + collisions
    )
