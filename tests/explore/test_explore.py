"""The explorer without a browser: its numbers, its markup, its messages."""

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import numpy as np
import pandas as pd
import pytest
from nbclient import NotebookClient

from ldp_course.explore import Band, Bars, Line, Picture, Points, explore

HERE = Path(__file__).parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
JOBS = ["Sales", "Farming & fishing", "<none>"]
COUNTS = [3650, 994, 32561]
BAR = Bars("a", x=[1], y=[1])


def picture(epsilon, n):
    rng = np.random.default_rng(1)
    estimate = np.array(COUNTS) + rng.normal(0, 10 / epsilon, 3)
    return Picture(
        [
            Bars("true", x=JOBS, y=COUNTS),
            Points("estimate", x=JOBS, y=estimate, low=estimate - n / 3, high=estimate + n / 3),
        ],
        f"At ε = {epsilon:g} with {n:,} people.",
    )


def curve(epsilon):
    x = np.linspace(0.1, 1, 4)
    return Picture(
        [Line("theory", x=x, y=x / epsilon), Band("runs", x=x, low=x / 9, high=x)],
        f"ε is {epsilon}.",
    )


def make(**changes):
    sliders = {"epsilon": [0.5, 1, 2], "n": [100, 1_000]}
    return explore(picture, **sliders | {"title": "Jobs at ε", "x": "job", "y": "people"} | changes)


def make_curve(**changes):
    return explore(
        curve, **{"epsilon": [0.5, 1, 2], "title": "Curve", "x": "x", "y": "y"} | changes
    )


def poll(n, draw):
    found = np.random.default_rng([1, draw]).binomial(n, 0.5)
    return Picture([Points("said yes", x=["yes"], y=[float(found)])], f"{found} of {n} said yes.")


def make_poll(**changes):
    return explore(
        poll,
        **{"n": [100, 1_000], "draws": 3, "title": "A poll", "x": "answer", "y": "people"}
        | changes,
    )


def grid(explorer):
    (text,) = re.findall(
        r'<script type="application/json">(.*?)</script>', explorer.to_html(), re.DOTALL
    )
    return json.loads(text)


def stored(data, place):
    """What the page draws in the state at this place."""
    sentence, rows = data["states"][place]
    series = [
        {"mark": one["mark"], "label": one["label"]}
        | {name: data["lists"][k] for name, k in zip(one["lists"], row)}
        for one, row in zip(data["series"], rows)
    ]
    return {"sentence": sentence, "series": series}


# ---- numbers


def test_every_state_in_the_page_is_the_picture_that_python_draws():
    explorer, data = make(), grid(make())
    states = [{"epsilon": epsilon, "n": n} for epsilon in (0.5, 1, 2) for n in (100, 1_000)]
    assert len(data["states"]) == len(states)
    for place, state in enumerate(states):
        assert stored(data, place) == explorer.payload(**state)


def test_floats_have_four_digits_and_whole_numbers_all_of_them():
    true, estimate = make().payload(epsilon=0.5, n=100)["series"]
    assert true["y"] == COUNTS
    exact = picture(0.5, 100).series[1]
    for name in ("y", "low", "high"):
        assert estimate[name] == [float(f"{value:.4g}") for value in getattr(exact, name)]


def test_state_is_the_picture_itself():
    assert make().state(epsilon=2, n=100) == picture(2, 100)


def test_values_left_out_are_the_starting_ones():
    explorer = make(start={"epsilon": 2})
    assert explorer.start == {"epsilon": 2, "n": 1_000}
    assert explorer.payload(n=100) == explorer.payload(epsilon=2, n=100)
    assert [slider["start"] for slider in grid(explorer)["sliders"]] == [2, 1]


def test_the_middle_is_where_sliders_start():
    assert make_curve(epsilon=[1, 2, 3, 4, 5]).start == {"epsilon": 3}


def test_lists_that_states_share_are_stored_once():
    lists = grid(make())["lists"]
    assert lists.count(JOBS) == 1 and lists.count(COUNTS) == 1
    assert len({json.dumps(numbers) for numbers in lists}) == len(lists)


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


# ---- draws


def test_each_state_holds_all_draws():
    explorer, data = make_poll(), grid(make_poll())
    states = [{"n": n, "draw": draw} for n in (100, 1_000) for draw in range(3)]
    assert data["draws"] == 3 and len(data["states"]) == len(states)
    for place, state in enumerate(states):
        assert stored(data, place) == explorer.payload(**state)
        assert explorer.state(**state) == poll(**state)


