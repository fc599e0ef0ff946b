"""States, draws, start, id: what `explore` makes of its arguments."""

import numpy as np

from ldp_course.explore import Range
from tests.explore.specimens import (
    COUNTS,
    grid,
    make,
    make_live,
    make_poll,
    picture,
    poll,
    stored,
)


def test_floats_have_four_digits_and_whole_numbers_all_of_them():
    true, estimate = make().payload(epsilon=0.5, n=100)["series"]
    assert true["y"] == COUNTS
    exact = picture(0.5, 100).series[1]
    for name in ("y", "low", "high"):
        assert estimate[name] == [
            float(f"{value:.4g}") for value in getattr(exact, name)
        ]


def test_values_left_out_are_the_starting_ones():
    explorer = make(start={"epsilon": 2})
    assert explorer.start == {"epsilon": 2, "n": 1_000}
    assert explorer.payload(n=100) == explorer.payload(epsilon=2, n=100)
    assert [slider["start"] for slider in grid(explorer)["sliders"]] == [2, 1]


def test_each_state_holds_all_draws():
    explorer, data = make_poll(), grid(make_poll())
    states = [{"n": n, "draw": draw} for n in (100, 1_000) for draw in range(3)]
    assert data["draws"] == 3 and len(data["states"]) == len(states)
    for place, state in enumerate(states):
        assert stored(data, place) == explorer.payload(**state)
        assert explorer.picture_at(**state) == poll(**state)


def test_an_id_comes_from_the_title_or_stays_when_that_is_translated():
    assert 'id="explorer-jobs-at-epsilon"' in make().to_html()
    assert make(title="各职业", id="jobs").id == "explorer-jobs"
    assert make(id="jobs").to_html() == make().to_html().replace(
        "jobs-at-epsilon", "jobs"
    )


def test_a_live_one_stores_its_start_and_draws_anew_from_any_generator():
    explorer, data = make_live(start={"n": 50}), grid(make_live(start={"n": 50}))
    assert len(data["states"]) == 1 and stored(data, 0) == explorer.payload()
    assert data["live"] == explorer.live.payload()
    assert data["sliders"][0]["scale"] == "log"
    assert explorer.picture_at() == explorer.picture_at()
    cloud, one = explorer.picture_at(
        rng=np.random.default_rng(9), runs=200, n=100
    ).series
    assert len(cloud.y[0]) == 200 and 0 <= one.y[0] <= 100
    assert "more" not in explorer.to_html().partition("<table")[2].partition("</tab")[0]


def test_a_range_stops_at_round_numbers():
    stops = make_live(n=Range(100, 10_000_000, also=(32_561,))).choices["n"]
    assert {100, 700, 2_000, 32_561, 10_000_000} <= set(stops)
    steps = np.divide(stops[1:], stops[:-1])
    assert steps.max() < 1.07 and all(isinstance(stop, int) for stop in stops)
    assert 0.333 in Range(0.0, 1.0, also=(0.333,), scale="linear").stops
