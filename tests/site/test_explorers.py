"""The explorers of the book as a reader moves them: what they draw are Python's numbers."""

import json
import random
import re
from functools import cache
from itertools import product
from pathlib import Path

import drawn
import nbformat
import pytest
from visits import page_names, visiting

ROOT = Path(__file__).parents[2]
PAGES = page_names('class="explorer"')


class StoredExplorer:
    """What a notebook stores of an explorer: nbval holds that Python says the same today."""

    def __init__(self, figure):
        data = json.loads(
            re.search(r'<script type="application/json">(.*?)</script>', figure, re.DOTALL)[1]
        )
        self.id = re.search(r'id="([^"]+)"', figure)[1]
        self.draws, self.chart, self.series, self.lists = (
            data[key] for key in ("draws", "chart", "series", "lists")
        )
        self.axes, self.title = self.chart, self.chart["title"]
        self.sliders = {
            slider["name"]: [as_number(text) for text in slider["values"]]
            for slider in data["sliders"]
        }
        self.choices = {**self.sliders, **({"draw": range(self.draws)} if self.draws else {})}
        self.start = {
            slider["name"]: self.sliders[slider["name"]][slider["start"]]
            for slider in data["sliders"]
        }
        if self.draws:
            self.start["draw"] = 0
        self.states = dict(zip(product(*self.choices.values()), data["states"], strict=True))

    def payload(self, **values):
        sentence, places = self.states[tuple(values[name] for name in self.choices)]
        series = [
            {
                **one,
                **{part: self.lists[place] for part, place in zip(one["lists"], at, strict=True)},
            }
            for one, at in zip(self.series, places, strict=True)
        ]
        return {"sentence": sentence, "series": series}


def as_number(text):
    return float(text.replace(",", "").replace("−", "-"))


@cache
def explorers_of(notebook):
    """The explorers that a notebook has stored, by their id."""
    cells = nbformat.read(notebook, as_version=4).cells
    texts = [
        output.get("data", {}).get("text/html", "")
        for cell in cells
        for output in cell.get("outputs", [])
    ]
    stored = [StoredExplorer(text) for text in texts if text.startswith('<figure class="explorer"')]
    return {explorer.id: explorer for explorer in stored}


def some_states(explorer, at_random):
    """Start, first and last value of each slider, first and last draw, some states at random."""
    sizes = [range(len(values)) for values in explorer.choices.values()]
    start = drawn.start_of(explorer)
    ends = [
        start[:k] + (end,) + start[k + 1 :] for k, size in enumerate(sizes) for end in (0, size[-1])
    ]
    states = list(product(*sizes))
    return [start, *ends, *random.Random(explorer.id).sample(states, min(at_random, len(states)))]


@pytest.fixture(scope="module", params=PAGES)
def explorer_page(request, site, browser):
    """A page, and its explorers by their id."""
    with visiting(browser) as page:
        page.goto((site / request.param).as_uri())
        explorers = explorers_of((ROOT / request.param).with_suffix(".ipynb"))
        shown = [figure.get_attribute("id") for figure in page.locator("figure.explorer").all()]
        assert shown and set(shown) <= set(explorers)
        yield page, {name: explorers[name] for name in shown}


@pytest.mark.parametrize("at_random", [2, pytest.param(40, marks=pytest.mark.deep)])
def test_what_is_drawn_is_what_python_says(explorer_page, at_random):
    page, explorers = explorer_page
    for name, explorer in explorers.items():
        figure = page.locator(f"#{name}")
        for state in some_states(explorer, at_random):
            drawn.move(page, figure, state)
            drawn.check_state(figure, explorer, state)
    assert page.complaints == []


def test_the_pointer_moves_the_sliders_too(explorer_page):
    page, explorers = explorer_page
    for name, explorer in explorers.items():
        figure = page.locator(f"#{name}")
        drawn.move(page, figure, drawn.start_of(explorer))
        for slider in figure.locator("input[type=range]").all():
            box = slider.bounding_box()
            slider.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
        state = [len(values) - 1 for values in explorer.sliders.values()]
        if explorer.draws:
            figure.get_by_role("button", name="Draw again").click()
            state.append(1)
        drawn.check_state(figure, explorer, state)


def test_a_link_to_a_state_brings_it_back(explorer_page):
    page, explorers = explorer_page
    address = page.url.partition("#")[0]
    for name, explorer in explorers.items():
        state = some_states(explorer, 1)[-1]
        drawn.follow(page, address + drawn.link_to(explorer, state))
        drawn.check_state(page.locator(f"#{name}"), explorer, state)
    page.reload()
    drawn.check_state(page.locator(f"#{name}"), explorer, state)
    assert page.complaints == []


@pytest.mark.parametrize("scheme", ["file", "http"])
def test_a_link_from_elsewhere_shows_the_figure_in_its_state(scheme, site, browser, address):
    explorer = list(explorers_of((ROOT / PAGES[-1]).with_suffix(".ipynb")).values())[-1]
    state = some_states(explorer, 1)[-1]
    page_address = (site / PAGES[-1]).as_uri() if scheme == "file" else address + PAGES[-1]
    with visiting(browser) as page:
        page.goto(page_address + drawn.link_to(explorer, state), wait_until="load")
        figure = page.locator(f"#{explorer.id}")
        drawn.check_state(figure, explorer, state)
        page.wait_for_function(IN_VIEW, arg=explorer.id)
        drawn.move(page, figure, drawn.start_of(explorer))
        page.wait_for_url(page_address + drawn.link_to(explorer, drawn.start_of(explorer)))
        assert page.complaints == []


IN_VIEW = """id => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2 && bottom > 0;
}"""


def test_every_explorer_says_what_to_try_and_what_to_notice(explorer_page):
    page, explorers = explorer_page
    advice = page.locator(".explorer-advice b").all_text_contents()
    assert advice == ["Try this:", "Notice:"] * len(explorers)


def test_series_can_be_told_apart_without_color(explorer_page):
    page, explorers = explorer_page
    for name in explorers:
        drawn.check_looks_differ(page.locator(f"#{name}"))


def test_tables_have_names_of_their_own(explorer_page):
    page, _ = explorer_page
    names = [table.get_attribute("aria-label") for table in page.locator(".explorer-table").all()]
    titles = page.locator(".explorer-title").all_text_contents()
    assert names == [f"Table of the numbers drawn: {title}" for title in titles]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_words_in_the_charts_do_not_lie_on_each_other(explorer_page, width):
    page, explorers = explorer_page
    drawn.set_width(page, width)
    for name in explorers:
        drawn.check_words(drawn.read(page.locator(f"#{name}")))
