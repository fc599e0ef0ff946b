"""Search, color modes, sidebars and copy buttons work, and the focus is seen."""

import pytest
from looks import CONTRAST, FAINT_WORDS
from playwright.sync_api import expect
from sampling import sampled

CHAPTER, OTHER = "book/epsilon.html", "book/randomized_response.html"
MOVING = """() => [...document.querySelectorAll('*')].filter((node) =>
  ['', '::before', '::after'].some((side) => {
  const style = getComputedStyle(node, side);
  const moves = style.transitionDuration.split(', ')
    .some((time) => parseFloat(time) > 0);
  return moves || style.animationName !== 'none' || style.scrollBehavior === 'smooth';
})).map((node) => node.outerHTML.slice(0, 120))"""


@pytest.fixture
def open_page(go, address):
    return lambda name=CHAPTER, **options: go(address + name, **options)


# ---- tools


def test_the_search_opens_and_finds_a_page(open_page):
    page = open_page()
    field = page.locator("#pst-search-dialog input")
    page.locator(".search-button__button:visible").first.click()
    field.wait_for(state="visible")
    page.keyboard.press("Escape")
    field.wait_for(state="hidden")
    page.keyboard.press("Control+k")
    field.wait_for(state="visible")
    field.fill("Bloom filter")
    field.press("Enter")
    page.wait_for_selector("#search-results li a[href*='rappor_collect.html']")


def test_the_button_for_colors_goes_through_all_modes(open_page):
    page = open_page(color_scheme="light")
    seen = []
    for _ in range(3):
        page.locator(".theme-switch-button").click()
        mode, theme = page.evaluate(
            "(({ mode, theme }) => [mode, theme])(document.documentElement.dataset)"
        )
        assert theme == ("dark" if mode == "dark" else "light")
        assert page.locator(f".theme-switch[data-mode={mode}]").is_visible()
        seen.append(mode)
    assert sorted(seen) == ["auto", "dark", "light"]


@pytest.mark.parametrize(
    "side, sidebar", [("primary", ".bd-docs-nav"), ("secondary", "#pst-page-toc-nav")]
)
def test_the_sidebars_open_and_close_on_a_phone(open_page, side, sidebar):
    page = open_page(width=390)
    links = page.locator(sidebar)
    assert not links.is_visible() or links.bounding_box()["x"] < 0
    is_open = f"document.querySelector('{sidebar}').closest('dialog[open]')"
    page.locator(f".{side}-toggle").click()
    page.wait_for_function(is_open)
    assert links.bounding_box()["x"] >= 0
    page.keyboard.press("Escape")
    page.wait_for_function("!" + is_open)


def test_on_a_phone_a_link_closes_the_contents_and_leads_to_its_section(open_page):
    page = open_page(width=390, height=844)
    page.locator(".secondary-toggle").click()
    page.locator("#pst-page-toc-nav a[href='#the-answer']").click()
    heading = page.get_by_role("heading", name="The answer")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    assert page.locator("dialog[open]").count() == 0


def test_the_list_of_chapters_shows_the_current_one(open_page, address):
    page = open_page("book/errata.html")  # the last one
    for width, name in [(1280, OTHER), (390, "book/shufflers.html")]:
        page.evaluate(
            "document.querySelector('#pst-primary-sidebar').scrollTo(0, 9999)"
        )
        page.set_viewport_size({"width": width, "height": 600})
        page.goto(address + name)
        if width == 390:
            page.locator(".primary-toggle").click()
        page.wait_for_function("""() => {
          const link = document.querySelector('.bd-docs-nav a[aria-current=page]');
          const { top, bottom, left } = link.getBoundingClientRect();
          return top > 0 && bottom < innerHeight && left >= 0;
        }""")
        assert page.evaluate("scrollY") == 0


