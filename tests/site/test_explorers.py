"""The book's explorers draw Python's numbers wherever a reader moves them."""

import random
from functools import cache
from itertools import product
from pathlib import Path

import drawn
import pytest
from sampling import sampled
from visits import page_names, pages, visiting

from ldp_course.explore.values import uncolored
from tests.book.parts import explorers_in, values_of

PAGES = page_names('class="explorer"')
# Between them they have all that an explorer can have
EVERY_KIND = (
    "book/rappor_decode.html",
    "book/unary_encoding.html",
    "book/attackers.html",
)
on_pages = pages(PAGES, EVERY_KIND[:1], quick=0, ci=3)
on_all_pages_in_ci = pages(PAGES, EVERY_KIND, quick=0, ci=len(PAGES))


class StoredExplorer:
    """An explorer as a notebook stores it; nbval checks that Python still agrees."""

    def __init__(self, name, data):
        self.id, self.draws, self.axes = name, data["draws"], data["chart"]
        self.series, self.lists = data["series"], data["lists"]
        self.title = self.axes["title"]
        places = {slider["name"]: slider["start"] for slider in data["sliders"]}
        values = values_of(data).items()
        self.sliders = {name: list(map(as_number, texts)) for name, texts in values}
        self.start = {name: self.sliders[name][k] for name, k in places.items()}
        self.choices = self.sliders
        if self.draws:
            self.choices = self.sliders | {"draw": range(self.draws)}
            self.start["draw"] = 0
        states = product(*self.choices.values())
        self.states = dict(zip(states, data["states"], strict=True))

    def payload(self, **values):
        sentence, places = self.states[tuple(values[name] for name in self.choices)]
        series = [
            series
            | {part: self.lists[k] for part, k in zip(series["lists"], at, strict=True)}
            for series, at in zip(self.series, places, strict=True)
        ]
        return {"sentence": sentence, "series": series}


def as_number(text):
    """Return the number of a slider's stop, or its name."""
    try:
        return float(text.replace("−", "-"))
    except ValueError:
        return text


@cache
def explorers_of(page_name):
    """Return the explorers that the notebook of a page has stored, by their id.

    Of live ones only the start is: tests/site/test_live_explorers.py.
    """
    stored = explorers_in(Path(page_name).stem)
    return {
        name: StoredExplorer(name, data)
        for name, data in stored.items()
        if "live" not in data
    }


def some_states(explorer, number):
    """Return the start, the last state, and a number of states at random."""
    states = list(product(*map(range, map(len, explorer.choices.values()))))
    drawn_states = random.Random(explorer.id).sample(states, min(number, len(states)))
    return [drawn.start_of(explorer), states[-1], *drawn_states]


@pytest.fixture(scope="module")
def explorer_page(page_name, site, browser):
    """Yield a page, and its explorers by their id."""
    with visiting(browser) as page:
        page.goto((site / page_name).as_uri())
        figures = page.locator("figure.explorer").all()
        shown = [figure.get_attribute("id") for figure in figures]
        drawn.skip_guesses(page)
        stored = explorers_of(page_name)
        yield page, {name: stored[name] for name in shown if name in stored}


@on_all_pages_in_ci
@pytest.mark.parametrize("number", [1, pytest.param(20, marks=pytest.mark.weekly)])
def test_what_is_drawn_is_what_python_says(explorer_page, number):
    page, explorers = explorer_page
    for name, explorer in explorers.items():
        figure = page.locator(f"#{name}")
        for state in some_states(explorer, number):
            drawn.move(page, figure, state)
            drawn.check_state(figure, explorer, state)
        drawn.check_looks_differ(figure)
    assert page.complaints == []


@on_all_pages_in_ci
def test_it_says_what_to_try_and_its_words_do_not_lie_on_each_other(explorer_page):
    page, explorers = explorer_page
    for lead in ("Try this:", "Notice:"):
        advice = page.locator(".explorer-advice b", has_text=lead)
        assert advice.count() == page.locator("figure.explorer").count()
    tables = page.locator(".explorer-table").all()
    names = [table.get_attribute("aria-label") for table in tables]
    titles = page.locator(".explorer-title").all_text_contents()
    assert names == [f"Numbers: {title}" for title in titles]
    assert len(set(names)) == len(names)
    for width in (320, 1280):
        drawn.set_width(page, width)
        for name in explorers:
            drawn.check_words(drawn.read(page.locator(f"#{name}")))


