"""An invented series changes as often as it should."""

import math

import numpy as np

from ldp_course.data import load_adult
from ldp_course.topics.again_and_again import invented_days
from tests.reference import vectors

VECTORS = vectors("time_loss")


def test_the_invented_series_changes_as_often_as_it_should():
    """4,000 people: the four means within 4 standard errors of targets that were
    simulated too."""
    hours = load_adult()["hours_per_week"].to_numpy()
    rng = np.random.default_rng(1)
    series = invented_days(rng.choice(hours, 4_000), 30, rng)
    target = VECTORS["change_detection"]["series T=30"]
    ordered = np.sort(series, axis=1)
    statistics = {
        "distinct": 1 + (np.diff(ordered, axis=1) != 0).sum(axis=1),
        "changes": (np.diff(series, axis=1) != 0).sum(axis=1),
        "bit_changes": (np.diff(series >= 8, axis=1) != 0).sum(axis=1),
    }
    for name, counts in statistics.items():
        error = counts.std() / math.sqrt(len(counts))
        assert abs(counts.mean() - target[name]) < 4 * error, name
    assert np.quantile(statistics["distinct"], 0.9) == target["p90"]
    assert series.min() == 0 and series.max() <= 16