def test_the_sentence_begins_with_the_number_of_the_draw():
    found = poll(100, 2).sentence
    assert make_poll().payload(n=100, draw=2)["sentence"] == f"Draw 3 of 3. {found}"
    assert (
        make_poll().payload()["sentence"].startswith("Draw 1 of 3. ")
        and "Draw 1 of 3. " in make_poll().to_html()
    )


def test_without_draws_a_picture_knows_nothing_of_them():
    assert grid(make())["draws"] is None and "Draw" not in make().to_html()


def test_all_states_can_be_looked_through_with_their_pictures():
    assert make_poll().pictures == [
        ({"n": n, "draw": draw}, poll(n, draw)) for n in (100, 1_000) for draw in range(3)
    ]


# ---- axes


def axis_range(axis, pictures, **changes):
    states = dict(enumerate(pictures))
    shown = explore(
        lambda k: Picture([states[k]], "s"), k=list(states), title="t", x="x", y="y", **changes
    )
    return shown.axes[axis]["range"]


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


# ---- markup


def test_the_markup_is_the_same_each_time():
    assert make().to_html() == make().to_html()
    assert make().to_html() == make().to_html()


def test_the_markup_is_the_same_in_another_process():
    code = (
        "import sys, test_explore; sys.stdout.buffer.write(test_explore.make().to_html().encode())"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=HERE)
    assert other.stdout.decode() == make().to_html()


def test_it_can_be_read_without_a_script():
    text = make(try_this="Move ε.", notice="It <b>shrinks</b>.").to_html()
    readable = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "Jobs at ε" in readable and "At ε = 1 with 1,000 people." in readable
    assert "Move ε." in readable and "It &lt;b&gt;shrinks&lt;/b&gt;." in readable
    cells = re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", readable)
    assert cells[:5] == ["job", "true", "estimate", "estimate, low", "estimate, high"]
    assert cells[5:7] == ["Sales", "3650"] and cells[15:17] == ["&lt;none&gt;", "32561"]


def test_no_text_of_a_chapter_can_end_the_script():
    nasty = explore(
        lambda n: Picture([Bars("</script><b>", x=["</script>", "<!--"], y=[n, 2])], "</script>"),
        n=[1, 2],
        title="</script> a",
        x="<i>",
        y="&",
    )
    assert nasty.to_html().count("</script>") == 2
    assert grid(nasty)["series"][0]["label"] == "</script><b>"


def test_the_id_comes_from_the_title():
    assert 'id="explorer-jobs-at-epsilon"' in make().to_html()


def test_each_table_has_a_name_of_its_own():
    text = make(title='Jobs & "more"').to_html()
    assert 'aria-label="Table of the numbers drawn: Jobs &amp; &quot;more&quot;"' in text


def test_a_spreadsheet_can_read_the_numbers_of_the_table():
    shown = explore(
        lambda n: Picture([Line("a", x=[1e-5, 1_000_000], y=[-n, 1234.5])], "s"),
        n=[1, 2],
        title="t",
        x="x",
        y="y",
    )
    assert re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", shown.to_html())[2:] == [
        "0.00001",
        "-2",
        "1000000",
        "1234",
    ]


def test_slider_texts_are_written_out():
    epsilon, n = grid(make(epsilon=[0.001, 1 / 3, 2], n=[100, 10**9]))["sliders"]
    assert epsilon["label"] == "ε (privacy loss)" and n["label"] == "N (people)"
    assert epsilon["values"] == ["0.001", "0.3333", "2"] and n["values"] == ["100", "1,000,000,000"]
    named = explore(
        lambda bits_sent: picture(1, bits_sent), bits_sent=[1, 2], title="t", x="x", y="y"
    )
    assert grid(named)["sliders"][0]["label"] == "bits sent"
    assert grid(make(labels={"n": "size N"}))["sliders"][1]["label"] == "size N"


def test_the_mime_types_without_a_kernel():
    bundle = make()._repr_mimebundle_()
    assert bundle == {
        "text/plain": "Explorer('Jobs at ε', 6 states of epsilon, n)",
        "text/html": make().to_html(),
    }


def test_a_kernel_adds_a_live_view_unless_told_not_to(monkeypatch):
    code = """
import os, test_explore
explorer = test_explore.make()
assert VIEW in explorer._repr_mimebundle_()
*sliders, chart = explorer.widget.children
assert chart.payload == explorer.payload()
sliders[0].value = 2
assert chart.payload == explorer.payload(epsilon=2) != explorer.payload()
explorer = test_explore.make_poll()
explorer._repr_mimebundle_()
slider, chart = explorer.widget.children
chart.draw = 2
assert chart.payload == explorer.payload(draw=2) != explorer.payload()
slider.value = 100
assert chart.payload == explorer.payload(n=100, draw=2)
os.environ["LDP_COURSE_WIDGETS"] = "0"
assert set(explorer._repr_mimebundle_()) == {"text/plain", "text/html"}
"""
    cell = nbformat.v4.new_code_cell(f"VIEW = {WIDGET_VIEW!r}{code}")
    monkeypatch.setenv("LDP_COURSE_WIDGETS", "1")
    NotebookClient(
        nbformat.v4.new_notebook(cells=[cell]), resources={"metadata": {"path": HERE}}
    ).execute()


