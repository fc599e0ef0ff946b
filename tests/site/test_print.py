"""Each page prints as a clean handout, from the dark theme too."""

from looks import FAINT_WORDS
from visits import SHORT, pages, visiting

PAPER_WIDTHS = {"A4": 665, "US Letter": 687}  # pixels between the margins of print.css
TOOLS_OF_THE_SCREEN = """.bd-header, .bd-header-article, .bd-sidebar-primary,
  .bd-sidebar-secondary, .prev-next-area, .bd-footer-content, .copybtn, .headerlink,
  .report-an-error, dialog, input, .skip-link, #pst-back-to-top"""
SOLUTIONS = "article details > :not(summary), article details.hide"

VISIBLE = """(node) =>
  node.checkVisibility({ visibilityProperty: true }) &&
  node.getClientRects().length > 0"""

# What reaches past the edge of the paper, or is cut off by a box that would scroll on
# the screen
CUT = """() => [...document.querySelectorAll('article *:not(.katex *, svg *)')]
  .filter((node) => node.checkVisibility())
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 ||
    (getComputedStyle(node).overflowX !== 'visible' &&
      node.scrollWidth > node.clientWidth + 1))
  .map((node) => node.outerHTML.slice(0, 120))"""


def visible(page, selector):
    nodes = f"[...document.querySelectorAll(`{selector}`)].filter({VISIBLE})"
    return page.evaluate(f"{nodes}.map((node) => node.outerHTML.slice(0, 120))")


@pages(fixed=SHORT, quick=1, ci=4, without=["search.html", "zh/search.html"])
def test_the_article_alone_prints_dark_on_white(browser, site, page_name):
    with visiting(browser, PAPER_WIDTHS["A4"], 1000, color_scheme="dark") as page:
        page.goto((site / page_name).as_uri(), wait_until="load")
        page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert visible(page, TOOLS_OF_THE_SCREEN) == []
        assert visible(page, SOLUTIONS) == []  # nor folded code
        assert len(visible(page, "h1")) == 1
        background = "getComputedStyle(document.body).backgroundColor"
        assert page.evaluate(background) == "rgb(255, 255, 255)"
        assert page.evaluate(FAINT_WORDS) == []
        for width in PAPER_WIDTHS.values():
            page.set_viewport_size({"width": width, "height": 1000})
            assert page.evaluate(CUT) == []


def test_printing_is_announced_and_the_dark_theme_comes_back(browser, site):
    with visiting(browser, color_scheme="dark") as page:
        page.goto((site / "book" / "index.html").as_uri())
        theme = "document.documentElement.dataset.theme"
        note = f"() => {{ globalThis.printed = {theme}; }}"
        page.evaluate(f"addEventListener('beforeprint', {note})")
        page.pdf()
        assert page.evaluate("printed") == "light"
        assert page.evaluate(theme) == "dark"
