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
from sampling import sampled
from visits import page_names, pages, visiting

ROOT = Path(__file__).parents[2]
PAGES = page_names('class="explorer"')
# Between them they have all that an explorer can have
EVERY_KIND = "book/randomized_response.html", "book/rappor_decode.html", "book/attackers.html"
on_pages = pages(PAGES, EVERY_KIND[:1], quick=0, ci=3)
on_all_pages_in_ci = pages(PAGES, EVERY_KIND, quick=0, ci=len(PAGES))


class StoredExplorer:
    """What a notebook stores of an explorer: nbval holds that Python says the same today."""

    def __init__(self, figure):
        data = json.loads(
            re.search(r'<script type="application/json">(.*?)</script>', figure, re.DOTALL)[1]
        )
        self.id = re.search(r'id="([^"]+)"', figure)[1]
        self.draws, self.axes = data["draws"], data["chart"]
        self.series, self.lists = data["series"], data["lists"]
        self.title = self.axes["title"]
        self.sliders = {
            slider["name"]: [as_number(text) for text in slider["values"]]
            for slider in data["sliders"]
        }
        starts = {slider["name"]: slider["start"] for slider in data["sliders"]}
        self.start = {name: self.sliders[name][place] for name, place in starts.items()}
        self.choices = self.sliders
        if self.draws:
            self.choices = self.sliders | {"draw": range(self.draws)}
            self.start["draw"] = 0
        self.states = dict(zip(product(*self.choices.values()), data["states"], strict=True))

    def payload(self, **values):
        sentence, places = self.states[tuple(values[name] for name in self.choices)]
        series = [
            one | {part: self.lists[k] for part, k in zip(one["lists"], at, strict=True)}
            for one, at in zip(self.series, places, strict=True)
        ]
        return {"sentence": sentence, "series": series}


def as_number(text):
    """The number of a slider's stop; a stop may also be named in words."""
    try:
        return float(text.replace(",", "").replace("−", "-"))
    except ValueError:
        return text


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


def some_states(explorer, at_random, ends=True):
    """Start, first and last value of each slider, first and last draw, some states at random; or,
    without ends, the last value of all sliders together.
    """
    sizes = [range(len(values)) for values in explorer.choices.values()]
    start, states = drawn.start_of(explorer), list(product(*sizes))
    one_by_one = [
        start[:k] + (end,) + start[k + 1 :] for k, size in enumerate(sizes) for end in (0, size[-1])
    ]
    chosen = random.Random(explorer.id).sample(states, min(at_random, len(states)))
    return [start, *(one_by_one if ends else [states[-1]]), *chosen]


@pytest.fixture(scope="module")
def explorer_page(page_name, site, browser):
    """A page, and its explorers by their id."""
    with visiting(browser) as page:
        page.goto((site / page_name).as_uri())
        explorers = explorers_of((ROOT / page_name).with_suffix(".ipynb"))
        shown = [figure.get_attribute("id") for figure in page.locator("figure.explorer").all()]
        assert shown and set(shown) <= set(explorers)
        drawn.skip_guesses(page)
        yield page, {name: explorers[name] for name in shown}


@on_all_pages_in_ci
def test_what_is_drawn_is_what_python_says(explorer_page):
    page, explorers = explorer_page
    for name, explorer in explorers.items():
        figure = page.locator(f"#{name}")
        for state in some_states(explorer, 1, ends=False):
            drawn.move(page, figure, state)
            drawn.check_state(figure, explorer, state)
        drawn.check_looks_differ(figure)
    assert page.complaints == []


@pytest.mark.weekly
@on_pages
def test_so_it_is_at_the_ends_of_the_sliders_and_at_20_places_at_random(explorer_page):
    page, explorers = explorer_page
    for name, explorer in explorers.items():
        figure = page.locator(f"#{name}")
        for state in some_states(explorer, 20):
            drawn.move(page, figure, state)
            drawn.check_state(figure, explorer, state)
    assert page.complaints == []


