"""Messages: each names the argument, its value, and what is allowed."""

import numpy as np
import pytest

from ldp_course.explore import Band, Bars, Line, Picture, Points, explore
from tests.explore.specimens import BAR, axis_range, make, make_curve, make_poll, picture, poll


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
            r"y of Line\('a'\) has nan, a float, at position 1; .*None",
        ),
        (
            lambda: Line("a", x=[1, np.inf], y=[1, 2]),
            ValueError,
            r"x of Line\('a'\) has inf, a float, at position 1",
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
        (
            lambda: Bars("a", x=["u", 1], y=[1, 2]),
            TypeError,
            "has 'u', a str, at position 0; .*texts",
        ),
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
            "draws = 1 is not allowed; draws must be .*at least 2",
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
        (lambda: make(title="ζ"), ValueError, "title = 'ζ' has no letter.*give an id"),
        (lambda: make(id="Jobs!"), ValueError, "id = 'Jobs!'; id must be words of a-z"),
        (lambda: make(id=3), ValueError, "id = 3; id must be"),
        (lambda: Bars("a", x=[1], y=None), TypeError, "y of .* = None is a NoneType"),
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