# ---- messages: each names the argument, its value, and what is allowed


@pytest.mark.parametrize(
    ("mistake", "error", "words"),
    [
        (
            lambda: Bars("a", x=["u", "v"], y=[1]),
            ValueError,
            r"y of Bars\('a'\) has 1 values and x has 2",
        ),
        (
            lambda: Line("a", x=[1, 2], y=[1, np.nan]),
            ValueError,
            r"y of Line\('a'\) has nan at position 1; .*None",
        ),
        (
            lambda: Line("a", x=[1, np.inf], y=[1, 2]),
            ValueError,
            r"x of Line\('a'\) has inf at position 1",
        ),
        (
            lambda: Line("a", x=[1, None], y=[1, 2]),
            TypeError,
            "x of .* has None, a NoneType, at position 1",
        ),
        (
            lambda: Line("a", x=["u"], y=[1]),
            TypeError,
            r"x of Line\('a'\) holds texts.*must be numbers",
        ),
        (lambda: Bars("a", x=["u", 1], y=[1, 2]), TypeError, "mixes texts"),
        (lambda: Bars("a", x=["u", "u"], y=[1, 2]), ValueError, "repeats a text"),
        (
            lambda: Bars("a", x="uv", y=[1, 2]),
            TypeError,
            "x of .* = 'uv' is a str; .* must be a list",
        ),
        (lambda: Bars("a", x=[1], y=np.array(3)), TypeError, "is a single value"),
        (lambda: Bars("a", x=[1], y=[True]), TypeError, "y of .* has True, a bool"),
        (lambda: Bars("a", x=[1], y=["3"]), TypeError, "y of .* has '3', a str"),
        (lambda: Bars("", x=[1], y=[3]), TypeError, "label = '' of Bars"),
        (lambda: Points("a", x=[1], y=[3], low=[2]), ValueError, "only one of low and high"),
        (
            lambda: Points("a", x=[1], y=[3], low=[4], high=[2]),
            ValueError,
            "low = 4 and high = 2 .* are no interval",
        ),
        (lambda: Band("a", x=[1], low=[None], high=[2]), ValueError, "low = None and high = 2"),
        (
            lambda: Picture(Bars("a", x=[1], y=[3]), "s"),
            TypeError,
            "series = .* is a Bars; series must be a list",
        ),
        (lambda: Picture([3], "s"), TypeError, "series holds 3, a int"),
        (lambda: Picture([], "s"), ValueError, r"series has the labels \[\]"),
        (
            lambda: Picture([Bars("a", x=[1], y=[3])] * 2, "s"),
            ValueError,
            r"labels \['a', 'a'\].*its own label",
        ),
        (lambda: Picture([Bars("a", x=[1], y=[3])], ""), TypeError, "sentence = ''"),
        (lambda: make(epsilon=[]), ValueError, r"epsilon = \[\] is too short"),
        (lambda: make(epsilon=[1, 1]), ValueError, "epsilon = .* repeats a value"),
        (lambda: make(epsilon=1), TypeError, "epsilon = 1 is a int; epsilon must be a list"),
        (lambda: make(epsilon=[1, None]), TypeError, "epsilon holds None, a NoneType"),
        (lambda: make(epsilon=[1, float("inf")]), ValueError, "epsilon holds inf"),
        (
            lambda: make_poll(draws=True),
            TypeError,
            "draws = True is a bool; draws must be a whole number",
        ),
        (lambda: make_poll(draws=8.0), TypeError, "draws = 8.0 is a float"),
        (lambda: make_poll(draws="8"), TypeError, "draws = '8' is a str"),
        (
            lambda: make_poll(draws=1),
            ValueError,
            "draws = 1 is too few; draws must be .*at least 2, or None",
        ),
        (
            lambda: make(draws=8),
            TypeError,
            "picture cannot be called with .*unexpected keyword argument 'draw'",
        ),
        (
            lambda: make_poll(draws=None),
            TypeError,
            "picture cannot be called with .*missing .*'draw'",
        ),
        (
            lambda: make_poll(draw=[1, 2]),
            ValueError,
            "draw = .1, 2. with draws = 3; .*needs another name",
        ),
        (lambda: make_poll(draws=300), ValueError, "2 n × 300 draw = 600 states"),
        (
            lambda: make_poll(start={"draw": 1}),
            ValueError,
            "start names 'draw', which is no slider",
        ),
        (
            lambda: make_poll().payload(draw=3),
            ValueError,
            r"state has draw = 3; draw must be one of \[0, 1, 2\]",
        ),
        (
            lambda: make(n=range(1, 400)),
            ValueError,
            "3 epsilon × 399 n = 1197 states; .*at most 400",
        ),
        (lambda: explore(picture, title="t", x="x", y="y"), ValueError, "there must be 1 to 3"),
        (
            lambda: explore("picture", title="t", x="x", y="y", n=[1, 2]),
            TypeError,
            "picture = 'picture' is a str",
        ),
        (
            lambda: explore(lambda n: 3, title="t", x="x", y="y", n=[1, 2]),
            TypeError,
            "picture returned 3, a int",
        ),
        (
            lambda: make(titel=[1, 2]),
            TypeError,
            "picture cannot be called with the keywords .*'titel'",
        ),
        (
            lambda: make(start={"eps": 1}),
            ValueError,
            "start names 'eps', .*sliders are .*'epsilon'",
        ),
        (
            lambda: make(start={"epsilon": 3}),
            ValueError,
            "start has epsilon = 3; .*one of .0.5, 1, 2",
        ),
        (lambda: make(start=3), TypeError, "start = 3 is a int; start must be a dict"),
        (lambda: make(labels={"m": "size"}), ValueError, "labels names 'm'"),
        (lambda: make(labels={"n": ""}), ValueError, r"labels\['n'\] = '' is empty"),
        (lambda: make().payload(epsilon=3), ValueError, "state has epsilon = 3"),
        (lambda: make(title=" "), ValueError, "title = ' ' is empty"),
        (lambda: make(title="ζ"), ValueError, "title = 'ζ' has no letter"),
        (lambda: make(x=3), TypeError, "x = 3 is a int; x must be a text"),
        (lambda: make(try_this=None), TypeError, "try_this = None"),
        (
            lambda: make(y_scale="ln"),
            ValueError,
            "y_scale = 'ln' is not allowed; .*'linear', 'log'",
        ),
        (lambda: make(y_scale="log"), ValueError, "cannot show bars, which begin at 0"),
        (lambda: make(x_scale="log"), ValueError, "x_scale = 'log', .* with texts as x"),
        (
            lambda: make_curve(y_range=(1, 1)),
            ValueError,
            r"y_range = \(1, 1\) is not allowed; .*low < high",
        ),
        (
            lambda: make_curve(y_range=3),
            TypeError,
            "y_range = 3 is a int; y_range must be two finite numbers",
        ),
        (lambda: make_curve(y_range=(0, 1), y_scale="log"), ValueError, "low > 0 on a log axis"),
        (lambda: make(y_range=(5, 9)), ValueError, "leaves out 0, where bars begin"),
        (
            lambda: axis_range("x", [BAR, Bars("a", x=[9], y=[1])], x_range=(0, 5)),
            ValueError,
            "leaves out x = 9",
        ),
        (
            lambda: axis_range("y", [Line("a", x=[1], y=[0])] * 2, y_scale="log"),
            ValueError,
            "'log' cannot show 0",
        ),
        (lambda: axis_range("y", [Line("a", x=[1], y=[None])] * 2), ValueError, "hold no y at all"),
        (
            lambda: axis_range("y", [BAR, Bars("b", x=[1], y=[1])]),
            ValueError,
            "must have the same series",
        ),
        (
            lambda: axis_range("x", [BAR, Bars("a", x=["u"], y=[1])]),
            ValueError,
            "texts in one series and numbers",
        ),
    ],
)
def test_mistakes_are_explained(mistake, error, words):
    with pytest.raises(error, match=words):
        mistake()


def test_a_picture_that_changes_by_itself_is_refused():
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="two different pictures for .*from a fixed seed"):
        explore(
            lambda n: Picture([Bars("a", x=[1], y=[rng.random()])], "s"),
            n=[1, 2],
            title="t",
            x="x",
            y="y",
        )


def test_draws_that_do_not_differ_are_refused():
    with pytest.raises(ValueError, match="the same in all 3 draws; seed its generator with draw"):
        explore(lambda n, draw: poll(n, 0), n=[1, 2], draws=3, title="t", x="x", y="y")


def test_an_interval_may_be_a_point_but_for_the_last_bit():
    Band("a", x=[1], low=[1.0], high=[0.9999999999999999])
