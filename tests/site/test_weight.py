"""A first visit is light, and on a slow phone (1.6 Mbit/s, 150 ms, a CPU four times slower) the
page becomes usable: its explorers have sliders, its menus and its search answer.
"""

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError
from visits import SHORT, pages, visiting

MOST_BYTES = 200_000  # as they travel: packed
MOST_REQUESTS = 30
WAIT = 300_000  # ms; only a page that never becomes usable takes so long

SLOW_NETWORK = {"offline": False, "latency": 150}
SLOW_NETWORK |= {"downloadThroughput": 200_000, "uploadThroughput": 94_000}  # bytes a second
MENUS = """() => globalThis.bootstrap &&
  document.querySelector('.search-button__button')?.onclick"""
SLIDERS = """() => [...document.querySelectorAll('figure.explorer')]
  .every((figure) => figure.querySelector('input[type=range]'))"""


def visit(browser, address, slow):
    """Open a page and wait until it is usable. Return the bytes of each request but pictures."""
    with visiting(browser, 390, 844) as page:
        page.set_default_timeout(WAIT)
        network = page.context.new_cdp_session(page)
        kinds, sizes = {}, {}
        network.on("Network.responseReceived", lambda got: kinds.update({got["requestId"]: got}))
        network.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got}))
        network.send("Network.enable")
        if slow:
            network.send("Network.emulateNetworkConditions", SLOW_NETWORK)
            network.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(address, wait_until="load")
        page.wait_for_function(MENUS)
        page.wait_for_function(SLIDERS)
        with suppress(TimeoutError):  # what comes after that comes late, if at all
            page.wait_for_load_state("networkidle", timeout=30_000)
        return [
            got["encodedDataLength"]
            for request, got in sizes.items()
            if kinds[request]["type"] != "Image"
        ]


@pages(fixed=SHORT, quick=1, ci=4)
def test_a_first_visit_is_light(browser, address, page_name):
    sizes = visit(browser, address + page_name, slow=False)
    assert sum(sizes) <= MOST_BYTES and len(sizes) <= MOST_REQUESTS


@pytest.mark.weekly
@pages()
def test_a_page_becomes_usable_on_a_slow_phone(browser, address, page_name):
    visit(browser, address + page_name, slow=True)
