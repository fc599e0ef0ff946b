"""What Python and the script both compute, they compute alike: both are asked for the
same texts.

Python writes the first picture of a figure, the script all others.
tests/vectors/explorer.json says what numbers, tables and states must be.
"""

import json
import re
from pathlib import Path

import pytest

from ldp_course import plots
from ldp_course.explore import Bars, Picture, Points, explore, page
from ldp_course.explore.page import style
from ldp_course.explore.values import cell_text, value_text
from ldp_course.figure_words import WORDS, unbroken
from tests.explore.specimens import grid
from tests.reference import vectors

MiniRacer = pytest.importorskip("py_mini_racer").MiniRacer

VECTORS = vectors("explorer")
GUESSES = vectors("guesses")
SCRIPT = Path(page.__file__).parent / "script"


@pytest.fixture(scope="module")
def run():
    """Call a function of numbers.js or guess.js, which need no page."""
    with MiniRacer() as engine:
        engine.eval(f"const WORDS = {json.dumps(WORDS)};")
        for name in ("numbers.js", "guess.js"):
            engine.eval((SCRIPT / name).read_text("utf-8"))

        def run(name, *arguments):
            words = ", ".join(json.dumps(argument) for argument in arguments)
            return json.loads(engine.eval(f"JSON.stringify({name}({words}))"))

        yield run


def poll(epsilon, n, draw):
    estimate = [n + draw / 3, None]
    interval = {"low": [n - epsilon, None], "high": [n + 1.5, None]}
    series = [
        Bars("true", x=["yes", "no"], y=[n, 2 * n]),
        Points("said", x=["yes", "no"], y=estimate, **interval),
    ]
    return Picture(series, f"{n} people <at> {epsilon}.")


@pytest.fixture(scope="module")
def explorer():
    choices = {"epsilon": [0.5, 1], "n": [100, 1000, 20]}
    return explore(poll, **choices, draws=2, title="A poll", x="answer", y="people")


@pytest.mark.parametrize("value, read, cell", VECTORS["numbers"], ids=str)
def test_a_number_is_written_alike(value, read, cell, run):
    assert value_text(value) == run("exactText", value) == read
    assert cell_text(value) == run("cellText", value) == cell
    assert (
        isinstance(value, str) or run("bareText", read) == cell
    )  # as an address takes it


@pytest.mark.parametrize("text, bound", [
    ("3 GB in 10⁶ reports", "3_GB in 10⁶_reports"),
    ("from −4.2 % to 13.6 % of 1,000 people", "from −4.2_% to 13.6_% of 1,000_people"),
    ("k ≥ 12, ± 0.3 years; p − q = 0.5.", "k_≥_12, ±_0.3_years; p_−_q_=_0.5."),
    ("In 2031. Then 7, 8 and 9 (all)", "In 2031. Then 7, 8_and 9 (all)"),
    ('<b a="4" b="x">Of {n} points</b>', '<b a="4" b="x">Of {n}_points</b>'),
    ("no number", "no number"),
])  # fmt: skip
def test_no_line_ends_between_a_number_and_its_unit(text, bound, run):
    assert unbroken(text) == run("unbroken", text) == bound.replace("_", "\u00a0")


@pytest.mark.parametrize("table", VECTORS["tables"], ids=lambda table: table["x_label"])
def test_a_table_is_written_alike(table, run):
    arguments = (table["series"], table["x_label"])
    assert page.tables(*arguments) == run("tables", *arguments) == table["html"]


def test_the_page_holds_the_grid_of_the_vectors(explorer):
    assert grid(explorer) == VECTORS["grid"]


@pytest.mark.parametrize(
    "case", VECTORS["states"], ids=lambda case: str(case["places"])
)
def test_a_place_in_the_grid_is_the_state_that_python_draws(case, explorer, run):
    assert explorer.payload(**case["state"]) == case["payload"]
    sizes = [len(values) for values in explorer.choices.values()]
    result = run("stateAt", VECTORS["grid"], sizes, case["places"])
    for series in result["series"]:
        del series["lists"]
    assert result == case["payload"]


def test_the_vectors_hold_every_state_in_order(explorer):
    assert [case["state"] for case in VECTORS["states"]] == [
        s for s, _ in explorer.pictures
    ]


@pytest.mark.parametrize("values, texts", [
    ([0, 500_000, 1_000_000], "0 500,000 1,000,000"),
    ([100, 10_000, 1_000_000, 100_000_000], "10² 10⁴ 10⁶ 10⁸"),
    ([-2e7, 0, 2e7], "−2·10⁷ 0 2·10⁷"),
    ([0.0001, 0.01, 1, 100], "0.0001 0.01 1 100"),
    ([1e-6, 0.001, 1], "10⁻⁶ 10⁻³ 10⁰"),
    (["yes", "10000000"], "yes 10000000"),
], ids=lambda value: value if isinstance(value, str) else "")  # fmt: skip
def test_ticks_are_written_in_the_same_style(values, texts, run):
    assert run("tickTexts", values) == texts.split()


# ---- the script alone: what an interval should hold, and how near an axis comes


