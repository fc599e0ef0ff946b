"""Marks take numbers in any container; the axes hold all states and end at round
numbers."""

import numpy as np
import pandas as pd
import pytest

from ldp_course.explore import Band, Bars, Line, Picture, Points, explore
from tests.explore.specimens import axis_range


@pytest.mark.parametrize(
    "container",
    [list, tuple, np.array, pd.Series, lambda x: np.array(x, dtype=np.float32)],
)
def test_numbers_may_come_in_any_container(container):
    assert Line("a", x=container([1, 2]), y=container([3, 4])) == Line(
        "a", x=[1, 2], y=[3, 4]
    )


def test_a_gap_stays_a_gap():
    shown = explore(
        lambda n: Picture(
            [Points("a", x=[1, 2], y=[n, None], low=[0, None], high=[9, None])], "Gap."
        ),
        n=[1, 2],
        title="t",
        x="x",
        y="y",
    )
    assert shown.payload()["series"][0]["y"] == [2, None]


def test_an_interval_may_be_a_point_but_for_the_last_bit():
    Band("a", x=[1], low=[1.0], high=[0.9999999999999999])


def test_the_axes_hold_all_states_and_end_at_round_numbers():
    lines = [Line("a", x=[0, 1], y=[3, 7]), Line("a", x=[2, 10], y=[0.5, 71])]
    assert axis_range("y", lines) == [0, 80] and axis_range("x", lines) == [0, 10]
    assert axis_range("y", lines, y_range=(0, 5)) == [0, 5]
    assert axis_range("y", lines, y_scale="log") == [0.5, 100]
    bars = [Bars("a", x=[10, 20, 30], y=y) for y in ([3, 4, 5], [5, 5, 5])]
    assert axis_range("y", bars) == [0, 5] and axis_range("x", bars) == [5, 35]
    flat = [Line("a", x=[1, 2], y=[2, 2])] * 2
    assert axis_range("y", flat) == [1, 3]
    assert axis_range("y", flat, y_scale="log") == [1, 4]
