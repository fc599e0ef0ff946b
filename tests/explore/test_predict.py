"""An explorer that asks first: what may be asked, its markup, its grid, its view with a
kernel."""

import re

import numpy as np
import pytest

from ldp_course.explore import Band, Bars, Line, Picture, Points, Predict
from ldp_course.explore.predict import make_question
from tests.explore.specimens import COUNTS, JOBS, grid, make, make_poll

GUESS = Predict("How many in each job?", "true", hides=["estimate"], unit="people")


def question(series, predict, y_range=(0, 100), id="explorer-t"):
    return make_question(predict, id, Picture(series, "s"), {"range": y_range})


def test_the_question_is_readable_without_a_script():
    text = make(predict=GUESS, notice="It shrinks.").to_html()
    question = (
        '<p class="explorer-question"><b>Before you look:</b> How many in each job?</p>'
    )
    assert question in text
    assert (
        text.replace(question + "\n", "").split("<script")[0]
        == (make(notice="It shrinks.").to_html().split("<script")[0])
    )
    assert (
        text.index("figcaption")
        < text.index("explorer-question")
        < text.index("It shrinks.")
    )


def test_data_of_the_script():
    with_it, without = grid(make(predict=GUESS)), grid(make())
    data = with_it.pop("predict")
    assert with_it == without
    assert data.pop("key").startswith("explorer-jobs-at-epsilon-")
    assert data == {
        "series": "true",
        "hides": ["true", "estimate"],
        "rows": [0, 1, 2],
        "places": JOBS,
        "unit": "people",
    }


@pytest.mark.parametrize("mark", [Bars, Points])
def test_of_bars_and_points_all_that_are_there_are_guessed(mark):
    series = mark("a", x=["u", "v", "w"], y=[1, None, 3])
    assert question([series], Predict("?", "a"))["rows"] == [0, 2]


def test_of_a_long_line_five_places_from_end_to_end():
    line = Line("a", x=range(11), y=[None, *range(10)])
    assert question([line], Predict("?", "a"))["rows"] == [1, 3, 5, 8, 10]
    short = Line("a", x=[3, 4], y=[1, 2])
    assert question([short], Predict("?", "a"))["rows"] == [0, 1]


def test_of_a_band_the_upper_end():
    band = Band("a", x=[1, 2], low=[-500, 3], high=[50, 60])
    assert question([band], Predict("?", "a"))["rows"] == [0, 1]


def test_at_chooses_and_keeps_the_order_of_x():
    line = Line("a", x=np.geomspace(0.1, 4, 12), y=[3] * 12)
    at = np.array([line.x[7], line.x[2]])
    made = question([line], Predict("?", "a", at=at, place="ε = {x}"))
    assert made["rows"] == [2, 7]
    assert made["places"] == ["ε = 0.1956", "ε = 1.046"]


def test_a_guess_is_remembered_for_its_figure_and_question():
    bars = [Bars("a", x=["u"], y=[3])]
    keys = {
        question(bars, Predict("?", "a"))["key"],
        question(bars, Predict("?", "a"), id="explorer-u")["key"],
        question(bars, Predict("How many?", "a"))["key"],
        question([Bars("a", x=["u"], y=[4])], Predict("?", "a"))["key"],
        question(bars, Predict("?", "a"), y_range=(0, 10))["key"],
    }
    assert len(keys) == 5
    assert all(re.fullmatch(r"explorer-[tu]-[0-9a-f]{8}", key) for key in keys)
    assert question(bars, Predict("?", "a"))["key"] in keys


TWICE = Points("a", x=[5, 5], y=[1, 2])
WRONG_KINDS = [
    (lambda: Predict(3, "a"), "question = 3 is a int"),
    (lambda: Predict("?", None), "series = None is a NoneType"),
    (lambda: Predict("?", "a", hides="b"), "hides = 'b' is a str; .*a list of"),
    (lambda: Predict("?", "a", at=3), "at = 3 is a int; at must be a list"),
    (lambda: make(predict="How?"), "predict = 'How\\?' is a str; .*a Predict"),
]
WRONG_VALUES = [
    (lambda: Predict("", "a"), "question = '' is empty"),
    (lambda: Predict("?", "a", place="here"), "place = 'here' is .*{x} in it"),
    (lambda: Predict("?", "a", at=[1, 1]), r"at = \[1, 1\] .*different"),
    (lambda: make(predict=Predict("?", "truth")), r"'truth', .*series are \['true', 'estimate'\]"),
    (lambda: make(predict=Predict("?", "true", hides=["x"])), "has hides 'x'"),
    (lambda: make(predict=Predict("?", "true", at=["Tech"])), r"at has 'Tech', .* no value"),
    (lambda: question([Bars("a", x=range(9), y=range(9))], Predict("?", "a")),
     "8 different .*most"),
    (lambda: question([TWICE], Predict("?", "a")), r"has values at x = \[5, 5\]"),
    (lambda: question([TWICE], Predict("?", "a", at=[5])),
     r"Points\('a'\) has two values at one x"),
    (lambda: make(predict=GUESS, y_range=(0, max(COUNTS) // 2)), "a handle cannot reach it"),
]  # fmt: skip


@pytest.mark.parametrize(
    "error, mistakes", [(TypeError, WRONG_KINDS), (ValueError, WRONG_VALUES)]
)
def test_mistakes_are_explained(error, mistakes):
    for mistake, words in mistakes:
        with pytest.raises(error, match=words):
            mistake()


# ---- with a kernel


def display(explorer):
    explorer._repr_mimebundle_()
    *sliders, chart = explorer.widget.children
    return sliders, chart


def hidden(sliders):
    return [slider.layout.display == "none" for slider in sliders]


def test_the_sliders_come_after_the_guess(kernel):
    sliders, chart = display(make(predict=GUESS))
    assert chart.asking and hidden(sliders) == [True, True]
    assert chart.question == grid(make(predict=GUESS))["predict"]
    chart.asking = False
    assert hidden(sliders) == [False, False]


def test_another_guess_begins_at_the_start(kernel):
    explorer = make_poll(predict=Predict("How many?", "said yes"))
    (slider,), chart = display(explorer)
    chart.asking = False
    slider.value, chart.draw = 100, 2
    assert chart.payload == explorer.payload(n=100, draw=2)
    chart.asking = True
    assert chart.payload == explorer.payload() == chart.start and hidden([slider]) == [
        True
    ]
    assert slider.value == explorer.start["n"]