@pytest.mark.parametrize("truth, x, expected", [
    ({"mark": "line", "label": "truth", "x": [1, 20], "y": [10, 10]}, [1, 7, 20], [10] * 3),
    ({"mark": "line", "label": "truth", "x": [0, 4], "y": [1, 3]}, [1, 4, 5], [1.5, 3, None]),
    ({"mark": "line", "label": "truth", "x": [0, 4], "y": [1, None]}, [0, 1], [1, None]),
    ({"mark": "bars", "label": "true share", "x": ["a", "b"], "y": [1, None]}, ["b", "a"],
     [None, 1]),
    ({"mark": "line", "label": "theory", "x": [1, 20], "y": [10, 10]}, [1], [None]),
    ({"mark": "points", "label": "truth", "x": [1], "y": [10]}, [1], [None]),
])  # fmt: skip
def test_truths_that_intervals_should_hold(truth, x, expected, run):
    assert run("truthsFor", {"x": x}, [truth]) == expected


AXIS = {"label": "share", "scale": "linear", "range": [-50, 100]}


def intervals(low, high, mark="points"):
    return [
        {"mark": mark, "x": [1], "y": [(low + high) / 2], "low": [low], "high": [high]}
    ]


@pytest.mark.parametrize("low, high, expected", [
    (9.8, 10.3, [9.8, 10.3]),
    (-9, 12, [-10, 15]),
    (0.0012, 0.0018, [0.0012, 0.0018]),
])  # fmt: skip
def test_an_axis_comes_near_short_intervals_and_leaves_none_out(
    low, high, expected, run
):
    axis = run("zoomed", AXIS, intervals(low, high))
    label = {"label": "share (zoomed in)", "short": "share"}
    assert axis == AXIS | {"range": expected} | label
    assert axis["range"][0] <= low and high <= axis["range"][1]


@pytest.mark.parametrize("series", [
    intervals(-30, 40),  # long enough
    intervals(-60, -55),  # beyond the axis
    intervals(5, 5),
    [*intervals(5, 6), {"mark": "bars", "x": [1], "y": [5]}],  # bars begin at 0
    [*intervals(5, 6), {"mark": "line", "x": [1, 2], "y": [0, 90]}],
])  # fmt: skip
def test_else_an_axis_stays(series, run):
    assert run("zoomed", AXIS, series) == AXIS
    log = AXIS | {"scale": "log", "range": [1, 100]}
    assert run("zoomed", log, intervals(5, 6))["range"] == [1, 100]


# ---- how far off a guess is: the script alone says it


@pytest.mark.parametrize("case", GUESSES["how_far_off"], ids=lambda case: case["says"])
def test_how_far_off_a_guess_is(case, run):
    question = {"places": case["places"], "unit": case["unit"]}
    result = run("howFarOff", question, case["scale"], case["guess"], case["truth"])
    assert result == case["says"]


@pytest.mark.parametrize("guess, truth, says", [
    ([None, 40], [1, 50], "You said 40 at b: 10 people too low. It is 50."),
    ([70, None, None], [50, 1, 1], "You said 70 at a: 20 people too high. It is 50."),
    ([None, None, 51], [1, 1, 50], "You said 51 at c: right within 5 %. It is 50."),
    ([48, None, 90], [50, 1, 60], "You said 48 / 90; it is 50 / 60: off by up to 30 people."),
    ([51, 49, None], [50, 50, 900], "Your guess is right within 5 %, wherever you moved a mark."),
])  # fmt: skip
def test_a_mark_that_was_not_moved_is_not_judged(guess, truth, says, run):
    question = {"places": ["a", "b", "c"][: len(guess)], "unit": "people"}
    assert run("howFarOff", question, "linear", guess, truth) == says


@pytest.mark.parametrize("axis", GUESSES["axes"], ids=lambda axis: str(axis["range"]))
def test_the_steps_of_a_handle(axis, run):
    steps = run("guessSteps", {"scale": axis["scale"], "range": axis["range"]})
    assert steps[: len(axis["begins"])] == axis["begins"] and steps[-1] == axis["ends"]
    assert 60 <= len(steps) <= 200 and steps == sorted(set(steps))
    if axis["scale"] == "log":
        assert steps == [float(f"{step:.2g}") for step in steps], "as a hand sets them"


def light(color):
    """Relative luminance, as WCAG defines it."""
    shares = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares
    ]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear))


def test_words_and_marks_stand_out_in_both_themes():
    colors = re.findall(r"--explorer-(\w+): (#\w{6})", style())
    names = ["words", "quiet", "zero", *"012345"]
    for theme in (dict(colors[: len(colors) // 2]), dict(colors[len(colors) // 2 :])):
        for name in names:
            low, high = sorted([light(theme[name]), light(theme["surface"])])
            assert (high + 0.05) / (low + 0.05) >= (3 if name == "zero" else 4.5), name


def test_figures_and_explorers_have_the_same_colors():
    colors = re.findall(r"--explorer-\d: (#\w+)", style())
    light = colors[: len(colors) // 2]
    assert {plots.BLUE, plots.RED, plots.GREEN, plots.PURPLE} <= set(light)
    used = re.search(r"const \[TRUTH, ESTIMATE, OTHERS\] = (.+);", page.script())[1]
    named = re.findall(r'"(c\d)"', used)
    assert sorted(named) == ["c0", "c1", "c2", "c4", "c5", "c6"]  # purple is a miss
    assert light[2] == plots.GREEN, "the truth"
