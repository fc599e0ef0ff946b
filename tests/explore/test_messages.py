"""Messages: each names the argument, its value, and what is allowed."""

import numpy as np
import pytest

from ldp_course.explore import Bars, Cloud, Line, Picture, Points, explore
from ldp_course.explore.live import Live, Range
from tests.explore.specimens import (
    BAR,
    axis_range,
    make,
    make_curve,
    make_live,
    make_poll,
    picture,
    poll,
)

NAMED = {"title": "t", "x": "x", "y": "y"}
FLAT = Line("a", x=[1], y=[0])
NO_LIST = "x of .* = 'uv' is a str; .* must be a list"

WRONG_KINDS = [
    (lambda: Line("a", x=[1, None], y=[1, 2]), "x of .* has None, a NoneType, at position 1"),
    (lambda: Line("a", x=["u"], y=[1]), r"x of Line\('a'\) holds texts.*must be numbers"),
    (lambda: Bars("a", x="uv", y=[1, 2]), NO_LIST),
    (lambda: Bars("a", x=[1], y=np.array(3)), "is a single value"),
    (lambda: Bars("", x=[1], y=[3]), "label = '' of Bars"),
    (lambda: Picture(BAR, "s"), "series = .* is a Bars; series must be a list"),
    (lambda: Picture([3], "s"), "series holds 3, a int"),
    (lambda: Picture([BAR], ""), "sentence = ''"),
    (lambda: make(epsilon=1), "epsilon = 1 is a int; epsilon must be a list"),
    (lambda: make_poll(draws=True), "draws = True is a bool; draws must be a whole number"),
    (lambda: make(draws=8), "picture cannot be called with .*unexpected keyword argument 'draw'"),
    (lambda: make(titel=[1, 2]), "picture cannot be called with the keywords .*'titel'"),
    (lambda: explore("picture", n=[1, 2], **NAMED), "picture = 'picture' is a str"),
    (lambda: explore(lambda n: 3, n=[1, 2], **NAMED), "picture returned 3, a int"),
    (lambda: make(start=3), "start = 3 is a int; start must be a dict"),
    (lambda: make(n=Range(1, 9)), "n = .*Range.* is a Range; .*only with live"),
    (lambda: make_live(live="coin"), "live = 'coin' is a str; live must be a Live"),
    (lambda: make(live=Live("coin", "s")), "picture cannot be called with .*'rng'"),
    (lambda: Cloud("a", x=["u"], y=[3]), "y of .* = 3 is a int; .*must be a list"),
]  # fmt: skip
WRONG_VALUES = [
    (lambda: Picture([BAR], "[3|other] bits."), "sentence colors 3 as 'other'.*a label of: "),
    (lambda: Bars("a", x=["u", "v"], y=[1]), r"y of Bars\('a'\) has 1 values and x has 2"),
    (lambda: Line("a", x=[1], y=[np.nan]), r"y of Line\('a'\) has nan, a float, .*None"),
    (lambda: Bars("a", x=["u", "u"], y=[1, 2]), "repeats a text"),
    (lambda: Points("a", x=[1], y=[3], low=[2]), "only one of low and high"),
    (lambda: Points("a", x=[1], y=[3], low=[4], high=[2]), "low = 4 and high = 2 .* no interval"),
    (lambda: Picture([BAR] * 2, "s"), r"labels \['a', 'a'\].*its own label"),
    (lambda: make(epsilon=[]), r"epsilon = \[\] is too short"),
    (lambda: make(epsilon=[1, 1]), "epsilon = .* repeats a value"),
    (lambda: make_poll(draws=1), "draws = 1 is not allowed; draws must be .*at least 2"),
    (lambda: make_poll(draw=[1, 2]), "draw = .1, 2. with draws = 3; .*needs another name"),
    (lambda: make_poll(draws=300), "2 n × 300 draw = 600 states; .*at most 400"),
    (lambda: make_poll(start={"draw": 1}), "start names 'draw', which is no slider"),
    (lambda: make_poll().payload(draw=3), r"state has draw = 3; .* one of \[0, 1, 2\]"),
    (lambda: explore(picture, **NAMED), "there must be 1 to 3"),
    (lambda: make(start={"epsilon": 3}), "start has epsilon = 3; .*one of .0.5, 1, 2"),
    (lambda: make(labels={"m": "size"}), "labels names 'm'"),
    (lambda: make_live(draws=3), "draws = 3 with live; it draws anew each time"),
    (lambda: Range(3, 3), "low = 3 is not allowed; low must be above 0 and below high = 3"),
    (lambda: Range(0, 3), "low = 0 is not allowed"),
    (lambda: Range(1, 3, also=(4,)), "also = 4 is not allowed; also must be from 1 to 3"),
    (lambda: Range(1, 3, scale="ln"), "scale = 'ln' is not allowed; .*'log', 'linear'"),
    (lambda: Live("coin", ""), "sentence = '' is empty"),
    (lambda: make(title="ζ"), "title = 'ζ' has no letter.*give an id"),
    (lambda: make(id="Jobs!"), "id = 'Jobs!'; id must be words of a-z"),
    (lambda: make(y_scale="ln"), "y_scale = 'ln' is not allowed; .*'linear', 'log'"),
    (lambda: make(y_scale="log"), "cannot show bars, which begin at 0"),
    (lambda: make_curve(y_range=(0, 1), y_scale="log"), "low > 0 on a log axis"),
    (lambda: make(y_range=(5, 9)), "leaves out 0, where bars begin"),
    (lambda: axis_range("x", [BAR, Bars("a", x=[9], y=[1])], x_range=(0, 5)), "leaves out x = 9"),
    (lambda: axis_range("y", [FLAT] * 2, y_scale="log"), "'log' cannot show 0"),
    (lambda: axis_range("y", [Line("a", x=[1], y=[None])] * 2), "hold no y at all"),
    (lambda: axis_range("y", [BAR, Bars("b", x=[1], y=[1])]), "must have the same series"),
]  # fmt: skip


@pytest.mark.parametrize(
    "error, mistakes", [(TypeError, WRONG_KINDS), (ValueError, WRONG_VALUES)]
)
def test_mistakes_are_explained(error, mistakes):
    for mistake, words in mistakes:
        with pytest.raises(error, match=words):
            mistake()


def test_chance_without_a_seed_of_its_own_is_refused():
    rng = np.random.default_rng(1)
    with pytest.raises(
        ValueError, match="two different pictures for .*from a fixed seed"
    ):
        explore(
            lambda n: Picture([Bars("a", x=[1], y=[rng.random()])], "s"),
            n=[1, 2],
            **NAMED,
        )
    with pytest.raises(
        ValueError, match="the same in all 3 draws; seed its generator with draw"
    ):
        explore(lambda n, draw: poll(n, 0), n=[1, 2], draws=3, **NAMED)
