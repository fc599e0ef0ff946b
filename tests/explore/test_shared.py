"""What Python and the script both compute, they compute alike: both are asked for the same texts.

Python writes the first picture of a figure, the script all others. tests/vectors/explorer.json says
what numbers, tables and states must be.
"""

import json
import re
from pathlib import Path

import pytest

from ldp_course import plots
from ldp_course.explore import Bars, Picture, Points, explore, page
from ldp_course.explore.page import style
from ldp_course.explore.values import cell_text, value_text
from ldp_course.words import WORDS
from tests.explore.specimens import grid

MiniRacer = pytest.importorskip("py_mini_racer").MiniRacer

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "explorer.json").read_text("utf-8"))
SCRIPT = Path(page.__file__).parent / "script"


@pytest.fixture(scope="module")
def run():
    """Call a function of numbers.js, which needs no page."""
    with MiniRacer() as engine:
        engine.eval(f"const WORDS = {json.dumps(WORDS)};")
        engine.eval((SCRIPT / "numbers.js").read_text("utf-8"))

        def run(name, *arguments):
            words = ", ".join(json.dumps(argument) for argument in arguments)
            return json.loads(engine.eval(f"JSON.stringify({name}({words}))"))

        yield run


def poll(epsilon, n, draw):
    said = [n + draw / 3, None]
    interval = {"low": [n - epsilon, None], "high": [n + 1.5, None]}
    series = [
        Bars("true", x=["yes", "no"], y=[n, 2 * n]),
        Points("said", x=["yes", "no"], y=said, **interval),
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


@pytest.mark.parametrize("value, read, cell", VECTORS["numbers"], ids=str)
def test_an_address_takes_the_text_of_a_slider_as_a_cell_has_it(value, read, cell, run):
    if not isinstance(value, str):
        assert run("bareText", read) == cell


@pytest.mark.parametrize("table", VECTORS["tables"], ids=lambda table: table["x_label"])
def test_a_table_is_written_alike(table, run):
    arguments = (table["series"], table["x_label"])
    assert page.tables(*arguments) == run("tables", *arguments) == table["html"]


def test_the_page_holds_the_grid_of_the_vectors(explorer):
    assert grid(explorer) == VECTORS["grid"]


@pytest.mark.parametrize("case", VECTORS["states"], ids=lambda case: str(case["places"]))
def test_a_place_in_the_grid_is_the_state_that_python_draws(case, explorer, run):
    assert explorer.payload(**case["state"]) == case["payload"]
    sizes = [len(values) for values in explorer.choices.values()]
    found = run("stateAt", VECTORS["grid"], sizes, case["places"])
    for series in found["series"]:
        del series["lists"]
    assert found == case["payload"]


def test_the_vectors_hold_every_state_in_order(explorer):
    assert [case["state"] for case in VECTORS["states"]] == [s for s, _ in explorer.pictures]


def test_every_word_of_the_script_stands_in_the_table():
    used = set(re.findall(r"WORDS\.(\w+)", page.script()))
    assert used == {"draw_again", "link", "interval"} and used | {"low", "high"} <= set(WORDS)


def test_figures_and_explorers_have_the_same_colors():
    colors = re.findall(r"--explorer-\d: (#\w+)", style())
    light = colors[: len(colors) // 2]
    assert {plots.BLUE, plots.RED, plots.GREEN, plots.PURPLE} <= set(light)
    assert f"const COLORS = {len(light)};" in page.script()
