"""The explorers of the book as a reader moves them: without a kernel. Each drawn number must be Python's."""

import json
import random
import re
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread

import drawn
import nbformat
import pytest
from conftest import SITE, page_names

ROOT = Path(__file__).parents[2]


def pages_with_explorers():
    return [
        name
        for name in page_names()
        if 'class="explorer"' in (SITE / name).read_text(encoding="utf-8")
    ]


class StoredExplorer:
    """What a chapter's notebook stores of an explorer: nbval holds that Python says the same today."""

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


def some_states(explorer):
    """Start, first and last value of each slider, each draw, and ten states at random (the same ten each time)."""
    sizes = [range(len(values)) for values in explorer.choices.values()]
    start = drawn.start_of(explorer)
    ends = [
        start[:k] + (end,) + start[k + 1 :] for k, size in enumerate(sizes) for end in (0, size[-1])
    ]
    draws = [(*start[:-1], draw) for draw in range(explorer.draws or 0)]
    states = list(product(*sizes))
    return [start, *ends, *draws, *random.Random(explorer.id).sample(states, min(10, len(states)))]


@pytest.fixture(params=pages_with_explorers())
def explorer_page(request, site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto((site / request.param).as_uri())
    yield page, explorers_of((ROOT / request.param).with_suffix(".ipynb"))
    page.close()


def test_what_is_drawn_is_what_python_says(explorer_page):
    page, explorers = explorer_page
    shown = [figure.get_attribute("id") for figure in page.locator("figure.explorer").all()]
    assert shown and set(shown) <= set(explorers)
    for name in shown:
        figure, explorer = page.locator(f"#{name}"), explorers[name]
        for state in some_states(explorer):
            drawn.move(page, figure, state)
            drawn.check_state(figure, explorer, state)


def test_the_pointer_moves_the_sliders_too(explorer_page):
    page, explorers = explorer_page
    for figure in page.locator("figure.explorer").all():
        explorer = explorers[figure.get_attribute("id")]
        for slider in figure.locator("input[type=range]").all():
            box = slider.bounding_box()
            slider.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
        state = [len(values) - 1 for values in explorer.sliders.values()]
        if explorer.draws:
            figure.get_by_role("button", name="Draw again").click()
            state.append(1)
        drawn.check_state(figure, explorer, state)


def complaints_of(page):
    """A list that grows by each error and warning."""
    complaints = []
    page.on(
        "console",
        lambda message: message.type in ("error", "warning") and complaints.append(message.text),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def test_a_link_to_a_state_brings_it_back(explorer_page):
    page, explorers = explorer_page
    complaints = complaints_of(page)
    address = page.url
    for figure in page.locator("figure.explorer").all():
        explorer = explorers[figure.get_attribute("id")]
        state = some_states(explorer)[-1]
        drawn.follow(page, address + drawn.link_to(explorer, state))
        drawn.check_state(figure, explorer, state)
        page.reload()
        drawn.check_state(figure, explorer, state)
    assert complaints == []


@pytest.mark.parametrize("scheme", ["file", "http"])
def test_a_link_from_elsewhere_shows_the_figure_in_its_state(scheme, site, browser, site_server):
    name = pages_with_explorers()[-1]
    explorer = list(explorers_of((ROOT / name).with_suffix(".ipynb")).values())[-1]
    state = some_states(explorer)[-1]
    page = browser.new_page()
    complaints = complaints_of(page)
    address = (site / name).as_uri() if scheme == "file" else f"{site_server}/{name}"
    page.goto(address + drawn.link_to(explorer, state), wait_until="load")
    figure = page.locator(f"#{explorer.id}")
    drawn.check_state(figure, explorer, state)
    page.wait_for_function(IN_VIEW, arg=explorer.id)
    drawn.move(page, figure, drawn.start_of(explorer))
    page.wait_for_url(address + drawn.link_to(explorer, drawn.start_of(explorer)))
    assert complaints == []
    page.close()


IN_VIEW = """id => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2 && bottom > 0;
}"""


@pytest.fixture(scope="module")
def site_server(site):
    handler = partial(SilentHandler, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class SilentHandler(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def test_every_explorer_says_what_to_try_and_what_to_notice(explorer_page):
    page, _ = explorer_page
    for figure in page.locator("figure.explorer").all():
        assert figure.locator(".explorer-advice b").all_text_contents() == ["Try this:", "Notice:"]


def test_series_can_be_told_apart_without_color(explorer_page):
    page, _ = explorer_page
    for figure in page.locator("figure.explorer").all():
        drawn.check_looks_differ(figure)


def test_tables_have_names_of_their_own(explorer_page):
    page, _ = explorer_page
    names = [table.get_attribute("aria-label") for table in page.locator(".explorer-table").all()]
    titles = page.locator(".explorer-title").all_text_contents()
    assert names == [f"Table of the numbers drawn: {title}" for title in titles]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_words_in_the_charts_do_not_lie_on_each_other(explorer_page, width):
    page, _ = explorer_page
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(200)  # the charts follow the width
    for figure in page.locator("figure.explorer").all():
        drawn.check_words(drawn.read(figure))
