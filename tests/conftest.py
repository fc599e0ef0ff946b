"""What all tests share: a browser. Which of them share a worker: those of one file, and
all that look at one run of a chapter.
"""

import os
import re

import chinese
import leash
import pytest
from sampling import SEED

if "MAKE_PID" in os.environ:
    leash.hold()  # with all that tests have started: kernels, browsers, servers


def pytest_report_header():
    return f"cases are sampled with SEED={SEED}; make test-weekly runs all of them"


def pytest_itemcollected(item):
    item.add_marker(pytest.mark.xdist_group(chapter_of(item) or str(item.path)))


def chapter_of(item):
    if item.path.name == "test_figures.py":
        return item.callspec.id
    if item.path.name == "test_models.py":
        return item.callspec.params["name"][0]
    return item.path.parent.name == "chapters" and re.sub("^test_", "", item.path.stem)


@pytest.fixture(scope="session")
def deep(request):
    """Say whether this run takes its time: not that for everyone, see the Makefile."""
    return "not deep" not in request.config.option.markexpr


@pytest.fixture
def translated(request):
    """Ask nothing of a Chinese page while texts of it wait for a translator.

    A release does not wait: see `make zh`.
    """
    params = request.node.callspec.params.values()
    names = {re.sub(r"^book/|\.html$", "", str(param)) for param in params}
    names = (names & chinese.pages().keys()) | {"module", "words"}  # all show these
    if any(chinese.check_one(name)[1] for name in names):
        pytest.skip("texts of this Chinese page wait for a translator: make zh")


@pytest.fixture(scope="session")
def browser(request):
    """One for each worker: Playwright starts once in a process.

    The quickest Chromium, if a test asks for no other.
    """
    from browser import NO_CHROMIUM, chromium, launch
    from playwright.sync_api import sync_playwright

    if chromium() is None and os.environ.get("CI") != "true":
        pytest.skip(f"Not tested: pages in a browser. {NO_CHROMIUM}")
    assert chromium(), NO_CHROMIUM
    with sync_playwright() as playwright:
        opened = launch(playwright, getattr(request, "param", None))
        yield opened
        opened.close()
