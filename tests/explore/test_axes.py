"""The ranges hold all states, begin at 0 under bars, and end at round numbers."""

from ldp_course.explore import Bars, Line
from tests.explore.specimens import axis_range, make


def test_the_axes_hold_all_states():
    assert axis_range("y", [Line("a", x=[0, 1], y=[3, 7]), Line("a", x=[0, 1], y=[0.5, 71])]) == [
        0,
        80,
    ]
    assert axis_range("x", [Line("a", x=[0, 1], y=[3, 7]), Line("a", x=[2, 10], y=[3, 7])]) == [
        0,
        10,
    ]


def test_bars_have_zero_and_room():
    bars = [Bars("a", x=[10, 20, 30], y=[3, 4, 5]), Bars("a", x=[10, 20, 30], y=[5, 5, 5])]
    assert axis_range("y", bars) == [0, 5]
    assert axis_range("x", bars) == [5, 35]


def test_a_log_axis_ends_at_round_numbers():
    lines = [Line("a", x=[1, 10], y=[0.03, 70]), Line("a", x=[1, 10], y=[1, 300])]
    assert axis_range("y", lines, y_scale="log") == [0.02, 500]


def test_a_given_range_is_kept():
    assert axis_range("y", [Line("a", x=[0, 1], y=[3, 7])] * 2, y_range=(0, 5)) == [0, 5]


def test_a_range_for_y_goes_with_names_for_x():
    assert make(y_range=(-100, 200)).axes["y"]["range"] == [-100, 200]


def test_equal_numbers_still_have_a_range():
    assert axis_range("y", [Line("a", x=[0, 1], y=[2, 2])] * 2) == [1, 3]
    assert axis_range("y", [Line("a", x=[1, 2], y=[2, 2])] * 2, y_scale="log") == [1, 4]
