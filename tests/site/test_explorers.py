"""The explorers of the book as a reader moves them: without a kernel. Each drawn number must be Python's."""

import os
import random
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from threading import Thread

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell

import drawn
from conftest import SITE, page_names
from ldp_course.explore import Explorer

ROOT = Path(__file__).parents[2]


def pages_with_explorers():
    return [name for name in page_names() if 'class="explorer"' in (SITE / name).read_text(encoding="utf-8")]


@cache
def explorers_of(notebook):
    """Run the notebook's code and return the explorers that it makes, by their id."""
    made = {}
    plain_init = Explorer.__init__

    def noting_init(self, *arguments, **options):
        plain_init(self, *arguments, **options)
        made[self.id] = self

    folder = os.getcwd()
    shell = InteractiveShell()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Explorer, "__init__", noting_init)
        patch.setenv("MPLBACKEND", "agg")
        patch.setenv("LDP_COURSE_WIDGETS", "0")
        patch.syspath_prepend(str(notebook.parent))
        os.chdir(notebook.parent)
        try:
            for cell in nbformat.read(notebook, as_version=4).cells:
                if cell.cell_type == "code":
                    shell.run_cell(cell.source, silent=True).raise_error()
        finally:
            os.chdir(folder)
    return made


def some_states(explorer):
    """Start, first and last value of each slider, each draw, and ten states at random (the same ten each time)."""
    sizes = [range(len(values)) for values in explorer.choices.values()]
    start = drawn.start_of(explorer)
    ends = [start[:k] + (end,) + start[k + 1 :] for k, size in enumerate(sizes) for end in (0, size[-1])]
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
    page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def test_a_link_to_a_state_brings_it_back(explorer_page):
    page, explorers = explorer_page
    complaints = complaints_of(page)
    address = page.url
    for figure in page.locator("figure.explorer").all():
        explorer = explorers[figure.get_attribute("id")]
        state = some_states(explorer)[-1]
        page.goto(address + drawn.link_to(explorer, state))
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
