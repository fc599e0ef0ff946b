"""Every page as a reader meets it: from the disk, wide and narrow, light and dark, seen, heard."""

import pages_report
import pytest
from axe_playwright_python.sync_playwright import Axe
from looks import FAINT_WORDS, LIGHT_BOXES, PAST_THE_EDGE, PICTURES
from visits import UNFOLD, show, visiting

WIDTHS = (320, 390, 1280)

# What tests/chapters/test_figures.py takes for granted about a phone (PHONE there, less rounding)
# and about the dark theme
NARROWEST_ON_A_PHONE = 335.5  # pixels
DIMMED = "brightness(0.8) contrast(1.2)"

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Off unless asked for by name, though WCAG 2.2 has them
BY_NAME = {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}}
EVERYTHING = {"runOnly": [*WCAG, "best-practice"], "rules": BY_NAME, "resultTypes": ["violations"]}
# The themes differ in colors only
COLOR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
COLORS = {"runOnly": COLOR_RULES, "resultTypes": ["violations"]}
# What is drawn of a formula: half of all elements, which axe takes minutes for. It is hidden from
# screen readers, who hear the MathML beside it, and its colors are looked at here without axe.
DRAWN_FORMULAS = {"exclude": [[".katex-html"]]}


@pytest.fixture(scope="module")
def opened(browser, site, address, page_name):
    """The page from the disk, with everything unfolded; the search from a server, with results."""
    with visiting(browser, color_scheme="light", reduced_motion="reduce") as page:
        if page_name == "search.html":
            page.goto(address + "search.html?q=privacy", wait_until="load")
            page.wait_for_selector("#search-results p.context")
        else:
            page.goto((site / page_name).as_uri(), wait_until="load")
        page.add_style_tag(content="* { transition: none !important; animation: none !important; }")
        page.evaluate(UNFOLD)
        yield page


def test_it_opens_without_a_complaint_and_asks_nobody_else(opened):
    assert opened.complaints == []


@pytest.mark.parametrize("width", WIDTHS)
def test_it_does_not_scroll_sideways(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    wide = opened.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, opened.evaluate(PAST_THE_EDGE)


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
    formulas = "[...document.querySelectorAll('.formula')]"
    opened.wait_for_function(f"!{formulas}.some((box) => {scrolls} && box.tabIndex < 0)")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_figures_are_wide_sharp_and_in_shape(opened, width, theme):
    show(opened, theme, width)
    for picture in opened.evaluate(PICTURES):
        assert picture["alt"] and picture["padding"] == "0px", picture
        assert picture["width"] >= NARROWEST_ON_A_PHONE, picture
        assert picture["ownWidth"] >= 2 * picture["width"], picture
        shape = picture["ownHeight"] / picture["ownWidth"]
        assert picture["height"] == pytest.approx(shape * picture["width"], abs=1), picture
        assert picture["filter"] == (DIMMED if theme == "dark" else "none"), picture


@pytest.mark.parametrize(
    "theme, options",
    [("light", EVERYTHING), pytest.param("dark", COLORS, marks=pytest.mark.deep)],
)
def test_axe_finds_nothing(opened, page_name, theme, options):
    """axe-core finds nothing to mend: WCAG 2.2 AA and best practice, light and dark."""
    show(opened, theme)
    result = Axe().run(opened, context=DRAWN_FORMULAS, options=options).response
    assert tuple(map(int, result["testEngine"]["version"].split("."))) >= (4, 10)
    found = [
        f"{rule['id']}: {node['html'][:150]}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
    pages_report.note(page_name, f"axe {theme}", len(found))
    assert found == []


def test_the_first_file_leads_to_the_book(browser, site):
    with visiting(browser) as page:
        page.goto((site / "index.html").as_uri())
        page.wait_for_url("**/book/index.html")
