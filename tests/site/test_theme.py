"""The theme's tools work on its diet: search, color modes, sidebars, copy buttons, icons, focus."""

import re
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from visits import visiting

CHAPTER = "book/epsilon.html"
FONTS = {"900": "fa-solid-900", "400": "fa-regular-400", "brands": "fa-brands-400"}
PRIVATE_USE = re.compile("[\ue000-\uf8ff]")

# The characters of icon fonts before and after elements, each with its weight and family
DRAWN_ICONS = """() => [...document.querySelectorAll('*')].flatMap((node) =>
  ['::before', '::after'].map((side) => {
  const style = getComputedStyle(node, side);
  return /[\\ue000-\\uf8ff]/.test(style.content) &&
    { icon: style.content.replaceAll('"', ''), family: style.fontFamily, weight: style.fontWeight };
})).filter(Boolean)"""
EMPTY_ICONS = """() => [...document.querySelectorAll('i[class*="fa-"], span[class*="fa-"]')]
  .filter((node) => !/[\\ue000-\\uf8ff]/.test(getComputedStyle(node, '::before').content))
  .map((node) => node.outerHTML)"""

# What the focused element looks like, compared with the same element without the focus
LOOKS_THE_SAME = """() => {
  const node = document.activeElement;
  const boxes = [node, node.closest('.bd-search, .explorer-slider') ?? node];
  const look = () => boxes.map((box) => {
    const style = getComputedStyle(box);
    const { outline, boxShadow, borderColor, backgroundColor, textDecoration } = style;
    return [outline, boxShadow, borderColor, backgroundColor, textDecoration].join();
  }).join() + node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const focused = look();
  node.blur();
  const plain = look();
  node.focus();
  return focused === plain ? node.outerHTML.slice(0, 160) : null;
}"""

MOVING = """() => [...document.querySelectorAll('*')].filter((node) =>
  ['', '::before', '::after'].some((side) => {
  const style = getComputedStyle(node, side);
  const moves = style.transitionDuration.split(', ').some((time) => parseFloat(time) > 0);
  return moves || style.animationName !== 'none' || style.scrollBehavior === 'smooth';
})).map((node) => node.outerHTML.slice(0, 120))"""


@pytest.fixture
def open_page(browser, address):
    with ExitStack() as opened:

        def open_page(name=CHAPTER, **options):
            page = opened.enter_context(visiting(browser, **options))
            page.goto(address + name, wait_until="load")
            return page

        yield open_page


# ---- tools


@pytest.mark.parametrize("how", ["button", "keyboard"])
def test_the_search_opens_and_finds_a_page(open_page, how):
    page = open_page()
    if how == "button":
        page.locator(".search-button__button:visible").first.click()
    else:
        page.keyboard.press("Control+k")
    field = page.locator("#pst-search-dialog input")
    field.wait_for(state="visible")
    field.fill("Bloom filter")
    field.press("Enter")
    page.wait_for_selector("#search-results li a[href*='rappor_collect.html']")


@pytest.mark.parametrize(
    "words, expected",
    [
        ("ε", {"epsilon", "accuracy", "notation", "glossary"}),
        ("epsilon", {"epsilon", "accuracy", "notation", "glossary"}),
        ("ε promises", {"epsilon"}),
        ("RAPPOR", {"rappor_collect", "rappor_decode", "notation", "glossary"}),
    ],
)
def test_the_search_finds_the_terms_of_the_field(open_page, words, expected):
    page = open_page(f"search.html?q={words}")
    page.wait_for_function("document.querySelector('.search-summary')?.innerText.includes('found')")
    found = page.evaluate(
        "[...document.querySelectorAll('#search-results li a')].map((link) => link.pathname)"
    )
    assert expected <= {path.rpartition("/")[2].removesuffix(".html") for path in found}


def test_found_words_are_marked_on_their_page(open_page):
    page = open_page("search.html?q=posterior")
    page.locator("#search-results li a[href*='epsilon.html']").first.click()
    page.locator("article .highlighted").first.wait_for()


def test_the_button_for_colors_goes_through_all_modes(open_page):
    page = open_page(color_scheme="light")
    seen = []
    for _ in range(3):
        page.locator(".theme-switch-button").click()
        mode, theme = page.evaluate(
            "[document.documentElement.dataset.mode, document.documentElement.dataset.theme]"
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
    page.locator(f".{side}-toggle").click()
    page.wait_for_function(
        "name => document.querySelector(name).closest('dialog[open]')", arg=sidebar
    )
    assert links.bounding_box()["x"] >= 0
    page.keyboard.press("Escape")
    page.wait_for_function(
        "name => !document.querySelector(name).closest('dialog[open]')", arg=sidebar
    )


def test_a_copy_button_copies(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    cell = page.locator("div.highlight", has=page.locator("button.copybtn")).first
    cell.hover()
    cell.locator("button.copybtn").click()
    page.wait_for_selector("button.copybtn.success")
    assert (
        page.evaluate("navigator.clipboard.readText()").strip()
        == cell.locator("pre").inner_text().strip()
    )


def test_the_table_of_contents_follows_the_reader(open_page):
    page = open_page()
    for section in ("as-odds", "exercises"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        page.wait_for_selector(f"#pst-page-toc-nav a.active[href='#{section}']")


def test_a_notebook_can_be_downloaded(open_page, site):
    page = open_page()
    page.locator(".dropdown-download-buttons > button").click()
    with page.expect_download() as download:
        page.locator(".dropdown-download-buttons a[href$='.ipynb']").click()
    stored = (site / "_sources" / CHAPTER).with_suffix(".ipynb")
    assert Path(download.value.path()).read_bytes() == stored.read_bytes()


# ---- icons


@cache
def glyphs(site, font):
    (path,) = site.glob(f"_static/vendor/fontawesome/webfonts/{font}.lean.woff2")
    return set(map(chr, TTFont(path).getBestCmap()))


@pytest.mark.parametrize("name", [CHAPTER, "book/index.html", "search.html"])
def test_every_icon_of_a_page_is_in_its_font(open_page, site, name):
    page = open_page(name)
    icons = page.evaluate(DRAWN_ICONS)
    assert icons and page.evaluate(EMPTY_ICONS) == []
    for icon in icons:
        kind = "brands" if "Brands" in icon["family"] else icon["weight"]
        assert "Font Awesome" in icon["family"] and set(icon["icon"]) <= glyphs(site, FONTS[kind])


def test_every_icon_that_the_styles_name_is_in_a_font(site):
    """Also those that hide in variables, such as --pst-icon-admonition-note."""
    css = (site / "_static/styles/lean.css").read_text(encoding="utf-8")
    named = dict(re.findall(r"(--pst-icon-[\w-]+):\s*\"(.)\"", css))
    assert {
        "--pst-icon-info-circle",
        "--pst-icon-lightbulb",
        "--pst-icon-exclamation-triangle",
    } <= set(named)
    assert set(PRIVATE_USE.findall(css)) <= set.union(
        *(glyphs(site, font) for font in FONTS.values())
    )


# ---- focus and motion


def test_the_focus_is_always_seen(open_page):
    page = open_page(reduced_motion="reduce")
    unseen, reached = [], 0
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement !== document.body") and reached < 120:
        unseen += filter(None, [page.evaluate(LOOKS_THE_SAME)])
        reached += 1
        page.keyboard.press("Tab")
    assert reached > 50
    assert unseen == []


@pytest.mark.parametrize("name", [CHAPTER, "search.html"])
def test_nothing_moves_for_a_reader_who_asks_for_that(open_page, name):
    assert open_page(name, reduced_motion="reduce").evaluate(MOVING) == []
