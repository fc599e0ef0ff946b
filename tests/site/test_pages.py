"""Pages can be read from the disk, wide and narrow, light and dark, seen and heard."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from looks import FAINT_WORDS, LIGHT_BOXES, PAST_THE_EDGE, PICTURES, SMALL_WORDS
from visits import CHINESE, SHORT, UNFOLD, all_page_names, pages, show, visiting

# What tests/chapters/test_figures.py takes for granted about a phone (PHONE there, less
# rounding) and about the dark theme
NARROWEST_ON_A_PHONE = 335.5  # pixels
# DARK_GROUND there
GROUNDS = {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 18, 18)"}
# pixels: words of a figure beside those of the page, 16
SMALLEST_LINE = 13
LARGEST_LINE = 24

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Off unless asked for by name, though WCAG 2.2 has them
BY_NAME = {
    "label-content-name-mismatch": {"enabled": True},
    "target-size": {"enabled": True},
}
EVERYTHING = {
    "runOnly": [*WCAG, "best-practice"],
    "rules": BY_NAME,
    "resultTypes": ["violations"],
}
# The themes differ in colors only
COLOR_RULES = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
COLORS = {"runOnly": COLOR_RULES, "resultTypes": ["violations"]}
LONG = "book/api.html"  # axe takes longer there than on all the others together
# What is drawn of a formula: half of all elements, which axe takes minutes for. It is
# hidden from screen readers, who hear the MathML beside it, and its colors are looked
# at here without axe.
FORMULAS_EXCLUDED = {"exclude": [[".katex-html"]]}


on_pages = pages()
on_all_pages_in_ci = pages(ci=len(all_page_names()))
WEEKLY = pytest.mark.weekly
TO_THE_END = "all => all.forEach((box) => box.scrollTo(box.scrollWidth, 0))"
TO_THE_START = "all => all.forEach((box) => box.scrollTo(0, 0))"


@pytest.fixture(scope="module")
def opened(browser, site, address, page_name):
    """Yield the unfolded page from the disk; the search from a server, with results."""
    with visiting(browser, color_scheme="light", reduced_motion="reduce") as page:
        if page_name.endswith("search.html"):
            page.goto(f"{address}{page_name}?q=ldp", wait_until="load")
            page.wait_for_selector("#search-results p.context")
        else:
            page.goto((site / page_name).as_uri(), wait_until="load")
        page.add_style_tag(
            content="* { transition: none !important; animation: none !important; }"
        )
        page.evaluate(UNFOLD)
        yield page


@on_all_pages_in_ci
@pytest.mark.parametrize(
    "width", [320, *(pytest.param(w, marks=WEEKLY) for w in (390, 1280))]
)
def test_it_opens_without_a_complaint_and_does_not_scroll_sideways(opened, width):
    """It asks nobody else for anything, either."""
    assert opened.complaints == []
    opened.set_viewport_size({"width": width, "height": 900})
    wide = opened.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, opened.evaluate(PAST_THE_EDGE)
    assert opened.evaluate(SMALL_WORDS) == []
    # those that scroll have the keyboard
    formulas = "[...document.querySelectorAll('.formula')]"
    fault = "box.scrollWidth > box.clientWidth && box.tabIndex < 0"
    opened.wait_for_function(f"!{formulas}.some((box) => {fault})")


@on_pages
def test_its_words_can_be_read_and_no_box_stays_light_in_the_dark(opened):
    for theme in ("light", "dark"):
        show(opened, theme)
        assert opened.evaluate(FAINT_WORDS) == []
    assert opened.evaluate(LIGHT_BOXES) == []


CUT = """() => [
  ...document.querySelectorAll("main :is(pre, .output, .formula, div:has(> table))")]
  .filter((box) => ["auto", "scroll"].includes(getComputedStyle(box).overflowX))
  .filter((box) => !box.closest(".explorer") && box.checkVisibility())
  .filter((box) => {
    const isCut = box.scrollWidth - box.clientWidth - box.scrollLeft > 1;
    const fades = getComputedStyle(box).maskImage !== "none";
    return isCut !== fades || (isCut && box.tabIndex < 0);
  }).map((box) => box.outerHTML.slice(0, 120))"""


@on_pages
@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=WEEKLY)])
def test_what_is_cut_off_fades_until_it_is_scrolled_to_its_end(opened, width):
    opened.set_viewport_size({"width": width, "height": 900})
    opened.wait_for_function(f"({CUT})().length === 0")
    opened.locator(".cut-off").evaluate_all(TO_THE_END)
    opened.wait_for_function("!document.querySelector('.cut-off')")
    opened.locator("main *").evaluate_all(TO_THE_START)


@on_pages
@pytest.mark.parametrize(
    "width, theme", [(390, "light"), pytest.param(1280, "dark", marks=pytest.mark.deep)]
)
def test_figures_are_wide_and_in_shape_and_stand_on_the_page(opened, width, theme):
    show(opened, theme, width)
    for picture in opened.evaluate(PICTURES):
        assert picture["width"] == pytest.approx(picture["column"], abs=1), picture
        assert picture["width"] >= NARROWEST_ON_A_PHONE, picture
        shape = picture["shape"] * picture["width"]
        assert picture["height"] == pytest.approx(shape, abs=1), picture
        assert SMALLEST_LINE <= picture["size"] <= LARGEST_LINE, picture
        assert picture["ground"] == picture["page"] == GROUNDS[theme], picture


PLANTED = """<!doctype html><html lang="en" data-theme="light"><title>Planted</title>
<main><h1>Planted</h1><p style="color: #777; background: #888">Pale</p>
<img src="data:,"></main>"""


def test_axe_finds_what_is_planted(open_page):
    page = open_page(PLANTED)
    for options, rules in ((EVERYTHING, {"color-contrast", "image-alt"}),
                           (COLORS, {"color-contrast"})):  # fmt: skip
        found = axe(page, "light", options)
        assert {fault.partition(":")[0] for fault in found} == rules


def test_what_a_page_complains_of_is_heard(open_page):
    page = open_page("""<!doctype html><title>Planted</title><img src="none.png">
      <img src="http://third.invalid/a.png"><script>
      console.warn("pale"); console.info("fine"); throw Error("broken")</script>""")
    heard = "\n".join(page.complaints)
    for one in ("pale", "broken", "failed: file:", "a third party: http://third.inv"):
        assert one in heard
    assert "fine" not in heard


@pages(fixed=SHORT[:2] + CHINESE[:1], quick=0, ci=8, without=[LONG])
def test_axe_finds_nothing(opened):
    """axe-core finds nothing to mend: WCAG 2.2 AA and best practice."""
    assert axe(opened, "light", EVERYTHING) == []


@pytest.mark.weekly
@on_pages
def test_axe_finds_nothing_in_the_dark(opened, page_name):
    assert axe(opened, "dark", COLORS) == []
    if page_name == LONG:
        assert axe(opened, "light", EVERYTHING) == []


TRANSITIONS = """() => Promise.all(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
    .map((transition) => transition.finished.catch(() => 0)))"""


def axe(page, theme, options):
    show(page, theme)
    # colors on their way to another theme have no contrast yet
    page.evaluate(TRANSITIONS)
    result = Axe().run(page, context=FORMULAS_EXCLUDED, options=options).response
    assert tuple(map(int, result["testEngine"]["version"].split("."))) >= (4, 10)
    return [
        f"{rule['id']}: {node['html'][:150]}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]


def test_the_first_file_says_where_it_leads(site):
    for folder in ("", "zh"):
        page = (site / folder / "index.html").read_text("utf-8")
        for part in ("<title>", "<h1>", 'property="og:description"', "<p><a href="):
            assert page.count(part) == 1
        assert 'href="book/index.html"' in page


def test_the_first_file_leads_to_the_book(go, site):
    go((site / "index.html").as_uri()).wait_for_url("**/book/index.html")
