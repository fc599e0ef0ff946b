"""What the tests of the built site share: the site, its pages, one browser."""

import os
import shutil
from functools import cache
from pathlib import Path

import pytest
import pages_report
from playwright.sync_api import sync_playwright
from served import served

SITE = Path(__file__).parents[2] / "_build" / "html"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_OPTIONS = [
    "--no-sandbox",  # Chromium refuses to start for root, as in a container, without it
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = (
    "There is no Chromium for the browser tests: apt install chromium, or .venv/bin/playwright install chromium"
)


def page_names():
    pages = [*SITE.glob("book/**/*.html"), *SITE.glob("search.html")]
    return sorted(page.relative_to(SITE).as_posix() for page in pages)


def pytest_generate_tests(metafunc):
    if "page_name" in metafunc.fixturenames:
        names = page_names()
        if not names:
            raise pytest.UsageError(f"there is no built site in {SITE}: run `make book` first")
        metafunc.parametrize("page_name", names, scope="module")


@pytest.fixture(scope="session")
def site():
    assert (SITE / "index.html").exists(), f"there is no built site in {SITE}: run `make book` first"
    return SITE


@cache
def chromium():
    installed = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if installed is None:
        with sync_playwright() as playwright:
            own = Path(playwright.chromium.executable_path)
        installed = own if own.exists() else None
    return installed


def pytest_collection_modifyitems(items):
    if chromium() is None and os.environ.get("CI") != "true":
        for item in items:
            if "browser" in item.fixturenames:
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def pytest_terminal_summary(terminalreporter):
    if chromium() is None:
        terminalreporter.write_line(NO_CHROMIUM)
    if pages_report.rows:
        pages_report.store()
        terminalreporter.section("pages")
        for line in pages_report.lines():
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def browser():
    assert chromium(), NO_CHROMIUM
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_OPTIONS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(site):
    """The address of the site on a server of its own."""
    with served(site) as address:
        yield address