@pytest.mark.parametrize("scheme", sampled(["file", "http"], 1))
def test_a_link_from_elsewhere_shows_the_figure_in_its_state(
    scheme, site, browser, address
):
    explorer = list(explorers_of(PAGES[-1]).values())[-1]
    state = some_states(explorer, 1)[-1]
    start = {"file": site.as_uri() + "/", "http": address}[scheme]
    page_address = start + PAGES[-1]
    with visiting(browser) as page:
        page.goto(page_address + drawn.link_to(explorer, state), wait_until="load")
        figure = page.locator(f"#{explorer.id}")
        drawn.check_state(figure, explorer, state)
        page.wait_for_function(IN_VIEW, arg=explorer.id)
        start = drawn.start_of(explorer)
        drawn.move(page, figure, start)
        page.wait_for_url(page_address + drawn.link_to(explorer, start))
        assert page.complaints == []


IN_VIEW = """id => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2 && bottom > 0;
}"""


# ---- on a laptop and on a phone

LAPTOP = {"width": 1280, "height": 800}
MOST_HEIGHT = 560  # of an explorer, in pixels
PHONE = {"width": 390, "height": 664}
HEIGHTS = "all => all.map((figure) => figure.getBoundingClientRect().height)"


@on_all_pages_in_ci
@pytest.mark.parametrize("screen", [LAPTOP, PHONE])
def test_nothing_below_moves_for_a_guess_or_a_slider(explorer_page, screen):
    page, explorers = explorer_page
    page.set_viewport_size(screen)
    page.evaluate("localStorage.clear()")
    page.goto(page.url.partition("#")[0] + "?")
    drawn.wait_for_charts(page)
    figures = page.locator("figure.explorer")
    asking = figures.evaluate_all(HEIGHTS)
    for figure in page.locator("figure:has(.explorer-handles)").all():
        figure.locator(".explorer-handles input").first.press("PageUp")
        figure.get_by_role("button", name="Show me").press("Enter")
    assert figures.evaluate_all(HEIGHTS) == asking
    for name, explorer in explorers.items():
        drawn.move(page, page.locator(f"#{name}"), some_states(explorer, 0)[-1])
    assert figures.evaluate_all(HEIGHTS) == asking
    assert screen == PHONE or max(asking) <= MOST_HEIGHT
    page.set_viewport_size({"width": 1280, "height": 900})


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
def test_on_a_phone_claim_chart_and_sliders_are_seen_at_once(explorer_page):
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
        times = 1 if names <= MOST_NAMES else 1.05
        assert parts["all"] <= PHONE["height"] * times, name
    page.set_viewport_size({"width": 1280, "height": 900})


# ---- without a script

MARKS = {"bars": "rect.bar", "points": ".point", "line": ".line", "band": ".band"}


def marks_of(series):
    """Return how many marks draw a series."""
    is_each = series["mark"] in ("bars", "points")
    return sum(y is not None for y in series["y"]) if is_each else 1


@on_pages
def test_without_a_script_each_explorer_shows_its_start(explorer_page, browser):
    lively, explorers = explorer_page
    with visiting(browser, width=390, java_script_enabled=False) as page:
        page.goto(lively.url.partition("#")[0])
        for name, explorer in explorers.items():
            figure, start = page.locator(f"#{name}"), explorer.payload(**explorer.start)
            drawing, all_series = figure.locator("svg[role=img]"), start["series"]
            name = drawn.plain(drawing.get_attribute("aria-label"))
            sentence = uncolored(start["sentence"])
            assert name == f"{explorer.title}. {sentence}"
            assert drawing.bounding_box()["width"] > 300
            assert figure.get_by_text(sentence, exact=True).is_visible()
            legend = figure.locator(".explorer-legend li:not(.missed)")
            labels = [series["label"] for series in all_series]
            assert drawn.plain(legend.all_text_contents()) == labels
            for mark, selector in MARKS.items():
                marks = [marks_of(each) for each in all_series if each["mark"] == mark]
                shown = figure.locator(f".explorer-chart {selector}").count()
                assert shown == sum(marks), name
            assert figure.locator(".explorer-chart text").count() >= 6
            note = drawn.plain(figure.locator("noscript p").text_content())
            starts = [explorer.start[slider] for slider in explorer.sliders]
            texts = [at if isinstance(at, str) else f"{at:,.15g}" for at in starts]
            assert all(f": {text}" in note for text in texts)
