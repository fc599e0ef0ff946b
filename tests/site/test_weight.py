"""A first visit is light: its bytes and requests have limits.

How soon a page is usable on a slow phone (1.6 Mbit/s, 150 ms, a CPU four times slower) depends on
the machine that looks too, so it is only reported, in milliseconds and as a multiple of what an
empty page takes in the same run. It takes minutes, and is deep.
"""

from collections import namedtuple
from contextlib import suppress

import pages_report
import pytest
from playwright.sync_api import TimeoutError
from served import EMPTY

MOST_BYTES = 200_000
MOST_REQUESTS = 30
WAIT = 300_000  # ms; only a page that never becomes usable takes so long

SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
SLOW_CPU = {"rate": 4}

# Notes when the page stands, when its first explorer has sliders, when menus and search answer
WATCH = """(() => {
  globalThis.usable = {};
  const usableNow = {
    explorer: () => document.querySelector('figure.explorer input[type=range]'),
    menus: () => globalThis.bootstrap && document.querySelector('.search-button__button')?.onclick,
  };
  const look = () => {
    for (const [what, found] of Object.entries(usableNow))
      if (!(what in usable) && found()) usable[what] = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => {
    usable.empty = performance.now();
    setTimeout(look);
  });
})()"""

Visit = namedtuple("Visit", "sizes times has_explorer")


def visit(browser, address, usable, slow=True):
    """What a first visit transfers (bytes, without pictures), and when the page is usable (ms)."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(WAIT)
    page = context.new_page()
    network = context.new_cdp_session(page)
    kinds, sizes = {}, {}
    network.on(
        "Network.responseReceived", lambda got: kinds.update({got["requestId"]: got["type"]})
    )
    network.on(
        "Network.loadingFinished",
        lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}),
    )
    network.send("Network.enable")
    if slow:
        network.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        network.send("Emulation.setCPUThrottlingRate", SLOW_CPU)
    page.add_init_script(WATCH)
    page.goto(address, wait_until="load")
    page.wait_for_function("what => what in usable", arg=usable)
    with suppress(TimeoutError):  # what comes after that comes late, if at all
        page.wait_for_load_state("networkidle", timeout=30_000)
    times = page.evaluate("usable")
    has_explorer = page.locator("figure.explorer").count() > 0
    context.close()
    return Visit(
        {request: size for request, size in sizes.items() if kinds[request] != "Image"},
        times,
        has_explorer,
    )


@pytest.fixture(scope="module")
def empty_page(browser, address):
    """When an empty page stands, in ms."""
    visit(browser, address + EMPTY, "empty")  # the first page of a new browser is a slow one
    return visit(browser, address + EMPTY, "empty").times["empty"]


def test_a_first_visit_is_light(browser, address, page_name):
    first = visit(browser, address + page_name, "menus", slow=False)
    pages_report.note(page_name, "KB gz", f"{sum(first.sizes.values()) / 1000:.0f}")
    pages_report.note(page_name, "requests", len(first.sizes))
    assert sum(first.sizes.values()) <= MOST_BYTES
    assert len(first.sizes) <= MOST_REQUESTS


@pytest.mark.deep
def test_the_page_becomes_usable_on_a_slow_phone(browser, address, empty_page, page_name):
    first = visit(browser, address + page_name, "menus")
    for what in ("explorer", "menus"):
        if what in first.times:
            time = first.times[what]
            pages_report.note(
                page_name, f"{what}, ms (× empty)", f"{time:.0f} ({time / empty_page:.1f})"
            )
    assert first.has_explorer == ("explorer" in first.times)
