"""Estimates and the explicit steps after them."""

import json
from pathlib import Path

import numpy as np
import pytest

from ldp_course import Estimate, clip, norm, norm_mul, norm_sub

VECTORS = json.loads((Path(__file__).parent / "vectors" / "postprocess_simplex.json").read_text())["vectors"]
ESTIMATE = Estimate(("a", "b"), 1000, np.array([1.02, -0.02]), np.array([0.03, 0.01]))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{len(v['x'])} values")
def test_vectors(vector):
    for step, expected in {clip: "base_pos", norm: "norm", norm_mul: "norm_mul", norm_sub: "norm_sub"}.items():
        assert step(vector["x"]) == pytest.approx(vector[expected], abs=1e-9)


def test_norm_sub_is_the_nearest_point_of_the_simplex():
    rng = np.random.default_rng(2)
    for size in (1, 2, 3, 50):
        x = rng.normal(1 / size, 0.3, size)
        nearest = norm_sub(x)
        assert nearest.min() >= 0 and nearest.sum() == pytest.approx(1)
        others = rng.dirichlet(np.ones(size), 500)
        # no other point is closer: the angle at the projection is never acute
        assert ((others - nearest) @ (x - nearest) <= 1e-12).all()


def test_norm_sub_of_extreme_numbers():
    assert norm_sub([1e16, 3.0]).tolist() == [1, 0]
    assert norm_sub([-1e300, -1e300]) == pytest.approx([0.5, 0.5])


def test_nothing_is_clipped_and_counts_follow():
    assert ESTIMATE.counts == pytest.approx([1020, -20])
    low, high = ESTIMATE.interval(0.95)
    assert (high - low) / 2 == pytest.approx(1.959964 * ESTIMATE.standard_errors, rel=1e-6)
    frame = ESTIMATE.to_frame()
    assert list(frame.columns) == ["count", "frequency", "standard_error", "low", "high"]
    assert frame.loc["b", "count"] == pytest.approx(-20)
    assert repr(ESTIMATE) == "Estimate(2 values from 1,000 people)"


@pytest.mark.parametrize("step", [clip, norm, norm_mul, norm_sub])
@pytest.mark.parametrize("wrong", [[], [0.5, float("nan")], [[0.5, 0.5]]])
def test_bad_frequencies(step, wrong):
    with pytest.raises(ValueError, match="frequencies .* at least one finite number"):
        step(wrong)


def test_norm_mul_needs_something_positive():
    with pytest.raises(ValueError, match="no value above 0"):
        norm_mul([-0.1, -0.2])
    assert norm_sub([-0.1, -0.2]).sum() == pytest.approx(1)


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5])
def test_bad_confidence(confidence):
    with pytest.raises(ValueError, match=f"confidence = {confidence} .*between 0 and 1"):
        ESTIMATE.interval(confidence)
