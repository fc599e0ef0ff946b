"""A first visit is light, until explorers, menus and search are usable."""

from contextlib import suppress

from playwright.sync_api import TimeoutError
from visits import CHINESE, SHORT, pages, visiting

MOST_BYTES = 300_000  # as they travel: packed
MOST_REQUESTS = 40

MENUS = """() => globalThis.bootstrap &&
  document.querySelector('.search-button__button')?.onclick"""
SLIDERS = """() => [...document.querySelectorAll('figure.explorer')]
  .every((figure) => figure.querySelector('input[type=range]'))"""


def sizes_of(browser, address):
    """Return the bytes of each request but pictures, until a page rests."""
    with visiting(browser, 390, 844) as page:
        network = page.context.new_cdp_session(page)
        kinds, sizes = {}, {}

        def answered(got):
            kinds[got["requestId"]] = got["type"]

        def loaded(got):
            if kinds[got["requestId"]] != "Image":
                sizes[got["requestId"]] = got["encodedDataLength"]

        network.on("Network.responseReceived", answered)
        network.on("Network.loadingFinished", loaded)
        network.send("Network.enable")
        page.goto(address, wait_until="load")
        page.wait_for_function(MENUS)
        page.wait_for_function(SLIDERS)
        with suppress(TimeoutError):  # what comes after that comes late, if at all
            page.wait_for_load_state("networkidle", timeout=30_000)
        return list(sizes.values())


@pages(fixed=SHORT + CHINESE[1:], quick=1, ci=4)
def test_a_first_visit_is_light(browser, address, page_name):
    sizes = sizes_of(browser, address + page_name)
    assert sum(sizes) <= MOST_BYTES and len(sizes) <= MOST_REQUESTS
