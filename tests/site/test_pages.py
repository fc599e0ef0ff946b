"""Every page as a reader meets it: opened from the disk, in a browser, wide and narrow, light and dark."""

import pytest
from conftest import UNFOLD

WIDTHS = (320, 390, 1280)

# Whatever reaches past the right edge, and is not cut off by a box that itself stays inside
PAST_THE_EDGE = """() => {
  const past = (node) => {
    const box = node.getBoundingClientRect();
    return Math.max(box.right, box.left + node.scrollWidth) > innerWidth + 1;
  };
  const cuts = (node) => getComputedStyle(node).overflowX !== 'visible' &&
    node.getBoundingClientRect().right <= innerWidth + 1;
  const cut = (node) => node && (cuts(node) || cut(node.parentElement));
  const fixed = (node) => node && (getComputedStyle(node).position === 'fixed' || fixed(node.parentElement));
  return [...document.querySelectorAll('main *')]
    .filter((node) => past(node) && !cut(node.parentElement) && !fixed(node))
    .slice(-5).map((node) => node.outerHTML.slice(0, 120));
}"""

# Words whose color is too near to what is behind them (WCAG: 4.5 to 1, and 3 to 1 for large ones)
FAINT_WORDS = """() => {
  const channels = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = (color) => {
    const [r, g, b] = channels(color).map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor;
      const opacity = channels(color)[3];
      if (opacity === undefined || opacity === 1) return color;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const faint = [];
  const words = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || node.closest('svg, math, script, style')) continue;
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(node);
    const [low, high] = [light(style.color), light(behind(node))].sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const said = words.currentNode.data.trim().slice(0, 60);
    if (contrast < (large ? 3 : 4.5)) faint.push(`${contrast.toFixed(1)}: ${said}`);
  }
  return faint;
}"""

LIGHT_BOXES = """() => [...document.querySelectorAll('main *:not(img, svg *)')]
  .filter((node) => {
    const [r, g, b, opacity = 1] = (getComputedStyle(node).backgroundColor.match(/[\\d.]+/g) || []).map(Number);
    return opacity > 0.5 && (r + g + b) / 3 > 128 && node.checkVisibility();
  })
  .map((node) => node.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def opened(browser, site, page_name):
    """The page, with everything unfolded, and what the browser had to say about it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page = context.new_page()
    page.complaints = complaints_of(page)
    page.goto((site / page_name).as_uri(), wait_until="load")
    page.add_style_tag(content="* { transition: none !important; animation: none !important; }")
    page.evaluate(UNFOLD)
    yield page
    context.close()


def complaints_of(page):
    """A list that grows by each error or warning, failed request, and request to somebody else."""
    complaints = []

    def hear(message):
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def watch(request):
        if not request.url.startswith(("file:", "data:", "blob:")):
            complaints.append(f"asked a third party: {request.url}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", watch)
    page.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
    return complaints


def test_it_opens_without_a_complaint_and_asks_nobody_else(opened):
    assert opened.complaints == []


@pytest.mark.parametrize("width", WIDTHS)
def test_it_does_not_scroll_sideways(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    assert opened.evaluate("document.documentElement.scrollWidth") <= width, opened.evaluate(
        PAST_THE_EDGE
    )


def show(page, theme):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme=theme)
    page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_its_words_can_be_read(opened, theme):
    show(opened, theme)
    assert opened.evaluate(FAINT_WORDS) == []


def test_no_box_stays_light_in_the_dark_theme(opened):
    show(opened, "dark")
    assert opened.evaluate(LIGHT_BOXES) == []


def test_a_formula_that_scrolls_can_be_reached_with_the_keyboard(opened):
    opened.set_viewport_size({"width": 320, "height": 900})
    scrolls = "box.scrollWidth > box.clientWidth"
    unreachable = (
        f"[...document.querySelectorAll('.formula')].filter((box) => {scrolls} && box.tabIndex < 0)"
    )
    opened.wait_for_function(f"{unreachable}.length === 0")


def test_the_first_file_leads_to_the_book(browser, site):
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.wait_for_url("**/book/index.html")
    page.close()


def test_the_search_finds_a_page(browser, site):
    page = browser.new_page()
    complaints = complaints_of(page)
    page.goto((site / "search.html").as_uri() + "?q=privacy")
    page.wait_for_selector("#search-results li a")
    assert complaints == []
    page.close()
