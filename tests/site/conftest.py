"""Share the site, its pages, a browser and a server among the tests of a process."""

import json
import os
from contextlib import ExitStack

import pytest
from browser import NO_CHROMIUM, chromium
from served import served
from visits import NO_SITE, SITE, visiting

NOT_TESTED = (
    "Not tested: the site in a browser (its look, accessibility, explorers, "
    f"questions, search, weight, print, slides). {NO_CHROMIUM}"
)


@pytest.fixture(scope="session")
def site():
    assert (SITE / "index.html").exists(), NO_SITE
    return SITE


def page_of(item):
    return getattr(item, "callspec", None) and item.callspec.params.get("page_name")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Put the tests of a page side by side, so that it is opened once.

    Pytest's own order returns to a page for each combination with another parameter.
    """
    first = {}
    for place, item in enumerate(items):
        for group in (item.path, (item.path, page_of(item))):
            first.setdefault(group, place)

    def place(item):
        line = item.reportinfo()[1] if page_of(item) else 0
        return first[item.path], first[item.path, page_of(item)], line

    items.sort(key=place)
    if chromium() is None and os.environ.get("CI") != "true":
        for item in items:
            if "browser" in item.fixturenames:
                item.add_marker(pytest.mark.skip(reason=NOT_TESTED))


@pytest.fixture(scope="session")
def address(site):
    """Yield the address of the site on a server of its own."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="module")
def evaluate(browser):
    """Yield a function that evaluates an expression of scripts without a page.

    Its engines live in the event loop of the browser's driver, and end with it.
    """
    engines = {}

    def evaluate(sources, expression, *given):
        if sources not in engines:
            engines[sources] = pytest.importorskip("py_mini_racer").MiniRacer()
            for source in sources:
                engines[sources].eval(source)
        call = f"(given => JSON.stringify({expression}))({json.dumps(given)})"
        return json.loads(engines[sources].eval(call))

    yield evaluate
    for engine in engines.values():
        engine.close()


@pytest.fixture
def go(browser):
    """Open pages; `before` is a script that runs before the page's own."""
    with ExitStack() as opened:

        def go(address, before="", clock=False, **options):
            page = opened.enter_context(visiting(browser, **options))
            page.add_init_script(before)
            if clock:  # it stands, but for what a test lets pass
                page.clock.install(time=0)
                page.clock.pause_at(1_000)
            page.goto(address, wait_until="load")
            return page

        yield go


@pytest.fixture
def open_page(go, tmp_path):
    """Open a text as a page from the disk."""

    def open_page(text, **options):
        (tmp_path / "page.html").write_text(text, encoding="utf-8")
        return go((tmp_path / "page.html").as_uri(), **options)

    return open_page
