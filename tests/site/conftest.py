"""What the tests of the built site share: the site, its pages, one browser."""

import os
import sys
from pathlib import Path

import pages_report
import pytest
from playwright.sync_api import sync_playwright
from served import served

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
sys.path.insert(0, str(ROOT / "tools"))

from browser import NO_CHROMIUM, chromium, launch  # noqa: E402

# Everything that a reader can open on a page
UNFOLD = """() => {
  document.querySelectorAll('details').forEach((details) => { details.open = true; });
  globalThis.ldpQuestions?.revealAll();
}"""


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
    assert (SITE / "index.html").exists(), (
        f"there is no built site in {SITE}: run `make book` first"
    )
    return SITE


def pytest_collection_modifyitems(items):
    if chromium() is None and os.environ.get("CI") != "true":
        for item in items:
            if "browser" in item.fixturenames:
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


def pytest_terminal_summary(terminalreporter):
    if chromium() is None:
        terminalreporter.write_line(NO_CHROMIUM)
    if pages_report.MEASURED.exists():
        pages_report.store()
        terminalreporter.section("pages")
        for line in pages_report.lines():
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def browser():
    assert chromium(), NO_CHROMIUM
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address(site):
    """The address of the site on a server of its own."""
    with served(site) as address:
        yield address