def test_after_a_jump_the_contents_mark_the_section_that_one_reads(open_page):
    page = open_page()
    for section in ("a-report-can-move-a-belief-only-so-far", "the-answer"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        page.locator(f"#pst-page-toc-nav a.active[href='#{section}']").wait_for()
        assert page.locator("#pst-page-toc-nav a[aria-current]").count() == 1


LOOKS = """() => ['h1', 'h2', 'h3'].map((name) => {
  const { fontSize, fontWeight, color } =
    getComputedStyle(document.querySelector(`.bd-article ${name}`));
  return [parseFloat(fontSize), fontWeight + color];
})"""
SIGNS = """() => [...document.querySelectorAll('.bd-article section > p')]
  .filter((paragraph) => paragraph.textContent.length > 300)
  .map((paragraph) => paragraph.textContent.length * parseFloat(getComputedStyle(
    paragraph).lineHeight) / paragraph.getBoundingClientRect().height)"""


@pytest.mark.parametrize("width, largest", [(1280, 36), (390, 28)])
def test_headings_are_told_apart_and_no_line_is_too_long(open_page, width, largest):
    page = open_page("book/teaching_coursework.html", width=width)
    if width == 1280:
        page.locator(".primary-toggle").click()  # the sidebar closes, the page widens
    sizes, looks = zip(*page.evaluate(LOOKS))
    assert sizes[0] == largest and len(set(looks)) == len(set(sizes)) == 3
    assert max(page.evaluate(SIGNS)) < 85  # about 75 in most of them


# ---- without a script


@pytest.mark.deep
@pytest.mark.parametrize("scheme", sampled(["light", "dark"], 1))
def test_without_a_script_a_phone_shows_words_and_chapters(open_page, scheme):
    page = open_page(width=390, java_script_enabled=False, color_scheme=scheme)
    page.get_by_role("link", name="All chapters").click()
    link = page.locator(".bd-docs-nav").get_by_role("link", name="4. How many people?")
    assert link.bounding_box()["x"] >= 0 and link.bounding_box()["width"] > 200
    assert page.locator(".sidebar-toggle:visible").count() == 0
    link.click()
    page.wait_for_url("**/accuracy.html")
    assert page.evaluate(FAINT_WORDS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# ---- focus and motion

# The outline of the focus: what has it, whether it is seen, its contrast with what is
# around it. The choices of an explorer lie unseen over buttons, which have the outline.
OUTLINE = f"""() => {{ {CONTRAST}
  const active = document.activeElement;
  if (active === document.body) return null;
  const isChoice = active.matches(".explorer-choices input");
  const node = isChoice ? active.nextElementSibling : active;
  const {{ outlineStyle, outlineWidth, outlineColor }} = getComputedStyle(node);
  return {{
    what: active.outerHTML.slice(0, 120),
    seen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    contrast: contrast(outlineColor, behind(node.parentElement)),
  }};
}}"""


def focused(page, most=150):
    """Yield the outline of each element that the Tab key reaches."""
    page.keyboard.press("Tab")
    while (outline := page.evaluate(OUTLINE)) and (most := most - 1):
        yield outline
        page.keyboard.press("Tab")


@pytest.mark.parametrize(
    "name, options",
    [
        (CHAPTER, {"color_scheme": "dark"}),
        pytest.param(OTHER, {"color_scheme": "light"}, marks=pytest.mark.deep),
        pytest.param(CHAPTER, {"forced_colors": "active"}, marks=pytest.mark.weekly),
    ],
)
def test_the_focus_has_an_outline_everywhere(open_page, name, options):
    outlines = list(focused(open_page(name, **options)))
    kinds = " ".join(outline["what"] for outline in outlines)
    for kind in ("search-button", "primary-toggle", "dropdown-toggle", "copybtn"):
        assert kind in kinds
    assert "nav-link" in kinds
    assert len(outlines) > 50
    assert [outline["what"] for outline in outlines if not outline["seen"]] == []
    if "color_scheme" in options:
        assert [outline for outline in outlines if outline["contrast"] < 3] == []


@pytest.mark.parametrize("name", sampled([CHAPTER, "search.html"], 1))
def test_nothing_moves_for_a_reader_who_asks_for_that(open_page, name):
    assert open_page(name, reduced_motion="reduce").evaluate(MOVING) == []