@on_all_pages_in_ci
def test_it_says_what_to_try_and_its_words_do_not_lie_on_each_other(explorer_page):
    page, explorers = explorer_page
    advice = page.locator(".explorer-advice b").all_text_contents()
    assert advice == ["Try this:", "Notice:"] * len(explorers)
    names = [table.get_attribute("aria-label") for table in page.locator(".explorer-table").all()]
    titles = page.locator(".explorer-title").all_text_contents()
    assert names == [f"Table of the numbers drawn: {title}" for title in titles]
    assert len(set(names)) == len(names)
    for width in (320, 1280):
        drawn.set_width(page, width)
        for name in explorers:
            drawn.check_words(drawn.read(page.locator(f"#{name}")))


@pytest.mark.parametrize("scheme", sampled(["file", "http"], 1))
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


NUMBERS_APART = re.compile(r"\d (?=[^\W\d_]|%)|(?<=\S) = |± ")


@on_all_pages_in_ci
def test_no_line_ends_between_a_number_and_its_unit(explorer_page):
    page, explorers = explorer_page
    for name, explorer in explorers.items():
        figure = page.locator(f"#{name}")
        drawn.move(page, figure, some_states(explorer, 1)[-1])
        said = figure.locator(":is(p, figcaption, label, .explorer-legend li)").all_text_contents()
        assert not any(map(NUMBERS_APART.search, said)), said
        stored = figure.locator("script[type='application/json']").text_content()
        assert not NUMBERS_APART.search(stored)


# ---- on a phone

PHONE = {"width": 390, "height": 664}
MOST_OF_THE_SCREEN = 0.45  # for a chart
MANY_NAMES = 8  # a chart of more of them is longer, up to
MOST_NAMES = 16  # which it fits the screen
PARTS = """figure => {
  const side = (part, name) => figure.querySelector(part).getBoundingClientRect()[name];
  return {
    chart: side(".explorer-chart", "height"),
    all: side(".explorer-sliders", "bottom") - side(".explorer-sentence", "top"),
    inOrder: side(".explorer-sentence", "bottom") <= side(".explorer-chart", "top") &&
      side(".explorer-chart", "bottom") <= side(".explorer-sliders", "top"),
  };
}"""


@on_pages
def test_on_a_phone_sentence_chart_and_sliders_are_seen_at_once(explorer_page):
    page, explorers = explorer_page
    page.set_viewport_size(PHONE)
    page.reload()
    drawn.skip_guesses(page)
    for name, explorer in explorers.items():
        parts = page.locator(f"#{name}").evaluate(PARTS)
        names = len(explorer.axes["x"].get("categories", []))
        assert parts["inOrder"], name
        most = MOST_OF_THE_SCREEN * PHONE["height"] + 1
        assert parts["chart"] <= most or names > MANY_NAMES, name
        assert parts["all"] <= PHONE["height"] * (1 if names <= MOST_NAMES else 1.05), name
    page.set_viewport_size({"width": 1280, "height": 900})


# ---- without a script

MARKS = {"bars": "rect.bar", "points": ".point", "line": "path.line", "band": "path.band"}


@on_pages
def test_without_a_script_each_explorer_shows_its_start(explorer_page, browser):
    lively, explorers = explorer_page
    with visiting(browser, width=390, java_script_enabled=False) as page:
        page.goto(lively.url.partition("#")[0])
        for name, explorer in explorers.items():
            figure, start = page.locator(f"#{name}"), explorer.payload(**explorer.start)
            drawing = figure.locator("svg[role=img]")
            name = drawn.plain(drawing.get_attribute("aria-label"))
            assert name == f"{explorer.title}. {start['sentence']}"
            assert drawing.bounding_box()["width"] > 300
            assert figure.get_by_text(start["sentence"], exact=True).is_visible()
            legend = figure.locator(".explorer-legend li:not(.missed)").all_text_contents()
            assert drawn.plain(legend) == [one["label"] for one in start["series"]]
            for mark, selector in MARKS.items():
                series = [one.get("y") for one in start["series"] if one["mark"] == mark]
                if mark in ("bars", "points"):
                    count = sum(y is not None for ys in series for y in ys)
                else:
                    count = sum(one["mark"] == mark for one in start["series"])
                assert figure.locator(f".explorer-chart {selector}").count() == count, name
            assert figure.locator(".explorer-chart text").count() >= 6
            said = drawn.plain(figure.locator("noscript p").text_content())
            starts = [explorer.start[slider] for slider in explorer.sliders]
            texts = [at if isinstance(at, str) else f"{at:,.15g}" for at in starts]
            assert all(f": {text}" in said for text in texts)
