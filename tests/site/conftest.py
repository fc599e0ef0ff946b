"""What the tests of the built site share in a process: the site, its pages, a browser, a server."""

import os

import pages_report
import pytest
from browser import NO_CHROMIUM, chromium, launch
from playwright.sync_api import sync_playwright
from served import served
from visits import NO_SITE, SITE, page_names

NOT_TESTED = (
    "Not tested: the site in a browser (its look, accessibility, explorers, questions, search, "
    f"weight, print, slides). {NO_CHROMIUM}"
)


def pytest_generate_tests(metafunc):
    if "page_name" in metafunc.fixturenames:
        metafunc.parametrize("page_name", page_names(), scope="module")


@pytest.fixture(scope="session")
def site():
    assert (SITE / "index.html").exists(), NO_SITE
    return SITE


def pytest_collection_modifyitems(items):
    if chromium() is None and os.environ.get("CI") != "true":
        for item in items:
            if "browser" in item.fixturenames:
                item.add_marker(pytest.mark.skip(reason=NOT_TESTED))


def pytest_terminal_summary(terminalreporter):
    if pages_report.MEASURED.exists():
        pages_report.store()
        terminalreporter.section("pages")
        for line in pages_report.lines():
            terminalreporter.write_line(line)
    if chromium() is None:
        terminalreporter.write_line(NOT_TESTED)


@pytest.fixture(scope="session")
def browser():
    assert chromium(), NOT_TESTED
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(site):
    """The address of the site on a server of its own."""
    with served(site) as address:
        yield address
