"""Marks take numbers in any container, and keep gaps."""

import numpy as np
import pandas as pd
import pytest

from ldp_course.explore import Band, Line, Picture, Points, explore


@pytest.mark.parametrize(
    "container", [list, tuple, np.array, pd.Series, lambda x: np.array(x, dtype=np.float32)]
)
def test_numbers_may_come_in_any_container(container):
    assert Line("a", x=container([1, 2]), y=container([3, 4])) == Line("a", x=[1, 2], y=[3, 4])


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
