"""Each page as it is printed from the browser: a clean handout, from the dark theme too."""

import pytest
from looks import FAINT_WORDS
from test_pages import one_of_each_kind as on_paper
from visits import visiting

PAPER_WIDTHS = {"A4": 665, "US Letter": 687}  # pixels between the margins of print.css
TOOLS_OF_THE_SCREEN = """.bd-header, .bd-header-article, .bd-sidebar-primary,
  .bd-sidebar-secondary, .prev-next-area, .bd-footer-content, .copybtn, .headerlink,
  .report-an-error, dialog, input, .skip-link, #pst-back-to-top"""

VISIBLE = """(node) =>
  node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0"""

# What reaches past the edge of the paper, or is cut off by a box that would scroll on the screen
CUT = """() => [...document.querySelectorAll('article *:not(.katex *, svg *)')]
  .filter((node) => node.checkVisibility())
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1 ||
    (getComputedStyle(node).overflowX !== 'visible' && node.scrollWidth > node.clientWidth + 1))
  .map((node) => node.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def printed(browser, site, page_name):
    """A page as the printer gets it from a reader of the dark theme."""
    if page_name == "search.html":
        pytest.skip("nobody prints the search")
    with visiting(browser, PAPER_WIDTHS["A4"], 1000, color_scheme="dark") as page:
        page.goto((site / page_name).as_uri(), wait_until="load")
        page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        yield page


def visible(page, selector):
    nodes = f"[...document.querySelectorAll(`{selector}`)].filter({VISIBLE})"
    return page.evaluate(f"{nodes}.map((node) => node.outerHTML.slice(0, 120))")


@on_paper
def test_only_the_article_is_printed(printed):
    assert visible(printed, TOOLS_OF_THE_SCREEN) == []


@on_paper
def test_the_title_is_printed_once(printed):
    assert len(visible(printed, "h1")) == 1


@on_paper
@pytest.mark.parametrize("paper", PAPER_WIDTHS)
def test_nothing_is_cut_off(printed, paper):
    printed.set_viewport_size({"width": PAPER_WIDTHS[paper], "height": 1000})
    assert printed.evaluate(CUT) == []


@on_paper
def test_solutions_and_folded_code_are_not_given_away(printed):
    assert visible(printed, "article details > :not(summary)") == []
    assert visible(printed, "article details.hide") == []


@on_paper
def test_it_is_dark_on_white(printed):
    background = "getComputedStyle(document.body).backgroundColor"
    assert printed.evaluate(background) == "rgb(255, 255, 255)"
    assert printed.evaluate(FAINT_WORDS) == []


def test_printing_is_announced_and_the_dark_theme_comes_back(browser, site):
    with visiting(browser, color_scheme="dark") as page:
        page.goto((site / "book" / "index.html").as_uri())
        theme = "document.documentElement.dataset.theme"
        page.evaluate(f"addEventListener('beforeprint', () => {{ globalThis.printed = {theme}; }})")
        page.pdf()
        assert page.evaluate("printed") == "light"
        assert page.evaluate(theme) == "dark"
